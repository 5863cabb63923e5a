"""What depends on the order of elements: medians, k-th values, running extremes, histograms."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation


def _line(t: Translation, x: GraphExpr, dim: int | None) -> tuple[GraphExpr, int]:
    """`x` and the axis that is reduced; flattened for None."""
    if dim is None or not t.rank(x):
        count: Any = 1
        for size in t.shape(x):
            count = size * count
        return t.reshape(x, [count]), 0
    return x, t.axis(dim, t.rank(x))


def _at(t: Translation, x: GraphExpr, places: GraphExpr, axis: int, keepdim: bool) -> list[GraphExpr]:
    """The elements at one place of each line (of extent 1), and the places."""
    values = t.emit("gather_elements", x, places, axis=axis)
    dims = list(t.shape(places))
    if not keepdim:
        del dims[axis]
    return [t.reshape(values, dims), t.reshape(places, dims)]


def _sorted_place(t: Translation, x: GraphExpr, number: GraphExpr, axis: int) -> GraphExpr:
    """Where each line has its `number`-th element in ascending order, NaN above all."""
    order = t.cast(t.emit("argsort", x, axis=axis), "int64")
    return t.emit("gather_elements", order, number, axis=axis)


def _ones(t: Translation, x: GraphExpr, axis: int) -> list[Any]:
    return [1 if n == axis else size for n, size in enumerate(t.shape(x))]


def _finished(t: Translation, results: list[GraphExpr], x: GraphExpr) -> list[GraphExpr]:
    """The results, in the shape that PyTorch has for them (a scalar's line has gone)."""
    return [t.reshape(r, t.dims) for r in results]


@aten("kthvalue")
def kth_value(t: Translation, x: GraphExpr, k: int, dim: int = -1, keepdim: bool = False) -> list[GraphExpr]:
    line, axis = _line(t, x, dim)
    number = t.full(_ones(t, line, axis), t.static(k, "count") - 1, "int64")
    return _finished(t, _at(t, line, _sorted_place(t, line, number, axis), axis, keepdim), x)


@aten("median.dim", "nanmedian.dim")
def median_with_place(t: Translation, x: GraphExpr, dim: int, keepdim: bool = False) -> list[GraphExpr]:
    assert t.node is not None
    return _median(t, x, dim, keepdim, skips="nanmedian" in str(t.node.target))


@aten("median.default", "nanmedian.default")
def median(t: Translation, x: GraphExpr) -> GraphExpr:
    assert t.node is not None
    return _median(t, x, None, False, skips="nanmedian" in str(t.node.target))[0]


def _median(t: Translation, x: GraphExpr, dim: int | None, keepdim: bool, skips: bool) -> list[GraphExpr]:
    """The lower of the middle elements; NaN where there is one, unless these are skipped."""
    line, axis = _line(t, x, dim)
    dims, dtype = _ones(t, line, axis), t.ctx.dtype(line)
    size = t.operand(t.shape(line)[axis], "int64")
    if not dtype.startswith(("float", "bfloat")):
        number = t.expand(t.emit("floor_divide", _less_one(t, size), t.constant(2, "int64")), dims)
        place = _sorted_place(t, line, number, axis)
    else:
        missing = t.emit("isnan", line)
        absent = t.emit("sum", t.cast(missing, "int64"), axis=[axis], keepdims=True)
        counted = t.emit("subtract", size, absent)
        middle = t.emit("floor_divide", _less_one(t, counted), t.constant(2, "int64"))
        place = _sorted_place(t, line, t.emit("maximum", middle, t.constant(0, "int64")), axis)
        if not skips:
            first = t.cast(t.emit("argmax", t.cast(missing, "uint8"), axis=axis, keepdims=True), "int64")
            place = t.emit("where", t.emit("greater", absent, t.constant(0, "int64")), first, place)
    return _finished(t, _at(t, line, place, axis, keepdim), x)


def _less_one(t: Translation, size: GraphExpr) -> GraphExpr:
    return t.emit("subtract", size, t.constant(1, "int64"))


@aten("cummax", "cummin")
def running_extreme(t: Translation, x: GraphExpr, dim: int) -> list[GraphExpr]:
    """The largest (or smallest) element so far and its last place; from a NaN on, NaN."""
    assert t.node is not None
    if not t.rank(x):
        return [x, t.constant(0, "int64")]
    numbers = t.cast(x, "uint8") if t.ctx.dtype(x) == "bool" else x
    axis, largest = t.axis(dim, t.rank(x)), "cummax" in str(t.node.target)
    values, places = t.ctx.emit_multi("running_extreme", 2, numbers, axis=axis, largest=largest)
    return [t.cast(values), places]


@aten("histc")
def histogram(t: Translation, x: GraphExpr, bins: int = 100, min: float = 0, max: float = 0) -> GraphExpr:
    """How many elements lie in each of equal intervals from `min` to `max`, which is in the last one. Of the data's
    own range where both are equal."""
    if not bins or not t.dtype.startswith("float"):
        raise t.error("I121", "a histogram of integers")
    flat, _ = _line(t, x, None)
    low: GraphExpr = t.constant(min)
    high: GraphExpr = t.constant(max)
    if min == max:
        low, high = (t.emit(op, flat, axis=[0], keepdims=False) for op in ("min", "max"))
        same = t.emit("equal", low, high)
        low = t.emit("where", same, t.emit("subtract", low, t.constant(1)), low)
        high = t.emit("where", same, t.emit("add", high, t.constant(1)), high)
    part = t.emit("divide", t.emit("subtract", flat, low), t.emit("subtract", high, low))
    place = t.cast(t.emit("floor", t.emit("multiply", part, t.constant(bins))), "int64")
    place = t.emit("minimum", place, t.constant(bins - 1, "int64"))
    inside = t.emit("logical_and", t.emit("greater_equal", flat, low), t.emit("less_equal", flat, high))
    place = t.emit("where", inside, place, t.constant(bins, "int64"))
    counts = t.emit(
        "scatter_elements", t.constant(np.zeros(bins + 1)), place, t.full(t.shape(flat), 1), axis=0, reduction="add"
    )  # fmt: skip
    return t.emit("strided_slice", counts, begin=[0], end=[bins], axes=[0], strides=[1])


@aten("logcumsumexp")
def running_log_sum(t: Translation, x: GraphExpr, dim: int) -> GraphExpr:
    """log(exp(x0) + … + exp(xk)) along an axis."""
    x = t.cast(x)
    return x if not t.rank(x) else t.emit("cumulative_log_sum_exp", x, axis=t.axis(dim, t.rank(x)))
