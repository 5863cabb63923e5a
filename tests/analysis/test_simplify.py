"""Simplified expressions keep their value and have the expected form."""

from __future__ import annotations

import pytest
from evaluated import RANGES, F, I, J, integers, some, text, value
from hypothesis import given, settings

from mlcc.analysis import Analyzer, bounds, same, simplify, simplify_condition, uses_any
from mlcc.ir import (
    Expr,
    Select,
    Var,
    all_of,
    as_int,
    cast,
    const,
    free_vars,
    if_then_else,
    make_buffer,
    maximum,
    minimum,
    select,
    substitute,
    walk_once,
)


@settings(max_examples=300, deadline=None)
@given(integers())
def test_simplified_expressions_keep_their_value(expr: Expr) -> None:
    simple = simplify(expr, RANGES)
    for env in some(7):
        assert value(simple, env) == value(expr, env), (text(expr), text(simple))


@settings(max_examples=200, deadline=None)
@given(integers())
def test_bounds_hold(expr: Expr) -> None:
    low, high = bounds(expr, RANGES)
    for env in some(5):
        result = value(expr, env)
        assert low is None or low <= result
        assert high is None or result <= high


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (F // 8 * 8 + F % 8, "f"),
        (F % 12 // 4 * 4 + F % 4, "f % 12"),
        ((I * 4 + F % 4) // 4, "i"),
        ((I * 4 + F % 4) % 4, "f % 4"),
        ((I * 4 + F % 4) // 8, "i // 2"),
        ((F // 2) % 3, "f % 6 // 2"),
        (F // 4 // 2, "f // 8"),
        (F // 24, "0"),
        (F % 24, "f"),
        ((I * 8 + 5) // 4, "i * 2 + 1"),
        (I * 8 + J - I * 8 - 1, "j - 1"),
        (const(3) - I, "3 - i"),
        ((I + 1) * (J + 2) - I * J, "i * 2 + j + 2"),
        (minimum(I, 7), "i"),
        (maximum(I, J + 20), "j + 20"),
        (minimum(I, J), "T.min(i, j)"),
        (minimum(I, maximum(J, I)), "i"),
        (maximum(minimum(I, J), J), "j"),
        (minimum(I, maximum(J, F)), "T.min(i, T.max(j, f))"),
    ],
)
def test_forms(expr: Expr, expected: str) -> None:
    assert text(simplify(expr, RANGES)) == expected


def test_terms_stay_in_order() -> None:
    outer, middle, inner = Var("j_0"), Var("j_1"), Var("j_2")
    assert text(simplify((outer * 16 + middle) * 4 + inner)) == "j_0 * 64 + j_1 * 4 + j_2"


def test_loads_and_casts() -> None:
    from mlcc.ir import make_buffer

    buffer = make_buffer("idx", (8,), "int32")
    assert text(simplify(buffer[I] + 1 - buffer[I], RANGES)) == "1"
    assert text(simplify(buffer[I // 5 + J] * 2, RANGES)) == "idx[j] * 2"
    wide = cast("int64", I) * 4 // 4
    assert simplify(wide, RANGES).dtype == "int64"


def test_conditions_and_choices() -> None:
    assert text(simplify(I < 5, RANGES)) == "T.bool(True)"
    assert text(simplify(I < 0, RANGES)) == "T.bool(False)"
    assert text(simplify(I * 8 + F % 8 < 16, RANGES)) == "i < 2"
    assert text(simplify(if_then_else(I >= 0, F % 24, J), RANGES)) == "f"
    assert text(simplify(select(I > 4, F, J), RANGES)) == "j"


def test_conjuncts_that_hold_are_left_out() -> None:
    analyzer = Analyzer(RANGES)
    assert text(simplify_condition(analyzer, all_of(I < 5, J < 2, F >= 0))) == "j < 2"
    assert text(simplify_condition(analyzer, all_of(I < 5, F >= 0))) == "T.bool(True)"
    kept = all_of(I < 4, J < 2)
    assert simplify_condition(analyzer, kept) is kept


def test_same_compares_structure_and_identity() -> None:
    one, other = make_buffer("x", (8,), "int32"), make_buffer("x", (8,), "int32")
    assert same(one[I + 1], one[I + 1])
    assert not same(one[I + 1], one[I + 2])
    assert not same(one[I], other[I])
    assert not same(I, Var("i"))
    assert not same(I + J, I - J)
    assert not same(const(1, "int32"), const(1, "int64"))


def test_zeros_of_different_sign_are_not_the_same() -> None:
    assert same(const(0.0), const(0.0))
    assert not same(const(0.0), const(-0.0))


def test_uses_any() -> None:
    assert uses_any(I * 2 + J, {J})
    assert not uses_any(I * 2 + J, {F})


def test_shared_operands_are_simplified_once() -> None:
    """Dimensions computed from each other: 80 levels have 2**160 paths, and a few hundred objects."""
    n, m = Var("n", "int64"), Var("m", "int64")
    value: Expr = n
    for level in range(80):
        value = Select(value > level, value + 3 * level, maximum(value * (level + 2) // (n + 1), const(level, "int64")))
    analyzer = Analyzer(positive=[n, m])
    simple = analyzer.simplify(value)
    assert free_vars(simple) == [n]
    assert free_vars(analyzer.simplify(substitute(simple, {n: m}))) == [m]
    assert len(list(walk_once(simple))) < 2000


def test_knowledge_is_not_kept_beyond_its_scope() -> None:
    """A form that an assumption or a range allowed is not remembered when these are gone."""
    n, i = Var("n", "int32"), Var("i", "int32")
    analyzer = Analyzer(positive=[n])
    least = minimum(n, 8)
    with analyzer.assuming(n >= 8):
        assert as_int(analyzer.simplify(least)) == 8
    assert as_int(analyzer.simplify(least)) is None
    quotient = i // 4
    analyzer.bind(i, 0, 4)
    assert as_int(analyzer.simplify(quotient)) == 0
    analyzer.bind(i, 0, 8)
    assert as_int(analyzer.simplify(quotient)) is None
