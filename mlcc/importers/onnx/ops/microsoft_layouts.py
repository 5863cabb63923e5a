"""Operators on images with channels last, as onnxruntime's optimiser stores quantised models that it has optimised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from .microsoft import DOMAIN
from .pool import max_pool
from .quantize import qlinear_conv

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .nn import ConvAttributes


def with_channels_first(ctx: Context, x: GraphExpr) -> GraphExpr:
    """(N, spatial…, C) to (N, C, spatial…)."""
    rank = ctx.rank(x)
    return ctx.emit("transpose", x, axes=[0, rank - 1, *range(1, rank - 1)])


def with_channels_last(ctx: Context, x: GraphExpr) -> GraphExpr:
    """(N, C, spatial…) to (N, spatial…, C)."""
    return ctx.emit("transpose", x, axes=[0, *range(2, ctx.rank(x)), 1])


@onnx_op("QLinearConv", domain=DOMAIN)
def qlinear_conv_(
    ctx: Context,
    x: GraphExpr,
    x_scale: GraphExpr,
    x_zero: GraphExpr,
    w: GraphExpr,
    w_scale: GraphExpr,
    w_zero: GraphExpr,
    y_scale: GraphExpr,
    y_zero: GraphExpr,
    bias: GraphExpr | None = None,
    *,
    channels_last: int = 0,
    **attrs: Unpack[ConvAttributes],
) -> GraphExpr:
    """The weight's channels stay where the standard has them."""
    image = with_channels_first(ctx, x) if channels_last else x
    y = qlinear_conv(ctx, image, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias, **attrs)
    return with_channels_last(ctx, y) if channels_last else y


@onnx_op("NhwcMaxPool", domain=DOMAIN)
def nhwc_max_pool(
    ctx: Context,
    x: GraphExpr,
    *,
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    dilations: Sequence[int] | None = None,
    kernel_shape: Sequence[int],
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    y = max_pool(
        ctx, with_channels_first(ctx, x), auto_pad=auto_pad, ceil_mode=ceil_mode, dilations=dilations,
        kernel_shape=kernel_shape, pads=pads, strides=strides,
    )  # fmt: skip
    assert not isinstance(y, list)
    return with_channels_last(ctx, y)
