"""Convolutions in plain layouts: 1, 2 and 3 dimensions by one function; depthwise, grouped and transposed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.analysis import simplify
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, const
from mlcc.te import Tensor

from .products import matmul, narrowed, times
from .registry import register
from .shapes import Ints, accumulator, can_equal, define, need_rank, pads_of, per_dim, product, show, static
from .views import reshaped

Pads = Sequence[tuple[Expr | int, Expr | int]]


def padded(data: Tensor, axes: Sequence[int], pads: Pads, fill: Any = None) -> Tensor:
    """`data` with `pads` (before, after) more elements around `axes`, zero or `fill`; `data` itself if `pads` are 0.
    The widths may be symbolic."""
    if all(p == (0, 0) for p in pads):
        return data
    shape: list[Expr | int] = list(data.shape)
    for axis, (before, after) in zip(axes, pads, strict=True):
        shape[axis] = data.shape[axis] + (before + after)
    outside = const(0, data.dtype) if fill is None else fill

    def element(*i: Expr) -> Expr:
        at, inside = list(i), []
        for axis, (before, after) in zip(axes, pads, strict=True):
            at[axis] = i[axis] - before
            if not isinstance(before, int) or before > 0:
                inside.append(i[axis] >= before)
            if not isinstance(after, int) or after > 0:
                inside.append(i[axis] < data.shape[axis] + before)
        return te.if_then_else(te.all(*inside), data(*at), outside)

    return define(tuple(shape), element, "pad_temp", {"op": "pad"})


def window_count(dim: Expr, pad: tuple[Expr | int, Expr | int], kernel: int, stride: int, dilation: int) -> Expr:
    """The number of windows of `kernel` in a padded dimension."""
    span = (kernel - 1) * dilation + 1
    free = dim + (pad[0] + pad[1] - span)
    number = as_int(free)
    if number is not None and number < 0:
        raise MlccError("T203", f"a window of {span} does not fit into {as_int(dim)} + {pad[0]} + {pad[1]}")
    count = free // stride + 1
    return count if number is not None else simplify(count)


def axis_names(letters: Sequence[str], fn: Callable[..., Any]) -> Callable[..., Any]:
    """`fn` (of any number of axes) with the axes named."""
    names = ", ".join(letters)
    named: Callable[..., Any] = eval(f"lambda fn: lambda {names}: fn({names})")(fn)  # letters are ours
    return named


SPATIAL = {1: ("w",), 2: ("h", "w"), 3: ("d", "h", "w")}
_DEFAULT_LAYOUTS = {1: ("NCW", "OIW"), 2: ("NCHW", "OIHW"), 3: ("NCDHW", "OIDHW")}


def _misfit(name: str, data: Tensor, weight: Tensor, why: str) -> MlccError:
    return MlccError("T203", f"`{name}` of {show(data.shape)} and {show(weight.shape)}: {why}")


class _Layout:
    """The positions of channel and spatial dimensions in a layout such as NHWC."""

    def __init__(self, text: str, first: str, second: str, rank: int) -> None:
        wanted = sorted(first + second + "".join(SPATIAL[rank]).upper())
        if sorted(text) != wanted:
            raise MlccError("T205", f'a convolution of {rank} dimensions has no layout "{text}"')
        self.text = text
        self.outer, self.inner = text.index(first), text.index(second)
        self.space = [text.index(s.upper()) for s in SPATIAL[rank]]

    def index(self, outer: Expr, inner: Expr, space: Sequence[Expr]) -> list[Expr]:
        at: list[Any] = [None] * len(self.text)
        at[self.outer], at[self.inner] = outer, inner
        for position, value in zip(self.space, space, strict=True):
            at[position] = value
        return at


class _Row:
    """A row of results whose computed extent is rounded up to a `multiple` of elements."""

    def __init__(self, data: Expr, results: Expr, multiple: int) -> None:
        self.size, self.multiple = data, multiple
        self.count = (results + (multiple - 1)) // multiple * multiple

    def pads(self, pad: tuple[int, int], kernel: int, stride: int, dilation: int) -> tuple[int, int]:
        """The padding that the row needs around the data."""
        size, count = as_int(self.size), as_int(self.count)
        if size is None or count is None:
            return pad[0], pad[1] + (self.multiple - 1) * stride
        reach = (count - 1) * stride + (kernel - 1) * dilation + 1
        return pad[0], max(pad[1], reach - size - pad[0])


def _convolve(
    name: str,
    rank: int,
    data: Tensor,
    weight: Tensor,
    strides: int | Ints,
    padding: int | Ints,
    dilation: int | Ints,
    groups: int,
    data_layout: str | None,
    kernel_layout: str | None,
    out_dtype: str | None,
    multiple: int,
) -> Tensor:
    if data.ndim != rank + 2 or weight.ndim != rank + 2:
        raise _misfit(name, data, weight, f"both need {rank + 2} dimensions")
    default = _DEFAULT_LAYOUTS[rank]
    lay = _Layout(data_layout or default[0], "N", "C", rank)
    klay = _Layout(kernel_layout or default[1], "O", "I", rank)
    stride, step = per_dim(strides, rank, 1, "strides"), per_dim(dilation, rank, 1, "dilation")
    pads = list(pads_of(padding, rank))
    kernel = [static(weight.shape[a], f"the kernel of `{name}`") for a in klay.space]
    channels, outs = data.shape[lay.inner], weight.shape[klay.outer]
    per_group = weight.shape[klay.inner]
    _check_groups(name, data, weight, channels, outs, per_group, groups)
    space = [
        window_count(data.shape[a], p, k, s, d)
        for a, p, k, s, d in zip(lay.space, pads, kernel, stride, step, strict=True)
    ]
    shape = lay.index(data.shape[lay.outer], outs, space)
    whole = list(shape)
    if multiple > 1:
        # Rows are padded to full vectors; the surplus is sliced off at the end.
        row = _Row(data.shape[lay.space[-1]], space[-1], multiple)
        whole[lay.space[-1]], pads[-1] = row.count, row.pads(pads[-1], kernel[-1], stride[-1], step[-1])
    source = padded(data, lay.space, pads)
    multiplier = outs // groups
    depthwise = groups > 1 and as_int(per_group) == 1
    out = out_dtype or data.dtype
    wide = accumulator(out)
    rc = te.reduce_axis((0, per_group), "rc")
    rk = [te.reduce_axis((0, k), f"r{s}") for k, s in zip(kernel, SPATIAL[rank], strict=True)]

    def element(*i: Expr) -> Any:
        oc = i[lay.inner]
        window = [_at(i[a], s, r, d) for a, s, r, d in zip(lay.space, stride, rk, step, strict=True)]
        inner: Expr = const(0, oc.dtype) if depthwise else rc
        channel = inner if groups == 1 else oc // multiplier * per_group + inner
        x = source(*lay.index(i[lay.outer], channel, window))
        y = weight(*klay.index(oc, inner, list(rk)))
        return te.sum(times(wide, x, y), axis=rk if depthwise else [rc, *rk])

    letters = [{"N": "n", "C": "c"}.get(s, s.lower()) for s in lay.text]
    short = name.split(".")[-1]
    tag = f"nn.depthwise_{short}" if depthwise else name
    total = define(tuple(whole), axis_names(letters, element), short, {"op": tag, "groups": groups})
    if multiple > 1:
        rows = total
        total = define(tuple(shape), lambda *at: rows(*at), f"{short}_rows")
    return narrowed(short, total, out)


def _at(position: Expr, stride: int, offset: Expr, dilation: int) -> Expr:
    return position * stride + offset * dilation


def _check_groups(
    name: str, data: Tensor, weight: Tensor, channels: Expr, outs: Expr, per_group: Expr, groups: int
) -> None:
    if groups < 1 or not can_equal(channels, per_group * groups) or (as_int(outs) or 0) % groups:
        raise _misfit(name, data, weight, f"the channels do not divide into {groups} group(s)")


def _declare(rank: int) -> Any:
    name = f"nn.conv{rank}d"

    def conv(
        data: Tensor,
        weight: Tensor,
        strides: int | Ints = 1,
        padding: int | Ints = 0,
        dilation: int | Ints = 1,
        groups: int = 1,
        data_layout: str | None = None,
        kernel_layout: str | None = None,
        out_layout: str | None = None,
        out_dtype: str | None = None,
        multiple: int = 1,
    ) -> Tensor:
        if out_layout not in (None, data_layout, _DEFAULT_LAYOUTS[rank][0]):
            raise MlccError("T205", f"`{name}`: out_layout differs from data_layout")
        return _convolve(name, rank, data, weight, strides, padding, dilation, groups,
                         data_layout, kernel_layout, out_dtype, multiple)  # fmt: skip

    layouts = _DEFAULT_LAYOUTS[rank]
    conv.__name__ = f"conv{rank}d"
    conv.__doc__ = (
        f"The convolution (cross-correlation) of data {layouts[0]} with weight {layouts[1]}.\n\n"
        "`padding` is one number, one per dimension, or all befores then all afters. `groups` splits the channels;\n"
        "with one input channel per group it is depthwise. Other layouts are permutations, such as NHWC and HWIO.\n"
        "Rows are computed up to a `multiple` of elements and then sliced: full vectors for a schedule."
    )
    return register(name, "anchor")(conv)


conv1d, conv2d, conv3d = _declare(1), _declare(2), _declare(3)


def _dilated(data: Tensor, strides: Sequence[int]) -> Tensor:
    """Zeros between the elements of the spatial dimensions, `strides` - 1 of them."""
    if all(s == 1 for s in strides):
        return data
    grown = tuple((d - 1) * s + 1 for d, s in zip(data.shape[2:], strides, strict=True))

    def element(*i: Expr) -> Expr:
        hits = [(v % s).equal(0) for v, s in zip(i[2:], strides, strict=True) if s > 1]
        at = [v // s for v, s in zip(i[2:], strides, strict=True)]
        return te.if_then_else(te.all(*hits), data(*i[:2], *at), const(0, data.dtype))

    return define((*data.shape[:2], *grown), element, "dilate_temp", {"op": "dilate"})


def _on_data(sizes: Sequence[Expr], window: Sequence[Expr], strides: Sequence[int], pads: Pads) -> list[Expr]:
    """What holds where an element of the padded and dilated data is one of the data."""
    hits: list[Expr] = []
    for size, at, stride, (before, after) in zip(sizes, window, strides, pads, strict=True):
        if stride > 1:
            hits.append(((at - before) % stride).equal(0))
        if before > 0:
            hits.append(at >= before)
        if not isinstance(after, int) or after > 0:
            hits.append(at < (size - 1) * stride + 1 + before)
    return hits


def _convolve_transposed(
    name: str,
    rank: int,
    data: Tensor,
    weight: Tensor,
    strides: int | Ints,
    padding: int | Ints,
    output_padding: int | Ints,
    dilation: int | Ints,
    groups: int,
    out_dtype: str | None,
) -> Tensor:
    if data.ndim != rank + 2 or weight.ndim != rank + 2:
        raise _misfit(name, data, weight, f"both need {rank + 2} dimensions")
    stride, step = per_dim(strides, rank, 1, "strides"), per_dim(dilation, rank, 1, "dilation")
    extra = per_dim(output_padding, rank, 0, "output_padding")
    kernel = [static(d, f"the kernel of `{name}`") for d in weight.shape[2:]]
    if not can_equal(data.shape[1], weight.shape[0]) or (as_int(data.shape[1]) or 0) % groups:
        raise _misfit(name, data, weight, "incompatible channels")
    pads = [
        ((k - 1) * d - before, (k - 1) * d - after + more)
        for k, d, (before, after), more in zip(kernel, step, pads_of(padding, rank), extra, strict=True)
    ]
    # The gradient of a convolution of stride s is a convolution of stride 1 with the kernel reversed, over data with s
    # - 1 zeros between elements and (kernel - 1) * dilation - pad zeros around.
    source = padded(_dilated(data, stride), range(2, rank + 2), pads)
    space = [d - (k - 1) * s for d, k, s in zip(source.shape[2:], kernel, step, strict=True)]
    per_in, per_out = data.shape[1] // groups, weight.shape[1]
    out = out_dtype or data.dtype
    wide = accumulator(out)
    rc = te.reduce_axis((0, per_in), "rc")
    rk = [te.reduce_axis((0, k), f"r{s}") for k, s in zip(kernel, SPATIAL[rank], strict=True)]

    def element(n: Expr, c: Expr, *i: Expr) -> Any:
        window = [v + r * d for v, r, d in zip(i, rk, step, strict=True)]
        flipped = [k - 1 - r for k, r in zip(kernel, rk, strict=True)]
        channel: Expr = rc if groups == 1 else c // per_out * per_in + rc
        filter_out = c if groups == 1 else c % per_out
        y: Expr = weight(channel, filter_out, *flipped)
        hits = _on_data(data.shape[2:], window, stride, pads)
        if hits:  # a zero between the data is no term of the sum: 0 * NaN would be one
            y = te.if_then_else(te.all(*hits), y, const(0, weight.dtype))
        return te.sum(times(wide, source(n, channel, *window), y), axis=[rc, *rk])

    short = name.split(".")[-1]
    fn = axis_names(["n", "c", *SPATIAL[rank]], element)
    shape = (data.shape[0], per_out * groups, *space)
    total = define(shape, fn, short, {"op": name, "groups": groups})
    return narrowed(short, total, out)


def _declare_transposed(rank: int) -> Any:
    name = f"nn.conv{rank}d_transpose"

    def conv_transpose(
        data: Tensor,
        weight: Tensor,
        strides: int | Ints = 1,
        padding: int | Ints = 0,
        output_padding: int | Ints = 0,
        dilation: int | Ints = 1,
        groups: int = 1,
        out_dtype: str | None = None,
    ) -> Tensor:
        return _convolve_transposed(
            name, rank, data, weight, strides, padding, output_padding, dilation, groups, out_dtype
        )

    conv_transpose.__name__ = f"conv{rank}d_transpose"
    conv_transpose.__doc__ = (
        "The transposed convolution (gradient of a convolution): data (N, C, …), weight (C, O / groups, …).\n\n"
        "A spatial dimension of n becomes (n - 1) * stride + (kernel - 1) * dilation + 1 + output_padding - pads."
    )
    return register(name, "anchor")(conv_transpose)


conv1d_transpose, conv2d_transpose, conv3d_transpose = (
    _declare_transposed(1), _declare_transposed(2), _declare_transposed(3),
)  # fmt: skip


@register("nn.pointwise_conv", "anchor")
def pointwise_conv(data: Tensor, weight: Tensor) -> Tensor:
    """A 1x1 convolution: data (N, C, spatial…), weight (O, C) give (N, O, spatial…).

    It is the matrix product of the weight with the image in plain layout, whose pixels are columns. Raises T203 if the
    channels differ.
    """
    need_rank("nn.pointwise_conv", weight, 2, "weight")
    batch, channels, *space = data.shape
    if not can_equal(channels, weight.shape[1]):
        raise _misfit("nn.pointwise_conv", data, weight, "the channels differ")
    pixels = reshaped("pixels", data, (batch, channels, product(space)))
    return reshaped("image", matmul(weight, pixels), (batch, weight.shape[0], *space))


@register("nn.im2col", "injective")
def im2col(
    data: Tensor,
    kernel_size: Ints,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    taps: int | None = None,
    fill: float = 0,
) -> Tensor:
    """The window of every result of a convolution as channels: (N, C, spatial…) to (N, C * taps, windows…).

    The taps of a channel are in row-major order: with the weight reshaped to (O, C * taps), ``pointwise_conv`` is the
    convolution. With `taps`, a line of a window has so many channels, of which those behind its elements are 0. The
    padding is `fill`. Raises T203 if a window does not fit.
    """
    rank = data.ndim - 2
    batch, channels, *space = data.shape
    kernel, stride = per_dim(kernel_size, rank, 1, "kernel_size"), per_dim(strides, rank, 1, "strides")
    step, pads = per_dim(dilation, rank, 1, "dilation"), pads_of(padding, rank)
    windows = [window_count(*dim) for dim in zip(space, pads, kernel, stride, step, strict=True)]
    source = padded(data, range(2, rank + 2), pads, const(fill, data.dtype))

    def element(n: Expr, c: Expr, *i: Expr) -> Expr:
        tap, at = i[:rank], i[rank:]
        value = source(n, c, *(_at(w, s, t, d) for w, s, t, d in zip(at, stride, tap, step, strict=True)))
        return value if taps is None else te.if_then_else(tap[-1] < kernel[-1], value, const(0, data.dtype))

    drawn_taps = [const(k, "int64") for k in (*kernel[:-1], kernel[-1] if taps is None else taps)]
    shape = (batch, channels, *drawn_taps, *windows)
    named = axis_names(["n", "c", *(f"k{d}" for d in range(rank)), *(f"i{d}" for d in range(rank))], element)
    drawn = define(shape, named, "windows", {"op": "nn.im2col"})
    return reshaped("im2col", drawn, (batch, channels * product(drawn_taps), *windows))
