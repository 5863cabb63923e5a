"""Tensors from nothing or in the form of another: full, ones_like, tril, meshgrid, one_hot, windows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, GraphTuple, IntImm, PrimValue, numpy_dtype

from .registry import c, cast, dims, dtype_of, extent, form, ndim, number, reshape, shape_of, tuple_of, typed

#: The type of plain numbers: whether they are whole.
_WIDE = {True: "int64", False: "float64"}


def _by_tensor(call: GraphCall) -> bool:
    """Whether the element is given as TVM gives it: a scalar tensor, or a number behind the indices."""
    return len(call.args) > 1


@form("full", meant=_by_tensor)
def full(shape: Any, fill_value: Any, dtype: str | None = None) -> GraphExpr:
    """A tensor of a shape in which each element is `fill_value`, a scalar."""
    if isinstance(fill_value, GraphExpr) and not isinstance(fill_value, Constant):
        return c("broadcast_to", cast(typed(fill_value), dtype), shape=dims(shape))
    known = dtype or (str(fill_value.data.dtype) if isinstance(fill_value, Constant) else "float32")
    return c("full", shape=dims(shape), fill_value=number(fill_value), dtype=known)


@form("full_like", meant=_by_tensor)
def full_like(x: GraphExpr, fill_value: Any, dtype: str | None = None) -> GraphExpr:
    """A tensor of the shape of `x` in which each element is `fill_value`."""
    return full(shape_of(x), fill_value, dtype or dtype_of(x))


@form("ones_like")
def ones_like(x: GraphExpr, dtype: str | None = None) -> GraphExpr:
    """Ones in the shape of `x`."""
    return full(shape_of(x), 1, dtype or dtype_of(x))


@form("zeros_like")
def zeros_like(x: GraphExpr, dtype: str | None = None) -> GraphExpr:
    """Zeros in the shape of `x`."""
    return full(shape_of(x), 0, dtype or dtype_of(x))


@form("tril")
def tril(x: GraphExpr, k: Any = 0) -> GraphExpr:
    """The lower triangle of the last two axes, up to the diagonal `k`."""
    return c("trilu", x, upper=False, k=_diagonal(k))


@form("triu")
def triu(x: GraphExpr, k: Any = 0) -> GraphExpr:
    """The upper triangle of the last two axes, from the diagonal `k`."""
    return c("trilu", x, upper=True, k=_diagonal(k))


def counting(size: Any) -> GraphExpr:
    """0, 1, 2, ... as a vector int32 (size,), of symbolic sizes too."""
    return c("cumsum", c("full", shape=[size], fill_value=1, dtype="int32"), axis=0, exclusive=True)


def _diagonal(k: Any) -> Any:
    """The number of a diagonal: sizes may be part of it."""
    k = k.value if isinstance(k, PrimValue) else k
    return k if isinstance(k, Expr) and not isinstance(k, IntImm) else int(number(k))


@form("one_hot", meant=lambda call: any(isinstance(a, PrimValue) for a in call.args))
def one_hot(indices: GraphExpr, on_value: Any, off_value: Any, depth: Any, axis: int = -1) -> GraphExpr:
    """`on_value` at the index along a new axis of `depth`, `off_value` elsewhere."""
    constant = next((v for v in (on_value, off_value) if isinstance(v, Constant)), None)
    whole = all(isinstance(number(v), int) for v in (on_value, off_value))
    dtype = dtype_of(constant) if constant is not None else getattr(_imm(on_value), "dtype", _WIDE[whole])
    on, off = (typed(Constant(_scalar(number(v), dtype))) for v in (on_value, off_value))
    return c("one_hot", indices, on, off, depth=int(number(depth)), axis=axis, dtype=dtype)


def _imm(value: Any) -> Any:
    return value.value if isinstance(value, PrimValue) else value


def _scalar(value: Any, dtype: str) -> Any:
    return numpy_dtype(dtype).type(value)


@form("meshgrid")
def meshgrid(tensors: Any, indexing: str = "ij") -> GraphExpr:
    """Coordinate matrices of vectors."""
    items = list(tensors.fields) if isinstance(tensors, GraphTuple) else list(tensors)
    if indexing not in ("ij", "xy"):
        raise MlccError("T205", f'`meshgrid`: no indexing "{indexing}"', help='it is "ij" or "xy"')
    order = list(range(len(items)))
    if indexing == "xy" and len(items) > 1:
        order[:2] = [1, 0]
    shape = [shape_of(items[n])[0] for n in order]
    results = []
    for n, item in enumerate(items):
        at = order.index(n)
        column = reshape(item, [-1 if k == at else 1 for k in range(len(items))])
        results.append(c("broadcast_to", column, shape=shape))
    return tuple_of(*results)


@form("outer")
def outer(a: GraphExpr, b: GraphExpr) -> GraphExpr:
    """a[i] * b[j]"""
    if ndim(a) != 1 or ndim(b) != 1:
        raise MlccError("T203", f"`outer` takes two vectors, not {ndim(a)} and {ndim(b)} dimensions")
    return c("multiply", c("expand_dims", a, axis=1), c("expand_dims", b, axis=0))


@form("hamming_window")
def hamming_window(
    window_size: Any, periodic: Any = True, alpha: Any = 0.54, beta: Any = 0.46, dtype: str = "float32"
) -> GraphExpr:
    """alpha - beta * cos(2 pi n / N) for n below `window_size`; N is one less where the window is not periodic."""
    size = int(number(window_size))
    period = max(size if number(periodic) else size - 1, 1)
    angle = c("multiply", c("arange", start=0, stop=size, step=1, dtype=dtype), 2 * math.pi / period)
    return c("add", c("multiply", c("cos", angle), -number(beta)), number(alpha))


@form("size")
def size(x: GraphExpr) -> GraphExpr:
    """The number of elements, int64."""
    total: Any = 1
    for dim in shape_of(x):
        total = dim * total
    return reshape(c("dim_values", x, values=[total], dtype="int64"), [])


@form("shape_to_tensor")
def shape_to_tensor(shape: Any) -> GraphExpr:
    """A shape as an int64 vector."""
    if isinstance(shape, GraphCall):
        return c("dim_values", shape.args[0], values=list(shape_of(shape.args[0])), dtype="int64")
    return typed(Constant(np.array([extent(d, "`shape_to_tensor`") for d in dims(shape)], np.int64)))
