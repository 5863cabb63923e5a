"""Operators with a data-dependent number of results: a symbolic dimension, defined at run time."""

from __future__ import annotations

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..strings import total
from ..values import Dim
from .shape import quotient


def true_places(ctx: Context, x: GraphExpr) -> GraphExpr:
    """The flat indices of the nonzero elements of `x`, in order."""
    indices, count = ctx.emit_multi("nonzero_places", 2, x)
    return ctx.emit_prefix(indices, count)


def _total(ctx: Context, x: GraphExpr) -> Dim:
    """The number of elements."""
    return quotient(list(ctx.shape(x)), [])


@onnx_op("NonZero", since=9)
def non_zero(ctx: Context, x: GraphExpr) -> GraphExpr:
    if ctx.rank(x) == 0:
        raise ctx.error("I121", "an input of rank 0 is not supported")
    if ctx.rank(x) == 1:
        places = true_places(ctx, x)
        return ctx.reshape(places, [1, *ctx.shape(places)])
    rows, count = ctx.emit_multi("nonzero_rows", 2, x)
    return ctx.emit("transpose", ctx.emit_prefix(rows, count), axes=[1, 0])


@onnx_op("Compress", since=9)
def compress(ctx: Context, x: GraphExpr, condition: GraphExpr, *, axis: int | None = None) -> GraphExpr:
    if axis is None:
        x, axis = ctx.reshape(x, [_total(ctx, x)]) if ctx.rank(x) != 1 else x, 0
    value = ctx.known(condition)
    if value is not None:
        keep: GraphExpr = ctx.constant(np.flatnonzero(value), "int64")
    else:
        keep = true_places(ctx, condition)
    return ctx.emit("take", x, keep, axis=ctx.axis(axis, ctx.rank(x)))


@onnx_op("Unique", since=11)
def unique(ctx: Context, x: GraphExpr, *, axis: int | None = None, sorted: int = 1) -> list[GraphExpr]:
    if axis is not None and ctx.rank(x) != 1:
        return _unique_slices(ctx, x, ctx.axis(axis, ctx.rank(x)), bool(sorted))
    flat = x if ctx.rank(x) == 1 else ctx.reshape(x, [_total(ctx, x)])
    values, first, inverse, times, count = ctx.emit_multi("unique_values", 5, flat, sorted=bool(sorted))
    y = ctx.emit_prefix(values, count)
    results = [y, first, inverse, times][: ctx.output_count]
    for n in (1, 3):
        if n < len(results):
            results[n] = ctx.emit_prefix(results[n], count, y)
    return results


def _unique_slices(ctx: Context, x: GraphExpr, axis: int, ordered: bool) -> list[GraphExpr]:
    """Different slices along an axis, in the order of their elements or as they come."""
    order = [axis, *(n for n in range(ctx.rank(x)) if n != axis)]
    dims = [ctx.shape(x)[n] for n in order]
    rows = ctx.reshape(ctx.emit("transpose", x, axes=order), [dims[0], total(dims[1:])])
    first, inverse, times, count = ctx.emit_multi("unique_rows", 4, rows, sorted=ordered)
    first = ctx.emit_prefix(first, count)
    results = [ctx.emit("take", x, first, axis=axis), first, inverse, ctx.emit_prefix(times, count, first)]
    return results[: ctx.output_count]


@onnx_op("NonMaxSuppression", since=10)
def non_max_suppression(
    ctx: Context,
    boxes: GraphExpr,
    scores: GraphExpr,
    most: GraphExpr | None = None,
    iou_threshold: GraphExpr | None = None,
    score_threshold: GraphExpr | None = None,
    *,
    center_point_box: int = 0,
) -> GraphExpr:
    """The largest number of boxes must be known; without one there are none."""
    limits = [0] if most is None else ctx.dims_of(most, "max_output_boxes_per_class")
    if len(limits) != 1:
        raise ctx.error("I117", f"the node is malformed: `max_output_boxes_per_class` is one number, not {len(limits)}")
    thresholds = [None if t is None else ctx.reshape(t, [1]) for t in (iou_threshold, score_threshold)]
    rows, count = ctx.emit_multi(
        "vision.non_max_suppression", 2, boxes, scores, *thresholds, limit=limits[0], centered=bool(center_point_box)
    )
    return ctx.emit_prefix(rows, count)
