"""Hyper-connections: several residual streams (…, C, H), as onnxruntime's builders of language models write them.

What arrives flattened, (…, C * H), says by `num_branches` how many streams there are. All is computed in float32.
"""

from __future__ import annotations

import math

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN


def _wide(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.cast(x, "float32")


def _streams(ctx: Context, x: GraphExpr, count: int) -> GraphExpr:
    """(…, C, H), in float32."""
    if not count:
        return _wide(ctx, x)
    *lead, width = ctx.shape(x)
    return ctx.reshape(_wide(ctx, x), [*lead, count, width // count])


def _gates(ctx: Context, gates: GraphExpr, streams: GraphExpr) -> GraphExpr:
    """What broadcasts over streams: given as (…, C), (…, C, 1), (…, C, H) or (…, C * H)."""
    wide, (*lead, count, _) = _wide(ctx, gates), ctx.shape(streams)
    if ctx.rank(wide) == ctx.rank(streams):
        return wide
    width = ctx.shape(wide)[-1]
    each: Dim = 1 if width is count or width == count else width // count
    return ctx.reshape(wide, [*lead, count, each])


@onnx_op("HyperConnectionPreMix", domain=DOMAIN)
def pre_mix(
    ctx: Context, streams: GraphExpr, gates: GraphExpr, *, num_branches: int = 0, reduction_scale: float = 1.0
) -> GraphExpr:
    """(…, H): the gated sum of the streams."""
    x = _streams(ctx, streams, num_branches)
    y = ctx.emit("sum", ctx.emit("multiply", x, _gates(ctx, gates, x)), axis=[ctx.rank(x) - 2], keepdims=False)
    if reduction_scale != 1.0:
        y = ctx.emit("multiply", y, ctx.constant(reduction_scale, "float32"))
    return ctx.cast(y, ctx.dtype(streams))


@onnx_op("HyperConnectionPostMix", domain=DOMAIN)
def post_mix(
    ctx: Context,
    streams: GraphExpr,
    branch: GraphExpr,
    gates: GraphExpr,
    mix: GraphExpr | None = None,
    *,
    num_branches: int = 0,
) -> GraphExpr:
    """The streams, mixed by the matrices `mix` (…, C, C), plus the gated result (…, H) of a branch in each."""
    x = _streams(ctx, streams, num_branches)
    *lead, width = ctx.shape(branch)
    added = ctx.emit("multiply", ctx.reshape(_wide(ctx, branch), [*lead, 1, width]), _gates(ctx, gates, x))
    kept = x if mix is None else ctx.emit("matmul", _wide(ctx, mix), x, transpose_a=True)
    return ctx.cast(ctx.reshape(ctx.emit("add", kept, added), list(ctx.shape(streams))), ctx.dtype(streams))


@onnx_op("BranchwiseRMSNorm", domain=DOMAIN)
def branchwise_norm(
    ctx: Context, x: GraphExpr, scale: GraphExpr | None = None, *, epsilon: float = 1e-5, num_branches: int = 0
) -> GraphExpr:
    """The norm of each stream; `scale` is (C * H,), (C, H) or (H,)."""
    streams = _streams(ctx, x, num_branches)
    y = ctx.emit("nn.rms_norm", streams, axes=[ctx.rank(streams) - 1], epsilon=epsilon)
    if scale is not None:
        count, width = ctx.shape(streams)[-2:]
        one = ctx.rank(scale) == 1 and (ctx.shape(scale)[0] is width or ctx.shape(scale)[0] == width)
        y = ctx.emit("multiply", y, ctx.reshape(_wide(ctx, scale), [width] if one else [count, width]))
    return ctx.cast(ctx.reshape(y, list(ctx.shape(x))), ctx.dtype(x))


@onnx_op("EngramGate", domain=DOMAIN)
def engram_gate(
    ctx: Context,
    key: GraphExpr,
    query: GraphExpr,
    value: GraphExpr,
    key_scale: GraphExpr,
    query_scale: GraphExpr,
    value_scale: GraphExpr | None = None,
    *,
    epsilon: float = 1e-5,
) -> list[GraphExpr]:
    """`value` (B, S, H) in each stream (B, S, C, H), by how alike its normalised key and query are; then its norm."""
    normed = [_scaled_norm(ctx, x, scale, epsilon) for x, scale in ((key, key_scale), (query, query_scale))]
    alike = ctx.emit("sum", ctx.emit("multiply", *normed), axis=[3], keepdims=True)
    alike = ctx.emit("multiply", alike, ctx.constant(1 / math.sqrt(ctx.static_dim(key, 3, "key")), "float32"))
    size = ctx.emit("maximum", ctx.emit("abs", alike), ctx.constant(1e-6, "float32"))
    gate = ctx.emit("sigmoid", ctx.emit("multiply", ctx.emit("sign", alike), ctx.emit("sqrt", size)))
    batch, tokens, width = ctx.shape(value)
    y = ctx.emit("multiply", gate, ctx.reshape(_wide(ctx, value), [batch, tokens, 1, width]))
    results = [y]
    if value_scale is not None:
        results.append(_scaled_norm(ctx, y, value_scale, epsilon))
    return [ctx.cast(result, ctx.dtype(value)) for result in results[: ctx.output_count]]


def _scaled_norm(ctx: Context, x: GraphExpr, scale: GraphExpr, epsilon: float) -> GraphExpr:
    """The norm over the last dimension times `scale` (C, H), in float32."""
    normed = ctx.emit("nn.rms_norm", _wide(ctx, x), axes=[ctx.rank(x) - 1], epsilon=epsilon)
    return ctx.emit("multiply", normed, _wide(ctx, scale))
