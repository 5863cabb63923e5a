"""Operators on blocks of channels, as onnxruntime's optimiser lays out images for the processor that it runs on.

A value in blocks is an image here as any other, whose channels are padded to whole blocks: only weights are stored in
another order, which is undone. Between these operators onnxruntime leaves others only where the order does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlcc.ir import GraphExpr

from ..channel_blocks import DOMAIN
from ..context import Context
from ..registry import onnx_op
from .microsoft import fused_conv
from .microsoft_layouts import with_channels_first, with_channels_last
from .pool import average_pool, global_average_pool, global_max_pool, max_pool
from .resize import resize

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .nn import ConvAttributes

for _onnx, _convert in (
    ("MaxPool", max_pool),
    ("AveragePool", average_pool),
    ("GlobalMaxPool", global_max_pool),
    ("GlobalAveragePool", global_average_pool),
):
    onnx_op(_onnx, domain=DOMAIN)(_convert)


@onnx_op("ReorderInput", domain=DOMAIN)
def reorder_input(ctx: Context, x: GraphExpr, *, channels_last: int = 0) -> GraphExpr:
    image = with_channels_first(ctx, x) if channels_last else x
    more = -ctx.static_dim(image, 1) % ctx.channel_block
    if not more:
        return image
    widths = [(0, 0), (0, more), *[(0, 0)] * (ctx.rank(image) - 2)]
    return ctx.emit("nn.pad", image, pad_width=widths, mode="constant", pad_value=0.0)


@onnx_op("ReorderOutput", domain=DOMAIN)
def reorder_output(ctx: Context, x: GraphExpr, *, channels: int, channels_last: int = 0) -> GraphExpr:
    """The padding is left out."""
    if ctx.static_dim(x, 1) != channels:
        x = ctx.emit("strided_slice", x, begin=[0], end=[channels], axes=[1], strides=[1])
    return with_channels_last(ctx, x) if channels_last else x


@onnx_op("Conv", domain=DOMAIN)
def blocked_conv(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    b: GraphExpr | None = None,
    z: GraphExpr | None = None,
    *,
    activation: str = "",
    activation_params: Sequence[float] = (),
    **attrs: Unpack[ConvAttributes],
) -> GraphExpr:
    """`z` is added before the activation."""
    plain = _in_standard_order(ctx, w, attrs.get("group", 1))
    return fused_conv(ctx, x, plain, b, z, activation=activation, activation_params=activation_params, **attrs)


def _in_standard_order(ctx: Context, w: GraphExpr, groups: int) -> GraphExpr:
    """Weights (O, I, H, W) whose elements stand in blocks:

    - (O / block, I, H, W, block of O) where images are read as they are, of fewer channels than a block, and where each
      channel is a group;
    - else (O / block, I / block, H, W, block of I, block of O).
    """
    filters, depth, high, wide = ctx.static_shape(w, "weight")
    size = ctx.channel_block
    if depth < size and (groups == 1 or groups == filters):
        stored, order = [filters // size, depth, high, wide, size], [0, 4, 1, 2, 3]
    else:
        stored, order = [filters // size, depth // size, high, wide, size, size], [0, 5, 1, 4, 2, 3]
    elements = ctx.emit("transpose", ctx.reshape(w, stored), axes=order)
    return ctx.reshape(elements, [filters, depth, high, wide])


@onnx_op("Upsample", domain=DOMAIN)
def blocked_upsample(
    ctx: Context,
    x: GraphExpr,
    *,
    coordinate_transformation_mode: str = "asymmetric",
    mode: str = "nearest",
    scales: Sequence[int],
) -> GraphExpr:
    """`scales` are whole numbers."""
    return resize(
        ctx, x, None, ctx.constant(list(map(float, scales)), "float32"), mode=mode, nearest_mode="floor",
        coordinate_transformation_mode=coordinate_transformation_mode,
    )  # fmt: skip
