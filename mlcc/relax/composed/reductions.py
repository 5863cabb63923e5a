"""Reductions: argmax of all elements, sums to a shape from which a tensor was broadcast."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphExpr, as_int

from .registry import c, dims, form, ndim, reshape, shape_of


def _of_all(call: GraphCall) -> bool:
    return call.attrs.get("axis", 0) is None


def _place_of(name: str) -> None:
    @form(name, meant=_of_all)
    def place(x: GraphExpr, axis: int | None = None, keepdims: bool = False) -> GraphExpr:
        if axis is not None:
            return c(name, x, axis=axis, keepdims=keepdims)
        return reshape(c(name, reshape(x, [-1]), axis=0), [1] * ndim(x) if keepdims else [])

    place.__doc__ = f"{name} of an axis, or among all elements in row-major order."


for _name in ("argmax", "argmin"):
    _place_of(_name)


@form("collapse_sum_to")
def collapse_sum_to(data: GraphExpr, shape: Any) -> GraphExpr:
    """The sum over the axes along which a tensor of `shape` was broadcast to the shape of `data`."""
    target, given = dims(shape), shape_of(data)
    ahead = len(given) - len(target)
    if ahead < 0:
        raise MlccError("T203", f"`collapse_sum_to`: {tuple(given)} was not broadcast from {tuple(target)}")
    axes = list(range(ahead))
    for n, dim in enumerate(target):
        if _is_one(dim) and not _is_one(given[ahead + n]):
            axes.append(ahead + n)
    return reshape(c("sum", data, axis=axes), target) if axes else data


def _is_one(dim: Any) -> bool:
    return dim == 1 if isinstance(dim, int) else as_int(dim) == 1


@form("collapse_sum_like")
def collapse_sum_like(data: GraphExpr, collapse_target: GraphExpr) -> GraphExpr:
    """The sum over the axes along which `collapse_target` was broadcast to the shape of `data`."""
    return collapse_sum_to(data, shape_of(collapse_target))
