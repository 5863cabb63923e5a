"""Mathematical functions as vector arithmetic: polynomials, bit tricks and selections, no calls and no branches.

Every formula works on scalars and on vectors of any number of lanes. Polynomials were fitted with mpmath's Chebyshev
fits (relative where it matters); argument reductions follow Cody and Waite, "Software Manual for the Elementary
Functions", 1980. The largest error of each function in units in the last place is stated in :data:`MAX_ULP` and held by
a dense sweep in the tests; infinities, NaN, signed zeros and denormals give what the IEEE 754 functions give.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mlcc.ir import Call, Cast, Expr, Not, Select, binary, const
from mlcc.ir import dtype as dt

#: Largest error in ULP, per function and dtype, over all finite arguments; for sin and cos up to 2**28, for sigmoid
#: where the result is not denormal (there it is zero).
MAX_ULP: dict[tuple[str, str], float] = {
    ("exp", "float32"): 1.1,
    ("exp2", "float32"): 1.5,
    ("expm1", "float32"): 4.0,
    ("log", "float32"): 1.0,
    ("log2", "float32"): 2.0,
    ("log10", "float32"): 2.5,
    ("log1p", "float32"): 2.0,
    ("tanh", "float32"): 2.0,
    ("sigmoid", "float32"): 2.5,
    ("erf", "float32"): 3.0,
    ("sin", "float32"): 1.6,
    ("cos", "float32"): 1.6,
    ("pow", "float32"): 1.0,
    ("rsqrt", "float32"): 1.6,
    ("rsqrt", "float64"): 1.6,
    ("exp", "float64"): 1.0,
    ("log", "float64"): 1.5,
    ("tanh", "float64"): 2.5,
    ("sigmoid", "float64"): 2.5,
}

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
_TANH32 = (
    0.00229274481617814234, -0.00834394551583915205, 0.0217689186510282102, -0.0539592595772045427,
    0.133333035569157418, -0.333333331721403616,
)  # fmt: skip
_TANH64 = (
    -3.41937023046942221e-6, 0.0000139934344934167227, -0.000038521133239637258, 0.000096718370526680225,
    -0.000239094070672281274, 0.00059002313116577101, -0.00145583402269167301, 0.00359212801587178588,
    -0.00886323552914573506, 0.0218694885361387256, -0.0539682539682537815, 0.133333333333333333, -0.333333333333333333,
)  # fmt: skip
_ERF_SMALL = (
    0.0000787587506268548834, -0.000801686428716586953, 0.00518908742343397399, -0.0268542120106264124,
    0.112835947151602177, -0.37612626666720331, 1.12837916584835095,
)  # fmt: skip
_ERF_LARGE = (
    6.12397252701937802e-8, -2.98091211640470257e-6, 0.0000588302148201003813, -0.000665684680169063903,
    0.00499138552619131523, -0.0269248652786934119, 0.110785717525610008, 0.63121264385586181, 1.13053334896691538,
    -0.00038293733356998366,
)  # fmt: skip
_SIN = (2.72420921186758792e-6, -0.000198400255465577627, 0.00833333175998570981, -0.166666666635564637)
_COS = (-2.72944208444391773e-7, 0.0000248005493075607056, -0.00138888875762692124, 0.0416666666640718251)


@dataclass(frozen=True)
class _Format:
    """The layout of a floating-point type."""

    integer: str
    mantissa: int
    bias: int
    smallest_normal: float
    exp_high: float  # from here on infinity
    exp_low: float  # up to here zero


_FORMATS = {
    "float32": _Format("int32", 23, 127, 2.0**-126, 89.0, -103.98),
    "float64": _Format("int64", 52, 1023, 2.0**-1022, 710.0, -745.2),
}


class _Build:
    """Terse construction for one dtype (vector types included)."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype
        self.format = _FORMATS[dt.element(dtype)]
        self.integer = dt.with_lanes(self.format.integer, dt.lanes(dtype))

    def num(self, value: float) -> Expr:
        return const(value, self.dtype)

    def int(self, value: int) -> Expr:
        return const(value, self.integer)

    def fma(self, a: Expr, b: Expr, c: Expr) -> Expr:
        return Call("fma", (a, b, c), self.dtype)

    def poly(self, x: Expr, coefficients: Sequence[float]) -> Expr:
        """Horner's scheme."""
        result = self.num(coefficients[0])
        for c in coefficients[1:]:
            result = self.fma(result, x, self.num(c))
        return result

    def call(self, op: str, *args: Expr) -> Expr:
        return Call(op, args, self.dtype)

    def bits(self, x: Expr) -> Expr:
        return Call("reinterpret", (x,), self.integer)

    def from_bits(self, x: Expr) -> Expr:
        return Call("reinterpret", (x,), self.dtype)

    def abs(self, x: Expr) -> Expr:
        return Call("fabs", (x,), self.dtype)

    def is_nan(self, x: Expr) -> Expr:
        return binary("ne", x, x)

    def rounded(self, x: Expr, factor: float, body: Callable[[Expr, Expr], Expr]) -> Expr:
        """``body(n, i)``: x * factor rounded to the nearest integer, as a float and as an integer.

        Adding 1.5 * 2**mantissa leaves the integer in the low bits, which costs no conversion; |x * factor| must be
        below 2**(mantissa - 2).
        """
        magic = 1.5 * 2.0**self.format.mantissa
        shifted = self.fma(x, self.num(factor), self.num(magic))

        def parts(t: Expr) -> Expr:
            whole = self.bits(t) - self.int(_float_bits(magic, dt.element(self.dtype)))
            return _shared(self, t - self.num(magic), lambda n: _shared(self, whole, lambda i: body(n, i)))

        return _shared(self, shifted, parts)

    def scale(self, x: Expr, n: Expr) -> Expr:
        """x * 2**n for a whole number n within twice the exponents' range; results in the denormal range round once."""
        return self.call("scalef", x, n)

    def choose(self, condition: Expr, a: Expr, b: Expr) -> Expr:
        return Select(condition, a, b)

    def copysign(self, magnitude: Expr, sign: Expr) -> Expr:
        return Call("copysign", (magnitude, sign), self.dtype)


