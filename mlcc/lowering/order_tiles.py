"""Loads each tile register right before the first product that reads it.

The loads of a step stand before all its products, as schedules place them: two of B, two of A, then four products. The
tile unit computes one product in 16 cycles, and a load takes 8 of the load ports; loads in between use the time of the
products before, so that a step with all operands in L1 takes the time of its products alone::

    load B0, load B1, load A0, load A1, C00 += A0 B0, C01 += A0 B1, C10 += A1 B0, C11 += A1 B1

becomes

    load A0, load B0, C00 += A0 B0, load B1, C01 += A0 B1, load A1, C10 += A1 B0, C11 += A1 B1

A product changes registers only, so that a load may pass it unless it reads the register that is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlcc.analysis import simplify
from mlcc.ir import (
    TILE_DOTS,
    BufferLoad,
    Call,
    Evaluate,
    For,
    PrimFunc,
    SeqStmt,
    Stmt,
    as_int,
    const,
    map_children,
    seq,
    substitute,
)
from mlcc.target import Target

_LOADS = ("amx_tileload", "amx_tileloaddt1")


def order_tiles(func: PrimFunc, target: Target) -> PrimFunc:
    """Place the loads of tile registers, where a target has them, among the products of each sequence."""
    if "amx-tile" not in target.features:
        return func

    def visit(node: Any) -> Any:
        if isinstance(node, SeqStmt):
            return seq(*_ordered(node.stmts, visit))
        return map_children(node, visit) if isinstance(node, Stmt) else node

    return func.with_body(visit(func.body))


def _ordered(stmts: tuple[Stmt, ...], visit: Any) -> Iterator[Stmt]:
    """The statements, with each run of loads and products in its new order."""
    run: list[Call] = []
    for stmt in stmts:
        calls = _calls(stmt)
        if calls is not None:
            run += calls
            continue
        yield from _interleaved(run)
        run = []
        yield visit(stmt)
    yield from _interleaved(run)


def _calls(stmt: Stmt) -> list[Call] | None:
    """The loads and products that a statement consists of, its unrolled loops written out; None if it has others."""
    match stmt:
        case Evaluate(Call() as call):
            return [call] if call.op in _LOADS or call.op in TILE_DOTS else None
        case SeqStmt(stmts):
            parts = [_calls(s) for s in stmts]
            return None if None in parts else [c for part in parts for c in part or ()]
        case For(kind="unroll") if (count := as_int(stmt.extent)) is not None:
            body = _calls(stmt.body)
            if body is None:
                return None
            values = [{stmt.var: stmt.min + const(n, stmt.var.dtype)} for n in range(count)]
            return [simplify(substitute(call, value)) for value in values for call in body]  # type: ignore[misc]
    return None


def _interleaved(run: list[Call]) -> Iterator[Stmt]:
    """The instructions of a run, each load as late as the products allow."""
    waiting: dict[object, Call] = {}
    for call in run:
        if call.op in _LOADS:
            register = _register(call.args[0])
            if register in waiting:  # loaded twice: the order of both is kept
                yield Evaluate(waiting.pop(register))
            waiting[register] = call
            continue
        # The sums are read as well: a product whose registers are not all known waits for every load.
        read = [_register(arg) for arg in (*call.args[1:], call.args[0])]
        for register in list(waiting) if None in read or None in waiting else read:
            if register in waiting:
                yield Evaluate(waiting.pop(register))
        yield Evaluate(call)
    yield from map(Evaluate, waiting.values())


def _register(operand: Any) -> object:
    """What names a register: its buffer and the constant index of its first element; None where that is not known."""
    at = as_int(operand.indices[0]) if isinstance(operand, BufferLoad) and len(operand.indices) == 1 else None
    return None if at is None else (operand.buffer, at)
