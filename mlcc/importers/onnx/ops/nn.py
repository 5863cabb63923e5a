"""Convolution, matrix multiplication and softmax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from mlcc.ir import Constant, GraphExpr, binary, maximum

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim

GIVE_SHAPE = "give the shape with `--shape name=1x3x224x224`"
#: The largest number of axes that operators of mlcc convolve over.
_MOST_AXES = 3
#: Padding (begin, end) of one axis: numbers, or expressions of a symbolic size.
Padding = list[tuple[Dim, Dim]]


def window_pads(
    ctx: Context,
    spatial: Sequence[Dim],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    auto_pad: str,
    pads: Sequence[int] | None,
) -> Padding:
    """Begin and end padding per spatial axis, from the explicit `pads` or from `auto_pad`."""
    rank = len(kernel)
    if auto_pad in ("NOTSET", "") and pads is not None:
        return list(zip(pads[:rank], pads[rank:], strict=True))
    if auto_pad in ("NOTSET", "", "VALID"):
        return [(0, 0)] * rank
    if auto_pad not in ("SAME_UPPER", "SAME_LOWER"):
        raise ctx.error("I121", f"auto_pad `{auto_pad[:40]}` is not supported")
    axes = zip(spatial, kernel, strides, dilations, strict=False)
    return [_same_pads(size, (k - 1) * d + 1, s, auto_pad == "SAME_UPPER") for size, k, s, d in axes]


def _same_pads(size: Dim, span: int, stride: int, upper: bool) -> tuple[Dim, Dim]:
    """The padding of one axis with which every `stride`-th element has a window; the odd one at the end if `upper`."""
    if isinstance(size, int) or stride == 1:
        extent = 1 if not isinstance(size, int) else size  # with a stride of 1 any size gives the same
        total = max((-(-extent // stride) - 1) * stride + span - extent, 0)
        small, large = total // 2, total - total // 2
        return (small, large) if upper else (large, small)
    count = binary("floordiv", size + (stride - 1), stride)
    missing = (count - 1) * stride + span - size  # less than 0 where windows skip elements at the end
    most = maximum(missing, 0)
    half = binary("floordiv", most, 2)
    begin = half if upper else most - half
    return begin, missing - begin


def padded(ctx: Context, x: GraphExpr, padding: Padding, fill: float | GraphExpr = 0.0) -> tuple[GraphExpr, list[int]]:
    """`x`, and the padding that remains for the windowed operator; padding by a symbolic size is applied to `x`."""
    static = [p for pair in padding for p in pair if isinstance(p, int)]
    if len(static) == 2 * len(padding):
        return x, static[::2] + static[1::2]  # all begins, then all ends
    if isinstance(fill, Constant):
        fill = fill.data.item()
    known = 0 if isinstance(fill, GraphExpr) else fill
    widths = {"pad_width": [[0, 0], [0, 0], *map(list, padding)], "mode": "constant"}
    filled = ctx.emit("nn.pad", x, pad_value=known, **widths)
    if isinstance(fill, GraphExpr):
        image = ctx.emit("full", shape_arg([1, 1, *ctx.shape(x)[2:]]), fill_value=1, dtype="bool")
        filled = ctx.emit("where", ctx.emit("nn.pad", image, pad_value=0, **widths), filled, fill)
    return filled, [0] * (2 * len(padding))


def per_channel(ctx: Context, vector: GraphExpr, rank: int) -> GraphExpr:
    """A vector over the channels, shaped to broadcast over a tensor [N, C, spatial...]."""
    if isinstance(vector, Constant):
        return Constant(vector.data.reshape(-1, *[1] * (rank - 2)))
    return ctx.emit("reshape", vector, shape_arg([ctx.shape(vector)[0], *[1] * (rank - 2)]))


def _seen_taps(
    ctx: Context, x: GraphExpr, w: GraphExpr, strides: list[int], dilations: list[int], padding: list[int]
) -> tuple[GraphExpr, list[int]]:
    """A constant weight without the outer taps that meet nothing but padding, and the padding that is left: a window
    that is dilated beyond the image is a smaller one."""
    rank = len(strides)
    sizes, data = ctx.shape(x)[2:], getattr(w, "data", None)
    if data is None or not all(isinstance(d, int) for d in sizes) or len(padding) != 2 * rank or not any(padding):
        return w, padding
    kept: list[slice] = [slice(None)] * 2
    for n, (size, stride, step) in enumerate(zip(sizes, strides, dilations, strict=True)):
        taps, before, after = data.shape[2 + n], padding[n], padding[n + rank]
        count = (size + before + after - (taps - 1) * step - 1) // stride + 1
        positions = [range(t * step - before, t * step - before + count * stride, stride) for t in range(taps)]
        seen = [t for t, at in enumerate(positions) if any(0 <= p < size for p in at)]
        first, last = (seen[0], seen[-1]) if seen else (0, taps - 1)
        low, high = before - first * step, after - (taps - 1 - last) * step
        if low < 0 or high < 0:
            first, last, low, high = 0, taps - 1, before, after
        kept.append(slice(first, last + 1))
        padding[n], padding[n + rank] = low, high
    part = data[tuple(kept)]
    return (w if part.shape == data.shape else ctx.constant(np.ascontiguousarray(part))), padding


class ConvAttributes(TypedDict, total=False):
    """The attributes of a convolution; missing ones have the defaults of :func:`conv`."""

    auto_pad: str
    dilations: Sequence[int] | None
    group: int
    kernel_shape: Sequence[int] | None
    pads: Sequence[int] | None
    strides: Sequence[int] | None


@onnx_op("Conv")
def conv(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    b: GraphExpr | None = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: Sequence[int] | None = None,
    group: int = 1,
    kernel_shape: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    zeros: Sequence[GraphExpr] = (),
) -> GraphExpr:
    """`zeros`: the zero points of a convolution of integers, which sums in int32."""
    rank = ctx.rank(x) - 2
    kernel = [int(k) for k in ctx.static_shape(w, "weight")[2:]]
    if len(kernel) != rank:
        raise ctx.error("I117", f"a weight of rank {ctx.rank(w)} cannot be applied to a tensor of rank {rank + 2}")
    strides, dilations = list(strides or [1] * rank), list(dilations or [1] * rank)
    pads_per_axis = window_pads(ctx, ctx.shape(x)[2:], kernel, strides, dilations, auto_pad, pads)
    x, padding = padded(ctx, x, pads_per_axis, zeros[0] if zeros else 0.0)
    w, padding = _seen_taps(ctx, x, w, strides, dilations, padding)
    attrs = {"strides": strides, "padding": padding, "dilation": dilations, "groups": group}
    if rank <= _MOST_AXES:
        y = ctx.emit("conv_integer" if zeros else f"nn.conv{rank}d", x, w, *zeros, **attrs)
    elif zeros:
        raise ctx.error("I121", f"a convolution of integers over {rank} axes is not supported: {_MOST_AXES} are")
    else:
        y = _conv_by_taps(ctx, x, w, strides, padding, dilations, group)
    return y if b is None else ctx.emit("add", y, per_channel(ctx, b, rank + 2))


def _conv_by_taps(
    ctx: Context, x: GraphExpr, w: GraphExpr, strides: list[int], padding: list[int], dilations: list[int], group: int
) -> GraphExpr:
    """A convolution over more axes than there are operators for: the sum of convolutions over the other axes, one per
    tap of the axis that has fewest, which is one of the batch in them. Sums over windows of JAX have such axes, of one
    tap, for the batch and the channels."""
    rank = len(strides)
    kernel = [int(k) for k in ctx.static_shape(w, "weight")[2:]]
    fewest = min(kernel)
    if rank <= _MOST_AXES and (fewest > 1 or rank == 1):
        name = f"nn.conv{rank}d"
        return ctx.emit(name, x, w, strides=strides, padding=padding, dilation=dilations, groups=group)
    n = kernel.index(fewest)
    axis, rest = 2 + n, [k for k in range(rank) if k != n]
    if padding[n] or padding[n + rank]:
        widths = [[padding[n], padding[n + rank]] if k == axis else [0, 0] for k in range(rank + 2)]
        x = ctx.emit("nn.pad", x, pad_width=widths, mode="constant", pad_value=0.0)
    reach = ctx.shape(x)[axis] - (fewest - 1) * dilations[n]
    order = [0, axis, 1, *(2 + k for k in rest)]
    total = None
    for tap in range(fewest):
        begin = tap * dilations[n]
        rows = {"begin": [begin], "end": [begin + reach], "axes": [axis], "strides": [strides[n]]}
        part = ctx.emit("transpose", ctx.emit("strided_slice", x, **rows), axes=order)
        batch, count, *others = ctx.shape(part)
        part = ctx.reshape(part, [batch * count, *others])
        taps = ctx.emit("take", w, ctx.constant(tap, "int64"), axis=axis)
        pads = [padding[k + end] for end in (0, rank) for k in rest]
        less = [strides[k] for k in rest], pads, [dilations[k] for k in rest]
        y = _conv_by_taps(ctx, part, taps, *less, group)
        total = y if total is None else ctx.emit("add", total, y)
    assert total is not None
    split = ctx.reshape(total, [batch, count, *ctx.shape(total)[1:]])
    return ctx.emit("transpose", split, axes=[order.index(k) for k in range(rank + 2)])


def _not_negative(size: Dim) -> Dim:
    return max(size, 0) if isinstance(size, int) else maximum(size, 0)


def _cropped(ctx: Context, y: GraphExpr, sizes: Sequence[int], is_upper: bool) -> GraphExpr:
    """The middle of a transposed convolution without padding, of these spatial sizes; zeros follow where it is less."""
    whole = ctx.shape(y)[2:]
    over = [w - size for w, size in zip(whole, sizes, strict=True)]
    widths = [[0, _not_negative(0 - more)] for more in over]
    y = ctx.emit("nn.pad", y, pad_width=[[0, 0], [0, 0], *widths], mode="constant", pad_value=0.0)
    cut = [_not_negative(more) for more in over]
    begin = [c // 2 if is_upper else c - c // 2 for c in cut]
    end = [b + size for b, size in zip(begin, sizes, strict=True)]
    axes = range(2, 2 + len(sizes))
    return ctx.emit("strided_slice", y, begin=begin, end=end, axes=list(axes), strides=[1] * len(begin))


@onnx_op("ConvTranspose")
def conv_transpose(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    b: GraphExpr | None = None,
    *,
    auto_pad: str = "NOTSET",
    dilations: Sequence[int] | None = None,
    group: int = 1,
    kernel_shape: Sequence[int] | None = None,
    output_padding: Sequence[int] | None = None,
    output_shape: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    rank = ctx.rank(x) - 2
    kernel = [int(k) for k in ctx.static_shape(w, "weight")[2:]]
    if len(kernel) != rank:
        raise ctx.error("I117", f"a weight of rank {ctx.rank(w)} cannot be applied to a tensor of rank {rank + 2}")
    strides, dilations = list(strides or [1] * rank), list(dilations or [1] * rank)
    extra = list(output_padding or [0] * rank)
    for more, stride, gap in zip(extra, strides, dilations, strict=False):
        if not 0 <= more < max(stride, gap):
            most = max(stride, gap) - 1
            raise ctx.error("I117", f"the node is malformed: attribute `output_padding` is 0 to {most}, not {more}")
    # what the window reaches beyond one stride per element
    beyond = [(k - 1) * g + 1 + e - s for s, k, g, e in zip(strides, kernel, dilations, extra, strict=True)]
    wanted = list(output_shape)[-rank:] if output_shape is not None else None
    is_computed = wanted is not None and not all(isinstance(d, int) for d in ctx.shape(x)[2:])
    if is_computed:
        padding = [0] * (2 * rank)
    elif wanted is not None or auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        total = beyond
        if wanted is not None:
            parts = zip(ctx.static_shape(x)[2:], strides, beyond, wanted, strict=True)
            total = [d * s + more - t for d, s, more, t in parts]
        extra = [e + max(-t, 0) for e, t in zip(extra, total, strict=False)]
        total = [max(t, 0) for t in total]
        first = [
            t // 2 if auto_pad != "SAME_LOWER" and output_shape is None or auto_pad == "SAME_UPPER" else t - t // 2
            for t in total
        ]
        padding = first + [t - f for t, f in zip(total, first, strict=False)]
    else:
        padding = list(pads) if pads is not None else [0] * (2 * rank)
    if rank > _MOST_AXES:
        raise ctx.error("I121", f"a transposed convolution over {rank} axes is not supported: {_MOST_AXES} are")
    y = ctx.emit(
        f"nn.conv{rank}d_transpose",
        x,
        w,
        strides=strides,
        padding=padding,
        dilation=dilations,
        output_padding=extra,
        groups=group,
    )
    if is_computed and wanted is not None:
        y = _cropped(ctx, y, wanted, auto_pad == "SAME_UPPER")
    return y if b is None else ctx.emit("add", y, per_channel(ctx, b, rank + 2))


def _softmax_before_13(ctx: Context, x: GraphExpr, name: str, axis: int) -> GraphExpr:
    """Up to opset 12 the input is flattened to two dimensions at `axis`."""
    dims = list(ctx.shape(x))
    axis = ctx.axis(axis, len(dims))
    if axis == len(dims) - 1:
        return ctx.emit(name, x, axis=axis)
    from .shape import flatten

    flat = ctx.emit(name, flatten(ctx, x, axis=axis), axis=1)
    return ctx.emit("reshape", flat, shape_arg(dims))


for _onnx, _name in {"Softmax": "nn.softmax", "LogSoftmax": "nn.log_softmax", "Hardmax": "nn.hardmax"}.items():
    onnx_op(_onnx)(lambda ctx, x, *, axis=1, consumed_inputs=None, name=_name: _softmax_before_13(ctx, x, name, axis))
    onnx_op(_onnx, since=13)(lambda ctx, x, *, axis=-1, name=_name: ctx.emit(name, x, axis=ctx.axis(axis, ctx.rank(x))))


@onnx_op("MatMul")
def matmul(ctx: Context, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return ctx.emit("matmul", a, b)


class GemmAttributes(TypedDict, total=False):
    """The attributes of Gemm; missing ones have the defaults of :func:`gemm`."""

    alpha: float
    beta: float
    transA: int
    transB: int


@onnx_op("Gemm")
def gemm(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    c: GraphExpr | None = None,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    broadcast: int = 1,
) -> GraphExpr:
    """``alpha * a @ b + beta * c``; a factor of a constant operand is multiplied into it."""
    dtype = ctx.dtype(a)
    if alpha != 1.0 and isinstance(b, Constant):
        b, alpha = Constant((b.data * np.asarray(alpha, b.data.dtype)).astype(b.data.dtype)), 1.0
    if beta not in (0.0, 1.0) and isinstance(c, Constant):
        c, beta = Constant((c.data * np.asarray(beta, c.data.dtype)).astype(c.data.dtype)), 1.0
    if transA:
        a = ctx.emit("transpose", a, axes=[1, 0])
    y = ctx.emit("nn.dense", a, b) if transB else ctx.emit("matmul", a, b)
    if alpha != 1.0:
        y = ctx.emit("multiply", y, ctx.constant(alpha, dtype))
    if c is None or beta == 0.0:
        return y
    if beta != 1.0:
        c = ctx.emit("multiply", c, ctx.constant(beta, dtype))
    return ctx.emit("add", y, c)
