"""Operators on tensors by TVM's names, as thin forms of those of the inventory: `topi.tensordot`, …"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .registry import get_op
from .shapes import define

#: By TVM's name. A name that the inventory has too is the inventory's.
NAMES: dict[str, Callable[..., Any]] = {}


def _named(fn: Callable[..., Any]) -> Callable[..., Any]:
    NAMES[fn.__name__] = fn
    return fn


def _call(name: str, *args: Any, **attrs: Any) -> Any:
    return get_op(name).fn(*args, **attrs)


#: Approximations of TVM whose exact forms are vectors here anyway.
for _name in ("exp", "tanh", "erf"):
    NAMES[f"fast_{_name}"] = lambda x, _name=_name: _call(_name, x)


#: Other words for operators of the inventory.
for _name, _other in {"div": "divide", "floordiv": "floor_divide", "floormod": "floor_mod"}.items():
    NAMES[_name] = lambda a, b, _other=_other: _call(_other, a, b)


def _padded_by(mode: str) -> Callable[..., Tensor]:
    def pad(data: Tensor, pad_before: Sequence[int], pad_after: Sequence[int] | None = None, name: str = "") -> Tensor:
        widths = [list(pair) for pair in zip(pad_before, pad_after or pad_before, strict=True)]
        result: Tensor = _call("nn.pad", data, pad_width=widths, mode=mode)
        return result

    pad.__doc__ = f"Tensors with more elements at the ends: mode {mode} of `nn.pad`."
    return pad


for _name, _mode in {"reflect": "reflect", "replicate": "edge", "circular": "wrap"}.items():
    NAMES[f"nn.{_name}_pad"] = _padded_by(_mode)


@_named
def elemwise_sum(xs: Sequence[Tensor]) -> Tensor:
    """The sum of tensors of one shape."""
    total = xs[0]
    for x in xs[1:]:
        total = _call("add", total, x)
    return total


@_named
def log_add_exp(lhs: Tensor, rhs: Tensor) -> Tensor:
    """``log(exp(lhs) + exp(rhs))``, without overflow."""
    high = _call("maximum", lhs, rhs)
    apart = _call("abs", _call("subtract", lhs, rhs))
    more = _call("log1p", _call("exp", _call("negative", apart)))
    result: Tensor = _call("add", high, more)
    return result


@_named
def zeros_like(x: Tensor) -> Tensor:
    """Zeros of the shape and type of `x`."""
    result: Tensor = _call("full_like", x, fill_value=0)
    return result


@_named
def ones_like(x: Tensor) -> Tensor:
    """Ones of the shape and type of `x`."""
    result: Tensor = _call("full_like", x, fill_value=1)
    return result


@_named
def expand_like(a: Tensor, shape_like: Tensor, axis: int | Sequence[int]) -> Tensor:
    """`a` repeated along new dimensions `axis`, so that its shape is that of `shape_like`."""
    axes = {v % shape_like.ndim for v in ((axis,) if isinstance(axis, int) else axis)}
    kept = [n for n in range(shape_like.ndim) if n not in axes]
    if len(kept) != a.ndim:
        raise MlccError("T206", f"`expand_like` needs {shape_like.ndim - a.ndim} axes, got {len(axes)}")
    return define(shape_like.shape, lambda *i: a(*(i[n] for n in kept)), "expand_like")


@_named
def slice_like(a: Tensor, shape_like: Tensor, axes: Sequence[int] = ()) -> Tensor:
    """The first elements of `a`, as many as `shape_like` has along `axes` (all if none are given)."""
    chosen = [v % a.ndim for v in axes] or list(range(a.ndim))
    shape = [shape_like.shape[n] if n in chosen else d for n, d in enumerate(a.shape)]
    return define(tuple(shape), lambda *i: a(*i), "slice_like")


@_named
def strided_set(
    a: Tensor, v: Tensor, begin: Sequence[int], end: Sequence[int], strides: Sequence[int] | None = None
) -> Tensor:
    """`a` with `v` in place of the slice ``begin:end:strides``."""
    steps = list(strides or [1] * len(begin))
    if any(s <= 0 for s in steps):
        raise MlccError("T206", "`strided_set` needs positive strides")
    low = [_at(b, d) for b, d in zip(begin, a.shape, strict=False)]
    high = [_at(e, d) for e, d in zip(end, a.shape, strict=False)]

    def element(*i: Expr) -> Expr:
        inside, at = [], list(i)
        for n, (b, e, s) in enumerate(zip(low, high, steps, strict=True)):
            inside += [i[n] >= b, i[n] < e, ((i[n] - b) % s).equal(0)]
            at[n] = (i[n] - b) // s
        return te.if_then_else(te.all(*inside), v(*at), a(*i))

    return define(a.shape, element, "strided_set")


def _at(position: int, extent: Expr) -> Expr:
    """A position of a slice: negative ones count from the end, and none is outside."""
    begin = extent + position if position < 0 else const(position, extent.dtype)
    return te.max(te.min(begin, extent), const(0, extent.dtype))


@_named
def tensordot(a: Tensor, b: Tensor, axes: int | Sequence[int] | tuple[Sequence[int], Sequence[int]]) -> Tensor:
    """Sums of products over pairs of axes: as many last and first ones, one list for both, or a list each."""
    if isinstance(axes, int):
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    elif axes and isinstance(axes[0], int):
        left = right = list(axes)  # type: ignore[arg-type]
    else:
        left, right = (list(side) for side in axes)  # type: ignore[arg-type]
    letters = [chr(ord("a") + n) for n in range(a.ndim + b.ndim)]
    first, second = letters[: a.ndim], letters[a.ndim :]
    for x, y in zip(left, right, strict=True):
        second[y] = first[x]
    shared = {first[x] for x in left}
    out = [c for c in first + second if c not in shared]
    result: Tensor = _call("einsum", a, b, equation=f"{''.join(first)},{''.join(second)}->{''.join(out)}")
    return result


@_named
def meshgrid(a_tuple: Sequence[Tensor], indexing: str = "ij") -> list[Tensor]:
    """A grid per vector: its coordinate at each point. With the indexing "xy", the first two dimensions are swapped."""
    if indexing not in ("ij", "xy"):
        raise MlccError("T206", f'`meshgrid` has no indexing "{indexing}"', help="it is ij or xy")
    order = list(range(len(a_tuple)))
    if indexing == "xy" and len(order) > 1:
        order[:2] = [1, 0]
    shape = tuple(a_tuple[n].shape[0] if a_tuple[n].ndim else const(1, "int32") for n in order)

    def grid(n: int) -> Tensor:
        source, axis = a_tuple[n], order.index(n)
        return define(shape, lambda *i: source(i[axis]) if source.ndim else source(), f"grid{n}")

    return [grid(n) for n in range(len(a_tuple))]


@_named
def shape(array: Tensor, dtype: str = "int32") -> Tensor:
    """The extents of `array`."""
    result: Tensor = _call("shape_of", array, dtype=dtype)
    return result


@_named
def ndarray_size(array: Tensor, dtype: str = "int32") -> Tensor:
    """The number of elements."""
    total: Expr = const(1, dtype)
    for d in array.shape:
        total = total * d.astype(dtype)
    return define((), lambda: total, "ndarray_size")


@_named
def sequence_mask(data: Tensor, valid_length: Tensor, mask_value: float = 0.0, axis: int = 0) -> Tensor:
    """`data` (time and batch first, in the order that `axis`, that of time, says) with `mask_value` past the end."""
    if axis not in (0, 1):
        raise MlccError("T206", "`sequence_mask` needs the axis 0 or 1")
    outside = const(mask_value, data.dtype)
    return define(
        data.shape,
        lambda *i: te.select(i[axis].astype(valid_length.dtype) < valid_length(i[1 - axis]), data(*i), outside),
        "sequence_mask",
    )


@_named
def sparse_to_dense(
    sparse_indices: Tensor, output_shape: Sequence[int], sparse_values: Tensor, default_value: float = 0.0
) -> Tensor:
    """A tensor of `default_value` with each of `sparse_values` at its indices (a row of `sparse_indices` each)."""
    dense = _call("full", tuple(output_shape), fill_value=default_value, dtype=sparse_values.dtype)
    indices = sparse_indices
    if indices.ndim < 2:
        indices = _call("reshape", indices, (*indices.shape, 1) if indices.ndim else (1, 1))
    values = sparse_values if sparse_values.ndim else _call("reshape", sparse_values, (1,))
    result: Tensor = _call("scatter_nd", dense, indices, values)
    return result


@_named
def matrix_set_diag(data: Tensor, diagonal: Tensor, k: int | Sequence[int] = 0, align: str = "RIGHT_LEFT") -> Tensor:
    """Matrices with `diagonal` on the diagonal `k`, or on those from k[0] to k[1], the upper one first.

    `align` says where those above and those below the main diagonal stand in rows that are longer.
    """
    low, high = (k, k) if isinstance(k, int) else (k[0], k[-1])
    places = align.split("_")
    if len(places) != 2 or not set(places) <= {"LEFT", "RIGHT"}:
        raise MlccError("T206", f'`matrix_set_diag` has no alignment "{align}"', help="such as RIGHT_LEFT")
    rows, columns = data.shape[-2:]
    zero = const(0, rows.dtype)
    band = not isinstance(k, int) and low != high
    longest = diagonal.shape[-1]

    def element(*i: Expr) -> Expr:
        *batch, y, x = i
        off = x - y
        length = te.min(rows + te.min(off, zero), columns - te.max(off, zero))
        at = te.min(y, x)
        moved = [longest - length if place == "RIGHT" else zero for place in places]
        at = at + te.select(off >= 0, moved[0], moved[1]) if band else at
        where = (*batch, high - off, at) if band else (*batch, at)
        return te.if_then_else(te.all(off >= low, off <= high), diagonal(*where), data(*i))

    return define(data.shape, element, "matrix_set_diag")


@_named
def sliding_window(data: Tensor, axis: int, window_shape: Sequence[int], strides: Sequence[int]) -> Tensor:
    """The windows of the dimensions from `axis` on: dimensions of places, then those of a window."""
    at, count = axis % data.ndim, len(window_shape)
    places = [(d - w) // s + 1 for d, w, s in zip(data.shape[at:], window_shape, strides, strict=True)]

    def element(*i: Expr) -> Expr:
        base, inner = i[at : at + count], i[at + count :]
        return data(*i[:at], *(p * s + w for p, s, w in zip(base, strides, inner, strict=True)))

    return define((*data.shape[:at], *places, *window_shape), element, "sliding_window")


@_named
def adv_index(data: Tensor, indices: Sequence[Tensor]) -> Tensor:
    """The elements at tensors of indices of the first dimensions, which are broadcast to one shape."""
    rank = max(t.ndim for t in indices)
    shape: list[Expr | int] = [1] * rank
    for t in indices:
        for n, d in enumerate(t.shape, rank - t.ndim):
            shape[n] = d if as_int(d) != 1 else shape[n]

    def element(*i: Expr) -> Expr:
        at = []
        for t in indices:
            own = i[rank - t.ndim : rank]
            at.append(t(*(v * 0 if as_int(d) == 1 else v for v, d in zip(own, t.shape, strict=True))))
        return data(*at, *i[rank:])

    return define((*shape, *data.shape[len(indices) :]), element, "adv_index")


@_named
def gather(data: Tensor, axis: int | Tensor, indices: Tensor | int | None = None) -> Tensor:
    """``data[..., indices[i, j, ...], ...]`` along `axis`. `gather(data, indices, axis)` is `take`."""
    if isinstance(axis, Tensor):
        taken: Tensor = _call("take", data, axis, axis=indices)
        return taken
    result: Tensor = _call("gather_elements", data, indices, axis=axis)
    return result


@_named
def searchsorted(sorted_sequence: Tensor, values: Tensor, right: bool = False, out_dtype: str = "int64") -> Tensor:
    """Where `values` belong in the sorted last dimension: the number of elements below each, or not above (`right`)."""
    shared = sorted_sequence.ndim == 1
    k = te.reduce_axis((0, sorted_sequence.shape[-1]), "k")

    def element(*i: Expr) -> Any:
        item = sorted_sequence(k) if shared else sorted_sequence(*i[:-1], k)
        value = values(*i)
        return te.sum((item <= value if right else item < value).astype(out_dtype), axis=[k])

    return define(values.shape, element, "searchsorted")


@_named
def invert_permutation(data: Tensor) -> Tensor:
    """The permutation that undoes `data`."""
    numbers = define(data.shape, lambda i: i.astype(data.dtype), "arange")
    result: Tensor = _call("scatter_elements", data, data, numbers)
    return result


@_named
def hamming_window(
    window_size: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, dtype: str = "float32"
) -> Tensor:
    """``alpha - beta cos(2 pi i / n)``: n is the size, or one less unless it is `periodic`."""
    step = 2 * math.pi / max(window_size - (not periodic), 1)
    return define((window_size,), lambda i: te.cos(i.astype(dtype) * step) * -beta + alpha, "hamming_window")


@_named
def stft(
    data: Tensor, n_fft: int, hop_length: int, win_length: int, window: Tensor, normalized: bool = False,
    onesided: bool = True, output_shape: Sequence[int] | None = None,
) -> Tensor:  # fmt: skip
    """The Fourier transforms of windows of each row: (batch, frequency, window, real and imaginary part)."""
    frames = (data.shape[-1] - n_fft) // hop_length + 1
    count = n_fft // 2 + 1 if onesided else n_fft
    scale = 1 / math.sqrt(n_fft) if normalized else 1.0
    k = te.reduce_axis((0, win_length), "k")
    batch = data.shape[:-1]

    def element(*i: Expr) -> Any:
        *row, frequency, frame, part = i
        turn = ((frequency * k) % n_fft).astype("float32") * (2 * math.pi / n_fft)
        wave = te.select(part.equal(0), te.cos(turn), -te.sin(turn))
        return te.sum(data(*row, frame * hop_length + k) * window(k) * wave * scale, axis=[k])

    computed: tuple[Expr | int, ...] = (*batch, count, frames, 2)
    return define(computed if output_shape is None else tuple(output_shape), element, "stft")


def correlation_nchw(
    data1: Tensor, data2: Tensor, kernel_size: int, max_displacement: int, stride1: int, stride2: int,
    padding: int | Sequence[int], is_multiply: bool,
) -> Tensor:  # fmt: skip
    """The mean products (or distances) of windows of two images that are up to `max_displacement` apart."""
    before, after = (padding, padding) if isinstance(padding, int) else (padding[0], padding[-1])
    widths = [(0, 0), (0, 0), (before, after), (before, after)]
    a, b = (_call("nn.pad", image, pad_width=widths) for image in (data1, data2))
    radius = (kernel_size - 1) // 2
    border = max_displacement + radius
    steps = max_displacement // stride2
    side = 2 * steps + 1
    n, c, height, width = a.shape
    rows, columns = ((d - 2 * border + stride1 - 1) // stride1 for d in (height, width))
    channels = te.reduce_axis((0, c), "rc")
    ky, kx = te.reduce_axis((0, kernel_size), "ry"), te.reduce_axis((0, kernel_size), "rx")

    def element(n: Expr, q: Expr, y: Expr, x: Expr) -> Any:
        top = y * stride1 + max_displacement + ky
        left = x * stride1 + max_displacement + kx
        down, aside = (q // side - steps) * stride2, (q % side - steps) * stride2
        first, second = a(n, channels, top, left), b(n, channels, top + down, left + aside)
        term = first * second if is_multiply else te.abs(first - second)
        return te.sum(term, axis=[channels, ky, kx])

    total = define((n, side * side, rows, columns), element, "correlation")
    share = kernel_size * kernel_size * c.astype(data1.dtype)
    return define(total.shape, lambda *i: total(*i) / share, "correlation_mean")


def roi_align_nchw(
    data: Tensor, rois: Tensor, pooled_size: int | Sequence[int], spatial_scale: float, mode: str | bytes = "avg",
    sample_ratio: int = -1, aligned: bool = False,
) -> Tensor:  # fmt: skip
    """Regions (image, x1, y1, x2, y2) of `data`, sampled to `pooled_size`."""
    rows, columns = (pooled_size, pooled_size) if isinstance(pooled_size, int) else pooled_size
    boxes = _call("strided_slice", rois, begin=(1,), end=(5,), axes=(1,))
    images = define((rois.shape[0],), lambda r: rois(r, 0).astype("int64"), "roi_images")
    result: Tensor = _call(
        "vision.roi_align", data, boxes, images, output_height=rows, output_width=columns,
        sampling_ratio=sample_ratio, spatial_scale=spatial_scale, half_pixel=aligned,
        mode=mode.decode() if isinstance(mode, bytes) else mode,
    )  # fmt: skip
    return result


def roi_pool_nchw(data: Tensor, rois: Tensor, pooled_size: int | Sequence[int], spatial_scale: float) -> Tensor:
    """The maxima of the parts of regions (image, x1, y1, x2, y2) of `data`."""
    size = (pooled_size, pooled_size) if isinstance(pooled_size, int) else tuple(pooled_size)
    result: Tensor = _call("vision.max_roi_pool", data, rois, pooled_shape=size, spatial_scale=spatial_scale)
    return result


NAMES |= {
    "nn.correlation_nchw": correlation_nchw,
    "vision.roi_align_nchw": roi_align_nchw,
    "vision.roi_pool_nchw": roi_pool_nchw,
}
