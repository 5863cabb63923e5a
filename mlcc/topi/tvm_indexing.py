"""Elements at indices, and sums to a shape, by TVM's names: `topi.index_put`, `topi.dynamic_strided_slice`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import get_op
from .shapes import define, show
from .tvm_tensors import adv_index, strided_set

#: By TVM's name.
NAMES: dict[str, Callable[..., Any]] = {}
#: The end of a slice that takes a whole dimension.
_WHOLE = 2**31 - 1


def _named(fn: Callable[..., Any]) -> Callable[..., Any]:
    NAMES[fn.__name__] = fn
    return fn


def _positive(data: Tensor, indices: Sequence[Tensor]) -> list[Tensor]:
    """Index tensors of the leading dimensions, with those that count from the end counted from the beginning."""
    if len(indices) > data.ndim:
        raise MlccError("T203", f"{len(indices)} indices for {data.ndim} dimensions")

    def counted(index: Tensor, size: Expr) -> Tensor:
        def element(*i: Expr) -> Expr:
            at = index(*i).astype("int64")
            return te.if_then_else(at < 0, at + size.astype("int64"), at)

        return define(index.shape, element, "index")

    return [counted(index, size) for index, size in zip(indices, data.shape, strict=False)]


@_named
def index_tensor(data: Tensor, indices: Sequence[Tensor]) -> Tensor:
    """``data[i, j, ...]``: index tensors of the leading dimensions, which broadcast; negative ones count from the end.

    Raises T203 for more indices than dimensions."""
    return adv_index(data, _positive(data, indices))  # type: ignore[no-any-return]


@_named
def index_put(data: Tensor, indices: Tensor | Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """`data` with ``data[i, j, ...] = values``, or with the values added. Raises T203 as :func:`index_tensor` does."""
    given = [indices] if isinstance(indices, Tensor) else list(indices)
    at = _positive(data, given)
    rank = max(t.ndim for t in at)
    # What the indices select has their shape broadcast to one, then the dimensions that they leave.
    picked = adv_index(data, at)
    shape = picked.shape[:rank]

    def place(*i: Expr) -> Expr:
        *where, axis = i
        result: Expr = const(0, "int64")
        for n, index in enumerate(at):
            own = where[rank - index.ndim :]
            held = (v * 0 if as_int(d) == 1 else v for v, d in zip(own, index.shape, strict=True))
            result = te.if_then_else(axis.equal(n), index(*held), result)
        return result

    places = define((*shape, len(at)), place, "places")
    updates = get_op("broadcast_to").fn(values, shape=list(picked.shape))
    result: Tensor = get_op("scatter_nd").fn(data, places, updates, reduction="add" if accumulate else "none")
    return result


@_named
def slice_scatter(input_tensor: Tensor, src: Tensor, start: int, end: int, step: int, axis: int) -> Tensor:
    """`input_tensor` with `src` in place of ``start:end:step`` along an axis.

    Raises T203 for a `src` that has not the slice's length, T206 for a step that is not positive."""
    at = axis % input_tensor.ndim
    size, own = as_int(input_tensor.shape[at]), as_int(src.shape[at])
    if step > 0 and size is not None and own is not None and own != len(range(size)[start:end:step]):
        raise MlccError("T203", f"`slice_scatter`: {show(src.shape)} does not fill {start}:{end}:{step} of {size}")
    begin, stop, steps = [0] * at + [start], [_WHOLE] * at + [end], [1] * at + [step]
    result: Tensor = strided_set(input_tensor, src, begin, stop, steps)
    return result


@_named
def dynamic_strided_slice(
    a: Tensor, begin: Tensor | Sequence[int], end: Tensor | Sequence[int], strides: Tensor | Sequence[int],
    output_shape: Sequence[Any],
) -> Tensor:  # fmt: skip
    """``a[begin:end:strides]`` along all dimensions, with tensors or integers for the bounds; `output_shape` is the
    slice's shape, which the values must have."""
    starts, steps = _values(begin), _values(strides)

    def element(*i: Expr) -> Expr:
        at = []
        for n, (index, size) in enumerate(zip(i, a.shape, strict=True)):
            extent, step, first = size.astype("int64"), steps(n), starts(n)
            first = te.if_then_else(first < 0, first + extent, first)
            # Backwards a slice begins at the last element at most, forwards behind it.
            most = te.if_then_else(step < 0, extent - 1, extent)
            at.append(te.max(te.min(first, most), const(0, "int64")) + index.astype("int64") * step)
        return a(*at)

    return define(tuple(output_shape), element, "dynamic_strided_slice")


def _values(given: Tensor | Sequence[int]) -> Callable[[int], Expr]:
    if isinstance(given, Tensor):
        return lambda n: given(const(n, "int64")).astype("int64")
    return lambda n: const(int(given[n]), "int64")


@_named
def collapse_sum(data: Tensor, target_shape: Sequence[Any]) -> Tensor:
    """The sum over the dimensions along which a tensor of `target_shape` was broadcast to the shape of `data`.

    Raises T203 where it was not."""
    target, ahead = list(target_shape), data.ndim - len(target_shape)
    ones = [_is_one(dim) for dim in target]
    sizes = zip(target, data.shape[max(ahead, 0) :], strict=False)
    if ahead < 0 or any(not one and _differ(a, b) for one, (a, b) in zip(ones, sizes, strict=True)):
        raise MlccError("T203", f"`collapse_sum`: {show(data.shape)} was not broadcast from {tuple(target)}")
    axes = [*range(ahead), *(ahead + n for n, one in enumerate(ones) if one and not _is_one(data.shape[ahead + n]))]
    if not axes:
        return data
    total = get_op("sum").fn(data, axis=axes, keepdims=True)
    result: Tensor = get_op("reshape").fn(total, shape=target)
    return result


def _is_one(dim: Any) -> bool:
    return (dim if isinstance(dim, int) else as_int(dim)) == 1


def _differ(one: Any, other: Any) -> bool:
    first, second = (dim if isinstance(dim, int) else as_int(dim) for dim in (one, other))
    return first is not None and second is not None and first != second


@_named
def dyn_tile(a: Tensor, new_shape: Sequence[Any], rdim: int) -> Tensor:
    """`a` repeated to `new_shape`, whose sizes may be expressions; `rdim` is the number of repetitions that it has.

    Raises T203 for a shape of another number of dimensions."""
    if len(new_shape) != max(a.ndim, rdim):
        raise MlccError("T203", f"`dyn_tile`: {max(a.ndim, rdim)} dimensions, {len(new_shape)} sizes")
    ahead = len(new_shape) - a.ndim

    def element(*i: Expr) -> Expr:
        return a(*(v % d.astype(v.dtype) for v, d in zip(i[ahead:], a.shape, strict=True)))

    return define(tuple(new_shape), element, "dyn_tile")
