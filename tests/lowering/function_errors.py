"""Functions compiled as vector arithmetic, and their errors against float64 in units in the last place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import mlcc
from mlcc.script import parse_prim_func

TEXT = """
@T.prim_func
def f(X: T.Buffer(({n},), "{dtype}"), Y: T.Buffer(({n},), "{dtype}"), Z: T.Buffer(({n},), "{dtype}")):
    T.func_attr({{"tir.noalias": True}})
    for i in range({n}):
        Z[i] = T.{op}({args})
"""


def computed(op: str, x: np.ndarray, y: np.ndarray | None = None, *, target: str | None = None) -> np.ndarray:
    """A function of vectors, with the last elements beside whole vectors."""
    text = TEXT.format(n=len(x), dtype=x.dtype, op=op, args="X[i]" if y is None else "X[i], Y[i]")
    z = np.empty_like(x)
    mlcc.build(parse_prim_func(text), target=target)["f"](x, x if y is None else y, z)
    return z


def worst(op: str, exact: Callable[..., Any], *args: np.ndarray, target: str | None = None) -> float:
    """The largest error in ULP of float32; infinities and NaN must be where they are in the exact values."""
    got = computed(op, args[0], *args[1:], target=target)
    with np.errstate(all="ignore"):
        want = np.asarray(exact(*(a.astype("float64") for a in args)))
        rounded = want.astype(got.dtype)
        np.testing.assert_array_equal(np.isnan(got), np.isnan(rounded))
        finite = np.isfinite(rounded)
        np.testing.assert_array_equal(got[np.isinf(rounded)], rounded[np.isinf(rounded)])
        unit = np.spacing(np.abs(rounded[finite])).astype("float64")
        return float(np.max(np.abs(got[finite].astype("float64") - want[finite]) / unit, initial=0))


def around_points(*points: float, low: float = -4.0, high: float = 4.0) -> np.ndarray:
    """An even sweep, and neighbours of special points."""
    sweep = np.linspace(low, high, 4001)
    near = np.array([p + d for p in points for d in (-1e-3, -1e-6, 0.0, 1e-6, 1e-3)])
    return np.concatenate([sweep, near]).astype("float32")
