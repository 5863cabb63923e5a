"""Arithmetic on shapes while importing.

A dynamic model computes reshape targets from ``Shape``; with the dimensions as expressions these are known up to the
symbols, so the nodes vanish. Arrays of objects hold ints and TensorIR expressions.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx

from mlcc.ir import Expr, GraphExpr, TensorStructInfo, as_int, binary

from .context import Context

Array = Any

_INTEGER = ("int64", "int32")
#: What may be done with whole numbers kept as floats, and with conditions.
_EXACT = ("Cast", "Where", "Identity", "Gather", "Reshape", "Squeeze", "Unsqueeze")


def _extreme(op: str, a: Any, b: Any) -> Any:
    if isinstance(a, Expr) or isinstance(b, Expr):
        return binary(op, a, b)
    return max(a, b) if op == "max" else min(a, b)


def _truncated(a: Any, b: Any) -> Any:
    """Integer division toward zero of numbers; dimensions are not negative, so floor and truncation agree."""
    if isinstance(a, Expr) or isinstance(b, Expr) or a * b >= 0:
        return a // b
    return -(-a // b)


def _same(a: Any, b: Any) -> Any:
    """Whether two elements are equal; None where that depends on a symbol. No dimension is negative."""
    if a is b:
        return True
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return False if (isinstance(a, int) and a < 0) or (isinstance(b, int) and b < 0) else None


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": _truncated,
    "Mod": lambda a, b: a % b,
    "Max": lambda a, b: _extreme("max", a, b),
    "Min": lambda a, b: _extreme("min", a, b),
    "Equal": _same,
}


def _attr(node: onnx.NodeProto, name: str, default: Any) -> Any:
    for attr in node.attribute:
        if attr.name == name:
            return onnx.helper.get_attribute_value(attr)
    return default


def evaluate_symbolic(ctx: Context, node: onnx.NodeProto, inputs: Sequence[GraphExpr | None]) -> GraphExpr | None:
    """The node's output where it is a shape computation on known values with at least one symbol; else None."""
    first = inputs[0] if inputs else None
    if node.op_type in ("Shape", "Size") and first is not None and isinstance(first.sinfo, TensorStructInfo):
        shape = list(ctx.shape(first))
        if node.op_type == "Size":
            return ctx.symbolic_value(_objects(_product(shape)))
        return ctx.symbolic_value(_objects(shape[_attr(node, "start", 0) : _attr(node, "end", len(shape))]))
    if not any(i is not None and i in ctx.symbolic for i in inputs):
        return None
    if any(i is not None and ctx.dtype(i) not in _INTEGER for i in inputs) and node.op_type not in _EXACT:
        return None
    known = [ctx.known(i) for i in inputs]
    if any(k is None and i is not None for k, i in zip(known, inputs, strict=False)):
        return None
    result = _evaluate(node, known)
    if result is None:
        return None
    dtype = ctx.dtype(inputs[1 if node.op_type == "Where" else 0])
    if node.op_type == "Cast":
        dtype = onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 0)).name
    if node.op_type == "Equal":
        return ctx.constant(result.astype(bool))
    return ctx.symbolic_value(result, dtype)


def _product(values: Sequence[Any]) -> Any:
    total: Any = 1
    for v in values:
        value = _plain(v)
        total = value * total if isinstance(value, Expr) else total * value
    return total


def _objects(value: Any) -> Array:
    if not isinstance(value, (tuple, list)):
        scalar: Array = np.empty((), dtype=object)
        scalar[()] = value
        return scalar
    result: Array = np.empty(len(value), dtype=object)
    for i, v in enumerate(value):
        result[i] = v
    return result


def _elementwise(function: Callable[..., Any], *operands: Array) -> Array | None:
    """Apply a function to the elements of broadcast arrays; None where one result is unknown."""
    spread = np.broadcast_arrays(*operands)
    out: Array = np.empty(spread[0].shape, dtype=object)
    for index in np.ndindex(out.shape):
        out[index] = function(*(_plain(a[index]) for a in spread))
        if out[index] is None:
            return None
    return out


def _evaluate(node: onnx.NodeProto, known: list[Any]) -> Array | None:
    operands = [None if k is None else np.asarray(k, dtype=object) for k in known]
    x, op = operands[0], node.op_type
    if x is None:
        return None
    if op in _BINARY and len(operands) == 2:
        return _elementwise(_BINARY[op], x, operands[1])
    match op:
        case "Where":
            return _elementwise(lambda c, a, b: a if c else b, x, operands[1], operands[2])
        case "Identity":
            return x
        case "Neg":
            return _elementwise(lambda a: -a, x)
        case "Cast":
            to = onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 0)).name
            return x if to in (*_INTEGER, "float32", "float64") else None
        case "Concat":
            return np.concatenate([o for o in operands if o is not None], axis=_attr(node, "axis", 0))
        case "ReduceMin" | "ReduceMax" if len(x.reshape(-1)):
            op = "min" if node.op_type == "ReduceMin" else "max"
            most = functools.reduce(functools.partial(_extreme, op), [_plain(v) for v in x.reshape(-1)])
            return _objects([most] if _attr(node, "keepdims", 1) else most)
        case "ReduceProd":
            total = _product(list(x.reshape(-1)))
            return _objects([total] if _attr(node, "keepdims", 1) else total)
        case "Gather" | "Reshape" | "Squeeze" | "Unsqueeze" | "Slice" | "Transpose":
            return _moved(node, x, known)
    return None


def _moved(node: onnx.NodeProto, x: Array, known: list[Any]) -> Array | None:
    """Operators that only move elements, by index tensors that are plain numbers."""
    if any(k is not None and k.dtype == object for k in known[1:]):
        return None
    match node.op_type:
        case "Gather":
            taken = np.take(x, known[1].astype(np.int64), axis=_attr(node, "axis", 0))
            return taken if isinstance(taken, np.ndarray) else _objects(taken)
        case "Reshape":
            return x.reshape([int(v) for v in known[1]])
        case "Slice":
            return _slice(node, x, known)
        case "Transpose":
            return x.transpose(_attr(node, "perm", None))
    axes = list(known[1]) if len(known) > 1 and known[1] is not None else _attr(node, "axes", None)
    places = tuple(int(a) for a in axes) if axes is not None else None
    return x.squeeze(places) if node.op_type == "Squeeze" else np.expand_dims(x, places or (0,))


def _plain(value: Any) -> Any:
    if isinstance(value, Expr):
        number = as_int(value)
        return value if number is None else number
    return int(value)


def _slice(node: onnx.NodeProto, x: Array, known: list[Any]) -> Array:
    def part(place: int, name: str) -> list[int] | None:
        given = known[place] if len(known) > place else _attr(node, name, None)
        return None if given is None else [int(v) for v in given]

    starts, ends, axes, steps = (part(n, s) for n, s in enumerate(("starts", "ends", "axes", "steps"), 1))
    index: list[Any] = [slice(None)] * x.ndim
    for n, (start, end) in enumerate(zip(starts or (), ends or (), strict=False)):
        index[axes[n] if axes else n] = slice(start, end, steps[n] if steps else 1)
    return x[tuple(index)]
