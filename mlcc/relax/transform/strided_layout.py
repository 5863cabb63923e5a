"""Where the elements of a moved tensor lie in memory: extents and strides as polynomials of symbolic sizes.

A transpose permutes strides, a slice keeps them, and a reshape has strides where each of its runs of dimensions covers
a run of the old ones that is contiguous in itself. Sizes stay symbols; two products of sizes are equal when their
normal forms are. Example: (b, t, 12 * 64), split to (b, t, 12, 64) and transposed to (b, 12, t, 64), has the strides
(768 * t, 64, 768, 1). Merging its last two dimensions would need 768 = 64 * 64: there is no such view, for any t.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlcc.analysis import Poly

ONE = Poly.const(1)


@dataclass(frozen=True)
class StridedLayout:
    """Element ``i`` lies at ``sum(i[k] * strides[k])``, counted in elements from the first."""

    shape: tuple[Poly, ...]
    strides: tuple[Poly, ...]

    @classmethod
    def contiguous(cls, shape: Sequence[Poly]) -> StridedLayout:
        """Row-major order without gaps."""
        return cls(tuple(shape), tuple(_products(shape)))

    @property
    def has_contiguous_rows(self) -> bool:
        """Whether elements along the last dimension are adjacent."""
        return not self.shape or self.shape[-1] == ONE or self.strides[-1] == ONE

    def transposed(self, axes: Sequence[int] | None) -> StridedLayout:
        """The dimensions in the order `axes`, None for reversed."""
        order = [a % len(self.shape) for a in axes] if axes else list(reversed(range(len(self.shape))))
        return StridedLayout(tuple(self.shape[a] for a in order), tuple(self.strides[a] for a in order))

    def sliced(self, shape: Sequence[Poly]) -> StridedLayout:
        """A slice with step 1 of the given extents."""
        return StridedLayout(tuple(shape), self.strides)

    def reshaped(self, shape: Sequence[Poly]) -> StridedLayout | None:
        """The same elements in the same order with other extents, or None where no strides say that for all sizes."""
        if any(size.value() == 0 for size in (*self.shape, *shape)):
            return StridedLayout.contiguous(shape)  # no element lies anywhere
        old = [(size, stride) for size, stride in zip(self.shape, self.strides, strict=True) if size != ONE]
        new = [size for size in shape if size != ONE]
        runs = _matching_runs([size for size, _ in old], new)
        if runs is None:
            return None
        strides: list[Poly] = []
        for (first, last), (begin, end) in runs:
            run = old[first:last]
            if any(outer[1] != inner[0].times(inner[1]) for outer, inner in zip(run, run[1:], strict=False)):
                return None  # the old dimensions of the run leave gaps
            unit = run[-1][1] if run else ONE
            strides += [inner.times(unit) for inner in _products(new[begin:end])]
        taken = iter(strides)
        return StridedLayout(tuple(shape), tuple(ONE if size == ONE else next(taken) for size in shape))


def _products(shape: Sequence[Poly]) -> list[Poly]:
    """For each dimension the product of those after it."""
    products: list[Poly] = []
    total = ONE
    for size in reversed(shape):
        products.append(total)
        total = total.times(size)
    return products[::-1]


Run = tuple[int, int]


def _matching_runs(old: Sequence[Poly], new: Sequence[Poly]) -> list[tuple[Run, Run]] | None:
    """The shortest runs of dimensions, old and new, with equal products; None where the wholes differ.

    Example: (b * t, 12, 64) and (b, t, 768) match in the runs ((0, 1), (0, 2)) and ((1, 3), (2, 3)).
    """
    starts = {product: k for k, product in enumerate(_prefixes(old))}
    ends = [(starts[product], k) for k, product in enumerate(_prefixes(new)) if product in starts]
    if not ends or ends[-1] != (len(old), len(new)):
        return None
    return [((a, c), (b, d)) for (a, b), (c, d) in zip(ends, ends[1:], strict=False)]


def _prefixes(shape: Sequence[Poly]) -> list[Poly]:
    """The products of the first 0, 1, 2 … dimensions."""
    prefixes = [ONE]
    for size in shape:
        prefixes.append(prefixes[-1].times(size))
    return prefixes
