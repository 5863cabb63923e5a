"""Suppression among detections: rows of a class, a score and a box, of which the best stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, cast, const, maximum, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import can_equal, need_rank, show

#: What a row is to the search: out of it, a candidate, or a candidate that a better one covers.
_OUT, _OPEN, _COVERED = 0, 1, 2


@register("vision.suppress_detections", "opaque")
def suppress_detections(
    data: Tensor,
    valid_count: Tensor,
    indices: Tensor,
    limit: int = -1,
    iou_threshold: float = 0.5,
    any_class: bool = False,
    top_k: int = -1,
    coord_start: int = 2,
    score_index: int = 1,
    id_index: int = 0,
    in_front: bool = True,
    sigma: float = 0.0,
    score_threshold: float = 0.0,
) -> tuple[Tensor, ...]:
    """Of the first `valid_count` (B,) rows of `data` (B, N, E), the best first, those that no better one of their class
    covers by `iou_threshold` of their union or more. With a `sigma` scores fall too, by exp(-iou² / (2 sigma)) for each
    better one, and those above `score_threshold` stay.

    Gives the rows (B, N, E), -1 where there are no more, or at the place of a covered one where not `in_front`; the
    `indices` (B, N) of those that stay, int32; and how many they are, int32 (B, 1). At most `limit` stay of the `top_k`
    best; -1 is no limit. A box is two corners from column `coord_start` on. Without classes `id_index` is -1.
    """
    need_rank("vision.suppress_detections", data, 3, "tensor of detections")
    need_rank("vision.suppress_detections", valid_count, 1, "tensor of counts")
    need_rank("vision.suppress_detections", indices, 2, "tensor of indices")
    batch, size, width = data.shape
    if not (can_equal(valid_count.shape[0], batch) and can_equal(indices.shape[1], size)):
        both = f"{show(data.shape)}, {show(valid_count.shape)} and {show(indices.shape)}"
        raise MlccError("T203", f"`vision.suppress_detections` of {both}: these are not of one batch")

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(size.dtype)
        search = _Search(
            b,
            ins,
            outs,
            (coord_start, score_index, -1 if any_class else id_index),
            iou_threshold,
            sigma,
            score_threshold,
        )
        most = cast("int32", size) if limit < 0 else minimum(cast("int32", size), limit)
        with b.loop("n", batch) as n:
            search.start(n)
            steps = size if top_k < 0 else minimum(size, top_k)
            with b.loop("step", steps) as step, b.when(b.load(outs[2], n, 0) < most):
                search.find_best(n)
                with b.when(search.is_good()), b.let("k", b.load(search.best, 0)) as k:
                    with b.when(b.load(search.state, k).equal(_OPEN)):
                        search.keep(n, k, cast(b.index, b.load(outs[2], n, 0)) if in_front else step)
                        search.compare(n, k)
                    b.store(search.state, _OUT, k)
        return b.finish()

    shapes, dtypes = [(batch, size, width), (batch, size), (batch, 1)], [data.dtype, "int32", "int32"]
    operands = [data, valid_count, indices]
    results: tuple[Tensor, ...] = te.extern(shapes, operands, build, dtypes, "suppress_detections")
    return results


class _Search:
    """The search in one batch entry: scores and states of its rows, and the best of those that are left."""

    def __init__(
        self, b: StmtBuilder, ins: list[Buffer], outs: list[Buffer], columns: tuple[int, int, int], iou: float,
        sigma: float, least: float,
    ) -> None:  # fmt: skip
        self.b, self.data, self.counts, self.indices = b, *ins
        self.rows, self.kept, self.total = outs
        self.corner, self.score_at, self.class_at = columns
        self.iou, self.sigma, self.least = iou, sigma, least
        self.size, self.dtype = self.data.shape[1], self.data.dtype
        self.score, self.state = b.alloc("score", (self.size,), self.dtype), b.alloc("state", (self.size,), "int32")
        self.best = b.alloc("best", (1,), b.index, "local")

    def start(self, n: Expr) -> None:
        """Nothing is found yet: the results are -1, and the valid rows candidates."""
        b = self.b
        b.store(self.total, 0, n, 0)
        with b.loop("k", self.size) as k:
            b.store(self.kept, -1, n, k)
            with b.loop("e", self.data.shape[2]) as e:
                b.store(self.rows, const(-1.0, self.dtype), n, k, e)
            b.store(self.score, b.load(self.data, n, k, self.score_at), k)
            inside = k < cast(b.index, b.load(self.counts, n))
            b.store(self.state, select(inside, const(_OPEN, "int32"), const(_OUT, "int32")), k)

    def find_best(self, n: Expr) -> None:
        """The row of the highest score that is left, the first of equal ones; -1 if none is."""
        b = self.b
        b.store(self.best, -1, 0)
        with b.loop("k", self.size) as k:
            at = b.load(self.best, 0)
            better = te.any(at < 0, b.load(self.score, k) > b.load(self.score, maximum(at, 0)))
            with b.when(te.all(b.load(self.state, k).not_equal(_OUT), better)):
                b.store(self.best, k, 0)

    def is_good(self) -> Expr:
        """Whether a row is left, and has not fallen to the least score."""
        found: Expr = self.b.load(self.best, 0) >= 0
        if self.sigma > 0:
            score = self.b.load(self.score, maximum(self.b.load(self.best, 0), 0))
            found = te.all(found, score > const(self.least, self.dtype))
        return found

    def keep(self, n: Expr, k: Expr, place: Expr) -> None:
        """A row and its index are results."""
        b = self.b
        with b.loop("e", self.data.shape[2]) as e:
            value = select(e.equal(self.score_at), b.load(self.score, k), b.load(self.data, n, k, e))
            b.store(self.rows, value, n, place, e)
        count = b.load(self.total, n, 0)
        b.store(self.kept, cast("int32", b.load(self.indices, n, k)), n, cast(b.index, count))
        b.store(self.total, count + 1, n, 0)

    def compare(self, n: Expr, k: Expr) -> None:
        """What a kept row does to the candidates of its class: it covers them, or their scores fall."""
        b = self.b
        b.store(self.state, _OUT, k)
        with b.loop("j", self.size) as j:
            left: Expr = b.load(self.state, j).equal(_OPEN)
            if self.class_at >= 0:
                of = (b.load(self.data, n, at, self.class_at) for at in (k, j))
                left = te.all(left, next(of).equal(next(of)))
            with b.when(left):
                one, other = ([b.load(self.data, n, at, self.corner + c) for c in range(4)] for at in (k, j))
                iou = _shared(one, other)
                if self.sigma > 0:
                    less = te.exp(iou * iou * const(-0.5 / self.sigma, self.dtype))
                    b.store(self.score, b.load(self.score, j) * less, j)
                with b.when(iou >= const(self.iou, self.dtype)):
                    b.store(self.state, _COVERED, j)


def _shared(first: Sequence[Expr], second: Sequence[Expr]) -> Expr:
    """How much of their union two boxes share; 0 for boxes without an area."""
    zero = const(0.0, first[0].dtype)
    inner = [maximum(minimum(first[a + 2], second[a + 2]) - maximum(first[a], second[a]), zero) for a in (0, 1)]
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (first, second)]
    shared = inner[0] * inner[1]
    union = areas[0] + areas[1] - shared
    return select(union > zero, shared / select(union > zero, union, const(1.0, union.dtype)), zero)
