"""Polynomials over variables, digits and opaque terms: their arithmetic is that of integers."""

from __future__ import annotations

from evaluated import F, I, J, poly_value, some, text
from hypothesis import given, settings
from hypothesis import strategies as st

from mlcc.analysis import Analyzer, Digit, Opaque, Poly, to_expr
from mlcc.ir import Var, make_buffer

ATOMS = st.sampled_from([Poly.atom(I), Poly.atom(J), Poly.atom(F), Poly.atom(Digit(Poly.atom(F), 2, 8))])
POLYS = st.recursive(
    st.one_of(ATOMS, st.integers(-4, 4).map(Poly.const)),
    lambda inner: st.one_of(
        st.builds(Poly.plus, inner, inner, st.integers(-3, 3)),
        st.builds(Poly.times, inner, inner),
        st.builds(Poly.shift, inner, st.integers(-5, 5)),
    ),
    max_leaves=5,
)


@settings(max_examples=100, deadline=None)
@given(POLYS, POLYS, st.integers(-3, 3))
def test_arithmetic_is_that_of_integers(a: Poly, b: Poly, factor: int) -> None:
    for env in some(29):
        x, y = poly_value(a, env), poly_value(b, env)
        assert poly_value(a + b, env) == x + y
        assert poly_value(a - b, env) == x - y
        assert poly_value(a.times(b), env) == x * y
        assert poly_value(a.plus(b, factor), env) == x + factor * y
        assert poly_value(a.scaled(factor), env) == factor * x
        assert poly_value(a.shift(factor), env) == x + factor


@settings(max_examples=100, deadline=None)
@given(POLYS, POLYS)
def test_equal_polynomials_are_equal_in_any_order(a: Poly, b: Poly) -> None:
    assert a + b == b + a
    assert hash(a + b) == hash(b + a)
    assert a.times(b) == b.times(a)
    assert (a - a).terms == {}
    assert 0 not in a.times(b).terms.values()


def test_constants() -> None:
    assert Poly.const(0).value() == 0
    assert Poly.const(7).value() == 7
    assert Poly.atom(I).value() is None
    assert Poly.atom(I).shift(3).constant == 3
    assert (Poly.atom(I) - Poly.atom(I)).value() == 0


def test_single_terms() -> None:
    assert Poly.atom(I).single_var() is I
    digit = Digit(Poly.atom(I), 4, None)
    assert Poly.atom(digit).single_atom() == digit
    for other in (Poly.atom(digit), Poly.atom(I, 2), Poly.atom(I).shift(1), Poly.atom(I).times(Poly.atom(J))):
        assert other.single_var() is None


def test_variables_are_found_inside_atoms() -> None:
    buffer = make_buffer("x", (8,), "int32")
    poly = Analyzer().poly(buffer[I] + F // 4 * 4 + 1)
    assert any(isinstance(atom, Opaque) for mono in poly.terms for atom in mono)
    assert set(poly.variables()) >= {I, F}
    assert poly.uses({F})
    assert not poly.uses({J})


def test_variables_of_one_name_are_different() -> None:
    assert Poly.atom(Var("i")) != Poly.atom(Var("i"))


def test_depth_counts_nested_digits() -> None:
    inner = Digit(Poly.atom(I), 4, None)
    assert inner.depth == 1
    assert Digit(Poly.atom(inner).shift(1), 2, None).depth == 2


def test_expressions_keep_the_order_of_terms() -> None:
    digit = Digit(Poly.atom(F), 4, 32)
    assert text(to_expr(Poly.atom(digit))) == "f % 32 // 4"
    assert text(to_expr(Poly.atom(J, 4) + Poly.atom(I) + Poly.const(-1))) == "j * 4 + i - 1"
    assert text(to_expr(Poly.const(3) - Poly.atom(I))) == "3 - i"
    assert text(to_expr(Poly.atom(I, -1) + Poly.atom(J))) == "j - i"
    assert to_expr(Poly.const(0), "int64").dtype == "int64"
