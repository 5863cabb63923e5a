"""Operators whose indices are computed from a tensor: take, gather, scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, ExprLike, as_int, binary, cast, const, is_const, maximum, minimum, select
from mlcc.ir import dtype as dt
from mlcc.te import StmtBuilder, Tensor

from .registry import register
from .shapes import can_equal, choice, define, need_int, need_same_dtype, need_shape, norm_axis, show, static


def wrap_index(index: Expr, dim: Expr, kind: str) -> Expr:
    """An index in [0, dim): negative ones count from the end; clamped, since a wrong index must not crash."""
    position = cast(kind, index)
    bound = cast(kind, dim)
    if dt.is_signed(index.dtype):
        position = select(position < 0, position + bound, position)
        position = maximum(position, 0)
    return minimum(position, bound - 1)


@register("take", "injective", aliases=["gather"])
def take(data: Tensor, indices: Tensor, axis: int | None = None, mode: str = "clip") -> Tensor:
    """``data[…, indices, …]`` at `axis` (default: of the flattened data); negative indices count from the end."""
    from .views import flatten

    need_int("take", indices)
    choice("take", "mode", mode, ("clip", "fast", "wrap"))
    if axis is None:
        flat: Tensor = take(flatten(data), indices, 0)
        return flat
    at = norm_axis(axis, data.ndim)
    after = at + indices.ndim
    shape = (*data.shape[:at], *indices.shape, *data.shape[at + 1 :])

    def element(*i: Expr) -> Expr:
        index = indices(*i[at:after])
        position = wrap_index(index, data.shape[at], data.shape[at].dtype)
        return data(*i[:at], position, *i[after:])

    return define(shape, element, "take")


@register("gather_elements", "injective")
def gather_elements(data: Tensor, indices: Tensor, axis: int = 0) -> Tensor:
    """``data`` at each element's own index, with its coordinate along `axis` replaced by ``indices``."""
    need_int("gather_elements", indices)
    at = norm_axis(axis, data.ndim)
    if indices.ndim != data.ndim:
        raise MlccError("T203", f"`gather_elements` of {show(data.shape)} by {show(indices.shape)}")
    _need_within("gather_elements", data, indices, at)

    def element(*i: Expr) -> Expr:
        position = wrap_index(indices(*i), data.shape[at], data.shape[at].dtype)
        return data(*i[:at], position, *i[at + 1 :])

    return define(indices.shape, element, "gather_elements")


def _need_within(name: str, data: Tensor, indices: Tensor, axis: int) -> None:
    """Raises T203 where indices along an axis are more than the elements of another dimension."""
    pairs = [(as_int(a), as_int(b)) for a, b in zip(indices.shape, data.shape, strict=True)]
    if any(a > b for n, (a, b) in enumerate(pairs) if n != axis and a is not None and b is not None):
        where = f"{show(data.shape)} by {show(indices.shape)} along axis {axis}"
        raise MlccError("T203", f"`{name}` of {where}: there are fewer elements than indices")


@register("gather_nd", "injective")
def gather_nd(data: Tensor, indices: Tensor, batch_dims: int = 0) -> Tensor:
    """The last dimension of `indices` holds coordinates into `data`, after `batch_dims` common leading dimensions."""
    need_int("gather_nd", indices)
    depth = static(indices.shape[-1], "the last dimension of the indices") if indices.ndim else 0
    leads = zip(indices.shape[:batch_dims], data.shape, strict=False)
    if not batch_dims < indices.ndim or batch_dims + depth > data.ndim or not all(can_equal(a, b) for a, b in leads):
        raise MlccError("T203", f"`gather_nd` of {show(data.shape)} by {show(indices.shape)}")
    lead = indices.ndim - 1
    shape = (*indices.shape[:-1], *data.shape[batch_dims + depth :])

    def element(*i: Expr) -> Expr:
        positions = []
        for n in range(depth):
            dim = data.shape[batch_dims + n]
            positions.append(wrap_index(indices(*i[:lead], n), dim, dim.dtype))
        return data(*i[:batch_dims], *positions, *i[lead:])

    return define(shape, element, "gather_nd")


REDUCTIONS = ("none", "update", "add", "mul", "max", "min")


def _combine(how: str, old: Expr, new: Expr) -> Expr:
    return new if how in ("none", "update") else binary(how, old, new)


def _number(tensor: Tensor) -> Expr | None:
    """The constant that a tensor is in all places, if it is computed as one."""
    op = tensor.op
    if not isinstance(op, te.ComputeOp) or op.reduce_axes:
        return None
    value = op.body[tensor.value_index]
    if isinstance(value, te.TensorLoad):
        return _number(value.tensor)
    return value if is_const(value) else None


