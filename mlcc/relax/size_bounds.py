"""Bounds of sizes that depend on numbers which only the run computes: memory is planned for the largest.

Each such variable lies between 0 and its bound; other variables are sizes, never below 0. A size is followed from its
leaves as an interval, whose ends are expressions: of ``0 - (0 - count) // 2 * 2``, `count` rounded up to an even number
with `count` at most `n`, they are ``0`` and ``0 - (0 - n) // 2 * 2``. The difference swaps the ends of what it
subtracts, and so does a negative factor.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from mlcc.analysis import never_negative
from mlcc.ir import Binary, Cast, DerivedDim, Expr, Select, Var, all_roots, as_int, const, maximum, minimum

Ends = tuple[Expr, Expr]


def upper_bound(expr: Expr, bounds: Mapping[Var, Expr]) -> Expr:
    """An upper bound of a size whose variables lie between 0 and their `bounds`; other variables stay symbolic."""
    return interval(expr, bounds)[1]


def lower_bound(expr: Expr, bounds: Mapping[Var, Expr]) -> Expr:
    """A lower bound of a size, as :func:`upper_bound`."""
    return interval(expr, bounds)[0]


def interval(expr: Expr, bounds: Mapping[Var, Expr]) -> Ends:
    """Both bounds of a size; of an operator that is not known here they are 0 and the size itself."""
    return _Intervals(bounds).of(expr)


class _Intervals:
    """The intervals of the parts of one size: a part that is used several times is followed once."""

    def __init__(self, bounds: Mapping[Var, Expr]) -> None:
        self.bounds = bounds
        self.known: dict[int, tuple[Expr, Ends]] = {}  # by identity; the part is kept, so that its number is

    def of(self, expr: Expr) -> Ends:
        if id(expr) not in self.known:
            self.known[id(expr)] = expr, self._follow(expr)
        return self.known[id(expr)][1]

    def _follow(self, expr: Expr) -> Ends:
        if not any(v in self.bounds for v in all_roots(expr)):
            return expr, expr
        match expr:
            case DerivedDim():
                return self.of(expr.value)
            case Var():
                return const(0, expr.dtype), self.bounds[expr]
            case Cast():
                return self.of(expr.value)
            case Select():
                a, b = self.of(expr.true_value), self.of(expr.false_value)
                return minimum(a[0], b[0]), maximum(a[1], b[1])
            case Binary(op=op) if op in _RULES:
                return _RULES[op](self.of(expr.a), self.of(expr.b))
        return const(0, "int64"), expr


def _sum(a: Ends, b: Ends) -> Ends:
    return a[0] + b[0], a[1] + b[1]


def _difference(a: Ends, b: Ends) -> Ends:
    return a[0] - b[1], a[1] - b[0]


def _product(a: Ends, b: Ends) -> Ends:
    for (low, high), other in ((a, b), (b, a)):
        factor = _number(other)
        if factor is not None:
            return (low * factor, high * factor) if factor >= 0 else (high * factor, low * factor)
    if _is_positive(a[0]) and _is_positive(b[0]):
        return a[0] * b[0], a[1] * b[1]
    every = [x * y for x in a for y in b]
    return reduce(minimum, every), reduce(maximum, every)


def _quotient(a: Ends, b: Ends) -> Ends:
    """Of a divisor that the run computes it is known to be at least 1 only: a quotient is between 0 and `a`."""
    divisor = _number(b)
    if divisor:
        return (a[0] // divisor, a[1] // divisor) if divisor > 0 else (a[1] // divisor, a[0] // divisor)
    if _is_positive(a[0]):
        return const(0, "int64"), a[1]
    return minimum(a[0], 0), maximum(a[1], 0)


def _remainder(a: Ends, b: Ends) -> Ends:
    return const(0, "int64"), minimum(a[1], b[1]) if _is_positive(a[0]) else b[1]


def _least(a: Ends, b: Ends) -> Ends:
    return minimum(a[0], b[0]), minimum(a[1], b[1])


def _largest(a: Ends, b: Ends) -> Ends:
    return maximum(a[0], b[0]), maximum(a[1], b[1])


_RULES = {
    "add": _sum, "sub": _difference, "mul": _product, "floordiv": _quotient, "floormod": _remainder, "min": _least,
    "max": _largest,
}  # fmt: skip


def _number(ends: Ends) -> int | None:
    """The number that both ends are, or None."""
    low, high = map(as_int, ends)
    return low if low == high else None


def _is_positive(expr: Expr) -> bool:
    """Whether an end is known not to be below 0."""
    number = as_int(expr)
    if number is not None:
        return number >= 0
    match expr:
        case Var():
            return True
        case Cast():
            return _is_positive(expr.value)
        case Binary(op="max" | "add" | "mul" | "min" | "floordiv" | "floormod"):
            holds = any if expr.op == "max" else all
            if holds(map(_is_positive, (expr.a, expr.b))):
                return True
    return never_negative(expr)
