"""Calibration methods: from the statistics of a value to the range that its grid covers.

A range narrower than the values saturates the outliers and rounds all others more finely. The methods differ in what
they minimise; `METHODS` is the table of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .grids import Grid, grid_of
from .histogram import Histogram, Statistics

#: Shares of the full range that `mse` and `entropy` try for each end.
_SHARES = np.linspace(1.0, 0.05, 96)
#: Bins of the distributions that `entropy` compares at most, and the values that a bin should hold.
_ENTROPY_BINS, _VALUES_PER_BIN = 2048, 8


@dataclass(frozen=True)
class GridForm:
    """How grids of activations are formed: storage type, symmetric or not, and the percentile of that method."""

    dtype: str
    symmetric: bool = False
    percentile: float = 99.99

    def grid(self, low: float, high: float) -> Grid:
        """The grid of a range."""
        return grid_of(low, high, self.dtype, self.symmetric)


Range = tuple[float, float]
Method = Callable[[Statistics, GridForm], Range]


def minmax(stats: Statistics, form: GridForm) -> Range:
    """The smallest and the largest value of all samples."""
    return stats.low, stats.high


def percentile(stats: Statistics, form: GridForm) -> Range:
    """The range that leaves out half of ``100 - P`` percent of the values at each end."""
    histogram = stats.histogram
    share = (1 - form.percentile / 100) / 2
    below = np.cumsum(histogram.counts) / histogram.counts.sum()
    first, last = int(np.searchsorted(below, share, side="right")), int(np.searchsorted(below, 1 - share))
    end = len(below) - 1
    low, high = histogram.edges[min(first, end)], histogram.edges[min(last, end)] + histogram.width
    return max(float(low), stats.low), min(float(high), stats.high)


def mse(stats: Statistics, form: GridForm) -> Range:
    """The range whose grid has the least mean squared error, by coordinate descent over both ends."""
    return _search(stats, form, _squared_error)


def entropy(stats: Statistics, form: GridForm) -> Range:
    """The range whose quantised distribution has the least Kullback-Leibler divergence from the values' (after
    Migacz, "8-bit inference with TensorRT", GTC 2017).

    Bins are joined until they hold enough values to be a distribution: few values give the full range. The bin of 0
    gets the count of a neighbour: every grid has 0, and the many zeros behind a ReLU would outweigh all other values.
    """
    limit = min(_ENTROPY_BINS, int(stats.histogram.counts.sum()) // _VALUES_PER_BIN)
    coarse = stats.histogram.joined(max(limit, 1))
    zero = -coarse.first
    if 0 <= zero < len(coarse.counts):
        neighbours = coarse.counts[[i for i in (zero - 1, zero + 1) if 0 <= i < len(coarse.counts)]]
        counts = coarse.counts.copy()
        counts[zero] = neighbours.max(initial=0)
        coarse = replace(coarse, counts=counts)
    return _search(replace(stats, histogram=coarse), form, _divergence)


METHODS: dict[str, Method] = {"minmax": minmax, "percentile": percentile, "mse": mse, "entropy": entropy}


def grid_for(stats: Statistics, method: str, form: GridForm) -> Grid:
    """The grid of a value. One that no sample gave an element has the grid of [0, 1]."""
    if stats.is_empty:
        return form.grid(0.0, 1.0)
    low, high = stats.low, stats.high
    if low < high:
        low, high = METHODS[method](stats, form)
    return form.grid(low, high)


def _search(stats: Statistics, form: GridForm, loss: Callable[[Histogram, Grid], float]) -> Range:
    low, high = min(stats.low, 0.0), max(stats.high, 0.0)
    best, ends = np.inf, (low, high)

    def attempt(ends_now: Range) -> None:
        nonlocal best, ends
        now = loss(stats.histogram, form.grid(*ends_now))
        if now < best:
            best, ends = now, ends_now

    for share in _SHARES:
        attempt((low * share, high * share))
    if low < 0 < high and not form.symmetric:
        for share in _SHARES:
            attempt((ends[0], high * share))
        for share in _SHARES:
            attempt((low * share, ends[1]))
    return ends


def _squared_error(histogram: Histogram, grid: Grid) -> float:
    centres = histogram.centres
    return float(np.dot(histogram.counts, (centres - grid.rounded(centres)) ** 2))


def _divergence(histogram: Histogram, grid: Grid) -> float:
    """KL(P || Q): P is the distribution saturated to the grid's range, Q spreads what falls on one point of the grid
    evenly over the bins that are not empty."""
    centres, counts = histogram.centres, histogram.counts.astype(np.float64)
    half = float(grid.scale) / 2
    inside = (centres >= grid.low - half) & (centres <= grid.high + half)
    if not inside.any():
        return np.inf
    kept = counts[inside]
    points = np.rint(centres[inside] / np.float64(grid.scale)).astype(np.int64)
    points -= points.min()
    totals, filled = np.bincount(points, kept), np.bincount(points, kept > 0)
    spread = np.where(kept > 0, totals[points] / np.maximum(filled[points], 1), 0.0)
    saturated = kept.copy()
    first, last = np.flatnonzero(inside)[[0, -1]]
    saturated[0] += counts[:first].sum()
    saturated[-1] += counts[last + 1 :].sum()
    p, q = saturated / saturated.sum(), spread / max(spread.sum(), 1e-300)
    if ((p > 0) & (q == 0)).any():  # outliers saturated onto an empty bin
        q = (q + 1e-9) / (1 + 1e-9 * len(q))
    positive = p > 0
    return float(np.sum(p[positive] * np.log(p[positive] / q[positive])))
