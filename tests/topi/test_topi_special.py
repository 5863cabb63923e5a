"""Special functions against Python's, NumPy's and known values; also at poles and for numbers that are none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from evaluation import check, evaluate
from tolerances import assert_close

X = np.array([-30.5, -7.25, -2.5, -0.75, -1e-4, 1e-4, 0.3, 0.5, 1.0, 1.5, 2.0, 3.7, 9.5, 10.0, 44.0, 170.5])
#: Euler's constant: minus the digamma function of 1.
GAMMA = 0.57721566490153286


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("name", "of"), [("erfc", math.erfc), ("special.lgamma", math.lgamma)])
def test_as_python_has_them(name: str, of: Any, dtype: str) -> None:
    x = X.astype(dtype)
    check(name, x, want=np.array([of(float(v)) for v in x], dtype))


def test_log_gamma_at_poles() -> None:
    got = evaluate("special.lgamma", np.array([0.0, -1.0, -5.0, np.inf, -np.inf, np.nan]))
    np.testing.assert_array_equal(got, [np.inf, np.inf, np.inf, np.inf, np.inf, np.nan])


@pytest.mark.parametrize("name", ["special.i0", "special.i0e"])
def test_bessel_of_order_0(name: str) -> None:
    x = np.concatenate([np.linspace(-8.5, 8.5, 35), [20.0, -300.0]])
    wanted = np.i0(x)
    check(name, x, want=wanted * np.exp(-np.abs(x)) if name.endswith("e") else wanted)


def test_bessel_of_order_1() -> None:
    """I1 is the derivative of I0."""
    x = np.linspace(-9.0, 9.0, 31)
    step = 1e-5
    slope = (np.i0(x + step) - np.i0(x - step)) / (2 * step)
    got = evaluate("special.i1", x)
    np.testing.assert_allclose(got, slope, rtol=1e-7, atol=1e-8)  # wide: a difference quotient
    assert_close(evaluate("special.i1e", x), got * np.exp(-np.abs(x)))


def test_digamma_and_trigamma() -> None:
    check("special.digamma", np.array([1.0, 0.5, 2.0, -0.5]),
          want=np.array([-GAMMA, -GAMMA - 2 * math.log(2), 1 - GAMMA, 2 - GAMMA - 2 * math.log(2)]))  # fmt: skip
    check(
        "special.trigamma",
        np.array([1.0, 0.5, 2.0]),
        want=np.array([math.pi**2 / 6, math.pi**2 / 2, math.pi**2 / 6 - 1]),
    )
    got = evaluate("special.digamma", np.array([0.0, -0.0, -2.0, np.inf, np.nan]))
    np.testing.assert_array_equal(got, [-np.inf, np.inf, np.nan, np.inf, np.nan])


def test_recurrence_of_digamma() -> None:
    x = np.linspace(-5.3, 12.0, 41)
    assert_close(evaluate("special.digamma", x + 1), evaluate("special.digamma", x) + 1 / x)


def test_erfcx() -> None:
    x = np.linspace(-3.0, 20.0, 47)
    check("special.erfcx", x, want=np.array([math.exp(v * v) * math.erfc(v) for v in x]))


def test_inverses_of_the_error_function() -> None:
    z = np.concatenate([np.linspace(-2.5, 2.5, 29), [1e-9, 1e-3, 5e-4]])
    check("special.erfinv", np.array([math.erf(v) for v in z]), want=z)
    probability = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in z])
    check("special.ndtri", probability, want=z)
    for name, ends in (("special.erfinv", [-1.0, 1.0, 1.5, np.nan]), ("special.ndtri", [0.0, 1.0, -0.5, np.nan])):
        got = evaluate(name, np.array(ends))
        np.testing.assert_array_equal(got, [-np.inf, np.inf, np.nan, np.nan])
