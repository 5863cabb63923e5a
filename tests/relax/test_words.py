"""Adjacent elements as words, as dot-product instructions read them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.relax.transform.words import as_words, words

from .graphs import compiled, graph, interpret, normal

BF16: Any = ml_dtypes.bfloat16


@pytest.mark.parametrize("dtype", ["int8", BF16])
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_adjacent_elements_of_an_axis_are_a_word(axis: int, dtype: Any) -> None:
    """The first element is in the lowest bits, as in the memory of little-endian machines."""
    data = (40 * normal(8, 4, 12)).astype(dtype)
    packed = as_words(data, axis)
    count, bits = 4 // data.itemsize, np.dtype(f"u{data.itemsize}")
    assert packed.dtype == np.int32
    moved, last = np.moveaxis(data, axis, -1).copy().view(bits), np.moveaxis(packed, axis, -1)
    assert last.shape == (*moved.shape[:-1], moved.shape[-1] // count)
    for n in range(count):
        np.testing.assert_array_equal((last >> 8 * data.itemsize * n).astype(bits), moved[..., n::count])


@pytest.mark.parametrize("dtype", ["uint8", "bfloat16"])
def test_a_value_as_words(dtype: str) -> None:
    """No bytes are moved: the interpreter, the program and the view agree."""

    def body(o: Any, x: Any) -> Any:
        return words(o.builder, x)

    x = np.abs(30 * normal(3, 8)).astype(BF16 if dtype == "bfloat16" else dtype)
    module = graph(body, dtype, x=(3, 8))
    for run in (interpret, compiled):
        np.testing.assert_array_equal(run(module, x)[0], x.view(np.int32))
