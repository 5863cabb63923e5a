"""Indexing by tensors: gathers, scatters, and elements at computed places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation
from .quantize import embedded
from .shape import slice_of


@aten("embedding")
def embedding(t: Translation, weight: GraphExpr, indices: GraphExpr, *_: Any, **__: Any) -> GraphExpr:
    if weight in t.dequantized:
        return embedded(t, t.dequantized[weight], indices, t.dtype)
    return t.onnx("Gather", weight, indices, axis=0)


@aten("index_select")
def index_select(t: Translation, x: GraphExpr, dim: int, index: GraphExpr) -> GraphExpr:
    if not t.rank(x):
        return t.reshape(x, t.dims)
    index = t.reshape(index, [1]) if not t.rank(index) else index
    return t.onnx("Gather", x, index, axis=t.axis(dim, t.rank(x)))


@aten("gather")
def gather(t: Translation, x: GraphExpr, dim: int, index: GraphExpr, sparse_grad: bool = False) -> GraphExpr:
    if not t.rank(x):
        return t.expand(x, t.dims)
    axis = t.axis(dim, t.rank(x))
    if not t.rank(index):
        return t.reshape(t.emit("gather_elements", x, t.reshape(index, [1]), axis=0), [])
    if any(size == 0 for size in t.shape(index) if isinstance(size, int)):  # of any rank
        return t.full(t.dims, 0)
    # Along the other axes the index may be shorter.
    for other, (size, whole) in enumerate(zip(t.shape(index), t.shape(x), strict=True)):
        if other != axis and size is not whole and size != whole:
            x = slice_of(t, x, other, 0, size)
    return t.emit("gather_elements", x, index, axis=axis)


#: How PyTorch calls what happens where several elements go to one place, and how ONNX does.
_SCATTERS = {
    "add": "add", "sum": "add", "mean": "add", "multiply": "mul", "prod": "mul", "amax": "max", "amin": "min",
    None: "none",
}  # fmt: skip
#: What changes nothing in such a combination: the number, or whether it is the lowest of the element type.
_NEUTRAL = {"add": 0, "mul": 1}


@aten("scatter.src", "scatter.value", "scatter_add", "scatter.reduce", "scatter.value_reduce", "scatter_reduce.two")
def scatter(
    t: Translation, x: GraphExpr, dim: int, index: GraphExpr, src: Any = None, reduce: str | None = None, *,
    value: Any = None, include_self: bool = True,
) -> GraphExpr:  # fmt: skip
    assert t.node is not None
    reduce = "add" if "scatter_add" in str(t.node.target) else reduce
    src = value if src is None else src
    if not t.rank(x):
        x, index = t.reshape(x, [1]), t.reshape(index, [1])
        src = t.reshape(src, [1]) if isinstance(src, GraphExpr) else src
    if not isinstance(src, GraphExpr):
        src = t.full(t.shape(index), src)
    elif not t.rank(index):
        index = t.reshape(index, [1])
    for other, (size, whole) in enumerate(zip(t.shape(index), t.shape(src), strict=True)):
        if size is not whole and size != whole:
            src = slice_of(t, src, other, 0, size)
    return t.reshape(_scattered(t, x, index, t.cast(src), t.axis(dim, t.rank(x)), reduce, include_self), t.dims)


def _scattered(
    t: Translation, x: GraphExpr, index: GraphExpr, src: GraphExpr, axis: int, reduce: str | None, include_self: bool
) -> GraphExpr:
    """`x` with elements of `src` combined in at `index`; without its own where something arrives if not
    `include_self`. A mean of integers is rounded down."""
    kind = _SCATTERS[reduce]
    if t.dtype == "bool" and kind != "none":
        x, src = t.cast(x, "uint8"), t.cast(src, "uint8")
        kind = {"add": "max", "mul": "min"}.get(kind, kind)
    dtype = t.ctx.dtype(x)

    def put(into: GraphExpr, what: GraphExpr, how: str) -> GraphExpr:
        return t.emit("scatter_elements", into, index, what, axis=axis, reduction=how)

    if not include_self:
        touched = put(t.full(t.shape(x), False, "bool"), t.full(t.shape(index), True, "bool"), "none")
        neutral = _NEUTRAL.get(kind) if kind in _NEUTRAL else _limit(dtype, lowest=kind == "max")
        x = t.emit("where", touched, t.constant(neutral, dtype), x)
    made = put(x, src, kind)
    if reduce != "mean":
        return made
    count = put(t.full(t.shape(x), int(include_self), "int64"), t.full(t.shape(index), 1, "int64"), "add")
    count = t.cast(t.emit("maximum", count, t.constant(1, "int64")), dtype)
    return t.emit("divide" if dtype.startswith(("float", "bfloat")) else "floor_divide", made, count)


def _limit(dtype: str, lowest: bool) -> Any:
    if dtype.startswith(("float", "bfloat")):
        return -np.inf if lowest else np.inf
    bounds = np.iinfo(dtype)
    return bounds.min if lowest else bounds.max


@aten("index_reduce")
def index_reduce(
    t: Translation, x: GraphExpr, dim: int, index: GraphExpr, source: GraphExpr, reduce: str, *,
    include_self: bool = True,
) -> GraphExpr:  # fmt: skip
    """Slices of `source` combined with those of `x` at `index`."""
    if not t.rank(x):
        x, source = t.reshape(x, [1]), t.reshape(source, [1])
    axis, dims = t.axis(dim, t.rank(x)), t.shape(source)
    lines = t.reshape(index, [dims[axis] if n == axis else 1 for n in range(len(dims))])
    return t.reshape(_scattered(t, x, t.expand(lines, dims), t.cast(source), axis, reduce, include_self), t.dims)


@aten("index.Tensor", "_unsafe_index.Tensor")
def index(t: Translation, x: GraphExpr, indices: Sequence[GraphExpr | None]) -> GraphExpr:
    """NumPy's indexing by integers: neighbouring index axes become theirs in place, others come first."""
    order, places, first = _numbers(t, x, indices)
    moved = t.emit("transpose", x, axes=order) if order != list(range(t.rank(x))) else x
    if len(places) == 1:
        taken = t.onnx("Gather", moved, places[0], axis=0)
    else:
        taken = t.onnx("GatherND", moved, _joined(t, places))
    lead = len(t.shape(places[0])) if len(places) == 1 else max(t.rank(p) for p in places)
    if first:
        rank = t.rank(taken)
        axes = [*range(lead, lead + first), *range(lead), *range(lead + first, rank)]
        taken = t.emit("transpose", taken, axes=axes)
    return taken


