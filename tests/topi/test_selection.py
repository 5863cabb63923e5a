"""The largest of long lines, compiled."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc import te, topi
from mlcc.ir import Var


def lines(kind: str, size: int) -> np.ndarray:
    rng = np.random.default_rng(size)
    x = rng.standard_normal((2, size)).astype("float32")
    match kind:
        case "special":
            return rng.choice(np.float32([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0]), x.shape)
        case "ascending" | "descending":
            return np.sort(x) if kind == "ascending" else -np.sort(-x)
        case "alike":
            return 0 * x
        case "float16" | "float64":
            return x.astype(kind)
        case "int8" | "int32":
            ends = np.iinfo(kind).min, np.iinfo(kind).max
            numbers = rng.integers(*ends, x.shape)
            return np.where(rng.random(x.shape) < 0.2, rng.choice(ends, x.shape), numbers).astype(kind)
    return x


def places(line: np.ndarray, k: int, largest: bool) -> list[int]:
    """NaN above all numbers; of equals the first."""
    keys = [(1, 0.0) if v != v else (0, float(v)) for v in line]
    transposed = [(-a, -v) for a, v in keys] if largest else keys
    return sorted(range(len(line)), key=lambda n: transposed[n])[:k]


CASES = [
    ("normal", 17, 2), ("normal", 60, 4), ("normal", 700, 5), ("normal", 640, 600), ("normal", 900, 1),
    ("special", 97, 7), ("special", 1100, 40), ("ascending", 1500, 30), ("descending", 1500, 1), ("alike", 640, 64),
    ("float16", 64, 8), ("float64", 300, 9), ("float64", 300, 90), ("int8", 900, 20), ("int32", 130, 3),
    ("normal", 13, 13), ("special", 64, 64),
]  # fmt: skip


@pytest.mark.cover(1)
@pytest.mark.parametrize(("kind", "size", "k"), CASES)
@pytest.mark.parametrize("largest", [True, False])
def test_largest_of_lines(kind: str, size: int, k: int, largest: bool) -> None:
    x = lines(kind, size)
    want = np.array([places(line, k, largest) for line in x])
    for columns in (size, Var("n", "int64")):
        data = te.placeholder((2, columns), str(x.dtype), "x")
        func = te.create_prim_func([data, *topi.topk(data, k=k, axis=1, largest=largest)])
        values, result = np.empty(want.shape, x.dtype), np.empty(want.shape, "int64")
        mlcc.build(func.with_attr({"global_symbol": "main"}))["main"](x, values, result)
        np.testing.assert_array_equal(result, want)
        np.testing.assert_array_equal(values, np.take_along_axis(x, want, 1))


def test_across_memory() -> None:
    x = np.random.default_rng(0).standard_normal((3, 200, 5)).astype("float32")
    data = te.placeholder(x.shape, "float32", "x")
    func = te.create_prim_func([data, *topi.topk(data, k=12, axis=1)])
    values, result = mlcc.build(func.with_attr({"global_symbol": "main"}))["main"](x)
    np.testing.assert_array_equal(np.asarray(result), np.argsort(-x, 1, kind="stable")[:, :12])
    np.testing.assert_array_equal(np.asarray(values), -np.sort(-x, 1)[:, :12])
