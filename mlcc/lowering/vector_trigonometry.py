"""Trigonometric functions and their inverses as vector arithmetic, in float32."""

from __future__ import annotations

import math
from collections.abc import Callable

from mlcc.ir import Cast, Expr, binary
from mlcc.ir import dtype as dt

from .vector_build import Build, shared

# Coefficients, highest power first.
_SIN = (2.72420921186758792e-6, -0.000198400255465577627, 0.00833333175998570981, -0.166666666635564637)
_COS = (-2.72944208444391773e-7, 0.0000248005493075607056, -0.00138888875762692124, 0.0416666666640718251)
_TAN = (
    0.004376285856900408, 8.950296333599483e-05, 0.010835848298058885, 0.02128217007489496, 0.05405992060919445,
    0.1333266329316741, 0.333333497565879,
)  # fmt: skip
_ASIN = (0.042166286310152186, 0.024179526354564287, 0.04547037406346671, 0.07495297651439843, 0.16666752482145503)
_ATAN = (
    -0.0017935938884835235, 0.010914481000701887, -0.03117761299683331, 0.05795735951858881, -0.0840343664943948,
    0.1095218109869481, -0.14264240789990434, 0.19998548201336488, -0.3333329908641563,
)  # fmt: skip
#: pi / 2 as the nearest float32 and the rest.
_QUARTER, _QUARTER_REST = 1.57079637050628662, -4.37113882867379e-8
_Kernel = Callable[[Build, Expr, Expr], Expr]


def _periodic(x: Expr, shift: int, kernel: _Kernel) -> Expr:
    """``kernel(b, r, q)`` with x = r + (q - shift) pi / 2 and |r| <= pi / 4, q modulo 4; NaN for infinities.

    The argument is reduced in double precision, exact enough up to |x| = 2**30.
    """
    wide = Build(dt.with_lanes("float64", dt.lanes(x.dtype)))
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        value = Cast(wide.dtype, x)

        def of_quadrant(n: Expr, i: Expr) -> Expr:
            r64 = wide.fma(n, wide.num(-6.123233995736766e-17), wide.fma(n, wide.num(-1.5707963267948966), value))
            quadrant = Cast(b.integer, i + wide.int(shift))
            return shared(Cast(b.dtype, r64), lambda r: shared(quadrant, lambda q: kernel(b, r, q)))

        bounded = b.choose(b.abs(x) < b.num(math.inf), x, b.num(math.nan))
        return b.choose(b.is_nan(bounded), bounded, wide.rounded(value, 2 / math.pi, of_quadrant))

    return shared(x, body)


def _is_odd(b: Build, q: Expr) -> Expr:
    return binary("ne", binary("bitand", q, b.int(1)), b.int(0))


def _sine(b: Build, r: Expr, q: Expr) -> Expr:
    """The sine of r + q pi / 2."""

    def of_square(z: Expr) -> Expr:
        s = b.fma(r * z, b.poly(z, _SIN), r)
        c = b.fma(z * z, b.poly(z, _COS), b.fma(z, b.num(-0.5), b.num(1.0)))
        flip = binary("shl", binary("bitand", q, b.int(2)), b.int(b.format.mantissa + 7))
        return b.from_bits(binary("bitxor", b.bits(b.choose(_is_odd(b, q), c, s)), flip))

    return shared(r * r, of_square)


def _tangent(b: Build, r: Expr, q: Expr) -> Expr:
    """The tangent of r + q pi / 2."""
    value = shared(r * r, lambda z: b.fma(r * z, b.poly(z, _TAN), r))
    return shared(value, lambda t: b.choose(_is_odd(b, q), b.num(-1.0) / t, t))


def sin(x: Expr) -> Expr:
    """The sine, in radians."""
    return _periodic(x, 0, _sine)


def cos(x: Expr) -> Expr:
    """The cosine, in radians."""
    return _periodic(x, 1, _sine)


def tan(x: Expr) -> Expr:
    """The tangent, in radians."""
    return _periodic(x, 0, _tangent)


def _arc(b: Build, x: Expr, finish: Callable[[Expr, Expr], Expr]) -> Expr:
    """``finish(p, far)``: p is the inverse sine of |x|, or above 1/2, where `far` is true, of sqrt((1 - |x|) / 2)."""

    def of_abs(a: Expr) -> Expr:
        far = a > b.num(0.5)

        def of_square(z: Expr) -> Expr:
            s = b.choose(far, b.call("sqrt", z), a)
            return shared(s, lambda s: shared(b.fma(s * z, b.poly(z, _ASIN), s), lambda p: finish(p, far)))

        return shared(b.choose(far, (b.num(1.0) - a) * b.num(0.5), a * a), of_square)

    return shared(b.abs(x), of_abs)


def _from_quarter(b: Build, p: Expr, times: float) -> Expr:
    """pi / 2 - times * p"""
    return b.fma(p, b.num(-times), b.num(_QUARTER)) + b.num(_QUARTER_REST)


def asin(x: Expr) -> Expr:
    """The inverse sine; NaN beyond 1."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        value = _arc(b, x, lambda p, far: b.choose(far, _from_quarter(b, p, 2.0), p))
        return b.copysign(value, x)

    return shared(x, body)


def acos(x: Expr) -> Expr:
    """The inverse cosine; NaN beyond 1."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        def finish(p: Expr, far: Expr) -> Expr:
            negative = x < b.num(0.0)
            outer = b.choose(negative, b.num(2.0) * _from_quarter(b, p, 1.0), p * b.num(2.0))
            return b.choose(far, outer, _from_quarter(b, b.copysign(p, x), 1.0))

        return _arc(b, x, finish)

    return shared(x, body)


def atan(x: Expr) -> Expr:
    """The inverse tangent; beyond 1 from that of the reciprocal."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_abs(a: Expr) -> Expr:
            far = a > b.num(1.0)

            def of_small(s: Expr) -> Expr:
                p = shared(s * s, lambda z: b.fma(s * z, b.poly(z, _ATAN), s))
                return shared(p, lambda p: b.copysign(b.choose(far, _from_quarter(b, p, 1.0), p), x))

            return shared(b.choose(far, b.num(1.0) / a, a), of_small)

        return shared(b.abs(x), of_abs)

    return shared(x, body)
