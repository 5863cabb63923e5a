"""Lines in order by keys, with places in the same integer or beside it: all lengths around those of runs and merges."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import mlcc
from mlcc import te, topi
from mlcc.ir import Var

#: Below a run, whole runs, a full merge with and without a shorter run after it, and several of them.
SIZES = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    11,
    12,
    13,
    16,
    17,
    29,
    32,
    33,
    63,
    64,
    65,
    100,
    127,
    131,
    255,
    257,
    500,
    1023,
    1025,
]


@cache
def library(dtype: str, axis: int, descending: bool) -> Any:
    n, m = Var("n", "int64"), Var("m", "int64")
    data = te.placeholder((n, m), dtype, "data")
    func = te.create_prim_func([data, topi.call_operator("argsort", [data], {"axis": axis, "descending": descending})])
    return mlcc.build(func.with_attr({"global_symbol": "main"}))["main"]


def lines(dtype: str, shape: tuple[int, int]) -> np.ndarray:
    rng = np.random.default_rng(shape)
    if dtype.startswith("float"):
        x = np.round(rng.standard_normal(shape) * 4) / 4  # with ties
        special = np.float32([np.nan, np.inf, -np.inf, 0.0, -0.0])
        return np.where(rng.random(shape) < 0.2, rng.choice(special, shape), x).astype(dtype)
    if dtype == "bool":
        return rng.random(shape) < 0.5
    ends = np.iinfo(dtype)
    numbers = rng.integers(ends.min, ends.max, shape, dtype, endpoint=True)
    return np.where(rng.random(shape) < 0.5, numbers, np.array(ends.max - int(rng.integers(0, 2)), dtype))


def expected(x: np.ndarray, axis: int, descending: bool) -> np.ndarray:
    """Stable in both directions; NaN is above all numbers."""
    if not descending:
        return np.argsort(x, axis, kind="stable")
    ranks = np.unique(x, return_inverse=True, equal_nan=True)[1].reshape(x.shape)
    return np.argsort(-ranks, axis, kind="stable")


@pytest.mark.every(2)
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("dtype", ["float32", "int32", "int8", "uint16", "bool", "int64", "uint64", "float64"])
def test_lines_of_any_length_are_in_stable_order(dtype: str, axis: int, descending: bool) -> None:
    run = library(dtype, axis, descending)
    for size in SIZES:
        x = lines(dtype, (3, size) if axis else (size, 3))
        np.testing.assert_array_equal(np.asarray(run(x)), expected(x, axis, descending), str(size))


@pytest.mark.parametrize("size", [6, 40, 200])
def test_lines_of_known_length(size: int) -> None:
    x = lines("float32", (4, size))
    data = te.placeholder((4, size), "float32", "data")
    func = te.create_prim_func([data, *topi.topk(data, k=size, axis=1)])
    values, places = np.empty_like(x), np.empty(x.shape, "int64")
    mlcc.build(func.with_attr({"global_symbol": "main"}))["main"](x, values, places)
    np.testing.assert_array_equal(places, expected(x, 1, True))
    np.testing.assert_array_equal(values, np.take_along_axis(x, places, 1))


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("dtype", ["int64", "float64", "float32"])
def test_lines_that_are_in_order(dtype: str, descending: bool) -> None:
    """With equals and NaN in them, but for one element, or the other way round."""
    for size in (1, 2, 3, 50):
        line = np.sort(np.random.default_rng(size).integers(-9, 9, size).astype(dtype))
        if size > 2 and dtype != "int64":
            line[-2:] = np.nan
        line = line[::-1] if descending else line
        last = np.roll(line, 1)
        x = np.stack([line, line[::-1], last, np.full(size, line[0])])
        np.testing.assert_array_equal(
            np.asarray(library(dtype, 1, descending)(x)), expected(x, 1, descending), str(size)
        )
