"""Operators that index by tensors or rules: gather, scatter, one-hot, triangles, ranges."""

from __future__ import annotations

import math

import numpy as np

from mlcc.analysis import same
from mlcc.ir import GraphCall, GraphExpr, Op, binary, const_like, maximum

from ..computed_sizes import range_count
from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..registry import onnx_op
from ..values import Dim


@onnx_op("GatherElements", since=11)
def gather_elements(ctx: Context, x: GraphExpr, indices: GraphExpr, *, axis: int = 0) -> GraphExpr:
    axis = ctx.axis(axis, ctx.rank(x))
    rows = _same_for_all(ctx, x, indices, axis)
    return ctx.emit("gather_elements" if rows is None else "take", x, indices if rows is None else rows, axis=axis)


def _same_for_all(ctx: Context, x: GraphExpr, indices: GraphExpr, axis: int) -> GraphExpr | None:
    """The indices along an axis where they are expanded to all of the other dimensions of `x`: rows are taken whole."""
    made = ctx.made.get(indices)
    if not isinstance(made, GraphCall) or made.op != Op("broadcast_to"):
        return None
    few, many, dims = (list(ctx.shape(value)) for value in (made.args[0], indices, x))
    if len(few) != len(many) or len(many) != len(dims):
        return None
    others = [n for n in range(len(dims)) if n != axis]
    if any(few[n] != 1 or not same(const_like(many[n]), const_like(dims[n])) for n in others):
        return None
    return ctx.reshape(made.args[0], [few[axis]]) if same(const_like(few[axis]), const_like(many[axis])) else None


@onnx_op("GatherND", since=11)
def gather_nd(ctx: Context, x: GraphExpr, indices: GraphExpr, *, batch_dims: int = 0) -> GraphExpr:
    return ctx.emit("gather_nd", x, indices, batch_dims=batch_dims)


@onnx_op("Scatter", since=9)
@onnx_op("ScatterElements", since=11)
def scatter_elements(
    ctx: Context, x: GraphExpr, indices: GraphExpr, updates: GraphExpr, *, axis: int = 0, reduction: str = "none"
) -> GraphExpr:
    axis = ctx.axis(axis, ctx.rank(x))
    return ctx.emit("scatter_elements", x, indices, updates, axis=axis, reduction=reduction)


@onnx_op("ScatterND", since=11)
def scatter_nd(
    ctx: Context, x: GraphExpr, indices: GraphExpr, updates: GraphExpr, *, reduction: str = "none"
) -> GraphExpr:
    return ctx.emit("scatter_nd", x, indices, updates, reduction=reduction)


@onnx_op("OneHot", since=9)
def one_hot(ctx: Context, indices: GraphExpr, depth: GraphExpr, values: GraphExpr, *, axis: int = -1) -> GraphExpr:
    axis = ctx.axis(axis, ctx.rank(indices) + 1)
    off = ctx.emit("strided_slice", values, begin=[0], end=[1], axes=[0], strides=[1])
    on = ctx.emit("strided_slice", values, begin=[1], end=[2], axes=[0], strides=[1])
    if ctx.known(depth) is not None:
        return ctx.emit("one_hot", indices, on, off, depth=int(ctx.scalar(depth, "depth")), axis=axis)
    (count,) = ctx.dims_of(ctx.cast(ctx.reshape(depth, [1]), "int64"), "depth")
    places = ctx.emit("range_like", ctx.constant(0, "int64"), ctx.constant(1, "int64"), shape_arg([count]))
    places = ctx.reshape(places, [count, *[1] * (ctx.rank(indices) - axis)])
    wanted = ctx.emit("expand_dims", ctx.cast(indices, "int64"), axis=axis)
    last = ctx.emit("add", wanted, ctx.materialized(ctx.symbolic_value(np.array(count, dtype=object))))
    hit = ctx.emit("logical_or", ctx.emit("equal", wanted, places), ctx.emit("equal", last, places))
    return ctx.emit("where", hit, ctx.reshape(on, []), ctx.reshape(off, []))


@onnx_op("ReverseSequence", since=10)
def reverse_sequence(
    ctx: Context, x: GraphExpr, lengths: GraphExpr, *, batch_axis: int = 1, time_axis: int = 0
) -> GraphExpr:
    if sorted(ctx.axis(a, ctx.rank(x)) for a in (batch_axis, time_axis)) != [0, 1]:
        raise ctx.error("I117", f"the batch axis {batch_axis} and the time axis {time_axis} are not 0 and 1")
    return ctx.emit("reverse_sequence", x, lengths, seq_axis=time_axis, batch_axis=batch_axis)


