"""Places the allocation of each temporary as deep in the loops as its uses allow.

A buffer is allocated at the lowest statement that contains all its uses, but above every loop that carries
its contents: the reduction loops of the block that writes it, and all loops of a block that reads it
at other elements than it writes. Registers (scope ``local``) are private to an iteration of a parallel loop.
"""

from __future__ import annotations

from typing import Any

from mlcc.analysis import same
from mlcc.ir import (
    TILE_SCOPE,
    Allocate,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferStore,
    For,
    IfThenElse,
    LetStmt,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    children,
    free_vars,
    map_children,
    update,
    walk,
)
from mlcc.target import Target

from .aligned_strides import Alignments, annotation_of, requested_alignments

Path = list[Stmt]
Annotation = dict[str, Any]
#: The annotation of an allocation in a block below loops: the names of the loops inside of that block and around the
#: allocation, outermost first. Each instance of the block has a buffer of its own, so only these may carry contents.
WITHIN = "within"


def place_allocations(func: PrimFunc, _target: Target) -> PrimFunc:
    """Replace the buffers that blocks own by `Allocate` statements."""
    finder = _Finder()
    finder.visit(func.body, [])
    if not finder.owners:
        return func
    sites: dict[int, list[tuple[Buffer, Annotation]]] = {}
    for buffer, owner in finder.owners.items():
        if buffer not in finder.paths:  # nothing uses it
            continue
        at = _private(_common(finder.paths[buffer], owner), buffer, finder.reducing)
        annotation = annotation_of(finder.alignments.get(buffer, {}))
        if finder.repeated[owner]:
            annotation[WITHIN] = _loops_between(finder.paths[buffer][0], owner, at)
        sites.setdefault(id(at), []).append((buffer, annotation))
    return func.with_body(_insert(func.body, sites))


def _loops_between(path: Path, owner: Block, at: Stmt) -> list[str]:
    """The names of the loops inside of a block and over a statement; those of one iteration may disappear."""
    blocks = (k for k, item in enumerate(path) if isinstance(item, BlockRealize) and item.block is owner)
    start = next(blocks, len(path))  # a path may end above the block, at the loop that carries what others read
    end = next((k for k, item in enumerate(path) if item is at), len(path))
    loops = [item for item in path[start:end] if isinstance(item, For)]
    return [loop.var.name for loop in loops if loop.kind != "vectorized" and as_int(loop.extent) != 1]


class _Finder:
    """Finds the owner of each temporary and the paths to its uses."""

    def __init__(self) -> None:
        self.owners: dict[Buffer, Block] = {}
        self.paths: dict[Buffer, list[Path]] = {}
        self.carried: dict[Var, set[Var]] = {}
        self.alignments: dict[Buffer, Alignments] = {}
        #: Whether there are loops over the blocks that own buffers.
        self.repeated: dict[Block, bool] = {}
        #: Loops over which blocks accumulate.
        self.reducing: set[Var] = set()
        #: Loops that paths below a branch leave out, and the one around them where such a path goes on.
        self.left_out: dict[Var, For] = {}

    def visit(self, stmt: Stmt, path: Path) -> None:
        own_path = [*path, stmt]
        match stmt:
            case BlockRealize():
                self._block(stmt, own_path)
            case For() | LetStmt():
                self._uses([stmt.extent if isinstance(stmt, For) else stmt.value], own_path)
                self.visit(stmt.body, own_path)
            case SeqStmt():
                for item in stmt.stmts:
                    self.visit(item, own_path)
            case IfThenElse():
                self._uses([stmt.condition], own_path)
                # Loops of the condition that the branch does not use, as in ``p == 2`` around what reads the results of
                # all iterations of ``p``, carry what the branch reads.
                when = self._loops(list(free_vars(stmt.condition))) - self._loops(list(free_vars(stmt.then_body)))
                self.visit(stmt.then_body, self._without(own_path, when) if when else own_path)
                if stmt.else_body is not None:
                    self.visit(stmt.else_body, own_path)
            case _:
                body = getattr(stmt, "body", None)
                if isinstance(body, Stmt):
                    self._uses([c for c in children(stmt) if c is not body], own_path)
                    self.visit(body, own_path)
                else:
                    self._uses([stmt], own_path)

    def _block(self, realize: BlockRealize, own_path: Path) -> None:
        block = realize.block
        for axis, value in zip(block.iters, realize.values, strict=True):
            carrying: set[Var] = set()
            for var in free_vars(value):
                carrying |= self.carried.get(var, {var})
            self.carried[axis.var] = carrying
        self.repeated[block] = any(isinstance(item, For) for item in own_path)
        for buffer in block.allocs:
            self.owners[buffer] = block
        for buffer, alignments in requested_alignments(block).items():
            self.alignments.setdefault(buffer, {}).update(alignments)
        self._uses([*realize.values, realize.predicate], own_path[:-1] or own_path)
        own = self._own_path(realize, own_path)
        accesses = [n for n in _raw(block) if isinstance(n, (BufferLoad, BufferStore))]
        written = {n.buffer for n in accesses if isinstance(n, BufferStore)}
        carried = {buffer for buffer in written if _reads_elsewhere(accesses, buffer)}
        above = self._above(own_path, [a.var for a in block.iters]) if carried else own
        for buffer in (n.buffer for n in accesses):
            path = above if buffer in carried else own if buffer in written else own_path
            self.paths.setdefault(buffer, []).append(path)
        for part in (block.init, block.body):
            if part is not None and any(isinstance(n, BlockRealize) for n in walk(part)):
                self.visit(part, own_path)

    def _own_path(self, realize: BlockRealize, own_path: Path) -> Path:
        """The path to a block, up to the outermost loop that carries its results from one iteration to the next.

        Such loops drive its reduction axes, or occur in its guards but not in the indices that it writes, as in
        ``i < 1`` around a copy that later iterations of ``i`` read.
        """
        block = realize.block
        where = self._loops([a.var for a in block.iters])
        when = self._loops(list(free_vars(realize.predicate))) - where
        reducing = [a.var for a in block.iters if a.kind != "spatial"]
        self.reducing |= self._loops(reducing)
        return self._above(own_path, [*reducing, *when])

    def _loops(self, values: list[Var]) -> set[Var]:
        return set().union(*(self.carried.get(v, {v}) for v in values)) if values else set()

    def _above(self, own_path: Path, axes: list[Var]) -> Path:
        loops = self._loops(axes)
        around = [self.left_out[v] for v in loops if v in self.left_out]
        for depth, item in enumerate(own_path):
            if isinstance(item, For) and (item.var in loops or any(item is loop for loop in around)):
                return own_path[: depth + 1]
        return own_path

    def _without(self, own_path: Path, when: set[Var]) -> Path:
        """A path up to the outermost of some loops, to be continued below all of them."""
        shorter = self._above(own_path, list(when))
        if isinstance(shorter[-1], For):
            inner = own_path[len(shorter) :]
            self.left_out.update({item.var: shorter[-1] for item in inner if isinstance(item, For)})
        return shorter

    def _uses(self, nodes: list[Any], own_path: Path) -> None:
        for node in nodes:
            for item in walk(node):
                if isinstance(item, (BufferLoad, BufferStore)):
                    self.paths.setdefault(item.buffer, []).append(own_path)


