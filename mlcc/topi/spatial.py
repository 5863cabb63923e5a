"""Operators on images and feature maps: depth and space, sampling grids, regions of interest, unpooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, binary, cast, const, maximum, minimum, select
from mlcc.te import StmtBuilder, Tensor

from .native.regions import adaptive_roi_align
from .reduction import max_of
from .registry import register
from .shapes import Dims, accumulator, can_equal, choice, define, need_float, need_int, need_rank, need_shape, show


@register("nn.depth_to_space", "injective")
def depth_to_space(data: Tensor, block_size: int, mode: str = "DCR") -> Tensor:
    """(N, C, H, W) to (N, C / b², H b, W b); `mode` DCR: depth outermost in C, CRD: innermost."""
    need_rank("nn.depth_to_space", data, 4)
    choice("nn.depth_to_space", "mode", mode, ("DCR", "CRD"))
    b = block_size
    n, c, h, w = data.shape
    if (as_int(c) or 0) % (b * b):
        raise MlccError("T203", f"`nn.depth_to_space` by {b} of {show(data.shape)}: the channels do not divide")
    depth = c // (b * b)

    def element(i: Expr, d: Expr, y: Expr, x: Expr) -> Expr:
        inner = (y % b) * b + x % b
        channel = inner * depth + d if mode == "DCR" else d * (b * b) + inner
        return data(i, channel, y // b, x // b)

    return define((n, depth, h * b, w * b), element, "depth_to_space")


@register("nn.space_to_depth", "injective")
def space_to_depth(data: Tensor, block_size: int) -> Tensor:
    """(N, C, H, W) to (N, C b², H / b, W / b), the position in the block outermost."""
    need_rank("nn.space_to_depth", data, 4)
    b = block_size
    n, c, h, w = data.shape

    def element(i: Expr, d: Expr, y: Expr, x: Expr) -> Expr:
        inner = d // c
        return data(i, d % c, y * b + inner // b, x * b + inner % b)

    return define((n, c * (b * b), h // b, w // b), element, "space_to_depth")


def _unnormalised(x: Expr, size: Expr, align: bool) -> Expr:
    """A coordinate in [-1, 1] in units of elements."""
    extent = cast(x.dtype, size)
    return (x + 1.0) * 0.5 * (extent - 1.0) if align else ((x + 1.0) * extent - 1.0) * 0.5


def _reflect(x: Expr, size: Expr, align: bool) -> Expr:
    """A coordinate folded back into the image (its outermost centres, or edges)."""
    low = const(0.0 if align else -0.5, x.dtype)
    span = cast(x.dtype, size) - (1.0 if align else 0.0)
    off = te.abs(x - low)
    period = te.max(span, 1e-6)
    flips = te.floor(off / period)
    rest = off - flips * period
    odd = (flips - te.floor(flips * 0.5) * 2.0) > 0.5
    return te.select(odd, period - rest, rest) + low


@register("image.grid_sample", "injective")
def grid_sample(
    data: Tensor,
    grid: Tensor,
    method: str = "linear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
) -> Tensor:
    """(N, C, …) sampled at the coordinates of `grid` (N, …, rank), x first, in [-1, 1].

    `method`: "linear", "nearest" or "cubic"; `padding_mode`: "zeros", "border" or "reflection".
    """
    need_float("image.grid_sample", data)
    choice("image.grid_sample", "method", method, ("linear", "bilinear", "nearest", "cubic", "bicubic"))
    choice("image.grid_sample", "padding_mode", padding_mode, ("zeros", "border", "reflection"))
    rank = data.ndim - 2
    if (
        rank < 1
        or grid.ndim != data.ndim
        or not can_equal(grid.shape[0], data.shape[0])
        or as_int(grid.shape[-1]) != rank
    ):
        raise MlccError("T203", f"`image.grid_sample` of {show(data.shape)} at a grid of {show(grid.shape)}")
    wide = accumulator(data.dtype)
    dims = data.shape[2:]

    def point(i: Sequence[Expr]) -> list[Expr]:
        at = [cast(wide, grid(i[0], *i[2:], rank - 1 - n)) for n in range(rank)]
        return [_unnormalised(x, size, align_corners) for x, size in zip(at, dims, strict=True)]

    def folded(n: int, at: Expr) -> Expr:
        """The index of the element that stands for that of a neighbour: integers in floating point, in the image."""
        if padding_mode == "reflection":
            at = te.nearbyint(_reflect(at, dims[n], align_corners))
        return te.min(te.max(at, 0.0), cast(wide, dims[n]) - 1.0)

    def fetch(i: Sequence[Expr], positions: Sequence[Expr]) -> Expr:
        inside = [e for n, at in enumerate(positions) for e in (at >= 0.0, at <= cast(wide, dims[n]) - 1.0)]
        value = cast(wide, data(i[0], i[1], *(cast(dims[n].dtype, folded(n, at)) for n, at in enumerate(positions))))
        return te.select(te.all(*inside), value, const(0, wide)) if padding_mode == "zeros" else value

    def element(*i: Expr) -> Expr:
        x = point(i)
        base = [te.floor(v) for v in x]
        weights = [_cubic_weights(v - b) for v, b in zip(x, base, strict=True)]
        return cast(data.dtype, _blend(i, base, weights, fetch, []))

    if not method.endswith("cubic"):
        return _sample_neighbours(data, grid, point, folded, method, padding_mode == "zeros")
    shape = (data.shape[0], data.shape[1], *grid.shape[1:-1])
    return define(shape, element, "grid_sample")


def _sample_neighbours(data: Tensor, grid: Tensor, point: Any, folded: Any, method: str, zeros: bool) -> Tensor:
    """Linear or nearest sampling. Indices and weights are the same for all channels: tables, one per dimension and
    neighbour; index -1 is outside of the image and reads 0.

    Neighbours are folded back into the image one by one: beyond its border both are the same element, whatever the
    weights, so that an infinity there stays one."""
    rank, wide = data.ndim - 2, accumulator(data.dtype)
    dims, space = data.shape[2:], grid.shape[1:-1]
    steps = (0,) if method == "nearest" else (0, 1)

    def position(n: int, step: int) -> Tensor:
        def element(*i: Expr) -> Expr:
            x = point((i[0], i[0], *i[1:]))[n]
            at = te.nearbyint(x) if method == "nearest" else te.floor(x) + float(step)
            inside = te.all(at >= 0.0, at <= cast(wide, dims[n]) - 1.0)
            bounded = cast("int32", folded(n, at))
            return te.select(inside, bounded, const(-1, "int32")) if zeros else bounded

        return define((grid.shape[0], *space), element, "grid_sample_place")

    def weight(n: int, step: int) -> Tensor:
        def element(*i: Expr) -> Expr:
            x: Expr = point((i[0], i[0], *i[1:]))[n]
            part = x - te.floor(x)
            if not zeros:  # infinitely far is at the border, as in PyTorch
                part = te.select(te.abs(x) < float("inf"), part, const(0, wide))
            return part if step else 1.0 - part

        return define((grid.shape[0], *space), element, "grid_sample_weight")

    positions = [[position(n, step) for step in steps] for n in range(rank)]
    weights = [[weight(n, step) for step in steps] for n in range(rank)] if len(steps) == 2 else None

    def blend(i: Sequence[Expr], chosen: list[int]) -> Expr:
        n, at = len(chosen), (i[0], *i[2:])
        # One neighbour of each dimension is chosen: 2 ** rank elements in all, each multiplied by its weights on the
        # way back.
        if n == rank:
            indices = [positions[d][step](*at) for d, step in enumerate(chosen)]
            value = cast(wide, data(i[0], i[1], *(te.max(p, 0) if zeros else p for p in indices)))
            return select(te.all(*(p >= 0 for p in indices)), value, const(0, wide)) if zeros else value
        if weights is None:
            return blend(i, [*chosen, 0])
        first, second = (weights[n][step](*at) * blend(i, [*chosen, step]) for step in steps)
        total: Expr = first + second
        return total

    shape = (data.shape[0], data.shape[1], *space)
    return define(shape, lambda *i: cast(data.dtype, blend(i, [])), "grid_sample")


def _cubic_weights(t: Expr) -> list[tuple[int, Expr]]:
    a = -0.75

    def near(d: Expr) -> Expr:
        return (d * (a + 2.0) - (a + 3.0)) * d * d + 1.0

    def far(d: Expr) -> Expr:
        return ((d * a - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a

    return [(-1, far(t + 1.0)), (0, near(t)), (1, near(1.0 - t)), (2, far(2.0 - t))]


def _blend(i: Sequence[Expr], base: list[Expr], weights: Any, fetch: Any, chosen: list[Expr]) -> Expr:
    """The weighted sum over every combination of neighbours."""
    n = len(chosen)
    if n == len(base):
        value: Expr = fetch(i, chosen)
        return value
    total: Expr | None = None
    for step, weight in weights[n]:
        part = weight * _blend(i, base, weights, fetch, [*chosen, base[n] + float(step)])
        total = part if total is None else total + part
    assert total is not None
    return total


@register("image.affine_grid", "injective")
def affine_grid(theta: Tensor, size: Dims, align_corners: bool = False) -> Tensor:
    """The sampling grid of affine maps `theta` (N, r, r + 1) for an output of `size` (N, C, …): (N, …, r)."""
    dims = list(size)[2:]
    rank = len(dims)
    need_rank("image.affine_grid", theta, 3, "tensor of maps")
    need_shape("image.affine_grid", "the tensor of maps", theta, (*size[:1], rank, rank + 1))

    def coordinate(i: Expr, dim: Expr | int) -> Expr:
        x, extent = cast(theta.dtype, i), cast(theta.dtype, dim)
        if align_corners:
            return x * 2.0 / te.max(extent - 1.0, 1.0) - 1.0 if as_int(dim) != 1 else const(-1.0, theta.dtype)
        return (x * 2.0 + 1.0) / extent - 1.0

    def element(*i: Expr) -> Expr:
        n, *space, row = i
        total: Expr = theta(n, row, rank)
        for k in range(rank):  # column k belongs to x, y, z: the last dimension first
            total = total + theta(n, row, k) * coordinate(space[rank - 1 - k], dims[rank - 1 - k])
        return total

    return define((theta.shape[0], *dims, rank), element, "affine_grid")


@register("vision.roi_align", "opaque")
def roi_align(
    data: Tensor,
    rois: Tensor,
    batch_indices: Tensor,
    output_height: int = 1,
    output_width: int = 1,
    sampling_ratio: int = 1,
    spatial_scale: float = 1.0,
    mode: str = "avg",
    half_pixel: bool = True,
) -> Tensor:
    """Each region (x1, y1, x2, y2) of `rois` sampled to a fixed size by the mean, or maximum, of bilinear samples.

    `sampling_ratio` is the number of samples per bin and direction; 0: the extent of a region's bins, rounded up.
    """
    wide = accumulator(data.dtype)
    _need_regions(data, rois, batch_indices, mode)
    if sampling_ratio <= 0:
        bins = (output_height, output_width)
        return adaptive_roi_align(data, rois, batch_indices, bins, spatial_scale, mode, half_pixel)
    _, channels, height, width = data.shape
    offset = 0.5 if half_pixel else 0.0
    s = sampling_ratio
    ry, rx = te.reduce_axis((0, s), "ry"), te.reduce_axis((0, s), "rx")

    def line(r: Expr, i: Expr, k: Expr, low: int, count: int) -> Expr:
        start = cast(wide, rois(r, low)) * spatial_scale - offset
        end = cast(wide, rois(r, low + 2)) * spatial_scale - offset
        extent = end - start if half_pixel else te.max(end - start, 1.0)
        bin_size = extent / float(count)
        return start + (cast(wide, i) + (cast(wide, k) + 0.5) / float(s)) * bin_size

    def sample(n: Expr, c: Expr, y: Expr, x: Expr) -> list[Expr]:
        """The four weighted neighbours of a point; nothing outside the image by more than one."""
        edge_y, edge_x = cast(wide, height), cast(wide, width)
        outside = te.any(y < -1.0, y > edge_y, x < -1.0, x > edge_x)
        y, x = te.min(te.max(y, 0.0), edge_y - 1.0), te.min(te.max(x, 0.0), edge_x - 1.0)
        y0, x0 = te.floor(y), te.floor(x)
        parts = []
        for dy in (0, 1):
            for dx in (0, 1):
                weight = (y - y0 if dy else 1.0 - (y - y0)) * (x - x0 if dx else 1.0 - (x - x0))
                py = minimum(cast(height.dtype, y0) + dy, height - 1)
                px = minimum(cast(width.dtype, x0) + dx, width - 1)
                part = cast(wide, data(n, c, py, px)) * weight
                parts.append(te.select(outside, const(0, wide), part))
        return parts

    def element(r: Expr, c: Expr, i: Expr, j: Expr) -> Any:
        y, x = line(r, i, ry, 1, output_height), line(r, j, rx, 0, output_width)
        n = cast(data.shape[0].dtype, batch_indices(r))
        n = minimum(maximum(n, 0), data.shape[0] - 1)
        parts = sample(n, c, y, x)
        if mode == "max":
            return max_of(te.max(*parts), axis=[ry, rx])
        return te.sum(parts[0] + parts[1] + parts[2] + parts[3], axis=[ry, rx])

    total = define((rois.shape[0], channels, output_height, output_width), element, "roi_align")
    share = 1.0 / (s * s) if mode == "avg" else 1.0
    return define(total.shape, lambda *i: cast(data.dtype, total(*i) * share), "roi_align_end")


def _need_regions(data: Tensor, rois: Tensor, batch_indices: Tensor, mode: str) -> None:
    """Raises T203 where regions (R, 4) and the indices of their images (R,) do not fit, T205 for another mode."""
    choice("vision.roi_align", "mode", mode, ("avg", "max"))
    need_int("vision.roi_align", batch_indices)
    need_rank("vision.roi_align", data, 4)
    need_rank("vision.roi_align", rois, 2, "tensor of regions")
    need_shape("vision.roi_align", "the tensor of regions", rois, (rois.shape[0], 4))
    need_shape("vision.roi_align", "the vector of images", batch_indices, rois.shape[:1])


@register("nn.max_unpool", "opaque")
def max_unpool(data: Tensor, indices: Tensor, size: Dims) -> Tensor:
    """A tensor of zeros of `size` with each element of `data` at its flat index in `indices`."""
    need_int("nn.max_unpool", indices)
    need_shape("nn.max_unpool", "the tensor of indices", indices, data.shape)
    if not data.ndim:
        raise MlccError("T203", "`nn.max_unpool` takes images, got a tensor without dimensions")

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, positions = ins
        out = outs[0]
        b = StmtBuilder(out.shape[0].dtype)

        def nest(shape: tuple[Expr, ...], at: list[Any], body: Any) -> None:
            if len(at) == len(shape):
                body(at)
                return
            with b.loop(f"i{len(at)}", shape[len(at)]) as var:
                nest(shape, [*at, var], body)

        nest(out.shape, [], lambda i: b.store(out, const(0, out.dtype), *i))

        def put(i: list[Any]) -> None:
            flat = b.idx(b.load(positions, *i))
            spot: list[Expr] = []
            for dim in reversed(out.shape[1:]):
                spot.insert(0, binary("floormod", flat, dim))
                flat = binary("floordiv", flat, dim)
            spot.insert(0, minimum(maximum(flat, 0), out.shape[0] - 1))
            b.store(out, b.load(source, *i), *spot)

        nest(source.shape, [], put)
        return b.finish()

    result: Tensor = te.extern(tuple(size), [data, indices], build, data.dtype, "max_unpool")
    return result


@register("nn.col2im", "opaque")
def col2im(
    data: Tensor,
    image_shape: Sequence[int],
    block_shape: Sequence[int],
    strides: Sequence[int] | None = None,
    padding: Sequence[int] | None = None,
    dilation: Sequence[int] | None = None,
) -> Tensor:
    """Columns (N, C * blocks, L) added up into an image (N, C, …), the inverse of taking patches."""
    rank = len(image_shape)
    stride, step = list(strides or [1] * rank), list(dilation or [1] * rank)
    pads = list(padding or [0] * (2 * rank))
    size = 1
    for b in block_shape:
        size *= b
    counts = [
        (d + pads[n] + pads[n + rank] - (block_shape[n] - 1) * step[n] - 1) // stride[n] + 1
        for n, d in enumerate(image_shape)
    ]
    over = [te.reduce_axis((0, b), f"k{n}") for n, b in enumerate(block_shape)]

    def element(n: Expr, c: Expr, *i: Expr) -> Any:
        inside, column = [], c
        block: Expr = const(0, c.dtype)
        for a in range(rank):
            # The patch whose tap `over` reaches pixel i begins at i + pad - tap * dilation; there is one only where the
            # stride divides that.
            away = i[a] + pads[a] - over[a] * step[a]
            position = binary("floordiv", away, stride[a])
            inside += [(away % stride[a]).equal(0), position >= 0, position < counts[a]]
            block = block * counts[a] + position
            column = column * block_shape[a] + over[a]
        value = te.if_then_else(te.all(*inside), data(n, column, block), const(0, data.dtype))
        return te.sum(value, axis=over)

    channels = data.shape[1] // size
    return define((data.shape[0], channels, *image_shape), element, "col2im")
