"""The individual accesses of a program to its buffers, with their indices as normal forms over loops and axes.

Declared regions are ignored. Views are resolved to the viewed buffers, loads in guards and indices are accesses too,
and the axes of nested blocks are replaced by their bindings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mlcc.ir import (
    AttrStmt,
    Block,
    BlockRealize,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Call,
    Evaluate,
    Expr,
    FloatImm,
    For,
    IfThenElse,
    IntImm,
    Let,
    LetStmt,
    Node,
    Stmt,
    Var,
    While,
    children,
    is_instruction,
    meaning_of,
    walk,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .affine import conjuncts
from .poly import Poly
from .reducers import accumulation, pair_accumulation
from .simplify import Analyzer

#: An index along one dimension; None: any.
Index = Poly | None


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """One load or store, or the use of a buffer's address (which may be both).

    `accumulates` names the operation of an update ``A[i] = A[i] op x``, for its load and its store. `literal` is the
    value of a store of a constant. `initial` accesses lie in the initialisation of a block, `conditional` ones in a
    branch. The access happens only where all of `zero` are 0 and all of `positive` are >= 0. `block` is the outermost
    block around the access and below the analysed statement.
    """

    node: Node
    buffer: Buffer
    index: tuple[Index, ...]
    reads: bool
    writes: bool
    accumulates: object = None
    literal: object = None
    initial: bool = False
    conditional: bool = False
    zero: tuple[Poly, ...] = ()
    positive: tuple[Poly, ...] = ()
    block: BlockRealize | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Accesses:
    """The accesses of a statement in program order, without buffers allocated in it, and the variables it binds."""

    items: tuple[Access, ...]
    bound: Mapping[Var, None]


class AccessTable:
    """The accesses of statements, cached per block. The analyzer must have the ranges of all loops and axes."""

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self._blocks: dict[int, tuple[Block, Accesses]] = {}
        self._below: dict[int, tuple[Node, Accesses]] = {}
        self._meanings: dict[Call, Stmt] = {}

    def meaning(self, call: Call) -> Stmt:
        """The loops that a tile instruction stands for."""
        if call not in self._meanings:
            self._meanings[call] = loops = meaning_of(call)
            for node in walk(loops):
                if isinstance(node, For):
                    self.analyzer.bind(node.var, node.min, node.extent)
        return self._meanings[call]

    def below(self, stmt: Stmt) -> Accesses:
        """The accesses of a statement in program order, with indices over its loops."""
        cached = self._below.get(id(stmt))
        if cached is None:
            collector = _Collector(self, {})
            collector.visit(stmt)
            cached = self._below[id(stmt)] = (stmt, collector.result())
        return cached[1]

    def of_block(self, block: Block) -> Accesses:
        """The accesses of one instance of a block, with indices over its axes and inner loops."""
        cached = self._blocks.get(id(block))
        if cached is None:
            inner: dict[Var, None] = {}
            items = tuple(self._of_block(block, inner))
            cached = self._blocks[id(block)] = (block, Accesses(items, inner))
        return cached[1]

    def _of_block(self, block: Block, inner: dict[Var, None]) -> Iterator[Access]:
        views = {match.buffer: match.source for match in block.match_buffers}
        if block.init is not None:
            starts = tuple(
                self.analyzer.poly(axis.var) - self.analyzer.poly(axis.dom.min)
                for axis in block.iters
                if axis.kind == "reduce"
            )
            yield from self._resolved(block.init, views, starts, inner)
        yield from self._resolved(block.body, views, None, inner)

    def _resolved(
        self, stmt: Stmt, views: dict[Buffer, BufferRegion], zero: tuple[Poly, ...] | None, inner: dict[Var, None]
    ) -> Iterator[Access]:
        collector = _Collector(self, {})
        collector.visit(stmt)
        inner.update(collector.bound)
        for item in collector.collected:
            source = views.get(item.buffer)
            if source is not None:
                mins = [self.analyzer.poly(r.min) for r in source.region]
                kept = len(mins) - len(item.index)
                dims = (None if i is None else m + i for m, i in zip(mins[kept:], item.index, strict=True))
                item = replace(item, buffer=source.buffer, index=(*mins[:kept], *dims))
            yield item if zero is None else replace(item, zero=(*item.zero, *zero), initial=True)


class _Collector:
    """Collects the accesses of statements; `values` are the normal forms that variables are replaced by."""

    def __init__(self, table: AccessTable, values: dict[Var, Poly]) -> None:
        self.table = table
        self.analyzer = table.analyzer
        self.values = values
        self.collected: list[Access] = []
        self.bound: dict[Var, None] = {}
        self.roles: dict[int, object] = {}
        self.branches = 0

    def result(self) -> Accesses:
        return Accesses(tuple(self.collected), self.bound)

    def visit(self, node: Node) -> None:
        match node:
            case Var() | IntImm() | FloatImm():
                return
            case BlockRealize():
                self._realize(node)
                return
            case BufferStore():
                self._store(node)
                return
            case BufferLoad():
                for index in node.indices:
                    self.visit(index)
                self._add(node, node.buffer, node.indices, True, False)
                return
            case Evaluate(value=Call() as call) if is_instruction(node):
                self.visit(self.table.meaning(call))
                return
            # Whoever gets an address may read and write anything behind it.
            case Call(op="address_of", args=(BufferLoad() as load, *_)):
                for index in load.indices:
                    self.visit(index)
                self.collected.append(Access(load, load.buffer, (None,) * len(load.indices), True, True))
                return
            case For():
                self.bound[node.var] = None
            case AttrStmt(node=Buffer()):
                self.collected.append(Access(node, node.node, (None,) * len(node.node.shape), True, True))
            case LetStmt() | Let():
                self._let(node)
                return
        branch = isinstance(node, (IfThenElse, While)) or (isinstance(node, Call) and node.op == "if_then_else")
        self.branches += branch
        for child in children(node):
            self.visit(child)
        self.branches -= branch

    def _poly(self, expr: Expr) -> Index:
        if dt.lanes(expr.dtype) != 1:
            return None  # a vector of indices: no single element
        poly = self.analyzer.poly(expr)
        if self.values and poly.uses(self.values):
            return self.analyzer.replace(poly, self.values)
        return poly

    def _add(
        self, node: BufferLoad | BufferStore, buffer: Buffer, indices: tuple[Expr, ...], reads: bool, writes: bool
    ) -> None:
        literal = None
        # Two stores of one literal to an element commute.
        if isinstance(node, BufferStore) and isinstance(node.value, (IntImm, FloatImm)):
            literal = repr(node.value.value)
        index = tuple(self._poly(i) for i in indices)
        role, branch = self.roles.get(id(node)), self.branches > 0
        self.collected.append(Access(node, buffer, index, reads, writes, role, literal, conditional=branch))

    def _store(self, store: BufferStore) -> None:
        # c = c + x: load and store of `c` have one role, since accumulations of one operator commute with each other.
        update = accumulation(store)
        if update is not None:
            op, loads = update
            role = (op, store.buffer)
            self.roles[id(store)] = role
            self.roles.update((id(load), role) for load in loads)
        self.visit(store.value)
        for index in store.indices:
            self.visit(index)
        self._add(store, store.buffer, store.indices, False, True)

    def _let(self, node: LetStmt | Let) -> None:
        self.visit(node.value)
        self.bound[node.var] = None
        if isinstance(node, LetStmt):
            update = pair_accumulation(node)
            if update is not None:
                op, buffers = update
                for item in walk(node):
                    if isinstance(item, (BufferLoad, BufferStore)) and item.buffer in buffers:
                        self.roles[id(item)] = (op, *buffers)
        if dt.is_int(node.var.dtype) and dt.lanes(node.var.dtype) == 1:
            value = self._poly(node.value)
            if value is not None:
                self.values = {**self.values, node.var: value}
        self.visit(node.body)

    def _realize(self, realize: BlockRealize) -> None:
        for value in realize.values:
            self.visit(value)
        self.visit(realize.predicate)
        block = realize.block
        bound: dict[Var, Poly] = {}
        for axis, value in zip(block.iters, realize.values, strict=True):
            poly = self._poly(value)
            if poly is not None:
                bound[axis.var] = poly
        # The guard holds at every access of the block; `positive` keeps it in terms of the loops outside.
        signs = [s for part in conjuncts(realize.predicate) for s in self.analyzer.comparison_polys(part)]
        guards = tuple(self.analyzer.replace(s, self.values) for s in signs)
        inside = self.table.of_block(block)
        self.bound.update(inside.bound)
        self.bound.update(dict.fromkeys(a.var for a in block.iters if a.var not in bound))
        values = {**self.values, **bound}
        for item in inside.items:
            if item.buffer in block.allocs:
                continue  # private to an instance
            item = with_values(self.analyzer, item, values)
            branch = item.conditional or self.branches > 0
            self.collected.append(replace(item, positive=(*item.positive, *guards), block=realize, conditional=branch))


def with_values(analyzer: Analyzer, access: Access, values: Mapping[Var, Poly]) -> Access:
    """An access with variables replaced."""
    return replace(
        access,
        index=tuple(None if i is None else analyzer.replace(i, values) for i in access.index),
        zero=tuple(analyzer.replace(poly, values) for poly in access.zero),
        positive=tuple(analyzer.replace(poly, values) for poly in access.positive),
    )
