"""Views for accesses along lines, against what NumPy gathers."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from mlcc.reference import run
from mlcc.reference.lines import is_filled, view_at
from mlcc.script import parse_module

DATA = np.arange(5 * 6 * 7).reshape(5, 6, 7)


def line(first: int, count: int, step: int, place: int) -> np.ndarray:
    """A loop variable, times a step, whose axis is `place` from the end."""
    return np.arange(first, first + count * step, step).reshape(count, *[1] * place)


LINES = {
    "all": lambda place: line(0, 5, 1, place),
    "part": lambda place: line(1, 3, 1, place),
    "strided": lambda place: line(1, 2, 2, place),
    "one": lambda place: np.int32(3),
}


@pytest.mark.parametrize("places", list(permutations(range(3))))
@pytest.mark.parametrize("kinds", [("all", "part", "strided"), ("one", "all", "part"), ("strided", "one", "one")])
def test_a_view_has_what_is_gathered(kinds: tuple[str, ...], places: tuple[int, ...]) -> None:
    indices = [LINES[kind](place) for kind, place in zip(kinds, places, strict=True)]
    view, gathered = view_at(DATA, indices), DATA[tuple(indices)]
    assert view is not None
    assert np.shares_memory(view, DATA)
    np.testing.assert_array_equal(*np.broadcast_arrays(view, gathered))
    assert view.size == gathered.size


@pytest.mark.parametrize("indices", [
    (line(0, 5, 1, 0), line(0, 5, 1, 0), 1),  # a diagonal
    (line(0, 4, 1, 0)[::-1], 1, 2),  # backwards
    (np.array([0, 1, 3, 4]), 1, 2),  # not evenly
    (np.zeros(4, "int32"), 1, 2),  # the same element
    (line(0, 2, 1, 1) + line(0, 3, 1, 0), 1, 2),  # along two axes
    (line(0, 6, 1, 0), 1, 2), (line(-1, 3, 1, 0), 1, 2), (1, line(0, 2, 1, 0), 7), (-1, line(0, 2, 1, 0), 2),  # outside
    (1, 2, 3), (line(0, 1, 1, 0), 1, 1), (line(0, 5, 1, 0), 1),
])  # fmt: skip
def test_other_accesses_have_none(indices: tuple[object, ...]) -> None:
    assert view_at(DATA, list(indices)) is None


def test_a_view_is_filled_by_no_more_lanes_than_it_has_elements() -> None:
    view = np.zeros((4, 1, 3))
    for shape in [(), (1,), (3,), (1, 3), (4, 1, 3), (4, 1, 1)]:
        assert is_filled(view, np.zeros(shape)), shape
    for shape in [(2, 1), (4, 2, 3), (2, 4, 1, 3), (1, 4, 1, 3)]:
        assert not is_filled(view, np.zeros(shape)), shape


def test_a_value_that_is_kept_is_that_before_a_store() -> None:
    module = parse_module("""
@T.prim_func
def main(A: T.Buffer((6,), "int32"), B: T.Buffer((6,), "int32")):
    for i in range(6):
        x: T.int32 = A[i]
        A[i] = x + 10
        B[i] = x
""")
    a = np.arange(6, dtype="int32")
    for vectorize in (True, False):
        got = run(module["main"], [a.copy(), np.zeros(6, "int32")], vectorize=vectorize)
        np.testing.assert_array_equal(got[-1], a)


@pytest.mark.parametrize("vectorize", [True, False])
def test_rows_that_are_moved_within_a_buffer(vectorize: bool) -> None:
    module = parse_module("""
@T.prim_func
def main(A: T.Buffer((4, 5), "int32"), B: T.Buffer((5, 4), "int32")):
    C = T.alloc_buffer((4, 5), "int32")
    for i, j in T.grid(4, 5):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj]
    for i in range(3):
        for j in range(5):
            with T.block("up"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = C[vi + 1, vj]
    for i, j in T.grid(4, 5):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj, vi] = C[vi, vj]
""")
    a = np.random.default_rng(0).integers(0, 99, (4, 5), dtype="int32")
    want = np.vstack([a[1:], a[3:]]).T
    np.testing.assert_array_equal(run(module["main"], [a], vectorize=vectorize)[0], want)
