"""Non-maximum suppression: boxes in order of decreasing score, without those that overlap a better one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, BufferStore, Expr, For, Var, binary, cast, const, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import can_equal, need_rank, show
from .heap import MaxHeap, index_of, packed
from .selection import has_key, key_of

#: Kept boxes that a box is compared with at once.
_LANES = 16
#: The stored values of a kept box: its ends along two axes, and its area.
_LOW, _HIGH, _AREA = (0, 1), (2, 3), 4


@dataclass(frozen=True)
class _Kept:
    """The boxes kept of one batch entry and class, as arrays of their ends and areas."""

    b: StmtBuilder
    corners: Buffer  # (5, most, rounded up to lanes)
    flags: Buffer  # int32 (LANES,)
    state: Buffer  # how many are kept; which of them are compared next; whether one covers the box

    @staticmethod
    def of(b: StmtBuilder, most: Expr, dtype: str) -> _Kept:
        room = (most + (_LANES - 1)) // _LANES * _LANES
        corners = b.alloc("kept", (5, room), dtype)
        return _Kept(
            b, corners, b.alloc("flags", (_LANES,), "int32", "local"), b.alloc("state", (3,), b.index, "local")
        )

    def count(self) -> Expr:
        return self.b.load(self.state, 0)

    def add(self, box: Buffer) -> None:
        for part in range(5):
            self.b.store(self.corners, self.b.load(box, part), part, self.count())
        self.b.store(self.state, self.count() + 1, 0)

    def find_cover(self, box: Buffer, overlap: Expr) -> Expr:
        """Whether a kept box shares more than `overlap` of its union with `box`."""
        b = self.b
        b.store(self.state, 0, 1)
        b.store(self.state, 0, 2)
        first, covered = b.load(self.state, 1), b.load(self.state, 2)
        with b.repeat_while(te.all(first < self.count(), covered.equal(0))):
            with b.loop("lane", _LANES, kind="vectorized") as lane:
                # There is room for whole vectors, so boxes beyond the count are read without a mask and then dropped.
                hit = te.all(self._covers(box, first + lane, overlap), first + lane < self.count())
                b.store(self.flags, select(hit, const(1, "int32"), const(0, "int32")), lane)
            lane = Var("t", b.index)
            largest = binary("max", covered, cast(b.index, b.load(self.flags, lane)))
            body = BufferStore(self.state, largest, (b.idx(2),))
            b.emit(For(lane, b.idx(0), b.idx(_LANES), "serial", body, annotations={"tree_reduce": 1}))
            b.store(self.state, first + _LANES, 1)
        return covered.not_equal(0)

    def _covers(self, box: Buffer, other: Expr, overlap: Expr) -> Expr:
        b = self.b
        zero = const(0.0, box.dtype)
        lengths = [
            te.max(
                te.min(b.load(box, high), b.load(self.corners, high, other))
                - te.max(b.load(box, low), b.load(self.corners, low, other)),
                zero,
            )
            for low, high in zip(_LOW, _HIGH, strict=True)
        ]
        shared = lengths[0] * lengths[1]
        own, area = b.load(box, _AREA), b.load(self.corners, _AREA, other)
        union = own + area - shared
        return te.all(own > zero, area > zero, union > zero, shared > overlap * union)


def _fetch(b: StmtBuilder, box: Buffer, boxes: Buffer, n: Expr, index: Expr, centered: bool) -> None:
    """A box of the operand as ends and area."""
    for axis in (0, 1):
        u, v = b.load(boxes, n, index, axis), b.load(boxes, n, index, axis + 2)
        half = v / const(2.0, boxes.dtype)
        b.store(box, u - half if centered else te.min(u, v), _LOW[axis])
        b.store(box, u + half if centered else te.max(u, v), _HIGH[axis])
    sides = [b.load(box, high) - b.load(box, low) for low, high in zip(_LOW, _HIGH, strict=True)]
    b.store(box, sides[0] * sides[1], _AREA)


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
    given = [boxes, scores, *(t for t in (iou_threshold, score_threshold) if t is not None)]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        rows, total = outs
        b = StmtBuilder(size.dtype)
        heap = MaxHeap(b, size)
        kept = _Kept.of(b, most, boxes.dtype)
        box = b.alloc("box", (5,), boxes.dtype, "local")
        overlap = const(0.0, boxes.dtype) if iou_threshold is None else b.load(ins[2], 0)
        b.store(total, 0, 0)
        with b.loop("n", batch) as n, b.loop("c", classes) as c:
            heap.clear()
            with b.loop("k", size) as k:
                score = b.load(ins[1], n, c, k)
                good = const(True) if score_threshold is None else score > b.load(ins[-1], 0)
                with b.when(good):
                    heap.append(packed(key_of(score, True), k))
            heap.order()
            b.store(kept.state, 0, 0)
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
    results: tuple[Tensor, ...] = te.extern(shapes, given, build, ["int64", "int64"], "non_max_suppression")
    return results
