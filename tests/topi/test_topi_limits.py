"""NaN, infinities and what is out of range, stored as integers: the least one for NaN, an end for the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import check, evaluate

X = np.array([np.nan, -np.nan, np.inf, -np.inf, 1e30, -1e30, 3e9, 7e4, -300, 130, -9, 2.5, -2.5, 0.5, 1.5, -0.0, 42])
X = np.tile(X, 3).astype(np.float32)[:50]


def _stored(steps: Any, low: int, high: int, dtype: str) -> Any:
    """Whole numbers as they are meant to be stored."""
    return np.where(np.isnan(steps), low, np.clip(np.nan_to_num(steps, posinf=high, neginf=low), low, high)).astype(
        dtype
    )


@pytest.mark.parametrize(("dtype", "zero"), [("uint8", 128), ("int8", -3), ("uint16", 9), ("int16", 0)])
def test_quantize_linear(dtype: str, zero: int) -> None:
    info = np.iinfo(dtype)
    want = _stored(np.rint(X) + zero, info.min, info.max, dtype)
    check("quantize_linear", X, np.float32(1), np.array(zero, dtype), want=want)
    check("saturate", np.rint(X), dtype=dtype, want=_stored(np.rint(X), info.min, info.max, dtype))


def test_narrow_integers() -> None:
    check("quantize_narrow", X, format="int4", want=_stored(np.rint(X), -8, 7, "int8"))
    check("quantize_narrow", X, format="uint2", want=_stored(np.rint(X), 0, 3, "uint8"))


def test_counts_and_scaled_values() -> None:
    want = _stored(np.rint(X) + 7, 0, 255, "uint8")
    check("qnn.saturate", X, dtype="uint8", zero_point=7, want=want)
    ends = [np.float32(n) for n in (-7 * 0.1, 248 * 0.1)]
    got = evaluate("qnn.scaled", X, *ends, np.float32(10), np.float32(-1.4901161e-07))
    assert np.array_equal(got[:4] >= 247.9, [False, False, True, False])
    assert np.allclose(got[:2], -7)


@pytest.mark.parametrize(("scale", "zero"), [(1.0, 7), (np.inf, 9), (np.nan, 3)])
def test_grids_of_the_run(scale: float, zero: int) -> None:
    """Both ways to divide."""
    parts = np.float32(scale), np.array(zero, "uint8")
    with np.errstate(all="ignore"):
        want = _stored(np.rint(X / parts[0]) + zero, 0, 255, "uint8")
    inside = ~(np.abs(X) > 1e6) | np.isinf(scale)  # others do not lie in the grid that their range gives
    assert np.array_equal(evaluate("qnn.to_grid", X, *parts), want)
    got = evaluate("qnn.to_grid_by_products", X, *evaluate("qnn.grid_parts", *parts))
    assert np.array_equal(got[inside], want[inside])
