"""Evaluates operators on constants at compile time."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TensorStructInfo,
    as_int,
    numpy_dtype,
)  # fmt: skip
from mlcc.ir import dtype as dt

from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass
from .recurrent_weights import pack_recurrent, pack_recurrent_words

Array = Any


def _reshape(info: TensorStructInfo, x: Array, *_: Any, **__: Any) -> Array:
    return x.reshape(info.static_shape())


def _concat(info: TensorStructInfo, parts: list[Array], axis: int = 0) -> Array:
    return np.concatenate(parts, axis)


def _unary(fn: Callable[[Array], Array]) -> Callable[..., Array]:
    return lambda info, x: fn(x)


def _float_binary(fn: Callable[[Array, Array], Array]) -> Callable[..., Array | None]:
    """The function for float operands only: integer division and powers round as the kernels define, not as NumPy."""
    return lambda info, a, b: fn(a, b) if dt.is_float(info.dtype) else None


def _slice(info: TensorStructInfo, x: Array, begin: Any, end: Any, strides: Any = None, axes: Any = None) -> Array:
    slices = [slice(None)] * x.ndim
    starts, ends = [_number(v) for v in begin], [_number(v) for v in end]
    for n, axis in enumerate(axes if axes is not None else range(len(starts))):
        slices[axis] = slice(starts[n], ends[n], strides[n] if strides is not None else 1)
    return x[tuple(slices)].reshape(info.static_shape())


def _dequantize(
    info: TensorStructInfo, x: Array, scale: Array, zero: Array | None = None, **attrs: Any
) -> Array | None:
    if attrs.get("block_size"):
        return None
    broadcast_shape = [1] * x.ndim
    if scale.size > 1:
        broadcast_shape[attrs.get("axis", 1)] = -1
    shifted = x.astype(np.int32) - (0 if zero is None else zero.astype(np.int32).reshape(broadcast_shape))
    return shifted.astype(np.float32) * scale.reshape(broadcast_shape)


def _number(value: Any) -> int:
    number = as_int(value)
    if number is None:
        raise ValueError("not a number")
    return number


def _take(info: TensorStructInfo, x: Array, indices: Array, axis: int = 0, **_: Any) -> Array | None:
    in_range = ((indices >= -x.shape[axis]) & (indices < x.shape[axis])).all()
    return np.take(x, indices, axis) if in_range else None


def _pack_recurrent(info: TensorStructInfo, x: Array, cell: str = "lstm") -> Array:
    from mlcc.topi import RECURRENT_CELLS

    return pack_recurrent(x, *RECURRENT_CELLS[cell])


#: NumPy implementations of the operators that imported models apply to constants: layout, casts and arithmetic.
EVALUATE: Mapping[str, Callable[..., Array]] = {
    "reshape": _reshape, "squeeze": _reshape, "expand_dims": _reshape, "flatten": _reshape,
    "transpose": lambda info, x, axes=None: np.transpose(x, axes),
    "cast": lambda info, x, **_: x.astype(numpy_dtype(info.dtype)),
    "add": lambda info, a, b: a + b, "subtract": lambda info, a, b: a - b, "multiply": lambda info, a, b: a * b,
    "maximum": lambda info, a, b: np.maximum(a, b), "minimum": lambda info, a, b: np.minimum(a, b),
    "divide": _float_binary(np.divide), "power": _float_binary(np.power),
    "negative": _unary(np.negative), "abs": _unary(np.abs), "sqrt": _unary(np.sqrt), "exp": _unary(np.exp),
    "log": _unary(np.log), "square": _unary(np.square), "reciprocal": lambda info, x: 1 / x,
    "rsqrt": lambda info, x: 1 / np.sqrt(x), "where": lambda info, c, a, b: np.where(c, a, b),
    "dequantize_linear": _dequantize, "concatenate": _concat, "strided_slice": _slice, "take": _take,
    "nn.pack_recurrent": _pack_recurrent,
    "nn.pack_recurrent_words": lambda info, x: pack_recurrent_words(x, info.static_shape()[2]),
    "broadcast_to": lambda info, x, *_, **__: np.broadcast_to(x, info.static_shape()),
}  # fmt: skip


def _value(arg: GraphExpr) -> Any:
    """An operand for NumPy: an array, a list of arrays or a tuple of dimensions; None if it is not constant."""
    match arg:
        case Constant():
            return arg.data
        case ShapeExpr():
            dims = tuple(as_int(v) for v in arg.values)
            return None if None in dims else dims
        case GraphTuple():
            fields = [_value(f) for f in arg.fields]
            return fields if all(isinstance(f, np.ndarray) for f in fields) else None
    return None


#: Larger results are computed at run time: they would exhaust the memory of the compiler.
_MOST_BYTES = 1 << 31


def evaluate(call: GraphCall, info: TensorStructInfo, limit: int) -> np.ndarray[Any, Any] | None:
    """The value of an operator call on constants; None if an operand is not constant, the table lacks the operator, or
    the result is larger than both the operands and `limit` elements, or than `_MOST_BYTES`."""
    assert isinstance(call.op, Op)
    fn, shape = EVALUATE.get(call.op.name), info.static_shape()
    args = [_value(arg) for arg in call.args]
    if fn is None or shape is None or any(a is None for a in args):
        return None
    operands = sum(x.size for a in args for x in (a if isinstance(a, list) else [a]) if isinstance(x, np.ndarray))
    if math.prod(shape) > max(limit, operands) or math.prod(shape) * dt.nbytes(info.dtype) > _MOST_BYTES:
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = fn(info, *args, **call.attrs)
        except (TypeError, ValueError, IndexError):  # an attribute or a dtype that the table does not support
            return None
    if value is None:
        return None
    result = np.asarray(value, dtype=numpy_dtype(info.dtype))
    return np.ascontiguousarray(result) if result.ndim else result


@dataclass(frozen=True)
class FoldConstant(FunctionPass):
    """Evaluate operator calls on constants, unless the result is larger than both the operands and `limit` elements."""

    limit: int = 1 << 24

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if (
                not isinstance(value, GraphCall)
                or not isinstance(value.op, Op)
                or not isinstance(var.sinfo, TensorStructInfo)
            ):
                return None
            result = evaluate(value, var.sinfo, self.limit)
            return None if result is None else Constant(result)

        return rewrite(func, rule, module)
