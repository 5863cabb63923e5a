"""Functions made of others, and the table of all formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest
from function_errors import around_points, computed, worst

from mlcc.ir import INTRINSICS
from mlcc.lowering.vector_math import FORMULAS, MAX_NORMCDF_ERROR, MAX_ULP

EXACT = {"normcdf", "fmod"}  # an absolute error; none


def test_every_formula_has_a_stated_error() -> None:
    assert {op for op, _ in FORMULAS} <= set(INTRINSICS)
    assert {key for key in FORMULAS if key[0] not in EXACT} == set(MAX_ULP)


def test_erf() -> None:
    x = around_points(0, 1, -1, 4, low=-6, high=6)
    assert worst("erf", np.vectorize(math.erf, otypes=[float]), x) <= MAX_ULP["erf", "float32"]
    special = np.array([np.inf, -np.inf, np.nan, 0.0], "float32")
    np.testing.assert_array_equal(computed("erf", special), np.array([1, -1, np.nan, 0], "float32"))


def test_normcdf() -> None:
    x = around_points(0, 5.5, -5.5, low=-8, high=8)
    want = np.array([math.erfc(-v * math.sqrt(0.5)) / 2 for v in x.astype("float64")])
    assert np.max(np.abs(computed("normcdf", x) - want)) <= MAX_NORMCDF_ERROR
    assert computed("normcdf", np.array([-9, 9, 0], "float32")).tolist() == [0, 1, 0.5]


def test_rsqrt() -> None:
    x = np.abs(around_points(1, 2, low=1e-5, high=1e5))
    assert worst("rsqrt", lambda v: 1 / np.sqrt(v), x) <= MAX_ULP["rsqrt", "float32"]


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e12])
def test_fmod_is_exact(scale: float) -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(1001) * scale).astype("float32"), rng.standard_normal(1001).astype("float32")
    np.testing.assert_array_equal(computed("fmod", x, y), np.fmod(x, y))
