"""Ranges of variables and the bounds that follow from them."""

from __future__ import annotations

from math import inf

import pytest
from evaluated import F, I, J

from mlcc.analysis import Analyzer, Poly, bounds
from mlcc.analysis.ranges import parts_of, remainder_of
from mlcc.ir import Expr, Range, Var, const, maximum, minimum, select

N = Var("n")


def test_numbers_that_no_float_holds_have_no_bounds() -> None:
    """A product of many 64-bit numbers beside a variable of which nothing is known."""
    analyzer = Analyzer({I: (0, 5)})
    huge = analyzer.poly(N).times(Poly.const(10**400))
    assert analyzer.interval(huge) == (-inf, inf)
    assert not analyzer.nonneg(huge + analyzer.poly(I))
    assert analyzer.interval(analyzer.poly(I).times(Poly.const(10**400))) == (0, 4 * 10**400)


def test_bounds_of_a_tower_of_divisions_take_no_cubic_time() -> None:
    index: Expr = I
    for _ in range(200):
        index = (index + 1) // 2
    assert bounds(index, {I: (0, 4096)}) is not None


def test_ends_of_ranges() -> None:
    analyzer = Analyzer({I: (2, 5), J: Range(const(0), N)}, [N])
    assert analyzer.range_of(I) == (Poly.const(2), Poly.const(6))
    assert analyzer.range_of(J) == (Poly.const(0), analyzer.poly(N - 1))
    assert analyzer.range_of(N) == (Poly.const(1), None)
    assert analyzer.range_of(F) == (None, None)
    assert not analyzer.knows(F)


def test_a_new_range_replaces_the_old_one() -> None:
    analyzer = Analyzer({J: (0, N)}, [N])
    analyzer.bind(J, 3, 1)
    assert analyzer.range_of(J) == (Poly.const(3), Poly.const(3))


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (I * 3 - J, (-3, 14)),
        (I * J, (-8, 12)),
        (J * J, (-6, 9)),  # the factors count as independent
        (F % 7, (0, 6)),
        (J // 2, (-1, 1)),
        (minimum(I, J), (-2, 3)),
        (maximum(I, J), (0, 4)),
        (I + N, (1, inf)),
        (I - N, (-inf, 3)),
        (I % N, (0, inf)),
        (F, (-inf, inf)),
    ],
)
def test_intervals(expr: Expr, expected: tuple[float, float]) -> None:
    analyzer = Analyzer({I: (0, 5), J: (-2, 6)}, [N])
    assert analyzer.interval(analyzer.poly(expr)) == expected


def test_a_choice_is_one_of_two() -> None:
    chosen = select(N > 3, I * 2, 7 - I)
    assert bounds(chosen, {I: (0, 5)}) == (0, 8)
    assert bounds(select(N > 3, I, N), {I: (0, 5)}) == (None, None)


def test_quotients_by_what_may_be_zero() -> None:
    """A division by 0 gives 0, as code generators define it."""
    analyzer = Analyzer({I: (0, 5), J: (-2, 6), F: (0, 24)})
    expected = {I // F: (0, 4), J // F: (-2, 3), F // J: (-inf, inf)}
    assert {expr: analyzer.interval(analyzer.poly(expr)) for expr in expected} == expected


def test_signs() -> None:
    analyzer = Analyzer({I: (0, 5), J: (0, N)}, [N])
    assert analyzer.nonneg(analyzer.poly(N - 1 - J))
    assert not analyzer.positive(analyzer.poly(N - 1 - J))
    assert analyzer.positive(analyzer.poly(N + I))
    assert not analyzer.positive(analyzer.poly(I))


def test_a_part_of_a_remainder_is_below_their_number() -> None:
    """Where a number is 0, divisions by it are never made."""
    analyzer = Analyzer({F: (0, 640)})
    assert analyzer.interval(analyzer.poly(F % (N * 6) // (N * 2))) == (0, 2)
    assert analyzer.interval(analyzer.poly(F % (N * 5) // (N * 2))) != (0, 2)  # of five halves there are three parts
    assert parts_of(analyzer.poly(F % (N * 6) // (J * 2)).single_atom()) is None
    assert parts_of(analyzer.poly(F % N).single_atom()) is None
    assert remainder_of((F,)) is None


def test_a_loop_that_iterates_has_no_size_of_zero() -> None:
    m = Var("m", "int64")
    analyzer = Analyzer(sizes=[N, m])
    poly = analyzer.poly(N * 64)
    assert not analyzer.positive(poly)
    with analyzer.iterating(I, 0, N * m.astype("int32") * 2):
        assert analyzer.positive(poly)
        assert analyzer.range_of(I)[0] == Poly.const(0)
    assert not analyzer.positive(poly)
    with analyzer.iterating(I, 0, N + 1):  # with n = 0 it has one
        assert not analyzer.positive(poly)
    with analyzer.iterating(I, 0, 3), analyzer.iterating(J, 0, N):
        assert analyzer.positive(poly)
    assert not analyzer.positive(poly)
