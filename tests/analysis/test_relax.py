"""The interval that an index takes while loops run: bounds hold, and exact ones are taken without gaps."""

from __future__ import annotations

import pytest
from evaluated import RANGES, VALUES, F, I, J, environments, integers, poly_value
from hypothesis import given, settings

from mlcc.analysis import Analyzer, Poly, relax
from mlcc.analysis.relax import steps_without_gaps
from mlcc.ir import Expr, Var, make_buffer, minimum

N, K = Var("n"), Var("k")


@settings(max_examples=100, deadline=None)
@given(integers())
def test_bounds_hold_and_exact_ones_have_no_gaps(expr: Expr) -> None:
    analyzer = Analyzer(RANGES)
    poly = analyzer.poly(expr)
    result = relax(analyzer, poly, {J, F})
    if result is None:
        return
    for i in VALUES[I]:
        inner = environments({J: VALUES[J], F: VALUES[F]})
        taken = {poly_value(poly, {I: i, **env}) for env in inner}
        low, high = poly_value(result.low, {I: i}), poly_value(result.high, {I: i})
        assert low <= min(taken)
        assert max(taken) <= high
        assert not result.exact or taken == set(range(low, high + 1))


@pytest.mark.parametrize(
    ("expr", "low", "high", "exact"),
    [
        (I * 4 + J + 2, I * 4, I * 4 + 5, True),
        (I - J, I - 3, I + 2, True),
        (I + J * 2, I - 4, I + 6, False),
        (J * 2 + F % 2, -4, 7, True),
        (J + F - J, 0, 23, True),
        (F // 4, 0, 5, True),
        (F % 7, 0, 6, True),
        (minimum(F, I), 0, I, False),
        (I, I, I, True),
    ],
)
def test_intervals(expr: Expr, low: Expr | int, high: Expr | int, exact: bool) -> None:
    analyzer = Analyzer(RANGES)
    result = relax(analyzer, analyzer.poly(expr), {J, F})
    assert result is not None
    assert (result.low, result.high) == (analyzer.poly(low), analyzer.poly(high))
    assert result.exact or not exact


def test_symbolic_ends() -> None:
    analyzer = Analyzer({I: (0, 5), K: (0, N)}, [N])
    result = relax(analyzer, analyzer.poly(I * N + K), {K})
    assert result is not None
    assert result.low == analyzer.poly(I * N)
    assert result.high == analyzer.poly(I * N + N - 1)


def test_loaded_and_unknown_indices_have_no_bounds() -> None:
    table = make_buffer("table", (8,), "int32")
    analyzer = Analyzer(RANGES)
    assert relax(analyzer, analyzer.poly(table[J] + I), {J}) is None
    assert relax(analyzer, analyzer.poly(table[I] + J), {J}) is not None
    assert relax(analyzer, analyzer.poly(K), {K}) is None


def test_loops_that_depend_on_inner_loops() -> None:
    analyzer = Analyzer({I: (0, 5)})
    analyzer.bind(K, 0, I + 1)
    result = relax(analyzer, analyzer.poly(K), {I, K})
    assert result is not None
    assert (result.low, result.high) == (Poly.const(0), Poly.const(4))


@pytest.mark.parametrize(("expr", "size"), [(J * 3, 3), (J * 3, 2), (J * 6 + I, 2), (J * 5 + I, 1), (F // 2, 1)])
def test_steps_without_gaps(expr: Expr, size: int) -> None:
    analyzer = Analyzer(RANGES)
    loops = {I: VALUES[I], J: VALUES[J], F: range(24)}
    taken = {poly_value(analyzer.poly(expr), env) + k for env in environments(loops) for k in range(size)}
    whole = taken == set(range(min(taken), max(taken) + 1))
    assert steps_without_gaps(analyzer, analyzer.poly(expr), size, {I, J, F}) == whole
