"""Exponentials, logarithms, powers and hyperbolic functions as vector arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable

from mlcc.ir import Binary, Broadcast, Call, Cast, Expr, FloatImm, Not, binary
from mlcc.ir import dtype as dt

from .vector_build import Build, all_lanes, float_bits, shared

# Coefficients, highest power first.
_EXP = {
    "float32": (0.00139263918961406315, 0.0083633458109871111, 0.0416665533626442621, 0.166665759854208231, 0.5),
    "float64": (
        2.09148987271755242e-9, 2.51055135418470849e-8, 2.75572731328960409e-7, 2.75572546857288025e-6,
        0.0000248015873259511094, 0.000198412698753854795, 0.00138888888888836326, 0.00833333333332597311,
        0.0416666666666666698, 0.166666666666666711, 0.5,
    ),
}  # fmt: skip
_LOG32 = (
    -0.0790364370452306058, 0.126237385299961008, -0.12998490623908832, 0.142143565227915074, -0.166412474640694484,
    0.200010483988640191, -0.25000307033442297, 0.333333307166788178,
)  # fmt: skip
_LOG64 = (
    0.131007213835034914, 0.132674185964748834, 0.15386290534658992, 0.181817947008977996, 0.222222224005477573,
    0.285714285707644501, 0.400000000000009413, 0.666666666666666664,
)  # fmt: skip
_SINH = (2.816951367835302e-06, 0.0001983615974908901, 0.008333350058354254, 0.1666666649755751)
# log(2) as two numbers. The first has trailing zeros in its significand, so that its product with an exponent n is
# exact: the subtraction x - n * log(2) cancels leading bits, and a rounding error of the product would be large
# relative to the small rest.
_LN2 = {
    "float32": (0.693145751953125, 1.42860682030941723e-06),
    "float64": (0.6931471803691238, 1.9082149292705877e-10),
}


def exp_core(b: Build, x: Expr, power: Callable[[Expr], Expr] = lambda n: n) -> Expr:
    """exp(x) for 2**(x / log 2) within twice the exponent range; x is used several times.

    With n = round(x / log 2) and r = x - n log 2, |r| <= log(2) / 2, it is p(r) * 2**n for a polynomial p. For x = 10:
    n = 14, r = 10 - 14 * 0.6931472 = 0.2959394, p(r) = 1.3443888, times 16384 is 22026.47. `power` may replace the last
    factor of the scaling.
    """
    hi, lo = _LN2[dt.element(b.dtype)]

    def reduced(n: Expr) -> Expr:
        r = b.fma(n, b.num(-lo), b.fma(n, b.num(-hi), x))
        return shared(r, lambda r: b.scale(_exp_poly(b, r), power(n)))

    return b.rounded(x, 1 / math.log(2), lambda n, _: reduced(n))


def _exp_poly(b: Build, r: Expr) -> Expr:
    return b.poly(r, (*_EXP[dt.element(b.dtype)], 1.0, 1.0))


def _vanishing(b: Build, x: Expr, low: float, core: Callable[[Callable[[Expr], Expr]], Expr]) -> Expr:
    """``core(power)``, and 0 for x below `low`; `power` avoids the underflow there, which takes processors hundreds of
    cycles."""

    def chosen(tiny: Expr) -> Expr:
        return b.choose(tiny, b.num(0.0), core(lambda n: b.choose(tiny, b.num(0.0), n)))

    return shared(x < b.num(low), chosen)


def _least(x: Expr) -> float:
    """A lower bound of x."""
    if isinstance(x, Binary) and x.op == "max":
        limit = x.b.value if isinstance(x.b, Broadcast) else x.b
        return limit.value if isinstance(limit, FloatImm) else -math.inf
    return -math.inf


def exp(x: Expr) -> Expr:
    """e**x. Arguments are clamped to a range in which the arithmetic gives 0, infinity and NaN correctly."""
    b = Build(x.dtype)
    limited = binary("min", x, b.num(b.format.exp_high))
    # A softmax computes exp(max(x - m, limit)): the underflow is excluded, and with it the two selects.
    if _least(x) >= math.log(b.format.smallest_normal):
        return shared(limited, lambda c: exp_core(b, c))
    return shared(limited, lambda c: _vanishing(b, c, b.format.exp_low, lambda power: exp_core(b, c, power)))


def exp2(x: Expr) -> Expr:
    """2**x, by reduction to |r| <= 1/2."""
    b = Build(x.dtype)
    f = b.format
    # Clamped to where the result is infinite anyway: 2**128 in float32. 2**-151 rounds to 0, since the least denormal
    # is 2**-149.
    top, bottom = float(f.bias + 1), float(-f.bias - f.mantissa - 1)

    def core(c: Expr, power: Callable[[Expr], Expr]) -> Expr:
        def reduced(n: Expr) -> Expr:
            # c - n is exact, at most 1/2. Only its product with log(2) is rounded.
            r = (c - n) * b.num(math.log(2))
            return shared(r, lambda r: b.scale(_exp_poly(b, r), power(n)))

        return b.rounded(c, 1.0, lambda n, _: reduced(n))

    return shared(binary("min", x, b.num(top)), lambda c: _vanishing(b, c, bottom, lambda power: core(c, power)))


def _split_exponent(b: Build, x: Expr, body: Callable[[Expr, Expr], Expr]) -> Expr:
    """``body(m, e)`` with x = m * 2**e and m in [sqrt(1/2), sqrt(2)), for x > 0, denormals included; e is a float.

    Example: 10 is 1.25 * 2**3, so that log(10) = log(1.25) + 3 log(2).
    """
    f = b.format

    def scaled(tiny: Expr) -> Expr:
        # A denormal has no implicit leading bit, so its exponent field is no logarithm. In float32 it is scaled by
        # 2**24 to be normal, and 24 is subtracted from e.
        y = b.choose(tiny, x * b.num(2.0 ** (f.mantissa + 1)), x)
        lift = b.choose(tiny, b.num(-float(f.mantissa + 1)), b.num(0.0))
        return _split_normal(b, y, lambda m, e: shared(e + lift, lambda e: body(m, e)))

    return shared(x < b.num(f.smallest_normal), scaled)


def _split_normal(b: Build, x: Expr, body: Callable[[Expr, Expr], Expr]) -> Expr:
    """As _split_exponent, for x that are not denormal."""
    mantissa = b.int(b.format.mantissa)

    def parts(bits: Expr) -> Expr:
        # The bit pattern of a positive float is monotonic. With the pattern of sqrt(1/2) subtracted, the exponent field
        # is the e for which m is in [sqrt(1/2), sqrt(2)). For 10 in float32: 0x41200000 - 0x3F3504F3 = 0x01EAFB0D,
        # shifted right by 23 is 3; 0x41200000 - (3 << 23) = 0x3FA00000 is 1.25. The shift is arithmetic: e may be
        # negative.
        root = b.int(float_bits(math.sqrt(0.5), dt.element(b.dtype)))
        e = binary("shr", bits - root, mantissa)
        return shared(e, lambda e: of_exponent(bits - binary("shl", e, mantissa), e))

    def of_exponent(bits: Expr, e: Expr) -> Expr:
        return shared(b.from_bits(bits), lambda m: shared(Cast(b.dtype, e), lambda e: body(m, e)))

    return shared(b.bits(x), parts)


def _log_of_fraction(b: Build, m: Expr) -> Expr:
    """log(m) for m near one."""
    return _log_of_offset(b, m - b.num(1.0))


def _log_of_offset(b: Build, offset: Expr) -> Expr:
    """log(1 + offset) for an offset within [sqrt(1/2) - 1, sqrt(2) - 1]."""
    if dt.element(b.dtype) == "float32":

        def body32(f: Expr) -> Expr:
            square = f * f
            # log(1 + f) = f - f**2 / 2 + f**3 * p(f): f is exact, and rounding errors are in the small terms only.
            return b.fma(square, b.fma(b.poly(f, _LOG32), f, b.num(-0.5)), f)

        return shared(offset, body32)

    def body64(f: Expr) -> Expr:
        def of_s(s: Expr) -> Expr:
            z = s * s
            half = f * f * b.num(0.5)
            # log(1+f) = f - f*f/2 + s*(f*f/2 + z*Q(z)), s = f/(2+f): f is exact, so only the small terms have errors
            return shared(half, lambda h: f - (h - s * (h + shared(z, lambda z: z * b.poly(z, _LOG64)))))

        return shared(f / (f + b.num(2.0)), of_s)

    return shared(offset, body64)


def _log_edges(b: Build, x: Expr, value: Expr) -> Expr:
    """`value`, with the results for zero, infinity, negative arguments and NaN."""
    value = b.choose(binary("eq", x, b.num(math.inf)), x, value)
    value = b.choose(binary("eq", x, b.num(0.0)), b.num(-math.inf), value)
    return b.choose(Not(x >= b.num(0.0)), b.num(math.nan), value)


def log(x: Expr) -> Expr:
    """The natural logarithm."""
    b = Build(x.dtype)
    hi, lo = _LN2[dt.element(x.dtype)]

    def value(m: Expr, e: Expr) -> Expr:
        # The small terms are added first, and the largest, e * hi, last: e * hi is exact, so that one rounding remains.
        return b.fma(e, b.num(hi), b.fma(e, b.num(lo), _log_of_fraction(b, m)))

    return shared(x, lambda x: _log_of_lanes(b, x, value))


def _log_of_lanes(b: Build, x: Expr, value: Callable[[Expr, Expr], Expr]) -> Expr:
    """``value(m, e)`` of x = m * 2**e. A vector with a lane that is not a positive normal number takes a second branch,
    which handles zero, denormal and negative numbers, infinity and NaN; results of other lanes are the same in both."""
    if dt.lanes(x.dtype) == 1:
        return _log_edges(b, x, _split_exponent(b, x, value))
    normal = binary("and", x >= b.num(b.format.smallest_normal), x < b.num(math.inf))
    # Both branches compute the same for normal numbers. The common one saves the selects and the scaling of denormals.
    edges = _log_edges(b, x, _split_exponent(b, x, value))
    return Call("if_then_else", (all_lanes(normal), _split_normal(b, x, value), edges), x.dtype)


def _log_base(x: Expr, per_e: float, per_log: float) -> Expr:
    b = Build(x.dtype)

    def value(m: Expr, e: Expr) -> Expr:
        return b.fma(e, b.num(per_e), _log_of_fraction(b, m) * b.num(per_log))

    return shared(x, lambda x: _log_of_lanes(b, x, value))


def log2(x: Expr) -> Expr:
    """The logarithm to base 2; exact for powers of two."""
    return _log_base(x, 1.0, 1 / math.log(2))


def log10(x: Expr) -> Expr:
    """The logarithm to base 10."""
    return _log_base(x, math.log10(2), 1 / math.log(10))


def _log1p_core(b: Build, x: Expr) -> Expr:
    """log(1 + x) for finite x > -1: the rounding error of u = 1 + x is scaled like u and added to its fraction."""
    f = b.format
    hi, lo = _LN2[dt.element(b.dtype)]

    def of_u(u: Expr) -> Expr:
        # What the addition 1 + x lost. For x = 0.75 * 2**-23 in float32, u is 1 + 2**-23 and the loss is -2**-25:
        # without it, the result would be a third too large.
        lost = x - (u - b.num(1.0))
        root = b.int(float_bits(math.sqrt(0.5), dt.element(b.dtype)))
        unit = b.int(float_bits(1.0, dt.element(b.dtype)))

        def of_power(power: Expr) -> Expr:
            # As in `_split_normal`, but with 2**-e at hand too: the loss belongs to u, hence is multiplied by it like
            # u.
            shift = binary("shl", power, b.int(f.mantissa))

            def of_shift(shift: Expr) -> Expr:
                fraction = b.from_bits(b.bits(u) - shift) - b.num(1.0)
                # the error is negligible for a u so large that the inverse of its power of two overflows
                inverse = b.from_bits(binary("max", unit - shift, b.int(0)))
                offset = b.fma(lost, inverse, fraction)
                e = Cast(b.dtype, power)
                return shared(e, lambda e: b.fma(e, b.num(hi), b.fma(e, b.num(lo), _log_of_offset(b, offset))))

            return shared(shift, of_shift)

        return shared(binary("shr", b.bits(u) - root, b.int(f.mantissa)), of_power)

    return shared(x + b.num(1.0), of_u)


def log1p(x: Expr) -> Expr:
    """log(1 + x); x itself where 1 + x rounds to 1."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        value = b.choose(binary("eq", x, b.num(math.inf)), x, _log1p_core(b, x))
        # Here log(1 + x) is x up to rounding. This also keeps -0.0.
        value = b.choose(b.abs(x) < b.num(2.0 ** -(b.format.mantissa + 1)), x, value)
        value = b.choose(binary("eq", x, b.num(-1.0)), b.num(-math.inf), value)
        return b.choose(Not(x >= b.num(-1.0)), b.num(math.nan), value)

    return shared(x, body)


