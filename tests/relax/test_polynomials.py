"""Forms of formulas: equal for equal polynomials, with the values that these have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mlcc.relax.transform.polynomials import (
    Form,
    Unknown,
    arithmetic,
    number,
    product,
    reciprocal,
    scaled,
    total,
    value_of,
)

X, Y = ((1.0, ("x",)),), ((1.0, ("y",)),)
ERF_X = ((1.0, (("erf", X),)),)


def value(form: Form, env: Mapping[str, float]) -> float:
    """The value of a form where its names have these values."""

    def factor(item: Any) -> float:
        return env[item] if isinstance(item, str) else math.erf(value(item[1], env))

    return sum(c * math.prod(map(factor, factors)) for c, factors in form)


def forms() -> st.SearchStrategy[Form]:
    leaf = st.one_of(st.sampled_from([X, Y, ERF_X]), st.integers(-3, 3).map(float).map(number))

    def known(fn: Any) -> Any:
        def attempt(a: Form, b: Form) -> Form:
            try:
                return fn(a, b)
            except Unknown:
                return a

        return attempt

    return st.recursive(
        leaf,
        lambda inner: st.one_of(
            st.builds(known(total), inner, inner), st.builds(known(product), inner, inner)
        ),
        max_leaves=5,
    )  # fmt: skip


@given(forms(), forms(), st.sampled_from([-1.5, 0.0, 0.5, 2.0]), st.sampled_from([-1.0, 0.25, 3.0]))
def test_values_are_those_of_the_formulas(a: Form, b: Form, x: float, y: float) -> None:
    env = {"x": x, "y": y}
    left, right = value(a, env), value(b, env)
    for result, want in ((total, left + right), (product, left * right)):
        try:
            form = result(a, b)
        except Unknown:
            continue
        assert value(form, env) == pytest.approx(want, rel=1e-9, abs=1e-9)
        assert form == result(b, a)  # one form for both orders
    assert value(scaled(a, 0.5), env) == pytest.approx(left / 2)


@given(forms(), forms(), forms())
def test_products_of_sums_are_multiplied_out(a: Form, b: Form, c: Form) -> None:
    try:
        assert product(total(a, b), c) == total(product(a, c), product(b, c))
    except Unknown:
        assume(False)


def test_the_example_of_the_module() -> None:
    scaled_x = scaled(X, 0.7)
    erf = ((1.0, (("erf", scaled_x),)),)
    first = product(scaled(X, 0.5), total(number(1.0), erf))
    second = total(scaled(X, 0.5), product(scaled(erf, 0.5), X))
    assert first == second
    assert len(first) == 2


def test_terms_that_cancel_are_gone() -> None:
    assert total(X, scaled(X, -1.0)) == number(0.0) == ()
    assert value_of(()) == 0.0
    assert value_of(number(2.5)) == 2.5
    assert value_of(X) is None
    assert value_of(total(X, number(1.0))) is None


def test_reciprocals_of_constants_only() -> None:
    assert reciprocal(number(4.0)) == number(0.25)
    for form in (X, number(0.0), total(X, number(1.0))):
        with pytest.raises(Unknown):
            reciprocal(form)


def test_forms_do_not_grow_without_bound() -> None:
    square = product(total(X, Y, number(1.0)), total(X, Y, number(1.0)))
    assert len(square) == 6
    with pytest.raises(Unknown):
        product(square, square)


@pytest.mark.parametrize(
    ("name", "args", "want"),
    [
        ("add", (X, Y), total(X, Y)),
        ("subtract", (X, X), ()),
        ("multiply", (X, Y), product(Y, X)),
        ("divide", (X, number(2.0)), scaled(X, 0.5)),
        ("negative", (X,), scaled(X, -1.0)),
        ("reciprocal", (number(8.0),), number(0.125)),
    ],
)
def test_operators(name: str, args: tuple[Form, ...], want: Form) -> None:
    assert arithmetic(name, args, reciprocal) == want


@pytest.mark.parametrize(("name", "args"), [("divide", (X, Y)), ("power", (X, Y)), ("add", (X,))])
def test_other_operators(name: str, args: tuple[Form, ...]) -> None:
    with pytest.raises(Unknown):
        arithmetic(name, args, reciprocal)
