"""The values that an index takes while some loops run, as an interval in terms of the other variables.

With ``0 <= j < 4``, relaxing ``i * 4 + j`` over `j` gives ``[i * 4, i * 4 + 3]``.
"""

from __future__ import annotations

from collections.abc import Container
from math import inf
from typing import NamedTuple

from mlcc.ir import Var

from .poly import ZERO, Atom, Digit, Mono, Opaque, Poly
from .simplify import Analyzer


class Interval(NamedTuple):
    """``low <= value <= high``; `exact`: every integer in between is taken (they are not merely bounds)."""

    low: Poly
    high: Poly
    exact: bool


def relax(analyzer: Analyzer, poly: Poly, inner: Container[Var]) -> Interval | None:
    """Bounds of `poly` over all values of the variables in `inner`, in terms of the others.

    None where the value depends on a term without bounds, such as a loaded index.
    """
    fixed: dict[Mono, int] = {}
    moving: list[tuple[Mono, int]] = []
    for mono, coef in poly.terms.items():
        if any(_moves(a, inner) for a in mono):
            moving.append((mono, coef))
        else:
            fixed[mono] = coef
    base = Poly(fixed)
    if not moving:
        return Interval(base, base, True)
    low = high = base
    exact = len(moving) == 1 or _independent(moving)
    for mono, coef in moving:
        interval = _mono_interval(analyzer, mono, coef, inner)
        if interval is None:
            return None
        low, high = low + interval.low, high + interval.high
        exact = exact and interval.exact
    if _still_moving(low, inner) or _still_moving(high, inner):
        return None
    return Interval(low, high, exact and _gapless(analyzer, moving))


def _still_moving(poly: Poly, inner: Container[Var]) -> bool:
    return any(_moves(a, inner) for m in poly.terms for a in m)


def _moves(atom: Atom, inner: Container[Var]) -> bool:
    if isinstance(atom, Var):
        return atom in inner
    if isinstance(atom, Digit):
        return any(v in inner for v in atom.source.variables())
    return any(v in inner for v in Poly.atom(atom).variables())


def _independent(moving: list[tuple[Mono, int]]) -> bool:
    """Whether no variable occurs in two of the terms."""
    seen: set[Var] = set()
    for mono, _ in moving:
        names = set(Poly({mono: 1}).variables())
        if names & seen:
            return False
        seen |= names
    return True


def steps_without_gaps(analyzer: Analyzer, start: Poly, size: int, outer: Container[Var]) -> bool:
    """Whether ``[start, start + size)`` leaves no gaps while the variables in `outer` run."""
    moving = [(m, c) for m, c in start.terms.items() if any(_moves(a, outer) for a in m)]
    return not moving or (_independent(moving) and _gapless(analyzer, moving, size))


def _gapless(analyzer: Analyzer, moving: list[tuple[Mono, int]], size: int = 1) -> bool:
    """Whether the terms together take every integer between their extremes, in steps of at most `size`."""
    covered: float = size
    for mono, coef in sorted(moving, key=lambda item: abs(item[1])):
        low, high = analyzer.interval(Poly({mono: 1}))
        if len(mono) != 1 or abs(coef) > covered:
            return False
        covered = inf if high == inf or low == -inf else covered + abs(coef) * (high - low)
    return True


def _mono_interval(analyzer: Analyzer, mono: Mono, coef: int, inner: Container[Var]) -> Interval | None:
    if len(mono) == 1:
        interval = _atom_interval(analyzer, mono[0], inner)
        if interval is None:
            return None
        low, high, exact = interval
        if coef > 0:
            return Interval(low.scaled(coef), high.scaled(coef), exact)
        return Interval(high.scaled(coef), low.scaled(coef), exact)
    # a product: one moving factor times factors of known sign
    moving = [a for a in mono if _moves(a, inner)]
    if len(moving) == 1:
        rest = Poly({tuple(a for a in mono if a is not moving[0]): coef})
        interval = _atom_interval(analyzer, moving[0], inner)
        if interval is not None:
            sign_low, sign_high = analyzer.interval(rest)
            if sign_low >= 0:
                return Interval(interval.low.times(rest), interval.high.times(rest), False)
            if sign_high <= 0:
                return Interval(interval.high.times(rest), interval.low.times(rest), False)
    return _numeric(analyzer, Poly({mono: coef}))


def _atom_interval(analyzer: Analyzer, atom: Atom, inner: Container[Var]) -> Interval | None:
    if isinstance(atom, Var):
        low, high = analyzer.range_of(atom)
        if low is None or high is None:
            return None
        # the ends may themselves depend on inner variables (dependent loops)
        return _ends(analyzer, low, high, inner)
    if isinstance(atom, Digit):
        return _digit_interval(analyzer, atom, inner)
    return _opaque_interval(analyzer, atom, inner)


def _ends(analyzer: Analyzer, low: Poly, high: Poly, inner: Container[Var]) -> Interval | None:
    if not (_still_moving(low, inner) or _still_moving(high, inner)):
        return Interval(low, high, True)
    below, above = relax(analyzer, low, inner), relax(analyzer, high, inner)
    if below is None or above is None:
        return None
    return Interval(below.low, above.high, False)


def _digit_interval(analyzer: Analyzer, digit: Digit, inner: Container[Var]) -> Interval | None:
    source = relax(analyzer, digit.source, inner)
    if source is None:
        return None if digit.upper is None else _numeric(analyzer, Poly.atom(digit))
    lower = Poly.const(digit.lower)
    if digit.upper is None:
        low = analyzer.floordiv(source.low, lower)
        high = analyzer.floordiv(source.high, lower)
        return Interval(low, high, source.exact)
    # x % u: monotone only inside one period
    upper = Poly.const(digit.upper)
    period = analyzer.floordiv(source.low, upper)
    if period == analyzer.floordiv(source.high, upper):
        start = period.scaled(digit.upper)
        low = analyzer.floordiv(source.low - start, lower)
        high = analyzer.floordiv(source.high - start, lower)
        return Interval(low, high, source.exact)
    covers = analyzer.nonneg((source.high - source.low).shift(1 - digit.upper))
    most = Poly.const((digit.upper - 1) // digit.lower)
    return Interval(ZERO, most, source.exact and covers)


def _opaque_interval(analyzer: Analyzer, atom: Opaque, inner: Container[Var]) -> Interval | None:
    kind = atom.parts[0]
    parts = list(atom.polys())
    if kind in ("min", "max"):
        first, second = (relax(analyzer, p, inner) for p in parts)
        if first is not None and second is not None:
            low = analyzer.minmax(str(kind), first.low, second.low, atom.expr.dtype)
            high = analyzer.minmax(str(kind), first.high, second.high, atom.expr.dtype)
            return Interval(low, high, False)
    if kind == "floordiv" and not _still_moving(parts[1], inner) and analyzer.positive(parts[1]):
        source = relax(analyzer, parts[0], inner)
        if source is not None:
            low = analyzer.floordiv(source.low, parts[1])
            return Interval(low, analyzer.floordiv(source.high, parts[1]), source.exact)
    if kind == "floormod" and not _still_moving(parts[1], inner) and analyzer.positive(parts[1]):
        return Interval(ZERO, parts[1].shift(-1), False)
    return _numeric(analyzer, Poly.atom(atom))


def _numeric(analyzer: Analyzer, poly: Poly) -> Interval | None:
    low, high = analyzer.interval(poly)
    if isinstance(low, float) or isinstance(high, float):
        return None
    return Interval(Poly.const(low), Poly.const(high), False)
