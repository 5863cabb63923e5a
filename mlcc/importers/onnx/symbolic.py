"""Arithmetic on shapes while importing.

A dynamic model computes reshape targets from ``Shape``; with the dimensions as expressions these are known up to the
symbols, so the nodes vanish. Arrays of objects hold ints and TensorIR expressions.
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
import onnx

from mlcc.ir import Expr, GraphExpr, TensorStructInfo, as_int, binary

from .context import Context

Array = Any

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": lambda a, b: a // b,  # dimensions are not negative: floor and truncation agree
    "Mod": lambda a, b: a % b,
    "Max": lambda a, b: _extreme("max", a, b),
    "Min": lambda a, b: _extreme("min", a, b),
}
_INTEGER = ("int64", "int32")


def _extreme(op: str, a: Any, b: Any) -> Any:
    if isinstance(a, Expr) or isinstance(b, Expr):
        return binary(op, a, b)
    return max(a, b) if op == "max" else min(a, b)


def _attr(node: onnx.NodeProto, name: str, default: Any) -> Any:
    for attr in node.attribute:
        if attr.name == name:
            return onnx.helper.get_attribute_value(attr)
    return default


def evaluate_symbolic(ctx: Context, node: onnx.NodeProto, inputs: Sequence[GraphExpr | None]) -> GraphExpr | None:
    """The node's output where it is a shape computation on known values with at least one symbol; else None."""
    if node.op_type == "Shape" and inputs[0] is not None and isinstance(inputs[0].sinfo, TensorStructInfo):
        shape = ctx.shape(inputs[0])
        start, end = _attr(node, "start", 0), _attr(node, "end", len(shape))
        return ctx.symbolic_value(_objects(shape[start:end]))
    if node.op_type == "Size" and inputs[0] is not None and isinstance(inputs[0].sinfo, TensorStructInfo):
        total: Any = 1
        for d in ctx.shape(inputs[0]):
            total = d * total if isinstance(d, Expr) else total * d
        return ctx.symbolic_value(_objects(total))
    if not any(i is not None and i in ctx.symbolic for i in inputs):
        return None
    known = [ctx.known(i) for i in inputs]
    if any(k is None and i is not None for k, i in zip(known, inputs)):
        return None
    result = _evaluate(ctx, node, known)
    return None if result is None else ctx.symbolic_value(result, ctx.dtype(inputs[0]) if inputs[0] else "int64")


def _objects(value: Any) -> Array:
    if not isinstance(value, (tuple, list)):
        result = np.empty((), dtype=object)
        result[()] = value
        return result
    result = np.empty(len(value), dtype=object)
    for i, v in enumerate(value):
        result[i] = v
    return result


def _evaluate(ctx: Context, node: onnx.NodeProto, known: list[Any]) -> Array | None:
    x = np.asarray(known[0], dtype=object) if known and known[0] is not None else None
    op = node.op_type
    if op in _BINARY and len(known) == 2:
        a, b = np.broadcast_arrays(x, np.asarray(known[1], dtype=object))
        out = np.empty(a.shape, dtype=object)
        for index in np.ndindex(a.shape):
            out[index] = _BINARY[op](_plain(a[index]), _plain(b[index]))
        return out
    if x is None:
        return None
    match op:
        case "Identity":
            return x
        case "Cast":
            to = onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 0)).name
            return x if to in _INTEGER else None
        case "Gather":
            if known[1].dtype == object:
                return None
            taken = np.take(x, known[1].astype(np.int64), axis=_attr(node, "axis", 0))
            return _objects(taken) if not isinstance(taken, np.ndarray) else taken
        case "Concat":
            return np.concatenate([np.asarray(k, dtype=object) for k in known], axis=_attr(node, "axis", 0))
        case "Unsqueeze" | "Squeeze":
            axes = list(known[1]) if len(known) > 1 and known[1] is not None else _attr(node, "axes", None)
            if op == "Squeeze":
                return x.squeeze(tuple(int(a) for a in axes) if axes is not None else None)
            return np.expand_dims(x, tuple(int(a) for a in axes or (0,)))
        case "Reshape":
            if known[1].dtype == object:
                return None
            return x.reshape([int(v) for v in known[1]])
        case "Slice":
            return _slice(node, x, known)
        case "ReduceProd":
            total: Any = 1
            for v in x.reshape(-1):
                total = total * _plain(v) if not isinstance(v, Expr) else v * total
            return _objects(total) if not _attr(node, "keepdims", 1) else _objects([total])
    return None


def _plain(value: Any) -> Any:
    if isinstance(value, Expr):
        number = as_int(value)
        return value if number is None else number
    return int(value)


def _slice(node: onnx.NodeProto, x: Array, known: list[Any]) -> Array | None:
    if len(known) > 1:
        parts = [None if k is None else [int(v) for v in k] if k.dtype != object else "?" for k in known[1:]]
        if "?" in parts:
            return None
        starts, ends, axes, steps = (*parts, None, None)[:4]
    else:
        starts, ends, axes, steps = _attr(node, "starts", None), _attr(node, "ends", None), _attr(node, "axes", None), None
    index: list[Any] = [slice(None)] * x.ndim
    assert starts is not None and ends is not None
    for n, (start, end) in enumerate(zip(starts, ends)):
        axis = axes[n] if axes else n
        index[axis] = slice(start, end, steps[n] if steps else 1)
    return x[tuple(index)]