def _shared(b: _Build, value: Expr, body: Callable[[Expr], Expr]) -> Expr:
    """Use a value several times without computing it several times."""
    from mlcc.ir import Let, Var

    var = Var("t", value.dtype)
    return Let(var, value, body(var))


def _exp_core(b: _Build, x: Expr) -> Expr:
    """exp for x in a range where 2**(x / log 2) is within twice the exponents' range (x is used several times)."""
    hi, lo = _LN2[dt.element(b.dtype)]

    def reduced(n: Expr) -> Expr:
        r = b.fma(n, b.num(-lo), b.fma(n, b.num(-hi), x))
        return _shared(b, r, lambda r: b.scale(_exp_poly(b, r), n))

    return b.rounded(x, 1 / math.log(2), lambda n, _: reduced(n))


def _exp_poly(b: _Build, r: Expr) -> Expr:
    return b.fma(b.poly(r, _EXP[dt.element(b.dtype)]), r * r, r) + b.num(1.0)


_LN2 = {
    "float32": (0.693145751953125, 1.42860682030941723e-06),
    "float64": (0.6931471803691238, 1.9082149292705877e-10),
}


def _vanishing(b: _Build, x: Expr, low: float, core: Callable[[Expr], Expr]) -> Expr:
    """`core` of x, and 0 below `low`, where processors take hundreds of cycles to find an underflow."""

    def chosen(tiny: Expr) -> Expr:
        return b.choose(tiny, b.num(0.0), _shared(b, b.choose(tiny, b.num(0.0), x), core))

    return _shared(b, x < b.num(low), chosen)


