"""Calls of operators and literals, as values of graph functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, Op, TensorStructInfo, numpy_dtype


def const(value: Any, info: TensorStructInfo | str | None = None) -> Constant:
    """A tensor literal from a number, a list or an array; `info` gives the dtype (default: float32 for Python floats,
    int64 for Python ints, else the array's own)."""
    dtype = info.dtype if isinstance(info, TensorStructInfo) else info
    if dtype is None and not isinstance(value, (np.ndarray, np.generic)):
        inferred = np.asarray(value)
        dtype = "float32" if inferred.dtype == np.float64 else str(inferred.dtype)
    array = np.asarray(value, dtype=numpy_dtype(dtype) if dtype else None)
    return Constant(np.ascontiguousarray(array) if array.ndim else array)


def call_op(name: str, *args: GraphExpr, **attrs: Any) -> GraphCall:
    """``R.<name>(*args, **attrs)``"""
    return GraphCall(Op(name), tuple(args), attrs)


def symbolic_shape(dims: Sequence[int | Expr]) -> tuple[Expr, ...]:
    """Dimensions as int64 expressions."""
    info = TensorStructInfo(tuple(dims))  # type: ignore[arg-type]
    assert info.shape is not None
    return info.shape
