"""How much work programs do, in additions: one instance of a block, and a nest of loops in terms of its sizes."""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.ir import (
    AssertStmt,
    Binary,
    BufferLoad,
    BufferStore,
    Call,
    Cast,
    Expr,
    For,
    LetStmt,
    Node,
    Select,
    Stmt,
    Var,
    While,
    children,
    free_vars,
    is_instruction,
    meaning_of,
    walk,
)
from mlcc.ir import dtype as dt

from .poly import Poly
from .simplify import Analyzer

#: What a mathematical function costs, in additions.
_CALL_COST = 12
_DIVISIONS = ("div", "floordiv", "floormod", "truncdiv", "truncmod")


def operations(body: Node) -> int:
    """What a body without loops costs, in additions; at least 1. The computation of indices costs nothing."""
    return max(1, sum(_cost_of(node) for node in _values(body)))


def work_of(loop: For) -> Poly | None:
    """The work of all iterations of a loop over lowered statements, in terms of the variables outside of it.

    An upper bound where loops end early and branches exclude each other; None where loops inside have extents that are
    known only there (of values bound or loaded inside too), or while loops.
    """
    inside = {node.var for node in walk(loop) if isinstance(node, (For, LetStmt))}
    return _work(loop, inside, Analyzer())


def _work(stmt: Stmt, inside: set[Var], ana: Analyzer) -> Poly | None:
    if is_instruction(stmt):
        return _work(meaning_of(stmt.value), inside, ana)  # type: ignore[attr-defined]
    if isinstance(stmt, While):
        return None
    parts = [item for item in children(stmt) if isinstance(item, Stmt)]
    total = Poly.const(0)
    if not parts:
        return total if isinstance(stmt, AssertStmt) else Poly.const(operations(stmt))
    for part in parts:
        work = _work(part, inside, ana)
        if work is None:
            return None
        total = total + work
    if isinstance(stmt, For):
        extent = _known(stmt.extent, inside)
        return None if extent is None else total.times(ana.poly(extent))
    return total


def _known(extent: Expr, inside: set[Var]) -> Expr | None:
    """An upper bound of an extent that no loop inside changes: `min(8, n - 8 * i)` is at most 8."""
    if not inside & set(free_vars(extent)) and not any(isinstance(node, BufferLoad) for node in walk(extent)):
        return extent
    if isinstance(extent, Binary) and extent.op == "min":
        first = _known(extent.a, inside)
        return _known(extent.b, inside) if first is None else first
    return None


def _values(body: Node) -> Iterator[Node]:
    """The nodes of a body that compute values, not indices."""
    stack: list[Node] = [body]
    while stack:
        node = stack.pop()
        yield node
        skip = node.indices if isinstance(node, (BufferLoad, BufferStore)) else ()
        stack.extend(c for c in children(node) if not any(c is i for i in skip))


def _cost_of(node: Node) -> int:
    match node:
        case Call(op="if_then_else" | "fma" | "abs" | "fabs" | "likely" | "reinterpret"):
            return 1
        case Call(op="sqrt"):
            return 4
        case Call():
            return _CALL_COST
        case Binary():
            return 4 if node.op in _DIVISIONS and dt.is_float(node.dtype) else 1
        case BufferLoad() | BufferStore() | Select() | Cast():
            return 1
    return 0