def exp(x: Expr) -> Expr:
    """e**x. The limits leave infinity and NaN to the arithmetic."""
    b = _Build(x.dtype)
    limited = binary("min", x, b.num(b.format.exp_high))
    return _shared(b, limited, lambda c: _vanishing(b, c, b.format.exp_low, lambda c: _exp_core(b, c)))


def exp2(x: Expr) -> Expr:
    """2**x, by reduction to |r| <= 1/2."""
    b = _Build(x.dtype)
    f = b.format
    top, bottom = float(f.bias + 1), float(-f.bias - f.mantissa - 1)

    def core(c: Expr) -> Expr:
        def reduced(n: Expr) -> Expr:
            r = (c - n) * b.num(math.log(2))
            return _shared(b, r, lambda r: b.scale(_exp_poly(b, r), n))

        return b.rounded(c, 1.0, lambda n, _: reduced(n))

    return _shared(b, binary("min", x, b.num(top)), lambda c: _vanishing(b, c, bottom, core))


def _split_exponent(b: _Build, x: Expr, body: Callable[[Expr, Expr], Expr]) -> Expr:
    """``body(m, e)`` with x = m * 2**e, m in [sqrt(1/2), sqrt(2)), for x > 0; denormals included; e is a float."""
    f = b.format

    def scaled(tiny: Expr) -> Expr:
        y = b.choose(tiny, x * b.num(2.0 ** (f.mantissa + 1)), x)

        def parts(bits: Expr) -> Expr:
            root = b.int(_float_bits(math.sqrt(0.5), dt.element(b.dtype)))
            e = binary("shr", bits - root, b.int(f.mantissa))
            m = b.from_bits(bits - binary("shl", e, b.int(f.mantissa)))
            lift = b.choose(tiny, b.num(-float(f.mantissa + 1)), b.num(0.0))
            return _shared(b, m, lambda m: _shared(b, Cast(b.dtype, e) + lift, lambda e: body(m, e)))

        return _shared(b, b.bits(y), parts)

    return _shared(b, x < b.num(f.smallest_normal), scaled)


def _float_bits(value: float, dtype: str) -> int:
    import struct

    code = ("<f", "<i") if dtype == "float32" else ("<d", "<q")
    return int(struct.unpack(code[1], struct.pack(code[0], value))[0])


def _log_of_fraction(b: _Build, m: Expr) -> Expr:
    """log(m) for m near one."""
    if dt.element(b.dtype) == "float32":

        def body32(f: Expr) -> Expr:
            square = f * f
            return b.fma(square, b.fma(b.poly(f, _LOG32), f, b.num(-0.5)), f)

        return _shared(b, m - b.num(1.0), body32)

    def body64(f: Expr) -> Expr:
        def of_s(s: Expr) -> Expr:
            z = s * s
            half = f * f * b.num(0.5)
            # log(1+f) = f - f*f/2 + s*(f*f/2 + z*Q(z)), with s = f/(2+f): f is exact, so the error stays in the tail
            return _shared(b, half, lambda h: f - (h - s * (h + _shared(b, z, lambda z: z * b.poly(z, _LOG64)))))

        return _shared(b, f / (f + b.num(2.0)), of_s)

    return _shared(b, m - b.num(1.0), body64)


def _log_edges(b: _Build, x: Expr, value: Expr) -> Expr:
    """Zero, infinity, negative numbers and NaN."""
    value = b.choose(binary("eq", x, b.num(math.inf)), x, value)
    value = b.choose(binary("eq", x, b.num(0.0)), b.num(-math.inf), value)
    return b.choose(Not(x >= b.num(0.0)), b.num(math.nan), value)


def log(x: Expr) -> Expr:
    """The natural logarithm."""
    b = _Build(x.dtype)
    hi, lo = _LN2[dt.element(x.dtype)]

    def value(m: Expr, e: Expr) -> Expr:
        return b.fma(e, b.num(hi), b.fma(e, b.num(lo), _log_of_fraction(b, m)))

    return _shared(b, x, lambda x: _log_edges(b, x, _split_exponent(b, x, value)))


