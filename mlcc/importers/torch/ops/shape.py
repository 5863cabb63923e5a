"""Shapes, slices, joins, indexing by tensors, and new tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.importers.onnx.context import shape_arg
from mlcc.ir import Constant, Expr, GraphExpr

from ..registry import aten
from ..translation import Translation
from .quantize import transposed

_END = 2**62


@aten(
    "view", "reshape", "_unsafe_view", "squeeze", "unsqueeze", "flatten", "view_copy", "_reshape_copy", "squeeze_copy",
    "unsqueeze_copy",
)  # fmt: skip
def reshape(t: Translation, x: GraphExpr, *_: Any, **__: Any) -> GraphExpr:
    """Any operator whose result has the same elements in the same order: PyTorch has inferred its shape."""
    if t.ctx.dtype(x) != t.dtype:
        raise t.error("I121", "a view as another element type cannot be compiled")
    return t.reshape(x, t.dims)


@aten("expand", "expand_copy", "broadcast_to")
def expand(t: Translation, x: GraphExpr, size: Any, implicit: bool = False) -> GraphExpr:
    return t.expand(x, t.dims)


@aten("permute", "permute_copy")
def permute(t: Translation, x: GraphExpr, dims: Sequence[int]) -> GraphExpr:
    return turned(t, x, [t.axis(d, t.rank(x)) for d in dims]) if t.rank(x) else x


def turned(t: Translation, x: GraphExpr, axes: list[int]) -> GraphExpr:
    """`x` with its axes in another order; constants of integers stay such, for products to read."""
    constant = transposed(t, x, axes)
    return t.emit("transpose", x, axes=axes) if constant is None else constant


@aten("transpose", "t")
def transpose(t: Translation, x: GraphExpr, dim0: int = 0, dim1: int = 1) -> GraphExpr:
    rank = t.rank(x)
    if rank < 2:
        return x
    order = list(range(rank))
    a, b = t.axis(dim0, rank), t.axis(dim1, rank)
    order[a], order[b] = order[b], order[a]
    return turned(t, x, order)


@aten("cat")
def cat(t: Translation, tensors: Sequence[GraphExpr], dim: int = 0) -> GraphExpr:
    """Empty tensors of rank 1 are left out, whatever the rank of the others."""
    parts = [t.cast(v) for v in tensors if t.rank(v) == len(t.dims) or t.shape(v) != [0]]
    return parts[0] if len(parts) == 1 else t.emit("concatenate", parts, axis=t.axis(dim, len(t.dims)))


@aten("stack")
def stack(t: Translation, tensors: Sequence[GraphExpr], dim: int = 0) -> GraphExpr:
    axis = t.axis(dim, t.rank(tensors[0]) + 1)
    return t.emit("concatenate", [t.emit("expand_dims", t.cast(v), axis=[axis]) for v in tensors], axis=axis)


def slice_of(t: Translation, x: GraphExpr, axis: int, begin: Any, end: Any, step: int = 1) -> GraphExpr:
    return t.emit("strided_slice", x, begin=[begin], end=[end], axes=[axis], strides=[step])


def _bounds(size: Any, start: Any, end: Any) -> tuple[Any, Any]:
    """The bounds of a slice, not negative and within the axis where they are numbers."""

    def bound(value: Any, default: Any) -> Any:
        if value is None or isinstance(value, int) and value >= _END:
            return default
        if isinstance(value, int) and value < 0:
            return max(size + value, 0) if isinstance(size, int) else size + value
        return min(value, size) if isinstance(value, int) and isinstance(size, int) else value

    return bound(start, 0), bound(end, size)


@aten("slice", "slice_copy")
def slice_(t: Translation, x: GraphExpr, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    begin, stop = _bounds(t.shape(x)[axis], start, end)
    if isinstance(begin, int) and begin == 0 and stop is t.shape(x)[axis] and step == 1:
        return x
    sliced = slice_of(t, x, axis, begin, stop, step)
    return t.reshape(sliced, t.dims) if any(isinstance(d, Expr) for d in t.dims) else sliced


@aten("select", "select_copy")
def select(t: Translation, x: GraphExpr, dim: int, index: Any) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    at = t.shape(x)[axis] + index if isinstance(index, int) and index < 0 else index
    return t.reshape(slice_of(t, x, axis, at, at + 1), t.dims)


@aten("split", "split_with_sizes", "split_copy", "split_with_sizes_copy", "chunk", "unbind", "unbind_copy")
def split(t: Translation, x: GraphExpr, *args: Any, **named: Any) -> list[GraphExpr]:
    """The parts that PyTorch has inferred, one after the other along the axis."""
    assert t.node is not None
    parts, rank = t.node.meta["val"], t.rank(x)
    unbind = "unbind" in str(t.node.target)
    dim = named.get("dim", args[0] if unbind and args else args[1] if len(args) > 1 else 0)
    axis, at, results = t.axis(dim, rank), 0, []
    for part in parts:
        shape = [t.symbols.dim(size) for size in part.shape]
        size: Any = 1 if unbind else shape[axis]
        results.append(t.reshape(slice_of(t, x, axis, at, at + size), shape))
        at = at + size
    return results


@aten("narrow_copy")
def narrow(t: Translation, x: GraphExpr, dim: int, start: int, length: Any) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    begin = t.shape(x)[axis] + start if start < 0 else start
    return slice_of(t, x, axis, begin, begin + length)


@aten("flip")
def flip(t: Translation, x: GraphExpr, dims: Sequence[int]) -> GraphExpr:
    for axis in t.axes(dims, t.rank(x)) if dims and t.rank(x) else ():
        x = t.emit("flip", x, axis=axis)
    return x


@aten("roll")
def roll(t: Translation, x: GraphExpr, shifts: Any, dims: Any = ()) -> GraphExpr:
    shifts, dims = ([v] if isinstance(v, int) else list(v) for v in (shifts, dims))
    if not dims:
        flat = t.reshape(x, [int(np.prod([t.static(d, "size") for d in t.shape(x)]))])
        return t.reshape(_rolled(t, flat, 0, shifts[0]), t.dims)
    for shift, dim in zip(shifts, dims, strict=True):
        x = _rolled(t, x, t.axis(dim, t.rank(x)), shift)
    return x


def _rolled(t: Translation, x: GraphExpr, axis: int, shift: int) -> GraphExpr:
    size = t.shape(x)[axis]
    if isinstance(size, int):
        shift = shift % size if size else 0
        at: Any = size - shift
        if shift == 0:
            return x
    else:
        at = size - shift if shift >= 0 else -shift
    return t.emit("concatenate", [slice_of(t, x, axis, at, size), slice_of(t, x, axis, 0, at)], axis=axis)


@aten("repeat")
def repeat(t: Translation, x: GraphExpr, repeats: Sequence[Any]) -> GraphExpr:
    lead = len(repeats) - t.rank(x)
    x = t.reshape(x, [*[1] * lead, *t.shape(x)])
    if all(isinstance(r, int) for r in repeats):
        return t.emit("tile", x, repeats=list(repeats))
    for axis, (count, size) in enumerate(zip(repeats, t.shape(x), strict=True)):
        if isinstance(count, int) and count == 1:
            continue
        if size != 1:
            raise t.error("I132", "an axis is repeated by a symbolic count")
        x = t.expand(x, [*t.shape(x)[:axis], count, *t.shape(x)[axis + 1 :]])
    return x


@aten("constant_pad_nd")
def constant_pad(t: Translation, x: GraphExpr, pad: Sequence[Any], value: Any = 0) -> GraphExpr:
    return _pad(t, x, pad, "constant", value)


@aten("reflection_pad1d", "reflection_pad2d", "reflection_pad3d")
def reflection_pad(t: Translation, x: GraphExpr, padding: Sequence[Any]) -> GraphExpr:
    return _pad(t, x, padding, "reflect", 0)


@aten("replication_pad1d", "replication_pad2d", "replication_pad3d")
def replication_pad(t: Translation, x: GraphExpr, padding: Sequence[Any]) -> GraphExpr:
    return _pad(t, x, padding, "edge", 0)


def _pad(t: Translation, x: GraphExpr, pad: Sequence[Any], mode: str, value: Any) -> GraphExpr:
    """PyTorch lists pairs from the last axis on; negative ones cut."""
    rank = t.rank(x)
    widths: list[list[Any]] = [[0, 0] for _ in range(rank)]
    for n in range(len(pad) // 2):
        widths[rank - 1 - n] = [pad[2 * n], pad[2 * n + 1]]
    for axis, (before, after) in enumerate(widths):
        cut = [min(v, 0) if isinstance(v, int) else 0 for v in (before, after)]
        if any(cut):
            size = t.shape(x)[axis]
            x = slice_of(t, x, axis, -cut[0], size + cut[1])
            widths[axis] = [before - cut[0], after - cut[1]]
    if not any(isinstance(v, Expr) or v for pair in widths for v in pair):
        return x
    return t.emit("nn.pad", x, pad_width=widths, mode=mode, pad_value=value)


@aten("select_scatter")
def select_scatter(t: Translation, x: GraphExpr, src: GraphExpr, dim: int, index: int) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    size = t.shape(x)[axis]
    at = size + index if index < 0 else index
    shape = [*t.shape(src)[:axis], 1, *t.shape(src)[axis:]]
    return _replaced(t, x, t.reshape(src, shape), axis, at, at + 1)


@aten("slice_scatter")
def slice_scatter(
    t: Translation, x: GraphExpr, src: GraphExpr, dim: int = 0, start: Any = None, end: Any = None, step: int = 1
) -> GraphExpr:
    axis = t.axis(dim, t.rank(x))
    begin, stop = _bounds(t.shape(x)[axis], start, end)
    if step == 1:
        return _replaced(t, x, src, axis, begin, stop)
    places = np.arange(t.static(t.shape(x)[axis], "size"))[begin:stop:step]
    shape = [len(places) if n == axis else 1 for n in range(t.rank(x))]
    index = t.expand(t.constant(places.reshape(shape), "int64"), t.shape(src))
    return t.emit("scatter_elements", x, index, t.cast(src), axis=axis, reduction="none")


def _replaced(t: Translation, x: GraphExpr, part: GraphExpr, axis: int, begin: Any, end: Any) -> GraphExpr:
    """`x` with a range of an axis from another tensor."""
    size, pieces = t.shape(x)[axis], [t.cast(part)]
    if not (isinstance(begin, int) and begin == 0):
        pieces.insert(0, slice_of(t, x, axis, 0, begin))
    if end is not size and end != size:
        pieces.append(slice_of(t, x, axis, end, size))
    return pieces[0] if len(pieces) == 1 else t.emit("concatenate", pieces, axis=axis)


@aten("masked_fill")
def masked_fill(t: Translation, x: GraphExpr, mask: GraphExpr, value: Any) -> GraphExpr:
    return t.emit("where", t.cast(mask, "bool"), t.operand(value, t.dtype), t.cast(x))


@aten("tril", "triu")
def triangle(t: Translation, x: GraphExpr, diagonal: int = 0) -> GraphExpr:
    assert t.node is not None
    upper = int("triu" in str(t.node.target))
    return t.onnx("Trilu", x, t.constant(diagonal, "int64"), upper=upper)


@aten("diagonal", "diagonal_copy")
def diagonal(t: Translation, x: GraphExpr, offset: int = 0, dim1: int = 0, dim2: int = 1) -> GraphExpr:
    """Elements at (i, i + offset) of two axes, which become the last one."""
    a, b = t.axis(dim1, t.rank(x)), t.axis(dim2, t.rank(x))
    count = t.static(t.dims[-1], "diagonal")
    rest = [n for n in range(t.rank(x)) if n not in (a, b)]
    moved = t.emit("transpose", x, axes=[a, b, *rest])
    steps = np.arange(count)
    places = np.stack([steps - min(offset, 0), steps + max(offset, 0)], axis=1)
    taken = t.onnx("GatherND", moved, t.constant(places, "int64"))
    return t.emit("transpose", taken, axes=[*range(1, t.rank(taken)), 0]) if rest else taken


# ---------------------------------------------------------------------- new tensors
@aten("full", "full_like", "new_full", "fill")
def full(t: Translation, first: Any, *args: Any, **_: Any) -> GraphExpr:
    assert t.node is not None
    value = _["fill_value"] if "fill_value" in _ else args[-1]
    if isinstance(value, (GraphExpr, Expr)):
        return t.expand(t.operand(value, t.dtype), t.dims)
    return t.full(t.dims, value)


@aten(
    "zeros", "zeros_like", "new_zeros", "empty", "empty_like", "new_empty", "new_empty_strided",
    "empty_strided", "empty_permuted",
)  # fmt: skip
def zeros(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    """What is not initialised is 0 too."""
    return t.full(t.dims, 0)


@aten("ones", "ones_like", "new_ones")
def ones(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    return t.full(t.dims, 1)


@aten("scalar_tensor")
def scalar_tensor(t: Translation, value: Any, dtype: Any = None) -> GraphExpr:
    return t.operand(value, t.dtype)


@aten("arange")
def arange(t: Translation, *args: Any, dtype: Any = None) -> GraphExpr:
    """arange(end), arange(start, end) or arange(start, end, step)"""
    start, step = (args[0] if len(args) > 1 else 0), (args[2] if len(args) > 2 else 1)
    count = t.dims[0]
    if isinstance(count, int) and not isinstance(start, Expr):
        # PyTorch computes start + i * step in the type of the result, with integers exactly
        kind = t.constant(0).data.dtype
        if kind.kind in "iu":
            start, step = int(start), int(step)
        return Constant((start + np.arange(count) * step).astype(kind))
    return t.emit(
        "range_like", t.ctx.materialized(t.operand(start, t.dtype)), t.operand(step, t.dtype), shape_arg([count])
    )  # fmt: skip


@aten("eye")
def eye(t: Translation, *_: Any, **__: Any) -> GraphExpr:
    rows, columns = (t.static(d, "size") for d in t.dims)
    return t.constant(np.eye(rows, columns))


@aten("tril_indices", "triu_indices")
def triangle_places(t: Translation, rows: int, columns: int, offset: int = 0, **_: Any) -> GraphExpr:
    assert t.node is not None
    make = np.tril_indices if "tril" in str(t.node.target) else np.triu_indices
    return t.constant(np.stack(make(rows, offset, columns)))


@aten("linspace")
def linspace(t: Translation, start: Any, end: Any, steps: int, **_: Any) -> GraphExpr:
    return t.constant(np.linspace(start, end, t.static(steps, "count")))
