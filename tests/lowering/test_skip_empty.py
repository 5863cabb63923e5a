"""Programs whose sizes follow from others compute nothing where their results have no element."""

from __future__ import annotations

import pytest

from mlcc.ir import IfThenElse, PrimFunc
from mlcc.lowering.skip_empty import skip_empty
from mlcc.script import parse
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=haswell")
ROWS = """
@T.prim_func
def f(a: T.handle, b: T.handle{more}):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, ({rows}, {columns}), "float32")
    for i, j in T.grid({rows}, {columns}):
        with T.block("B"):
            v, w = T.axis.remap("SS", [i, j])
            B[v, w] = T.if_then_else(v < n, A[v, w], T.float32(0))
"""


def skipped(rows: str, columns: str = "m", more: str = "") -> str | None:
    """The condition under which the program does anything; None if there is none."""
    (func,) = parse(ROWS.format(rows=rows, columns=columns, more=more)).prim_funcs.values()
    after: PrimFunc = skip_empty(func, TARGET)
    return after.body.condition.script() if isinstance(after.body, IfThenElse) else None


@pytest.mark.parametrize(
    ("rows", "columns", "condition"),
    [
        ("n - 1", "m", "T.int64(0) < n - T.int64(1) and T.int64(0) < m"),
        ("n - 1", "T.min(m, 4)", "T.int64(0) < n - T.int64(1) and T.int64(0) < T.min(m, T.int64(4))"),
        ("n + 1", "T.min(m, 4)", "T.int64(0) < T.min(m, T.int64(4))"),
    ],
)
def test_results_without_elements_are_not_computed(rows: str, columns: str, condition: str) -> None:
    assert skipped(rows, columns) == condition


def test_loops_over_dimensions_do_nothing_by_themselves() -> None:
    assert skipped("n", "m") is None


def test_an_integer_that_a_call_gives_may_make_sizes() -> None:
    assert skipped("n", "m", more=", first: T.int64") == "T.int64(0) < n and T.int64(0) < m"


@pytest.mark.parametrize("rows", ["n + 1", "T.max(n, 2)"])
def test_there_is_always_a_result(rows: str) -> None:
    assert skipped(rows, "T.max(m, 1)") is None
