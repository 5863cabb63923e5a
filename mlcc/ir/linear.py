"""Integer expressions as sums of constant multiples of opaque terms, which stay as they are written.

This is the arithmetic below the analysis: ranges are printed and read as ``begin:end`` without a change of their
spelling, and the verifier judges programs before any analysis may rely on them. Everything else asks
:mod:`mlcc.analysis`.
"""

from __future__ import annotations

from typing import NamedTuple

from .expr import Binary, BufferLoad, Call, Cast, Expr, IntImm, Select, binary, const


class Linear(NamedTuple):
    """``constant + sum(coefficient * term)``; `terms` maps a key to (term, coefficient)."""

    constant: int
    terms: dict[object, tuple[Expr, int]]

    def minus(self, other: Linear) -> Linear:
        """The difference, without terms that cancel."""
        terms = dict(self.terms)
        for key, (term, factor) in other.terms.items():
            left = terms.get(key, (term, 0))[1] - factor
            if left:
                terms[key] = (term, left)
            else:
                terms.pop(key, None)
        return Linear(self.constant - other.constant, terms)


def term_key(expr: Expr) -> object:
    """A hashable key, equal for expressions of the same structure (variables by identity)."""
    match expr:
        case Binary():
            return (expr.op, term_key(expr.a), term_key(expr.b))
        case IntImm():
            return ("int", expr.value, expr.dtype)
        case Cast():
            return ("cast", expr.dtype, term_key(expr.value))
        case Call():
            return (expr.op, expr.dtype, *map(term_key, expr.args))
        case BufferLoad():
            return ("load", expr.buffer, *map(term_key, expr.indices))
        case Select():
            return ("select", *map(term_key, (expr.condition, expr.true_value, expr.false_value)))
    return expr


def linear(expr: Expr) -> Linear:
    """Decompose `expr`; subexpressions other than sums and constant multiples are opaque terms."""
    terms: dict[object, tuple[Expr, int]] = {}
    constant = _collect(expr, 1, terms)
    return Linear(constant, {k: t for k, t in terms.items() if t[1]})


def _collect(expr: Expr, factor: int, terms: dict[object, tuple[Expr, int]]) -> int:
    match expr:
        case IntImm():
            return expr.value * factor
        case Binary(op="add"):
            return _collect(expr.a, factor, terms) + _collect(expr.b, factor, terms)
        case Binary(op="sub"):
            return _collect(expr.a, factor, terms) + _collect(expr.b, -factor, terms)
        case Binary(op="mul", b=IntImm(value=scale)):
            return _collect(expr.a, factor * scale, terms)
        case Binary(op="mul", a=IntImm(value=scale)):
            return _collect(expr.b, factor * scale, terms)
    key = term_key(expr)
    _, before = terms.get(key, (expr, 0))
    terms[key] = (expr, before + factor)
    return 0


def range_extent(begin: Expr, end: Expr) -> Expr:
    """``end - begin``, simplified over sums: the inverse of :func:`range_end`."""
    if isinstance(begin, IntImm) and begin.value == 0:
        return end
    start, stop = linear(begin), linear(end)
    length = stop.minus(start)
    if len(length.terms) < len(start.terms) + len(stop.terms) or not length.terms:
        return _from_linear(length, end.dtype)
    return binary("sub", end, begin)


def range_end(begin: Expr, extent: Expr) -> Expr:
    """``begin + extent`` with literals folded at the end: ``i * 4 + 1`` and 3 give ``i * 4 + 4``."""
    if isinstance(begin, Binary) and isinstance(extent, IntImm) and isinstance(begin.b, IntImm):
        if begin.op in ("add", "sub"):
            offset = begin.b.value if begin.op == "add" else -begin.b.value
            total = offset + extent.value
            return (
                binary("add", begin.a, const(total, begin.dtype))
                if total >= 0
                else binary("sub", begin.a, const(-total, begin.dtype))
            )
    return binary("add", begin, extent)


def _from_linear(form: Linear, dtype: str) -> Expr:
    result: Expr = const(0, dtype)
    for term, factor in form.terms.values():
        if factor >= 0:
            result = binary("add", result, binary("mul", term, const(factor, dtype)))
        else:
            result = binary("sub", result, binary("mul", term, const(-factor, dtype)))
    if form.constant < 0:
        return binary("sub", result, const(-form.constant, dtype))
    return binary("add", result, const(form.constant, dtype))
