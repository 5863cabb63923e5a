"""Pooling in any number of spatial dimensions, in plain (NCHW) and blocked (NCHWc) layouts."""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, binary, cast, const, infinity, maximum, minimum
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .conv import SPATIAL, Pads, padded, window_count
from .elementwise import elementwise
from .products import narrowed
from .reduction import max_of, mean, reduce_op
from .registry import register
from .shapes import Ints, accumulator, define, need_float, pads_of, per_dim, product, show


@dataclass(frozen=True)
class Window:
    """The windows of a pooling along one axis."""

    axis: int
    kernel: int
    stride: int
    dilation: int
    pad: tuple[Expr | int, Expr | int]
    count: Expr
    extra: int  # additional padding after, for the overhang of windows in `ceil_mode`

    @property
    def all_pad(self) -> tuple[Expr | int, Expr | int]:
        return self.pad[0], self.pad[1] + self.extra


def windows_of(
    name: str,
    data: Tensor,
    pool_size: int | Ints,
    strides: int | Ints | None,
    padding: int | Sequence[Expr | int],
    dilation: int | Ints,
    ceil_mode: bool,
    layout: str | None,
    rank: int | None,
) -> list[Window]:
    """The windows per spatial axis. `strides` None: as the pool size. A padding of symbolic widths has those of all
    sides."""
    blocked = layout is not None and layout[-1:].islower()
    rank = rank or data.ndim - 2 - blocked
    if data.ndim != rank + 2 + blocked or rank < 1:
        wanted = f"a tensor (N, C, …) with {rank} spatial dimensions"
        raise MlccError("T203", f"`{name}` takes {wanted}, got {show(data.shape)}")
    first = 1 if layout is not None and layout.endswith("C") else 2
    kernel = per_dim(pool_size, rank, 1, "pool_size")
    stride = kernel if strides is None else per_dim(strides, rank, 1, "strides")
    step = per_dim(dilation, rank, 1, "dilation")
    windows = []
    for n, pad in enumerate(_pads(padding, rank)):
        dim, size, extra = data.shape[first + n], kernel[n], 0
        if ceil_mode:
            count, extra = _ceil_windows(dim, pad, size, stride[n], step[n])
            length = as_int(dim)
            whole = None if length is None else as_int(length + sum(pad))
            if whole is not None and (size - 1) * step[n] >= whole:
                # the only window extends beyond the data: elements outside of it are not counted
                size, extra = -(-whole // step[n]), 0
        else:
            count = window_count(dim, pad, size, stride[n], step[n])
        windows.append(Window(first + n, size, stride[n], step[n], pad, count, extra))
    return windows


def _pads(padding: int | Sequence[Expr | int], rank: int) -> Pads:
    """The padding before and after, by spatial dimension."""
    if isinstance(padding, int):
        return pads_of(padding, rank)
    known = [side for side in padding if isinstance(side, int)]
    if len(known) == len(padding):
        return pads_of(known, rank)
    return list(zip(padding[:rank], padding[rank:], strict=True))


def _ceil_windows(
    dim: Expr, pad: tuple[Expr | int, Expr | int], kernel: int, stride: int, dilation: int
) -> tuple[Expr, int]:
    """The count rounded up (a window must start inside the data or the padding before it), and the overhang."""
    span = (kernel - 1) * dilation + 1
    size, before, after = as_int(dim), as_int(pad[0]), as_int(pad[1])
    if size is None or before is None or after is None:
        free = dim + (pad[0] + pad[1] - span + stride - 1)
        count = free // stride + 1
        return minimum(count, (dim + (pad[0] - 1)) // stride + 1), stride - 1
    total = size + before + after
    number = -(-(total - span) // stride) + 1
    if (number - 1) * stride >= size + before:
        number -= 1
    if number < 1:
        raise MlccError(
            "T203", f"a window of {span} does not fit into {size} + {before} + {after} in steps of {stride}"
        )
    return const(number, dim.dtype), max(0, (number - 1) * stride + span - total)


def pool_shape(data: Tensor, windows: Sequence[Window]) -> tuple[Expr, ...]:
    """The shape of the result."""
    shape = list(data.shape)
    for w in windows:
        shape[w.axis] = w.count
    return tuple(shape)


def _passes(windows: Sequence[Window], lanes_are_columns: bool) -> list[list[Window]]:
    """All axes in one pass; or rows, then columns of their results, if that takes fewer operations."""
    is_static = all(as_int(w.count) is not None for w in windows)
    if len(windows) != 2 or not (is_static or lanes_are_columns):
        return [list(windows)]
    rows, columns = windows
    # strided windows read rows apart from each other, whose number need not be known
    is_static = is_static or (as_int(columns.count) is not None and rows.stride > 1)
    # The first pass computes every column, of which strided windows then skip some. A vector of every other column is
    # two loads and a shuffle.
    step = min(columns.stride, 2) if is_static and lanes_are_columns else 1
    together = rows.kernel * columns.kernel * step
    apart = rows.kernel * columns.stride + columns.kernel * step
    if not (is_static and lanes_are_columns):
        pays = 2 * apart <= together  # symbolic rows begin at any address, and end within a vector, in each pass
    else:
        pays = apart < together and (columns.stride == 1 or columns.kernel > columns.stride)
    return [[rows], [columns]] if pays else [[rows, columns]]


def _reduce_windows(
    name: str, data: Tensor, windows: Sequence[Window], reducer: Any, fill: Expr, dtype: str, tag: str
) -> Tensor:
    source = padded(data, [w.axis for w in windows], [w.all_pad for w in windows], fill)
    letters = SPATIAL.get(len(windows), tuple(str(n) for n in range(len(windows))))
    passes = _passes(windows, windows[-1].axis == data.ndim - 1)
    for n, part in enumerate(passes):
        names = [f"r{letters[windows.index(w)]}" for w in part]
        last = n == len(passes) - 1
        source = _reduce_axes(name if last else f"{name}_rows", source, part, names, reducer, dtype, tag)
    return source


def _reduce_axes(
    name: str, source: Tensor, windows: Sequence[Window], names: Sequence[str], reducer: Any, dtype: str, tag: str
) -> Tensor:
    axes = [te.reduce_axis((0, w.kernel), r) for w, r in zip(windows, names, strict=True)]

    def element(*i: Expr) -> Any:
        at = list(i)
        for w, r in zip(windows, axes, strict=True):
            at[w.axis] = i[w.axis] * w.stride + r * w.dilation
        return reducer(cast(dtype, source(*at)), axis=axes)

    return define(pool_shape(source, windows), element, name, {"op": tag})


def lowest(dtype: str) -> Expr:
    """Minus infinity, or the lowest integer."""
    return -infinity(dtype) if dt.is_float(dtype) else te.min_value(dtype)


def _max_pool(name: str, data: Tensor, windows: Sequence[Window]) -> Tensor:
    fill = lowest(data.dtype)
    return _reduce_windows("max_pool", data, windows, max_of, fill, data.dtype, name)


def _valid(i: Sequence[Expr], w: Window, dim: Expr, include_pad: bool) -> Expr:
    """The number of elements of a window inside the data (or its padding)."""
    start = i[w.axis] * w.stride
    before, after = (0, w.pad[0] + w.pad[1]) if include_pad else (w.pad[0], 0)
    first = start - before  # the data then covers [0, dim + after)
    if w.dilation == 1:
        return minimum(first + w.kernel, dim + after) - maximum(first, 0)
    low = maximum(binary("floordiv", w.dilation - 1 - first, w.dilation), 0)
    high = minimum(binary("floordiv", dim + (after - 1) - first, w.dilation), w.kernel - 1)
    return high - low + 1


def _avg_pool(name: str, data: Tensor, windows: Sequence[Window], include_pad: bool) -> Tensor:
    need_float(name, data)
    wide = accumulator(data.dtype)
    total = _reduce_windows("avg_pool_sum", data, windows, te.sum, const(0, data.dtype), wide, name)
    elements = 1
    for w in windows:
        elements *= w.kernel

    def element(*i: Expr) -> Expr:
        partial = [w for w in windows if w.extra or (w.pad != (0, 0) and not include_pad)]
        if not partial:
            return cast(data.dtype, total(*i) * const(1.0 / elements, wide))
        rest = 1
        count: Expr | None = None
        for w in windows:
            if w not in partial:
                rest *= w.kernel
                continue
            # at most the size of the window: vectors of 64-bit numbers would be converted to floats one by one
            here = cast("int32", _valid(i, w, data.shape[w.axis], include_pad))
            count = here if count is None else count * here
        assert count is not None
        return cast(data.dtype, total(*i) / cast(wide, count * rest))

    return define(total.shape, element, "avg_pool")


def same_layout(name: str, layout: str | None, out_layout: str | None) -> None:
    """Raises T205 for a result in another layout than the data's."""
    if out_layout not in (None, "", layout) and not (layout is None and out_layout in ("NCW", "NCHW", "NCDHW")):
        raise MlccError("T205", f"`{name}`: out_layout differs from layout")


def _declare(rank: int | None) -> None:
    suffix = "" if rank is None else f"{rank}d"

    def max_pool(
        data: Tensor,
        pool_size: int | Ints = 1,
        strides: int | Ints | None = None,
        padding: int | Ints = 0,
        dilation: int | Ints = 1,
        ceil_mode: bool = False,
        layout: str | None = None,
        count_include_pad: bool = False,
        out_layout: str | None = None,
    ) -> Tensor:
        name = f"nn.max_pool{suffix}"
        same_layout(name, layout, out_layout)
        windows = windows_of(name, data, pool_size, strides, padding, dilation, ceil_mode, layout, rank)
        return _max_pool(name, data, windows)

    def avg_pool(
        data: Tensor,
        pool_size: int | Ints = 1,
        strides: int | Ints | None = None,
        padding: int | Ints = 0,
        dilation: int | Ints = 1,
        ceil_mode: bool = False,
        layout: str | None = None,
        count_include_pad: bool = False,
        out_layout: str | None = None,
    ) -> Tensor:
        name = f"nn.avg_pool{suffix}"
        same_layout(name, layout, out_layout)
        windows = windows_of(name, data, pool_size, strides, padding, dilation, ceil_mode, layout, rank)
        return _avg_pool(name, data, windows, count_include_pad)

    where = "any number of" if rank is None else str(rank)
    rules = (
        "`strides` None: as the pool size. `padding`: one number, one per dimension, or all befores then all afters.\n"
        '`ceil_mode` lets the last window hang over. A `layout` such as "NCHWc" is blocked; NHWC is accepted.'
    )
    max_pool.__doc__ = f"The largest element of each window, over {where} spatial dimensions.\n\n{rules}"
    avg_pool.__doc__ = (
        f"The mean of each window, over {where} spatial dimensions.\n\n{rules}\n"
        "`count_include_pad`: padding counts as zeros; otherwise only elements count."
    )
    register(f"nn.max_pool{suffix}", "anchor")(max_pool)
    register(f"nn.avg_pool{suffix}", "anchor")(avg_pool)


for _rank in (None, 1, 2, 3):
    _declare(_rank)


def _spatial(data: Tensor, layout: str | None) -> tuple[int, ...]:
    blocked = layout is not None and layout[-1:].islower()
    first = 1 if layout is not None and layout.endswith("C") else 2
    return tuple(range(first, data.ndim - blocked - (first == 1)))


@register("nn.global_avg_pool", "reduce", aliases=["nn.global_avg_pool2d"])
def global_avg_pool(data: Tensor, layout: str | None = None) -> Tensor:
    """The mean over every spatial dimension, kept with extent 1."""
    result: Tensor = mean(data, _spatial(data, layout), keepdims=True)
    return result


@register("nn.global_max_pool", "reduce", aliases=["nn.global_max_pool2d"])
def global_max_pool(data: Tensor, layout: str | None = None) -> Tensor:
    """The largest element over every spatial dimension, kept with extent 1."""
    return reduce_op("max", data, max_of, _spatial(data, layout), True)


@register("nn.adaptive_avg_pool2d", "anchor")
def adaptive_avg_pool2d(
    data: Tensor, output_size: int | Ints = 1, layout: str | None = None, out_layout: str | None = None
) -> Tensor:
    """The mean of windows of nearly equal size; `output_size` is their number per spatial dimension."""
    need_float("nn.adaptive_avg_pool2d", data)
    same_layout("nn.adaptive_avg_pool2d", layout, out_layout)
    axes = _spatial(data, layout)
    sizes = per_dim(output_size, len(axes), 1, "output_size")
    if all(s == 1 for s in sizes):
        result: Tensor = global_avg_pool(data, layout)
        return result
    wide = accumulator(data.dtype)
    shape: list[Expr | int] = list(data.shape)
    for a, s in zip(axes, sizes, strict=True):
        shape[a] = s
    # Windows overlap and differ in length: 7 elements in 3 windows are [0, 3), [2, 5) and [4, 7). The reduction runs
    # over the longest possible window, and elements beyond the present one count as 0.
    most = [(data.shape[a] + (s - 1)) // s + 1 for a, s in zip(axes, sizes, strict=True)]
    over = [te.reduce_axis((0, m), f"r{n}") for n, m in enumerate(most)]

    def bounds(i: Sequence[Expr], n: int) -> tuple[Expr, Expr]:
        a, s = axes[n], sizes[n]
        return i[a] * data.shape[a] // s, ((i[a] + 1) * data.shape[a] + (s - 1)) // s

    def window_sum(*i: Expr) -> Any:
        at, inside = list(i), []
        for n, a in enumerate(axes):
            low, high = bounds(i, n)
            at[a] = low + over[n]
            inside.append(at[a] < high)
        value = te.if_then_else(te.all(*inside), cast(wide, data(*at)), const(0, wide))
        return te.sum(value, axis=over)

    total = define(tuple(shape), window_sum, "adaptive_avg_pool_sum", {"op": "nn.adaptive_avg_pool2d"})

    def element(*i: Expr) -> Expr:
        count = product([b - a for a, b in (bounds(i, n) for n in range(len(axes)))])
        return cast(data.dtype, total(*i) / cast(wide, count))

    return define(tuple(shape), element, "adaptive_avg_pool")


@register("nn.max_pool_with_index", "opaque")
def max_pool_with_index(
    data: Tensor,
    pool_size: int | Ints = 1,
    strides: int | Ints | None = None,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    ceil_mode: bool = False,
    storage_order: int = 0,
) -> tuple[Tensor, ...]:
    """Like ``nn.max_pool``, and the flat int64 index of each maximum in `data` (`storage_order` 1: columns first)."""
    name = "nn.max_pool_with_index"
    windows = windows_of(name, data, pool_size, strides, padding, dilation, ceil_mode, None, None)
    over = [te.reduce_axis((0, w.kernel), f"r{n}") for n, w in enumerate(windows)]

    def combine(a: tuple[Expr, Expr], b: tuple[Expr, Expr]) -> tuple[Expr, Expr]:
        # Of equal elements the one with the lower index wins, whatever the order of the reduction; index -1 is padding.
        # NaN is the maximum, as it is in a pool without indices.
        (x, m), (y, n) = a, b
        larger, same = x > y, x.equal(y)
        if dt.is_float(data.dtype):
            larger = te.any(larger, te.all(x.not_equal(x), y.equal(y)))
            same = te.any(same, te.all(x.not_equal(x), y.not_equal(y)))
        keep = te.any(larger, te.all(same, m >= 0, te.any(n < 0, m < n)))
        return te.select(keep, a[0], b[0]), te.select(keep, a[1], b[1])

    reducer = te.comm_reducer(combine, lambda d, p: (lowest(d), const(-1, p)), name)
    sizes = [data.shape[w.axis] for w in windows]

    def element(*i: Expr) -> Any:
        at, inside = list(i), []
        for w, r in zip(windows, over, strict=True):
            at[w.axis] = i[w.axis] * w.stride + r * w.dilation - w.pad[0]
            inside += [at[w.axis] >= 0, at[w.axis] < data.shape[w.axis]]
        flat = i[0] * data.shape[1] + i[1]
        for w, size in zip(windows, sizes, strict=True):
            flat = flat * size + at[w.axis]
        ok = te.all(*inside)
        value = te.if_then_else(ok, data(*at), lowest(data.dtype))
        return reducer((value, te.select(ok, cast("int64", flat), const(-1, "int64"))), axis=over)

    results: tuple[Tensor, ...] = te.compute(pool_shape(data, windows), element, name="max_pool_with_index")
    if not storage_order:
        return results

    def columns_first(index: Expr) -> Expr:
        places, rest = [], index
        for size in reversed(sizes):
            places.append(te.floormod(rest, cast("int64", size)))
            rest = te.floordiv(rest, cast("int64", size))
        for place, size in zip(places, reversed(sizes), strict=True):
            rest = rest * cast("int64", size) + place
        return te.select(index < 0, const(-1, "int64"), rest)

    return results[0], elementwise("max_pool_columns_first", results[1], columns_first)


@register("nn.lp_pool", "anchor")
def lp_pool(
    data: Tensor,
    pool_size: int | Ints = 1,
    p: int = 2,
    strides: int | Ints | None = None,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    ceil_mode: bool = False,
) -> Tensor:
    """The p-norm of each window."""
    need_float("nn.lp_pool", data)
    wide = accumulator(data.dtype)
    windows = windows_of("nn.lp_pool", data, pool_size, strides, padding, dilation, ceil_mode, None, None)
    powers = elementwise("lp_pool_power", data, lambda v: _raised(cast(wide, v), p))
    total = _reduce_windows("lp_pool_sum", powers, windows, te.sum, const(0, wide), wide, "nn.lp_pool")
    root = elementwise("lp_pool", total, te.sqrt if p == 2 else lambda v: te.power(v, 1.0 / p))
    return narrowed("lp_pool", root, data.dtype)


def _raised(v: Expr, p: int) -> Expr:
    """`|v| ** p`; small powers are products, as a power costs a logarithm and an exponential: |v|³ is |v| v²."""
    if not 1 <= p <= 8:
        return te.power(te.abs(v), float(p))
    square = v * v
    factors = [square] * (p // 2) + [te.abs(v)] * (p % 2)
    return functools.reduce(operator.mul, factors)


@register("nn.global_lp_pool", "reduce")
def global_lp_pool(data: Tensor, p: int = 2) -> Tensor:
    """The p-norm over every spatial dimension, kept with extent 1."""
    need_float("nn.global_lp_pool", data)

    def root(v: Expr) -> Expr:
        return te.sqrt(v) if p == 2 else te.power(v, 1.0 / p)

    axes = _spatial(data, None)
    return reduce_op("global_lp_pool", data, te.sum, axes, True, lambda v: _raised(v, p), root)
