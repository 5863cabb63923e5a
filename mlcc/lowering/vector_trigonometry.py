"""Trigonometric functions and their inverses as vector arithmetic, in float32."""

from __future__ import annotations

import math
from collections.abc import Callable

from mlcc.ir import Call, Cast, Expr, binary, const
from mlcc.ir import dtype as dt

from .vector_build import Build, all_lanes, shared

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
#: pi / 2 as the nearest float32 and the remainder.
_QUARTER, _QUARTER_REST = 1.57079637050628662, -4.37113882867379e-8
#: The same as three float32, each rounded down: subtracted one after the other by fused multiply-adds.
_QUARTERS = (1.570796251296997, 7.549789415861596e-08, 5.390302529957765e-15)
#: The first 33 bits of pi / 2, whose products with integers up to 2**20 are exact in double precision; the remainder.
_STEP, _STEP_REST = 1.5707963267341256, 6.077100506506192e-11
#: Arguments up to this are reduced by subtracting multiples of pi / 2.
_NEAR = 2.0**18
#: The first 256 bits of 1 / (64 pi) after the binary point, as words of 64 bits.
_TURNS = (0x0145F306DC9C882A, 0x53F84EAFA3EA69BB, 0x81B6C52B32788720, 0x83FCA2C757BD778A)
_Kernel = Callable[[Build, Expr, Expr, Expr], Expr]
#: A function of the reduced argument r + rest + q pi / 2: r with |r| <= pi / 4, a correction below its last bits (-0.0,
#: which adds nothing, for none), and the integer q modulo 4.
_Reduced = Callable[[Expr, Expr, Expr], Expr]
_Reduction = Callable[[Build, Expr, _Reduced], Expr]


def _periodic(x: Expr, shift: int, kernel: _Kernel, reduce_near: _Reduction) -> Expr:
    """``kernel(b, r, rest, q)`` with x = r + rest + (q - shift) pi / 2 and |r| <= pi / 4; NaN for infinities.

    A vector with an element beyond _NEAR takes a slower branch; the result of a lane does not depend on other lanes.
    """
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        near = binary("le", b.abs(x), b.num(_NEAR))

        # cos(x) is sin(x + pi / 2): the same kernel, one quadrant further.
        def finish(r: Expr, rest: Expr, q: Expr) -> Expr:
            return shared(r, lambda r: shared(q + b.int(shift), lambda q: kernel(b, r, rest, q)))

        def either(r: Expr, rest: Expr, q: Expr) -> Expr:
            def chosen(far: Expr, none: Expr, p: Expr) -> Expr:
                return finish(b.choose(near, r, far), b.choose(near, rest, none), b.choose(near, q, p))

            return _reduce_far(b, x, chosen)

        # In the slow branch near lanes still take the near reduction: their results must not depend on other lanes.
        finite = b.abs(x) < b.num(math.inf)
        slow = b.choose(finite, reduce_near(b, x, either), b.num(math.nan))
        return Call("if_then_else", (all_lanes(near), reduce_near(b, x, finish), slow), x.dtype)

    return shared(x, body)


def _reduce_fused(b: Build, x: Expr, finish: _Reduced) -> Expr:
    """Cody and Waite's reduction in the type of x, accurate up to _NEAR where multiply-adds are fused.

    x and n times the first term are multiples of 2**-23 (of 2**-24 for x < 1) that differ by less than
    1, so that the first difference is exact; the second is rounded once. The third term is returned apart, since adding
    it here would round again.
    """
    first, second, third = _QUARTERS

    def of_quadrant(n: Expr, i: Expr) -> Expr:
        r = b.fma(n, b.num(-second), b.fma(n, b.num(-first), x))
        return finish(r, n * b.num(-third), i)

    return b.rounded(x, 2 / math.pi, of_quadrant)


def _reduce_wide(b: Build, x: Expr, finish: _Reduced) -> Expr:
    """Cody and Waite's reduction in double precision, accurate up to _NEAR also without fused multiply-adds."""
    wide = Build(dt.with_lanes("float64", dt.lanes(x.dtype)))
    value = Cast(wide.dtype, x)

    def of_quadrant(n: Expr, i: Expr) -> Expr:
        # r is rounded to float32 only once, at the end: no rest is returned.
        r = wide.fma(n, wide.num(-_STEP_REST), wide.fma(n, wide.num(-_STEP), value))
        return finish(Cast(b.dtype, r), b.num(-0.0), Cast(b.integer, i))

    return wide.rounded(value, 2 / math.pi, of_quadrant)


