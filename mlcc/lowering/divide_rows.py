"""Divides rows at their padding, of which each part then is a loop that `find_vectors` finds.

    for j in range(n): B[j] = A[j] * if_then_else(j >= c, X[j - c], 1)

has a choice in each iteration, which no vector does without masks. It becomes

    for j in range(min(c, n)): B[j] = A[j] * 1
    for j in range(min(c, n), n): B[j] = A[j] * X[j - c]

Rows of constant length, and with a padding of constant width, are divided later (`partition_loops`): what is padding is
a few elements, not vectors.
"""

from __future__ import annotations

from typing import Any

from mlcc.ir import Call, For, Node, PrimFunc, SeqStmt, Stmt, as_int, free_vars, map_children, walk
from mlcc.target import Target

from .find_vectors import may_be_vectors
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
        return parts if parts is not None and vectors else row


def _has_loop(body: Node) -> bool:
    return any(isinstance(n, For) for n in walk(body))
