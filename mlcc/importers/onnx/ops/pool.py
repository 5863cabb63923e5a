"""Pooling: maxima, means and p-norms over windows, and over whole images."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

from mlcc.ir import GraphExpr
from mlcc.ir import dtype as dt

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .nn import GIVE_SHAPE, padded, window_pads


def _window(
    ctx: Context,
    x: GraphExpr,
    kernel: Sequence[int],
    auto_pad: str,
    dilations: Sequence[int] | None,
    pads: Sequence[int] | None,
    strides: Sequence[int] | None,
    ceil_mode: int,
    fill: float = 0.0,
) -> tuple[GraphExpr, dict[str, object]]:
    """The operand, padded with `fill` where its symbolic size decides how much, and the attributes that every pooling
    operator shares."""
    rank = ctx.rank(x) - 2
    strides, dilations = list(strides or [1] * rank), list(dilations or [1] * rank)
    x, padding = padded(ctx, x, window_pads(ctx, ctx.shape(x)[2:], kernel, strides, dilations, auto_pad, pads), fill)
    return x, {
        "pool_size": list(kernel),
        "strides": strides,
        "padding": padding,
        "dilation": dilations,
        "ceil_mode": bool(ceil_mode),
    }


def _named(ctx: Context, kind: str, x: GraphExpr) -> str:
    rank = ctx.rank(x) - 2
    return f"nn.{kind}_pool{rank}d" if rank <= 3 else f"nn.{kind}_pool"


@onnx_op("MaxPool")
def max_pool(
    ctx: Context,
    x: GraphExpr,
    *,
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    dilations: Sequence[int] | None = None,
    kernel_shape: Sequence[int],
    pads: Sequence[int] | None = None,
    storage_order: int = 0,
    strides: Sequence[int] | None = None,
) -> GraphExpr | list[GraphExpr]:
    dtype = ctx.dtype(x)
    lowest = -math.inf if dt.is_float(dtype) else dt.int_range(dtype)[0]
    image, attrs = _window(ctx, x, kernel_shape, auto_pad, dilations, pads, strides, ceil_mode, lowest)
    if ctx.output_count == 1:
        return ctx.emit(_named(ctx, "max", x), image, **attrs)
    if image is not x:
        raise ctx.error("I111", "indices with auto_pad need static spatial dimensions", help=GIVE_SHAPE)
    return ctx.emit_multi("nn.max_pool_with_index", 2, x, storage_order=storage_order, **attrs)


class PoolAttributes(TypedDict, total=False):
    """The attributes of an average pool; missing ones have the defaults of :func:`average_pool`."""

    auto_pad: str
    ceil_mode: int
    count_include_pad: int
    kernel_shape: Sequence[int]
    pads: Sequence[int] | None
    strides: Sequence[int] | None


@onnx_op("AveragePool")
def average_pool(
    ctx: Context,
    x: GraphExpr,
    *,
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    count_include_pad: int = 0,
    dilations: Sequence[int] | None = None,
    kernel_shape: Sequence[int],
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    image, attrs = _window(ctx, x, kernel_shape, auto_pad, dilations, pads, strides, ceil_mode)
    include = bool(count_include_pad)
    if image is x or include:
        return ctx.emit(_named(ctx, "avg", x), image, count_include_pad=include, **attrs)
    # the share of elements that count, by the same windows over ones
    ones = ctx.emit("full", shape_arg([1, 1, *ctx.shape(x)[2:]]), fill_value=1.0, dtype=ctx.dtype(x))
    ones, _ = _window(ctx, ones, kernel_shape, auto_pad, dilations, pads, strides, ceil_mode)
    total, share = (ctx.emit(_named(ctx, "avg", x), v, count_include_pad=True, **attrs) for v in (image, ones))
    return ctx.emit("divide", total, share)


@onnx_op("LpPool")
def lp_pool(
    ctx: Context,
    x: GraphExpr,
    *,
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    dilations: Sequence[int] | None = None,
    kernel_shape: Sequence[int],
    p: int = 2,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    image, attrs = _window(ctx, x, kernel_shape, auto_pad, dilations, pads, strides, ceil_mode)
    return ctx.emit("nn.lp_pool", image, p=p, **attrs)


@onnx_op("GlobalAveragePool")
def global_average_pool(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.emit("nn.global_avg_pool", x)


@onnx_op("GlobalMaxPool")
def global_max_pool(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.emit("nn.global_max_pool", x)


@onnx_op("GlobalLpPool")
def global_lp_pool(ctx: Context, x: GraphExpr, *, p: int = 2) -> GraphExpr:
    return ctx.emit("nn.global_lp_pool", x, p=p)


@onnx_op("MaxUnpool", since=9)
def max_unpool(
    ctx: Context,
    x: GraphExpr,
    indices: GraphExpr,
    output_shape: GraphExpr | None = None,
    *,
    kernel_shape: Sequence[int],
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    """Each value is stored at the flat index that MaxPool reported; all other elements are zero."""
    dims = ctx.shape(x)
    rank = len(dims) - 2
    strides, pads = list(strides or [1] * rank), list(pads or [0] * (2 * rank))
    natural: list[Dim] = [
        *dims[:2],
        *((dims[2 + i] - 1) * strides[i] + kernel_shape[i] - pads[i] - pads[rank + i] for i in range(rank)),
    ]
    wanted = ctx.optional_ints(output_shape, "output_shape") or natural
    image = ctx.emit("nn.max_unpool", x, indices, shape_arg(natural))
    if wanted == natural:
        return image
    widths = [[0, w - n] for w, n in zip(wanted, natural, strict=False)]
    return ctx.emit("nn.pad", image, pad_width=widths, mode="constant", pad_value=0)
