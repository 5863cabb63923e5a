"""Products of bytes with constant matrices: signed matrices, and bounds of sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.relax.transform.byte_products import largest_sum
from mlcc.relax.transform.quantized_values import signed_numbers


@pytest.mark.parametrize(("kind", "zero"), [("int8", 0), ("int8", -3), ("uint8", 128), ("uint8", 10), ("uint8", 255)])
def test_a_matrix_is_a_signed_one_and_a_constant_for_each_column(kind: str, zero: int) -> None:
    info = np.iinfo(kind)
    matrix = np.arange(info.min, info.max + 1).reshape(64, 4).astype(kind)
    numbers, shift = signed_numbers(matrix, np.full(4, zero, kind))
    assert numbers.dtype == np.int8
    np.testing.assert_array_equal(numbers.astype(np.int64) + shift, matrix.astype(np.int64) - zero)
    assert shift.any() == (zero not in (0, 128))


@pytest.mark.parametrize("axis", [0, 1])
def test_no_sum_is_larger_than_the_bound(axis: int) -> None:
    weight: Any = np.random.default_rng(0).integers(-128, 128, (5, 7, 3)).astype(np.int8)
    weight[2, 3] = -128
    signs = np.moveaxis(weight, axis, 0).reshape(weight.shape[axis], -1).astype(np.int64)
    most = max(np.abs((255 * (signs > 0) * signs).sum(1)).max(), np.abs((255 * (signs < 0) * signs).sum(1)).max())
    assert most <= largest_sum(weight, axis) == (255 * np.abs(signs)).sum(1).max()
