"""Operators that move elements: transpose, concatenate, split, tile, repeat, flip, broadcast_to, pad, slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.analysis import never_negative, simplified_extent, simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, binary, cast, const, const_like, maximum, minimum, select
from mlcc.te import Tensor

from .registry import register
from .shapes import (
    Dims,
    Ints,
    broadcast_index,
    can_equal,
    can_spread,
    ceil_div,
    choice,
    define,
    need_same_dtype,
    norm_axes,
    norm_axis,
    read,
    show,
    static,
)  # fmt: skip

Index = Sequence[Expr]


def _replace(i: Index, axis: int, value: Expr) -> tuple[Expr, ...]:
    return (*i[:axis], value, *i[axis + 1 :])


@register("transpose", "injective", aliases=["permute_dims"])
def transpose(data: Tensor, axes: Ints | None = None) -> Tensor:
    """Dimension n of the result is dimension ``axes[n]`` (default: all reversed)."""
    order = [norm_axis(a, data.ndim) for a in (axes if axes is not None else range(data.ndim)[::-1])]
    if sorted(order) != list(range(data.ndim)):
        raise MlccError("T205", f"`transpose`: axes {order} do not name each dimension once")
    position = [order.index(n) for n in range(data.ndim)]
    shape = tuple(data.shape[n] for n in order)
    return define(shape, lambda *i: data(*(i[p] for p in position)), name="transpose")


@register("swap_axes", "injective", aliases=["swapaxes"])
def swap_axes(data: Tensor, axis1: int, axis2: int) -> Tensor:
    """With two dimensions exchanged."""
    order = list(range(data.ndim))
    a, b = norm_axis(axis1, data.ndim), norm_axis(axis2, data.ndim)
    order[a], order[b] = b, a
    return transpose(data, order)


def flat_args(data: Sequence[Any]) -> list[Tensor]:
    """Tensors given one by one, or in lists."""
    tensors: list[Tensor] = []
    for item in data:
        tensors.extend(item if isinstance(item, (tuple, list)) else [item])
    return tensors


@register("concatenate", "opaque", aliases=["concat"])
def concatenate(*data: Tensor, axis: int | None = 0) -> Tensor:
    """The tensors (given one by one, or as one list) one after another along `axis`."""
    tensors = flat_args(data)
    if not tensors:
        raise MlccError("T202", "`concatenate` needs at least one tensor")
    need_same_dtype("concatenate", *tensors)
    first = tensors[0]
    at = norm_axis(axis or 0, first.ndim)
    total: Expr | int = 0
    offsets: list[Expr | int] = []
    for t in tensors:
        fits = t.ndim == first.ndim and not any(
            not can_equal(a, b) for n, (a, b) in enumerate(zip(t.shape, first.shape, strict=True)) if n != at
        )
        if not fits:
            raise MlccError("T203", f"`concatenate` along axis {at} of {show(first.shape)} and {show(t.shape)}")
        offsets.append(total)
        total = total + t.shape[at]
    # The parts of a tensor have its size together: n - k and k are n.
    shape = _replace(first.shape, at, simplify(const_like(total, first.shape[at].dtype)))
    parts = []
    for t, offset in zip(tensors, offsets, strict=True):
        if as_int(t.shape[at]) == 0:
            continue
        where = [offset if n == at else 0 for n in range(first.ndim)]
        parts.append((where, define(t.shape, lambda *i, t=t: t(*i), name="concatenate")))
    if not parts:
        return define(shape, lambda *i: first(*i), name="concatenate")
    return te.assemble(shape, parts, name="concatenate")


@register("stack", "opaque")
def stack(*data: Tensor, axis: int = 0) -> Tensor:
    """The tensors along a new dimension at `axis`."""
    from .views import expand_dims

    tensors = flat_args(data)
    at = norm_axis(axis, tensors[0].ndim + 1)
    return concatenate(*(expand_dims(t, at) for t in tensors), axis=at)


@register("split", "injective")
def split(data: Tensor, indices_or_sections: int | Ints, axis: int = 0) -> tuple[Tensor, ...]:
    """Parts along `axis`: a number of equal ones (the last smaller if it does not divide), or split at indices."""
    at = norm_axis(axis, data.ndim)
    extent: Expr | int = data.shape[at]
    length = as_int(extent)
    if isinstance(indices_or_sections, int):
        count = indices_or_sections
        if length is not None:
            step: Expr | int = -(-length // count)
            cuts: list[Expr | int] = [min(length, n * static(step, "a part")) for n in range(1, count)]
        else:
            step = ceil_div(extent, count)
            cuts = [step * n for n in range(1, count)]
    else:
        cuts = list(indices_or_sections)
    begins, ends = [0, *cuts], [*cuts, extent]
    parts = []
    for begin, end in zip(begins, ends, strict=True):
        size = const_like(end, data.shape[at].dtype) - begin
        shape = _replace(data.shape, at, size)
        parts.append(define(shape, lambda *i, b=begin: data(*_replace(i, at, i[at] + b)), name="split"))
    return tuple(parts)


@register("broadcast_to", "injective")
def broadcast_to(data: Tensor, shape: Dims) -> Tensor:
    """Repeated along dimensions of extent 1, and new leading ones, to `shape` (-1: as it is)."""
    skip = len(shape) - data.ndim
    if skip < 0:
        raise MlccError("T203", f"cannot broadcast {show(data.shape)} to {show(shape)}")
    dims = [data.shape[n - skip] if as_int(d) == -1 and n >= skip else d for n, d in enumerate(shape)]
    for have, want in zip(data.shape, dims[skip:], strict=True):
        if not can_spread(have, want):
            raise MlccError("T203", f"cannot broadcast {show(data.shape)} to {show(shape)}")
    return define(tuple(dims), lambda *i: data(*broadcast_index(data.shape, i, dims)), name="broadcast_to")


@register("tile", "injective")
def tile(data: Tensor, repeats: Dims) -> Tensor:
    """The tensor repeated, with a count per dimension (aligned at the last); counts may be expressions."""
    rank = max(len(repeats), data.ndim)
    times: list[Expr | int] = [*[1] * (rank - len(repeats)), *map(_number, repeats)]
    dims: list[Expr | int] = [1] * (rank - data.ndim) + list(data.shape)
    shape = tuple(d * t for d, t in zip(dims, times, strict=True))

    def element(*i: Expr) -> Expr:
        at = []
        for n, dim in enumerate(data.shape, rank - data.ndim):
            at.append(i[n] if isinstance(times[n], int) and times[n] == 1 else binary("floormod", i[n], dim))
        return data(*at)

    return define(shape, element, name="tile")


@register("repeat", "injective")
def repeat(data: Tensor, repeats: int, axis: int | None = None) -> Tensor:
    """Every element repeated along `axis` (default: of the flattened tensor)."""
    if axis is None:
        from .views import flatten

        return repeat(flatten(data), repeats, 0)
    at = norm_axis(axis, data.ndim)
    shape = _replace(data.shape, at, data.shape[at] * repeats)
    return define(shape, lambda *i: data(*_replace(i, at, i[at] // repeats)), name="repeat")


@register("flip", "injective", aliases=["reverse"])
def flip(data: Tensor, axis: int | Ints | None = None) -> Tensor:
    """The order reversed along `axis` (default: all)."""
    axes = norm_axes(axis, data.ndim)

    def element(*i: Expr) -> Expr:
        return data(*(d - 1 - v if n in axes else v for n, (v, d) in enumerate(zip(i, data.shape, strict=True))))

    return define(data.shape, element, name="flip")


@register("reverse_sequence", "injective")
def reverse_sequence(data: Tensor, lengths: Tensor, seq_axis: int = 0, batch_axis: int = 1) -> Tensor:
    """The first ``lengths[b]`` elements along `seq_axis` reversed, for every index b of `batch_axis`."""
    seq, batch = norm_axis(seq_axis, data.ndim), norm_axis(batch_axis, data.ndim)
    if lengths.ndim != 1 or not can_equal(lengths.shape[0], data.shape[batch]):
        raise MlccError("T203", f"`reverse_sequence` of {show(data.shape)} by lengths of {show(lengths.shape)}")

    def element(*i: Expr) -> Expr:
        length = minimum(cast(i[seq].dtype, lengths(i[batch])), data.shape[seq].astype(i[seq].dtype))
        return data(*_replace(i, seq, select(i[seq] < length, length - 1 - i[seq], i[seq])))

    return define(data.shape, element, name="reverse_sequence")


def slice_range(begin: Expr | int | None, end: Expr | int | None, step: int, dim: Expr) -> tuple[Expr, Expr]:
    """(start, count) of a Python slice over a dimension; negative positions count from the end. Variables are sizes: at
    least 0."""

    def position(value: Expr | int, low: Expr | int, high: Expr) -> Expr:
        number = as_int(value)
        if number is not None:
            # A number below -2**40 is ONNX's or Python's "from the beginning": bounded, the sum with the size cannot
            # overflow.
            at: Expr = const(number, dim.dtype) if number >= 0 else dim + max(number, -(2**40))
        else:
            assert isinstance(value, Expr)
            at = cast(dim.dtype, value)
            at = at if never_negative(value) else select(at < 0, at + dim, at)
        if number is not None and number >= 0 and as_int(low) in (0, -1):
            return minimum(at, high)
        return minimum(maximum(at, low), high)

    begin, end = _bound(begin, step > 0, 0), _bound(end, step < 0, None)
    if step > 0:
        start = position(begin, 0, dim) if begin is not None else const(0, dim.dtype)
        stop = position(end, 0, dim) if end is not None else dim
        length = stop - start
    else:
        # Backwards, -1 is the position before the first element: x[::-2] of 7 elements starts at 6 and takes 4 of them,
        # down to -1 exclusive.
        last = dim - 1
        start = position(begin, -1, last) if begin is not None else last
        stop = position(end, -1, last) if end is not None else const(-1, dim.dtype)
        length = start - stop
    count = length if abs(step) == 1 else binary("floordiv", length + (abs(step) - 1), abs(step))
    # A count that cannot be negative needs no clamp, which would hide from later analyses that it is linear in the
    # size.
    zero_ok = as_int(count) is None and _surely_positive(begin, end, step)
    count = count if zero_ok else maximum(count, 0)
    return start, count if as_int(count) is not None else simplified_extent(count)


def _inbound_range(begin: Expr | int, end: Expr | int, step: int, dtype: str) -> tuple[Expr, Expr]:
    """(start, count) of a slice that needs no clipping."""
    if step < 1:
        raise MlccError("T205", "`strided_slice`: a slice with `inbound` has strides of at least 1")
    first, last = cast(dtype, const_like(begin, dtype)), cast(dtype, const_like(end, dtype))
    return first, simplified_extent(binary("floordiv", last - first + (step - 1), step))


#: No dimension is so long: ONNX's exporters write such numbers for "to the end".
_ENDLESS = 2**31 - 1


def _bound(value: Expr | int | None, is_low: bool, first: int | None) -> Expr | int | None:
    """A bound of a slice; None if it excludes nothing."""
    number = None if value is None else as_int(value)
    if number is None:
        return value
    if is_low:
        return None if number == first or number < -_ENDLESS else value
    return None if number >= _ENDLESS else value


def _surely_positive(begin: Expr | int | None, end: Expr | int | None, step: int) -> bool:
    """Whether the count of a slice is never negative, so that it needs no clamping."""
    return begin in (None, 0) and end is None and step > 0


@register("strided_slice", "injective")
def strided_slice(
    data: Tensor,
    begin: Dims,
    end: Dims,
    strides: Ints | None = None,
    axes: Ints | None = None,
    inbound: bool = False,
) -> Tensor:
    """``data[begin:end:stride]`` of the dimensions `axes` (default: the first ones), with Python's rules; or, if
    `inbound`, for bounds of which it is certain that ``0 <= begin <= end <= size``."""
    where = [norm_axis(a, data.ndim) for a in (axes if axes is not None else range(len(begin)))]
    steps = list(strides) if strides is not None else [1] * len(where)
    if not len(begin) == len(end) == len(steps) == len(where):
        raise MlccError("T205", "`strided_slice`: begin, end, strides and axes differ in length")
    if 0 in steps:
        raise MlccError("T205", "`strided_slice`: a stride is 0")
    shape = list(data.shape)
    starts: dict[int, tuple[Expr, int]] = {}
    for n, axis in enumerate(where):
        if as_int(inbound):
            start, shape[axis] = _inbound_range(begin[n], end[n], steps[n], data.shape[axis].dtype)
        else:
            start, shape[axis] = slice_range(begin[n], end[n], steps[n], data.shape[axis])
        starts[axis] = (start, steps[n])

    def element(*i: Expr) -> Expr:
        at = list(i)
        for axis, (start, step) in starts.items():
            at[axis] = i[axis] * step + start
        return data(*at)

    return define(tuple(shape), element, name="strided_slice")


PAD_MODES = ("constant", "edge", "reflect", "wrap")


@register("nn.pad", "injective", aliases=["pad"])
def pad(
    data: Tensor,
    pad_width: Sequence[Any],
    value: Tensor | Sequence[int] | None = None,
    mode: str = "constant",
    pad_value: float = 0.0,
) -> Tensor:
    """More elements (fewer where negative) at the ends.

    `pad_width` is a pair (before, after) per dimension; or these numbers in turn, as in TVM's Relax; or all befores,
    with all afters passed as `value`, as in TVM's topi. Widths may be expressions. `mode` is "constant" (the number
    `pad_value`, or the one element of `value`), "edge", "reflect" or "wrap".
    """
    choice("nn.pad", "mode", mode, PAD_MODES)
    filler = value if isinstance(value, Tensor) else None
    if value is not None and not isinstance(value, Tensor):  # TVM's pad(data, pad_before, pad_after)
        pad_width = list(zip(pad_width, value, strict=False))
    elif not pad_width or isinstance(pad_width[0], int | Expr):
        pad_width = list(zip(pad_width[::2], pad_width[1::2], strict=False))
    widths = [(_number(w[0]), _number(w[1])) for w in pad_width]
    if len(widths) != data.ndim:
        raise MlccError("T205", f"`nn.pad`: {len(widths)} widths for {data.ndim} dimensions")
    shape = tuple(d + before + after for d, (before, after) in zip(data.shape, widths, strict=True))
    if mode != "constant" and any(as_int(d) == 0 != as_int(s) for d, s in zip(data.shape, shape, strict=True)):
        raise MlccError("T203", f'`nn.pad` of {show(data.shape)}: there is nothing to repeat by mode "{mode}"')
    fill: Any = const(pad_value, data.dtype)
    changed = [axis for axis, width in enumerate(widths) if any(as_int(w) != 0 for w in width)]
    rows = changed[-1] if changed else -1

    def element(*i: Expr) -> Expr:
        at, folded, inside = [], [], []
        for axis, (v, dim, (before, after)) in enumerate(zip(i, data.shape, widths, strict=True)):
            position = v - before
            folded.append(_fold_place(position, dim, mode, _is_more(before), _is_more(after)))
            # What lies between the ends of a row is contiguous; conditions on its length can separate it from them.
            if mode == "constant" or (axis == rows and (as_int(dim) is None or axis < data.ndim - 1)):
                inside += [position >= 0] if _is_more(before) else []
                inside += [position < dim] if _is_more(after) else []
                at.append(position)
            else:
                at.append(folded[-1])
        other = data(*folded) if mode != "constant" else fill if filler is None else read(filler, i, shape)
        return te.if_then_else(te.all(*inside), data(*at), other) if inside or mode == "constant" else data(*at)

    return define(shape, element, name="pad")


def _number(value: Expr | int) -> Expr | int:
    """A number where it is one."""
    number = as_int(value) if isinstance(value, Expr) else int(value)
    return value if number is None else number


def _is_more(width: Expr | int) -> bool:
    """Whether a width can be above 0."""
    return not isinstance(width, int) or width > 0


def _fold_place(position: Expr, dim: Expr, mode: str, before: bool, after: bool) -> Expr:
    """The index inside [0, dim) whose element an index outside repeats; there is none where that is a constant."""
    if mode == "constant" or (not before and not after):
        return position
    if mode == "edge":
        position = maximum(position, 0) if before else position
        return minimum(position, dim - 1) if after else position
    if mode == "wrap":
        return binary("floormod", position, dim)
    period = maximum((dim - 1) * 2, 1)
    wrapped = binary("floormod", position, period)
    return minimum(wrapped, period - wrapped) if as_int(dim) != 1 else const(0, position.dtype)