def _numbers(
    t: Translation, x: GraphExpr, indices: Sequence[GraphExpr | None]
) -> tuple[list[int], list[GraphExpr], int]:
    """The order of axes in which the indexed ones come first, the indices, and how many axes stay before them."""
    if any(i is not None and t.ctx.dtype(i) in ("bool", "uint8") for i in indices):
        raise t.error("I132", "the shape depends on a mask", help="use torch.where")
    at = [n for n, i in enumerate(indices) if i is not None]
    rest = [n for n in range(t.rank(x)) if n not in at]
    together = at == list(range(at[0], at[-1] + 1))
    places = [t.cast(i, "int64") for i in indices if i is not None]
    return [*at, *rest], places, at[0] if together else 0


def _joined(t: Translation, places: Sequence[GraphExpr]) -> GraphExpr:
    """Indices of several axes, broadcast together, as one tensor whose last axis counts the axes."""
    rank = max(t.rank(p) for p in places)
    padded = [t.reshape(p, [*[1] * (rank - t.rank(p)), *t.shape(p)]) for p in places]
    dims = [next((d for p in padded if (d := t.shape(p)[n]) != 1), 1) for n in range(rank)]
    return t.emit("concatenate", [t.reshape(t.expand(p, dims), [*dims, 1]) for p in padded], axis=rank)


@aten("index_put", "_unsafe_index_put")
def index_put(
    t: Translation, x: GraphExpr, indices: Sequence[GraphExpr | None], values: GraphExpr, accumulate: bool = False
) -> GraphExpr:
    values = t.cast(values)
    if len(indices) == 1 and indices[0] is not None and t.ctx.dtype(indices[0]) == "bool":
        return _put_by_mask(t, x, indices[0], values, accumulate)
    order, places, before = _numbers(t, x, indices)
    moved = t.emit("transpose", x, axes=order) if order != list(range(t.rank(x))) else x
    joined = _joined(t, places)
    lead, rest = t.shape(joined)[:-1], t.shape(moved)[len(places) :]
    if before:  # values have the indexed axes in place
        values = t.expand(values, [*rest[:before], *lead, *rest[before:]])
        count = len(lead)
        axes = [*range(before, before + count), *range(before), *range(before + count, t.rank(values))]
        values = t.emit("transpose", values, axes=axes)
    values = t.expand(values, [*lead, *rest])
    if accumulate and t.dtype == "bool":
        raise t.error("I121", "truth values are accumulated at indices")
    done = t.onnx("ScatterND", moved, joined, values, reduction="add" if accumulate else "none")
    back = sorted(range(t.rank(x)), key=order.__getitem__)
    return t.emit("transpose", done, axes=back) if order != back or order != sorted(order) else done


