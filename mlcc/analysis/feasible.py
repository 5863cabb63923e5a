"""Whether linear equations over bounded integers can have a solution.

Bounds are propagated through the equations until nothing changes, with the congruences that follow from common
divisors. A contradiction proves that there is no solution; without one there may still be none.

An example: ``4 * x + y + 1 = 0`` with -7 <= x <= 7 and -3 <= y <= 3 bounds x to -1 .. 0. As y is -1 modulo 4, its
bounds become -1 .. 3.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import gcd, inf

from .ranges import Bounds, Number

#: ``constant + sum(coefficient * unknown) == 0``.
Row = tuple[int, Mapping[Hashable, int]]

#: Limits the propagation of bounds that shrink by one per round, as in ``x = y + 1, y = x - 1``.
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
        """Bounds that all solutions within `limits` satisfy; None where it is proven that there is no solution."""
        bounds = dict(self.bounds)
        for key, (low, high) in limits:
            old = bounds.get(key, (-inf, inf))
            bounds[key] = max(old[0], low), min(old[1], high)
            if bounds[key][0] > bounds[key][1]:
                return None
        rows = list(self.rows)
        waiting = list(self.implications)
        while True:
            if not _propagate(rows, bounds):
                return None
            # An implication whose premises have become 0 is a row from then on, and may bound others further.
            now = [item for item in waiting if all(bounds[key] == (0, 0) for key in item[0])]
            if not now:
                return bounds
            waiting = [item for item in waiting if item not in now]
            rows += [row for _, row in now]


def _propagate(rows: list[Row], bounds: dict[Hashable, Bounds]) -> bool:
    """Tighten the bounds by the rows; False on a contradiction."""
    for _ in range(_ROUNDS):
        changed = False
        for constant, terms in rows:
            outcome = _tighten(constant, terms, bounds)
            if outcome is None:
                return False
            changed = changed or outcome
        if not changed:
            break
    return True


def _tighten(constant: int, terms: Mapping[Hashable, int], bounds: dict[Hashable, Bounds]) -> bool | None:
    """Whether one row changed a bound; None when it cannot hold."""
    low, high = _range(constant, terms, bounds)
    if low > 0 or high < 0:
        return None
    fixed = constant
    free = []
    for key, factor in terms.items():
        lo, hi = bounds[key]
        if lo == hi:
            fixed += factor * int(lo)
        else:
            free.append((key, factor))
    # 4 * x + 6 * y + 1 = 0 has no solution, as 2 does not divide 1. With nothing free, the constant must be 0.
    divisor = gcd(*(factor for _, factor in free))
    if fixed % divisor if divisor else fixed:
        return None
    changed = False
    for key, factor in free:
        lo, hi = bounds[key]
        # factor * unknown is the negative of the other terms of the row
        rest_low, rest_high = _range(constant, terms, bounds, key)
        size = abs(factor)
        # 4 * x in [-4, 2] bounds x to [-1, 0]: rounded inwards.
        first, last = (-rest_high, -rest_low) if factor > 0 else (rest_low, rest_high)
        new_lo = lo if first == -inf else max(lo, -(-int(first) // size))
        new_hi = hi if last == inf else min(hi, int(last) // size)
        # y = -1 - 4 * x is 3 modulo 4 whatever x is: from [-3, 3] its bounds become [-1, 3].
        if size == 1 and len(free) > 1:
            step = gcd(*(f for k, f in free if k != key))
            rest = (-fixed * factor) % step
            new_lo = new_lo if new_lo == -inf else new_lo + (rest - int(new_lo)) % step
            new_hi = new_hi if new_hi == inf else new_hi - (int(new_hi) - rest) % step
        if new_lo > new_hi:
            return None
        if (new_lo, new_hi) != (lo, hi):
            bounds[key] = new_lo, new_hi
            changed = True
    return changed


def _range(
    constant: int, terms: Mapping[Hashable, int], bounds: dict[Hashable, Bounds], without: Hashable = None
) -> Bounds:
    """The least and greatest value of a row, without one of its terms."""
    low: Number = constant
    high: Number = constant
    for key, factor in terms.items():
        if key == without:
            continue
        lo, hi = bounds[key]
        if factor > 0:
            low, high = low + factor * lo, high + factor * hi
        else:
            low, high = low + factor * hi, high + factor * lo
    return low, high