def _limited(b: Build, x: Expr, low: float, high: float) -> Expr:
    """x clamped to [low, high]; NaN stays NaN."""
    return binary("max", binary("min", x, b.num(high)), b.num(low))


def _half_expm1(b: Build, x: Expr) -> Expr:
    """(exp(x) - 1) / 2 for x within limits.

    With 2**n (1 + p) = exp(x), it is p 2**(n-1) + (2**(n-1) - 1/2), rounded once: there is no cancellation, and no
    intermediate overflow.
    """
    hi, lo = _LN2[dt.element(b.dtype)]

    def reduced(n: Expr) -> Expr:
        r = b.fma(n, b.num(-lo), b.fma(n, b.num(-hi), x))
        # s is 2**(n - 1), half of the scale: 2**n itself overflows where exp(x) does but (exp(x) - 1) / 2 does not.
        return shared(r, lambda r: shared(b.scale(b.num(0.5), n), lambda s: raised(r, s)))

    def raised(r: Expr, s: Expr) -> Expr:
        p = b.fma(b.poly(r, _EXP[dt.element(b.dtype)]), r * r, r)
        return b.fma(p, s, s - b.num(0.5))

    return b.rounded(x, 1 / math.log(2), lambda n, _: reduced(n))


def expm1(x: Expr) -> Expr:
    """exp(x) - 1, exact near zero."""
    b = Build(x.dtype)
    # exp(x) - 1 rounds to -1 long before.
    nothing = -50.0 if dt.element(x.dtype) == "float32" else -100.0

    def body(x: Expr) -> Expr:
        half = shared(_limited(b, x, nothing, b.format.exp_high), lambda c: _half_expm1(b, c))
        # For x = -0.0 the sum is +0.0: the sign comes from x.
        return b.copysign(half * b.num(2.0), x)

    return shared(x, body)


