"""Symbolic evaluation of shape computations at import time.

A dynamic model computes the targets of `Reshape`, `Slice` and `Expand` from the results of ``Shape``. They are
evaluated with symbolic dimensions as TensorIR expressions, so that none of these nodes is emitted. For x: [n, 8, 16]

    Shape(x)                            [n, 8, 16]
    Gather(_, 0), Unsqueeze(_, 0)       [n]
    Concat(_, [128])                    [n, 128]
    Reshape(x, _)                       emitted as R.reshape(x, R.shape([n, 128]))

Values are NumPy arrays of objects: Python ints and TensorIR expressions.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np
import onnx

from mlcc.analysis import never_negative
from mlcc.ir import Expr, GraphCall, GraphExpr, Op, TensorStructInfo, as_int, binary

from .chosen_sizes import by_case, chosen, equal, inverted
from .context import Context
from .shape_args import shortened
from .values import Array, Dim

_T = TypeVar("_T")

_INTEGER = ("int64", "int32")
#: Of floats that sizes are divided by.
_LARGEST_DIVISOR = 1 << 12
#: Operators that are exact also for integers stored as floats, and for conditions.
_EXACT = ("Cast", "Where", "Not", "And", "Or", "Max", "Min", "Identity", "Gather", "Reshape", "Squeeze", "Unsqueeze")


def _extreme(op: str, a: Dim, b: Dim) -> Dim:
    if isinstance(a, Expr) or isinstance(b, Expr):
        return binary(op, a, b)
    return max(a, b) if op == "max" else min(a, b)


def _truncated(a: Dim, b: Dim) -> Dim | None:
    """Integer division, rounded toward zero: for operands of known signs, as dimensions are, a floor division."""
    if isinstance(b, int) and b < 0:
        a, b = -a, -b
    if b == 0 or not _not_negative(b):
        return None
    positive = _above_zero(a) // b
    # Of what is above -b, such as a size less one, the negative part is less than the divisor.
    return positive if isinstance(b, int) and _not_negative(a + (b - 1)) else positive - _above_zero(-a) // b


def _remainder(a: Dim, b: Dim) -> Dim | None:
    """What C's fmod leaves, which has the sign of `a`."""
    b = -b if isinstance(b, int) and b < 0 else b
    return None if b == 0 or not _not_negative(b) else _above_zero(a) % b - _above_zero(-a) % b


def _above_zero(value: Dim) -> Dim:
    """The value, or 0 where it is negative."""
    if isinstance(value, Expr) and never_negative(-value):
        return 0
    return value if _not_negative(value) else _extreme("max", value, 0)


def _not_negative(value: Dim) -> bool:
    return never_negative(value) if isinstance(value, Expr) else value >= 0


_BINARY: dict[str, Callable[[Dim, Dim], Dim | None]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": _truncated,
    "Mod": lambda a, b: a % b,
    "Max": lambda a, b: _extreme("max", a, b),
    "Min": lambda a, b: _extreme("min", a, b),
    "Equal": equal,
    "And": lambda a, b: _decided(a, b, 0),
    "Or": lambda a, b: _decided(a, b, 1),
}


def _decided(a: Dim, b: Dim, by: int) -> Dim | None:
    """What the number `by` decides, whatever the other condition is; the other condition where one says nothing."""
    numbers = [side for side in (a, b) if isinstance(side, int)]
    if len(numbers) == 2:
        return by if by in numbers else 1 - by
    if not numbers:
        return None
    return by if numbers[0] == by else b if isinstance(a, int) else a


#: Operators whose operands are replaced by what a condition chooses.
_BY_CASE = {"Add": operator.add, "Sub": operator.sub, "Mul": operator.mul}


def _attr(node: onnx.NodeProto, name: str, default: _T) -> _T:
    """An attribute of a node, of the type of its default."""
    for attr in node.attribute:
        if attr.name == name:
            value: _T = onnx.helper.get_attribute_value(attr)
            return value
    return default


def _ints(node: onnx.NodeProto, name: str) -> list[int] | None:
    """A list of integers in an attribute; None where it is left out."""
    unset: list[int] | None = None
    return _attr(node, name, unset)


