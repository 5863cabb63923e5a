"""Special functions, and functions of a number's parts."""

from __future__ import annotations

import math
from typing import Any

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation
from .elementwise import common_dtype

#: ATen's name to the graph's.
_FUNCTIONS = {
    "i0": "special.i0", "special_i0e": "special.i0e", "special_i1": "special.i1", "special_i1e": "special.i1e",
    "erfinv": "special.erfinv", "erfc": "erfc", "special_erfcx": "special.erfcx", "special_ndtri": "special.ndtri",
    "special_modified_bessel_i0": "special.i0", "special_modified_bessel_i1": "special.i1",
    "lgamma": "special.lgamma", "digamma": "special.digamma",
}  # fmt: skip
_SIGNED = {"float64": "int64", "float32": "int32", "float16": "int16", "bfloat16": "int16"}


def _define(name: str, op: str) -> None:
    @aten(name)
    def convert(t: Translation, x: GraphExpr) -> GraphExpr:
        return t.emit(op, t.cast(x))


for _name, _op in _FUNCTIONS.items():
    _define(_name, _op)


@aten("polygamma")
def polygamma(t: Translation, order: int, x: GraphExpr) -> GraphExpr:
    if order > 1:
        raise t.error("I121", f"the polygamma function of order {order}; those of order 0 and 1 have kernels")
    return t.emit("special.trigamma" if order else "special.digamma", t.cast(x))


@aten("fmin", "fmax")
def extreme_of_numbers(t: Translation, a: Any, b: Any) -> GraphExpr:
    """The smaller or larger of two numbers; of a number and a NaN, the number."""
    assert t.node is not None
    op = "minimum" if "fmin" in str(t.node.target) else "maximum"
    left, right = t.operand(a, t.dtype), t.operand(b, t.dtype)
    if t.dtype == "bool":
        return t.emit("logical_and" if op == "minimum" else "logical_or", left, right)
    both = t.emit(op, left, right)
    if not t.dtype.startswith(("float", "bfloat")):
        return both
    both = t.emit("where", t.emit("isnan", left), right, both)
    return t.emit("where", t.emit("isnan", right), left, both)


def _is_negative(t: Translation, x: GraphExpr) -> GraphExpr:
    """Whether the sign bit of a number is set, also of zeros and NaN."""
    dtype = t.ctx.dtype(x)
    if dtype in _SIGNED:
        x, dtype = t.emit("bitcast", x, dtype=_SIGNED[dtype]), _SIGNED[dtype]
    if dtype == "bool" or dtype.startswith("uint"):
        return t.full(t.shape(x), False, "bool")
    return t.emit("less", x, t.constant(0, dtype))


@aten("signbit")
def signbit(t: Translation, x: GraphExpr) -> GraphExpr:
    return _is_negative(t, x)


@aten("copysign")
def copysign(t: Translation, a: Any, b: Any) -> GraphExpr:
    size = t.emit("abs", t.operand(a, t.dtype))
    return t.emit("where", _is_negative(t, t.operand(b, t.dtype)), t.emit("negative", size), size)


@aten("nextafter")
def nextafter(t: Translation, a: Any, b: Any) -> GraphExpr:
    """The next number after `a` on the way to `b`: its bits, as an integer, are one more or one less."""
    kind = _SIGNED[t.dtype]
    a, b = t.operand(a, t.dtype), t.operand(b, t.dtype)
    bits, one = t.emit("bitcast", a, dtype=kind), t.constant(1, kind)
    grows = t.emit("equal", t.emit("less", a, b), t.emit("greater_equal", bits, t.constant(0, kind)))
    moved = t.emit("where", grows, t.emit("add", bits, one), t.emit("subtract", bits, one))
    least = t.emit("bitcast", one, dtype=t.dtype)
    from_zero = t.emit("where", t.emit("less", b, t.constant(0)), t.emit("negative", least), least)
    result = t.emit("bitcast", moved, dtype=t.dtype)
    result = t.emit("where", t.emit("equal", a, t.constant(0)), from_zero, result)
    result = t.emit("where", t.emit("equal", a, b), b, result)
    unknown = t.emit("logical_or", t.emit("isnan", a), t.emit("isnan", b))
    return t.emit("where", unknown, t.emit("add", a, b), result)


