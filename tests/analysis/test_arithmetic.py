"""Integer arithmetic: simplified expressions keep their value, bounds hold, proofs are right."""

from __future__ import annotations

import itertools
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.analysis import Analyzer, Poly, bounds, can_prove, conjuncts, negation, simplify, to_expr
from mlcc.ir import Binary, Expr, IntImm, Not, Var, all_of, binary, const, maximum, minimum

I, J, F = Var("i"), Var("j"), Var("f")
RANGES = {I: (0, 5), J: (-2, 6), F: (0, 24)}
VALUES = {I: range(5), J: range(-2, 4), F: range(24)}
N = Var("n")


def text(expr: Expr) -> str:
    return expr.script()


def value(expr: Expr, env: dict[Var, int]) -> int:
    """What an expression is, by Python's own arithmetic."""
    match expr:
        case Var():
            return env[expr]
        case IntImm():
            return expr.value
        case Not():
            return not value(expr.a, env)
        case Binary():
            a, b = value(expr.a, env), value(expr.b, env)
            ops = {
                "add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "floordiv": lambda: a // b,
                "floormod": lambda: a % b, "min": lambda: min(a, b), "max": lambda: max(a, b), "lt": lambda: a < b,
                "le": lambda: a <= b, "gt": lambda: a > b, "ge": lambda: a >= b, "eq": lambda: a == b,
                "ne": lambda: a != b, "and": lambda: a and b, "or": lambda: a or b,
            }  # fmt: skip
            return ops[expr.op]()
    raise TypeError(type(expr).__name__)


def integers() -> st.SearchStrategy[Expr]:
    leaf = st.one_of(st.sampled_from([I, J, F]), st.integers(-6, 40).map(const))
    divisor = st.sampled_from([1, 2, 3, 4, 6, 8, 12, 24])

    def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        return st.one_of(
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["add", "sub", "mul"]), inner, inner),
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["floordiv", "floormod"]), inner, divisor),
            st.builds(lambda op, a, b: binary(op, a, b), st.sampled_from(["min", "max"]), inner, inner),
        )

    return st.recursive(leaf, grow, max_leaves=7)


def environments():
    for i, j, f in itertools.product(VALUES[I], VALUES[J], VALUES[F]):
        yield {I: i, J: j, F: f}


@settings(max_examples=300, deadline=None)
@given(integers())
def test_simplified_expressions_keep_their_value(expr: Expr) -> None:
    simple = simplify(expr, RANGES)
    for env in itertools.islice(environments(), 0, None, 7):
        assert value(simple, env) == value(expr, env), (text(expr), text(simple))


@settings(max_examples=200, deadline=None)
@given(integers())
def test_bounds_hold(expr: Expr) -> None:
    low, high = bounds(expr, RANGES)
    for env in itertools.islice(environments(), 0, None, 5):
        result = value(expr, env)
        assert low is None or low <= result
        assert high is None or result <= high


@settings(max_examples=200, deadline=None)
@given(integers(), integers(), st.sampled_from(["lt", "le", "gt", "ge", "eq", "ne"]))
def test_proofs_are_right(a: Expr, b: Expr, op: str) -> None:
    condition = Binary(op, a, b)
    proven, refuted = can_prove(condition, RANGES), Analyzer(RANGES).can_disprove(condition)
    assert not (proven and refuted)
    for env in itertools.islice(environments(), 0, None, 5):
        result = bool(value(condition, env))
        assert not proven or result
        assert not refuted or not result


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
    ],
)
def test_forms(expr: Expr, expected: str) -> None:
    assert text(simplify(expr, RANGES)) == expected


def test_terms_stay_in_order() -> None:
    outer, middle, inner = Var("j_0"), Var("j_1"), Var("j_2")
    assert text(simplify((outer * 16 + middle) * 4 + inner)) == "j_0 * 64 + j_1 * 4 + j_2"


def test_symbolic_extents() -> None:
    k, tile, inner = Var("k"), Var("k_0"), Var("k_1")
    ranges = {k: (0, N), tile: (0, (N + 7) // 8), inner: (0, const(8))}
    assert can_prove(k < N, ranges, [N])
    assert can_prove(k * 2 <= N * 2 - 2, ranges, [N])
    assert can_prove(tile * 8 < N, ranges, [N])
    assert can_prove(tile * 8 + inner < N + 7, ranges, [N])
    assert not can_prove(tile * 8 + inner < N, ranges, [N])
    assert not can_prove(k < N - 1, ranges, [N])
    assert can_prove(N >= 1, ranges, [N])
    assert not can_prove(N >= 1, ranges)
    assert text(simplify((I * N + k) // N, {**RANGES, **ranges}, [N])) == "i"
    assert text(simplify((I * N + k) % N, {**RANGES, **ranges}, [N])) == "k"
    assert text(simplify(k // 8 * 8 + k % 8, ranges, [N])) == "k"


def test_assumptions() -> None:
    analyzer = Analyzer({I: (0, 15), J: (0, 9)})
    guard = I * 9 + J < 128
    assert not analyzer.can_prove(guard)
    analyzer.assume(guard)
    assert analyzer.can_prove(guard)
    assert analyzer.can_prove(I * 9 + J <= 127)
    assert analyzer.can_prove(all_of(guard, I >= 0))


def test_conditions_are_taken_apart() -> None:
    parts = [I < 3, J >= 1, F > 2]
    assert conjuncts(all_of(*parts)) == parts
    assert conjuncts(const(True)) == []
    assert text(negation(I < 3)) == "i >= 3"


def test_loads_and_casts() -> None:
    from mlcc.ir import cast, make_buffer

    buffer = make_buffer("idx", (8,), "int32")
    assert text(simplify(buffer[I] + 1 - buffer[I], RANGES)) == "1"
    assert text(simplify(buffer[I // 5 + J] * 2, RANGES)) == "idx[j] * 2"
    wide = cast("int64", I) * 4 // 4
    assert simplify(wide, RANGES).dtype == "int64"


def test_digits_of_a_split_number_are_put_together_again() -> None:
    # three dimensions of 8, 33 and 768, whose product is walked in pieces of 3168
    outer, inner = Var("outer"), Var("inner")
    whole = outer * 3168 + inner
    index = whole // 25344 * 25344 + whole % 25344 // 768 * 768 + whole % 768
    known = {outer: (0, 64), inner: (0, 3168)}
    assert text(simplify(index, known)) == text(simplify(whole, known))


def test_digits_by_symbolic_lengths_are_put_together_again() -> None:
    whole = F * 4096 + I
    row = N * 768
    index = whole // row * row + whole % row // 768 * 768 + whole % 768
    assert text(simplify(index, {F: (0, 24), I: (0, 4096)})) == text(simplify(whole))


def test_a_sign_without_its_division() -> None:
    """``(i + 5) // 4 - f >= 0`` is said without `//`, and holds for the same values."""
    analyzer = Analyzer({I: (0, 5), F: (0, 24)})
    (sign,) = analyzer.comparison_polys(binary("le", F, (I + 5) // 4))
    plain = to_expr(analyzer.undivided(sign), "int32")
    assert "//" not in text(plain)
    for i, f in itertools.product(VALUES[I], VALUES[F]):
        assert (value(plain, {I: i, F: f}) >= 0) == (f <= (i + 5) // 4)


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
