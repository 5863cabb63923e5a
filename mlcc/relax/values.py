"""Graph values of what Python has: numbers, shapes, strings, arrays, names of library functions."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    Expr,
    ExternFunc,
    FloatImm,
    GraphExpr,
    GraphTuple,
    IntImm,
    PrimValue,
    ShapeExpr,
    StringValue,
)
from mlcc.ir import const as as_const

from .calls import const
from .infer import tensor_info


def prim_value(value: Any) -> PrimValue:
    """A number, or an expression of sizes, as a graph value: integers are int64."""
    if isinstance(value, Expr):
        return PrimValue(value)
    return PrimValue(
        as_const(value, "int64") if isinstance(value, int) and not isinstance(value, bool) else as_const(value)
    )


def tuple_of(*fields: GraphExpr) -> GraphTuple:
    """A tuple of values."""
    return GraphTuple(fields)


def extern(name: str) -> ExternFunc:
    """A library function by name."""
    return ExternFunc(name)


def get_shape_of(expr: GraphExpr) -> ShapeExpr:
    """The shape of a tensor. Raises T207 where it is not stated."""
    shape = tensor_info(expr).shape
    assert shape is not None
    return ShapeExpr(shape)


def convert_to_expr(value: Any) -> GraphExpr:
    """A graph value of a number, a string, an array or a tuple of such. Raises T202 for other things."""
    match value:
        case GraphExpr():
            return value
        case bool() | int() | float() | Expr():
            return prim_value(value)
        case str():
            return StringValue(value)
        case list() | tuple():
            return GraphTuple(tuple(map(convert_to_expr, value)))
        case np.ndarray():
            return const(value)
    raise MlccError("T202", f"a `{type(value).__name__}` is no graph value", help="use `relax.const` for tensors")


def scalar_of(expr: PrimValue | StringValue) -> Constant:
    """A number among the arguments of a library function as a tensor of one element. Raises L301 for a size or text."""
    value = expr.value
    if not isinstance(value, IntImm | FloatImm):
        said = f"the text {value!r}" if isinstance(value, str) else f"the size `{value.script()}`"
        raise MlccError("L301", f"{said} as an argument of a library function", span=expr.span,
                        help="it takes tensors, whose shapes it gets too, and numbers")  # fmt: skip
    return _scalar(value.value, value.dtype)


@cache
def _scalar(value: float, dtype: str) -> Constant:
    """One constant for each number: lowering knows constants by their identity."""
    return const(value, dtype)
