"""Statistics of a value over all calibration samples, updated sample by sample in bounded memory."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .grids import Array

#: Bins of a histogram at most: 32 per point of a grid of 256, so that rounding is resolved.
BINS = 8192


@dataclass
class Histogram:
    """Counts of values in bins ``[k * width, (k + 1) * width)``.

    `width` is a power of two that doubles when the range outgrows the bins: two adjacent bins become one, and no count
    ever moves to another position. `first` is the k of the first bin.
    """

    width: float = 0.0
    first: int = 0
    counts: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def update(self, values: Array, low: float, high: float) -> None:
        """Add finite values in [low, high]."""
        if not self.width:
            span = max(high - low, max(abs(low), abs(high)) * 2.0**-10, 2.0**-100)
            self.width = float(2.0 ** np.floor(np.log2(span / BINS) + 1))
            self.first = int(np.floor(low / self.width))
        while True:
            first = min(self.first, int(np.floor(low / self.width)))
            last = max(self.first + len(self.counts) - 1, int(np.floor(high / self.width)))
            if last - first < BINS:
                break
            self._halve()
        before = self.first - first
        after = last + 1 - first - before - len(self.counts)
        self.counts = np.pad(self.counts, (before, after))
        self.first = first
        bins = np.floor(values.reshape(-1) / np.float64(self.width)).astype(np.int64) - first
        self.counts += np.bincount(bins, minlength=len(self.counts))

    def joined(self, limit: int) -> Histogram:
        """A copy of at most `limit` (or 2) bins."""
        copy = Histogram(self.width, self.first, self.counts)
        while len(copy.counts) > max(limit, 2):
            copy._halve()
        return copy

    def _halve(self) -> None:
        """Join pairs of bins: bin k becomes a part of bin k // 2."""
        if len(self.counts):
            padded = np.pad(self.counts, (self.first % 2, (self.first + len(self.counts)) % 2))
            self.counts = padded.reshape(-1, 2).sum(1)
        self.first //= 2
        self.width *= 2

    @property
    def edges(self) -> Array:
        """The lower edges of the bins."""
        edges: Array = (self.first + np.arange(len(self.counts))) * self.width
        return edges

    @property
    def centres(self) -> Array:
        """The centres of the bins."""
        return self.edges + self.width / 2


@dataclass
class Statistics:
    """What is known of one value: its range, its histogram and its means along an axis if requested."""

    wants_histogram: bool = False
    channel_axis: int | None = None
    low: float = np.inf
    high: float = -np.inf
    histogram: Histogram = field(default_factory=Histogram)
    _sums: Array | None = None
    _count: int = 0

    def update(self, values: Array) -> None:
        """Add a sample; infinities are left out of the range. NaN makes the range NaN."""
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        if np.isnan(low):
            self.low = self.high = low
            return
        if not (np.isfinite(low) and np.isfinite(high)):
            values = values[np.isfinite(values)]
            if not values.size:
                return
            low, high = float(values.min()), float(values.max())
        self.low, self.high = min(self.low, low), max(self.high, high)
        if self.wants_histogram:
            self.histogram.update(values, low, high)
        if self.channel_axis is not None and -values.ndim <= self.channel_axis < values.ndim:
            axis = self.channel_axis % values.ndim
            others = tuple(d for d in range(values.ndim) if d != axis)
            sums = values.sum(axis=others, dtype=np.float64)
            if self._sums is None or self._sums.shape == sums.shape:
                self._sums = sums if self._sums is None else self._sums + sums
                self._count += values.size // len(sums)

    @property
    def is_empty(self) -> bool:
        """Whether no finite element was seen."""
        return self.low > self.high

    @property
    def means(self) -> Array | None:
        """The mean of each channel, float64; None where the value has no such axis."""
        return None if self._sums is None else self._sums / max(self._count, 1)