def _reduce_far(b: Build, x: Expr, finish: _Reduced) -> Expr:
    """The reduction of Payne and Hanek, "Radian Reduction for Trigonometric Functions", 1983, from _NEAR on.

    |x| is an integer m < 2**24 times 2**(e - 150). The fractional part of |x| / (2 pi) is m times the bits of
    1 / (64 pi) from bit e - 145 on, modulo 1: 96 of these bits give 64 correct bits of the fraction.
    """
    lanes = dt.lanes(x.dtype)
    word = Build(dt.with_lanes("float64", lanes)).integer
    unsigned = dt.with_lanes("uint64", lanes)

    def num(value: int) -> Expr:
        return const(value, unsigned)

    def of_fields(m: Expr, start: Expr) -> Expr:
        # The exponent of a finite float32 is at most 254, so start is at most 109: the three words from word 0 or word
        # 1 of the table hold the 96 bits.
        second = binary("ge", start, num(64))
        a, middle, c = (b.choose(second, num(_TURNS[k + 1]), num(_TURNS[k])) for k in range(3))
        shift = binary("bitand", start, num(63))

        def from_start(high: Expr, low: Expr) -> Expr:
            # Two shifts: with shift = 0 a single one would be by 64 bits, which is undefined.
            rest = binary("shr", binary("shr", low, num(1)), binary("sub", num(63), shift))
            return binary("bitor", binary("shl", high, shift), rest)

        # Of the product with the lower 32 bits only the carry into the upper 64 counts.
        # m has 24 bits and the other factor 32: the product does not overflow.
        below = binary("shr", m * binary("shr", from_start(middle, c), num(32)), num(32))
        # This product wraps modulo 2**64, which is modulo a full turn: exactly the integer part that is not wanted.
        return shared(m * from_start(a, middle) + below, of_turns)

    def of_turns(turns: Expr) -> Expr:
        def of_quadrant(q: Expr) -> Expr:
            # 2**64 is a full turn. The quadrant is nearest, so the signed rest is at most an eighth of a turn, in units
            # of 2 pi / 2**64.
            rest = Cast(dt.with_lanes("float64", lanes), Cast(word, turns - binary("shl", q, num(62))))
            r = Cast(b.dtype, rest * const(math.pi / 2.0**63, rest.dtype))
            whole = Cast(b.integer, q)
            negative = x < b.num(0.0)
            quadrant = b.choose(negative, b.int(0) - whole, whole)
            return finish(b.choose(negative, b.num(0.0) - r, r), b.num(-0.0), quadrant)

        return shared(binary("shr", turns + num(1 << 61), num(62)), of_quadrant)

    bits = b.bits(b.abs(x))
    # The significand with its implicit bit. Lanes below _NEAR would have a negative start; their result is discarded,
    # and `max` keeps the shifts defined.
    fraction = binary("bitor", binary("bitand", bits, b.int(0x7FFFFF)), b.int(0x800000))
    start = binary("max", binary("shr", bits, b.int(23)) - b.int(145), b.int(0))
    return shared(Cast(unsigned, fraction), lambda m: shared(Cast(unsigned, start), lambda s: of_fields(m, s)))


def _is_odd(b: Build, q: Expr) -> Expr:
    return binary("ne", binary("bitand", q, b.int(1)), b.int(0))


def _sine(b: Build, r: Expr, rest: Expr, q: Expr) -> Expr:
    """The sine of r + rest + q pi / 2."""

    def of_square(z: Expr) -> Expr:
        s = b.copysign(b.fma(r * z, b.poly(z, _SIN), rest) + r, r)  # copysign keeps the sign of zeros
        c = b.fma(z * z, b.poly(z, _COS), b.fma(z, b.num(-0.5), b.num(1.0)))
        # sin(r + pi) = -sin(r): bit 1 of q, shifted by 30, is the sign bit of a float32. An exclusive or needs no
        # select.
        flip = binary("shl", binary("bitand", q, b.int(2)), b.int(b.format.mantissa + 7))
        return b.from_bits(binary("bitxor", b.bits(b.choose(_is_odd(b, q), c, s)), flip))

    return shared(r * r, of_square)


