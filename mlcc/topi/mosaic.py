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
from mlcc.ir import Expr, const
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, Ints, define, need_rank, per_dim, show, static
from .volumes import slices_of


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
    if min(down, across) < 1 or slices < 0 or apart not in (0, 1):
        raise MlccError("T203", f"`{name}` of {show(data.shape)}: no phases, or no slices")
    return Mosaic(height, width, (down, across), slices or 1, apart)


@register("nn.mosaic", "injective")
def mosaic(data: Tensor, phases: int | Ints = 1, slices: int = 0, apart: int = 1, depth: Ints | None = None) -> Tensor:
    """Data (N, C / c, H, W, c) as one image (N, C / c, down * pitch, across * pitch, c) of its `phases`, those of rows
    and of columns.

    Of volumes (N, C / c, D, H, W, c) the image holds the `slices` below each other that ``nn.to_slices`` makes of them
    with `depth`.
    """
    name = "nn.mosaic"
    volume = slices_of(name, data, slices, depth or (1, 1, 1, 0)) if slices else None
    if volume is None:
        need_rank(name, data, 5)
    images, blocks, *space, block = data.shape if volume is None else volume.shape
    height, width = (static(d, f"an image of `{name}`") for d in space)
    form = _mosaic(name, data, phases, slices, apart, (height, width))
    (down, across), (high, wide) = form.phases, form.pitch

    def element(b: Expr, channel: Expr, y: Expr, x: Expr, ci: Expr) -> Any:
        phase, row, column = y // high, y % high * down, x % wide * across + x // wide
        row = row + phase % down
        inside = [row < height, column < width]
        if volume is None:
            value: Expr = data(b, channel, row, column, ci)
        else:
            known, value = volume.pixel(b * slices + phase // down, channel, row, column, ci)
            inside += known
        return te.if_then_else(te.all(*inside), value, const(0, data.dtype))

    return define((images // form.slices, blocks, *form.shape, block), element, "mosaic", {"op": "nn.mosaic"})


@register("nn.from_mosaic", "injective")
def from_mosaic(data: Tensor, image: Ints, phases: int | Ints = 1, slices: int = 0, apart: int = 1) -> Tensor:
    """The results (N, C / c, (slices,) H, W, c) of windows of 3 x 3 over a mosaic of `image` = (rows, columns) inputs,
    padded with a line of zeros; windows that stay inside an image (`apart` is 0) give the results inside."""
    need_rank("nn.from_mosaic", data, 5)
    form = _mosaic("nn.from_mosaic", data, phases, slices, apart, image)
    (down, across), (high, wide) = form.phases, form.pitch
    shift = 1 - apart
    rows, columns = (size - 2 * shift * count for size, count in zip(image, form.phases, strict=True))
    n, blocks, _, _, block = data.shape

    def element(b: Expr, c: Expr, *rest: Expr) -> Expr:
        *deep, h, w, ci = rest
        phase = h % down
        if deep:
            phase = deep[0] * down + phase
        return data(b, c, phase * high + h // down + shift, w % across * wide + w // across + shift, ci)

    deep: Dims = (slices,) if slices else ()
    return define((n, blocks, *deep, rows, columns, block), element, "from_mosaic", {"op": "nn.from_mosaic"})
