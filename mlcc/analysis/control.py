"""The control of a block (what decides whether, where and how often it runs) and the memory that it reads.

A guard such as ``T.where(M[i] > 0)`` reads memory just as the body does, and so may bindings, and the bounds and
conditions of the statements over a block: ``for j in range(rows[i], rows[i + 1])``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from mlcc.ir import (
    BlockRealize,
    BufferLoad,
    BufferRegion,
    Expr,
    For,
    IfThenElse,
    IntImm,
    LetStmt,
    Node,
    Range,
    Stmt,
    Var,
    const,
    free_vars,
    walk,
)  # fmt: skip

from .affine import conjuncts, negation
from .tree import Site

Regions = tuple[BufferRegion, ...]


class ControlReads:
    """The regions read by guards, bindings, bounds and conditions, cached per statement."""

    def __init__(self) -> None:
        self._own: dict[int, tuple[Stmt, Regions]] = {}

    def of(self, site: Site) -> Regions:
        """The regions read by the guard and the bindings of a block, and by the statements around it in its scope."""
        own, over = self._of_statement(site.node), self.over(site)
        return (*own, *over) if over else own

    def over(self, site: Site) -> Regions:
        """The regions read by the statements around a block in its scope: bounds of loops, conditions of branches."""
        regions: Regions = ()
        for above in site.ancestors():
            if above.is_block:
                break
            over = self._of_statement(above.node)
            if over:
                regions = (*regions, *over)
        return regions

    def _of_statement(self, stmt: Stmt) -> Regions:
        cached = self._own.get(id(stmt))
        if cached is None:
            regions = tuple(_region(load) for expr in control_expressions(stmt) for load in loads_in(expr))
            cached = self._own[id(stmt)] = (stmt, regions)
        return cached[1]


def guards_of(site: Site, top: Site | None = None, beside: Site | None = None) -> list[Expr]:
    """The conditions under which a block runs: those of the statements around it in its scope, then its own guard.

    The former are conditions of branches, and bounds of loops that depend on other loops (see `dependent_bounds`).
    With `top`, a loop over the block, only statements below that loop count; branches that the block `beside` is in
    too do not.
    """
    conditions = conjuncts(site.realize.predicate)
    shared = {id(above) for above in beside.ancestors()} if beside is not None else set()
    below = site
    for above in _within_scope(site, top):
        if isinstance(above.node, IfThenElse) and id(below) not in shared:
            taken = below.node is above.node.then_body
            conditions = [*conjuncts(above.node.condition if taken else negation(above.node.condition)), *conditions]
        below = above
    return [*dependent_bounds(site, top), *conditions]


def dependent_bounds(site: Site, top: Site | None = None) -> list[Expr]:
    """The bounds of loops over a block that depend on other loops: ``j < i + 1`` of ``for j in range(i + 1)``."""
    others = {s.loop.var for s in site.loops()}
    result: list[Expr] = []
    for above in _within_scope(site, top):
        if isinstance(above.node, For):
            loop = above.node
            bounds = [(loop.min, loop.min <= loop.var), (loop.extent, loop.var < loop.min + loop.extent)]
            result += [condition for bound, condition in bounds if others & set(free_vars(bound))]
    return result


def _within_scope(site: Site, top: Site | None) -> Iterator[Site]:
    """The statements around a block in its scope, innermost first; with `top`, those below it."""
    return takewhile(lambda above: not above.is_block and above is not top, site.ancestors())


def control_expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions of a statement that control the statements below it."""
    match stmt:
        case BlockRealize():
            ends = (e for axis in stmt.block.iters for e in (axis.dom.min, axis.dom.extent))
            return (*stmt.values, stmt.predicate, *ends)
        case For():
            return stmt.min, stmt.extent
        case IfThenElse():
            return (stmt.condition,)
        case LetStmt():
            return (stmt.value,)
    return ()


def loads_in(item: Node) -> Iterator[BufferLoad]:
    """Every load below a node."""
    if not isinstance(item, (Var, IntImm)):
        for node in walk(item):
            if isinstance(node, BufferLoad):
                yield node


def reads_memory(item: Node) -> bool:
    """Whether an expression loads from a buffer."""
    return next(loads_in(item), None) is not None


def _region(load: BufferLoad) -> BufferRegion:
    """The element that is loaded; the full dimension where the index is itself loaded."""
    return BufferRegion(
        load.buffer,
        tuple(
            Range(const(0, size.dtype), size) if reads_memory(index) else Range(index, const(1, index.dtype))
            for index, size in zip(load.indices, load.buffer.shape, strict=True)
        ),
    )
