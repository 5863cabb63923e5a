"""Orders and running results along an axis: argsort, topk, median, bucketize, cumsum, multinomial."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphExpr

from .registry import axis_of, c, cast, dtype_of, extent, field, form, ndim, reshape, shape_of, tuple_of


@form("argsort")
def argsort(data: GraphExpr, axis: int = -1, descending: bool = False, dtype: str = "int32") -> GraphExpr:
    """The indices that sort an axis."""
    return cast(c("argsort", data, axis=axis, descending=descending), dtype)


@form("topk")
def topk(
    data: GraphExpr, k: int = 1, axis: int = -1, ret_type: str = "both", largest: bool = True, dtype: str = "int32"
) -> GraphExpr:
    """The `k` largest (or smallest) elements of an axis, in order, their indices, or both."""
    found = c("topk", data, k=int(k), axis=axis, largest=largest)
    values, indices = field(found, 0), field(found, 1)
    if ret_type not in ("both", "values", "indices"):
        raise MlccError("T205", f'`topk`: no result "{ret_type}"', help='it is "both", "values" or "indices"')
    if ret_type == "both":
        return tuple_of(values, cast(indices, dtype))
    return values if ret_type == "values" else cast(indices, dtype)


@form("median")
def median(x: GraphExpr, axis: Any = None, keepdims: bool = False) -> GraphExpr:
    """The lower of the middle elements of an axis with its index; of all elements, as if of one axis, the value."""
    over = None if axis is None else axis[0] if isinstance(axis, (list, tuple)) else axis
    data, at = (reshape(x, [-1]), 0) if over is None else (x, axis_of(x, over))
    middle = (extent(shape_of(data)[at], "`median`") - 1) // 2
    results = []
    for ordered in (c("sort", data, axis=at), c("argsort", data, axis=at)):
        one = c("strided_slice", ordered, begin=[middle], end=[middle + 1], axes=[at])
        wanted = [1] * ndim(x) if over is None and keepdims else None
        results.append(reshape(one, wanted) if wanted else one if keepdims else c("squeeze", one, axis=at))
    return results[0] if over is None else tuple_of(*results)


@form("bucketize")
def bucketize(x: GraphExpr, boundaries: GraphExpr, out_int32: bool = False, right: bool = False) -> GraphExpr:
    """How many of the sorted boundaries lie below each element; with `right` those that equal it too."""
    below = c("less_equal" if right else "less", boundaries, c("expand_dims", x, axis=-1))
    return c("sum", cast(below, "int32" if out_int32 else "int64"), axis=-1)


def _of_all(call: GraphCall) -> bool:
    return len(call.args) == 1 and call.attrs.get("axis") is None


def _running(name: str) -> None:
    @form(name, meant=_of_all)
    def running(
        data: GraphExpr, axis: int | None = None, dtype: str | None = None, exclusive: Any = False
    ) -> GraphExpr:
        value = cast(data, dtype)
        if axis is None:
            value = reshape(value, [-1])
        return c(name, value, axis=axis or 0, exclusive=bool(exclusive))

    running.__doc__ = f"{name} along an axis; of all elements in row-major order where `axis` is None."


for _name in ("cumsum", "cumprod"):
    _running(_name)


@form("multinomial_from_uniform")
def multinomial_from_uniform(
    prob: GraphExpr, uniform_sample: GraphExpr, sample_indices: GraphExpr, dtype: str = "int64"
) -> GraphExpr:
    """Indices drawn from rows of probabilities (B, V): one for each number (N, 1) in [0, 1), of the row (N, 1)."""
    sums = c("cumsum", prob, axis=1)
    rows = c("take", sums, reshape(sample_indices, [-1]), axis=0)
    passed = c("less_equal", rows, cast(uniform_sample, dtype_of(prob)))
    return c("sum", cast(passed, dtype), axis=1, keepdims=True)
