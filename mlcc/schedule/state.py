"""The state of one function during scheduling: its tree, cached analysis results, and the fate of removed loops.

A step computes replacement statements and passes all of them to one call of :meth:`State.commit`: a step that
is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from mlcc.analysis import negation, program_analyzer
from mlcc.analysis.dependence import FactCache, Scope
from mlcc.analysis.tree import Site, Tree
from mlcc.diagnostics import InternalError, Label, MlccError, Span, choices_help
from mlcc.ir import (
    Block,
    BlockRealize,
    For,
    IfThenElse,
    PrimFunc,
    SeqStmt,
    Stmt,
    Var,
    as_int,
    map_children,
    seq,
    update,
)  # fmt: skip

from .intrinsics import TensorIntrin, library_intrin, library_intrins, missing, registered_intrins
from .refs import BlockRV, LoopRV

T = TypeVar("T")


class Step(Protocol):
    """The interface of a step that error reports need."""

    def named_references(self) -> list[tuple[str, LoopRV | BlockRV]]:
        """The references among its arguments, with the argument's name."""


Edits = Mapping[Site, Stmt | None]
#: (loop or block, position among the statements in its body, statement to insert before that position)
Insert = tuple[Site, int, Stmt]


class State:
    """The function `name` under transformation."""

    def __init__(self, name: str, func: PrimFunc) -> None:
        if not isinstance(func.body, BlockRealize):
            raise MlccError(
                "S209", f"`{name}` has been lowered and cannot be scheduled", help="schedule it before lowering"
            )
        self.name = name
        self.func = func
        #: The function before any step, and the target of its schedule.
        self.given = func
        self.target: Any = None
        self.analyzer = program_analyzer(func)
        self.cache = FactCache(self.analyzer)
        self.blocks: dict[BlockRV, Block] = {}
        self.gone_loops: dict[Var, str] = {}
        self.gone_blocks: dict[BlockRV, str] = {}
        self.step_label = "step 1"
        #: The step that is being checked or applied.
        self.step: Step | None = None
        #: Tensor intrinsics registered for this schedule only.
        self.intrinsics: dict[str, TensorIntrin] = {}
        self._printed: tuple[PrimFunc, Any] | None = None
        self._scopes: dict[int, Scope] = {}
        self._plans: dict[Any, Any] = {}
        self.tree = Tree(func.body)
        self._learn()

    def copy(self) -> State:
        """An independent copy; references work in both."""
        new = State(self.name, self.func)
        new.given, new.target = self.given, self.target
        new.blocks = dict(self.blocks)
        new.gone_loops = dict(self.gone_loops)
        new.gone_blocks = dict(self.gone_blocks)
        new.intrinsics = self.intrinsics
        new.step = self.step  # refusals of a trial name its arguments
        return new

    def snapshot(self) -> tuple[Any, ...]:
        """The present state, as an argument for `restore`."""
        return self.func, dict(self.blocks), dict(self.gone_loops), dict(self.gone_blocks)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Return to the state that `snapshot` saved."""
        self.func, self.blocks, self.gone_loops, self.gone_blocks = snapshot
        self._scopes.clear()
        self._plans.clear()
        self._printed = None
        self.tree = Tree(self.func.body)

    def _learn(self) -> None:
        """Bind the ranges of new loops and axes in the analyzer, and of loops whose bounds name other loops now."""
        analyzer = self.analyzer
        for site in self.tree.root.walk():  # outer loops first: inner bounds may depend on them
            if site.is_loop:
                if not analyzer.knows(site.loop.var) or self._has_other_bounds(site.loop):
                    analyzer.bind(site.loop.var, site.loop.min, site.loop.extent)
            elif site.is_block:
                for axis in site.block.iters:
                    if not analyzer.knows(axis.var):
                        analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)

    def _has_other_bounds(self, loop: For) -> bool:
        """Whether a loop ends elsewhere than the analyzer knows: ``range(i + 1)`` after `i` was split, for example."""
        if as_int(loop.extent) is not None:
            return False
        analyzer = self.analyzer
        end = (analyzer.poly(loop.min) + analyzer.poly(loop.extent)).shift(-1)
        return bool(analyzer.range_of(loop.var)[1] != end)

    # -- look-ups ----------------------------------------------------------------------------

    def loop(self, ref: LoopRV) -> Site:
        """The site of a loop. S205 when it no longer exists."""
        site = self.tree.loops.get(ref.var)
        if site is None:
            reason = self.gone_loops.get(ref.var, f"`{ref.name}` is not a loop of `{self.name}`")
            field = self._field_with(ref)
            raise MlccError("S205", f"loop `{ref.name}` no longer exists", notes=[reason], field=field)
        return site

    def block(self, ref: BlockRV) -> Site:
        """The site of a block. S206 when it no longer exists."""
        block = self.blocks.get(ref)
        site = self.tree.blocks.get(id(block)) if block is not None else None
        if site is None:
            reason = self.gone_blocks.get(ref, f"`{ref.name}` is not a block of `{self.name}`")
            field = self._field_with(ref)
            raise MlccError("S206", f"block `{ref.name}` no longer exists", notes=[reason], field=field)
        return site

    def site(self, ref: LoopRV | BlockRV) -> Site:
        """The site of a loop or block."""
        return self.loop(ref) if isinstance(ref, LoopRV) else self.block(ref)

    def block_ref(self, site: Site) -> BlockRV:
        """A new reference to a block."""
        ref = BlockRV(self.name, site.block.name)
        self.blocks[ref] = site.block
        return ref

    def block_ref_of(self, block: Block) -> BlockRV:
        """A new reference to a block object."""
        ref = BlockRV(self.name, block.name)
        self.blocks[ref] = block
        return ref

    def loop_ref(self, var: Var) -> LoopRV:
        """A reference to a loop."""
        return LoopRV(self.name, var)

    def intrin(self, name: str) -> TensorIntrin:
        """The tensor intrinsic called `name`: this schedule's own, a registered one, or one of the library. S293 when
        there is none."""
        intrinsics = {**registered_intrins(), **self.intrinsics}
        if name in intrinsics:
            return intrinsics[name]
        if name in library_intrins():
            return library_intrin(name)
        raise missing(name, [*intrinsics, *library_intrins()])

    def find_block(self, name: str, field: str | None = None) -> Site:
        """The block called `name`, given by the argument `field`. S201 when there is none, S202 for several."""
        matches = self.tree.find_blocks(name)
        if len(matches) == 1:
            return matches[0]
        if matches:
            labels = [Label(self.span(s), "one of them") for s in matches]
            message = f"`{self.name}` has {len(matches)} blocks called `{name}`"
            raise MlccError("S202", message, labels=labels, field=field)
        names = [s.block.name for s in self.tree.blocks.values()]
        help = choices_help(name, names, "blocks")
        raise MlccError("S201", f"`{self.name}` has no block `{name}`", help=help, field=field)

    def scope(self, site: Site) -> Scope:
        """The dependences of the scope that a block or loop lies in. S222 for the root block."""
        top = site.scope()
        if top is None:
            raise self.refuse("S222", "the root block cannot be moved or changed by this step", site)
        return self.scope_of(top)

    def scope_of(self, top: Site) -> Scope:
        """The dependences of the blocks directly under a block."""
        scope = self._scopes.get(id(top))
        if scope is None:
            scope = self._scopes[id(top)] = Scope(top, self.cache)
        return scope

    def plan(self, key: Any, make: Callable[[], T]) -> T:
        """The result of `make`, computed once per key: `check` and `apply` share it. Every commit clears the cache."""
        if key not in self._plans:
            self._plans[key] = make()
        return self._plans[key]  # type: ignore[no-any-return]

    # -- changes -----------------------------------------------------------------------------

    def commit(
        self,
        edits: Edits,
        *,
        moves: Mapping[Block, Block] | None = None,
        gone: Mapping[Var, str] | None = None,
        gone_blocks: Mapping[Block, str] | None = None,
        fields: Mapping[Block, Mapping[str, Any]] | None = None,
        inserts: Iterable[Insert] = (),
        func: PrimFunc | None = None,
    ) -> None:
        """Replace the statements at some sites; a value of None removes the statement, and loops that become empty.

        moves: old block -> new block, for blocks that were rebuilt inside a replacement, so that references to the
            old one follow. Blocks above the edits are tracked without an entry.
        gone, gone_blocks: for removed loops and blocks, the text that S205 and S206 show (``was split into …``).
        fields: new field values for blocks above the edits, such as `allocs` of the scope.
        inserts: statements to add below a loop or block, before the statement at a position.
        func: a function with new parameters, whose body is ignored.
        """
        renamed = {id(a): b for a, b in (moves or {}).items()}
        body = self._rebuild(edits, renamed, {id(b): f for b, f in (fields or {}).items()}, tuple(inserts))
        base = func if func is not None else self.func
        tree = Tree(body, self.tree)
        before = self.tree
        self.func = replace(base, body=body, scheduled=True)
        self.tree = tree
        self._scopes.clear()
        self._plans.clear()
        self._printed = None
        self._learn()
        self._retire(before, gone or {})
        self._follow(renamed, {id(b): text for b, text in (gone_blocks or {}).items()})

    def _rebuild(
        self,
        edits: Edits,
        renamed: dict[int, Block],
        fields: Mapping[int, Mapping[str, Any]],
        inserts: tuple[Insert, ...],
    ) -> Stmt:
        added: dict[Site, list[tuple[int, Stmt]]] = {}
        for parent, position, stmt in inserts:
            added.setdefault(body_of(parent), []).append((position, stmt))
        # Only statements above an edit are rebuilt; all others stay the same objects, for which analyses are cached.
        dirty: set[int] = set()
        for site in (*edits, *added, *(self.tree.blocks[key].children[0] for key in fields)):
            dirty.update(id(s) for s in site.ancestors())

        def visit(site: Site) -> Stmt | None:
            if site in added:
                parts = site.children if isinstance(site.node, SeqStmt) else [site]
                done = [visit_one(part) for part in parts]
                # From the last position to the first, so that an insertion does not move the positions still to come.
                for position, stmt in sorted(added[site], key=lambda item: -item[0]):
                    done.insert(position, stmt)
                return seq(*(d for d in done if d is not None))
            return visit_one(site)

        def visit_one(site: Site) -> Stmt | None:
            if site in edits:
                return edits[site]
            if id(site) not in dirty:
                return site.node
            below = {id(c.node): visit(c) for c in site.children}
            return _with_children(site.node, below, renamed, fields)

        body = visit(self.tree.root)
        if body is None:
            raise InternalError("a step removed the whole function body")
        return body

    def _retire(self, before: Tree, gone: Mapping[Var, str]) -> None:
        for var in before.loops:
            if var not in self.tree.loops:
                reason = gone.get(var, "was replaced")
                self.gone_loops[var] = f"`{var.name}` {reason} by {self.step_label}"

    def _follow(self, renamed: Mapping[int, Block], gone: Mapping[int, str]) -> None:
        for ref, block in list(self.blocks.items()):
            current = block
            while id(current) not in self.tree.blocks and id(current) in renamed:
                current = renamed[id(current)]
            if current is not block:
                self.blocks[ref] = current
            if id(current) not in self.tree.blocks and ref not in self.gone_blocks:
                reason = gone.get(id(block), "was removed")
                self.gone_blocks[ref] = f"`{ref.name}` {reason} by {self.step_label}"

    # -- source positions for messages -------------------------------------------------------

    def span(self, item: Any) -> Span | None:
        """The source position of a site, loop, block or axis: in the user's text, else in the printed program."""
        node = item.node if isinstance(item, Site) else item
        own = _own_span(node)
        if own is not None:
            return own.first_line()
        printed = self._print()
        position = printed.span(node) if printed is not None else None
        if position is None and isinstance(node, BlockRealize) and printed is not None:
            position = printed.span(node.block)
        if position is None and isinstance(node, For) and printed is not None:
            position = printed.span(node.var)
        return position

    def _print(self) -> Any:
        if self._printed is None or self._printed[0] is not self.func:
            from mlcc.ir.printer import printed_text

            name = f"`{self.name}` before {self.step_label}"
            self._printed = (self.func, printed_text(self.func, name))
        return self._printed[1]

    def refuse(
        self,
        code: str,
        message: str,
        *items: Any,
        labels: Iterable[tuple[Any, str]] = (),
        notes: Iterable[str] = (),
        help: str | None = None,
        field: str | None = None,
    ) -> MlccError:
        """The error for a step that cannot be applied. It points at the first of `items` (sites, loops, blocks, axes).

        `field` names the argument at fault; by default, the argument that refers to the first item.
        """
        if field is None:
            field = self._field_of(items[0] if items else None)
        shown = [Label(self.span(item), text) for item, text in labels]
        span = self.span(items[0]) if items else None
        return MlccError(code, message, span=span, labels=shown, notes=notes, help=help, field=field)

    def _field_of(self, item: Any) -> str | None:
        """The argument of the running step that refers to a loop or block: `loop`, or `loops.1` in a list.

        If no argument refers to it: the only one that refers to something around it, else the only one that refers
        to any loop or block, else None.
        """
        around, mentioned = set(), set()
        for name, ref in self.step.named_references() if self.step is not None else ():
            site = self._site_of(ref)
            if site is not None and (site is item or site.node is item):
                return name
            mentioned.add(name.partition(".")[0])
            if site is not None and isinstance(item, Site) and site.is_above(item):
                around.add(name.partition(".")[0])
        return next((names.pop() for names in (around, mentioned) if len(names) == 1), None)

    def field_below(self, top: Site) -> str | None:
        """The argument of the running step that refers to a loop or something below it; else its last reference."""
        named = self.step.named_references() if self.step is not None else []
        sites = [(name, self._site_of(ref)) for name, ref in named]
        below = [name for name, site in sites if site is not None and (site is top or top.is_above(site))]
        names = below or [name for name, _ in sites]
        return names[-1] if names else None

    def _site_of(self, ref: LoopRV | BlockRV) -> Site | None:
        if isinstance(ref, LoopRV):
            return self.tree.loops.get(ref.var)
        return self.tree.blocks.get(id(self.blocks[ref])) if ref in self.blocks else None

    def _field_with(self, wanted: LoopRV | BlockRV) -> str | None:
        """The argument of the running step that holds a reference."""
        named = self.step.named_references() if self.step is not None else ()
        return next((name for name, ref in named if ref is wanted), None)


