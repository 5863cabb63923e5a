"""Non-maximum suppression: boxes in order of decreasing score, without those that overlap a better one."""

from __future__ import annotations

import math
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, cast, const, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import can_equal, need_rank, show
from .heap import MaxHeap, index_of, packed
from .keys import has_key, key_of

#: Kept boxes that a box is compared with at once.
_LANES = 16
#: The stored values of a kept box: its ends along two axes, and its area.
_LOW, _HIGH, _AREA = (0, 1), (2, 3), 4


class _Kept:
    """The boxes kept of one batch entry and class, as arrays of their ends and areas.

    An area that is not positive is stored as NaN, so that every comparison with it is false: such a box neither covers
    nor is covered. The areas after the last box are NaN up to a full vector, and full vectors are compared.
    """

    def __init__(self, b: StmtBuilder, most: Expr, dtype: str) -> None:
        self.b = b
        room = (most + (_LANES - 1)) // _LANES * _LANES
        self.corners = b.alloc("kept", (5, room), dtype)
        self.hits = b.alloc("hits", (_LANES,), "int32", "local")
        self.covered = b.alloc("covered", (1,), "int32", "local")
        self.state = b.alloc("state", (2,), b.index, "local")  # how many are kept; which of them are compared next

    def count(self) -> Expr:
        return self.b.load(self.state, 0)

    def clear(self) -> None:
        self.b.store(self.state, 0, 0)

    def add(self, box: Buffer) -> None:
        b, nothing = self.b, const(math.nan, self.corners.dtype)
        with b.when((self.count() % _LANES).equal(0)), b.loop("lane", _LANES, kind="vectorized") as lane:
            b.store(self.corners, nothing, _AREA, self.count() + lane)
        for part in range(5):
            self.b.store(self.corners, self.b.load(box, part), part, self.count())
        self.b.store(self.state, self.count() + 1, 0)

    def find_cover(self, box: Buffer, overlap: Expr) -> Expr:
        """Whether a kept box shares more than `overlap` of its union with `box`."""
        b = self.b
        b.store(self.state, 0, 1)
        b.store(self.covered, 0, 0)
        first, covered = b.load(self.state, 1), b.load(self.covered, 0)
        with b.repeat_while(te.all(first < self.count(), covered.equal(0))):
            with b.loop("lane", _LANES, kind="vectorized") as lane:
                hit = self._covers(box, first + lane, overlap)
                b.store(self.hits, select(hit, const(1, "int32"), const(0, "int32")), lane)
            b.combine("max", self.covered, _LANES, lambda lane: b.load(self.hits, lane))
            b.store(self.state, first + _LANES, 1)
        return covered.not_equal(0)

    def _covers(self, box: Buffer, other: Expr, overlap: Expr) -> Expr:
        b = self.b
        zero = const(0.0, box.dtype)
        lengths = []
        for low, high in zip(_LOW, _HIGH, strict=True):
            end = _least(b.load(box, high), b.load(self.corners, high, other))
            start = _most(b.load(box, low), b.load(self.corners, low, other))
            lengths.append(_most(end - start, zero))
        shared = lengths[0] * lengths[1]
        union = b.load(box, _AREA) + b.load(self.corners, _AREA, other) - shared
        return shared > overlap * union


def _least(u: Expr, v: Expr) -> Expr:
    """The smaller of two, in one instruction, which does not propagate NaN: the areas do."""
    return select(u < v, u, v)


def _most(u: Expr, v: Expr) -> Expr:
    return select(u > v, u, v)


def _fetch(b: StmtBuilder, box: Buffer, boxes: Buffer, n: Expr, index: Expr, centered: bool) -> None:
    """A box of the operand as ends and area."""
    for axis in (0, 1):
        u, v = b.load(boxes, n, index, axis), b.load(boxes, n, index, axis + 2)
        half = v / const(2.0, boxes.dtype)
        b.store(box, u - half if centered else te.min(u, v), _LOW[axis])
        b.store(box, u + half if centered else te.max(u, v), _HIGH[axis])
    sides = [b.load(box, high) - b.load(box, low) for low, high in zip(_LOW, _HIGH, strict=True)]
    area, nothing = sides[0] * sides[1], const(0.0, box.dtype)
    b.store(box, select(area > nothing, area, const(math.nan, box.dtype)), _AREA)


@register("vision.non_max_suppression", "opaque")
def non_max_suppression(
    boxes: Tensor,
    scores: Tensor,
    iou_threshold: Tensor | None = None,
    score_threshold: Tensor | None = None,
    limit: int | Expr = 0,
    centered: bool = False,
) -> tuple[Tensor, ...]:
    """Of `boxes` (B, N, 4) with `scores` (B, C, N), at most `limit` per batch entry and class: the best first, none
    that overlaps a better one by more than `iou_threshold` or whose score is not above `score_threshold`.

    Gives rows (entry, class, box) of int64, and how many there are. A box is two corners, or (`centered`) its centre
    and extents. Raises T204 for scores of more than 32 bits.
    """
    need_rank("vision.non_max_suppression", boxes, 3, "tensor of boxes")
    need_rank("vision.non_max_suppression", scores, 3, "tensor of scores")
    if not has_key(scores.dtype):
        raise MlccError("T204", f"boxes are ordered by scores of at most 32 bits, not {scores.dtype}")
    batch, classes, size = scores.shape
    if not (can_equal(boxes.shape[0], batch) and can_equal(boxes.shape[1], size) and can_equal(boxes.shape[2], 4)):
        both = f"{show(boxes.shape)} and {show(scores.shape)}"
        raise MlccError("T203", f"`vision.non_max_suppression` of {both}: the scores are not those of the boxes")
    most = minimum(size, limit)
    operands = [boxes, scores, *(t for t in (iou_threshold, score_threshold) if t is not None)]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        rows, total = outs
        b = StmtBuilder(size.dtype)
        heap = MaxHeap(b, size)
        kept = _Kept(b, most, boxes.dtype)
        box = b.alloc("box", (5,), boxes.dtype, "local")
        overlap = const(0.0, boxes.dtype) if iou_threshold is None else b.load(ins[2], 0)
        b.store(total, 0, 0)
        with b.loop("n", batch) as n, b.loop("c", classes) as c:
            heap.clear()
            with b.loop("k", size) as k:
                score = b.load(ins[1], n, c, k)
                good = const(True) if score_threshold is None else score > b.load(ins[-1], 0)
                with b.when(good):
                    # Score and index in one integer: equal scores are ordered by index.
                    heap.append(packed(key_of(score, True), k))
            heap.order()
            kept.clear()
            # Boxes leave the heap one by one: few survive, so sorting all would cost more.
            wanted = te.all(heap.size() > 0, kept.count() < most)
            with b.repeat_while(wanted), b.let("best", index_of(heap.top())) as best:
                heap.pop()
                _fetch(b, box, ins[0], n, cast(b.index, best), centered)
                covered = kept.find_cover(box, overlap)
                with b.when(~covered):
                    kept.add(box)
                    for column, value in enumerate((n, c, best)):
                        b.store(rows, value, b.load(total, 0), column)
                    b.store(total, b.load(total, 0) + 1, 0)
        return b.finish()

    shapes = [(batch * classes * most, 3), (1,)]
    results: tuple[Tensor, ...] = te.extern(shapes, operands, build, ["int64", "int64"], "non_max_suppression")
    return results
