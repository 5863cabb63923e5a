"""Hashes and different elements by onnxruntime's operators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import onnxruntime_results, single_node

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
NUMBERS = np.array([0, 3, -1, 7, 3, 2**31 - 1, -(2**31)])


def check(op: str, x: Any, attrs: dict[str, Any], outputs: int) -> None:
    model, feeds = single_node(op, {"x": x}, attrs, outputs=outputs, domain="com.microsoft")
    got = mlcc.build(from_onnx(model))(*feeds.values())
    for mine, theirs in zip(got if outputs > 1 else [got], onnxruntime_results(model, feeds), strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.every(2)
@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
def test_hashes(dtype: str) -> None:
    x = (NUMBERS * (2**20 + 3) if dtype.endswith("64") else NUMBERS).astype(dtype).reshape(7, 1)
    check("MurmurHash3", x, {"seed": 42}, 1)


def test_hashes_with_a_sign() -> None:
    check("MurmurHash3", NUMBERS.astype(np.int32), {"positive": 0}, 1)


@pytest.mark.parametrize("size", [0, 1, 9])
def test_different_elements(size: int) -> None:
    check("Unique", np.random.default_rng(size).integers(0, 4, size).astype(np.float32), {}, 3)
