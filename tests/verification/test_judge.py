"""Differences in units in the last place and relative to the range, and their judgement."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from mlcc.verification import Bounds, compare


def test_the_example_of_the_manual() -> None:
    expected = np.array([1.0, 2.0, -4.0], np.float32)
    found = compare(expected, np.array([1.0, np.nextafter(np.nextafter(np.float32(2), 3), 3), -4.0], np.float32))
    assert found.ulps == 2
    assert found.absolute == 2 * 2.0**-22
    assert found.relative == found.absolute / 4
    assert str(found) == "max 2 ulp, 1.2e-07 relative"
    assert found.passed


def test_a_value_below_the_mean_counts_in_units_of_the_mean() -> None:
    """A sum that nearly cancels: 1e-9 instead of 0 among ones is no error of a billion units."""
    expected = np.array([0.0, 1.0, 1.0, 2.0], np.float32)
    found = compare(expected, expected + np.array([2.0**-23, 0, 0, 0], np.float32))
    assert found.ulps == 1


@pytest.mark.parametrize(
    ("dtype", "step", "passed"),
    [
        (np.float32, 5e-5, True), (np.float32, 2e-4, False), (np.float64, 1e-11, False),
        (np.float16, 5e-3, True), (ml_dtypes.bfloat16, 0.03, True), (ml_dtypes.bfloat16, 0.2, False),
    ],
)  # fmt: skip
def test_the_bound_follows_from_the_type(dtype: type, step: float, passed: bool) -> None:
    expected: np.ndarray = np.ones(4, dtype)
    assert compare(expected, (expected.astype(np.float64) + step).astype(dtype)).passed is passed


def test_bounds_that_are_given() -> None:
    one = np.ones(3, np.float32)
    off = one + np.float32(1e-6)
    assert compare(one, off, Bounds(relative=2e-6)).passed
    assert not compare(one, off, Bounds(relative=1e-7)).passed
    assert not compare(one, off, Bounds(ulps=4)).passed
    assert compare(one, off, Bounds(ulps=9)).passed


def test_numbers_that_are_not_finite_must_be_where_they_are_expected() -> None:
    expected = np.array([np.nan, np.inf, -np.inf, 1], np.float32)
    assert compare(expected, expected.copy()).passed
    found = compare(expected, np.array([np.nan, np.inf, np.inf, 1], np.float32))
    assert not found.passed
    assert str(found) == "inf at [2], expected -inf"
    assert not compare(np.zeros(2, np.float32), np.array([0, np.nan], np.float32)).passed


def test_shapes_and_types() -> None:
    assert str(compare(np.zeros((2, 3)), np.zeros((3, 2)))) == "shape 3 x 2, expected 2 x 3"
    assert str(compare(np.zeros(2, np.int64), np.zeros(2, np.int32))) == "type int32, expected int64"
    assert compare(np.zeros((0, 3)), np.zeros((0, 3))).passed


def test_integers_are_exact() -> None:
    big = np.array([2**60, 5])
    assert compare(big, big.copy()).passed
    assert not compare(big, big + np.array([1, 0])).passed  # 2**60 + 1 is no float64
    assert not compare(np.array([3], np.uint8), np.array([4], np.uint8)).passed
    assert compare(np.array([3], np.uint8), np.array([4], np.uint8), Bounds(quantised=True)).passed
    assert not compare(np.array([3], np.int32), np.array([4], np.int32), Bounds(quantised=True)).passed
    assert not compare(np.array(["a", "b"]), np.array(["a", "c"])).passed


def test_complex_numbers_by_their_parts() -> None:
    want = np.array([1 + 2j], np.complex64)
    assert compare(want, want.copy()).passed
    assert not compare(want, np.array([1 + 2.1j], np.complex64)).passed