def _log_base(x: Expr, per_e: float, per_log: float) -> Expr:
    b = _Build(x.dtype)

    def value(m: Expr, e: Expr) -> Expr:
        return b.fma(e, b.num(per_e), _log_of_fraction(b, m) * b.num(per_log))

    return _shared(b, x, lambda x: _log_edges(b, x, _split_exponent(b, x, value)))


def log2(x: Expr) -> Expr:
    """The logarithm to base 2; exact for powers of two."""
    return _log_base(x, 1.0, 1 / math.log(2))


def log10(x: Expr) -> Expr:
    """The logarithm to base 10."""
    return _log_base(x, math.log10(2), 1 / math.log(10))


def log1p(x: Expr) -> Expr:
    """log(1 + x): log(u) corrected by what rounding u = 1 + x lost (Goldberg, "What every computer scientist should
    know about floating-point arithmetic", 1991)."""
    b = _Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_u(u: Expr) -> Expr:
            lost = (x - (u - b.num(1.0))) / u
            value = log(u) + lost
            value = b.choose(binary("eq", u, b.num(math.inf)), u, value)
            value = b.choose(binary("eq", u, b.num(0.0)), b.num(-math.inf), value)
            return b.choose(binary("eq", u, b.num(1.0)), x, value)

        return _shared(b, x + b.num(1.0), of_u)

    return _shared(b, x, body)


def expm1(x: Expr) -> Expr:
    """exp(x) - 1: its own series for small x."""
    b = _Build(x.dtype)

    def body(x: Expr) -> Expr:
        small = b.fma(b.poly(x, _EXP[dt.element(b.dtype)]), x * x, x)
        near = b.abs(x) < b.num(0.34)
        return b.choose(near, small, exp(x) - b.num(1.0))

    return _shared(b, x, body)


def tanh(x: Expr) -> Expr:
    """A series near zero, else 1 - 2 / (exp(2|x|) + 1)."""
    b = _Build(x.dtype)
    series, limit = (_TANH32, 0.625) if dt.element(x.dtype) == "float32" else (_TANH64, 0.5)

    def body(x: Expr) -> Expr:
        z = x * x
        near = _shared(b, z, lambda z: b.fma(x * z, b.poly(z, series), x))
        doubled = binary("min", b.abs(x) * b.num(2.0), b.num(b.format.exp_high))
        grown = _shared(b, doubled, lambda d: _exp_core(b, d))
        far = b.num(1.0) - b.num(2.0) / (grown + b.num(1.0))
        return b.choose(b.abs(x) < b.num(limit), near, b.copysign(far, x))

    return _shared(b, x, body)


def sigmoid(x: Expr) -> Expr:
    """1 / (1 + exp(-x)); an exponential that is nothing beside 1 is not made smaller than it need be."""
    b = _Build(x.dtype)
    nothing = -50.0 if dt.element(x.dtype) == "float32" else -100.0
    limited = binary("max", binary("min", b.num(0.0) - x, b.num(b.format.exp_high)), b.num(nothing))
    return b.num(1.0) / (b.num(1.0) + _shared(b, limited, lambda c: _exp_core(b, c)))


def erf(x: Expr) -> Expr:
    """The error function: an odd polynomial up to 1, then 1 - exp(-p(|x|))."""
    b = _Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_abs(a: Expr) -> Expr:
            near = x * b.poly(x * x, _ERF_SMALL)
            bounded = binary("min", a, b.num(4.0))
            minus = [-c for c in _ERF_LARGE]
            power = _shared(b, bounded, lambda t: _shared(b, b.poly(t, minus), lambda p: _exp_core(b, p)))
            return b.choose(a < b.num(1.0), near, b.copysign(b.num(1.0) - power, x))

        return _shared(b, b.abs(x), of_abs)

    return _shared(b, x, body)


def rsqrt(x: Expr) -> Expr:
    """1 / sqrt(x), both correctly rounded."""
    b = _Build(x.dtype)
    return b.num(1.0) / b.call("sqrt", x)


