"""Rows whose padding begins where a number says are divided there, and each part is a vector."""

from __future__ import annotations

import numpy as np
import pytest
from stages import TARGET, after, nodes
from tolerances import assert_close

import mlcc
from mlcc.ir import Call, For
from mlcc.script import parse_prim_func
from mlcc.target import Target

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


#: A machine without masks.
NEON = Target.parse("llvm -mtriple=aarch64-unknown-linux-gnu -mcpu=cortex-a72")


def vectors(source: str, target: Target = TARGET) -> list[str]:
    """The kinds of the loops over columns after vectors are found."""
    func = after(source, "find_vectors", target)
    return [loop.kind for loop in nodes(func, For)][1:]


def choices(source: str, target: Target = TARGET) -> int:
    return sum(call.op == "if_then_else" for call in nodes(after(source, "divide_rows", target), Call))


def test_a_row_with_a_padding_of_a_number() -> None:
    """Its parts are vectors; the one in which they meet, which may be the last one, keeps the choice."""
    assert choices(text()) == 2
    assert vectors(text()) == ["vectorized"] * 4
    lengths = [loop.extent.script() for loop in nodes(after(text(), "divide_rows", TARGET), For)][1:]
    meet = "T.min(T.max(T.int64(0), c), n)"
    assert lengths[0] == f"{meet} // T.int64(8) * T.int64(8)"
    assert lengths[1:3] == ["T.int64(8)"] * 2
    assert lengths[3] == f"T.max(n - ({meet} + T.int64(7)) // T.int64(8) * T.int64(8), T.int64(0))"


@pytest.mark.parametrize(("dtype", "target"), [("float32", NEON), ("int8", TARGET)])
def test_parts_without_masks(dtype: str, target: Target) -> None:
    """Where a vector with a choice is computed one lane at a time, there is none."""
    source = text().replace("float32(3)", f"{dtype}(3)").replace("float32", dtype)
    assert choices(source, target) == 0
    assert vectors(source, target) == ["vectorized"] * 2


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


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32", "int8"])
@pytest.mark.parametrize("choice", [BACK, {"condition": "j < c", "place": "j"}])
def test_results(choice: dict[str, str], dtype: str) -> None:
    """Also where there is no padding, nothing else, or a negative number of it."""
    source = text(**choice).replace("float32(3)", f"{dtype}(3)").replace("float32", dtype)
    library = mlcc.build(parse_prim_func(source))
    for n, c in (
        (0, 0),
        (1, 0),
        (1, 1),
        (5, 2),
        (8, 8),
        (16, 3),
        (17, 9),
        (40, -3),
        (40, 1),
        (40, 17),
        (40, 40),
        (23, 50),
    ):
        rng = np.random.default_rng(n)
        a, x = (rng.integers(-9, 9, (3, n)).astype(dtype) for _ in range(2))
        b = np.empty_like(a)
        library["f"](a, x, b, max(c, 0) if choice is BACK else c)
        j = np.arange(n)
        moved = x[:, np.maximum(j - max(c, 0), 0)] if choice is BACK else x
        want = a * np.where(j >= c if choice is BACK else j < c, moved, np.array(3, dtype))
        np.testing.assert_array_equal(b, want, err_msg=f"{n} {c}")


def test_functions_of_two_vectors() -> None:
    library = mlcc.build(parse_prim_func(text().replace("A[i, j] *", "T.exp(A[i, j]) +")))
    for n, c in ((16, 3), (33, 9), (40, 20), (70, 67), (5, 5)):
        a, x, b = (np.random.default_rng(n).standard_normal((3, n)).astype("f4") for _ in range(3))
        library["f"](a, x, b, c)
        assert_close(b, np.exp(a) + np.where(np.arange(n) >= c, np.roll(x, c, axis=1), np.float32(3)))
