"""Regions of images sampled as densely as their sizes ask: each has its own number of samples per bin.

The extents of the loops are numbers of the run, so that a small region does not pay for a large one beside it. Of a
region's samples those far outside of the image, which are 0, are not visited: a region of any size ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.ir import Buffer, Expr, Var, binary, call, cast, const, maximum, minimum, select
from mlcc.te import StmtBuilder, Tensor

from ..shapes import accumulator, define

#: More samples per bin than this are those of a region without a sensible size: it keeps them in the range of indices.
_MOST = float(2**30)
#: How much a position may be wrong, relative to it, by the roundings of float32 when it is computed.
_SLACK = 2.0**-20


def _product(x: Expr, y: Expr) -> Expr:
    """``x * y`` rounded by a sum of its own: contracted with the one that follows, an extent of just so many bins would
    have a sample more, and a sample on the edge of the image could lie outside."""
    return call("fma", x, y, const(0, x.dtype))


@dataclass(frozen=True)
class _Samples:
    """The samples of one region in one direction: bin i has `count`, `step` apart, from ``start + i * bin`` on."""

    b: StmtBuilder
    size: Expr
    start: Var
    bin: Var
    count: Var
    step: Var

    @contextmanager
    def near(self, name: str, i: Expr) -> Iterator[tuple[Var, Var, Var]]:
        """Of bin i: where it begins, and the first and the number of the samples that can lie in the image."""
        wide = self.start.dtype

        def bounded(k: Expr) -> Expr:
            # Of a comparison with NaN neither side is taken: no samples.
            return self.b.idx(select(k > 0.0, select(k < self.count, k, self.count), const(0, wide)))

        with self.b.let(f"{name}_begin", self.start + _product(cast(wide, i), self.bin)) as begin:
            first = (-1.0 - begin) / self.step
            last = (cast(wide, self.size) - begin) / self.step
            with self.b.let(f"{name}_low", bounded(te.floor(first - te.abs(first) * _SLACK) - 1.0)) as low:
                high = bounded(te.ceil(last + te.abs(last) * _SLACK) + 1.0)
                with self.b.let(f"{name}_count", maximum(high - low, 0)) as count:
                    yield begin, low, count

    @contextmanager
    def point(self, name: str, begin: Expr, k: Expr) -> Iterator[tuple[Expr, list[tuple[Var, Expr]]]]:
        """Whether sample k is in the image, or less than one outside, and its two neighbours with their weights."""
        wide, b = self.start.dtype, self.b
        edge = cast(wide, self.size)
        with b.let(f"{name}_at", begin + (cast(wide, k) + 0.5) * self.bin / te.max(self.count, 1.0)) as at:
            inside = te.all(at >= -1.0, at <= edge)
            held = select(at > 0.0, select(at < edge - 1.0, at, edge - 1.0), const(0, wide))
            with b.let(f"{name}_held", held) as held, b.let(f"{name}_0", b.idx(te.floor(held))) as low:
                part = held - te.floor(held)
                with b.let(f"{name}_1", minimum(low + 1, b.idx(self.size) - 1)) as high:
                    yield inside, [(low, 1.0 - part), (high, part)]


@contextmanager
def _samples(b: StmtBuilder, name: str, low: Expr, high: Expr, bins: int, size: Expr, least: float | None) -> Any:
    """The samples between two corners of a region, whose extent is at least `least`."""
    wide = low.dtype
    with b.let(f"{name}_start", low) as start:
        extent = high - start if least is None else te.max(high - start, least)
        with b.let(f"{name}_bin", extent / float(bins)) as width:
            wanted = te.ceil(width)
            number = select(wanted > 0.0, select(wanted < _MOST, wanted, const(_MOST, wide)), const(0, wide))
            with b.let(f"{name}_samples", number) as count, b.let(f"{name}_step", width / te.max(count, 1.0)) as step:
                yield _Samples(b, size, start, width, count, step)


def adaptive_roi_align(
    data: Tensor, rois: Tensor, batch_indices: Tensor, bins: tuple[int, int], scale: float, mode: str, half_pixel: bool
) -> Tensor:
    """Regions of `data` by the mean, or maximum, of ceil(extent / bins) bilinear samples per bin and direction."""
    wide = accumulator(data.dtype)
    images, channels, height, width = data.shape
    offset, least = (0.5, None) if half_pixel else (0.0, 1.0)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        source, regions, batch = ins

        def corner(r: Expr, k: int) -> Expr:
            return _product(cast(wide, b.load(regions, r, k)), const(scale, wide)) - offset

        b = StmtBuilder(outs[0].shape[0].dtype)
        with b.loop("r", outs[0].shape[0], kind="parallel") as r:
            x1, y1, x2, y2 = (corner(r, k) for k in range(4))
            image = minimum(maximum(b.idx(b.load(batch, r)), 0), b.idx(images) - 1)
            with (
                _samples(b, "y", y1, y2, bins[0], height, least) as rows,
                _samples(b, "x", x1, x2, bins[1], width, least) as columns,
                b.let("image", image) as n,
                b.loop("i", bins[0]) as i, rows.near("y", i) as near_y,
                b.loop("j", bins[1]) as j, columns.near("x", j) as near_x,
            ):  # fmt: skip
                _one_bin(b, source, outs[0], (rows, columns), (near_y, near_x), (n, r, i, j), mode)
        return b.finish()

    shape = (rois.shape[0], channels, *bins)
    result: Tensor = te.extern(shape, [data, rois, batch_indices], build, wide, "roi_align_adaptive")
    return result if wide == data.dtype else define(shape, lambda *i: cast(data.dtype, result(*i)), "roi_align_end")


def _one_bin(
    b: StmtBuilder,
    data: Buffer,
    out: Buffer,
    lines: tuple[_Samples, _Samples],
    near: Any,
    at: tuple[Expr, ...],
    mode: str,
) -> None:
    """One bin of a region for all channels, which share the places and weights of its samples."""
    (y_begin, y_low, y_count), (x_begin, x_low, x_count) = near
    n, r, i, j = at
    rows, columns = lines
    total = rows.count * columns.count
    # Samples that are not visited are 0, and so is the maximum of none.
    all_seen = te.all((cast(out.dtype, y_count) * cast(out.dtype, x_count)).equal(total), total > 0.0)
    start = select(all_seen, const(float("-inf"), out.dtype), const(0, out.dtype))
    with b.loop("c", out.shape[1]) as c:
        b.store(out, start if mode == "max" else const(0, out.dtype), r, c, i, j)
    with (
        b.loop("ky", y_count, y_low) as ky, rows.point("y", y_begin, ky) as (inside_y, ys),
        b.loop("kx", x_count, x_low) as kx, columns.point("x", x_begin, kx) as (inside_x, xs),
        b.let("inside", te.all(inside_y, inside_x)) as inside,
        b.loop("c", out.shape[1]) as c,
    ):  # fmt: skip
        parts = [cast(out.dtype, b.load(data, n, c, y, x)) * (wy * wx) for y, wy in ys for x, wx in xs]
        value = te.max(*parts) if mode == "max" else parts[0] + parts[1] + parts[2] + parts[3]
        value = te.select(inside, value, const(0, out.dtype))
        b.store(out, binary("max" if mode == "max" else "add", b.load(out, r, c, i, j), value), r, c, i, j)
    if mode == "avg":
        with b.loop("c", out.shape[1]) as c:
            b.store(out, b.load(out, r, c, i, j) / te.max(total, 1.0), r, c, i, j)