@onnx_op("EyeLike", since=9)
def eye_like(ctx: Context, x: GraphExpr, *, dtype: int | None = None, k: int = 0) -> GraphExpr:
    if ctx.rank(x) != 2:
        raise ctx.error("I117", f"a matrix is needed, not a tensor of rank {ctx.rank(x)}")
    rows, columns = ctx.shape(x)
    kind = onnx_dtype(dtype, "the result") if dtype is not None else ctx.dtype(x)
    if isinstance(rows, int) and isinstance(columns, int):
        return ctx.emit("eye", n=rows, m=columns, k=k, dtype=kind)
    return ctx.emit("eye_like", x, k=k, dtype=kind)


@onnx_op("Trilu", since=14)
def trilu(ctx: Context, x: GraphExpr, k: GraphExpr | None = None, *, upper: int = 1) -> GraphExpr:
    return ctx.emit("trilu", x, upper=bool(upper), k=0 if k is None else int(ctx.scalar(k, "k")))


@onnx_op("Range", since=11)
def range_(ctx: Context, start: GraphExpr, limit: GraphExpr, delta: GraphExpr, *, stash_type: int = 1) -> GraphExpr:
    ends = [ctx.known(v) for v in (start, limit)]
    if any(v is None for v in (*ends, ctx.number(delta))):
        count: Dim = range_count(ctx, *(ctx.tensor(ctx.materialized(v)) for v in (start, limit, delta)))
    elif any(v is None or v.dtype == object for v in ends):
        count = _symbolic_count(ctx, start, limit, ctx.scalar(delta, "delta"))
    else:
        first, last, step = (ctx.scalar(v, n) for v, n in ((start, "start"), (limit, "limit"), (delta, "delta")))
        count = max(int(np.ceil((last - first) / step)), 0)
    return ctx.emit("range_like", ctx.reshape(start, []), ctx.reshape(delta, []), shape_arg([count]))


def _symbolic_count(ctx: Context, start: GraphExpr, limit: GraphExpr, step: float) -> Dim:
    """How many numbers lie between two of which one is symbolic, in whole steps."""
    if step != int(step) or step == 0:
        raise ctx.error("I121", f"a symbolic range in steps of {step} is not supported")
    (first,), (last,) = ctx.dims_of(start, "start"), ctx.dims_of(limit, "limit")
    if isinstance(first, int) and first == 0 and step == 1:
        return last  # no dimension is negative
    length = last - first if step > 0 else first - last
    return maximum(binary("floordiv", length + (abs(int(step)) - 1), abs(int(step))), 0)


@onnx_op("DepthToSpace")
def depth_to_space(ctx: Context, x: GraphExpr, *, blocksize: int, mode: str = "DCR") -> GraphExpr:
    n, c, h, w = ctx.shape(x)
    inner = c // (blocksize * blocksize)
    if mode == "DCR":
        parts, order = [n, blocksize, blocksize, inner, h, w], [0, 3, 4, 1, 5, 2]
    else:
        parts, order = [n, inner, blocksize, blocksize, h, w], [0, 1, 4, 2, 5, 3]
    moved = ctx.emit("transpose", ctx.reshape(x, parts), axes=order)
    return ctx.reshape(moved, [n, inner, h * blocksize, w * blocksize])


@onnx_op("SpaceToDepth")
def space_to_depth(ctx: Context, x: GraphExpr, *, blocksize: int, mode: str = "DCR") -> GraphExpr:
    n, c, h, w = ctx.shape(x)
    parts = [n, c, h // blocksize, blocksize, w // blocksize, blocksize]
    order = [0, 3, 5, 1, 2, 4] if mode == "DCR" else [0, 1, 3, 5, 2, 4]
    moved = ctx.emit("transpose", ctx.reshape(x, parts), axes=order)
    return ctx.reshape(moved, [n, c * blocksize * blocksize, h // blocksize, w // blocksize])


@onnx_op("Einsum", since=12)
def einsum(ctx: Context, *operands: GraphExpr, equation: str) -> GraphExpr:
    return ctx.emit("einsum", list(operands), equation=equation)


@onnx_op("TensorScatter", since=24)
def tensor_scatter(
    ctx: Context,
    past: GraphExpr,
    update: GraphExpr,
    write_indices: GraphExpr | None = None,
    *,
    axis: int = -2,
    mode: str = "linear",
) -> GraphExpr:
    """Rows of `update` overwrite those of a cache, from a position given per batch entry."""
    return ctx.emit("update_rows", past, update, write_indices, axis=axis, circular=mode == "circular")


@onnx_op("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(ctx: Context, x: GraphExpr, indices: GraphExpr) -> GraphExpr:
    flat = ctx.reshape(indices, [math.prod(ctx.shape(indices))])
    x = ctx.reshape(x, [1, *ctx.shape(x)]) if ctx.rank(x) == 1 else x
    return ctx.emit("take", x, flat, axis=ctx.rank(x) - 1)
