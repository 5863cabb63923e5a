"""Rows whose padding begins where a number says are divided there, and each part is a vector."""

from __future__ import annotations

import numpy as np
import pytest
from stages import TARGET, after, nodes

import mlcc
from mlcc.ir import Call, For
from mlcc.script import parse_prim_func

TEXT = """
@T.prim_func
def f(a: T.handle, x: T.handle, b: T.handle, c: T.int64):
    T.func_attr({{"tir.noalias": True}})
    n = T.int64()
    A = T.match_buffer(a, ({rows}, {columns}), "float32")
    X = T.match_buffer(x, ({rows}, {columns}), "float32")
    B = T.match_buffer(b, ({rows}, {columns}), "float32")
    for i in range({rows}):
        for j in range({columns}):
            B[i, j] = A[i, j] * T.if_then_else({condition}, X[i, {place}], T.float32(3))
"""
BACK = {"condition": "j >= c", "place": "j - c"}


def text(rows: str = "3", columns: str = "n", **choice: str) -> str:
    return TEXT.format(rows=rows, columns=columns, **(choice or BACK))


def vectors(source: str) -> list[str]:
    """The kinds of the loops over columns after vectors are found."""
    func = after(source, "find_vectors", TARGET)
    return [loop.kind for loop in nodes(func, For)][1:]


def choices(source: str) -> int:
    return sum(call.op == "if_then_else" for call in nodes(after(source, "divide_rows", TARGET), Call))


def test_a_row_with_a_padding_of_a_number() -> None:
    assert choices(text()) == 0
    assert vectors(text()) == ["vectorized"] * 2


@pytest.mark.parametrize(
    ("columns", "choice"),
    [
        ("64", BACK),  # a constant length: divided later
        ("n", {"condition": "j >= 3", "place": "j - 3"}),  # of constant width: a few elements
        ("n", {"condition": "j < n - 2", "place": "j"}),
        ("n", {"condition": "j >= c", "place": "(j - c) * 2"}),  # no vector
    ],
)
def test_other_rows_stay(columns: str, choice: dict[str, str]) -> None:
    assert choices(text(columns=columns, **choice)) == 1


@pytest.mark.parametrize("choice", [BACK, {"condition": "j < c", "place": "j"}])
@pytest.mark.parametrize(("n", "c"), [(1, 0), (1, 1), (5, 2), (8, 8), (40, 0), (40, 1), (40, 17), (40, 40), (23, 50)])
def test_results(choice: dict[str, str], n: int, c: int) -> None:
    """Also where there is no padding, and nothing else."""
    library = mlcc.build(parse_prim_func(text(**choice)))
    rng = np.random.default_rng(n)
    a, x = (rng.standard_normal((3, n)).astype("f4") for _ in range(2))
    b = np.empty_like(a)
    library["f"](a, x, b, c)
    j = np.arange(n)
    moved = x[:, np.maximum(j - c, 0)] if choice is BACK else x
    np.testing.assert_array_equal(b, a * np.where(j >= c if choice is BACK else j < c, moved, np.float32(3)))
