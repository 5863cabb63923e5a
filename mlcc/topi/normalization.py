"""Normalisations: batch, layer, group, instance, RMS, local response."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Call, Expr, as_int, binary, cast, const
from mlcc.te import Tensor

from .named import named
from .reduction import mean, reduce_with, variance
from .registry import register
from .shapes import Ints, accumulator, define, need_float, need_shape, norm_axes, norm_axis, product, show


@register("nn.batch_norm", "broadcast")
def batch_norm(
    data: Tensor,
    gamma: Tensor,
    beta: Tensor,
    moving_mean: Tensor,
    moving_var: Tensor,
    axis: int = 1,
    epsilon: float = 1e-5,
) -> Tensor:
    """(data - mean) / sqrt(var + epsilon) * gamma + beta with given statistics, one per index of `axis`."""
    at = norm_axis(axis, data.ndim)
    factors = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    _need_fit("nn.batch_norm", data, (at,), **factors)
    wide = accumulator(data.dtype)

    def scale(i: Expr) -> Expr:
        return cast(wide, gamma(i)) / te.sqrt(cast(wide, moving_var(i)) + epsilon)

    scales = define((data.shape[at],), scale, "batch_norm_scale")

    def element(*i: Expr) -> Expr:
        c = i[at]
        value = (cast(wide, data(*i)) - cast(wide, moving_mean(c))) * scales(c)
        return cast(data.dtype, value + cast(wide, beta(c)))

    return define(data.shape, element, "batch_norm")


@register("nn.batch_norm_in_training", "opaque")
def batch_norm_in_training(
    data: Tensor,
    gamma: Tensor,
    beta: Tensor,
    moving_mean: Tensor,
    moving_var: Tensor,
    axis: int = 1,
    epsilon: float = 1e-5,
    momentum: float = 0.1,
) -> tuple[Tensor, ...]:
    """`nn.batch_norm` with the mean and the variance of the data, and the given ones moved towards these by a share of
    `momentum`: three results."""
    at = norm_axis(axis, data.ndim)
    others = tuple(n for n in range(data.ndim) if n != at)
    own = mean(data, others), variance(data, others)

    def moved(old: Tensor, new: Tensor) -> Tensor:
        return define(old.shape, lambda i: old(i) * (1 - momentum) + new(i) * momentum, "batch_norm_moved")

    return batch_norm(data, gamma, beta, *own, axis, epsilon), moved(moving_mean, own[0]), moved(moving_var, own[1])


def mean_and_rsqrt(
    name: str, data: Tensor, axes: Sequence[int], epsilon: float, outside: bool = False
) -> tuple[Tensor, Callable[[Sequence[Expr]], tuple[Expr, Expr]]]:
    """The statistics over `axes` by two passes, as a function of an element's index: (mean, 1 / sqrt(var + epsilon)).

    The first result is the tensor of the second ones. `outside`: these are 1 / (sqrt(var) + epsilon).
    """
    wide = accumulator(data.dtype)
    count = product([data.shape[n] for n in axes])
    by = float(as_int(count) or 1) if as_int(count) is not None else cast(wide, count)
    total = reduce_with(f"{name}_sum", data, te.sum, tuple(axes), True, lambda v: cast(wide, v))

    def kept(i: Sequence[Expr]) -> list[Expr]:
        return [const(0, v.dtype) if n in axes else v for n, v in enumerate(i)]

    average = define(total.shape, lambda *i: total(*i) / by, f"{name}_mean")
    over = {n: te.reduce_axis((0, data.shape[n]), f"k{n}") for n in axes}

    def square(*i: Expr) -> Any:
        at: list[Expr] = [over.get(n, v) for n, v in enumerate(i)]
        off = cast(wide, data(*at)) - average(*i)
        return te.sum(off * off, axis=list(over.values()))

    squares = define(total.shape, square, f"{name}_var", {"op": f"{name}_var"})

    def reciprocal(*i: Expr) -> Expr:
        variance = squares(*i) / by
        return 1.0 / (te.sqrt(variance) + epsilon if outside else te.sqrt(variance + epsilon))

    inverse = define(total.shape, reciprocal, f"{name}_rsqrt")
    return inverse, lambda i: (average(*kept(i)), inverse(*kept(i)))


@register("nn.layer_norm", "anchor")
def layer_norm(
    data: Tensor,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    axes: int | Ints = -1,
    epsilon: float = 1e-5,
    center: bool = True,
    scale: bool = True,
) -> Tensor:
    """(data - mean) / sqrt(var + epsilon) * gamma + beta, statistics over `axes`; gamma and beta have their shape."""
    return _layer_norm(data, gamma, beta, axes, epsilon)


def _layer_norm(
    data: Tensor,
    gamma: Tensor | None,
    beta: Tensor | None,
    axes: int | Ints,
    epsilon: float,
    outside: bool = False,
) -> Tensor:
    need_float("nn.layer_norm", data)
    over = norm_axes(axes, data.ndim)
    _need_fit("nn.layer_norm", data, over, gamma=gamma, beta=beta)
    wide = accumulator(data.dtype)
    _, statistics = mean_and_rsqrt("layer_norm", data, over, epsilon, outside)

    def element(*i: Expr) -> Expr:
        average, inverse = statistics(i)
        value = (cast(wide, data(*i)) - average) * inverse
        return cast(data.dtype, affine(value, wide, gamma, beta, [i[n] for n in over]))

    return define(data.shape, element, "layer_norm", {"op": "nn.layer_norm"})


def _need_fit(op: str, data: Tensor, over: Sequence[int], **factors: Tensor | None) -> None:
    """Raises T203 for factors without the shape of the normalised dimensions `over`."""
    dims = [data.shape[n] for n in over]
    for what, factor in factors.items():
        if factor is not None:
            need_shape(op, f"`{what}`", factor, dims[max(len(dims) - factor.ndim, 0) :])


def affine(value: Expr, wide: str, gamma: Tensor | None, beta: Tensor | None, at: Sequence[Expr]) -> Expr:
    if gamma is not None:
        value = value * cast(wide, gamma(*at[len(at) - gamma.ndim :]))
    if beta is not None:
        value = value + cast(wide, beta(*at[len(at) - beta.ndim :]))
    return value


@register("nn.layer_norm_with_statistics", "opaque")
def layer_norm_with_statistics(
    data: Tensor,
    gamma: Tensor,
    beta: Tensor | None = None,
    axes: int | Ints = -1,
    epsilon: float = 1e-5,
) -> tuple[Tensor, ...]:
    """``nn.layer_norm``, and the mean and 1 / sqrt(var + epsilon) with kept dimensions, in float32 for narrow types."""
    need_float("nn.layer_norm_with_statistics", data)
    over = norm_axes(axes, data.ndim)
    wide = accumulator(data.dtype)
    inverse, statistics = mean_and_rsqrt("layer_norm", data, over, epsilon)
    average = define(inverse.shape, lambda *i: statistics(i)[0], "layer_norm_mean_out")
    return layer_norm(data, gamma, beta, over, epsilon), average, define(
        inverse.shape, lambda *i: cast(wide, inverse(*i)), "layer_norm_rsqrt_out"
    )  # fmt: skip


@register("nn.rms_norm", "anchor")
def rms_norm(data: Tensor, weight: Tensor | None = None, axes: int | Ints = -1, epsilon: float = 1e-5) -> Tensor:
    """data / sqrt(mean of squares + epsilon) * weight, over `axes`."""
    need_float("nn.rms_norm", data)
    over = norm_axes(axes, data.ndim)
    _need_fit("nn.rms_norm", data, over, weight=weight)
    wide = accumulator(data.dtype)
    count = product([data.shape[n] for n in over])
    by = float(as_int(count) or 1) if as_int(count) is not None else cast(wide, count)
    total = reduce_with("rms_norm_sum", data, te.sum, over, True, lambda v: cast(wide, v) * cast(wide, v))
    inverse = define(total.shape, lambda *i: 1.0 / te.sqrt(total(*i) / by + epsilon), "rms_norm_rsqrt")

    def element(*i: Expr) -> Expr:
        kept = [const(0, v.dtype) if n in over else v for n, v in enumerate(i)]
        value = cast(wide, data(*i)) * inverse(*kept)
        return cast(data.dtype, affine(value, wide, weight, None, [i[n] for n in over]))

    return define(data.shape, element, "rms_norm", {"op": "nn.rms_norm"})


@register("nn.instance_norm", "anchor")
def instance_norm(
    data: Tensor, gamma: Tensor | None = None, beta: Tensor | None = None, epsilon: float = 1e-5
) -> Tensor:
    """Statistics over the spatial dimensions of (N, C, …); gamma and beta have one value per channel."""
    need_float("nn.instance_norm", data)
    _need_fit("nn.instance_norm", data, (1,), gamma=gamma, beta=beta)
    over = tuple(range(2, data.ndim))
    wide = accumulator(data.dtype)
    _, statistics = mean_and_rsqrt("instance_norm", data, over, epsilon)

    def element(*i: Expr) -> Expr:
        average, inverse = statistics(i)
        value = (cast(wide, data(*i)) - average) * inverse
        return cast(data.dtype, affine(value, wide, gamma, beta, [i[1]]))

    return define(data.shape, element, "instance_norm", {"op": "nn.instance_norm"})


@register("nn.group_norm", "anchor")
def group_norm(
    data: Tensor,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    num_groups: int = 1,
    epsilon: float = 1e-5,
) -> Tensor:
    """Statistics over the channels of each of `num_groups` groups and the spatial dimensions of (N, C, …).

    gamma and beta have one value per channel.
    """
    from .views import reshaped

    need_float("nn.group_norm", data)
    _need_fit("nn.group_norm", data, (1,), gamma=gamma, beta=beta)
    channels = data.shape[1]
    if (as_int(channels) or 0) % num_groups:
        raise MlccError("T205", f"`nn.group_norm`: {num_groups} groups of {show(data.shape)}")
    per_group = channels // num_groups
    split = reshaped("group_norm_split", data, (data.shape[0], num_groups, per_group, *data.shape[2:]))
    wide = accumulator(data.dtype)
    _, statistics = mean_and_rsqrt("group_norm", split, tuple(range(2, split.ndim)), epsilon)

    def element(*i: Expr) -> Expr:
        average, inverse = statistics((i[0], i[1] // per_group, i[1] % per_group, *i[2:]))
        value = (cast(wide, data(*i)) - average) * inverse
        return cast(data.dtype, affine(value, wide, gamma, beta, [i[1]]))

    return define(data.shape, element, "group_norm", {"op": "nn.group_norm"})


@register("nn.mean_variance_norm", "anchor")
def mean_variance_norm(data: Tensor, axes: Ints = (0, 2, 3), epsilon: float = 1e-9) -> Tensor:
    """(data - mean) / (sqrt(var) + epsilon), statistics over `axes`, as ONNX defines it."""
    return _layer_norm(data, None, None, tuple(axes), epsilon, outside=True)


@register("nn.lrn", "anchor")
def lrn(
    data: Tensor,
    size: int = 5,
    axis: int = 1,
    alpha: float = 1e-4,
    beta: float = 0.75,
    bias: float = 1.0,
    layout: str = "NCHW",
) -> Tensor:
    """data / (bias + alpha / size * sum of squares of `size` neighbours along `axis`) ** beta.

    With the layout "NCHWc" the neighbours are channels of blocks: (N, C / c, H, W, c), and `axis` is 1.
    """
    need_float("nn.lrn", data)
    at = norm_axis(axis, data.ndim)
    wide = accumulator(data.dtype)
    if layout == "NCHWc":
        if data.ndim != 5 or at != 1:
            raise MlccError("T203", f"`nn.lrn` of blocks goes along axis 1 of 5 dimensions, got {show(data.shape)}")
        return _lrn_of_blocks(data, size, lambda v, s: _lrn_scaled(v, s * (alpha / size) + bias, beta))
    before, count = _lrn_window(size, as_int(data.shape[at]))
    k = te.reduce_axis((0, count), "k")

    def square(*i: Expr) -> Any:
        position = i[at] + k - before
        value = cast(wide, data(*i[:at], position, *i[at + 1 :]))
        inside = te.all(position >= 0, position < data.shape[at])
        return te.sum(te.if_then_else(inside, value * value, const(0, wide)), axis=k)

    squares = define(data.shape, square, "lrn_sum", {"op": "nn.lrn"})

    def element(*i: Expr) -> Expr:
        base = squares(*i) * (alpha / size) + bias
        return cast(data.dtype, _lrn_scaled(cast(wide, data(*i)), base, beta))

    return define(data.shape, element, "lrn")


def _lrn_window(size: int, channels: int | None) -> tuple[int, int]:
    """How many neighbours come before an element, and how many there are: no more than there can be in the tensor."""
    before, after = (size - 1) // 2, size // 2
    most = channels - 1 if channels is not None else size
    return min(before, most), min(before, most) + 1 + min(after, most)


def _lrn_scaled(value: Expr, base: Expr, beta: float) -> Expr:
    """value / base**beta."""
    if beta == 0.5:
        return value / te.sqrt(base)
    if beta == 0.75 and value.dtype == "float32":
        return value * _inverse_three_quarters(base)
    if beta == 0.75:
        root = te.sqrt(base)
        return value / (root * te.sqrt(root))
    return value / te.power(base, beta)


def _inverse_three_quarters(base: Expr) -> Expr:
    """base**-0.75 of a positive float32, to 3 ULP, in half the time of two roots and a division.

    An initial estimate of the fourth root from the exponent, two Newton steps, and one that corrects its cube.
    """

    def stepped(b: Expr, y: Expr, rest: int) -> Expr:
        if rest:
            return named(y * y, lambda s: named(y * (s * s * b * -0.25 + 1.25), lambda y: stepped(b, y, rest - 1)))
        return named(y * y * y, lambda z: z * (b * (z * y) * -0.75 + 1.75))

    def of_base(b: Expr) -> Expr:
        bits = Call("reinterpret", (b,), "int32")
        guess = Call("reinterpret", (const(0x4F586000, "int32") - binary("shr", bits, const(2, "int32")),), "float32")
        return named(guess, lambda y: stepped(b, y, 2))

    return named(te.min(base, const(1e38, "float32")), of_base)


def _lrn_of_blocks(data: Tensor, size: int, scaled: Callable[[Expr, Expr], Expr]) -> Tensor:
    """The squares of a pixel's channels, contiguous between blocks of zeros: neighbours are loads at an offset."""
    wide = accumulator(data.dtype)
    batch, blocks, height, width, lanes = data.shape
    channels = None if None in (as_int(blocks), as_int(lanes)) else (as_int(blocks) or 0) * (as_int(lanes) or 0)
    before, count = _lrn_window(size, channels)
    outside = -(-max(before, count - 1 - before) // (as_int(lanes) or 1))
    k = te.reduce_axis((0, count), "k")

    def square(n: Expr, h: Expr, w: Expr, b: Expr, c: Expr) -> Any:
        inside = te.all(b >= outside, b < blocks + outside)
        value = cast(wide, data(n, b - outside, h, w, c))
        return te.if_then_else(inside, value * value, const(0, wide))

    shape = (batch, height, width, blocks + 2 * outside, lanes)
    squares = define(shape, square, "lrn_square")

    def total(n: Expr, b: Expr, h: Expr, w: Expr, c: Expr) -> Any:
        position = (b + outside) * lanes + c + k - before
        return te.sum(squares(n, h, w, position // lanes, position % lanes), axis=k)

    sums = define(data.shape, total, "lrn_sum", {"op": "nn.lrn"})
    return define(data.shape, lambda *i: cast(data.dtype, scaled(cast(wide, data(*i)), sums(*i))), "lrn")


@register("nn.l2_normalize", "anchor")
def lp_normalize(data: Tensor, axis: int = -1, p: int = 2) -> Tensor:
    """data / its p-norm (p 1 or 2) along `axis`; 0 where the norm is 0."""
    need_float("nn.l2_normalize", data)
    at = norm_axis(axis, data.ndim)
    wide = accumulator(data.dtype)

    def before(v: Expr) -> Expr:
        w = cast(wide, v)
        return w * w if p == 2 else te.abs(w)

    total = reduce_with("lp_normalize_sum", data, te.sum, (at,), True, before)

    def element(*i: Expr) -> Expr:
        norm: Expr = total(*(const(0, v.dtype) if n == at else v for n, v in enumerate(i)))
        norm = te.sqrt(norm) if p == 2 else norm
        value = cast(wide, data(*i)) / norm
        return cast(data.dtype, te.select(norm.equal(const(0, wide)), const(0, wide), value))

    return define(data.shape, element, "lp_normalize")