def _tangent(b: Build, r: Expr, rest: Expr, q: Expr) -> Expr:
    """The tangent of r + rest + q pi / 2."""
    # tan(r + pi / 2) = -1 / tan(r), in the odd quadrants.
    value = shared(r * r, lambda z: b.fma(r * z, b.poly(z, _TAN), rest) + r)
    return shared(value, lambda t: b.choose(_is_odd(b, q), b.num(-1.0) / t, t))


def sin(x: Expr) -> Expr:
    """The sine, in radians."""
    return _periodic(x, 0, _sine, _reduce_fused)


def cos(x: Expr) -> Expr:
    """The cosine, in radians."""
    return _periodic(x, 1, _sine, _reduce_fused)


def tan(x: Expr) -> Expr:
    """The tangent, in radians."""
    return _periodic(x, 0, _tangent, _reduce_fused)


def sin_unfused(x: Expr) -> Expr:
    """The sine, without the rounding of a fused multiply-add."""
    return _periodic(x, 0, _sine, _reduce_wide)


def cos_unfused(x: Expr) -> Expr:
    """The cosine, without the rounding of a fused multiply-add."""
    return _periodic(x, 1, _sine, _reduce_wide)


def tan_unfused(x: Expr) -> Expr:
    """The tangent, without the rounding of a fused multiply-add."""
    return _periodic(x, 0, _tangent, _reduce_wide)


def _arc(b: Build, x: Expr, finish: Callable[[Expr, Expr], Expr]) -> Expr:
    """``finish(p, far)``: p is asin(|x|), or where `far` (|x| > 1/2) it is asin(sqrt((1 - |x|) / 2))."""

    def of_abs(a: Expr) -> Expr:
        far = a > b.num(0.5)

        def of_square(z: Expr) -> Expr:
            # Near 1 the derivative of asin is infinite, and a polynomial converges badly. asin(a) = pi / 2 - 2
            # asin(sqrt((1 - a) / 2)) maps (1/2, 1] to [0, 1/2); 1 - a is exact there. Beyond 1 the root is NaN.
            s = b.choose(far, b.call("sqrt", z), a)
            return shared(s, lambda s: shared(b.fma(s * z, b.poly(z, _ASIN), s), lambda p: finish(p, far)))

        return shared(b.choose(far, (b.num(1.0) - a) * b.num(0.5), a * a), of_square)

    return shared(b.abs(x), of_abs)


def _from_quarter(b: Build, p: Expr, times: float) -> Expr:
    """pi / 2 - times * p"""
    # pi / 2 in two parts: a single float32 is off by 4.4e-8, about 0.7 ULP of a result just above 0.5.
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
            # acos(x) is 2p for x > 1/2 and pi - 2p for x < -1/2; between them it is pi / 2 - asin(x).
            negative = x < b.num(0.0)
            outer = b.choose(negative, b.num(2.0) * _from_quarter(b, p, 1.0), p * b.num(2.0))
            return b.choose(far, outer, _from_quarter(b, b.copysign(p, x), 1.0))

        return _arc(b, x, finish)

    return shared(x, body)


def atan(x: Expr) -> Expr:
    """The inverse tangent; for |x| > 1, computed from that of the reciprocal."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_abs(a: Expr) -> Expr:
            # atan(a) = pi / 2 - atan(1 / a): the polynomial is needed on [0, 1] only. 1 / infinity is 0, so infinity
            # gives pi / 2.
            far = a > b.num(1.0)

            def of_small(s: Expr) -> Expr:
                p = shared(s * s, lambda z: b.fma(s * z, b.poly(z, _ATAN), s))
                return shared(p, lambda p: b.copysign(b.choose(far, _from_quarter(b, p, 1.0), p), x))

            return shared(b.choose(far, b.num(1.0) / a, a), of_small)

        return shared(b.abs(x), of_abs)

    return shared(x, body)
