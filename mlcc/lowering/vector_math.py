"""Mathematical functions as vector arithmetic: polynomials, bit manipulation and selects, without calls and branches.

Every formula applies to scalars and to vectors of any number of lanes. Polynomials are Chebyshev fits computed with
mpmath (of the relative error where that is bounded); argument reductions follow Cody and Waite, "Software Manual for
the Elementary Functions", 1980. :data:`MAX_ULP` states the largest error of each function in units in the last place,
which a dense sweep in the tests checks. Infinities, NaN, signed zeros and denormals are handled as in IEEE 754.

Each function is Python that builds an expression, in which `shared` binds a value that is used more than once.
An example, erf(0.5) in float32: |x| < 1 selects the odd polynomial x * p(x * x). With x * x = 0.25 Horner's
scheme evaluates p(0.25) = 1.0409998, and 0.5 * 1.0409998 = 0.5204999. The other formula, 1 - exp(-q(|x|)), is computed
for all lanes as well, with |x| limited to 4, beyond which the result rounds to 1; a select chooses per lane.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from mlcc.ir import Call, Cast, Expr, binary
from mlcc.ir import dtype as dt

from .vector_build import Build, all_lanes, shared
from .vector_exponential import (
    acosh,
    asinh,
    atanh,
    cosh,
    exp,
    exp2,
    exp_core,
    expm1,
    log,
    log1p,
    log2,
    log10,
    pow_,
    sigmoid,
    sinh,
    tanh,
)  # fmt: skip
from .vector_trigonometry import acos, asin, atan, cos, cos_unfused, sin, sin_unfused, tan, tan_unfused

#: Largest error in ULP, per function and dtype, over all finite arguments; for sigmoid, of results that are not
#: denormal (those are flushed to zero).
MAX_ULP: dict[tuple[str, str], float] = {
    ("exp", "float32"): 1.1,
    ("exp2", "float32"): 1.5,
    ("expm1", "float32"): 2.0,
    ("log", "float32"): 1.0,
    ("log2", "float32"): 2.0,
    ("log10", "float32"): 2.5,
    ("log1p", "float32"): 1.6,
    ("tanh", "float32"): 2.6,
    ("sigmoid", "float32"): 2.5,
    ("erf", "float32"): 3.0,
    ("sin", "float32"): 1.6,
    ("cos", "float32"): 1.6,
    ("tan", "float32"): 3.0,
    ("asin", "float32"): 2.0,
    ("acos", "float32"): 1.6,
    ("atan", "float32"): 1.6,
    ("sinh", "float32"): 2.0,
    ("cosh", "float32"): 1.6,
    ("asinh", "float32"): 2.5,
    ("acosh", "float32"): 2.5,
    ("atanh", "float32"): 2.5,
    ("pow", "float32"): 1.0,
    ("rsqrt", "float32"): 1.6,
    ("rsqrt", "float64"): 1.6,
    ("exp", "float64"): 1.0,
    ("log", "float64"): 1.5,
    ("log1p", "float64"): 2.0,
    ("expm1", "float64"): 2.5,
    ("tanh", "float64"): 3.0,
    ("sigmoid", "float64"): 2.5,
}

#: Largest absolute error of normcdf in float32.
MAX_NORMCDF_ERROR = 1.4e-7

# Coefficients, highest power first.
_ERF_SMALL = (
    0.0000787587506268548834, -0.000801686428716586953, 0.00518908742343397399, -0.0268542120106264124,
    0.112835947151602177, -0.37612626666720331, 1.12837916584835095,
)  # fmt: skip
_ERF_LARGE = (
    6.12397252701937802e-8, -2.98091211640470257e-6, 0.0000588302148201003813, -0.000665684680169063903,
    0.00499138552619131523, -0.0269248652786934119, 0.110785717525610008, 0.63121264385586181, 1.13053334896691538,
    -0.00038293733356998366,
)  # fmt: skip
_NORMAL = (
    -0.00024188518000300974, 0.0006330600590445101, -0.0005083946161903441, 0.0007151338504627347,
    -0.002450590720400214, 0.004628358408808708, -0.006794346496462822, 0.010223391465842724, -0.015010348521173,
    0.020366180688142776, -0.026045598089694977, 0.03206995129585266, -0.038793083280324936, 0.04773765429854393,
    -0.06417232751846313, 0.1285519301891327,
)  # fmt: skip
#: The normal distribution function rounds to 1 in float32 for larger arguments.
_NORMAL_END = 5.5


def erf(x: Expr) -> Expr:
    """The error function: an odd polynomial for |x| < 1, else 1 - exp(-p(|x|)) with the sign of x."""
    b = Build(x.dtype)

    def body(x: Expr) -> Expr:
        def of_abs(a: Expr) -> Expr:
            small = x * b.poly(x * x, _ERF_SMALL)
            # erf(4) rounds to 1 in float32 (1 - erf(4) is 1.5e-8), and the fit ends there. -q(4) is -18: the
            # exponential cannot underflow, so `exp_core` needs no guard. The negated coefficients save a negation.
            bounded = binary("min", a, b.num(4.0))
            minus = [-c for c in _ERF_LARGE]
            power = shared(bounded, lambda t: shared(b.poly(t, minus), lambda p: exp_core(b, p)))
            return b.choose(a < b.num(1.0), small, b.copysign(b.num(1.0) - power, x))

        return shared(b.abs(x), of_abs)

    return shared(x, body)


def normcdf(x: Expr) -> Expr:
    """The normal distribution function, (1 + erf(x / sqrt(2))) / 2.

    In float32, 1/2 plus an odd polynomial, which gives exactly 0 and 1 from +-5.5 on; in float64, by the formula.
    """
    b = Build(x.dtype)
    if dt.element(x.dtype) == "float64":
        return b.fma(b.call("erf", x * b.num(math.sqrt(0.5))), b.num(0.5), b.num(0.5))

    def body(x: Expr) -> Expr:
        # the polynomial's argument is x*x mapped to [-1, 1], where its terms do not cancel
        u = binary("min", b.fma(x * x, b.num(2.0 / _NORMAL_END**2), b.num(-1.0)), b.num(1.0))
        p = shared(u, lambda u: b.poly(u, _NORMAL))
        # Above 5.5, x is clamped and the result is 1. Below -5.5, p stays p(1) while x decreases: the sum is negative,
        # and `max` makes it 0. So only one clamp of x is needed.
        end = binary("min", x, b.num(_NORMAL_END))
        return binary("max", b.fma(end, p, b.num(0.5)), b.num(0.0))

    return shared(x, body)


def fmod(x: Expr, y: Expr) -> Expr:
    """The exact remainder x - trunc(x / y) * y, which has the sign of x.

    The rounded quotient may be one too large: then the remainder is negative, and y is added. Example: fmod(5.5, 2):
    the quotient 2.75 is truncated to 2, and 5.5 - 2 * 2 = 1.5, exact in float64. A vector with a quotient above 2**22,
    or with an infinite y, is computed by libm.
    """
    b = Build(x.dtype)
    wide = Build(dt.with_lanes("float64", dt.lanes(x.dtype)))

    def of_sizes(x: Expr, y: Expr, a: Expr, c: Expr) -> Expr:
        def of_quotient(q: Expr) -> Expr:
            # Up to 2**22, the rounded quotient is at most one integer off. Its product with c has at most 23 + 24 bits,
            # exact in the 53 bits of float64.
            small = binary("and", binary("le", q, b.num(2.0**22)), binary("lt", c, b.num(math.inf)))
            minus = wide.num(0.0) - Cast(wide.dtype, b.call("trunc", q))
            remainder = Cast(b.dtype, wide.fma(minus, Cast(wide.dtype, c), Cast(wide.dtype, a)))
            # A negative remainder: the exact quotient is just below an integer, to which the division rounded it up.
            fast = shared(remainder, lambda r: b.copysign(b.choose(r < b.num(0.0), r + c, r), x))
            slow = b.choose(small, fast, b.call("fmod", x, y))
            # The branch is taken for the vector: libm is called only if some lane needs it. `slow` keeps the fast
            # result in the other lanes, so that a lane's result does not depend on its neighbours.
            return Call("if_then_else", (all_lanes(small), fast, slow), x.dtype)

        return shared(a / c, of_quotient)

    def body(x: Expr, y: Expr) -> Expr:
        return shared(b.abs(x), lambda a: shared(b.abs(y), lambda c: of_sizes(x, y, a, c)))

    return shared(x, lambda x: shared(y, lambda y: body(x, y)))


def rsqrt(x: Expr) -> Expr:
    """1 / sqrt(x), with a correctly rounded root and a correctly rounded division."""
    b = Build(x.dtype)
    return b.num(1.0) / b.call("sqrt", x)


_SINGLE = (
    exp, exp2, expm1, log, log2, log10, log1p, tanh, sigmoid, sinh, cosh, asinh, acosh, atanh, erf, normcdf, rsqrt,
    sin, cos, tan, asin, acos, atan,
)  # fmt: skip
_DOUBLE = (exp, log, log1p, expm1, tanh, sigmoid, normcdf, rsqrt)
#: Function by intrinsic name and element type. Others are computed in a wider type or by libm.
FORMULAS: dict[tuple[str, str], Callable[..., Expr]] = {
    **{(f.__name__, "float32"): f for f in _SINGLE},
    **{(f.__name__, "float64"): f for f in _DOUBLE},
    ("pow", "float32"): pow_,
    ("fmod", "float32"): fmod,
}
#: For targets without a fused multiply-add: the formulas of :data:`FORMULAS` whose error bounds depend on its rounding.
UNFUSED: dict[tuple[str, str], Callable[..., Expr]] = {
    ("sin", "float32"): sin_unfused,
    ("cos", "float32"): cos_unfused,
    ("tan", "float32"): tan_unfused,
}
