"""Operands of products rounded to bytes with scales of the run."""

from __future__ import annotations

import numpy as np
import pytest

from mlcc.ir import verify
from mlcc.relax.transform import QuantizeDynamically

from .graphs import compiled, graph, normal, operators


@pytest.mark.parametrize(("rows", "inner", "columns"), [(1, 1, 1), (4, 64, 64), (5, 7, 3)])
def test_results_are_within_what_rounding_may_change(rows: int, inner: int, columns: int) -> None:
    module = graph(lambda o, a, b: o.nn_relu(o.matmul(a, b)), a=(rows, inner), b=(inner, columns))
    quantized = QuantizeDynamically()(module)
    verify(quantized)
    assert "int8" in quantized.script()
    a, b = normal(rows, inner), normal(inner, columns, seed=1)
    (got,) = compiled(quantized, a, b)
    half = [np.abs(x).max() / 127 / 2 for x in (a, b)]
    bound = inner * (half[0] * np.abs(b).max() + half[1] * np.abs(a).max() + half[0] * half[1])
    difference = np.abs(got - np.maximum(a @ b, 0)).max()
    assert difference <= bound * 1.001
    rounded = [np.round(x / (2 * h)).astype(np.int64) for x, h in zip((a, b), half, strict=True)]
    want = np.maximum((rounded[0] @ rounded[1]) * (4 * half[0] * half[1]), 0)
    # wide: a scale that is off by one bit may round an element to the next level
    assert np.abs(got - want).max() <= 4 * bound / max(inner, 1)


def test_zeros_and_shared_operands() -> None:
    module = graph(lambda o, a, b: o.add(o.matmul(a, b), o.matmul(a, b)), a=(3, 4), b=(4, 5))
    quantized = QuantizeDynamically()(module)
    assert operators(quantized).count("quantize_linear") == 2
    (got,) = compiled(quantized, np.zeros((3, 4), np.float32), normal(4, 5))
    assert not got.any()


def test_products_of_other_types_stay() -> None:
    module = graph(lambda o, a, b: o.matmul(o.cast(a, dtype="float64"), o.cast(b, dtype="float64")), a=(2, 2), b=(2, 2))
    assert "quantize_linear" not in operators(QuantizeDynamically()(module))
