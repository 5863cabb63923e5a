"""The semantics of operators and intrinsics, on NumPy scalars and arrays.

Integers wrap, `//` and `%` floor, 16-bit floats are rounded after every operation. Transcendental functions are
computed in double precision and rounded once, so that they can serve as the oracle for approximations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from mlcc.ir import dtype as dt
from mlcc.ir import numpy_dtype

Array = Any  # a NumPy scalar or array


def _truncdiv(a: Array, b: Array) -> Array:
    quotient = np.floor_divide(a, b)
    inexact = (np.multiply(quotient, b) != a) & ((a < 0) != (b < 0))
    return (quotient + inexact.astype(quotient.dtype)).astype(quotient.dtype)


def _div(a: Array, b: Array) -> Array:
    return np.divide(a, b) if np.asarray(a).dtype.kind not in "iub" else _truncdiv(a, b)


BINARY: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": _div,
    "floordiv": np.floor_divide,
    "floormod": np.mod,
    "truncdiv": _truncdiv,
    "truncmod": np.fmod,
    "min": np.minimum,
    "max": np.maximum,
    "bitand": np.bitwise_and,
    "bitor": np.bitwise_or,
    "bitxor": np.bitwise_xor,
    "shl": np.left_shift,
    "shr": np.right_shift,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}


def _round_away(x: Array) -> Array:
    """Rounds half away from zero, as C's `round`."""
    truncated = np.trunc(x)
    return truncated + np.copysign(np.where(np.abs(x - truncated) >= 0.5, 1.0, 0.0), x)


