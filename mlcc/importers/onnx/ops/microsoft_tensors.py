"""Operators of onnxruntime's domain that converters write for functions which the standard lacks, or lacked."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from mlcc.ir import Expr, GraphExpr, maximum

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN
from .nn import conv_transpose
from .resize import grid_sample
from .signal import window_positions

onnx_op("GridSample", domain=DOMAIN)(grid_sample)


@onnx_op("CDist", domain=DOMAIN)
def cdist(ctx: Context, a: GraphExpr, b: GraphExpr, *, metric: str = "sqeuclidean") -> GraphExpr:
    """The distances (M, K) of the rows of a (M, N) from the rows of b (K, N)."""
    if metric not in ("euclidean", "sqeuclidean"):
        raise ctx.error("I121", f"the metric `{metric}` is not supported")
    (rows, width), (columns, _) = ctx.shape(a), ctx.shape(b)
    apart = ctx.emit("subtract", ctx.reshape(a, [rows, 1, width]), ctx.reshape(b, [1, columns, width]))
    total = ctx.emit("sum", ctx.emit("multiply", apart, apart), axis=[2], keepdims=False)
    return ctx.emit("sqrt", total) if metric == "euclidean" else total


@onnx_op("Inverse", domain=DOMAIN)
def inverse(ctx: Context, x: GraphExpr) -> GraphExpr:
    """By the factors of an LU decomposition with pivots, in float32 at least."""
    dtype, dims = ctx.dtype(x), ctx.shape(x)
    size = ctx.static_dim(x, -1)
    wide = x if dtype == "float64" else ctx.cast(x, "float32")
    factors, pivots = ctx.emit_multi("linalg.lu_factor", 2, wide)
    unit = ctx.emit("broadcast_to", ctx.constant(np.eye(size), ctx.dtype(wide)), shape_arg(dims))
    rows = ctx.emit("linalg.permute_rows", unit, pivots)
    y = ctx.emit("linalg.solve_triangular", factors, rows, upper=False, unit=True)
    return ctx.cast(ctx.emit("linalg.solve_triangular", factors, y, upper=True), dtype)


@onnx_op("MatMulInteger16", domain=DOMAIN)
def matmul_integer_16(ctx: Context, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    kind = "uint32" if ctx.dtype(a) == "uint16" else "int32"
    return ctx.emit("matmul", ctx.cast(a, kind), ctx.cast(b, kind))


@onnx_op("UnfoldTensor", domain=DOMAIN)
def unfold(ctx: Context, x: GraphExpr, *, dim: int = -1, size: int, step: int = 1) -> GraphExpr:
    """All windows along a dimension, whose elements become a last dimension."""
    rank = ctx.rank(x)
    axis = ctx.axis(dim, rank)
    count = (ctx.shape(x)[axis] - size) // step + 1
    y = ctx.emit("take", x, window_positions(ctx, count, step, size), axis=axis)
    return ctx.emit("transpose", y, axes=[n for n in range(rank + 1) if n != axis + 1] + [axis + 1])


@onnx_op("NGramRepeatBlock", domain=DOMAIN)
def ngram_repeat_block(ctx: Context, ids: GraphExpr, scores: GraphExpr, *, ngram_size: int) -> GraphExpr:
    """-inf for each token that would repeat an n-gram of `ids` (B, S) after its last tokens; `scores` is (B, V)."""
    batch, length = ctx.shape(ids)
    words, kept = ctx.shape(scores)[1], ngram_size - 1
    count = length - kept
    count = maximum(count, 0) if isinstance(count, Expr) else max(count, 0)
    if count == 0:
        return scores
    grams = ctx.emit("take", ids, window_positions(ctx, count, 1, ngram_size), axis=1)
    ends = ctx.emit("strided_slice", grams, begin=[kept], end=[ngram_size], axes=[2], strides=[1])
    banned = ctx.emit("equal", ends, ctx.count_below(words, ctx.dtype(ids)))
    if kept:
        starts = ctx.emit("strided_slice", grams, begin=[0], end=[kept], axes=[2], strides=[1])
        last = ctx.emit("strided_slice", ids, begin=[length - kept], end=[length], axes=[1], strides=[1])
        same = ctx.cast(ctx.emit("equal", starts, ctx.reshape(last, [batch, 1, kept])), "int32")
        alike = ctx.emit("equal", ctx.emit("sum", same, axis=[2], keepdims=True), ctx.constant(kept, "int32"))
        banned = ctx.emit("logical_and", banned, alike)
    found = ctx.emit("max", ctx.cast(banned, "int32"), axis=[1], keepdims=False)
    hidden = ctx.emit("greater", found, ctx.constant(0, "int32"))
    return ctx.emit("where", hidden, ctx.constant(-math.inf, ctx.dtype(scores)), scores)


@onnx_op("ConvTransposeWithDynamicPads", domain=DOMAIN)
def conv_transpose_with_pads(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    pads: GraphExpr | None = None,
    b: GraphExpr | None = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: Sequence[int] | None = None,
    group: int = 1,
    kernel_shape: Sequence[int] | None = None,
    output_padding: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    """The standard's ConvTranspose with pads as an input, which must be known when the model is imported."""
    widths = None if pads is None else ctx.ints(pads, "Pads")
    return conv_transpose(
        ctx, x, w, b, auto_pad=auto_pad, dilations=dilations, group=group, kernel_shape=kernel_shape,
        output_padding=output_padding, pads=widths, strides=strides,
    )  # fmt: skip


