"""Where intermediate tensors live: offsets in one arena, with reuse after the last use.

Static sizes are placed largest first at the lowest offset free over the value's whole life ("greedy by size", Pisarchyk
and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). Symbolic sizes cannot be compared while
compiling: a slot is reused only by values of the same size expression, and slots follow each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Expr, as_int, const

ALIGNMENT = 64


@dataclass
class Lifetime:
    """One value: its size in bytes (int64 expression), and the steps from its making to its last use, inclusive."""

    nbytes: Expr
    start: int
    end: int


@dataclass(frozen=True)
class ArenaPlan:
    """Byte offset of each value (in the order given) and the arena's size; `live_bytes` is the largest sum of values
    alive at one step, a lower bound of any plan (0 where sizes are symbolic)."""

    offsets: tuple[Expr, ...]
    nbytes: Expr
    live_bytes: int


def align(nbytes: int) -> int:
    return (nbytes + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def plan(values: list[Lifetime]) -> ArenaPlan:
    """Place every value."""
    static = [(i, v, as_int(v.nbytes)) for i, v in enumerate(values)]
    fixed = [(i, v, align(n)) for i, v, n in static if n is not None]
    offsets: dict[int, Expr] = {}
    placed: list[tuple[int, int, Lifetime]] = []
    total = 0
    for i, value, size in sorted(fixed, key=lambda item: (-item[2], item[1].start, item[0])):
        busy = sorted((o, o + s) for o, s, other in placed if other.start <= value.end and value.start <= other.end)
        offset = 0
        for low, high in busy:
            if low - offset >= size:
                break
            offset = max(offset, high)
        placed.append((offset, size, value))
        offsets[i] = const(offset, "int64")
        total = max(total, offset + size)
    steps = {v.start for _, v, _ in fixed}
    live = max((sum(n for _, v, n in fixed if v.start <= s <= v.end) for s in steps), default=0)
    end = _place_symbolic([(i, v) for i, v, n in static if n is None], offsets, total)
    return ArenaPlan(tuple(offsets[i] for i in range(len(values))), end, live if len(fixed) == len(values) else 0)


def _place_symbolic(values: list[tuple[int, Lifetime]], offsets: dict[int, Expr], base: int) -> Expr:
    end: Expr = const(base, "int64")
    slots: list[tuple[str, Expr, int]] = []  # size text, offset, free from this step on
    for i, value in sorted(values, key=lambda item: (item[1].start, item[0])):
        text = value.nbytes.script()
        for n, (size, offset, free_from) in enumerate(slots):
            if size == text and free_from <= value.start:
                slots[n] = (size, offset, value.end + 1)
                offsets[i] = offset
                break
        else:
            offsets[i] = end
            slots.append((text, end, value.end + 1))
            end = end + (value.nbytes + (ALIGNMENT - 1)) // ALIGNMENT * ALIGNMENT
    return end
