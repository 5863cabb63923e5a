"""Operators of one tensor, element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, any_of, cast, const, logical_not, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .registry import register
from .shapes import accumulator, define, need_float


def elementwise(name: str, x: Tensor, fn: Callable[[Expr], Expr]) -> Tensor:
    """``fn`` of every element."""
    return define(x.shape, lambda *i: fn(x(*i)), name=name)


def float_elementwise(name: str, x: Tensor, fn: Callable[[Expr], Expr]) -> Tensor:
    """``fn`` of every element of a floating tensor, evaluated in float32 for narrower types."""
    need_float(name, x)
    wide = accumulator(x.dtype)
    return elementwise(name, x, lambda v: cast(x.dtype, fn(cast(wide, v))))


_FLOAT_FUNCTIONS = {
    "exp": "e to the x", "exp2": "2 to the x", "expm1": "e to the x, minus one, exact near zero",
    "log": "the natural logarithm", "log2": "the logarithm to base 2", "log10": "the logarithm to base 10",
    "log1p": "the logarithm of 1 + x, exact near zero", "sqrt": "the square root",
    "rsqrt": "one over the square root", "erf": "the error function", "sin": "the sine", "cos": "the cosine",
    "tan": "the tangent", "asin": "the inverse sine", "acos": "the inverse cosine", "atan": "the inverse tangent",
    "sinh": "the hyperbolic sine", "cosh": "the hyperbolic cosine", "tanh": "the hyperbolic tangent",
    "asinh": "the inverse hyperbolic sine", "acosh": "the inverse hyperbolic cosine",
    "atanh": "the inverse hyperbolic tangent", "sigmoid": "1 / (1 + exp(-x))",
}  # fmt: skip


def _declare_float(name: str, what: str) -> Callable[..., Any]:
    function = getattr(te, name)

    def operator(x: Tensor) -> Tensor:
        return float_elementwise(name, x, function)

    operator.__name__ = name
    operator.__doc__ = f"Elementwise {what}. Float dtypes."
    aliases = ["nn.sigmoid"] if name == "sigmoid" else []
    return register(name, "elemwise", aliases)(operator)


for _name, _what in _FLOAT_FUNCTIONS.items():
    _declare_float(_name, _what)


def _rounding(name: str, intrinsic: str, what: str) -> Callable[..., Any]:
    function = getattr(te, intrinsic)

    def operator(x: Tensor) -> Tensor:
        if not dt.is_float(x.dtype):
            return elementwise(name, x, lambda v: v)
        return float_elementwise(name, x, function)

    operator.__name__ = name
    operator.__doc__ = f"{what}; integers stay as they are."
    return register(name, "elemwise")(operator)


for _name, _intrinsic, _what in (
    ("floor", "floor", "The largest integer not above x"),
    ("ceil", "ceil", "The smallest integer not below x"),
    ("trunc", "trunc", "The integer part of x"),
    ("round", "nearbyint", "The nearest integer, halves to even"),
):
    _rounding(_name, _intrinsic, _what)


@register("identity", "elemwise", aliases=["copy"])
def identity(x: Tensor) -> Tensor:
    """The tensor itself, copied."""
    return elementwise("identity", x, lambda v: v)


@register("grad.no_grad", "elemwise")
def no_grad(x: Tensor) -> Tensor:
    """The operand, which a gradient takes for a constant."""
    return elementwise("no_grad", x, lambda v: v)


@register("nn.dropout", "elemwise")
def dropout(x: Tensor, rate: float = 0.5) -> Tensor:
    """The inference form: the tensor itself."""
    return elementwise("dropout", x, lambda v: v)


@register("cast", "elemwise", aliases=["astype"])
def cast_(x: Tensor, dtype: str) -> Tensor:
    """Every element converted to `dtype`: floats to integers truncate toward zero, to bool they compare with zero."""
    if not dt.is_known(dtype) or dtype not in dt.SCALARS:
        raise MlccError("T205", f"`cast`: unknown dtype `{dtype}`")
    if dtype == "bool" and x.dtype != "bool":
        return elementwise("cast", x, lambda v: v.not_equal(const(0, v.dtype)))
    return elementwise("cast", x, lambda v: cast(dtype, v))


@register("abs", "elemwise")
def abs_(x: Tensor) -> Tensor:
    """The absolute value."""
    if x.dtype == "bool" or dt.is_int(x.dtype) and not dt.is_signed(x.dtype):
        return elementwise("abs", x, lambda v: v)
    if x.dtype == "bfloat16" or x.dtype == "float16":
        return float_elementwise("abs", x, te.abs)
    return elementwise("abs", x, te.abs)


@register("negative", "elemwise", aliases=["neg"])
def negative(x: Tensor) -> Tensor:
    """Minus x."""
    return elementwise("negative", x, lambda v: -v)


@register("sign", "elemwise")
def sign(x: Tensor) -> Tensor:
    """-1, 0 or 1; NaN stays NaN."""
    zero, one = const(0, x.dtype), const(1, x.dtype)
    if not dt.is_float(x.dtype) and not dt.is_signed(x.dtype):
        return elementwise("sign", x, lambda v: select(v > zero, one, zero))
    return elementwise("sign", x, lambda v: select(v > zero, one, select(v < zero, -one, v)))


@register("square", "elemwise")
def square(x: Tensor) -> Tensor:
    """x times x."""
    return elementwise("square", x, lambda v: v * v)


@register("reciprocal", "elemwise")
def reciprocal(x: Tensor) -> Tensor:
    """1 / x. Float dtypes."""
    return float_elementwise("reciprocal", x, lambda v: 1.0 / v)


@register("clip", "elemwise", aliases=["clamp"])
def clip(x: Tensor, min: float | None = None, max: float | None = None) -> Tensor:
    """x limited to [min, max]; a limit of None is none. NaN stays NaN; where min > max the result is max."""

    def limit(v: Expr) -> Expr:
        if min is not None:
            v = maximum(v, const(_limit(min, x.dtype), x.dtype))
        if max is not None:
            v = minimum(v, const(_limit(max, x.dtype), x.dtype))
        return v

    return elementwise("clip", x, limit)


def _limit(value: float, dtype: str) -> float:
    """`value` in the range of `dtype`, so that an infinite limit of an integer is the type's own."""
    if dt.is_float(dtype):
        return value
    low, high = dt.int_range(dtype)
    return low if value <= low else high if value >= high else int(value)


