"""Loops that run once, conditions that are decided, and divisions of what is not negative."""

from __future__ import annotations

import numpy as np
import pytest
from stages import after, nodes

import mlcc
from mlcc.ir import Binary, BufferStore, For, IfThenElse, walk
from mlcc.reference import run
from mlcc.script import parse_module, parse_prim_func

TEXT = """
@T.prim_func
def f(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for k in range(64):
        B[k] = A[k]
    for i in range({rows}):
        for j in range({columns}):
            {body}
"""


def simplified(body: str, rows: int | str = 8, columns: int | str = 6) -> tuple[int, int, set[str]]:
    """The numbers of loops and of branches beside the first loop, and the operations on indices."""
    func = after(TEXT.format(body=body, rows=rows, columns=columns), "simplify_loops")
    stores = nodes(func, BufferStore)
    result = {n.op for store in stores for index in store.indices for n in walk(index) if isinstance(n, Binary)}
    return len(nodes(func, For)) - 1, len(nodes(func, IfThenElse)), result


@pytest.mark.parametrize(
    ("body", "rows", "columns", "loops", "branches"),
    [
        ("B[i * 6 + j] = A[j]", 8, 6, 2, 0),
        ("B[i * 6 + j] = A[j]", 1, 6, 1, 0),
        ("B[i * 6 + j] = A[j]", 1, 1, 0, 0),
        ("B[i * 6 + j] = A[j]", 0, 6, 0, 0),
        ("if i * 6 + j < 48: B[i * 6 + j] = A[j]", 8, 6, 2, 0),
        ("if i * 6 + j < 47: B[i * 6 + j] = A[j]", 8, 6, 2, 1),
        ("if i * 6 + j < 0: B[i * 6 + j] = A[j]", 8, 6, 0, 0),
    ],
)
def test_loops_and_branches(body: str, rows: int, columns: int, loops: int, branches: int) -> None:
    body = body.replace(": B", ":\n                B")
    assert simplified(body, rows, columns)[:2] == (loops, branches)


def test_branches_leave_loops_that_do_not_change_them() -> None:
    func = after(
        TEXT.format(body="if i < 3:\n                B[i * 6 + j] = A[j]", rows=8, columns=6), "simplify_loops"
    )
    (branch,) = nodes(func, IfThenElse)
    assert isinstance(branch.then_body, For)
    assert branch.then_body.var.name == "j"


def test_divisions() -> None:
    assert "truncdiv" in simplified("B[(i + j) // 3] = A[j]")[2]
    assert simplified("B[T.max((j - i) // 3, 0)] = A[j]")[2] >= {"floordiv"}
    assert not simplified("B[(i * 6 + j) // 6] = A[j]")[2] & {"floordiv", "truncdiv"}


CHANGED = """
@T.prim_func
def f(A: T.Buffer((1,), "int32"), B: T.Buffer((1,), "int32"), C: T.Buffer((1,), "int32")):
    T.func_attr({"tir.noalias": True})
    if A[0] < 5:
        X[0] = X[0] + 10
        if A[0] < 5:
            C[0] = 1
    else:
        X[0] = X[0] - 10
        if A[0] < 5:
            C[0] = 2
"""


@pytest.mark.parametrize(("changed", "branches"), [("A", 3), ("B", 1)])
@pytest.mark.parametrize("value", [1, 9])
def test_a_condition_holds_until_what_it_reads_changes(changed: str, branches: int, value: int) -> None:
    """In the branch for A[0] < 5, A[0] is 11 after the store to it; without one, the inner branches are decided."""
    text = CHANGED.replace("X", changed)
    func = after(text, "simplify_loops")
    assert len(nodes(func, IfThenElse)) == branches
    arrays = [np.array([number], np.int32) for number in (value, 0, 0)]
    for want, got in zip(run(parse_prim_func(text), arrays), run(func, arrays), strict=True):
        np.testing.assert_array_equal(got, want)


def test_sizes_of_an_entry_program_may_be_nothing() -> None:
    """Of no rows, ``x[1:4]`` has ``min(4, n) - min(1, n)``: with ``n`` of at least 1 it would be less than nothing."""
    module = parse_module("""
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32")):
        n = T.int64()
        y = R.exp(R.strided_slice(x, axes=[0], begin=[1], end=[4]))
        return y
""")
    library = mlcc.build(module)
    for n, rows in ((0, 0), (1, 0), (2, 1), (7, 3)):
        x = np.ones((n, 3), np.float32)
        assert library(x).shape == (rows, 3)
