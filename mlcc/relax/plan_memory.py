"""Offsets of intermediate tensors in one arena; memory is reused after a value's last use.

Static sizes are placed largest first at the lowest offset free over the value's whole life ("greedy by size", Pisarchyk
and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). So are sizes that are multiples of one
expression, such as those of all images of a batch: each such expression has a region of its own. Other symbolic sizes
cannot be compared at compile time: a slot is reused only by values of the same size, and slots are laid out in order.

Example: values of 256, 128 and 128 bytes are alive in steps 0-1, 1-2 and 2-3. The first is placed at 0, the second
overlaps it in time and goes to 256, the third goes to 0: the arena has 384 bytes. With sizes ``256 n``, ``128 n`` and
``128 n`` the plan is the same for the unit ``n``, with all offsets multiplied by `n`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from math import gcd

from mlcc.analysis import Analyzer, Poly, to_expr
from mlcc.ir import Expr, Var, as_int, const

ALIGNMENT = 64
#: The factor by which padding each size to a multiple of ALIGNMENT may grow their sum; beyond it the unit is padded.
_PADDED = 1.05


@dataclass
class Lifetime:
    """One value: its size in bytes (int64 expression), and the steps of its definition and its last use, inclusive."""

    nbytes: Expr
    start: int
    end: int


@dataclass(frozen=True)
class ArenaPlan:
    """Byte offset of each value (in the order given) and the arena's size; `live` is the sum of the values alive at
    each step (nothing where sizes are symbolic). `lives` are the values. `segments` are the plans of the values whose
    size is known only when a dimension has been computed, by that dimension."""

    offsets: tuple[Expr, ...]
    nbytes: Expr
    live: tuple[int, ...]
    lives: tuple[Lifetime, ...] = ()
    segments: Mapping[Var, ArenaPlan] = field(default_factory=dict)

    @property
    def live_bytes(self) -> int:
        """The largest sum of values alive at one step, a lower bound of any plan; 0 where sizes are symbolic."""
        return max(self.live, default=0)


def align(nbytes: int) -> int:
    """`nbytes` rounded up to a multiple of ALIGNMENT."""
    return (nbytes + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def plan(values: list[Lifetime]) -> ArenaPlan:
    """Assign an offset to every value; two values whose lifetimes overlap never share bytes."""
    sizes = [as_int(v.nbytes) for v in values]
    fixed = [(i, v, align(n)) for i, (v, n) in enumerate(zip(values, sizes, strict=True)) if n is not None]
    offsets: dict[int, Expr] = {}
    static = _place_static(fixed, offsets)
    # Values without elements have an address too: an arena of nothing would not be handed over.
    end: Expr = const(max(static, ALIGNMENT) if fixed else 0, "int64")
    analyzer = Analyzer()
    multiples: dict[Poly, list[tuple[int, Lifetime, int]]] = {}
    others: list[tuple[int, Lifetime, Poly]] = []
    for i, (value, size) in enumerate(zip(values, sizes, strict=True)):
        if size is not None:
            continue
        # A single term such as 256*n*m is 256 units of n*m; a sum of terms has no common unit.
        poly = analyzer.poly(value.nbytes)
        if len(poly.terms) == 1:
            ((mono, factor),) = poly.terms.items()
            # ceil(n / 2) is -(-n // 2): -16 units of -n // 2 are 16 of its negative
            multiples.setdefault(Poly({mono: 1 if factor > 0 else -1}), []).append((i, value, abs(factor)))
        else:
            others.append((i, value, poly))
    for unit, group in multiples.items():
        end = _place_multiples(unit, group, offsets, end)
    end = _place_symbolic(others, offsets, end)
    live = _live(fixed) if len(fixed) == len(values) else ()
    return ArenaPlan(tuple(offsets[i] for i in range(len(values))), end, live, tuple(values))


def _place_multiples(
    unit: Poly, values: list[tuple[int, Lifetime, int]], offsets: dict[int, Expr], base: Expr
) -> Expr:  # fmt: skip
    """Assign offsets to values whose sizes are static multiples of `unit`, as if it were 1; returns the arena's end.

    Each offset must stay a multiple of ALIGNMENT for every `unit`. Either the multiples themselves are padded (cheap
    where they are large: 1000 becomes 1024), or the unit is rounded up: sizes of 4 and 12 bytes per `n` need `n` to be
    a multiple of 64 / gcd(64, 4, 12) = 16.
    """
    scale, sizes = to_expr(unit, "int64"), [size for _, _, size in values]
    if sum(map(align, sizes)) <= sum(sizes) * _PADDED:
        values = [(i, value, align(size)) for i, value, size in values]
    else:
        step = ALIGNMENT // gcd(ALIGNMENT, *sizes)
        scale = (scale + (step - 1)) // step * step
    total = _place_static(values, offsets)
    for i, _, _ in values:
        offsets[i] = base + scale * (as_int(offsets[i]) or 0)
    return base + scale * total


def _place_static(values: list[tuple[int, Lifetime, int]], offsets: dict[int, Expr]) -> int:
    """Assign offsets to values of static size; returns the end of the highest. `values`: (index, lifetime, bytes)."""
    total = 0
    placed: list[tuple[int, int, int, int]] = []  # first step, last step, offset, end
    for i, value, size in sorted(values, key=lambda item: (-item[2], item[1].start, item[0])):
        busy = sorted((low, high) for start, end, low, high in placed if start <= value.end and end >= value.start)
        offset = 0
        for low, high in busy:  # the first gap that is large enough, else the end
            if low - offset >= size:
                break
            offset = max(offset, high)
        placed.append((value.start, value.end, offset, offset + size))
        offsets[i] = const(offset, "int64")
        total = max(total, offset + size)
    return total


def _live(values: list[tuple[int, Lifetime, int]]) -> tuple[int, ...]:
    """The sum of the sizes of values that are alive, at each step up to the last use."""
    change = [0] * (max((value.end for _, value, _ in values), default=-1) + 2)
    for _, value, size in values:
        change[value.start] += size
        change[value.end + 1] -= size
    return tuple(accumulate(change[:-1]))


def _place_symbolic(values: list[tuple[int, Lifetime, Poly]], offsets: dict[int, Expr], end: Expr) -> Expr:
    """Assign offsets to values whose sizes have no common unit: one slot per size and concurrent use."""
    slots: list[tuple[Poly, Expr, int]] = []  # size, offset, first step at which it is free
    for i, value, size in sorted(values, key=lambda item: (item[1].start, item[0])):
        for n, (room, offset, free_from) in enumerate(slots):
            if room == size and free_from <= value.start:
                slots[n] = (size, offset, value.end + 1)
                offsets[i] = offset
                break
        else:
            offsets[i] = end
            slots.append((size, end, value.end + 1))
            end = end + (value.nbytes + (ALIGNMENT - 1)) // ALIGNMENT * ALIGNMENT
    return end
