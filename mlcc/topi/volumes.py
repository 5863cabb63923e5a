"""Volumes as batches of images: each slice of the result of a convolution reads a window of slices.

With three taps along the depth, slice 4 of the result is an image of the channels of slices 3, 4 and 5, one after the
other, under a window of two dimensions.
"""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import register
from .shapes import define, need_rank, show


@register("nn.to_slices", "injective")
def to_slices(data: Tensor, slices: int, taps: int = 1, stride: int = 1, dilation: int = 1, padding: int = 0) -> Tensor:
    """Volumes (N, C / c, D, H, W, c) as images (N * slices, taps * C / c, H, W, c): those that windows along the depth
    read, zeros beyond the volume. `padding` is that before the first slice; D is static."""
    need_rank("nn.to_slices", data, 6)
    n, blocks, depth, height, width, block = data.shape
    deep = as_int(depth)
    if deep is None or min(slices, taps, stride, dilation) < 1:
        raise MlccError("T203", f"`nn.to_slices` takes volumes of static depth, got {show(data.shape)}")
    inside = padding == 0 and (slices - 1) * stride + (taps - 1) * dilation < deep

    def element(b: Expr, channel: Expr, h: Expr, w: Expr, ci: Expr) -> Any:
        at = b % slices * stride + channel // blocks * dilation - padding
        value = data(b // slices, channel % blocks, at, h, w, ci)
        return value if inside else te.if_then_else(te.all(at >= 0, at < deep), value, const(0, data.dtype))

    return define((n * slices, taps * blocks, height, width, block), element, "slices", {"op": "nn.to_slices"})
