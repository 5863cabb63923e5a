"""Scalar functions of expressions. Each takes an expression of floating type unless said otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc.ir import Expr, ExprLike, binary, call, const_like, if_then_else, select
from mlcc.ir import dtype as dt


def _unary(name: str) -> Callable[[ExprLike], Expr]:
    def function(x: ExprLike) -> Expr:
        return call(name, const_like(x, "float32"))

    function.__name__ = name
    function.__doc__ = f"The intrinsic ``{name}`` of `x`."
    return function


exp, exp2, exp10, expm1 = _unary("exp"), _unary("exp2"), _unary("exp10"), _unary("expm1")
log, log2, log10, log1p = _unary("log"), _unary("log2"), _unary("log10"), _unary("log1p")
sqrt, rsqrt, sigmoid, tanh, erf, normcdf = (
    _unary("sqrt"), _unary("rsqrt"), _unary("sigmoid"), _unary("tanh"), _unary("erf"), _unary("normcdf"),
)  # fmt: skip
sin, cos, tan = _unary("sin"), _unary("cos"), _unary("tan")
asin, acos, atan = _unary("asin"), _unary("acos"), _unary("atan")
sinh, cosh = _unary("sinh"), _unary("cosh")
asinh, acosh, atanh = _unary("asinh"), _unary("acosh"), _unary("atanh")
floor, ceil, trunc = _unary("floor"), _unary("ceil"), _unary("trunc")
nearbyint = _unary("nearbyint")


def dp4a(a: Expr, b: Expr, acc: ExprLike = 0) -> Expr:
    """`acc` + the dot product of the four bytes of the int32 word `a`, unsigned, and those of `b`, signed."""
    return call("dp4a", a, b, const_like(acc, "int32"))


def dot_int16(a: Expr, b: Expr, acc: ExprLike = 0) -> Expr:
    """`acc`, int32, + the dot product of the two int16 numbers of the int32 word `a` and those of `b`."""
    return call("dot_int16", a, b, const_like(acc, "int32"))


def nearest_int(x: Expr) -> Expr:
    """The int32 nearest to `x`, float32 below 2**22, ties to even."""
    return call("nearest_int", x)


def saturated_pairs(a: Expr, b: Expr) -> Expr:
    """A word of two int16 numbers: sums of the products of the two lower bytes of words, `a` unsigned and `b` signed,
    and of the two upper ones, each limited to the range of int16."""
    return call("saturated_pairs", a, b)


def dot_bf16(a: Expr, b: Expr, acc: ExprLike = 0.0) -> Expr:
    """`acc`, float32, + the dot product of the two bfloat16 numbers of the int32 word `a` and those of `b`."""
    return call("dot_bf16", a, b, const_like(acc, "float32"))


isnan, isinf, isfinite = _unary("isnan"), _unary("isinf"), _unary("isfinite")


def round(x: ExprLike) -> Expr:  # noqa: A001
    """Rounds half away from zero (:func:`nearbyint` rounds half to even)."""
    return call("round", const_like(x, "float32"))


def abs(x: Expr) -> Expr:  # noqa: A001
    """The absolute value, of floats and integers."""
    return call("fabs" if dt.is_float(x.dtype) else "abs", x)


def power(x: ExprLike, y: ExprLike) -> Expr:
    return call("pow", x, y)


def fmod(x: ExprLike, y: ExprLike) -> Expr:
    """The remainder with the sign of `x`, as in C."""
    return call("fmod", x, y)


def atan2(y: ExprLike, x: ExprLike) -> Expr:
    return call("atan2", y, x)


def trunc_div(a: ExprLike, b: ExprLike) -> Expr:
    """Integer division toward zero."""
    return binary("truncdiv", a, b)


def trunc_mod(a: ExprLike, b: ExprLike) -> Expr:
    return binary("truncmod", a, b)


def floor_div(a: ExprLike, b: ExprLike) -> Expr:
    return binary("floordiv", a, b)


def floor_mod(a: ExprLike, b: ExprLike) -> Expr:
    return binary("floormod", a, b)


def div(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of floats; of integers the one toward zero."""
    first = a if isinstance(a, Expr) else b
    return binary("div" if dt.is_float(getattr(first, "dtype", "float32")) else "truncdiv", a, b)


def logaddexp(a: ExprLike, b: ExprLike) -> Expr:
    """log(exp(a) + exp(b)), without overflow."""
    high, low = binary("max", a, b), binary("min", a, b)
    return high + log1p(exp(low - high))


indexdiv, indexmod = floor_div, floor_mod
#: TVM's spellings.
floordiv, floormod, truncdiv, truncmod = floor_div, floor_mod, trunc_div, trunc_mod
pow = power  # noqa: A001


def let_select(condition: Expr, a: ExprLike, b: ExprLike) -> Expr:
    """A select that evaluates both sides: suitable for cheap arithmetic, which can then be vectorized."""
    return select(condition, a, b)


__all__: list[Any] = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "cos", "cosh", "div", "erf", "exp",
    "exp10", "exp2", "expm1", "floor", "floor_div", "floor_mod", "floordiv", "floormod", "fmod", "if_then_else",
    "indexdiv", "indexmod", "isfinite", "isinf", "isnan", "let_select", "log", "log10", "log1p", "log2", "logaddexp",
    "nearbyint", "normcdf", "pow", "power", "round", "rsqrt", "select", "sigmoid", "sin", "sinh", "sqrt", "tan",
    "tanh", "trunc", "trunc_div", "trunc_mod", "truncdiv", "truncmod",
]  # fmt: skip
