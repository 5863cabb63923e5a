"""Layers by TVM's signatures: attention, normalisations, pools, padding, losses, dropout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphExpr

from ..calls import const
from .creation import counting, ones_like
from .registry import axis_of, c, cast, dtype_of, extent, form, ndim, reshape, shape_of, tuple_of

_HEADS_OUT = [0, 2, 1, 3]


@form("nn.attention", "nn.attention_bias")
def attention(
    query: GraphExpr, key: GraphExpr, value: GraphExpr, bias: GraphExpr | None = None, scale: Any = None,
    causal_mask: str | None = None, window_size: Any = None,
) -> GraphExpr:  # fmt: skip
    """softmax(Q Kᵀ scale + bias) V for (batch, length, heads, depth), as TVM lays them out; so is the result."""
    if window_size is not None:
        raise MlccError("T205", "`nn.attention`: windows are not supported", help="give a `bias` that masks them")
    attrs = {"scale": None if scale is None else float(getattr(scale, "value", scale)), "causal_mask": causal_mask}
    q, k, v = (c("transpose", part, axes=_HEADS_OUT) for part in (query, key, value))
    mixed = c("nn.attention", q, k, v, bias, **{k: v for k, v in attrs.items() if v is not None})
    return c("transpose", mixed, axes=_HEADS_OUT)


@form("nn.attention_var_len")
def attention_var_len(
    queries: GraphExpr, keys: GraphExpr, values: GraphExpr, seqstart_q: GraphExpr, max_seqlen_q: Any = None,
    seqstart_k: GraphExpr | None = None, max_seqlen_k: Any = None, scale: Any = None, causal_mask: str | None = None,
    window_size: Any = None,
) -> GraphExpr:  # fmt: skip
    """Attention (1, total, heads, depth) of sequences one after the other, each of which sees its own keys only; the
    sequences begin at `seqstart_q` and `seqstart_k` (int32, from 0, the last one the total)."""
    if causal_mask not in (None, "TopLeft", "BottomRight"):
        raise MlccError("T205", f'`nn.attention_var_len`: no causal_mask "{causal_mask}"',
                        help='it is "TopLeft" or "BottomRight"')  # fmt: skip
    starts = seqstart_q, seqstart_q if seqstart_k is None else seqstart_k
    sides = [_sequences(data, starts[axis], axis) for axis, data in enumerate((queries, keys))]
    (of_query, query, queries_left), (of_key, key, keys_left) = sides
    seen = c("equal", of_query, of_key)
    if causal_mask == "TopLeft":
        seen = c("logical_and", seen, c("less_equal", key, query))
    elif causal_mask is not None:
        seen = c("logical_and", seen, c("less_equal", queries_left, keys_left))
    hidden = c("where", seen, *(const(value, dtype_of(queries)) for value in (0.0, -math.inf)))
    bias = reshape(hidden, [1, 1, *shape_of(hidden)])
    return attention(queries, keys, values, bias, scale, None, window_size)


def _sequences(data: GraphExpr, start: GraphExpr, axis: int) -> tuple[GraphExpr, GraphExpr, GraphExpr]:
    """For each row of `data` along `axis` of a matrix: its sequence, its place in it, how many are left from there."""
    place = counting(shape_of(data)[1])
    start = cast(start, "int32")
    begun = cast(c("less_equal", c("expand_dims", start, axis=0), c("expand_dims", place, axis=1)), "int32")
    number = c("sum", begun, axis=1)
    begin = c("take", start, c("subtract", number, 1), axis=0)
    end = c("take", start, number, axis=0)
    shape = [-1, 1] if axis == 0 else [1, -1]
    parts = (number, c("subtract", place, begin), c("subtract", end, place))
    return tuple(reshape(part, shape) for part in parts)  # type: ignore[return-value]


@form("nn.batch_norm", several=True)
def batch_norm(
    data: GraphExpr, gamma: GraphExpr, beta: GraphExpr, moving_mean: GraphExpr, moving_var: GraphExpr,
    axis: int = 1, epsilon: float = 1e-5, center: bool = True, scale: bool = True, momentum: float = 0.1,
    training: bool = True,
) -> GraphExpr:  # fmt: skip
    """The normalised data, with the moving mean and variance: in training those of the batch move them."""
    at = axis_of(data, axis)
    if not scale:
        gamma = ones_like(gamma)
    if not center:
        beta = c("multiply", beta, 0.0)
    if not training:
        return norm_of_given(data, gamma, beta, moving_mean, moving_var, at, epsilon)
    return c(
        "nn.batch_norm_in_training", data, gamma, beta, moving_mean, moving_var, axis=at, epsilon=epsilon,
        momentum=momentum,
    )  # fmt: skip


def norm_of_given(
    data: GraphExpr, gamma: GraphExpr, beta: GraphExpr, mean: GraphExpr, variance: GraphExpr, axis: int = 1,
    epsilon: float = 1e-5,
) -> GraphExpr:  # fmt: skip
    """The data normalised by given statistics, and these."""
    normal = c("nn.batch_norm", data, gamma, beta, mean, variance, axis=axis, epsilon=epsilon)
    return tuple_of(normal, mean, variance)


def norm_of_batch(
    data: GraphExpr, gamma: GraphExpr, beta: GraphExpr, moving_mean: GraphExpr, moving_var: GraphExpr,
    axis: int = 1, epsilon: float = 1e-5, momentum: float = 0.1,
) -> GraphExpr:  # fmt: skip
    """The data normalised by its own statistics, and the given ones, moved towards these by a share of `momentum`."""
    others = [n for n in range(ndim(data)) if n != axis]
    mean, variance = c("mean", data, axis=others), c("variance", data, axis=others)
    kept = 1 - momentum
    moved = [
        c("add", c("multiply", old, kept), c("multiply", new, momentum))
        for old, new in ((moving_mean, mean), (moving_var, variance))
    ]
    return tuple_of(c("nn.batch_norm", data, gamma, beta, mean, variance, axis=axis, epsilon=epsilon), *moved)


@form("nn.dropout", several=True)
def dropout(data: GraphExpr, rate: float = 0.5) -> GraphExpr:
    """The data, as inference leaves it, and a mask of ones."""
    return tuple_of(data, ones_like(data))


@form("nn.group_norm")
def group_norm(
    data: GraphExpr, gamma: GraphExpr, beta: GraphExpr, num_groups: int, channel_axis: int = 1,
    axes: Sequence[int] = (), epsilon: float = 1e-5, center: bool = True, scale: bool = True,
) -> GraphExpr:  # fmt: skip
    """Normalised over the channels of a group and `axes`, then scaled per channel."""
    at, over = axis_of(data, channel_axis), sorted(axis_of(data, n) for n in axes)
    shape = shape_of(data)
    channels = extent(shape[at], "the channel axis of `nn.group_norm`")
    if channels % num_groups:
        raise MlccError("T203", f"`nn.group_norm`: {channels} channels do not divide into {num_groups} groups")
    split = reshape(data, [*shape[:at], num_groups, channels // num_groups, *shape[at + 1 :]])
    inner = [at + 1, *(n + (n > at) for n in over)]
    normal = reshape(_normalised(split, inner, epsilon), shape)
    return _scaled(normal, gamma if scale else None, beta if center else None, at)


@form("nn.instance_norm")
def instance_norm(
    data: GraphExpr, gamma: GraphExpr, beta: GraphExpr, channel_axis: int = 1, axes: Sequence[int] = (),
    epsilon: float = 1e-5, center: bool = True, scale: bool = True,
) -> GraphExpr:  # fmt: skip
    """Normalised over `axes`, then scaled per channel."""
    normal = _normalised(data, [axis_of(data, n) for n in axes], epsilon)
    return _scaled(normal, gamma if scale else None, beta if center else None, axis_of(data, channel_axis))


def _normalised(data: GraphExpr, axes: list[int], epsilon: float) -> GraphExpr:
    """(data - mean) / sqrt(variance + epsilon)"""
    mean, variance = (c(name, data, axis=axes, keepdims=True) for name in ("mean", "variance"))
    return c("multiply", c("subtract", data, mean), c("rsqrt", c("add", variance, epsilon)))


def _scaled(value: GraphExpr, gamma: GraphExpr | None, beta: GraphExpr | None, axis: int) -> GraphExpr:
    column = [-1 if n == axis else 1 for n in range(ndim(value))]
    if gamma is not None:
        value = c("multiply", value, reshape(gamma, column))
    return value if beta is None else c("add", value, reshape(beta, column))


@form("nn.pad")
def pad(data: GraphExpr, pad_width: Any, pad_mode: str = "constant", pad_value: float = 0.0) -> GraphExpr:
    """More elements at the ends: `pad_width` is before and after of each dimension in turn."""
    widths = [int(getattr(w, "value", w)) for w in pad_width]
    pairs = [list(pair) for pair in zip(widths[::2], widths[1::2], strict=True)]
    modes = {"replicate": "edge", "circular": "wrap"}
    value = float(getattr(pad_value, "value", pad_value))
    return c("nn.pad", data, pad_width=pairs, mode=modes.get(pad_mode, pad_mode), pad_value=value)


@form("nn.pixel_shuffle")
def pixel_shuffle(data: GraphExpr, upscale_factor: int) -> GraphExpr:
    """(N, C r r, H, W) to (N, C, H r, W r)."""
    return c("nn.depth_to_space", data, block_size=int(upscale_factor), mode="CRD")


# ---------------------------------------------------------------- pools to a size
def _sizes(output_size: Any, shape: Sequence[Any]) -> list[Any]:
    if output_size is None:
        return list(shape)
    given = [output_size] if isinstance(output_size, int) else list(output_size)
    return given * len(shape) if len(given) == 1 else given


@form("nn.adaptive_avg_pool1d")
def adaptive_avg_pool1d(
    data: GraphExpr, output_size: Any = None, layout: str = "NCW", out_layout: str | None = None
) -> GraphExpr:
    """Means of as many stretches as `output_size` says of (N, C, W)."""
    _only(layout, "NCW", "nn.adaptive_avg_pool1d")
    (width,) = _sizes(output_size, shape_of(data)[2:])
    row = c("expand_dims", data, axis=2)
    return c("squeeze", c("nn.adaptive_avg_pool2d", row, output_size=[1, width]), axis=2)


@form("nn.adaptive_avg_pool3d")
def adaptive_avg_pool3d(
    data: GraphExpr, output_size: Any = None, layout: str = "NCDHW", out_layout: str | None = None
) -> GraphExpr:
    """Means of as many boxes as `output_size` says of (N, C, D, H, W): of rectangles, then of these."""
    _only(layout, "NCDHW", "nn.adaptive_avg_pool3d")
    n, channels, depth, height, width = shape_of(data)
    out = _sizes(output_size, (depth, height, width))
    flat = c("nn.adaptive_avg_pool2d", reshape(data, [n, channels * depth, height, width]), output_size=out[1:])
    columns = reshape(flat, [n, channels, depth, out[1] * out[2]])
    pooled = c("nn.adaptive_avg_pool2d", columns, output_size=[out[0], out[1] * out[2]])
    return reshape(pooled, [n, channels, *out])


def _only(layout: str, wanted: str, name: str) -> None:
    if layout != wanted:
        raise MlccError("T205", f'`{name}`: the layout is "{wanted}", not "{layout}"')


# ---------------------------------------------------------------- losses
@form("nn.cross_entropy_with_logits")
def cross_entropy_with_logits(predictions: GraphExpr, labels: GraphExpr) -> GraphExpr:
    """-sum(predictions * labels), by the number of rows where there are rows."""
    total = c("negative", c("sum", c("multiply", predictions, labels)))
    if ndim(predictions) < 2:
        return total
    return c("divide", total, float(extent(shape_of(predictions)[0], f"a mean of {dtype_of(predictions)} rows")))


# ---------------------------------------------------------------- convolutions whose layouts are named
def _transposed(count: int, spatial: str) -> None:
    name, data_layout, kernel_layout = f"nn.conv{count}d_transpose", f"NC{spatial}", f"IO{spatial}"

    @form(name)
    def transposed(
        data: GraphExpr, weight: GraphExpr, strides: Any = 1, padding: Any = 0, output_padding: Any = 0,
        dilation: Any = 1, groups: int = 1, data_layout: str = data_layout, kernel_layout: str = kernel_layout,
        out_layout: str | None = None, out_dtype: str | None = None,
    ) -> GraphExpr:  # fmt: skip
        wanted = {"data_layout": (data_layout, f"NC{spatial}"), "kernel_layout": (kernel_layout, f"IO{spatial}"),
                  "out_layout": (out_layout or data_layout, f"NC{spatial}")}  # fmt: skip
        for what, (given, known) in wanted.items():
            if given != known:
                raise MlccError("T205", f'`{name}`: the {what} is "{known}", not "{given}"',
                                help="transpose the operand with `permute_dims`")  # fmt: skip
        return c(
            name, data, weight, strides=strides, padding=padding, output_padding=output_padding, dilation=dilation,
            groups=groups, **({"out_dtype": out_dtype} if out_dtype else {}),
        )  # fmt: skip

    transposed.__doc__ = f"A transposed convolution of {data_layout} with {kernel_layout}."


for _count, _spatial in ((1, "W"), (2, "HW"), (3, "DHW")):
    _transposed(_count, _spatial)