def _scattered(name: str, tensors: Sequence[Tensor], update: Callable[..., None]) -> Tensor:
    """A copy of the first tensor, or a number if that is one in all places, after `update` of the copy by the others:
    of the statements so far, the result, and the buffers of the other tensors."""
    data, *others = tensors
    number = _number(data)

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        out, b = outs[0], StmtBuilder(outs[0].shape[0].dtype)

        def start(i: list[ExprLike]) -> None:
            b.store(out, b.load(ins[0], *i) if number is None else number, *i)

        _loops(b, out.shape, start)
        update(b, out, *ins[-len(others) :])
        return b.finish()

    given = others if number is not None else [data, *others]
    result: Tensor = te.extern(data.shape, given, build, data.dtype, name)
    return result


def _loops(b: StmtBuilder, shape: tuple[Expr, ...], body: Any) -> None:
    """Nested loops over `shape` around ``body(indices)``."""

    def nest(at: list[ExprLike]) -> None:
        if len(at) == len(shape):
            body(at)
            return
        with b.loop(f"i{len(at)}", shape[len(at)]) as var:
            nest([*at, var])

    nest([])


@register("scatter_elements", "opaque")
def scatter_elements(data: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = "none") -> Tensor:
    """A copy of `data` where the elements that ``gather_elements`` would read are replaced by `updates`.

    `reduction`: "none" (the last one wins), "add", "mul", "max" or "min" with the value there.
    """
    need_int("scatter_elements", indices)
    need_same_dtype("scatter_elements", data, updates)
    how = choice("scatter_elements", "reduction", reduction, REDUCTIONS)
    at = norm_axis(axis, data.ndim)
    if indices.ndim != data.ndim:
        raise MlccError("T203", f"`scatter_elements` into {show(data.shape)} by {show(indices.shape)}")
    _need_within("scatter_elements", data, indices, at)
    need_shape("scatter_elements", "the updates", updates, indices.shape)

    def scatter(b: StmtBuilder, out: Buffer, positions: Buffer, values: Buffer) -> None:
        def update(i: list[ExprLike]) -> None:
            position = wrap_index(b.load(positions, *i), out.shape[at], b.index)
            spot = [*i[:at], position, *i[at + 1 :]]
            b.store(out, _combine(how, b.load(out, *spot), b.load(values, *i)), *spot)

        _loops(b, positions.shape, update)

    return _scattered("scatter_elements", [data, indices, updates], scatter)


@register("scatter_nd", "opaque")
def scatter_nd(data: Tensor, indices: Tensor, updates: Tensor, reduction: str = "none") -> Tensor:
    """A copy of `data` where the slices that ``gather_nd`` would read are replaced by `updates`; `reduction` as for
    ``scatter_elements``."""
    need_int("scatter_nd", indices)
    need_same_dtype("scatter_nd", data, updates)
    how = choice("scatter_nd", "reduction", reduction, REDUCTIONS)
    depth = static(indices.shape[-1], "the last dimension of the indices") if indices.ndim else 0
    if not indices.ndim or depth > data.ndim:
        raise MlccError("T203", f"`scatter_nd` into {show(data.shape)} by {show(indices.shape)}")
    need_shape("scatter_nd", "the updates", updates, (*indices.shape[:-1], *data.shape[depth:]))

    def scatter(b: StmtBuilder, out: Buffer, positions: Buffer, values: Buffer) -> None:
        lead = len(positions.shape) - 1

        def update(i: list[ExprLike]) -> None:
            spot: list[ExprLike] = [
                wrap_index(b.load(positions, *i[:lead], n), out.shape[n], b.index) for n in range(depth)
            ]
            spot += i[lead:]
            b.store(out, _combine(how, b.load(out, *spot), b.load(values, *i)), *spot)

        _loops(b, values.shape, update)

    return _scattered("scatter_nd", [data, indices, updates], scatter)


@register("compress_static", "opaque")
def compress_static(data: Tensor, keep: tuple[int, ...], axis: int = 0) -> Tensor:
    """The elements of `axis` at the constant indices `keep`."""
    at = norm_axis(axis, data.ndim)
    size = as_int(data.shape[at])
    if size is not None and any(not 0 <= k < size for k in keep):
        raise MlccError("T205", f"`compress_static`: an index of {keep} is out of range for {size}")

    def element(*i: Expr) -> Expr:
        position: Expr = const(0, i[at].dtype)
        for n, k in reversed(list(enumerate(keep))):
            position = select(i[at].equal(n), const(k, position.dtype), position)
        return data(*i[:at], position, *i[at + 1 :])

    return define((*data.shape[:at], len(keep), *data.shape[at + 1 :]), element, "compress_static")
