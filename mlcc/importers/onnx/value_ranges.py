"""Interval analysis of the elements of a value, from the operators that compute it.

A size that a model computes from its data (the width of a detected box, clipped to the image) can be compiled if it has
an upper bound, for which memory is planned. Intervals ignore correlations between values. With x in (-inf, inf):

    c = clip(x, 0, 640)           [0, 640]
    w = ceil(c * 0.5) + 1         [1, 321]
    c - c                         [-640, 640]     (although it is 0)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from itertools import product

import numpy as np

from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphIf,
    GraphTuple,
    Op,
    TensorStructInfo,
    TupleGetItem,
    as_int,
)
from mlcc.relax import lower_bound, operator_name, upper_bound

from .facts import Facts
from .values import Dim

Interval = tuple[float, float]
#: A tensor, and the flat index of one of its elements.
Element = tuple[GraphExpr, int]
ANY: Interval = (-math.inf, math.inf)

#: Operators whose result holds only elements of their first operand (of all fields, if it is a tuple).
_MOVES = (
    "reshape", "take", "strided_slice", "transpose", "permute_dims", "squeeze", "expand_dims", "broadcast_to", "tile",
    "flip", "gather_nd", "gather_elements", "dynamic_prefix", "concatenate", "copy", "max", "min", "repeat", "roll",
)  # fmt: skip
#: Monotonically increasing functions of one operand.
_MONOTONE: dict[str, Callable[[float], float]] = {
    "floor": math.floor, "ceil": math.ceil, "round": round, "nn.relu": lambda v: max(v, 0.0),
    "sqrt": lambda v: math.sqrt(max(v, 0.0)),
}  # fmt: skip
_FIXED: dict[str, Interval] = {"sigmoid": (0, 1), "nn.softmax": (0, 1), "tanh": (-1, 1), "sin": (-1, 1), "cos": (-1, 1)}


def _corners(function: Callable[[float, float], float]) -> Callable[[Interval, Interval], Interval]:
    """The interval extension of a function whose extremes over a box are at its corners."""

    def combined(a: Interval, b: Interval) -> Interval:
        if math.inf in map(abs, (*a, *b)):
            return ANY
        values = [function(x, y) for x, y in product(a, b)]
        return min(values), max(values)

    return combined


def _quotient(a: Interval, b: Interval) -> Interval:
    return ANY if b[0] <= 0 <= b[1] else _corners(lambda x, y: x / y)(a, b)


_BINARY: dict[str, Callable[[Interval, Interval], Interval]] = {
    "add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "subtract": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "multiply": _corners(lambda x, y: x * y),
    "divide": _quotient,
    "maximum": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    "minimum": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
}


def value_range(facts: Facts, value: GraphExpr, memo: dict[GraphExpr, Interval] | None = None) -> Interval:
    """A lower and an upper bound of the elements of `value`; infinite if none is known. `memo` caches the results."""
    memo = {} if memo is None else memo
    if value not in memo:
        memo[value] = ANY  # the result for a value that depends on itself
        low, high = _range(facts, value, memo)
        memo[value] = ANY if math.isnan(low) or math.isnan(high) else (low, high)
    return memo[value]


def _range(facts: Facts, value: GraphExpr, memo: dict[GraphExpr, Interval]) -> Interval:
    if isinstance(value, Constant):
        data = value.data
        return (float(data.min()), float(data.max())) if data.size and data.dtype.kind in "iufb" else ANY
    if value in facts.symbolic:
        return _union([_of_element(facts, v) for v in facts.symbolic[value].reshape(-1)])
    binding = facts.made.get(value)
    match binding:
        case GraphCall(op=Op(name=name)):
            return _of_call(facts, name, binding, memo)
        case TupleGetItem(index=index):
            source = facts.made.get(binding.value)
            if isinstance(source, GraphIf):
                sides = (_field(side.body, index) for side in (source.true_branch, source.false_branch))
                return _union([value_range(facts, side, memo) for side in sides])
        case GraphIf():
            return _union([value_range(facts, s.body, memo) for s in (binding.true_branch, binding.false_branch)])
    dtype = value.sinfo.dtype if isinstance(value.sinfo, TensorStructInfo) else ""
    return {"bool": (0, 1), "uint8": (0, 255), "int8": (-128, 127)}.get(dtype, ANY)


def _of_element(facts: Facts, value: Dim) -> Interval:
    if not isinstance(value, Expr):
        return float(value), float(value)
    low, high = as_int(lower_bound(value, facts.bounds)), as_int(upper_bound(value, facts.bounds))
    return (-math.inf if low is None else low), (math.inf if high is None else high)


def _field(value: GraphExpr, index: int) -> GraphExpr:
    return value.fields[index] if isinstance(value, GraphTuple) else value


def _union(parts: list[Interval]) -> Interval:
    return (min(p[0] for p in parts), max(p[1] for p in parts)) if parts else ANY


def _of_call(facts: Facts, name: str, call: GraphCall, memo: dict[GraphExpr, Interval]) -> Interval:
    def operand(n: int) -> Interval:
        arg = call.args[n]
        fields = arg.fields if isinstance(arg, GraphTuple) else (arg,)
        return _union([value_range(facts, f, memo) for f in fields])

    if name == "dim_values":
        return _union([_of_element(facts, v) for v in call.attrs["values"]])
    if name in ("max", "min") and facts.rank(call.args[0]) == 1:
        parts = [value_range(facts, part, memo) for part in _joined(facts, call.args[0])]
        return reduce(_BINARY["maximum" if name == "max" else "minimum"], parts)
    if name in _FIXED:
        return _FIXED[name]
    if name in _BINARY:
        return _BINARY[name](operand(0), operand(1))
    if name in _MONOTONE:
        low, high = (v if math.isinf(v) else float(_MONOTONE[name](v)) for v in operand(0))
        return low, high
    match name:
        case "cast":  # to integers: rounds toward zero, which stays within the interval
            return operand(0)
        case "clip":
            low, high = operand(0)
            least, most = call.attrs.get("min"), call.attrs.get("max")
            low, high = (low if least is None else max(low, least)), (high if most is None else min(high, most))
            return min(low, high), max(low, high)
        case "negative":
            low, high = operand(0)
            return -high, -low
        case "abs":
            low, high = operand(0)
            return 0.0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))
        case "where":
            return _union([operand(1), operand(2)])
        case "extend_rows":
            return _union([operand(0), (0.0, 0.0)])
        case _ if name in _MOVES:
            return operand(0)
    return ANY


def _joined(facts: Facts, value: GraphExpr) -> tuple[GraphExpr, ...]:
    """The operands of the concatenation that computes a value; the value itself if it is none."""
    binding = facts.made.get(value)
    if isinstance(binding, GraphCall) and operator_name(binding) == "concatenate":
        parts = binding.args[0]
        return parts.fields if isinstance(parts, GraphTuple) else (value,)
    return (value,)


def elements(facts: Facts, value: GraphExpr) -> list[Dim | Element]:
    """Each element of a small tensor: a known dimension, or the element that it copies.

    concatenate([dims of x: [n, 3]], reshape(y: [2])) gives [n, 3, (y, 0), (y, 1)].
    """
    static = facts.known(value)
    if static is not None:
        return [v if isinstance(v, Expr) else int(v) for v in static.reshape(-1)]
    binding = facts.made.get(value)
    if isinstance(binding, GraphCall) and (name := operator_name(binding)):
        first = binding.args[0]
        if name == "dim_values":
            return list(binding.attrs["values"])
        if name in ("reshape", "squeeze", "expand_dims", "cast") and not facts.dtype(first).startswith("float"):
            if facts.info(first).static_shape() is not None:
                return elements(facts, first)
        if name == "concatenate" and isinstance(first, GraphTuple) and facts.rank(value) == 1:
            return [e for part in first.fields for e in elements(facts, part)]
    return [(value, n) for n in range(int(np.prod(facts.static_shape(value), dtype=np.int64)))]