def body_of(parent: Site) -> Site:
    """The body of a loop or block (not its initialisation)."""
    return next(c for c in parent.children if not c.init)


def statements_of(parent: Site) -> list[Site]:
    """The statements in the body of a loop or block; those of a sequence one by one."""
    body = body_of(parent)
    return body.children if isinstance(body.node, SeqStmt) else [body]


def position_of(parent: Site, inside: Site) -> int:
    """The index of the statement in the body of `parent` that contains `inside`."""
    for k, site in enumerate(statements_of(parent)):
        if site is inside or site.is_above(inside):
            return k
    raise InternalError("the site is not below")


def _own_span(node: Any) -> Span | None:
    span = getattr(node, "span", None)
    if span is None and isinstance(node, BlockRealize):
        span = node.block.span
    return span if isinstance(span, Span) else None


def _with_children(
    node: Stmt,
    below: Mapping[int, Stmt | None],
    renamed: dict[int, Block],
    fields: Mapping[int, Mapping[str, Any]],
) -> Stmt | None:
    """`node` with the statements below it replaced."""
    match node:
        case For():
            body = below[id(node.body)]
            return None if body is None else update(node, body=body)
        case SeqStmt():
            kept = [s for s in (below[id(item)] for item in node.stmts) if s is not None]
            return seq(*kept) if kept else None
        case BlockRealize():
            block = node.block
            body = below[id(block.body)]
            if body is None:
                raise InternalError(f"a step emptied block `{block.name}`")
            init = block.init if block.init is None else below[id(block.init)]
            new = update(block, body=body, init=init, **fields.get(id(block), {}))
            renamed[id(block)] = new
            return update(node, block=new)
        case IfThenElse():
            then = below[id(node.then_body)]
            other = below[id(node.else_body)] if node.else_body is not None else None
            # The step removed the first branch: the other one runs under the negated condition.
            if then is None and other is not None:
                return update(node, condition=negation(node.condition), then_body=other, else_body=None)
            return None if then is None else update(node, then_body=then, else_body=other)
    return map_children(node, lambda child: below.get(id(child), child))