def tanh(x: Expr) -> Expr:
    """tanh(x) = m / (m + 2) with m = exp(2x) - 1; numerator and denominator are halved."""
    b = Build(x.dtype)
    # tanh(10) is 1 - 4e-9, which rounds to 1 in float32; so does tanh(20) in float64.
    most = 10.0 if dt.element(x.dtype) == "float32" else 20.0

    def body(x: Expr) -> Expr:
        doubled = shared(_limited(b, x, -most, most), lambda c: c + c)
        half = shared(doubled, lambda c: _half_expm1(b, c))
        return b.copysign(shared(half, lambda h: h / (h + b.num(1.0))), x)

    return shared(x, body)


def sigmoid(x: Expr) -> Expr:
    """1 / (1 + exp(-x)), without underflow of an exponential that is negligible compared to 1."""
    b = Build(x.dtype)
    # exp(-50) is 2e-22, nothing beside 1 in float32. The clamp replaces the guard against underflow of `exp`.
    nothing = -50.0 if dt.element(x.dtype) == "float32" else -100.0
    limited = binary("max", binary("min", b.num(0.0) - x, b.num(b.format.exp_high)), b.num(nothing))
    return b.num(1.0) / (b.num(1.0) + shared(limited, lambda c: exp_core(b, c)))