def _sin_cos(x: Expr, shift: int) -> Expr:
    """sin (shift 0) or cos (shift 1): the argument is reduced in double precision, exact enough up to |x| = 2**30."""
    wide = _Build(dt.with_lanes("float64", dt.lanes(x.dtype)))
    b = _Build(x.dtype)

    def body(x: Expr) -> Expr:
        value = Cast(wide.dtype, x)

        def of_quadrant(n: Expr, i: Expr) -> Expr:
            r64 = wide.fma(n, wide.num(-6.123233995736766e-17), wide.fma(n, wide.num(-1.5707963267948966), value))
            quadrant = i + wide.int(shift)
            return _shared(b, Cast(b.dtype, r64), lambda r: _shared(b, Cast(b.integer, quadrant), lambda q: of_r(r, q)))

        def of_r(r: Expr, q: Expr) -> Expr:
            def of_z(z: Expr) -> Expr:
                s = b.fma(r * z, b.poly(z, _SIN), r)
                c = b.fma(z * z, b.poly(z, _COS), b.fma(z, b.num(-0.5), b.num(1.0)))
                odd = binary("ne", binary("bitand", q, b.int(1)), b.int(0))
                flip = binary("shl", binary("bitand", q, b.int(2)), b.int(b.format.mantissa + 7))
                picked = b.choose(odd, c, s)
                return b.from_bits(binary("bitxor", b.bits(picked), flip))

            return _shared(b, r * r, of_z)

        bounded = b.choose(b.abs(x) < b.num(math.inf), x, b.num(math.nan))
        return b.choose(b.is_nan(bounded), bounded, wide.rounded(value, 2 / math.pi, of_quadrant))

    return _shared(b, x, body)


def sin(x: Expr) -> Expr:
    """The sine, in radians."""
    return _sin_cos(x, 0)


def cos(x: Expr) -> Expr:
    """The cosine, in radians."""
    return _sin_cos(x, 1)


def pow_(x: Expr, y: Expr) -> Expr:
    """x**y for float32, computed in double precision as exp(y * log|x|), then sign and special cases."""
    b = _Build(x.dtype)
    wide = dt.with_lanes("float64", dt.lanes(x.dtype))

    def body(x: Expr, y: Expr) -> Expr:
        magnitude = Cast(b.dtype, exp(Cast(wide, y) * log(Cast(wide, b.abs(x)))))
        whole = binary("eq", b.call("floor", y), y)
        half = y * b.num(0.5)
        odd = binary("and", whole, binary("ne", b.call("floor", half), half))
        negative = binary("lt", b.copysign(b.num(1.0), x), b.num(0.0))
        value = b.choose(binary("and", negative, odd), b.num(0.0) - magnitude, magnitude)
        bad = binary("and", binary("and", x < b.num(0.0), Not(whole)), binary("gt", x, b.num(-math.inf)))
        value = b.choose(binary("and", bad, b.abs(y) < b.num(math.inf)), b.num(math.nan), value)
        minus_one = binary("and", binary("eq", x, b.num(-1.0)), binary("eq", b.abs(y), b.num(math.inf)))
        one = binary("or", binary("eq", y, b.num(0.0)), binary("or", binary("eq", x, b.num(1.0)), minus_one))
        return b.choose(one, b.num(1.0), value)

    return _shared(b, x, lambda x: _shared(b, y, lambda y: body(x, y)))


#: Function by intrinsic name and element type. What is missing here is computed in a wider type or by libm.
FORMULAS: dict[tuple[str, str], Callable[..., Expr]] = {
    **{
        (f.__name__, "float32"): f
        for f in (exp, exp2, expm1, log, log2, log10, log1p, tanh, sigmoid, erf, sin, cos, rsqrt)
    },
    **{(f.__name__, "float64"): f for f in (exp, log, tanh, sigmoid, rsqrt)},
    ("pow", "float32"): pow_,
}