@register("isnan", "elemwise")
def isnan(x: Tensor) -> Tensor:
    """True where x is NaN."""
    if not dt.is_float(x.dtype):
        return elementwise("isnan", x, lambda v: const(False))
    return elementwise("isnan", x, lambda v: v.not_equal(v))


@register("isinf", "elemwise")
def isinf(x: Tensor, detect_positive: bool = True, detect_negative: bool = True) -> Tensor:
    """True where x is infinite, of the given signs."""
    need_float("isinf", x)

    def test(v: Expr) -> Expr:
        up, down = v.equal(const(float("inf"), x.dtype)), v.equal(const(float("-inf"), x.dtype))
        chosen = [c for c, wanted in ((up, detect_positive), (down, detect_negative)) if wanted]
        return any_of(*chosen)

    return elementwise("isinf", x, test)


@register("isfinite", "elemwise")
def isfinite(x: Tensor) -> Tensor:
    """True where x is neither infinite nor NaN."""
    need_float("isfinite", x)
    return elementwise("isfinite", x, lambda v: te.abs(v) < const(float("inf"), x.dtype))


@register("logical_not", "elemwise")
def logical_not_(x: Tensor) -> Tensor:
    """True where x is false. bool."""
    if x.dtype != "bool":
        raise MlccError("T204", f"`logical_not` takes a bool tensor, got `{x.dtype}`")
    return elementwise("logical_not", x, logical_not)


@register("bitwise_not", "elemwise")
def bitwise_not(x: Tensor) -> Tensor:
    """Every bit inverted. Integers."""
    if not dt.is_int(x.dtype):
        raise MlccError("T204", f"`bitwise_not` takes an integer tensor, got `{x.dtype}`")
    return elementwise("bitwise_not", x, lambda v: ~v)
