"""Normalisation over features: layer, RMS, group, p-norm, mean and variance."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..registry import onnx_op


@onnx_op("LayerNormalization", since=17)
def layer_norm(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr | None,
    bias: GraphExpr | None = None,
    *,
    axis: int = -1,
    epsilon: float = 1e-5,
    stash_type: int = 1,
) -> GraphExpr | list[GraphExpr]:
    rank = ctx.rank(x)
    axes = list(range(ctx.axis(axis, rank), rank))
    parameters = [_of_axes(ctx, v, x, axes) for v in (scale, bias)]
    if ctx.output_count == 1:
        return ctx.emit("nn.layer_norm", x, *parameters, axes=axes, epsilon=epsilon)
    results = ctx.emit_multi("nn.layer_norm_with_statistics", 3, x, *parameters, axes=axes, epsilon=epsilon)
    stash = onnx_dtype(stash_type, "stash_type")
    return [results[0], *(ctx.cast(r, stash) for r in results[1:])]


def _of_axes(ctx: Context, value: GraphExpr | None, x: GraphExpr, axes: list[int]) -> GraphExpr | None:
    """A scale or bias in the shape of the normalised dimensions."""
    if value is None:
        return None
    wanted = [ctx.shape(x)[a] for a in axes]
    if ctx.rank(value) == len(wanted) and all(a is b or a == b for a, b in zip(ctx.shape(value), wanted, strict=False)):
        return value
    return ctx.emit("broadcast_to", value, shape_arg(wanted))


@onnx_op("RMSNormalization", since=23)
@onnx_op("SimplifiedLayerNormalization")
def rms_norm(
    ctx: Context, x: GraphExpr, scale: GraphExpr, *, axis: int = -1, epsilon: float = 1e-5, stash_type: int = 1
) -> GraphExpr:
    rank = ctx.rank(x)
    axes = list(range(ctx.axis(axis, rank), rank))
    return ctx.emit("nn.rms_norm", x, _of_axes(ctx, scale, x, axes), axes=axes, epsilon=epsilon)


@onnx_op("GroupNormalization", since=21)
def group_norm(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr,
    bias: GraphExpr,
    *,
    epsilon: float = 1e-5,
    num_groups: int,
    stash_type: int = 1,
) -> GraphExpr:
    return ctx.emit("nn.group_norm", x, scale, bias, num_groups=num_groups, epsilon=epsilon)


@onnx_op("GroupNormalization", since=18)
def group_norm_per_group(
    ctx: Context, x: GraphExpr, scale: GraphExpr, bias: GraphExpr, *, epsilon: float = 1e-5, num_groups: int
) -> GraphExpr:
    """Before opset 21 scale and bias have one element per group."""
    each = ctx.static_dim(x, 1) // num_groups
    scale, bias = (ctx.emit("repeat", v, repeats=each, axis=0) for v in (scale, bias))
    return ctx.emit("nn.group_norm", x, scale, bias, num_groups=num_groups, epsilon=epsilon)


@onnx_op("InstanceNormalization")
def instance_norm(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr,
    bias: GraphExpr,
    *,
    epsilon: float = 1e-5,
    consumed_inputs: Sequence[int] | None = None,
) -> GraphExpr:
    return ctx.emit("nn.instance_norm", x, scale, bias, epsilon=epsilon)


@onnx_op("LpNormalization")
def lp_norm(ctx: Context, x: GraphExpr, *, axis: int = -1, p: int = 2) -> GraphExpr:
    if p not in (1, 2):
        raise ctx.error("I117", f"the node is malformed: attribute `p` is 1 or 2, not {p}")
    return ctx.emit("nn.l2_normalize", x, axis=ctx.axis(axis, ctx.rank(x)), p=p)


@onnx_op("MeanVarianceNormalization", since=9)
def mean_variance_norm(ctx: Context, x: GraphExpr, *, axes: Sequence[int] = (0, 2, 3)) -> GraphExpr:
    return ctx.emit("nn.mean_variance_norm", x, axes=[ctx.axis(a, ctx.rank(x)) for a in axes])


@onnx_op("LRN")
def lrn(
    ctx: Context, x: GraphExpr, *, alpha: float = 1e-4, beta: float = 0.75, bias: float = 1.0, size: int
) -> GraphExpr:
    return ctx.emit("nn.lrn", x, size=size, alpha=alpha, beta=beta, bias=bias)


@onnx_op("BatchNormalization")
def batch_norm(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr,
    bias: GraphExpr,
    mean: GraphExpr,
    var: GraphExpr,
    *,
    epsilon: float = 1e-5,
    momentum: float = 0.9,
    spatial: int = 1,
    is_test: int = 1,
    training_mode: int = 0,
    consumed_inputs: Sequence[int] | None = None,
) -> GraphExpr | list[GraphExpr]:
    if not spatial:
        raise ctx.error("I121", "statistics per element (`spatial` 0) are not supported")
    if not training_mode:
        return ctx.emit("nn.batch_norm", x, scale, bias, mean, var, axis=1, epsilon=epsilon)
    axes = [a for a in range(ctx.rank(x)) if a != 1]
    now = ctx.emit("mean", x, axis=axes, keepdims=False)
    spread = ctx.emit("variance", x, axis=axes, keepdims=False)
    y = ctx.emit("nn.batch_norm", x, scale, bias, now, spread, axis=1, epsilon=epsilon)
    if ctx.output_count == 1:
        return y
    return [y, _running(ctx, mean, now, momentum), _running(ctx, var, spread, momentum)]


def _running(ctx: Context, old: GraphExpr, new: GraphExpr, momentum: float) -> GraphExpr:
    dtype = ctx.dtype(old)
    kept = ctx.emit("multiply", old, ctx.constant(momentum, dtype))
    added = ctx.emit("multiply", ctx.cast(new, dtype), ctx.constant(1.0 - momentum, dtype))
    return ctx.emit("add", kept, added)
