"""Choosing tile sizes: deterministic unless a decision or a seed is given."""

from __future__ import annotations

import random


def divisors(n: int) -> list[int]:
    """The divisors of a positive number, ascending."""
    small = [d for d in range(1, int(n**0.5) + 1) if n % d == 0]
    return sorted({*small, *(n // d for d in small)})


def perfect_tile(extent: int, parts: int, innermost: int, rng: random.Random) -> list[int]:
    """`parts` factors whose product is `extent`, the last at most `innermost`."""
    last = rng.choice([d for d in divisors(extent) if d <= innermost])
    rest = extent // last
    factors: list[int] = []
    for _ in range(parts - 2):
        factor = rng.choice(divisors(rest))
        factors.append(factor)
        rest //= factor
    return [rest, *factors, last] if parts > 1 else [extent]


def repaired_tile(extent: int, parts: int, decision: list[int]) -> list[int]:
    """A decision for another extent, adapted to this one: inner factors are kept where they divide."""
    rest = extent
    factors: list[int] = []
    for factor in reversed(decision[1:]):
        factor = factor if factor > 0 and rest % factor == 0 else 1
        factors.append(factor)
        rest //= factor
    while len(factors) < parts - 1:
        factors.append(1)
    return [rest, *reversed(factors)]
