"""TVM's names of operators at indices, beside NumPy; wrong shapes are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import applied
from tolerances import assert_close

from mlcc import te, topi
from mlcc.diagnostics import MlccError


def random(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(shape).standard_normal(shape).astype("float32")


DATA = random(4, 5, 3)
ROWS, COLUMNS = np.array([[0], [-1], [2]]), np.array([4, -5], "int32")


def test_elements_at_indices_that_broadcast() -> None:
    assert_close(applied(topi.index_tensor, DATA, [ROWS, COLUMNS]), DATA[ROWS, COLUMNS])
    assert_close(applied(topi.index_tensor, DATA, [COLUMNS - COLUMNS - 2]), DATA[[-2, -2]])


@pytest.mark.parametrize("accumulate", [False, True])
def test_values_put_at_indices(accumulate: bool) -> None:
    values, want = random(3, 2, 3), DATA.copy()
    if accumulate:
        np.add.at(want, (ROWS, COLUMNS), values)
    else:
        want[ROWS, COLUMNS] = values
    assert_close(applied(topi.index_put, DATA, [ROWS, COLUMNS], values, accumulate), want)
    want, at = DATA.copy(), np.array([1, -1, 1])
    np.add.at(want, at, np.float32(2))
    assert_close(applied(topi.index_put, DATA, [at], np.array([2], "float32"), True), want)


@pytest.mark.parametrize(("start", "end", "step", "axis"), [(1, 4, 1, 1), (0, 5, 2, 1), (-3, 4, 1, 0), (0, 9, 1, -1)])
def test_a_slice_along_an_axis_is_replaced(start: int, end: int, step: int, axis: int) -> None:
    want = DATA.copy()
    part = np.moveaxis(want, axis, 0)[start:end:step]
    part[...] = source = random(*part.shape)
    got = applied(topi.slice_scatter, DATA, np.ascontiguousarray(np.moveaxis(source, 0, axis)), start, end, step, axis)
    assert_close(got, want)


@pytest.mark.parametrize(
    ("begin", "end", "strides"),
    [((1, 0, 0), (4, 5, 3), (1, 2, 1)), ((-3, -4, 0), (-1, 5, 3), (1, 3, 2)), ((9, 4, -1), (0, 0, 0), (-1, -2, -1))],
)
def test_slices_whose_bounds_are_values(begin: tuple[int, ...], end: tuple[int, ...], strides: tuple[int, ...]) -> None:
    want = DATA[tuple(slice(*bounds) for bounds in zip(begin, end, strides, strict=True))]
    bounds = [np.array(item) for item in (begin, end, strides)]
    assert_close(applied(topi.dynamic_strided_slice, DATA, *bounds, want.shape), want)
    assert_close(applied(topi.dynamic_strided_slice, DATA, begin, end, strides, want.shape), want)


@pytest.mark.parametrize("shape", [(4, 5, 3), (1, 5, 3), (4, 1, 1), (3,), (1,), (5, 1), ()])
def test_sums_to_what_was_broadcast(shape: tuple[int, ...]) -> None:
    ahead = DATA.ndim - len(shape)
    axes = tuple(n for n in range(3) if n < ahead or shape[n - ahead] == 1)
    got = applied(lambda data: topi.collapse_sum(data, shape), DATA) if shape != DATA.shape else DATA
    assert_close(got, DATA.sum(axes, keepdims=True).reshape(shape))


def test_repeated_to_a_shape() -> None:
    assert_close(applied(topi.dyn_tile, random(2, 3), (4, 2, 9), 3), np.tile(random(2, 3), (4, 1, 3)))
    assert_close(applied(topi.dyn_tile, random(2, 3), (4, 3), 1), np.tile(random(2, 3), (2, 1)))
    n = te.var("n", "int64")
    assert topi.dyn_tile(te.placeholder((2, 3), name="a"), (n * 2, 3), 2).shape[1].value == 3


def test_wrong_shapes_are_refused() -> None:
    for fn, args in (
        (topi.index_tensor, (DATA, [COLUMNS] * 4)),
        (topi.slice_scatter, (DATA, DATA, 0, 3, 1, 1)),
        (topi.collapse_sum, (DATA, (2, 3))),
        (topi.dyn_tile, (DATA, (4, 5), 1)),
    ):
        with pytest.raises(MlccError) as caught:
            applied(fn, *args)
        assert caught.value.code == "T203"
