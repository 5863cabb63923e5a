"""Grids, histograms, calibration methods and integer weights against direct computations in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcc.quantization.grids import LIMITS, grid_of
from mlcc.quantization.histogram import BINS, Histogram, Statistics
from mlcc.quantization.ranges import GridForm, grid_for
from mlcc.quantization.weights import blocked, matmul_nbits, packed_nibbles, per_channel

NUMBERS = st.floats(-1e6, 1e6, allow_nan=False)


@given(NUMBERS, NUMBERS, st.sampled_from(["uint8", "int8"]), st.booleans())
def test_a_grid_covers_its_range_and_zero(a: float, b: float, dtype: str, symmetric: bool) -> None:
    low, high = min(a, b, 0.0), max(a, b, 0.0)
    grid = grid_of(min(a, b), max(a, b), dtype, symmetric)
    first, last = LIMITS[dtype]
    assert first <= grid.zero <= last
    assert grid.scale > 0
    half = 0.501 * float(grid.scale)
    assert grid.low <= low + half
    assert grid.high >= high - half
    assert grid.rounded(np.zeros(1))[0] == 0
    points = np.linspace(low, high, 101)
    assert np.abs(grid.rounded(points) - points).max() <= 1.002 * float(grid.scale)


@given(st.lists(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=30), min_size=1, max_size=8))
def test_a_histogram_counts_every_value_whatever_the_order(batches: list[list[float]]) -> None:
    histogram = Histogram()
    for batch in batches:
        values = np.array(batch, np.float32)
        histogram.update(values, float(values.min()), float(values.max()))
    values = np.concatenate([np.array(batch, np.float64) for batch in batches])
    assert histogram.counts.sum() == len(values)
    assert len(histogram.counts) <= BINS
    want = np.bincount(
        np.floor(values / histogram.width).astype(int) - histogram.first, minlength=len(histogram.counts)
    )
    np.testing.assert_array_equal(histogram.counts, want)


def _statistics(values: np.ndarray) -> Statistics:
    stats = Statistics(wants_histogram=True)
    for part in np.array_split(values.astype(np.float32), 7):
        stats.update(part)
    return stats


def test_a_percentile_leaves_out_that_share() -> None:
    values = np.random.default_rng(0).standard_normal(100_000)
    grid = grid_for(_statistics(values), "percentile", GridForm("uint8", percentile=99))
    outside = ((values < grid.low) | (values > grid.high)).mean()
    assert 0.007 < outside < 0.013


def test_the_least_squared_error_is_the_least() -> None:
    values = np.random.default_rng(0).laplace(size=50_000)
    form = GridForm("uint8")
    stats = _statistics(values)

    def error(low: float, high: float) -> float:
        return float(((form.grid(low, high).rounded(values) - values) ** 2).mean())

    grid = grid_for(stats, "mse", form)
    best = min(error(stats.low * a, stats.high * b) for a in np.linspace(0.1, 1, 37) for b in np.linspace(0.1, 1, 37))
    got = float(((grid.rounded(values) - values) ** 2).mean())
    assert got <= 1.03 * best
    assert got < 0.95 * error(stats.low, stats.high)


def test_entropy_saturates_rare_outliers() -> None:
    values = np.append(np.random.default_rng(0).standard_normal(50_000), [40.0, -35.0])
    grid = grid_for(_statistics(values), "entropy", GridForm("uint8"))
    assert grid.high < 30
    assert grid.high > 2.5


@pytest.mark.parametrize("method", ["mse", "entropy"])
def test_zeros_behind_a_relu_do_not_narrow_the_range(method: str) -> None:
    values = np.maximum(np.random.default_rng(0).standard_normal(100_000) - 1, 0)
    stats = _statistics(values)
    errors = [
        float(((grid_for(stats, m, GridForm("uint8")).rounded(values) - values) ** 2).sum()) for m in (method, "minmax")
    ]
    assert errors[0] < 2 * errors[1]


def test_infinities_are_left_out_and_nan_is_kept() -> None:
    stats = Statistics()
    stats.update(np.array([1, np.inf, -2, -np.inf], np.float32))
    assert (stats.low, stats.high) == (-2, 1)
    stats.update(np.array([1, np.nan], np.float32))
    assert np.isnan(stats.low)


def test_channel_means() -> None:
    stats = Statistics(channel_axis=1)
    parts = [np.random.default_rng(i).standard_normal((2, 3, 4, 5)).astype(np.float32) for i in range(3)]
    for part in parts:
        stats.update(part)
    assert stats.means is not None
    np.testing.assert_allclose(stats.means, np.concatenate(parts).mean(axis=(0, 2, 3)), atol=1e-6)


@pytest.mark.parametrize("axis", [None, 0, 1, 2])
@pytest.mark.parametrize("method", ["minmax", "mse"])
def test_integer_weights(axis: int | None, method: str) -> None:
    array = (np.random.default_rng(0).standard_normal((5, 6, 7)) ** 3).astype(np.float32)
    array[:, 2] = 0
    weight = per_channel(array, axis, method=method)
    assert weight.scale.shape == (() if axis is None else (array.shape[axis],))
    plain = per_channel(array, axis)
    errors = [((w.value() - array) ** 2).sum() for w in (weight, plain)]
    assert errors[0] <= errors[1]
    assert np.abs(plain.value() - array).max() <= 0.51 * plain.scale.max()


@pytest.mark.parametrize("dtype", ["int4", "uint4", "int8"])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("size", "block"), [(64, 16), (70, 32), (5, 16)])
def test_blocked_weights(dtype: str, axis: int, size: int, block: int) -> None:
    shape = (size, 9) if axis == 0 else (9, size)
    array = np.random.default_rng(0).standard_normal(shape).astype(np.float32) + np.float32(0.3)
    plain, best = (blocked(array, axis, block, dtype, method=method) for method in ("minmax", "mse"))
    count = -(-size // block)
    assert plain.scale.shape == ((count, 9) if axis == 0 else (9, count))
    assert (plain.zero is None) == (not dtype.startswith("u"))
    first, last = LIMITS[dtype]
    assert plain.data.min() >= first
    assert plain.data.max() <= last
    spread = np.repeat(plain.scale, block, axis)[tuple(slice(n) for n in shape)]
    assert (np.abs(plain.value() - array) <= 1.01 * spread).all()
    assert ((best.value() - array) ** 2).sum() <= ((plain.value() - array) ** 2).sum()


def test_nibbles_begin_with_the_low_half() -> None:
    assert packed_nibbles(np.array([1, 2, -1, -8, 7])) == bytes([0x21, 0x8F, 0x07])


def test_matmul_nbits_has_blocks_of_columns() -> None:
    array = np.random.default_rng(0).standard_normal((40, 3)).astype(np.float32)
    weight = blocked(array, 0, 16, "uint4")
    packed, scales, zeros = matmul_nbits(weight, 4)
    assert packed.shape == (3, 3, 8)
    assert scales.shape == (9,)
    assert zeros is not None
    assert zeros.shape == (3 * 2,)
    nibbles = np.stack([packed & 15, packed >> 4], -1).reshape(3, 48)[:, :40]
    np.testing.assert_array_equal(nibbles.T, weight.data)