def _half_exp(b: Build, x: Expr) -> Expr:
    """exp(x) / 2 for x >= 0, without overflow of exp(x)."""
    # exp(x) / 2 overflows log(2) later than exp(x): the clamp is above that, the result there is infinity.
    limited = binary("min", x, b.num(b.format.exp_high + 1.5))
    return shared(limited, lambda c: exp_core(b, c, lambda n: n - b.num(1.0)))


def sinh(x: Expr) -> Expr:
    """sinh(x): a polynomial for |x| < 1, else (exp(|x|) - exp(-|x|)) / 2 with the sign of x."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        # With e = exp(|x|) / 2, exp(-|x|) / 2 is 1 / (4 e): no second exponential. Near 0 the two would cancel.
        far = shared(_half_exp(b, b.abs(x)), lambda e: e - b.num(0.25) / e)
        near = shared(x * x, lambda z: b.fma(x * z, b.poly(z, _SINH), x))
        return b.choose(b.abs(x) < b.num(1.0), near, b.copysign(far, x))

    return shared(x, body)


def cosh(x: Expr) -> Expr:
    """cosh(x) = exp(|x|) / 2 + exp(-|x|) / 2."""
    b = Build(x.dtype)
    return shared(_half_exp(b, b.abs(x)), lambda e: e + b.num(0.25) / e)


def _large(b: Build, a: Expr, log1p_of: Expr) -> Expr:
    """log(1 + log1p_of), or log(2a) where a is so large that its square would overflow."""
    large = a > b.num(2.0**26)
    argument = b.choose(large, a, log1p_of)
    return shared(argument, lambda t: log1p(t) + b.choose(large, b.num(math.log(2)), b.num(0.0)))


def asinh(x: Expr) -> Expr:
    """log(|x| + sqrt(x*x + 1)), computed by log1p so that small x are accurate."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_abs(a: Expr) -> Expr:
            square = a * a
            argument = shared(square, lambda z: a + z / (b.num(1.0) + b.call("sqrt", z + b.num(1.0))))
            return b.copysign(_large(b, a, argument), x)

        return shared(b.abs(x), of_abs)

    return shared(x, body)