def evaluate_symbolic(ctx: Context, node: onnx.NodeProto, inputs: Sequence[GraphExpr | None]) -> GraphExpr | None:
    """The node's output if it is a shape computation on operands known up to at least one symbol; else None."""
    first = inputs[0] if inputs else None
    if node.op_type in ("Shape", "Size") and first is not None and isinstance(first.sinfo, TensorStructInfo):
        shape = list(ctx.shape(first))
        if node.op_type == "Size":
            return ctx.symbolic_value(_objects(_product(shape)))
        return ctx.symbolic_value(_objects(shape[_attr(node, "start", 0) : _attr(node, "end", len(shape))]))
    if node.op_type in ("Ceil", "Floor", "Cast") and first is not None and first in ctx.made:
        return _rounded_quotient(ctx, node, first)
    if not any(i is not None and i in ctx.symbolic for i in inputs):
        return None
    if any(i is not None and ctx.dtype(i) not in _INTEGER for i in inputs) and node.op_type not in _EXACT:
        return None
    values = [ctx.known(i) for i in inputs]
    if any(k is None and i is not None for k, i in zip(values, inputs, strict=False)):
        return None
    if not all(map(_is_whole, values)):
        return None
    result = _evaluate(node, values)
    if result is None:
        return None
    dtype = ctx.dtype(inputs[1 if node.op_type == "Where" else 0])
    if node.op_type == "Cast":
        dtype = onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 0)).name
    if node.op_type == "Equal":
        dtype = "bool"
    return ctx.symbolic_value(result, dtype)


def _is_whole(values: Array | None) -> bool:
    """Whether elements that are known are integers, of whatever type."""
    return (
        values is None or values.dtype.kind != "f" or bool((np.isfinite(values) & (values == np.trunc(values))).all())
    )


def _rounded_quotient(ctx: Context, node: onnx.NodeProto, value: GraphExpr) -> GraphExpr | None:
    """A quotient of sizes as floats that is rounded to integers, as ``math.ceil(height / 2)`` is exported; else None.

    The quotient of an integer below 2**24 by a small one is an integer in float32 only where it is one, and is never
    rounded beyond one.
    """
    call, to = ctx.made[value], onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 1)).name
    if not isinstance(call, GraphCall) or call.op not in (Op("divide"), Op("multiply")) or len(call.args) != 2:
        return None
    sizes, number = ctx.sizes_in(call.args[0]), ctx.number(call.args[1])
    if sizes is None or number is None or number.size != 1 or ctx.dtype(value) not in ("float32", "float64"):
        return None
    if number.ndim > sizes.ndim or not 0 < number.item() < _LARGEST_DIVISOR:
        return None
    if node.op_type == "Cast" and to not in _INTEGER:
        return None
    ratio = Fraction(number.item()) if call.op == Op("multiply") else 1 / Fraction(number.item())
    over, under = ratio.numerator, ratio.denominator
    if max(over, under) > _LARGEST_DIVISOR:
        return None
    result = _elementwise(lambda a: shortened(_rounded(node.op_type, a * over, under)), sizes)
    return None if result is None else ctx.symbolic_value(result, to if node.op_type == "Cast" else ctx.dtype(value))


def _rounded(op: str, top: Dim, bottom: int) -> Dim | None:
    match op:
        case "Ceil":
            return (top + (bottom - 1)) // bottom
        case "Floor":
            return top // bottom
    return _truncated(top, bottom)


def _product(values: Sequence[Dim]) -> Dim:
    total: Dim = 1
    for v in values:
        value = _plain(v)
        total = value * total if isinstance(value, Expr) else total * value
    return total


def _objects(value: Dim | Sequence[Dim]) -> Array:
    if not isinstance(value, (tuple, list)):
        scalar: Array = np.empty((), dtype=object)
        scalar[()] = value
        return scalar
    result: Array = np.empty(len(value), dtype=object)
    for i, v in enumerate(value):
        result[i] = v
    return result


def _elementwise(function: Callable[..., Dim | None], *operands: Array) -> Array | None:
    """Apply a function to the elements of broadcast arrays; None if any result is None."""
    spread = np.broadcast_arrays(*operands)
    out: Array = np.empty(spread[0].shape, dtype=object)
    for index in np.ndindex(out.shape):
        out[index] = function(*(_plain(a[index]) for a in spread))
        if out[index] is None:
            return None
    return out


