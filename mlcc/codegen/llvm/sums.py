"""Indices as sums, as far as they are before the values of unrolled loops are known."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Binary, Cast, Expr, IntImm

from ..integers import keeps_value

#: The types of index arithmetic.
INDEX_TYPES = ("int64", "int32")


@dataclass(frozen=True, slots=True)
class Sum:
    """An index as a constant and terms with factors: variables, and what is neither a sum nor a multiple."""

    constant: int
    terms: tuple[tuple[Expr, int], ...]


def sum_of(expr: Expr) -> Sum:
    """How an expression is a sum: ``(i * 4 + j * n) * 8 + 3`` has the terms ``(i, 32)`` and ``(j * n, 8)``."""
    constant = 0
    terms: dict[int, tuple[Expr, int]] = {}

    def visit(item: Expr, factor: int) -> None:
        nonlocal constant
        kind = type(item)
        if kind is IntImm:
            constant += factor * item.value  # type: ignore[attr-defined]
            return
        if kind is Binary and item.dtype in INDEX_TYPES:
            op, a, b = item.op, item.a, item.b  # type: ignore[attr-defined]
            if op in ("add", "sub"):
                visit(a, factor)
                visit(b, factor if op == "add" else -factor)
                return
            if op == "mul" and (type(a) is IntImm or type(b) is IntImm):
                scale, rest = (a, b) if type(a) is IntImm else (b, a)
                visit(rest, factor * scale.value)
                return
        elif kind is Cast and keeps_value(item):  # type: ignore[arg-type]
            visit(item.value, factor)  # type: ignore[attr-defined]
            return
        have = terms.get(id(item))
        terms[id(item)] = (item, factor if have is None else have[1] + factor)

    visit(expr, 1)
    return Sum(constant, tuple(term for term in terms.values() if term[1]))