@onnx_op("CropAndResize", domain=DOMAIN)
def crop_and_resize(
    ctx: Context,
    x: GraphExpr,
    rois: GraphExpr,
    batch_indices: GraphExpr,
    crop_size: GraphExpr,
    *,
    extrapolation_value: float = 0.0,
    mode: str = "bilinear",
) -> GraphExpr:
    """The part of each box (y1, x1, y2, x2), in shares of the image's extents less one, sampled at its corners and
    evenly between these; positions outside of the image are the extrapolation value."""
    if mode not in ("bilinear", "nearest"):
        raise ctx.error("I117", f"there is no mode `{mode}`")
    height, width = ctx.ints(crop_size, "crop_size")
    count = ctx.shape(rois)[0]
    places = [
        _evenly(ctx, rois, count, at, n, ctx.shape(x)[2 + at]) for at, n in ((0, height), (1, width))
    ]  # (count, height) and (count, width), in elements
    inside = [_within(ctx, place, ctx.shape(x)[2 + at]) for at, place in enumerate(places)]
    image = ctx.emit("take", x, batch_indices, axis=0)
    rows, columns = (_normalised(ctx, place, ctx.shape(x)[2 + at]) for at, place in enumerate(places))
    shape = shape_arg([count, height, width, 1])
    parts = [ctx.reshape(columns, [count, 1, width, 1]), ctx.reshape(rows, [count, height, 1, 1])]
    grid = ctx.emit("concatenate", [ctx.emit("broadcast_to", part, shape) for part in parts], axis=3)
    y = grid_sample(ctx, image, grid, align_corners=1, mode=mode, padding_mode="border")
    seen = ctx.emit(
        "logical_and",
        ctx.reshape(inside[0], [count, 1, height, 1]),
        ctx.reshape(inside[1], [count, 1, 1, width]),
    )
    return ctx.emit("where", seen, y, ctx.constant(extrapolation_value, ctx.dtype(x)))


def _evenly(ctx: Context, rois: GraphExpr, count: Dim, at: int, n: int, size: Dim) -> GraphExpr:
    """(count, n): the positions along one dimension; of a single one the middle of the box."""
    ends = [
        ctx.emit("strided_slice", rois, begin=[column], end=[column + 1], axes=[1], strides=[1])
        for column in (at, at + 2)
    ]
    shares = np.arange(n) / (n - 1) if n > 1 else np.array([0.5])
    parts = [
        ctx.emit("multiply", end, ctx.constant(share, ctx.dtype(rois)))
        for end, share in zip(ends, (1.0 - shares, shares), strict=True)
    ]
    return ctx.emit("multiply", ctx.emit("add", *parts), _last_index(ctx, size, ctx.dtype(rois)))


def _last_index(ctx: Context, size: Dim, dtype: str) -> GraphExpr:
    return ctx.cast(ctx.materialized(ctx.symbolic_value(np.array(size - 1, dtype=object))), dtype)


def _within(ctx: Context, place: GraphExpr, size: Dim) -> GraphExpr:
    low = ctx.emit("greater_equal", place, ctx.constant(0.0, ctx.dtype(place)))
    return ctx.emit("logical_and", low, ctx.emit("less_equal", place, _last_index(ctx, size, ctx.dtype(place))))


def _normalised(ctx: Context, place: GraphExpr, size: Dim) -> GraphExpr:
    """Positions as `grid_sample` counts them: -1 for the first element, 1 for the last."""
    dtype = ctx.dtype(place)
    last = ctx.emit("maximum", _last_index(ctx, size, dtype), ctx.constant(1.0, dtype))
    share = ctx.emit("divide", place, last)
    return ctx.emit("subtract", ctx.emit("add", share, share), ctx.constant(1.0, dtype))
