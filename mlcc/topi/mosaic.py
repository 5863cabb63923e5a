"""An image of images, by which a dilated convolution, or one of volumes, is one of an image without dilation.

A window of dilation d reads every d-th row: the rows of one remainder modulo d, a *phase*, never meet those of another.
Set out side by side, with a line of zeros between them, all phases are one image on which the convolution has no
dilation. With d = 2 in both directions, 4 x 4 pixels become 5 x 5 (by row and column, a dot is a zero):

    00 01 02 03        00 02 .  01 03
    10 11 12 13        20 22 .  21 23
    20 21 22 23        .  .  .  .  .
    30 31 32 33        10 12 .  11 13
                       30 32 .  31 33

A volume is likewise the image of its slices, set out in rows; the taps of a window along its depth are further input
channels: channel blocks 0 to C / c - 1 are those of the slice that the first tap reads, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import register
from .shapes import Ints, define, need_rank, per_dim, show


@dataclass(frozen=True)
class Mosaic:
    """Where the pixels of `slices` images of H x W lie: by their `phases` of rows and columns, with `apart` lines of
    zeros between one phase or slice and the next: 1 where windows of 3 x 3 reach beyond an image, else 0."""

    height: int
    width: int
    phases: tuple[int, int]
    slices: int = 1
    apart: int = 1

    @property
    def pieces(self) -> tuple[int, int]:
        """The pieces below each other, and side by side."""
        return self.slices * self.phases[0], self.phases[1]

    @property
    def pitch(self) -> tuple[int, int]:
        """The rows and columns from one piece to the next."""
        sizes = zip((self.height, self.width), self.phases, self.pieces, strict=True)
        down, across = (-(-size // count) + (self.apart if pieces > 1 else 0) for size, count, pieces in sizes)
        return down, across

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width of the image of all pieces."""
        down, across = (
            pitch * pieces - (self.apart if pieces > 1 else 0)
            for pitch, pieces in zip(self.pitch, self.pieces, strict=True)
        )
        return down, across


def _mosaic(name: str, data: Tensor, phases: int | Ints, slices: int, apart: int, image: Ints) -> Mosaic:
    height, width = image
    down, across = per_dim(phases, 2, 1, "phases")
    if min(down, across, slices) < 1 or apart not in (0, 1):
        raise MlccError("T203", f"`{name}` of {show(data.shape)}: no phases, or no slices")
    return Mosaic(height, width, (down, across), slices, apart)


@register("nn.mosaic", "injective")
def mosaic(
    data: Tensor,
    phases: int | Ints = 1,
    slices: int = 1,
    apart: int = 1,
    taps: int = 1,
    stride: int = 1,
    dilation: int = 1,
    padding: int = 0,
) -> Tensor:
    """Data (N, C / c, (D,) H, W, c) as one image (N, taps * C / c, slices * down * pitch, across * pitch, c).

    `phases` are those of rows and of columns. A volume has `slices` results along its depth, of windows of `taps`
    slices with the given stride, dilation and padding before.
    """
    volume = data.ndim == 6
    if not volume:
        need_rank("nn.mosaic", data, 5)
    n, blocks, *space, block = data.shape
    extents = [as_int(d) for d in space]
    if None in extents or (not volume and (taps, slices) != (1, 1)):
        raise MlccError("T203", f"`nn.mosaic` takes images of static size, got {show(data.shape)}")
    *deep, height, width = [int(d) for d in extents if d is not None]
    form = _mosaic("nn.mosaic", data, phases, slices, apart, (height, width))
    (down, across), (high, wide) = form.phases, form.pitch

    def element(b: Expr, channel: Expr, y: Expr, x: Expr, ci: Expr) -> Any:
        phase, row, column = y // high, y % high * down, x % wide * across + x // wide
        row = row + phase % down
        inside = [row < height, column < width]
        if not volume:
            return te.if_then_else(te.all(*inside), data(b, channel, row, column, ci), const(0, data.dtype))
        at = phase // down * stride + channel // blocks * dilation - padding
        inside += [at >= 0, at < deep[0]]
        value = data(b, channel % blocks, at, row, column, ci)
        return te.if_then_else(te.all(*inside), value, const(0, data.dtype))

    return define((n, taps * blocks, *form.shape, block), element, "mosaic", {"op": "nn.mosaic"})


@register("nn.from_mosaic", "injective")
def from_mosaic(
    data: Tensor, image: Ints, phases: int | Ints = 1, slices: int = 1, apart: int = 1, shift: int = 0,
    volume: bool = False,
) -> Tensor:  # fmt: skip
    """The results (N, C / c, (slices,) H, W, c) of a window of 3 x 3 over a mosaic of `image` = (rows, columns) inputs.

    `shift` is the row and column of the first result within its phase.
    """
    need_rank("nn.from_mosaic", data, 5)
    form = _mosaic("nn.from_mosaic", data, phases, slices, apart, image)
    (down, across), (high, wide) = form.phases, form.pitch
    rows, columns = (size - 2 * shift * count for size, count in zip(image, form.phases, strict=True))
    n, blocks, _, _, block = data.shape

    def element(b: Expr, c: Expr, *rest: Expr) -> Expr:
        *deep, h, w, ci = rest
        phase = h % down
        if deep:
            phase = deep[0] * down + phase
        return data(b, c, phase * high + h // down + shift, w % across * wide + w // across + shift, ci)

    shape = (n, blocks, *((slices,) if volume else ()), rows, columns, block)
    return define(shape, element, "from_mosaic", {"op": "nn.from_mosaic"})
