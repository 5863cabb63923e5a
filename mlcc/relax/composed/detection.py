"""Detections by TVM's signatures: get_valid_counts, non_max_suppression, multibox_transform_loc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.ir import GraphCall, GraphExpr

from .creation import counting
from .registry import c, cast, field, form, number, reshape, shape_of, tuple_of


def _column(data: GraphExpr, index: int) -> GraphExpr:
    """One number of each detection (B, N, E): (B, N)."""
    return c("squeeze", c("strided_slice", data, begin=[index], end=[index + 1], axes=[2]), axis=2)


def _only(kept: GraphExpr, values: GraphExpr) -> GraphExpr:
    """The values where they are kept, -1 elsewhere."""
    return c("where", kept, values, c("full_like", values, fill_value=-1))


@form("vision.get_valid_counts")
def get_valid_counts(data: GraphExpr, score_threshold: Any = 0, id_index: int = 0, score_index: int = 1) -> GraphExpr:
    """Of detections (B, N, E) how many score above the threshold and have a class, these in front of rows of -1, and
    their indices."""
    good = c("greater", _column(data, score_index), float(number(score_threshold)))
    if id_index >= 0:
        good = c("logical_and", good, c("greater_equal", _column(data, id_index), 0.0))
    batch, size, width = shape_of(data)
    count = c("sum", cast(good, "int32"), axis=1)
    # A stable sort of what is to come last leaves the rest in order.
    order = c("argsort", cast(c("logical_not", good), "int32"), axis=1)
    kept = c("less", c("expand_dims", counting(size), axis=0), reshape(count, [-1, 1]))
    rows = c("broadcast_to", c("expand_dims", order, axis=2), shape=[batch, size, width])
    moved = _only(c("expand_dims", kept, axis=2), c("gather_elements", data, rows, axis=1))
    return tuple_of(count, moved, _only(kept, cast(order, "int32")))


def _of_detections(call: GraphCall) -> bool:
    """Whether boxes come with their scores, and counts follow: the inventory's operator takes boxes and scores."""
    return len(call.args) > 2 and str(getattr(call.args[2].sinfo, "dtype", "")).startswith("int")


@form("vision.non_max_suppression", meant=_of_detections)
def non_max_suppression(
    data: GraphExpr, valid_count: GraphExpr, indices: GraphExpr, max_output_size: Any = -1, iou_threshold: Any = 0.5,
    force_suppress: bool = False, top_k: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = 0,
    return_indices: bool = True, invalid_to_bottom: bool = False, soft_nms_sigma: Any = 0.0,
    score_threshold: Any = 0.0,
) -> GraphExpr:  # fmt: skip
    """Of detections (B, N, E), the first `valid_count` of each entry, those that no better one covers: their `indices`
    and number, after their rows where scores fall; or the rows alone."""
    sigma = float(number(soft_nms_sigma))
    found = c(
        "vision.suppress_detections", data, valid_count, indices, limit=int(number(max_output_size)),
        iou_threshold=float(number(iou_threshold)), any_class=bool(force_suppress), top_k=int(top_k),
        coord_start=int(coord_start), score_index=int(score_index), id_index=int(id_index),
        in_front=bool(return_indices or invalid_to_bottom or sigma > 0), sigma=sigma,
        score_threshold=float(number(score_threshold)),
    )  # fmt: skip
    rows, kept, count = (field(found, n) for n in range(3))
    if not return_indices:
        return rows
    return tuple_of(rows, kept, count) if sigma > 0 else tuple_of(kept, count)


@form("vision.multibox_transform_loc")
def multibox_transform_loc(
    cls_pred: GraphExpr, loc_pred: GraphExpr, anchor: GraphExpr, clip: bool = False, threshold: Any = 0.0,
    variances: Sequence[float] = (1.0, 1.0, 1.0, 1.0), keep_background: bool = True, apply_softmax: bool = True,
) -> GraphExpr:  # fmt: skip
    """Boxes (B, N, 4) as (top, left, bottom, right) from offsets (B, 4 N) to anchors (1, N, 4) of corners (left, top,
    right, bottom); and scores (B, C, N) of classes, 0 below the threshold."""
    batch, classes, size = shape_of(cls_pred)
    offsets = reshape(loc_pred, [batch, size, 4])

    def column(value: GraphExpr, n: int) -> GraphExpr:
        return c("strided_slice", value, begin=[n], end=[n + 1], axes=[2])

    ends = []
    for axis in (0, 1):
        low, high = column(anchor, axis), column(anchor, axis + 2)
        extent = c("subtract", high, low)
        centre = c("multiply", c("add", low, high), 0.5)
        moved = c("multiply", c("multiply", column(offsets, axis), extent), float(variances[axis]))
        grown = c("exp", c("multiply", column(offsets, axis + 2), float(variances[axis + 2])))
        middle, half = c("add", moved, centre), c("multiply", c("multiply", grown, extent), 0.5)
        ends.append((c("subtract", middle, half), c("add", middle, half)))
    (left, right), (top, bottom) = ends
    boxes = c("concatenate", [top, left, bottom, right], axis=2)
    if clip:
        boxes = c("clip", boxes, min=0.0, max=1.0)
    scores = c("nn.softmax", cls_pred, axis=1) if apply_softmax else cls_pred
    scores = c("where", c("greater_equal", scores, float(number(threshold))), scores, c("multiply", scores, 0.0))
    if not keep_background:
        classed = c("greater", reshape(counting(classes), [1, -1, 1]), 0)
        scores = c("where", classed, scores, c("multiply", scores, 0.0))
    return tuple_of(boxes, scores)
