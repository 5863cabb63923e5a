"""Elements at indices: index_tensor, index_put, slice_scatter, dynamic_strided_slice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, GraphExpr, GraphTuple, IntImm, PrimValue, as_int

from .registry import axis_of, c, cast, dims, dtype_of, extent, form, ndim, number, reshape, shape_of, typed

#: TVM's name of a way to combine an element with its update, where the inventory has another.
_REDUCTIONS = {"update": "none"}


def _places(data: GraphExpr, indices: Any) -> GraphExpr:
    """Index tensors of the leading axes as one int64 tensor (..., axes) of non-negative indices."""
    items = list(indices.fields) if isinstance(indices, GraphTuple) else list(indices)
    sizes = shape_of(data)
    if len(items) > len(sizes):
        raise MlccError("T203", f"{len(items)} indices for {len(sizes)} dimensions")
    whole: Any = None
    wide = []
    for item, size in zip(items, sizes, strict=False):
        index = cast(typed(item), "int64")
        wrapped = c("where", c("less", index, 0), c("add", index, extent(size, "an index tensor")), index)
        wide.append(wrapped)
        zero = c("multiply", wrapped, 0)
        whole = zero if whole is None else c("add", whole, zero)
    return c("stack", [c("add", item, whole) for item in wide], axis=ndim(whole))


@form("index_tensor")
def index_tensor(data: GraphExpr, indices: Any) -> GraphExpr:
    """``data[i, j, ...]``: index tensors of the leading axes, which broadcast; negative ones count from the end."""
    return c("gather_nd", data, _places(data, indices))


@form("index_put")
def index_put(data: GraphExpr, indices: Any, values: GraphExpr, accumulate: bool = False) -> GraphExpr:
    """`data` with ``data[i, j, ...] = values``, or with the values added."""
    places = _places(data, indices)
    count = ndim(places) - 1
    shape = [*shape_of(places)[:count], *shape_of(data)[extent(shape_of(places)[-1], "`index_put`") :]]
    updates = c("broadcast_to", cast(values, dtype_of(data)), shape=shape)
    return c("scatter_nd", data, places, updates, reduction="add" if accumulate else "none")


@form("scatter_nd")
def scatter_nd(data: GraphExpr, indices: GraphExpr, updates: GraphExpr, reduction: str = "update") -> GraphExpr:
    """`data` with the updates at indices along the last axis: "update", "add", "mul", "min" or "max"."""
    return c("scatter_nd", data, indices, updates, reduction=_REDUCTIONS.get(reduction, reduction))


@form("scatter_elements")
def scatter_elements(
    data: GraphExpr, indices: GraphExpr, updates: GraphExpr, axis: int = 0, reduction: str = "update"
) -> GraphExpr:
    """`data` with the updates at the indices of an axis: "update", "add", "mul", "mean", "min" or "max"."""
    return c(
        "scatter_elements", data, indices, updates, axis=axis, reduction={"update": "none"}.get(reduction, reduction)
    )


@form("slice_scatter")
def slice_scatter(
    input_tensor: GraphExpr, src: GraphExpr, start: Any, end: Any, step: Any = 1, axis: int = 0
) -> GraphExpr:
    """A tensor with ``input[start:end:step] = src`` along an axis."""
    at = axis_of(input_tensor, axis)
    size = extent(shape_of(input_tensor)[at], "`slice_scatter`")
    rows = range(size)[slice(int(number(start)), int(number(end)), int(number(step)))]
    column = [-1 if n == at else 1 for n in range(ndim(src))]
    index = reshape(c("arange", start=rows.start, stop=rows.stop, step=rows.step, dtype="int64"), column)
    places = c("broadcast_to", index, shape=list(shape_of(src)))
    return c("scatter_elements", input_tensor, places, src, axis=at)


@form("dynamic_strided_slice")
def dynamic_strided_slice(x: GraphExpr, begin: GraphExpr, end: GraphExpr, strides: GraphExpr) -> GraphExpr:
    """``x[begin:end:strides]`` along all axes, with constants for the bounds. Raises T206 for other values."""
    bounds: list[Sequence[int]] = []
    for value in (begin, end, strides):
        if not isinstance(value, Constant):
            raise MlccError("T206", "`dynamic_strided_slice` needs constants: the result's shape depends on them",
                            help="use `strided_slice` with expressions of sizes")  # fmt: skip
        bounds.append([int(v) for v in value.data.reshape(-1)])
    return c("strided_slice", x, begin=bounds[0], end=bounds[1], strides=bounds[2])


@form("strided_slice")
def strided_slice(
    x: GraphExpr, axes: Any, begin: Any, end: Any, strides: Any = None, assume_inbound: bool = False
) -> GraphExpr:
    """``x[begin:end:strides]`` along `axes`, in TVM's order of the arguments."""
    given = {"axes": axes, "begin": begin, "end": end, "strides": strides}
    bounds = {key: _numbers(value) for key, value in given.items() if value is not None}
    inside = {"inbound": True} if as_int(assume_inbound) else {}
    return c("strided_slice", x, **bounds, **inside)


def _numbers(values: Any) -> list[Any]:
    """Integers of a list, of a tuple of PrimValues or of a shape; expressions stay."""
    items = values.fields if isinstance(values, GraphTuple) else dims(values)
    plain = [item.value if isinstance(item, PrimValue) else item for item in items]
    return [item.value if isinstance(item, IntImm) else item for item in plain]
