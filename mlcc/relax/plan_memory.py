"""Offsets of intermediate tensors in one arena; memory is reused after a value's last use.

Static sizes are placed largest first at the lowest offset free over the value's whole life ("greedy by size", Pisarchyk
and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). So are sizes that are multiples of one
expression, such as those of all images of a batch: each such expression has a region of its own. Other symbolic sizes
cannot be compared at compile time: a slot is reused only by values of the same size, and is a region too. Regions with
no step in common begin at the same byte, and have the room of the largest, which a run computes.

Example: values of 256, 128 and 128 bytes are alive in steps 0-1, 1-2 and 2-3. The first is placed at 0, the second
overlaps it in time and goes to 256, the third goes to 0: the arena has 384 bytes. With sizes ``256 n``, ``128 n`` and
``128 n`` the plan is the same for the unit ``n``, with all offsets multiplied by `n`. With sizes ``256 n``, ``128 m``
and ``128 k``, the first and the third begin at 0, the second at ``max(256 n, 128 k)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import accumulate
from math import gcd

from mlcc.analysis import Analyzer, Poly, to_expr
from mlcc.ir import Expr, Var, as_int, binary, const

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
    regions: list[_Region] = []
    if fixed:
        # Values without elements have an address too: an arena of nothing would not be handed over.
        size = const(max(_place_static(fixed, offsets), ALIGNMENT), "int64")
        regions.append(_Region.of(size, [(i, value) for i, value, _ in fixed]))
    analyzer = Analyzer()
    multiples: dict[Poly, list[tuple[int, Lifetime, int]]] = {}
    others: list[tuple[int, Lifetime, Poly]] = []
    for i, (value, known) in enumerate(zip(values, sizes, strict=True)):
        if known is not None:
            continue
        # A single term such as 256*n*m is 256 units of n*m; a sum of terms has no common unit.
        poly = analyzer.poly(value.nbytes)
        if len(poly.terms) == 1:
            ((mono, factor),) = poly.terms.items()
            # ceil(n / 2) is -(-n // 2): -16 units of -n // 2 are 16 of its negative
            multiples.setdefault(Poly({mono: 1 if factor > 0 else -1}), []).append((i, value, abs(factor)))
        else:
            others.append((i, value, poly))
    regions += [_place_multiples(unit, group, offsets) for unit, group in multiples.items()]
    regions += _place_symbolic(others, offsets)
    end = _place_regions(regions, offsets)
    live = _live(fixed) if len(fixed) == len(values) else ()
    return ArenaPlan(tuple(offsets[i] for i in range(len(values))), end, live, tuple(values))


@dataclass
class _Region:
    """Values with offsets from a common beginning, by index; `nbytes` is their room, in use from `start` to `end`."""

    nbytes: Expr
    start: int
    end: int
    values: list[int]

    @classmethod
    def of(cls, nbytes: Expr, values: list[tuple[int, Lifetime]]) -> _Region:
        """The region of values of some lifetimes."""
        lives = [life for _, life in values]
        first, last = min(life.start for life in lives), max(life.end for life in lives)
        return cls(nbytes, first, last, [index for index, _ in values])


def _place_regions(regions: list[_Region], offsets: dict[int, Expr]) -> Expr:
    """Move the values of each region to its place; returns the arena's end.

    The regions of a row begin at the same byte and follow each other in time. Each goes to the first row that is free
    when it begins: there are as many rows as regions at one step, the fewest possible.
    """
    rows: list[list[_Region]] = []
    for region in sorted(regions, key=lambda region: region.start):
        row = next((row for row in rows if row[-1].end < region.start), None)
        if row is None:
            rows.append(row := [])
        row.append(region)
    base: Expr = const(0, "int64")
    for row in rows:
        for index in (index for region in row for index in region.values):
            offsets[index] = base + offsets[index]
        base = base + reduce(partial(binary, "max"), (region.nbytes for region in row))
    return base


def _place_multiples(unit: Poly, values: list[tuple[int, Lifetime, int]], offsets: dict[int, Expr]) -> _Region:
    """Assign offsets to values whose sizes are static multiples of `unit`, as if it were 1.

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
        offsets[i] = scale * (as_int(offsets[i]) or 0)
    return _Region.of(scale * total, [(i, value) for i, value, _ in values])


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


def _place_symbolic(values: list[tuple[int, Lifetime, Poly]], offsets: dict[int, Expr]) -> list[_Region]:
    """Assign offsets to values whose sizes have no common unit: a region for each slot of values of one size."""
    slots: list[tuple[Poly, list[tuple[int, Lifetime]]]] = []
    for i, value, size in sorted(values, key=lambda item: (item[1].start, item[0])):
        offsets[i] = const(0, "int64")
        for room, users in slots:
            if room == size and users[-1][1].end < value.start:
                users.append((i, value))
                break
        else:
            slots.append((size, [(i, value)]))
    return [_Region.of(_aligned(users[0][1].nbytes), users) for _, users in slots]


def _aligned(nbytes: Expr) -> Expr:
    return (nbytes + (ALIGNMENT - 1)) // ALIGNMENT * ALIGNMENT
