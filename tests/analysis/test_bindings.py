"""Bindings are rewritten in shorter forms that have the same values wherever the guard holds."""

from __future__ import annotations

import pytest
from evaluated import environments, text, value

from mlcc.analysis import Analyzer
from mlcc.analysis.bindings import simplify_bindings
from mlcc.ir import Expr, Var, const

A, B, F, U = Var("a"), Var("b"), Var("f"), Var("u")
LOOPS = {A: (const(0), const(4)), B: (const(0), const(8)), F: (const(0), const(24)), U: (const(0), const(1))}
VALUES = {A: range(4), B: range(8), F: range(24), U: range(1)}


def simplified(values: list[Expr], guard: Expr | None = None, keep_units: bool = True) -> list[Expr]:
    analyzer = Analyzer(LOOPS)
    return simplify_bindings(values, LOOPS, const(True) if guard is None else guard, analyzer, keep_units)


@pytest.mark.parametrize(
    ("values", "guard", "expected"),
    [
        ([A, B], None, ["a", "b"]),
        ([(A * 8 + B) // 8, (A * 8 + B) % 8], None, ["(a * 8 + b) // 8", "(a * 8 + b) % 8"]),  # one fused number
        ([(A * 8 + B) // 4, (A * 8 + B) % 4], None, ["(a * 8 + b) // 4", "(a * 8 + b) % 4"]),
        ([F // 6 * 6 + F % 6], None, ["f"]),
        ([F // 24, F % 24], None, ["0", "f"]),
        ([A * B], None, ["a * b"]),  # no such sum
        ([A * 8 + B], A * 8 + B < 30, ["a * 8 + b"]),
        ([(A * 8 + B) // 8, (A * 8 + B) % 8], A < 3, ["(a * 8 + b) // 8", "(a * 8 + b) % 8"]),
    ],
)
def test_forms(values: list[Expr], guard: Expr | None, expected: list[str]) -> None:
    result = simplified(values, guard)
    assert [text(item) for item in result] == expected
    for env in environments(VALUES):
        if guard is None or value(guard, env):
            assert [value(item, env) for item in result] == [value(item, env) for item in values]


def test_loops_of_extent_one() -> None:
    assert "u" in text(simplified([A * 1 + U])[0])
    assert text(simplified([A * 1 + U], keep_units=False)[0]) == "a"
    assert text(simplified([U], keep_units=False)[0]) == "0"


def test_bounds_that_depend_on_loops_change_nothing() -> None:
    values = [(A * 8 + B) // 8]
    loops = {A: LOOPS[A], B: (const(0), A + 1)}
    result = simplify_bindings(values, loops, const(True), Analyzer(LOOPS))
    assert result[0] is values[0]
