"""Transposed convolutions in blocked layouts: one plain convolution per phase of the result.

With stride s, the results at positions that are congruent modulo s (a phase) are a plain convolution of the data with
every s-th tap of the kernel. The results of the phases are interleaved; no zeros are inserted between the data.

Example: 5 data elements, kernel 4, stride 2, padding 1 on both sides give 5 * 2 + (4 - 2 - 2) = 10 results, 5 per phase
of 2 taps each. Phase 0 (results 0, 2, …) uses the taps 1 and 3, phase 1 the taps 0 and 2:

    y[2i] = k1 x[i] + k3 x[i - 1]        y[2i + 1] = k0 x[i + 1] + k2 x[i]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .conv import SPATIAL, axis_names, padded
from .products import narrowed, times
from .registry import register
from .shapes import Ints, accumulator, can_equal, define, need_rank, pads_of, per_dim, show


@dataclass(frozen=True)
class Phases:
    """The phases along one spatial dimension of `size` data elements (an int or an expression, as is `result`)."""

    size: Any
    kernel: int
    stride: int
    pad: tuple[int, int]
    extra: int  # output_padding
    dilation: int = 1  # of the taps of `kernel` those at multiples of it are there

    @property
    def more(self) -> int:
        """The number of results beyond `stride` per data element (may be negative)."""
        return self.kernel - self.stride - sum(self.pad) + self.extra

    @property
    def result(self) -> Any:
        """The number of results."""
        return self.size * self.stride + self.more

    @property
    def taps(self) -> int:
        """The maximal number of taps of a phase."""
        return -(-self.kernel // self.stride)

    @property
    def count(self) -> Any:
        """Results per phase, rounded up."""
        return self.size + -(-self.more // self.stride)

    @property
    def around(self) -> tuple[int, int]:
        """The numbers of zeros that the phases read before and after the data."""
        before, after = self.taps - 1 - self.pad[0] // self.stride, (self.pad[0] - 1) // self.stride + 1
        return max(0, before), max(0, after - -self.more // self.stride)

    @property
    def is_full(self) -> bool:
        """Whether every phase has all of its taps."""
        return self.kernel % self.stride == 0 and self.dilation == 1

    def tap(self, phase: Expr) -> Expr | int:
        """The first tap of a phase; the others follow at distance `stride`."""
        return (phase + self.pad[0]) % self.stride if self.pad[0] % self.stride else phase

    def has(self, phase: Expr, step: Expr) -> Any:
        """Whether a phase has its tap `step`: where the data is NaN, a zero would not do."""
        tap = step * self.stride + self.tap(phase)
        inside = tap < self.kernel
        return inside if self.dilation == 1 else te.all(inside, (tap % self.dilation).equal(0))

    def position(self, number: Expr, phase: Expr, step: Expr) -> Expr:
        """The index in the padded data that the tap `step` of a phase multiplies for its result `number`."""
        first, rest = divmod(self.pad[0], self.stride)
        moved = number + (phase + rest) // self.stride if rest else number
        return moved + (first + self.around[0]) - step


def phases_of(
    sizes: Sequence[Expr], kernel: Ints, strides: int | Ints, padding: int | Ints, output_padding: int | Ints,
    dilation: int | Ints
) -> list[Phases]:  # fmt: skip
    """The phases along each spatial dimension. Raises T203 if the result is empty."""
    rank = len(sizes)
    gaps = per_dim(dilation, rank, 1, "dilation")
    stride, extra = per_dim(strides, rank, 1, "strides"), per_dim(output_padding, rank, 0, "output_padding")
    dims = []
    for size, k, s, pad, more, gap in zip(sizes, kernel, stride, pads_of(padding, rank), extra, gaps, strict=True):
        static_size = as_int(size)
        phases = Phases(size if static_size is None else static_size, k, s, pad, more, gap)
        if static_size is not None and phases.result < 1:
            raise MlccError(
                "T203", f"a transposed convolution of {phases.size} elements leaves {phases.result} results"
            )
        dims.append(phases)
    return dims


@register("nn.conv2d_transpose_nchwc", "anchor", aliases=["nn.conv3d_transpose_ncdhwc"])
def conv2d_transpose_nchwc(
    data: Tensor,
    weight: Tensor,
    kernel: Ints,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    output_padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
    out_dtype: str | None = None,
) -> Tensor:
    """Data (N, C / c, H, W, c) and weight (O / o, C / groups / c, sh, sw, th, tw, c, o) give (N, O / o, OH, OW, o).

    `kernel` is (kh, kw), that of a dilated kernel with its gaps. The weight's phase (a, b) of the strides' (sh, sw)
    belongs to results at positions congruent to (a, b); its tap t is the kernel's element ``t * s + (a + pad) % s``.
    Those beyond the kernel and those in gaps are no terms of the sum, whatever the data.
    Three spatial dimensions work alike.
    """
    name = "nn.conv2d_transpose_nchwc"
    rank = data.ndim - 3
    if rank not in (2, 3):
        raise MlccError("T203", f"`{name}` takes data (N, C / c, …, c), got {show(data.shape)}")
    need_rank(name, weight, 2 * rank + 4, "weight")
    dims = phases_of(data.shape[2:-1], per_dim(kernel, rank, 1, "kernel"), strides, padding, output_padding, dilation)
    outer, per_group, *split, inner, block = weight.shape
    wanted = [p.stride for p in dims] + [p.taps for p in dims]
    if (
        not can_equal(inner, data.shape[-1])
        or not can_equal(per_group * groups, data.shape[1])
        or (as_int(outer) or 0) % groups
        or any(not can_equal(a, const(b, "int64")) for a, b in zip(split, wanted, strict=True))
    ):
        raise MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: incompatible shapes")
    source = padded(data, range(2, rank + 2), [p.around for p in dims])
    out = out_dtype or data.dtype
    wide = accumulator(out)
    outer_per_group = outer // groups
    rco, rci = te.reduce_axis((0, per_group), "rco"), te.reduce_axis((0, inner), "rci")
    taps = [te.reduce_axis((0, p.taps), f"r{s}") for p, s in zip(dims, SPATIAL[rank], strict=True)]

    def element(n: Expr, co: Expr, *rest: Expr) -> Any:
        phase, at, ci = rest[:rank], rest[rank : 2 * rank], rest[-1]
        window = [p.position(v, a, t) for p, v, a, t in zip(dims, at, phase, taps, strict=True)]
        channel: Expr = rco if groups == 1 else co // outer_per_group * per_group + rco
        y = weight(co, rco, *phase, *taps, rci, ci)
        product = times(wide, source(n, channel, *window, rci), y)
        return te.sum(product, axis=[rco, *taps, rci], where=_inside(dims, phase, taps))

    return _interleaved(name, data, outer, block, dims, element, out)


def _inside(dims: Sequence[Phases], phase: Sequence[Expr], taps: Sequence[Expr]) -> Expr | None:
    """Whether a phase has these taps; None where all phases have all."""
    uneven = [p.has(a, step) for p, a, step in zip(dims, phase, taps, strict=True) if not p.is_full]
    return te.all(*uneven) if uneven else None


def _interleaved(
    name: str, data: Tensor, outer: Expr, block: Expr, dims: Sequence[Phases], element: Any, out: str
) -> Tensor:
    """The phases' sums, and the result that reads them in turn."""
    rank, short = len(dims), name.removeprefix("nn.")
    letters = SPATIAL[rank]
    shape: tuple[Expr | int, ...] = (data.shape[0], outer, *[p.stride for p in dims], *[p.count for p in dims], block)
    axes = ["n", "co", *[f"p{s}" for s in letters], *letters, "ci"]
    phases = define(shape, axis_names(axes, element), f"{short}_phases", {"op": name})

    def result(n: Expr, co: Expr, *rest: Expr) -> Expr:
        *at, ci = rest
        phase = [v % p.stride for v, p in zip(at, dims, strict=True)]
        number = [v // p.stride for v, p in zip(at, dims, strict=True)]
        return phases(n, co, *phase, *number, ci)

    whole: tuple[Expr | int, ...] = (data.shape[0], outer, *[p.result for p in dims], block)
    total = define(whole, axis_names(["n", "co", *letters, "ci"], result), short, {"op": "interleave"})
    return narrowed(short, total, out)


@register("nn.depthwise_conv2d_transpose_nchwc", "anchor")
def depthwise_conv2d_transpose_nchwc(
    data: Tensor,
    weight: Tensor,
    kernel: Ints,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    output_padding: int | Ints = 0,
    dilation: int | Ints = 1,
    out_dtype: str | None = None,
) -> Tensor:
    """A transposed convolution per channel of data (N, C / c, H, W, c) with weight (C / c, sh, sw, th, tw, c).

    Phases and taps are those of ``nn.conv2d_transpose_nchwc``.
    """
    name = "nn.depthwise_conv2d_transpose_nchwc"
    rank = data.ndim - 3
    if rank not in (2, 3):
        raise MlccError("T203", f"`{name}` takes data (N, C / c, …, c), got {show(data.shape)}")
    need_rank(name, weight, 2 * rank + 2, "weight")
    if not can_equal(weight.shape[0], data.shape[1]) or not can_equal(weight.shape[-1], data.shape[-1]):
        raise MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: incompatible channels")
    dims = phases_of(data.shape[2:-1], per_dim(kernel, rank, 1, "kernel"), strides, padding, output_padding, dilation)
    source = padded(data, range(2, rank + 2), [p.around for p in dims])
    out = out_dtype or data.dtype
    wide = accumulator(out)
    taps = [te.reduce_axis((0, p.taps), f"r{s}") for p, s in zip(dims, SPATIAL[rank], strict=True)]

    def element(n: Expr, co: Expr, *rest: Expr) -> Any:
        phase, at, ci = rest[:rank], rest[rank : 2 * rank], rest[-1]
        window = [p.position(v, a, t) for p, v, a, t in zip(dims, at, phase, taps, strict=True)]
        product = times(wide, source(n, co, *window, ci), weight(co, *phase, *taps, ci))
        return te.sum(product, axis=taps, where=_inside(dims, phase, taps))

    return _interleaved(name, data, data.shape[1], data.shape[-1], dims, element, out)