#: By type: the bits of the fraction, and the bias of the exponent.
_FORMATS = {"float64": (52, 1023), "float32": (23, 127), "float16": (10, 15), "bfloat16": (7, 127)}


@aten("frexp")
def frexp(t: Translation, x: GraphExpr) -> list[GraphExpr]:
    """`x` as a number from 1/2 to 1 (or 0, infinity, NaN) times a power of two, and the exponent, int32."""
    dtype = t.ctx.dtype(x)
    kind, (fraction, bias) = _SIGNED[dtype], _FORMATS[dtype]
    field = 2 * bias + 1
    # A denormal number is brought among the others by so many bits as its fraction has.
    tiny = t.emit("less", t.emit("abs", x), t.constant(2.0 ** (1 - bias), dtype))
    scaled = t.emit("where", tiny, t.emit("multiply", x, t.constant(2.0**fraction, dtype)), x)
    bits = t.emit("bitcast", scaled, dtype=kind)
    high = t.emit("bitwise_and", t.emit("right_shift", bits, t.constant(fraction, kind)), t.constant(field, kind))
    exponent = t.emit("subtract", t.cast(high, "int32"), t.constant(bias - 1, "int32"))
    lowered = t.emit("subtract", exponent, t.constant(fraction, "int32"))
    exponent = t.emit("where", tiny, lowered, exponent)
    rest = t.emit("bitwise_and", bits, t.constant(~(field << fraction), kind))
    half = t.emit("bitwise_or", rest, t.constant((bias - 1) << fraction, kind))
    finite = t.emit("less", high, t.constant(field, kind))
    parted = t.emit("logical_and", finite, t.emit("not_equal", x, t.constant(0, dtype)))
    mantissa = t.emit("where", parted, t.emit("bitcast", half, dtype=dtype), x)
    return [mantissa, t.emit("where", parted, exponent, t.constant(0, "int32"))]


@aten("ldexp")
def ldexp(t: Translation, x: GraphExpr, exponent: Any) -> GraphExpr:
    return t.emit("multiply", t.operand(x, t.dtype), t.emit("power", t.constant(2.0), t.operand(exponent, t.dtype)))


@aten("angle")
def angle(t: Translation, x: GraphExpr) -> GraphExpr:
    """pi left of 0, NaN for NaN, else 0."""
    x = t.cast(x)
    turned = t.emit("where", t.emit("less", x, t.constant(0)), t.constant(math.pi), t.constant(0))
    return t.emit("where", t.emit("isnan", x), x, turned)


@aten("round.decimals")
def round_to(t: Translation, x: GraphExpr, decimals: int) -> GraphExpr:
    """The nearest multiple of 10 to the minus `decimals`, halves to even."""
    if not decimals or not t.dtype.startswith(("float", "bfloat")):
        return x if not t.dtype.startswith(("float", "bfloat")) else t.emit("round", x)
    factor = t.constant(10.0 ** abs(decimals))
    there, back = ("multiply", "divide") if decimals > 0 else ("divide", "multiply")
    return t.emit(back, t.emit("round", t.emit(there, x, factor)), factor)


@aten("bucketize", "searchsorted")
def bucketize(
    t: Translation, *args: Any, out_int32: bool = False, right: bool = False, side: str | None = None,
    sorter: GraphExpr | None = None,
) -> GraphExpr:  # fmt: skip
    """The number of boundaries below a value (or not above it): bucketize(values, boundaries),
    searchsorted(boundaries, values). All are compared: NaN is above all numbers."""
    assert t.node is not None
    values, bounds = args if "bucketize" in str(t.node.target) else args[::-1]
    flat = t.rank(bounds) == 1
    if sorter is not None:
        bounds = t.emit("gather_elements", bounds, sorter, axis=t.rank(bounds) - 1)
    dtype = common_dtype(t, *args)
    values, bounds = t.operand(values, dtype), t.operand(bounds, dtype)
    column = t.reshape(values, [*t.shape(values), 1])
    if not flat:
        *lead, count = t.shape(bounds)
        bounds = t.reshape(bounds, [*lead, 1, count])
    reached = t.emit("greater" if right or side == "right" else "greater_equal", bounds, column)
    passed = t.cast(t.emit("logical_not", reached))
    return t.emit("sum", passed, axis=[t.rank(passed) - 1], keepdims=False)
