"""Operators on constants are computed while compiling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TensorStructInfo,
    as_int,
    numpy_dtype,
)  # fmt: skip

from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

Array = Any


def _reshape(info: TensorStructInfo, x: Array, *_: Any, **__: Any) -> Array:
    return x.reshape(info.static_shape())


def _concat(info: TensorStructInfo, parts: list[Array], axis: int = 0) -> Array:
    return np.concatenate(parts, axis)


#: NumPy meanings of the operators that meet constants in models after import: layout, casts and arithmetic.
EVALUATE: Mapping[str, Callable[..., Array]] = {
    "reshape": _reshape, "squeeze": _reshape, "expand_dims": _reshape, "flatten": _reshape,
    "transpose": lambda info, x, axes=None: np.transpose(x, axes),
    "permute_dims": lambda info, x, axes=None: np.transpose(x, axes),
    "cast": lambda info, x, **_: x.astype(numpy_dtype(info.dtype)),
    "astype": lambda info, x, **_: x.astype(numpy_dtype(info.dtype)),
    "add": lambda info, a, b: a + b, "subtract": lambda info, a, b: a - b, "multiply": lambda info, a, b: a * b,
    "negative": lambda info, x: -x, "sqrt": lambda info, x: np.sqrt(x),
    "concatenate": _concat, "concat": _concat,
    "broadcast_to": lambda info, x, *_, **__: np.broadcast_to(x, info.static_shape()),
}  # fmt: skip


def evaluate(call: GraphCall, info: TensorStructInfo) -> np.ndarray[Any, Any] | None:
    """The value of an operator call on constants; None where one is not, or the table lacks the operator."""
    assert isinstance(call.op, Op)
    fn = EVALUATE.get(call.op.name)
    if fn is None or info.static_shape() is None:
        return None
    args: list[Any] = []
    for arg in call.args:
        if isinstance(arg, Constant):
            args.append(arg.data)
        elif isinstance(arg, ShapeExpr):
            args.append(tuple(as_int(v) for v in arg.values))
        elif hasattr(arg, "fields") and all(isinstance(f, Constant) for f in arg.fields):
            args.append([f.data for f in arg.fields])
        else:
            return None
    with np.errstate(all="ignore"):
        result = np.asarray(fn(info, *args, **call.attrs), dtype=numpy_dtype(info.dtype))
    return np.ascontiguousarray(result) if result.ndim else result


@dataclass(frozen=True)
class FoldConstant(FunctionPass):
    """Evaluate operator calls whose arguments are all constants, unless the result is larger than `limit` elements."""

    name: ClassVar[str] = "FoldConstant"
    limit: int = 1 << 24

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if (
                not isinstance(value, GraphCall)
                or not isinstance(value.op, Op)
                or not isinstance(var.sinfo, TensorStructInfo)
            ):
                return None
            shape = var.sinfo.static_shape()
            if shape is None or int(np.prod(shape, dtype=np.int64)) > self.limit:
                return None
            result = evaluate(value, var.sinfo)
            return None if result is None else Constant(result)

        return rewrite(func, rule, module)
