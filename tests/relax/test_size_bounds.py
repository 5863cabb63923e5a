"""Bounds of sizes that the run computes: no value is outside them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mlcc.ir import Expr, Var, as_int, const, maximum, minimum, substitute
from mlcc.relax.size_bounds import interval, upper_bound

N, COUNT, REST = (Var(name, "int64") for name in ("n", "count", "rest"))
#: `count` is at most `n`, and `rest` at most twice as much and one.
BOUNDS = {COUNT: N, REST: N * 2 + 1}

LEAVES = st.sampled_from([N, COUNT, REST]) | st.integers(-20, 20).map(lambda n: const(n, "int64"))


def combined(parts: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    two = st.tuples(parts, parts)
    divisor = st.sampled_from([-16, -3, -1, 1, 2, 7])
    return st.one_of(
        two.map(lambda t: t[0] + t[1]),
        two.map(lambda t: t[0] - t[1]),
        two.map(lambda t: t[0] * t[1]),
        two.map(lambda t: minimum(*t)),
        two.map(lambda t: maximum(*t)),
        st.tuples(parts, divisor).map(lambda t: t[0] // t[1]),
        st.tuples(parts, st.integers(1, 9)).map(lambda t: t[0] % t[1]),
        two.map(lambda t: t[0] // maximum(t[1], 1)),
        two.map(lambda t: t[0] % maximum(t[1], 1)),
    )


def value(expr: Any, n: int, count: int, rest: int) -> int:
    numbers = {N: const(n, "int64"), COUNT: const(count, "int64"), REST: const(rest, "int64")}
    result = as_int(substitute(expr, numbers))
    assert result is not None
    return result


@given(st.recursive(LEAVES, combined, max_leaves=8), st.integers(0, 40), st.data())
def test_values_lie_between_the_bounds(size: Expr, n: int, data: Any) -> None:
    least, most = interval(size, BOUNDS)
    count, rest = data.draw(st.integers(0, n)), data.draw(st.integers(0, 2 * n + 1))
    low, high = (value(end, n, -1000, -1000) for end in (least, most))
    assert low <= value(size, n, count, rest) <= high


def test_numbers_rounded_up() -> None:
    """As TensorFlow's dilated convolutions write them: half of `count`, rounded up."""
    for size, most in ((0 - (0 - COUNT) // 2 * 2, 8), ((0 - COUNT) // 2 * -16, 64), ((5 - COUNT % 5) % 5, 5)):
        assert value(upper_bound(size, BOUNDS), 7, 0, 0) == most