def _put_by_mask(t: Translation, x: GraphExpr, mask: GraphExpr, values: GraphExpr, accumulate: bool) -> GraphExpr:
    """Where a mask of the first axes holds: values that broadcast, or one row of them for each place, in order."""
    rest = t.shape(x)[t.rank(mask) :]
    mask = t.reshape(mask, [*t.shape(mask), *[1] * len(rest)])
    if t.rank(values) > len(rest) and t.shape(values)[0] != 1:
        new = _in_order(t, x, t.expand(mask, t.shape(x)), values)
    else:
        new = t.reshape(values, t.shape(values)[t.rank(values) - len(rest) :]) if t.rank(values) > len(rest) else values
    return t.emit("where", mask, t.emit("add", x, new) if accumulate else new, x)


def _in_order(t: Translation, x: GraphExpr, mask: GraphExpr, source: GraphExpr) -> GraphExpr:
    """For each place of `x` where the mask holds, the next element of `source`; anything elsewhere."""
    count = _size(t, x)
    number = t.emit("cumsum", t.cast(t.reshape(mask, [count]), "int64"), axis=0)
    available = _size(t, source)
    number = t.emit("clip", t.emit("subtract", number, t.constant(1, "int64")), min=0, max=max(available - 1, 0))
    return t.reshape(t.onnx("Gather", t.reshape(source, [available]), number, axis=0), t.shape(x))


def _size(t: Translation, x: GraphExpr) -> int:
    return int(np.prod([t.static(d, "size") for d in t.shape(x)], dtype=np.int64))


@aten("masked_scatter")
def masked_scatter(t: Translation, x: GraphExpr, mask: GraphExpr, source: GraphExpr) -> GraphExpr:
    x, mask = t.expand(x, t.dims), t.expand(mask, t.dims)
    return t.emit("where", mask, _in_order(t, x, mask, t.cast(source)), x)


