"""Indices as sums."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub

from hypothesis import given
from hypothesis import strategies as st

from mlcc.codegen.llvm.sums import Sum, sum_of
from mlcc.ir import Binary, Cast, Expr, IntImm, Var

OPERATORS: dict[str, Callable[[int, int], int]] = {"add": add, "sub": sub, "mul": mul, "min": min}
VARS = [Var(name, "int64") for name in "ijk"]
LEAVES = st.one_of(st.sampled_from(VARS), st.integers(-9, 9).map(lambda value: IntImm(value, "int64")))


def compound(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    """Sums, products, extremes, and what was widened."""
    wide = st.builds(lambda op, a, b: Binary(op, a, b), st.sampled_from(["add", "sub", "mul", "min"]), inner, inner)
    return wide | st.sampled_from("ijk").map(lambda name: Cast("int64", Var(name, "int32")))


def value(expr: Expr) -> int:
    """The value where each variable is a number of its own."""
    match expr:
        case Var():
            return {"i": 3, "j": 7, "k": -11}[expr.name]
        case IntImm():
            return expr.value
        case Cast():
            return value(expr.value)
    assert isinstance(expr, Binary)
    return OPERATORS[expr.op](value(expr.a), value(expr.b))


@given(st.recursive(LEAVES, compound, max_leaves=12))
def test_a_sum_has_the_value_of_the_index(expr: Expr) -> None:
    parts = sum_of(expr)
    assert parts.constant + sum(factor * value(item) for item, factor in parts.terms) == value(expr)
    assert all(factor for _, factor in parts.terms)
    assert not any(isinstance(item, Binary) and item.op in ("add", "sub") for item, _ in parts.terms)


def test_terms_of_a_variable_are_one() -> None:
    i, j, n = (Var(name, "int64") for name in "ijn")
    assert sum_of((i * 4 + j * n) * 8 - i * 2 + 3).terms[0] == (i, 30)
    assert sum_of(i + 5 - i) == Sum(5, ())
