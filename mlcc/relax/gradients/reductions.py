"""Reductions: each element of the result goes to all that it was computed from."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr, TupleGetItem, as_int

from ..composed.registry import axis_of, c, cast, dtype_of, ndim, reshape, shape_of
from .registry import gradient


def _axes(x: GraphExpr, axis: Any) -> list[int]:
    if axis is None:
        return list(range(ndim(x)))
    listed: list[Any] = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    return [axis_of(x, int(getattr(a, "value", a))) for a in listed]


def _kept(value: GraphExpr, x: GraphExpr, axis: Any, keepdims: bool) -> GraphExpr:
    """A result with an axis of extent one for each that was reduced."""
    reduced = _axes(x, axis)
    return value if keepdims else reshape(value, [1 if n in reduced else d for n, d in enumerate(shape_of(x))])


def _spread(g: GraphExpr, x: GraphExpr, axis: Any, keepdims: bool) -> GraphExpr:
    """A gradient of the result in the shape of the operand."""
    return c("broadcast_to", _kept(g, x, axis, keepdims), shape=list(shape_of(x)))


def _count(x: GraphExpr, axis: Any) -> float:
    total: Any = 1
    for n in _axes(x, axis):
        size = as_int(shape_of(x)[n])
        if size is None:
            raise NotImplementedError("a mean over a dimension that only the run knows")
        total *= size
    return float(total)


@gradient("sum")
def _sum(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    return _spread(g, x, axis, keepdims)


@gradient("mean")
def mean_back(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    return _spread(c("multiply", g, 1 / _count(x, axis)), x, axis, keepdims)


def _from_mean(x: GraphExpr, axis: Any) -> GraphExpr:
    return c("subtract", x, c("mean", x, axis=_axes(x, axis), keepdims=True))


@gradient("variance")
def _variance(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False, correction: int = 0
) -> GraphExpr:
    factor = 2 / (_count(x, axis) - correction)
    return c("multiply", _spread(c("multiply", g, factor), x, axis, keepdims), _from_mean(x, axis))


@gradient("std")
def _std(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False, correction: int = 0
) -> GraphExpr:
    part = c("multiply", c("divide", g, y), 1 / (_count(x, axis) - correction))
    return c("multiply", _spread(part, x, axis, keepdims), _from_mean(x, axis))


@gradient("max", "min")
def _extreme(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    """Equal extremes share the gradient."""
    reduced = _axes(x, axis)
    chosen = cast(c("equal", x, _spread(y, x, axis, keepdims)), dtype_of(x))
    share = c("divide", chosen, c("sum", chosen, axis=reduced, keepdims=True))
    return c("multiply", _spread(g, x, axis, keepdims), share)


@gradient("prod")
def _prod(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    return c("divide", _spread(c("multiply", g, y), x, axis, keepdims), x)


@gradient("cumsum")
def _cumsum(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: int = 0, exclusive: bool = False, reverse: bool = False
) -> GraphExpr:
    return c("cumsum", g, axis=int(axis), exclusive=exclusive, reverse=not reverse)


@gradient("log_sum_exp")
def _log_sum_exp(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    share = c("exp", c("subtract", x, _spread(y, x, axis, keepdims)))
    return c("multiply", _spread(g, x, axis, keepdims), share)


@gradient("topk")
def _topk(g: list[GraphExpr], y: GraphExpr, x: GraphExpr, *more: Any, axis: int = -1, **attrs: Any) -> list[Any]:
    at = axis_of(x, int(axis))
    places = TupleGetItem(y, 1)
    return [c("scatter_elements", c("zeros_like", x), places, g[0], axis=at, reduction="add"), *[None] * len(more)]


#: Results that are places or counts have no gradient.
@gradient("argmax", "argmin", "argsort", "one_hot", "shape_of", "nonzero_places", "nonzero_rows")
def _places(g: GraphExpr, y: GraphExpr, *operands: Any, **attrs: Any) -> list[None]:
    return [None] * len(operands)
