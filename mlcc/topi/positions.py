"""Rotary position embedding, deformable convolution, region pooling, determinants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, const, maximum, minimum, select
from mlcc.te import StmtBuilder, Tensor

from .conv import window_count
from .products import narrowed
from .reduction import max_of
from .registry import register
from .shapes import (
    Ints,
    accumulator,
    can_equal,
    define,
    need_float,
    need_rank,
    need_shape,
    need_squares,
    pads_of,
    per_dim,
    show,
    static,
)


@register("nn.rotary_embedding", "injective")
def rotary_embedding(data: Tensor, cos: Tensor, sin: Tensor, interleaved: bool = False, rotary_dim: int = 0) -> Tensor:
    """Pairs of elements of (B, H, S, D) rotated by angles with cosines and sines (B, S, R / 2) or (S, R / 2).

    The pair of element j is j + R / 2, or the adjacent element if `interleaved`. R is `rotary_dim`, or D if that is 0.
    """
    need_rank("nn.rotary_embedding", data, 4)
    depth = static(data.shape[3], "the depth of `nn.rotary_embedding`")
    rotated = rotary_dim or depth
    half = rotated // 2
    wide = accumulator(data.dtype)
    for angles in (cos, sin):
        dims = (data.shape[0], data.shape[2], half)[-angles.ndim :]
        sizes = [(as_int(a), as_int(b)) for a, b in zip(angles.shape, dims, strict=False)]
        if angles.ndim not in (2, 3) or any(a < b for a, b in sizes if a is not None and b is not None):
            where = f"{show(data.shape)} by angles {show(angles.shape)}"
            raise MlccError("T203", f"`nn.rotary_embedding` of {where}: it takes (B, S, R / 2) or (S, R / 2)")

    def element(b: Expr, h: Expr, s: Expr, j: Expr) -> Expr:
        if interleaved:
            pair, second = j // 2, (j % 2).equal(1)
            other = select(second, j - 1, j + 1)
        else:
            second = j >= half
            pair, other = select(second, j - half, j), select(second, j - half, j + half)
        inside = minimum(pair, half - 1)
        at = (b, s, inside) if cos.ndim == 3 else (s, inside)
        c, v = cast(wide, cos(*at)), cast(wide, sin(*at))
        x = cast(wide, data(b, h, s, j))
        y = cast(wide, data(b, h, s, maximum(minimum(other, depth - 1), 0)))
        result = select(second, x * c + y * v, x * c - y * v)
        return cast(data.dtype, result if rotated == depth else select(j < rotated, result, x))

    return define(data.shape, element, "rotary_embedding")


@register("nn.deform_conv2d", "opaque")
def deform_conv2d(
    data: Tensor,
    weight: Tensor,
    offset: Tensor,
    mask: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    offset_groups: int = 1,
) -> Tensor:
    """A 2-D convolution whose taps are moved by `offset` (N, G * kh * kw * 2, OH, OW) and scaled by `mask`.

    A tap is read by bilinear interpolation; outside the image (which counts with `padding` zeros) it is 0.
    """
    (sh, sw), (dh, dw) = per_dim(strides, 2, 1, "strides"), per_dim(dilation, 2, 1, "dilation")
    pads = pads_of(padding, 2)
    _need_groups(data, weight, groups, offset_groups)
    outs, per_group, kh, kw = weight.shape
    rows, columns = static(kh, "the kernel"), static(kw, "the kernel")
    n, channels, height, width = data.shape
    oh = window_count(height, pads[0], rows, sh, dh)
    ow = window_count(width, pads[1], columns, sw, dw)
    _need_moves(offset, mask, offset_groups * rows * columns, (n, oh, ow))
    wide = accumulator(data.dtype)
    rc, ry, rx = (te.reduce_axis((0, d), name) for d, name in ((per_group, "rc"), (rows, "ry"), (columns, "rx")))

    def sample(b: Expr, c: Expr, y: Expr, x: Expr) -> Expr:
        y0, x0 = te.floor(y), te.floor(x)
        total: Expr = const(0, wide)
        for dy in (0.0, 1.0):
            for dx in (0.0, 1.0):
                py, px = y0 + dy, x0 + dx
                part = (1.0 - te.abs(y - py)) * (1.0 - te.abs(x - px))
                inside = te.all(py >= 0.0, py <= cast(wide, height) - 1.0, px >= 0.0, px <= cast(wide, width) - 1.0)
                # The address must be valid even where the element is not used: `select` evaluates both sides.
                iy = maximum(minimum(cast(height.dtype, py), height - 1), 0)
                ix = maximum(minimum(cast(width.dtype, px), width - 1), 0)
                total = total + select(inside, cast(wide, data(b, c, iy, ix)) * part, const(0, wide))
        return total

    share = channels // offset_groups

    def tap(b: Expr, c: Expr, i: Expr, j: Expr, u: Expr, v: Expr) -> Expr:
        group = c // share
        # The channels of `offset` are (group, tap row, tap column, y or x); groups of channels move together.
        number = (group * rows + u) * columns + v
        y = cast(wide, i * sh + u * dh - pads[0][0]) + cast(wide, offset(b, number * 2, i, j))
        x = cast(wide, j * sw + v * dw - pads[1][0]) + cast(wide, offset(b, number * 2 + 1, i, j))
        value = sample(b, c, y, x)
        return value if mask is None else value * cast(wide, mask(b, number, i, j))

    taps = define((n, channels, rows, columns, oh, ow), lambda b, c, u, v, i, j: tap(b, c, i, j, u, v), "deform_taps")
    per_out = outs // groups

    def element(b: Expr, o: Expr, i: Expr, j: Expr) -> Any:
        c: Expr = rc if groups == 1 else o // per_out * per_group + rc
        return te.sum(taps(b, c, ry, rx, i, j) * cast(wide, weight(o, rc, ry, rx)), axis=[rc, ry, rx])

    return narrowed("deform_conv2d", define((n, outs, oh, ow), element, "deform_conv2d"), data.dtype)


def _need_groups(data: Tensor, weight: Tensor, groups: int, offset_groups: int) -> None:
    """Raises T203 where the channels of a deformable convolution do not fit each other."""
    need_float("nn.deform_conv2d", data)
    need_rank("nn.deform_conv2d", data, 4)
    need_rank("nn.deform_conv2d", weight, 4, "weight")
    channels, (outs, per_group) = data.shape[1], weight.shape[:2]
    splits = ((channels, offset_groups), (outs, groups))
    if not can_equal(channels, per_group * groups) or any((as_int(d) or 0) % k for d, k in splits):
        where = f"{show(data.shape)} and {show(weight.shape)}"
        raise MlccError("T203", f"`nn.deform_conv2d` of {where}: incompatible sizes")


def _need_moves(offset: Tensor, mask: Tensor | None, taps: int, dims: Sequence[Expr | int]) -> None:
    """Raises T203 for offsets and factors that are not those of so many taps; `dims` are images, rows and columns."""
    images, *space = dims
    need_shape("nn.deform_conv2d", "the tensor of offsets", offset, (images, 2 * taps, *space))
    need_shape("nn.deform_conv2d", "the mask", mask, (images, taps, *space))


@register("vision.max_roi_pool", "opaque")
def max_roi_pool(data: Tensor, rois: Tensor, pooled_shape: Ints = (1, 1), spatial_scale: float = 1.0) -> Tensor:
    """The largest element of each bin of each region (batch, x1, y1, x2, y2) of `rois`; 0 for an empty bin."""
    need_rank("vision.max_roi_pool", data, 4)
    _, channels, height, width = data.shape
    bins_y, bins_x = pooled_shape
    wide = accumulator(data.dtype)
    ky, kx = te.reduce_axis((0, height), "ky"), te.reduce_axis((0, width), "kx")

    def edges(r: Expr, low: int, i: Expr, bins: int, limit: Expr) -> tuple[Expr, Expr]:
        start = te.round(cast(wide, rois(r, low)) * spatial_scale)
        end = te.round(cast(wide, rois(r, low + 2)) * spatial_scale)
        size = te.max(end - start + 1.0, 1.0) / float(bins)
        first = te.floor(cast(wide, i) * size) + start
        last = te.ceil((cast(wide, i) + 1.0) * size) + start
        bound = cast(wide, limit)
        return te.min(te.max(first, 0.0), bound), te.min(te.max(last, 0.0), bound)

    def element(r: Expr, c: Expr, i: Expr, j: Expr) -> Any:
        batch = maximum(minimum(cast(data.shape[0].dtype, rois(r, 0)), data.shape[0] - 1), 0)
        y0, y1 = edges(r, 2, i, bins_y, height)
        x0, x1 = edges(r, 1, j, bins_x, width)
        y, x = cast(wide, ky), cast(wide, kx)
        inside = te.all(y >= y0, y < y1, x >= x0, x < x1)
        lowest = const(float("-inf"), wide)
        return max_of(select(inside, cast(wide, data(batch, c, ky, kx)), lowest), axis=[ky, kx])

    top = define((rois.shape[0], channels, bins_y, bins_x), element, "max_roi_pool")

    def end(*i: Expr) -> Expr:
        empty = top(*i).equal(const(float("-inf"), wide))
        return cast(data.dtype, select(empty, const(0, wide), top(*i)))

    return define(top.shape, end, "max_roi_pool_end")


@register("det", "opaque")
def det(data: Tensor) -> Tensor:
    """The determinants of the square matrices of the last two dimensions, by elimination with pivots. Raises T203."""
    need_float("det", data)
    need_squares("det", data)
    size, lead = data.shape[-1], data.shape[:-2]
    wide = accumulator(data.dtype)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(size.dtype)
        m = b.alloc("matrix", (size, size), wide)
        value = b.alloc("value", (2,), wide, "local")  # the determinant so far, and a scratch number
        pivot = b.alloc("pivot", (1,), b.index, "local")

        def matrix(at: list[Any]) -> None:
            with b.loop("i", size) as i, b.loop("j", size) as j:
                b.store(m, cast(wide, b.load(ins[0], *at, i, j)), i, j)
            b.store(value, 1.0, 0)
            with b.loop("k", size) as k:
                _eliminate(b, m, value, pivot, k, size)
            b.store(outs[0], b.load(value, 0), *at)

        def nest(at: list[Any]) -> None:
            if len(at) == len(lead):
                matrix(at)
                return
            with b.loop(f"n{len(at)}", lead[len(at)]) as var:
                nest([*at, var])

        nest([])
        return b.finish()

    result: Tensor = te.extern(lead, [data], build, data.dtype, "det")
    return result


def _eliminate(b: StmtBuilder, m: Buffer, value: Buffer, pivot: Buffer, k: Expr, size: Expr) -> None:
    """Step k: swap the row with the largest pivot up, and eliminate the column below it."""
    b.store(pivot, k, 0)
    with b.loop("i", size - k, k) as i, b.when(te.abs(b.load(m, i, k)) > te.abs(b.load(m, b.load(pivot, 0), k))):
        b.store(pivot, i, 0)
    with b.when(b.load(pivot, 0).not_equal(k)):
        with b.loop("j", size) as j:
            b.store(value, b.load(m, k, j), 1)
            b.store(m, b.load(m, b.load(pivot, 0), j), k, j)
            b.store(m, b.load(value, 1), b.load(pivot, 0), j)
        b.store(value, -b.load(value, 0), 0)
    b.store(value, b.load(value, 0) * b.load(m, k, k), 0)
    with b.when(b.load(m, k, k).not_equal(const(0, m.dtype))), b.loop("i", size - k - 1, k + 1) as i:
        b.store(value, b.load(m, i, k) / b.load(m, k, k), 1)
        with b.loop("j", size - k, k) as j:
            b.store(m, b.load(m, i, j) - b.load(value, 1) * b.load(m, k, j), i, j)
