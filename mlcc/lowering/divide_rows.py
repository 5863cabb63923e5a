"""Divides rows at their padding, of which each part then is a loop that `find_vectors` finds.

    for j in range(n): B[j] = A[j] * if_then_else(j >= c, X[j - c], 1)

has a choice in each iteration, which no vector does without masks. It becomes

    for j in range(min(c, n)): B[j] = A[j] * 1
    for j in range(min(c, n), n): B[j] = A[j] * X[j - c]

Where masked loads are cheap, both parts consist of whole vectors, as the row does, and the vector in which they meet
keeps the choice: for c = 11, n = 40 and vectors of 8, that is [0, 8), [8, 16) with the choice, and [16, 40).

Rows of constant length, and with a padding of constant width, are divided later (`partition_loops`): what is padding is
a few elements, not vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.ir import (
    Binary,
    Call,
    For,
    IfThenElse,
    Node,
    PrimFunc,
    SeqStmt,
    Stmt,
    as_int,
    const,
    free_vars,
    map_children,
    maximum,
    seq,
    update,
    walk,
)
from mlcc.target import Target

from .find_vectors import may_be_vectors
from .split_vectors import lanes_of, masks_are_cheap, vector_part
from .unswitch_loops import Unswitcher


def divide_rows(func: PrimFunc, target: Target) -> PrimFunc:
    """Divide the innermost loops of symbolic extent that are vectors but for the conditions of their loads."""
    if target.vector_bits < 128 or not any(isinstance(n, Call) and n.op == "if_then_else" for n in walk(func.body)):
        return func
    return func.with_body(_Divider(func, target).inside(func.body))


class _Divider(Unswitcher):
    def __init__(self, func: PrimFunc, target: Target) -> None:
        super().__init__(func, target)
        self.func = func

    def visit(self, node: Any) -> Any:
        """The parts of a row stay as they are."""
        return node

    def inside(self, node: Any) -> Any:
        """Divide the rows below a node."""
        if isinstance(node, For):
            self._bind(node)
            if node.kind == "serial" and as_int(node.extent) is None and not _has_loop(node.body):
                return self._divided(node)
        if isinstance(node, Stmt):
            return map_children(node, lambda c: self.inside(c) if isinstance(c, Stmt) else c)
        return node

    def _divided(self, row: For) -> Stmt:
        """The parts of a row, if they are vectors and begin where a number says that its length does not depend on."""
        parts = self.ranges(row, direct=True)
        loops = parts.stmts if isinstance(parts, SeqStmt) else ()
        known = set(free_vars(row.extent))
        vectors = any(
            isinstance(part, For)
            and not known.issuperset(free_vars(part.min))
            and may_be_vectors(self.func, part, self.target)
            for part in loops
        )
        self._bind(row)
        if parts is None or not vectors:
            return row
        meet = _two_parts(row, loops)
        return parts if meet is None or not masks_are_cheap(row.body, self.target) else self._in_vectors(row, *meet)

    def _in_vectors(self, row: For, first: For, second: For) -> Stmt:
        """The two parts of a row as vectors of it, and the one in which they meet."""
        dtype, lanes = row.var.dtype, lanes_of(row, self.target)
        width = const(lanes, dtype)
        begin = second.min // width * width
        end = (second.min + (width - 1)) // width * width
        both = vector_part(row, begin, lanes)
        assert isinstance(both, For)
        inside = Binary("lt", begin + both.var, row.extent)
        last = update(both, body=IfThenElse(inside, both.body))
        return seq(
            update(first, extent=begin),
            IfThenElse(Binary("lt", begin, end), IfThenElse(Binary("le", end, row.extent), both, last)),
            update(second, min=end, extent=maximum(row.extent - end, const(0, dtype))),
        )


def _two_parts(row: For, parts: Sequence[Stmt]) -> tuple[For, For] | None:
    """The loops of a row from 0 on that has been divided once."""
    if len(parts) != 2 or as_int(row.min) != 0:
        return None
    first, second = parts
    return (first, second) if isinstance(first, For) and isinstance(second, For) else None


def _has_loop(body: Node) -> bool:
    return any(isinstance(n, For) for n in walk(body))
