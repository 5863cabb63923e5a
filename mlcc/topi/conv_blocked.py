"""Convolutions in blocked layouts, where a block of channels fills a vector register, and layout conversions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.target import costs_of
from mlcc.te import Tensor

from .conv import SPATIAL, axis_names, padded, window_count
from .products import narrowed, times
from .registry import register
from .shapes import Ints, accumulator, can_equal, define, need_rank, pads_of, per_dim, show, static

#: Rows up to this length are joined where a convolution takes each pixel for itself; the kernel is right for any.
_SHORT_ROW = int(costs_of().short_row)


def _rank_of(name: str, data: Tensor) -> int:
    rank = data.ndim - 3
    if rank not in SPATIAL:
        raise MlccError("T203", f"`{name}` takes data (N, C / c, …, c), got {show(data.shape)}")
    return rank


def _axes(rank: int) -> list[str]:
    return ["n", "co", *SPATIAL[rank], "ci"]


def blocked_convolution(
    name: str,
    data: Tensor,
    weight: Tensor,
    strides: int | Ints,
    padding: int | Ints,
    dilation: int | Ints,
    groups: int,
    product: Callable[[Expr, Expr], Expr],
    fill: Expr | None = None,
    skip_padding: bool = False,
) -> Tensor:
    """The sums of `product` over the windows of data (N, C / c, H, W, c) and weight (O / o, C / groups / c, kh, kw, c,
    o); the padding is zero, or `fill`. `skip_padding`: the products with it may be left out, and the weight is (O / o,
    kh, kw, C / groups / c, c, o): what is read of a tap lies together."""
    rank = _rank_of(name, data)
    need_rank(name, weight, rank + 4, "weight")
    stride, step = per_dim(strides, rank, 1, "strides"), per_dim(dilation, rank, 1, "dilation")
    pads = pads_of(padding, rank)
    outer, *between, inner, block = weight.shape
    per_group, *kernel_dims = (between[-1], *between[:-1]) if skip_padding else between
    kernel = [static(k, f"the kernel of `{name}`") for k in kernel_dims]
    if (
        not can_equal(inner, data.shape[-1])
        or not can_equal(per_group * groups, data.shape[1])
        or (as_int(outer) or 0) % groups
    ):
        raise MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: incompatible channels")
    space_axes = range(2, rank + 2)
    space = [
        window_count(data.shape[a], p, k, s, d)
        for a, p, k, s, d in zip(space_axes, pads, kernel, stride, step, strict=True)
    ]
    # A 1x1 convolution with a stride reads every s-th pixel: gathered first, its loops are those of a dense product.
    by_pixel = all(k == 1 for k in kernel) and all(p == (0, 0) for p in pads)
    if by_pixel and max(stride) > 1:
        source, stride = _apart(data, stride, space), (1,) * rank
    else:
        source = padded(data, space_axes, pads, fill)
    # All pixels of a narrow image as one row: tiles then are as long as registers allow, not as short as the image.
    in_a_row = by_pixel and _may_be_narrow(space)
    if in_a_row:
        source = _in_a_row(source)
    outer_per_group = outer // groups
    rco, rci = te.reduce_axis((0, per_group), "rco"), te.reduce_axis((0, inner), "rci")
    rk = [te.reduce_axis((0, k), f"r{s}") for k, s in zip(kernel, SPATIAL[rank], strict=True)]

    def element(n: Expr, co: Expr, *rest: Expr) -> Any:
        *at, ci = rest
        window = [v * s + r * d for v, s, r, d in zip(at, stride, rk, step, strict=True)]
        channel: Expr = rco if groups == 1 else co // outer_per_group * per_group + rco
        y = weight(co, *((*rk, rco) if skip_padding else (rco, *rk)), rci, ci)
        return te.sum(product(source(n, channel, *window, rci), y), axis=[rco, *rk, rci])

    extents = source.shape[2:-1] if in_a_row else space
    tag: dict[str, Any] = {"op": "nn.conv2d_nchwc", "groups": groups}
    if skip_padding:
        tag["skip_padding"] = True
    total = define((data.shape[0], outer, *extents, block), axis_names(_axes(rank), element), "conv2d_nchwc", tag)
    return _in_rows(total, space) if in_a_row else total


def _may_be_narrow(space: Sequence[Expr]) -> bool:
    """Whether the rows of an image may be so short that register tiles would be mostly padding."""
    height, width = (as_int(d) for d in space) if len(space) == 2 else (1, None)
    return height != 1 and (width is None or 0 < width <= _SHORT_ROW)


def _apart(data: Tensor, stride: Sequence[int], space: Sequence[Expr]) -> Tensor:
    """A contiguous copy of every `stride`-th pixel: it is cheap compared to strided reads for every block of
    output channels."""

    def element(n: Expr, c: Expr, *rest: Expr) -> Expr:
        return data(n, c, *(p * s for p, s in zip(rest, stride, strict=False)), rest[-1])

    return define((*data.shape[:2], *space, data.shape[-1]), element, "pad_temp", {"op": "pad"})


def _in_a_row(data: Tensor) -> Tensor:
    """An image reshaped to one row of all its pixels."""
    n, blocks, height, width, block = data.shape

    def element(n: Expr, c: Expr, _: Expr, at: Expr, ci: Expr) -> Expr:
        return data(n, c, at // width, at % width, ci)

    return define((n, blocks, 1, height * width, block), element, "pixels")


def _in_rows(row: Tensor, space: Sequence[Expr]) -> Tensor:
    """The image of extents `space` whose pixels are one row."""

    def element(n: Expr, c: Expr, h: Expr, w: Expr, ci: Expr) -> Expr:
        return row(n, c, 0, h * space[1] + w, ci)

    return define((*row.shape[:2], *space, row.shape[-1]), element, "image")


@register("nn.conv2d_nchwc", "anchor", aliases=["nn.conv1d_ncwc", "nn.conv3d_ncdhwc"])
def conv2d_nchwc(
    data: Tensor,
    weight: Tensor,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    out_dtype: str | None = None,
    skip_padding: bool = False,
) -> Tensor:
    """Data (N, C / c, H, W, c), weight (O / o, C / groups / c, kh, kw, c, o): the result is (N, O / o, OH, OW, o).

    One and three spatial dimensions work alike. A group's channels must fill complete blocks. `skip_padding`: schedules
    may leave out the products with padding, of which many are worth a test; the weight (O / o, kh, kw, C / groups / c,
    c, o) is finite, and its taps are the outer dimensions, since few of them meet a small image.
    """
    out = out_dtype or data.dtype
    wide = accumulator(out)
    total = blocked_convolution(
        "nn.conv2d_nchwc", data, weight, strides, padding, dilation, groups, lambda x, y: times(wide, x, y),
        skip_padding=skip_padding,
    )  # fmt: skip
    return narrowed("conv2d_nchwc", total, out)


@register("nn.depthwise_conv2d_nchwc", "anchor")
def depthwise_conv2d_nchwc(
    data: Tensor,
    weight: Tensor,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    out_dtype: str | None = None,
    pad_value: int = 0,
    skip_padding: bool = False,
) -> Tensor:
    """A convolution per channel of data (N, C / c, H, W, c), padded with `pad_value`, with weight (C / c, kh, kw,
    c). `skip_padding`: the padding is zeros and the weight finite, so that schedules may leave out their products."""
    rank = _rank_of("nn.depthwise_conv2d_nchwc", data)
    need_rank("nn.depthwise_conv2d_nchwc", weight, rank + 2, "weight")
    stride, step = per_dim(strides, rank, 1, "strides"), per_dim(dilation, rank, 1, "dilation")
    pads = pads_of(padding, rank)
    kernel = [static(k, "the kernel of `nn.depthwise_conv2d_nchwc`") for k in weight.shape[1:-1]]
    if not can_equal(weight.shape[0], data.shape[1]) or not can_equal(weight.shape[-1], data.shape[-1]):
        raise MlccError(
            "T203",
            f"`nn.depthwise_conv2d_nchwc` of {show(data.shape)} and {show(weight.shape)}: incompatible channels",
        )
    space_axes = range(2, rank + 2)
    space = [
        window_count(data.shape[a], p, k, s, d)
        for a, p, k, s, d in zip(space_axes, pads, kernel, stride, step, strict=True)
    ]
    source = padded(data, space_axes, pads, const(pad_value, data.dtype))
    out = out_dtype or data.dtype
    wide = accumulator(out)
    rk = [te.reduce_axis((0, k), f"r{s}") for k, s in zip(kernel, SPATIAL[rank], strict=True)]

    def element(n: Expr, co: Expr, *rest: Expr) -> Any:
        *at, ci = rest
        window = [v * s + r * d for v, s, r, d in zip(at, stride, rk, step, strict=True)]
        return te.sum(times(wide, source(n, co, *window, ci), weight(co, *rk, ci)), axis=rk)

    shape = (data.shape[0], data.shape[1], *space, data.shape[-1])
    tag: dict[str, Any] = {"op": "nn.depthwise_conv2d_nchwc"}
    if skip_padding:
        tag["skip_padding"] = True
    total = define(shape, axis_names(_axes(rank), element), "depthwise_conv2d_nchwc", tag)
    return narrowed("depthwise_conv2d_nchwc", total, out)


@register("nn.to_blocked", "injective", aliases=["layout.block"])
def to_blocked(data: Tensor, block: int, axis: int = 1) -> Tensor:
    """Dimension `axis` in blocks: (…, C, …) becomes (…, ceil(C / block), …, block), padded with zeros."""
    at = axis % data.ndim
    extent = data.shape[at]
    shape: tuple[Expr | int, ...] = (*data.shape[:at], (extent + (block - 1)) // block, *data.shape[at + 1 :], block)

    def element(*i: Expr) -> Expr:
        channel = i[at] * block + i[-1]
        value = data(*i[:at], channel, *i[at + 1 : -1])
        number = as_int(extent)
        if number is not None and number % block == 0:
            return value
        return te.if_then_else(channel < extent, value, const(0, data.dtype))

    return define(shape, element, "to_blocked", {"op": "nn.to_blocked", "block": block})


@register("nn.from_blocked", "injective", aliases=["layout.unblock"])
def from_blocked(data: Tensor, channels: int | None = None, axis: int = 1) -> Tensor:
    """The inverse of ``nn.to_blocked``; `channels` is the extent without padding (default: all)."""
    at = axis % (data.ndim - 1)
    block = data.shape[-1]
    extent: Expr | int = channels if channels is not None else data.shape[at] * block
    shape: tuple[Expr | int, ...] = (*data.shape[:at], extent, *data.shape[at + 1 : -1])

    def element(*i: Expr) -> Expr:
        return data(*i[:at], i[at] // block, *i[at + 1 :], i[at] % block)

    return define(shape, element, "from_blocked", {"op": "nn.from_blocked", "block": as_int(block) or 0})


@register("nn.reblock", "injective")
def reblock(data: Tensor, block: int, channels: int) -> Tensor:
    """Blocks of another size: (N, C / c, …, c) becomes (N, ceil(channels / block), …, block), zeros beyond `data`."""
    count, old = data.shape[1], data.shape[-1]
    blocks = -(-channels // block)

    def element(n: Expr, outer: Expr, *rest: Expr) -> Expr:
        channel = outer * block + rest[-1]
        value = data(n, channel // old, *rest[:-1], channel % old)
        channels = as_int(count * old)
        if channels is not None and channels >= blocks * block:
            return value
        return te.if_then_else(channel < count * old, value, const(0, data.dtype))

    return define((data.shape[0], blocks, *data.shape[2:-1], block), element, "reblock", {"op": "nn.reblock"})


@register("nn.repeat_nchwc", "injective")
def repeat_nchwc(data: Tensor, repeats: int) -> Tensor:
    """Every channel of (N, C / c, …, c) repeated: (N, repeats * C / c, …, c)."""
    block = data.shape[-1]

    def element(n: Expr, outer: Expr, *rest: Expr) -> Expr:
        channel = (outer * block + rest[-1]) // repeats
        return data(n, channel // block, *rest[:-1], channel % block)

    shape = (data.shape[0], data.shape[1] * repeats, *data.shape[2:])
    return define(shape, element, "repeat", {"op": "nn.repeat_nchwc"})


@register("nn.pack_conv_weight", "injective")
def pack_conv_weight(weight: Tensor, in_block: int, out_block: int) -> Tensor:
    """(O, I, kh, kw) as (ceil(O / o), ceil(I / i), kh, kw, i, o), padded with zeros."""
    outs, ins, *kernel = weight.shape
    outer, inner = (outs + (out_block - 1)) // out_block, (ins + (in_block - 1)) // in_block
    exact = (as_int(outs) or 1) % out_block == 0 and (as_int(ins) or 1) % in_block == 0

    def element(oo: Expr, io: Expr, *rest: Expr) -> Expr:
        *k, ii, oi = rest
        o, i = oo * out_block + oi, io * in_block + ii
        if exact:
            return weight(o, i, *k)
        return te.if_then_else(te.all(o < outs, i < ins), weight(o, i, *k), const(0, weight.dtype))

    return define((outer, inner, *kernel, in_block, out_block), element, "pack_conv_weight")


def _split_layout(layout: str) -> list[tuple[str, int]]:
    """``NCHW16c`` as [(N, 0), (C, 0), (H, 0), (W, 0), (c, 16)]."""
    parts: list[tuple[str, int]] = []
    number = ""
    for letter in layout:
        if letter.isdigit():
            number += letter
            continue
        if letter.islower() != bool(number):
            raise MlccError("T205", f'`layout_transform`: "{layout}" is no layout')
        parts.append((letter, int(number or 0)))
        number = ""
    return parts


@register("layout_transform", "injective")
def layout_transform(data: Tensor, src_layout: str, dst_layout: str, channels: int | None = None) -> Tensor:
    """From one layout to another, such as "NCHW" to "NCHW16c" (padded with zeros) and back.

    `channels` is the extent of C to keep when leaving a padded blocked layout.
    """
    source, target = _split_layout(src_layout), _split_layout(dst_layout)
    need_rank("layout_transform", data, len(source))
    if {a.upper() for a, _ in source} != {a.upper() for a, _ in target}:
        raise MlccError("T205", f'`layout_transform`: "{src_layout}" and "{dst_layout}" differ in dimensions')
    sizes = {a: d for (a, _), d in zip(source, data.shape, strict=True)}
    blocks_in = {a.upper(): b for a, b in source if b}
    blocks_out = {a.upper(): b for a, b in target if b}
    full: dict[str, Expr | int] = {a: sizes[a] * blocks_in.get(a, 1) for a, _ in source if a.isupper()}
    if channels is not None:
        full["C"] = channels
    shape: list[Expr | int] = []
    for a, b in target:
        block = blocks_out.get(a, 1)
        shape.append(b if b else full[a] if block == 1 else (full[a] + (block - 1)) // block)

    def element(*i: Expr) -> Expr:
        at = {a: v for (a, _), v in zip(target, i, strict=True)}
        # Block and index within it give the position in the plain dimension, which the source's blocks split again.
        flat = {a: at[a] * blocks_out[a] + at[a.lower()] if a in blocks_out else at[a] for a in full}
        where = [flat[a.upper()] % b if b else flat[a] // blocks_in.get(a, 1) for a, b in source]
        value = data(*where)
        short = [
            flat[a] < full[a] for a, b in blocks_out.items() if (as_int(full[a]) or 1) % b or as_int(full[a]) is None
        ]
        return te.if_then_else(te.all(*short), value, const(0, data.dtype)) if short else value

    return define(tuple(shape), element, "layout_transform", {"op": "layout_transform"})