@aten("masked_select", "nonzero", "_unique2", "unique_consecutive", "unique_dim", "bincount")
def sized_by_data(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    raise t.error("I132", "the shape of the result depends on elements", help="keep the shape: torch.where(mask, x, 0)")


# ---------------------------------------------------------------------- places in memory
@aten("as_strided", "as_strided_copy")
def as_strided(
    t: Translation, x: GraphExpr, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None
) -> GraphExpr:
    """The elements of the result are looked up where PyTorch has them in the memory of `x`."""
    return t.reshape(_taken(t, x, _places(t, size, stride, storage_offset)), t.dims)


def _places(t: Translation, size: Sequence[Any], stride: Sequence[Any], offset: int | None) -> Any:
    """For each element of a view, its number in the tensor that the node views."""
    assert t.node is not None
    fake: Any = t.node.args[0].meta["val"]
    start = int(fake.storage_offset()) if offset is None else offset
    shape, strides = ([t.static(v, "view of memory") for v in part] for part in (fake.shape, fake.stride()))
    where = _addresses(shape, strides, int(fake.storage_offset())).reshape(-1)
    wanted = _addresses([t.static(v, "view") for v in size], [t.static(v, "view") for v in stride], start)
    numbers = np.full(max(where.max(initial=0), wanted.max(initial=0)) + 1, -1, np.int64)
    numbers[where] = np.arange(where.size)
    found = numbers[wanted]
    if (found < 0).any():
        raise t.error("I121", "a view of memory that its tensor does not have")
    return found


def _addresses(shape: Sequence[int], strides: Sequence[int], start: int) -> Any:
    places = np.full(tuple(shape), start, np.int64)
    for axis, step in enumerate(strides):
        places += (np.arange(shape[axis]) * step).reshape([-1 if n == axis else 1 for n in range(len(shape))])
    return places


def _taken(t: Translation, x: GraphExpr, places: Any) -> GraphExpr:
    return t.onnx("Gather", t.reshape(x, [_size(t, x)]), t.constant(places, "int64"), axis=0)


def _with_at(t: Translation, x: GraphExpr, places: GraphExpr, source: GraphExpr, reduction: str) -> GraphExpr:
    """`x` with elements at numbers (in its flattened form) from `source`."""
    count = _size(t, source)
    flat = t.emit(
        "scatter_elements", t.reshape(x, [_size(t, x)]), t.reshape(places, [count]), t.reshape(source, [count]),
        axis=0, reduction=reduction,
    )  # fmt: skip
    return t.reshape(flat, t.shape(x))


@aten("as_strided_scatter")
def as_strided_scatter(
    t: Translation, x: GraphExpr, src: GraphExpr, size: Sequence[int], stride: Sequence[int],
    storage_offset: int | None = None,
) -> GraphExpr:  # fmt: skip
    places = t.constant(_places(t, size, stride, storage_offset), "int64")
    return _with_at(t, x, places, t.cast(src), "none")


@aten("diagonal_scatter")
def diagonal_scatter(
    t: Translation, x: GraphExpr, src: GraphExpr, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> GraphExpr:
    shape = [t.static(d, "size") for d in t.shape(x)]
    numbers = np.arange(int(np.prod(shape))).reshape(shape).diagonal(offset, dim1, dim2)
    return _with_at(t, x, t.constant(numbers, "int64"), t.cast(src), "none")


@aten("put")
def put(t: Translation, x: GraphExpr, index: GraphExpr, source: GraphExpr, accumulate: bool = False) -> GraphExpr:
    if accumulate and t.dtype == "bool":
        raise t.error("I121", "truth values are accumulated at indices")
    return _with_at(t, x, index, t.cast(source), "add" if accumulate else "none")


@aten("unfold")
def unfold(t: Translation, x: GraphExpr, dimension: int, size: int, step: int) -> GraphExpr:
    """Windows of an axis, whose elements become the last axis."""
    if not t.rank(x):
        return t.reshape(x, t.dims)
    axis = t.axis(dimension, t.rank(x))
    count = t.static(t.dims[axis], "count of windows")
    places = np.arange(count)[:, None] * step + np.arange(size)
    taken = t.onnx("Gather", x, t.constant(places, "int64"), axis=axis)
    rank = t.rank(taken)
    return t.emit("transpose", taken, axes=[*range(axis + 1), *range(axis + 2, rank), axis + 1])


def marks_passed(t: Translation, marks: GraphExpr, count: Any) -> GraphExpr:
    """(count,), int64: how many of the `marks` (G,) are at each place from 0 on, or before it."""
    places = t.reshape(t.ctx.count_below(count, "int64"), [count, 1])
    passed = t.emit("less_equal", t.reshape(t.cast(marks, "int64"), [1, t.shape(marks)[0]]), places)
    return t.emit("sum", t.cast(passed, "int64"), axis=[1], keepdims=False)


@aten("_embedding_bag", "_embedding_bag_forward_only")
def embedding_bag(
    t: Translation, weight: GraphExpr, indices: GraphExpr, offsets: GraphExpr, scale_by_freq: bool = False,
    mode: int = 0, sparse: bool = False, per_sample_weights: GraphExpr | None = None, include_last_offset: bool = False,
    padding_idx: int = -1,
) -> list[Any]:  # fmt: skip
    """Sums, means or maxima of the rows of `weight` in bags, each of which begins at an offset; an empty one is 0."""
    assert t.node is not None
    if any(len(user.args) > 1 and user.args[1] != 0 for user in t.node.users):
        raise t.error("I121", "the places of the elements of bags")
    bags, width = (t.static(d, "table of bags") for d in t.dims)
    count = t.static(t.shape(indices)[0], "count of indices")
    rows = t.onnx("Gather", weight, indices, axis=0)
    if per_sample_weights is not None:
        rows = t.emit("multiply", rows, t.reshape(per_sample_weights, [count, 1]))
    bag = t.emit("subtract", marks_passed(t, offsets, count), t.constant(1, "int64"))
    if padding_idx >= 0:
        absent = t.emit("equal", t.cast(indices, "int64"), t.constant(padding_idx, "int64"))
        bag = t.emit("where", absent, t.constant(bags, "int64"), bag)
    # What belongs to no bag goes to a row of its own.
    bag = t.reshape(t.emit("minimum", bag, t.constant(bags, "int64")), [count, 1])

    def collected(start: float, values: GraphExpr, how: str) -> GraphExpr:
        into = t.full([bags + 1, t.shape(values)[1]], start)
        done = t.onnx("ScatterND", into, bag, values, reduction=how)
        return slice_of(t, done, 0, 0, bags)

    if mode == 0:
        return [collected(0, rows, "add"), None, None, None]
    held = collected(0, t.full([count, 1], 1), "add")
    if mode == 1:
        total = collected(0, rows, "add")
        return [t.emit("divide", total, t.emit("maximum", held, t.constant(1))), None, None, None]
    largest = collected(-np.inf, rows, "max")
    return [t.emit("where", t.emit("greater", held, t.constant(0)), largest, t.constant(0)), None, None, None]
