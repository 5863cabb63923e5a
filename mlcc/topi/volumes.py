"""Volumes as batches of images: each slice of the result of a convolution reads a window of slices.

With three taps along the depth, slice 4 of the result is an image of the channels of slices 3, 4 and 5, one after the
other, under a window of two dimensions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .conv import axis_names
from .registry import register
from .shapes import Dims, Ints, define, need_rank, show


@dataclass(frozen=True)
class Slices:
    """The images that windows along the depth of volumes (N, C / c, D, H, W, c) read, `count` of each volume.

    `depth` are the taps of such a window, its stride, its dilation, and the padding before the first slice.
    """

    data: Tensor
    count: int
    depth: Ints

    @property
    def shape(self) -> Dims:
        """(N * count, taps * C / c, H, W, c)."""
        n, blocks, _, height, width, block = self.data.shape
        return n * self.count, self.depth[0] * blocks, height, width, block

    def pixel(self, image: Expr, channel: Expr, h: Expr, w: Expr, ci: Expr) -> tuple[list[Expr], Expr]:
        """A pixel, and what holds where it is in the volume; where it is not, zero stands for it."""
        taps, stride, dilation, padding = self.depth
        blocks, deep = self.data.shape[1], as_int(self.data.shape[2]) or 0
        at = image % self.count * stride + channel // blocks * dilation - padding
        inside = padding == 0 and (self.count - 1) * stride + (taps - 1) * dilation < deep
        value = self.data(image // self.count, channel % blocks, at, h, w, ci)
        return [] if inside else [at >= 0, at < deep], value


def slices_of(name: str, data: Tensor, count: int, depth: Ints) -> Slices:
    """The slices of volumes for the operator `name`. Raises T203 for volumes of symbolic depth."""
    need_rank(name, data, 6)
    if as_int(data.shape[2]) is None or min(count, *depth[:3]) < 1:
        raise MlccError("T203", f"`{name}` takes volumes of static depth, got {show(data.shape)}")
    return Slices(data, count, depth)


@register("nn.to_slices", "injective")
def to_slices(data: Tensor, slices: int, depth: Ints) -> Tensor:
    """Volumes (N, C / c, D, H, W, c) as images (N * slices, taps * C / c, H, W, c): those that windows along the depth
    read, zeros beyond the volume. `depth` are the taps of such a window, its stride, its dilation, and the padding
    before the first slice; D is static."""
    return filled_slices(data, slices, depth, const(0, data.dtype))


def filled_slices(data: Tensor, slices: int, depth: Ints, fill: Expr) -> Tensor:
    """``nn.to_slices``, with `fill` beyond the volume."""
    images = slices_of("nn.to_slices", data, slices, depth)

    def element(*at: Expr) -> Any:
        inside, value = images.pixel(*at)
        return te.if_then_else(te.all(*inside), value, fill) if inside else value

    return define(images.shape, axis_names(["b", "channel", "h", "w", "ci"], element), "slices", {"op": "nn.to_slices"})
