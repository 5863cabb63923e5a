"""Convolutions of bfloat16 or bytes as products in tile registers (AMX), by implicit GEMM on channel blocks.

A register of data has 16 adjacent pixels of a row of the result as its rows, and the channels of a block, 32 of
bfloat16 or 64 bytes: 16 pixels are read where they lie, once for every position of the kernel. A register of weights
has 16 groups of input channels as rows, pairs of bfloat16 or four bytes, and 16 output channels, each with its group.

With a stride s along the width, pixels that one register reads are s apart. They are brought together by the copy that
adds the padding: pixel p of a row goes to phase p % s, position p // s.

Rows of small images fill registers badly: 7 pixels are less than half of one. The rows of such an image are joined, the
padding between them included, so that a register also holds the end of one row and the start of the next. What it
computes for the padding between rows is not read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const
from mlcc.target import costs_of
from mlcc.te import Tensor

from .conv import axis_names, window_count
from .float16_parts import PARTS, PRODUCTS, of_part, of_product, weight_parts
from .products import narrowed, times
from .registry import register
from .shapes import Dims, Ints, define, need_rank, pads_of, per_dim, show, static
from .volumes import filled_slices

#: Rows of a tile register, columns of its sums, and the output channels of a panel of weights: two registers.
ROWS, COLUMNS, PANEL = 16, 16, 32
#: (data, weight) -> the channels of a block, 64 bytes; the channels that one step multiplies and adds; the sums.
FORMS = {
    ("bfloat16", "bfloat16"): (32, 2, "float32"),
    ("bfloat16", "float16"): (32, 2, "float32"),
    ("uint8", "int8"): (64, 4, "int32"),
}
#: Images of at most so many registers are summed as a whole; the kernel is right for any.
_JOINED = int(costs_of().joined_tiles)


@dataclass(frozen=True)
class _Windows:
    """The windows of a convolution, (height, width) each: the extents of the result and of the kernel, and how windows
    are placed."""

    space: tuple[Expr | int, Expr | int]
    kernel: tuple[int, int]
    stride: tuple[int, ...]
    step: tuple[int, ...]
    pads: tuple[tuple[int, int], ...]
    #: Whether products with padding are left out, line by line.
    skips: bool

    def reach(self, axis: int) -> int:
        """The distance between the first and the last element of a window."""
        return (self.kernel[axis] - 1) * self.step[axis]

    def phases(self, axis: int) -> int:
        return min(self.stride[axis], self.reach(axis) + 1)

    def positions(self, axis: int, extent: Any) -> Any:
        """The positions of a phase that `extent` adjacent windows read."""
        return extent + self.reach(axis) // self.stride[axis]

    def start(self, axis: int) -> int:
        """Where the first window starts in the image."""
        return -self.pads[axis][0]

    def extents(self) -> tuple[int, int] | None:
        """The extents of the result; None where one is symbolic."""
        down, across = (as_int(n) for n in self.space)
        return None if down is None or across is None else (down, across)

    @property
    def lines(self) -> Expr | int:
        """The lines of the sums. One more than the result has where that lets two lines share weights in registers: of
        an odd number of lines of an odd number of registers, whose windows are read from a padded copy."""
        known = self.extents()
        if known is None or known[0] == 1 or self.skips or not any(map(sum, self.pads)):
            return self.space[0]
        return known[0] + known[0] * -(-known[1] // ROWS) % 2

    @property
    def line(self) -> int:
        """The positions of a joined row: an odd number, so that every row of a register is a pixel of some line."""
        known = self.extents()
        return 0 if known is None else int(self.positions(1, known[1])) | 1

    def joined_tiles(self) -> int:
        """The registers of all rows of the result, joined with what lies between them; 0 for symbolic extents."""
        known = self.extents()
        return 0 if known is None else -(-((known[0] - 1) * self.line + known[1]) // ROWS)

    def are_joined(self) -> bool:
        """Whether joined rows take fewer registers: some, so that each row of one is read, and no more than suit L1."""
        known, tiles = self.extents(), self.joined_tiles()
        return known is not None and 1 < tiles < known[0] * -(-known[1] // ROWS) and tiles <= _JOINED


@register("nn.conv2d_tiles", "anchor")
def conv2d_tiles(
    data: Tensor,
    weight: Tensor,
    zero: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    out_dtype: str | None = None,
    image: Ints | None = None,
    zero_point: int = 0,
    groups: int = 1,
    slices: int = 0,
    depth: Ints | None = None,
    skip_padding: bool = False,
    columns: int | None = None,
) -> Tensor:
    """Data (N, C / c, H, W, c), weight (O / 32, C / c, kh, kw, 2, 16, c / 16, g): the result is (N, O / c, OH, OW, c).

    Both are bfloat16 (c = 32, g = 2, sums are float32), or data is uint8 and the weight int8 (c = 64, g = 4, sums are
    int32). The weight's last dimensions are halves of the output channels of a panel, groups of input channels, output
    channels, and the elements of a group. Where the weight is float16, and finite, data are the parts of float16
    (``nn.float16_parts`` along the blocks), two blocks for each. Padding is `zero_point`, or `zero`, uint8 (), if that
    is computed at run time. With `image` (height, width), data is one row of the pixels of that image, and the result
    is such an image. With `groups`, C is that of one group, and the blocks of data and the panels of the weight are
    those of one group after the other. With `slices`, the images are those of volumes, as many of each, and the result
    is (N / slices, O / c, slices, OH, OW, c); data are such volumes too if `depth` is given: the taps of a window
    along the depth, its stride, dilation and the padding before, where C is the channels of all taps. With
    `skip_padding`, schedules may leave out products with padding of zeros. With `columns`, the result has only
    so many of them. T203 for other shapes, T204 for other types.
    """
    name = "nn.conv2d_tiles"
    fill = const(zero_point, data.dtype) if zero is None else cast(data.dtype, zero())
    if depth is not None:
        data = filled_slices(data, slices, depth, fill)
    block, group, kind = _checked(name, data, weight, groups)
    n, _, height, width, _ = data.shape
    panels, _, high, wide, *_ = (static(d, f"the weight of `{name}`") for d in weight.shape)
    stride, step, pads = per_dim(strides, 2, 1, "strides"), per_dim(dilation, 2, 1, "dilation"), pads_of(padding, 2)
    down, across = (
        window_count(d, p, k, s, g)
        for d, p, k, s, g in zip((height, width), pads, (high, wide), stride, step, strict=True)
    )
    space: tuple[Expr | int, Expr | int] = (down, across if columns is None else columns)
    windows = _Windows(space, (high, wide), stride, step, pads, skip_padding and set(stride) == {1})
    joined = windows.are_joined()
    pixels = (_joined_pixels if joined else _pixels_of_rows)(data, windows, fill)
    sums = _sums(pixels, weight, kind, joined, groups, windows.skips and not joined)

    def pixel(n: Expr, co: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        row, at = (const(0, "int64"), h * windows.line + w) if joined else (h, w)
        panel = co * (block // PANEL) + c // PANEL
        return sums(n, panel, row, at // ROWS, c % PANEL // COLUMNS, at % ROWS, c % COLUMNS)

    if image:
        space, pixel = (image[0], image[1]), _of_row(pixel, image[1])
    outer: Dims = (n, panels * PANEL // block)
    if slices:
        outer, pixel = (n // slices, outer[1], slices), _of_slice(pixel, slices)
    result = define((*outer, *space, block), pixel, "image")
    return narrowed("conv2d", result, out_dtype or (kind if group == 4 else data.dtype))


def _checked(name: str, data: Tensor, weight: Tensor, groups: int) -> tuple[int, int, str]:
    """The channels of a block, those of one step, and the type of the sums; T203 and T204 as the operator says."""
    need_rank(name, data, 5, "data")
    need_rank(name, weight, 8, "weight")
    if (data.dtype, weight.dtype) not in FORMS:
        raise MlccError(
            "T204", f"`{name}` of `{data.dtype}` and `{weight.dtype}`: it is for 16-bit floats, or uint8 and int8"
        )
    block, group, kind = FORMS[data.dtype, weight.dtype]
    panels, inner, _, _, *register = (static(d, f"the weight of `{name}`") for d in weight.shape)
    if (
        as_int(data.shape[-1]) != block
        or as_int(data.shape[1]) != inner * groups * (PARTS if weight.dtype == "float16" else 1)
        or panels * PANEL % (block * groups)
        or register != [PANEL // COLUMNS, block // group, COLUMNS, group]
    ):
        raise MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: incompatible channels")
    return block, group, kind


def _sums(rows: Tensor, weight: Tensor, kind: str, joined: bool, convolutions: int, skips: bool) -> Tensor:
    """The sums of registers of pixels with those of weights: (N, O / 32, OH, tiles, 2, 16, 16), of as many
    `convolutions` as there are groups of channels."""
    n, _, down, high, wide, tiles, *_ = rows.shape
    panels, inner = weight.shape[0] // convolutions, weight.shape[1]
    of_parts = weight.dtype == "float16"
    taps = _widened(weight) if of_parts else weight
    steps = inner * PRODUCTS if of_parts else inner
    groups, group = (static(d, "the weight") for d in (weight.shape[5], weight.shape[7]))
    rc, rh, rw = (te.reduce_axis((0, k), f"r{s}") for k, s in zip((steps, high, wide), "chw", strict=True))
    part, element = te.reduce_axis((0, groups), "group"), te.reduce_axis((0, group), "element")

    def total(n: Expr, panel: Expr, h: Expr, tile: Expr, half: Expr, row: Expr, c: Expr) -> Any:
        left, right = (of_product(rc, 1, side) for side in (False, True)) if of_parts else (rc, rc)
        block = left if convolutions == 1 else panel // panels * taps.shape[1] + left
        x = rows(n, block, h, rh, rw, tile, row, part * group + element)
        return te.sum(
            times(kind, x, taps(panel, right, rh, rw, half, part, c, element)), axis=[rc, rh, rw, part, element]
        )

    letters = ("n", "co", "h", "tile", "half", "row", "c")
    tag: dict[str, Any] = {"op": "nn.conv2d_tiles", "joined": int(joined)}
    if skips:
        tag["skip_padding"] = True
    shape: Dims = (n, weight.shape[0], down, tiles, PANEL // COLUMNS, ROWS, COLUMNS)
    return define(shape, axis_names(letters, total), "conv2d_tiles", tag)


def _of_slice(pixel: Callable[..., Expr], slices: int) -> Callable[..., Expr]:
    """The pixels of volumes, of those of all their slices as images."""

    def element(n: Expr, co: Expr, d: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        return pixel(n * slices + d, co, h, w, c)

    return element


def _widened(weight: Tensor) -> Tensor:
    """The parts of weights of float16, block by block."""
    parts = weight_parts(weight)

    def part(panel: Expr, at: Expr, *rest: Expr) -> Expr:
        block, number = of_part(at, 1)
        return parts(number, panel, block, *rest)

    shape: Dims = (weight.shape[0], weight.shape[1] * PARTS, *weight.shape[2:])
    return define(shape, part, "widened", {"parts": PARTS})


def _of_row(pixel: Callable[..., Expr], width: int) -> Callable[..., Expr]:
    """The pixels of an image by line and column, of those of its only row."""

    def element(n: Expr, co: Expr, h: Expr, w: Expr, c: Expr) -> Expr:
        return pixel(n, co, const(0, "int64"), h * width + w, c)

    return element


def _pixels_of_rows(data: Tensor, windows: _Windows, fill: Expr) -> Tensor:
    """The pixels that positions of the kernel read for 16 adjacent windows of a row: (N, blocks, OH, kh, kw, tiles, 16,
    channels)."""
    down, across, stride, step = windows.lines, windows.space[1], windows.stride, windows.step
    tiles = (across + (ROWS - 1)) // ROWS
    source = _phases(data, windows, tiles * ROWS, fill)

    def window(n: Expr, block: Expr, h: Expr, kh: Expr, kw: Expr, tile: Expr, row: Expr, c: Expr) -> Expr:
        reach = kw * step[1]
        line = h if windows.kernel[0] == 1 else h * stride[0] + kh * step[0]
        return source(n, block, line, reach % stride[1], tile * ROWS + row + reach // stride[1], c)

    shape: Dims = (*data.shape[:2], down, *windows.kernel, tiles, ROWS, data.shape[-1])
    return define(shape, window, "pixels", {"op": "window"})


def _phases(data: Tensor, windows: _Windows, across: Expr | int, fill: Expr) -> Tensor:
    """The padded image, (N, blocks, lines, phases, positions, channels); of a kernel of one line, only the lines that
    it reads."""
    n, blocks, height, width, channels = data.shape
    stride, one_line = windows.stride, windows.kernel[0] == 1
    lines = windows.lines if one_line else (windows.lines - 1) * stride[0] + windows.reach(0) + 1
    phases, positions = windows.phases(1), windows.positions(1, across)
    jump = stride[0] if one_line else 1
    read = as_int(positions)
    exact = all(p == (0, 0) for p in windows.pads) and stride[1] == 1 and read is not None and as_int(width) == read

    def element(n: Expr, block: Expr, line: Expr, phase: Expr, at: Expr, c: Expr) -> Expr:
        h, w = line * jump + windows.start(0), at * stride[1] + windows.start(1)
        w = w if phases == 1 else w + phase
        return data(n, block, h, w, c) if exact else _inside(data, (n, block, h, w, c), fill)

    name = "view" if exact else "pad_temp"
    return define((n, blocks, lines, phases, positions, channels), element, name, {"op": "view" if exact else "pad"})


def _joined_pixels(data: Tensor, windows: _Windows, fill: Expr) -> Tensor:
    """The same for all rows of the result, joined: (N, blocks, 1, kh, kw, tiles, 16, channels)."""
    stride, step, line = windows.stride, windows.step, windows.line
    tiles = windows.joined_tiles()
    last = windows.reach(0) // stride[0] * line + windows.reach(1) // stride[1]

    def element(n: Expr, block: Expr, below: Expr, beside: Expr, at: Expr, c: Expr) -> Expr:
        h = at // line * stride[0] + below + windows.start(0)
        w = at % line * stride[1] + beside + windows.start(1)
        return _inside(data, (n, block, h, w, c), fill)

    shape: Dims = (*data.shape[:2], windows.phases(0), windows.phases(1), tiles * ROWS + last, data.shape[-1])
    source = define(shape, element, "pad_temp", {"op": "pad"})

    def window(n: Expr, block: Expr, h: Expr, kh: Expr, kw: Expr, tile: Expr, row: Expr, c: Expr) -> Expr:
        down, across = kh * step[0], kw * step[1]
        at = tile * ROWS + row + down // stride[0] * line + across // stride[1]
        return source(n, block, down % stride[0], across % stride[1], at, c)

    full: Dims = (*data.shape[:2], 1, *windows.kernel, tiles, ROWS, data.shape[-1])
    return define(full, window, "pixels", {"op": "window"})


def _inside(data: Tensor, at: tuple[Expr, ...], fill: Expr) -> Expr:
    """A pixel of an image, or `fill` outside."""
    height, width = data.shape[2:4]
    within = te.all(at[2] >= 0, at[2] < height, at[3] >= 0, at[3] < width)
    return te.if_then_else(within, data(*at), fill)
