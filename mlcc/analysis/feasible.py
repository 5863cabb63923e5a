"""Whether linear equations over bounded integers can have a solution.

Bounds are propagated through the equations until nothing changes, with the congruences that follow from common
divisors. Contradictions found so are certain; where none is found there may still be no solution, so that the answer
"no solution" is a proof and the other is not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import gcd, inf

from .ranges import Bounds, Number

#: ``constant + sum(coefficient * unknown) == 0``.
Row = tuple[int, Mapping[Hashable, int]]

#: Bounds that shrink one by one (``x = y + 1, y = x - 1``) are not followed to the end.
_ROUNDS = 16


class Equations:
    """Unknowns with their bounds (inclusive), and linear equations among them.

    An implication is a row that holds as soon as all its premises are 0.
    """

    def __init__(self) -> None:
        self.bounds: dict[Hashable, Bounds] = {}
        self.rows: list[Row] = []
        self.implications: list[tuple[tuple[Hashable, ...], Row]] = []

    def solve(self, limits: Iterable[tuple[Hashable, Bounds]] = ()) -> dict[Hashable, Bounds] | None:
        """The bounds that all solutions within `limits` have; None when there is certainly no solution."""
        known = dict(self.bounds)
        for key, (low, high) in limits:
            old = known.get(key, (-inf, inf))
            known[key] = max(old[0], low), min(old[1], high)
            if known[key][0] > known[key][1]:
                return None
        rows = list(self.rows)
        waiting = list(self.implications)
        while True:
            if not _propagate(rows, known):
                return None
            now = [item for item in waiting if all(known[key] == (0, 0) for key in item[0])]
            if not now:
                return known
            waiting = [item for item in waiting if item not in now]
            rows += [row for _, row in now]


def _propagate(rows: list[Row], known: dict[Hashable, Bounds]) -> bool:
    """Tighten the bounds by the rows; False on a contradiction."""
    for _ in range(_ROUNDS):
        changed = False
        for constant, terms in rows:
            outcome = _tighten(constant, terms, known)
            if outcome is None:
                return False
            changed = changed or outcome
        if not changed:
            break
    return True


def _tighten(constant: int, terms: Mapping[Hashable, int], known: dict[Hashable, Bounds]) -> bool | None:
    """Whether one row changed a bound; None when it cannot hold."""
    low, high = _range(constant, terms, known)
    if low > 0 or high < 0:
        return None
    fixed = constant
    free = []
    for key, factor in terms.items():
        lo, hi = known[key]
        if lo == hi:
            fixed += factor * int(lo)
        else:
            free.append((key, factor))
    divisor = gcd(*(factor for _, factor in free))
    if fixed % divisor if divisor else fixed:
        return None
    changed = False
    for key, factor in free:
        lo, hi = known[key]
        # factor * unknown is what the rest of the row leaves
        rest_low, rest_high = _range(constant, terms, known, key)
        size = abs(factor)
        first, last = (-rest_high, -rest_low) if factor > 0 else (rest_low, rest_high)
        new_lo = lo if first == -inf else max(lo, -(-int(first) // size))
        new_hi = hi if last == inf else min(hi, int(last) // size)
        if size == 1 and len(free) > 1:
            step = gcd(*(f for k, f in free if k != key))
            rest = (-fixed * factor) % step
            new_lo = new_lo if new_lo == -inf else new_lo + (rest - int(new_lo)) % step
            new_hi = new_hi if new_hi == inf else new_hi - (int(new_hi) - rest) % step
        if new_lo > new_hi:
            return None
        if (new_lo, new_hi) != (lo, hi):
            known[key] = new_lo, new_hi
            changed = True
    return changed


def _range(
    constant: int, terms: Mapping[Hashable, int], known: dict[Hashable, Bounds], without: Hashable = None
) -> Bounds:
    """The least and greatest value of a row, without one of its terms."""
    low: Number = constant
    high: Number = constant
    for key, factor in terms.items():
        if key == without:
            continue
        lo, hi = known[key]
        if factor > 0:
            low, high = low + factor * lo, high + factor * hi
        else:
            low, high = low + factor * hi, high + factor * lo
    return low, high
