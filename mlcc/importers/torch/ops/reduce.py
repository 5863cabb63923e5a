"""Reductions, scans, sorting and selection of extremes."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation


def _reduced(t: Translation, op: str, x: GraphExpr, dim: Any, keepdim: bool) -> GraphExpr:
    rank = t.rank(x)
    if not rank:
        return x
    return t.emit(op, x, axis=t.axes(dim, rank), keepdims=keepdim)


@aten("sum")
def sum_(t: Translation, x: GraphExpr, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> GraphExpr:
    return _reduced(t, "sum", t.cast(x), dim, keepdim)


@aten("mean")
def mean(t: Translation, x: GraphExpr, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> GraphExpr:
    return _reduced(t, "mean", t.cast(x), dim, keepdim)


@aten("prod")
def prod(t: Translation, x: GraphExpr, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> GraphExpr:
    return _reduced(t, "prod", t.cast(x), dim, keepdim)


@aten("amax", "amin")
def extreme(t: Translation, x: GraphExpr, dim: Any = None, keepdim: bool = False) -> GraphExpr:
    assert t.node is not None
    op = "max" if "amax" in str(t.node.target) else "min"
    return _of_numbers(t, x, lambda v: _reduced(t, op, v, dim, keepdim))


def _of_numbers(t: Translation, x: GraphExpr, make: Any) -> GraphExpr:
    """A reduction that takes no truth values, on truth values."""
    if t.ctx.dtype(x) != "bool":
        result: GraphExpr = make(x)
        return result
    return t.cast(make(t.cast(x, "uint8")), "bool")


@aten("max.default", "min.default")
def extreme_of_all(t: Translation, x: GraphExpr) -> GraphExpr:
    assert t.node is not None
    op = "max" if ".max." in str(t.node.target) else "min"
    return _of_numbers(t, x, lambda v: _reduced(t, op, v, None, False))


@aten("max.dim", "min.dim")
def extreme_with_index(t: Translation, x: GraphExpr, dim: int, keepdim: bool = False) -> list[GraphExpr]:
    assert t.node is not None
    name = "max" if ".max." in str(t.node.target) else "min"
    if not t.rank(x):
        return [x, t.constant(0, "int64")]
    axis = t.axis(dim, t.rank(x))
    numbers = t.cast(x, "uint8") if t.ctx.dtype(x) == "bool" else x
    values = t.emit(name, numbers, axis=[axis], keepdims=keepdim)
    return [t.cast(values), _place(t, f"arg{name}", numbers, axis, keepdim)]


def _place(t: Translation, op: str, x: GraphExpr, axis: int, keepdim: bool) -> GraphExpr:
    return t.cast(t.emit(op, x, axis=axis, keepdims=keepdim), "int64")


@aten("argmax", "argmin")
def arg_extreme(t: Translation, x: GraphExpr, dim: int | None = None, keepdim: bool = False) -> GraphExpr:
    assert t.node is not None
    op = "argmax" if "argmax" in str(t.node.target) else "argmin"
    if not t.rank(x):
        return t.constant(0, "int64")
    if dim is None:
        place = _place(t, op, t.reshape(x, [_count(t, x)]), 0, False)
        return t.reshape(place, t.dims)
    return _place(t, op, x, t.axis(dim, t.rank(x)), keepdim)


def _count(t: Translation, x: GraphExpr) -> Any:
    count: Any = 1
    for dim in t.shape(x):
        count = dim * count
    return count


@aten("any", "all")
def any_all(t: Translation, x: GraphExpr, dim: Any = None, keepdim: bool = False) -> GraphExpr:
    assert t.node is not None
    op = "any" if ".any." in str(t.node.target) else "all"
    truth = x if t.ctx.dtype(x) == "bool" else t.emit("not_equal", x, t.constant(0, t.ctx.dtype(x)))
    return _reduced(t, op, truth, dim, keepdim)


@aten("var", "std")
def variance(t: Translation, x: GraphExpr, dim: Any = None, correction: Any = None, keepdim: bool = False) -> GraphExpr:
    """The sum of squared distances from the mean by the count less the correction (1 where none is given)."""
    assert t.node is not None
    return _spread(t, x, dim, correction, keepdim, root=".std" in str(t.node.target))


@aten("var_mean", "std_mean")
def variance_and_mean(
    t: Translation, x: GraphExpr, dim: Any = None, correction: Any = None, keepdim: bool = False
) -> list[GraphExpr]:
    assert t.node is not None
    spread = _spread(t, x, dim, correction, keepdim, root=".std" in str(t.node.target))
    return [spread, _reduced(t, "mean", t.cast(x), dim, keepdim)]


def _spread(t: Translation, x: GraphExpr, dim: Any, correction: Any, keepdim: bool, root: bool) -> GraphExpr:
    axes = t.axes(dim, t.rank(x))
    correction = 1 if correction is None else correction
    centre = t.emit("mean", x, axis=axes, keepdims=True)
    far = t.emit("subtract", x, centre)
    total = t.emit("sum", t.emit("multiply", far, far), axis=axes, keepdims=keepdim)
    count: Any = 1
    for axis in axes:
        count = t.shape(x)[axis] * count
    divisor = t.operand(count, t.dtype)
    divisor = t.emit("maximum", t.emit("subtract", divisor, t.constant(correction)), t.constant(0))
    result = t.emit("divide", total, divisor)
    return t.emit("sqrt", result) if root else result


@aten("cumsum", "cumprod")
def scan(t: Translation, x: GraphExpr, dim: int, dtype: Any = None) -> GraphExpr:
    assert t.node is not None
    op = "cumsum" if "cumsum" in str(t.node.target) else "cumprod"
    return t.cast(x) if not t.rank(x) else t.emit(op, t.cast(x), axis=t.axis(dim, t.rank(x)))


@aten("topk")
def topk(
    t: Translation, x: GraphExpr, k: Any, dim: int = -1, largest: bool = True, sorted: bool = True
) -> list[GraphExpr]:
    if not t.rank(x):
        return [x, t.constant(0, "int64")]
    count = t.constant([t.static(k, "count of topk")], "int64")
    found: list[GraphExpr] = t.several("TopK", x, count, axis=t.axis(dim, t.rank(x)), largest=int(largest))
    return found


@aten("sort", "sort.stable")
def sort(t: Translation, x: GraphExpr, *args: Any, stable: Any = None, dim: int = -1, descending: bool = False) -> Any:
    if args:
        dim, descending = args[0], args[1] if len(args) > 1 else descending
    if not t.rank(x):
        return [x, t.constant(0, "int64")]
    axis = t.axis(dim, t.rank(x))
    order = t.cast(t.emit("argsort", x, axis=axis, descending=bool(descending)), "int64")
    return [t.emit("gather_elements", x, order, axis=axis), order]


@aten("_softmax", "softmax.int")
def softmax(t: Translation, x: GraphExpr, dim: int, half_to_float: Any = False) -> GraphExpr:
    return t.full([], 1.0) if not t.rank(x) else t.emit("nn.softmax", t.cast(x), axis=t.axis(dim, t.rank(x)))


@aten("_log_softmax", "log_softmax.int")
def log_softmax(t: Translation, x: GraphExpr, dim: int, half_to_float: Any = False) -> GraphExpr:
    return t.full([], 0.0) if not t.rank(x) else t.emit("nn.log_softmax", t.cast(x), axis=t.axis(dim, t.rank(x)))


@aten("logsumexp")
def logsumexp(t: Translation, x: GraphExpr, dim: Any, keepdim: bool = False) -> GraphExpr:
    return _reduced(t, "log_sum_exp", t.cast(x), dim, keepdim)


@aten("linalg_vector_norm", "norm")
def vector_norm(
    t: Translation, x: GraphExpr, ord: Any = 2, dim: Any = None, keepdim: bool = False, dtype: Any = None
) -> GraphExpr:
    """(sum |x|^p)^(1/p), the largest or smallest magnitude for p = +-inf, the count of others than 0 for p = 0."""
    p = float(ord)
    size = t.emit("abs", t.cast(x))
    if np.isinf(p):
        return _reduced(t, "max" if p > 0 else "min", size, dim, keepdim)
    if p == 0:
        return _reduced(t, "sum", t.cast(t.emit("not_equal", size, t.constant(0))), dim, keepdim)
    if p == 1:
        return _reduced(t, "sum", size, dim, keepdim)
    if p == 2:
        return t.emit("sqrt", _reduced(t, "sum", t.emit("multiply", size, size), dim, keepdim))
    return t.emit(
        "power", _reduced(t, "sum", t.emit("power", size, t.constant(p)), dim, keepdim), t.constant(1 / p)
    )  # fmt: skip