def _elementwise(fn: Callable[[float], float]) -> Callable[[Array], Array]:
    def safe(x: float) -> float:
        try:
            return fn(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    ufunc = np.frompyfunc(safe, 1, 1)
    return lambda x: np.asarray(ufunc(np.asarray(x, np.float64))).astype(np.float64)


#: Functions of doubles; the result is rounded to the operand's type.
DOUBLE: dict[str, Callable[..., Array]] = {
    "exp": np.exp, "exp2": np.exp2, "exp10": lambda x: np.power(10.0, x), "expm1": np.expm1,
    "log": np.log, "log2": np.log2, "log10": np.log10, "log1p": np.log1p,
    "sqrt": np.sqrt, "rsqrt": lambda x: 1.0 / np.sqrt(x), "sigmoid": lambda x: 1.0 / (1.0 + np.exp(-x)),
    "tanh": np.tanh, "erf": _elementwise(math.erf),
    "normcdf": _elementwise(lambda x: math.erfc(-x * math.sqrt(0.5)) / 2), "sin": np.sin, "cos": np.cos, "tan": np.tan,
    "sinh": np.sinh, "cosh": np.cosh, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh, "floor": np.floor, "ceil": np.ceil,
    "round": _round_away, "nearbyint": np.rint, "trunc": np.trunc, "fabs": np.fabs,
    "tgamma": _elementwise(math.gamma), "lgamma": _elementwise(math.lgamma),
    "pow": np.power, "atan2": np.arctan2, "hypot": np.hypot, "fmod": np.fmod, "copysign": np.copysign,
    "ldexp": lambda x, n: np.ldexp(x, np.asarray(n).astype(np.int32)), "fma": lambda a, b, c: a * b + c,
}  # fmt: skip
_INTEGER = frozenset({"pow", "fmod", "floor", "ceil", "round", "trunc", "nearbyint", "fabs"})


def intrinsic(op: str, args: list[Array], dtype: str) -> Array | None:
    """The value of a call of a pure intrinsic, or None for one that is not implemented here."""
    if dtype == "handle":
        return None
    target = numpy_dtype(dt.element(dtype))
    if op in DOUBLE:
        if op in _INTEGER and np.asarray(args[0]).dtype.kind in "iu":
            return _integer(op, args)
        wide = [np.asarray(a).astype(np.float64) for a in args]
        return np.asarray(DOUBLE[op](*wide)).astype(target)
    match op:
        case "abs":
            return np.abs(args[0])
        case "likely":
            return args[0]
        case "isnan":
            return np.isnan(args[0])
        case "isinf":
            return np.isinf(args[0])
        case "isfinite":
            return np.isfinite(args[0])
        case "nextafter":
            return np.nextafter(args[0], args[1])
        case "nearest_int":
            return np.rint(args[0]).astype(np.int32)
        case "bitwise_not":
            return np.invert(args[0])
        case "popcount" | "clz":
            return _bits(op, np.asarray(args[0])).astype(target)
        case "dp4a":
            x, y = (_numbers_of(a, kind) for a, kind in zip(args, ("u1", "i1"), strict=False))
            return (args[2] + (x * y).sum(-1)).astype(np.int32)
        case "dot_int16":
            x, y = (_numbers_of(a, "i2") for a in args[:2])
            return (args[2] + (x * y).sum(-1)).astype(np.int32)
        case "saturated_pairs":
            x, y = (_numbers_of(a, kind) for a, kind in zip(args, ("u1", "i1"), strict=True))
            products = x * y
            sums = products.reshape(*products.shape[:-1], 2, 2).sum(-1).clip(-(2**15), 2**15 - 1)
            return np.ascontiguousarray(sums.astype("<i2")).view("<i4")[..., 0]
        case "dot_bf16":
            x, y = (_pairs_of(a).astype(np.float64) for a in args[:2])
            return (args[2] + (x * y).sum(-1)).astype(np.float32)
        case "reinterpret":
            return np.ascontiguousarray(args[0]).view(target).reshape(np.shape(args[0]))
    return None


def _numbers_of(word: Array, kind: str) -> np.ndarray[Any, Any]:
    """The integers of a type in each word, the lowest first, along a new last dimension."""
    words = np.asarray(word, "<i4")
    return np.ascontiguousarray(words.reshape(*words.shape, 1)).view(kind).astype(np.int64)


def _pairs_of(word: Array) -> np.ndarray[Any, Any]:
    """The two bfloat16 numbers of each word, the lower first, as float32 along a new last dimension."""
    words = np.asarray(word, "<i4")
    halves = np.ascontiguousarray(words.reshape(*words.shape, 1)).view("<u2").astype("<u4") << 16
    return halves.view("<f4")


def _integer(op: str, args: list[Array]) -> Array:
    if op == "pow":
        x, n = args
        # The inverse of an integer is one of 1 and -1 only.
        inverse = np.where(x == 1, 1, np.where(np.abs(x) == 1, np.where(n & 1, -1, 1), 0)).astype(x.dtype)
        return np.where(n < 0, inverse, np.power(x, np.where(n < 0, 0, n)).astype(x.dtype))
    if op == "fmod":
        return np.fmod(args[0], args[1])
    return np.abs(args[0]) if op == "fabs" else args[0]


def _bits(op: str, value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Number of set bits, or of leading zeros (all of them for 0)."""
    width = value.dtype.itemsize * 8
    plain = value.astype(f"u{value.dtype.itemsize}")
    bits = [(plain >> plain.dtype.type(i)) & plain.dtype.type(1) for i in range(width)]
    if op == "popcount":
        return np.asarray(sum(b.astype(np.int64) for b in bits))
    result = np.full(value.shape, width, np.int64)
    for i, bit in enumerate(bits):
        result = np.where(bit != 0, width - 1 - i, result)
    return result


def convert(value: Array, dtype: str) -> Array:
    """A cast: floats truncate toward zero to integers, integers wrap."""
    target = numpy_dtype(dt.element(dtype))
    array = np.asarray(value)
    if target.kind in "iu" and array.dtype.kind not in "iub":
        return np.trunc(array.astype(np.float64)).astype(np.int64).astype(target)
    if array.dtype.kind == "V" or target.kind == "V":  # bfloat16 has no direct conversion to some types
        return array.astype(np.float32).astype(target) if array.dtype != target else array
    return array.astype(target)