def _raw(block: Block) -> list[Node]:
    """The nodes of a block outside the blocks nested in it."""
    result: list[Node] = []
    stack: list[Node] = [block.body, *([block.init] if block.init is not None else [])]
    while stack:
        node = stack.pop()
        if isinstance(node, BlockRealize):
            continue
        result.append(node)
        stack.extend(children(node))
    return result


def _reads_elsewhere(accesses: list[BufferLoad | BufferStore], buffer: Buffer) -> bool:
    """True when a block, with these accesses, reads other elements of a buffer than it writes."""
    first = next(n for n in accesses if isinstance(n, BufferStore) and n.buffer is buffer)
    loads = (n for n in accesses if isinstance(n, BufferLoad) and n.buffer is buffer)
    return any(not all(same(a, b) for a, b in zip(n.indices, first.indices, strict=True)) for n in loads)


def _common(paths: list[Path], owner: Block) -> Stmt:
    """The deepest statement that all paths share, inside the block that owns the buffer."""
    if not paths:
        return owner.body
    shared = paths[0]
    for path in paths[1:]:
        depth = 0
        while depth < min(len(shared), len(path)) and shared[depth] is path[depth]:
            depth += 1
        shared = shared[:depth]
    inside = False
    best: Stmt = owner.body
    for item in shared:
        if inside:
            best = item
        if isinstance(item, BlockRealize) and item.block is owner:
            inside = True
    return best


def _private(stmt: Stmt, buffer: Buffer, reducing: set[Var]) -> Stmt:
    """The allocation site of a buffer in registers, private to a thread: the body of the parallel loop with all
    its uses, unless a block accumulates over a loop around that: then its contents outlive the threads."""
    if buffer.scope not in ("local", TILE_SCOPE):
        return stmt
    uses = _count(stmt, buffer)
    node: Node = stmt
    while not (isinstance(node, For) and node.var in reducing):
        if isinstance(node, For) and node.kind == "parallel":
            stmt = node.body
        inside = [c for c in children(node) if isinstance(c, Stmt) and _count(c, buffer) == uses]
        if len(inside) != 1:
            break
        node = inside[0]
    return stmt


def _count(node: Node, buffer: Buffer) -> int:
    return sum(isinstance(n, (BufferLoad, BufferStore)) and n.buffer is buffer for n in walk(node))


def _insert(node: Any, sites: dict[int, list[tuple[Buffer, Annotation]]]) -> Any:
    new = map_children(node, lambda c: _insert(c, sites))
    if isinstance(new, Block) and new.allocs:
        new = update(new, allocs=())
    for buffer, annotation in sites.get(id(node), ()):
        new = Allocate(buffer, new, annotation)
    return new
