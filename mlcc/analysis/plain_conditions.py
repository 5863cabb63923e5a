"""Conditions on sizes, written without what they say twice.

Slices and broadcasts say what they need each for itself: a row that ends at ``m = min(1000000000, n)`` and is added to
one of `n` elements needs ``n == m or n == 1 or m == 1``, ``m <= n`` and ``n <= m``. All of it is ``n <= 1000000000``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mlcc.ir import Binary, Expr, any_of, as_int, binary

from .extents import Sizes
from .simplify import same


def plain_conditions(known: Sizes, conditions: Iterable[Expr]) -> Iterator[tuple[int, Expr]]:
    """The number and a plainer form of each condition that does not follow from the ones before it; `known` learns
    them."""
    for number, condition in enumerate(conditions):
        plain = _plain(known, condition)
        if not known.can_prove(plain):
            yield number, plain
            known.assume(plain)


def _plain(known: Sizes, condition: Expr) -> Expr:
    parts = [_without_extreme(part) for part in _alternatives(condition)]
    kept: list[Expr] = []
    for number, part in enumerate(parts):
        others = [*kept, *parts[number + 1 :]]
        with known.assuming(part):
            if not any(map(known.can_prove, others)):
                kept.append(part)
    changed = len(kept) < len(parts) or any(not same(a, b) for a, b in zip(kept, _alternatives(condition), strict=True))
    return any_of(*kept) if changed else condition


def _alternatives(condition: Expr) -> list[Expr]:
    if isinstance(condition, Binary) and condition.op == "or":
        return [*_alternatives(condition.a), *_alternatives(condition.b)]
    return [condition]


def _without_extreme(part: Expr) -> Expr:
    """An equation with a minimum or maximum as a comparison of its operands, where that says the same."""
    if not isinstance(part, Binary) or part.op != "eq":
        return part
    for side, other in ((part.a, part.b), (part.b, part.a)):
        if not isinstance(side, Binary) or side.op not in ("min", "max"):
            continue
        for one, rest in ((side.a, side.b), (side.b, side.a)):
            if same(rest, other):  # n == min(m, n)
                return binary("le" if side.op == "min" else "ge", other, one)
            number, limit = as_int(other), as_int(one)
            if number is not None and limit is not None and (number < limit) == (side.op == "min") and number != limit:
                return binary("eq", rest, other)  # 1 == min(9, n)
    return part