def _evaluate(node: onnx.NodeProto, values: list[Array | None]) -> Array | None:
    operands = [None if k is None else np.asarray(k, dtype=object) for k in values]
    x, op = operands[0], node.op_type
    if x is None:
        return None
    present = [o for o in operands if o is not None]
    if op in _BINARY and len(present) == 2:
        combine = _remainder if op == "Mod" and _attr(node, "fmod", 0) else _BINARY[op]
        if op in _BY_CASE:
            return _elementwise(lambda a, b: shortened(by_case(_BY_CASE[op], a, b)), *present)
        return _elementwise(lambda a, b: shortened(combine(a, b)), *present)
    match op:
        case "Where":
            return _elementwise(chosen, *present)
        case "Not":
            return _elementwise(inverted, x)
        case "Identity":
            return x
        case "Neg":
            return _elementwise(lambda a: by_case(operator.neg, a), x)
        case "Cast":
            to = onnx.helper.tensor_dtype_to_np_dtype(_attr(node, "to", 0)).name
            return x if to in (*_INTEGER, "float32", "float64") else None
        case "Concat":
            return np.concatenate(present, axis=_attr(node, "axis", 0))
        case "ReduceMin" | "ReduceMax" if len(x.reshape(-1)):
            op = "min" if node.op_type == "ReduceMin" else "max"
            most = functools.reduce(functools.partial(_extreme, op), [_plain(v) for v in x.reshape(-1)])
            return _objects([most] if _attr(node, "keepdims", 1) else most)
        case "ReduceProd":
            total = _product(list(x.reshape(-1)))
            return _objects([total] if _attr(node, "keepdims", 1) else total)
        case "Gather" | "Reshape" | "Squeeze" | "Unsqueeze" | "Slice" | "Transpose":
            return _moved(node, x, values)
        case "Pad":
            return _padded(node, x, values)
    return None


def _moved(node: onnx.NodeProto, x: Array, values: list[Array | None]) -> Array | None:
    """Operators that only move elements; None if their index operands hold symbols."""
    if any(k is not None and k.dtype == object for k in values[1:]):
        return None
    moves = values[1] if len(values) > 1 else None
    match node.op_type:
        case "Gather" if moves is not None:
            taken: Array | Dim = np.take(x, moves.astype(np.int64), axis=_attr(node, "axis", 0))
            return taken if isinstance(taken, np.ndarray) else _objects(taken)
        case "Reshape" if moves is not None:
            return x.reshape([int(v) for v in moves])
        case "Slice":
            return _slice(node, x, values)
        case "Transpose":
            return np.transpose(x, _ints(node, "perm"))
    axes = list(moves.reshape(-1)) if moves is not None else _ints(node, "axes")
    positions = tuple(int(a) for a in axes) if axes is not None else None
    return x.squeeze(positions) if node.op_type == "Squeeze" else np.expand_dims(x, positions or (0,))


def _padded(node: onnx.NodeProto, x: Array, values: list[Array | None]) -> Array | None:
    """More elements at the ends, all the same; None for other modes, for fewer elements, and for what does not fit."""
    pads, value, axes = (values[n] if len(values) > n else None for n in (1, 2, 3))
    widths = pads if pads is not None else np.asarray(_ints(node, "pads") or ())
    if _attr(node, "mode", b"constant") != b"constant" or any(
        k is not None and k.dtype == object for k in (pads, axes)
    ):
        return None
    where = list(range(x.ndim)) if axes is None else [int(a) for a in axes]
    if len(widths) != 2 * len(where) or min(map(int, widths), default=0) < 0 or (value is not None and value.size != 1):
        return None
    if any(not -x.ndim <= a < x.ndim for a in where) or len({a % x.ndim for a in where}) < len(where):
        return None
    ends = [(0, 0)] * x.ndim
    for n, axis in enumerate(where):
        ends[axis] = int(widths[n]), int(widths[n + len(where)])
    out: Array = np.empty([size + sum(pair) for size, pair in zip(x.shape, ends, strict=True)], dtype=object)
    out[...] = 0 if value is None else value.reshape(-1)[0]
    out[tuple(slice(before, before + size) for size, (before, _) in zip(x.shape, ends, strict=True))] = x
    return out


def _plain(value: Dim) -> Dim:
    if isinstance(value, Expr):
        number = as_int(value)
        return value if number is None else number
    return int(value)


def _slice(node: onnx.NodeProto, x: Array, values: list[Array | None]) -> Array:
    def part(position: int, name: str) -> list[int] | None:
        bounds = values[position] if len(values) > position else _ints(node, name)
        return None if bounds is None else [int(v) for v in bounds]

    starts, ends, axes, steps = (part(n, s) for n, s in enumerate(("starts", "ends", "axes", "steps"), 1))
    index: list[slice] = [slice(None)] * x.ndim
    for n, (start, end) in enumerate(zip(starts or (), ends or (), strict=False)):
        index[axes[n] if axes else n] = slice(start, end, steps[n] if steps else 1)
    return x[tuple(index)]
