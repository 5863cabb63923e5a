"""Exponentials, logarithms and their relatives: errors as stated, and the special values."""

from __future__ import annotations

import numpy as np
import pytest
from function_errors import around_points, computed, worst

from mlcc.lowering.vector_math import MAX_ULP

INF, NAN = np.inf, np.nan
WHOLE = around_points(-87.3, 88.7, 0, low=-103, high=92)
POSITIVE = np.abs(around_points(0.7071, 1.4142, 1, low=1e-6, high=1e4))


@pytest.mark.parametrize(
    ("op", "exact", "x"),
    [
        ("exp", np.exp, WHOLE), ("exp2", np.exp2, WHOLE), ("expm1", np.expm1, WHOLE), ("tanh", np.tanh, WHOLE / 8),
        ("log", np.log, POSITIVE), ("log2", np.log2, POSITIVE), ("log10", np.log10, POSITIVE),
        ("log1p", np.log1p, around_points(0, -0.9999, low=-0.99, high=50)), ("sinh", np.sinh, WHOLE),
        ("cosh", np.cosh, WHOLE), ("asinh", np.arcsinh, WHOLE), ("acosh", np.arccosh, POSITIVE + 1),
        ("atanh", np.arctanh, around_points(0, low=-0.9999, high=0.9999)),
    ],
)  # fmt: skip
def test_errors(op: str, exact, x: np.ndarray) -> None:
    assert worst(op, exact, x.astype("float32")) <= MAX_ULP[op, "float32"]


@pytest.mark.parametrize(
    ("op", "values"),
    [
        ("exp", {INF: INF, -INF: 0, 0: 1, 200: INF, -200: 0}),
        ("exp2", {INF: INF, -INF: 0, 10: 1024, -149: 2.0**-149}),
        ("log", {0: -INF, -1: NAN, INF: INF, 1: 0}),
        ("log2", {0: -INF, 8: 3, 2.0**-140: -140, -2: NAN}),
        ("tanh", {INF: 1, -INF: -1, 50: 1, 0: 0}),
        ("sigmoid", {INF: 1, -INF: 0, 0: 0.5}),
        ("acosh", {0.5: NAN, 1: 0}),
        ("atanh", {1: INF, -1: -INF, 2: NAN}),
    ],
)
def test_special_values(op: str, values: dict[float, float]) -> None:
    x = np.array([*values, NAN], "float32")
    np.testing.assert_array_equal(computed(op, x), np.array([*values.values(), NAN], "float32"))


def test_powers() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.uniform(0.01, 30, 3001).astype("float32"), rng.uniform(-20, 20, 3001).astype("float32")
    assert worst("pow", np.power, x, y) <= MAX_ULP["pow", "float32"]
    x = np.array([-2, -2, -2, 0, 0, 1, -1, INF, 7], "float32")
    y = np.array([3, 2, 0.5, -1, 2, NAN, INF, -1, 0], "float32")
    np.testing.assert_array_equal(computed("pow", x, y), np.array([-8, 4, NAN, INF, 0, 1, 1, 0, 1], "float32"))


@pytest.mark.parametrize("op", ["log", "log2", "log10"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_logarithms_do_not_depend_on_their_neighbours(op: str, dtype: str) -> None:
    """Vectors with a lane that is not a positive normal number take another branch than vectors without."""
    ordinary = np.geomspace(1e-30, 1e30, 64).astype(dtype)
    mixed = ordinary.copy()
    odd = [0.0, -0.0, np.inf, -np.inf, np.nan, -1.0, np.finfo(dtype).smallest_subnormal, np.finfo(dtype).tiny / 2]
    mixed[::8] = odd
    got = computed(op, mixed)
    np.testing.assert_array_equal(np.delete(got, np.s_[::8]), np.delete(computed(op, ordinary), np.s_[::8]))
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(got[::8], getattr(np, op)(np.array(odd, dtype)), rtol=1e-6)