def acosh(x: Expr) -> Expr:
    """log(x + sqrt(x*x - 1)), computed from x - 1 by log1p."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        argument = shared(x - b.num(1.0), lambda t: t + b.call("sqrt", t * (t + b.num(2.0))))
        return b.choose(x < b.num(1.0), b.num(math.nan), _large(b, x, argument))

    return shared(x, body)


def atanh(x: Expr) -> Expr:
    """Half of log((1 + |x|) / (1 - |x|)), with the sign of x."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        # (1 + a) / (1 - a) = 1 + 2a / (1 - a): for small a the 1 is left to log1p, and nothing is rounded away.
        ratio = shared(b.abs(x), lambda a: (a + a) / (b.num(1.0) - a))
        return b.copysign(shared(ratio, lambda t: log1p(t) * b.num(0.5)), x)

    return shared(x, body)


def pow_(x: Expr, y: Expr) -> Expr:
    """x**y for float32, computed in double precision as exp(y * log|x|), then sign and special cases."""
    b = Build(x.dtype)
    wide = dt.with_lanes("float64", dt.lanes(x.dtype))

    def body(x: Expr, y: Expr) -> Expr:
        magnitude = Cast(b.dtype, exp(Cast(wide, y) * log(Cast(wide, b.abs(x)))))
        integral = binary("eq", b.call("floor", y), y)
        # Every float32 from 2**24 on is an even integer, for which y / 2 is an integer too.
        half = y * b.num(0.5)
        odd = binary("and", integral, binary("ne", b.call("floor", half), half))
        negative = binary("lt", b.copysign(b.num(1.0), x), b.num(0.0))
        value = b.choose(binary("and", negative, odd), b.num(0.0) - magnitude, magnitude)
        # (-8) ** (1 / 3) is no real number, but (-inf) ** y and x ** inf are defined for negative bases.
        bad = binary("and", binary("and", x < b.num(0.0), Not(integral)), binary("gt", x, b.num(-math.inf)))
        value = b.choose(binary("and", bad, b.abs(y) < b.num(math.inf)), b.num(math.nan), value)
        # C and NumPy: x ** 0, 1 ** y and (-1) ** inf are 1, even for NaN in the other operand of the first two.
        minus_one = binary("and", binary("eq", x, b.num(-1.0)), binary("eq", b.abs(y), b.num(math.inf)))
        one = binary("or", binary("eq", y, b.num(0.0)), binary("or", binary("eq", x, b.num(1.0)), minus_one))
        return b.choose(one, b.num(1.0), value)

    return shared(x, lambda x: shared(y, lambda y: body(x, y)))
