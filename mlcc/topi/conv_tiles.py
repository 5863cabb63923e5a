"""Convolutions of bfloat16 as products in tile registers (AMX), by implicit GEMM on channel blocks.

A register of data has 16 adjacent pixels of a row of the result as its rows, and the 32 channels of a block: with the
channels of a pixel in 64 bytes, 16 pixels are read where they lie, once for every position of the kernel. A register of
weights has 16 pairs of input channels as rows and 16 output channels, each with its pair.

With a stride s along the width, pixels that one register reads are s apart. They are brought together by the copy that
adds the padding: pixel p of a row goes to phase p % s, position p // s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .conv import axis_names, window_count
from .products import narrowed, times
from .registry import register
from .shapes import Dims, Ints, define, need_rank, pads_of, per_dim, show, static

#: Rows of a tile register, columns of its sums, and the channels of a block: 64 bytes.
ROWS, COLUMNS, CHANNELS = 16, 16, 32


@register("nn.conv2d_tiles", "anchor")
def conv2d_tiles(
    data: Tensor,
    weight: Tensor,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    out_dtype: str | None = None,
    image: Ints | None = None,
) -> Tensor:
    """Data (N, C / 32, H, W, 32) bfloat16, weight (O / 32, C / 32, kh, kw, 2, 16, 16, 2): (N, O / 32, OH, OW, 32).

    The weight's last dimensions are halves of the output channels, pairs of input channels, output channels, and the
    elements of a pair. Sums are float32. With `image` (height, width), data is one row of the pixels of that image, and
    the result is such an image. T203 for other shapes, T204 for other types.
    """
    name = "nn.conv2d_tiles"
    need_rank(name, data, 5, "data")
    need_rank(name, weight, 8, "weight")
    n, blocks, height, width, channels = data.shape
    outer, inner, *rest = (static(d, f"the weight of `{name}`") for d in weight.shape)
    kernel, register = rest[:2], rest[2:]
    if as_int(channels) != CHANNELS or as_int(blocks) != inner or register != [2, ROWS, COLUMNS, 2]:
        raise MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: incompatible channels")
    if {data.dtype, weight.dtype} != {"bfloat16"}:
        raise MlccError("T204", f"`{name}` of `{data.dtype}` and `{weight.dtype}`: it is for bfloat16")
    stride, step, pads = per_dim(strides, 2, 1, "strides"), per_dim(dilation, 2, 1, "dilation"), pads_of(padding, 2)
    down, across = (
        static(window_count(d, p, k, s, g), f"the image of `{name}`")
        for d, p, k, s, g in zip((height, width), pads, kernel, stride, step, strict=True)
    )
    tiles = -(-across // ROWS)
    source = _phases(data, (down, tiles * ROWS), kernel, stride, step, pads)

    def window(n: Expr, block: Expr, h: Expr, kh: Expr, kw: Expr, tile: Expr, row: Expr, c: Expr) -> Expr:
        reach = kw * step[1]
        line = h if kernel[0] == 1 else h * stride[0] + kh * step[0]
        return source(n, block, line, reach % stride[1], tile * ROWS + row + reach // stride[1], c)

    shape: Dims = (n, inner, down, *kernel, tiles, ROWS, CHANNELS)
    sums = _sums(define(shape, window, "pixels", {"op": "window"}), weight, outer)

    def pixel(n: Expr, co: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        return sums(n, co, h, w // ROWS, c // COLUMNS, w % ROWS, c % COLUMNS)

    lines = down, across
    if image:
        lines, pixel = (image[0], image[1]), _of_row(pixel, image[1])
    result = define((n, outer, *lines, CHANNELS), pixel, "image")
    return narrowed("conv2d", result, out_dtype or data.dtype)


def _sums(rows: Tensor, weight: Tensor, outer: int) -> Tensor:
    """The sums of registers of pixels with those of weights: (N, O / 32, OH, tiles, 2, 16, 16)."""
    n, inner, down, high, wide, tiles, *_ = rows.shape
    rc, rh, rw = (te.reduce_axis((0, k), f"r{s}") for k, s in zip((inner, high, wide), "chw", strict=True))
    pair, element = te.reduce_axis((0, CHANNELS // 2), "pair"), te.reduce_axis((0, 2), "element")

    def total(n: Expr, co: Expr, h: Expr, tile: Expr, half: Expr, row: Expr, c: Expr) -> Any:
        x = rows(n, rc, h, rh, rw, tile, row, pair * 2 + element)
        return te.sum(
            times("float32", x, weight(co, rc, rh, rw, half, pair, c, element)), axis=[rc, rh, rw, pair, element]
        )

    letters = ("n", "co", "h", "tile", "half", "row", "c")
    return define(
        (n, outer, down, tiles, 2, ROWS, COLUMNS), axis_names(letters, total), "conv2d_tiles", {"op": "nn.conv2d_tiles"}
    )


def _of_row(pixel: Callable[..., Expr], width: int) -> Callable[..., Expr]:
    """The pixels of an image by line and column, of those of its only row."""

    def element(n: Expr, co: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        return pixel(n, co, const(0, "int64"), h * width + w, c)

    return element


def _phases(
    data: Tensor,
    space: tuple[int, int],
    kernel: list[int],
    stride: tuple[int, ...],
    step: tuple[int, ...],
    pads: tuple[tuple[int, int], ...],
) -> Tensor:
    """The padded image, (N, blocks, lines, phases, positions, 32), with zeros outside; of a kernel of one line, only
    the lines that it reads."""
    n, blocks, height, width, channels = data.shape
    reach = (kernel[1] - 1) * step[1]
    lines = space[0] if kernel[0] == 1 else (space[0] - 1) * stride[0] + (kernel[0] - 1) * step[0] + 1
    phases, positions = min(stride[1], reach + 1), space[1] + reach // stride[1]
    jump = stride[0] if kernel[0] == 1 else 1
    exact = all(p == (0, 0) for p in pads) and max(stride) == 1 and as_int(width) == positions

    def element(n: Expr, block: Expr, line: Expr, phase: Expr, at: Expr, c: Expr) -> Expr:
        h, w = line * jump - pads[0][0], at * stride[1] + phase - pads[1][0]
        if exact:
            return data(n, block, h, w, c)
        inside = te.all(h >= 0, h < height, w >= 0, w < width)
        return te.if_then_else(inside, data(n, block, h, w, c), const(0, data.dtype))

    name = "view" if exact else "pad_temp"
    return define((n, blocks, lines, phases, positions, channels), element, name, {"op": "view" if exact else "pad"})
