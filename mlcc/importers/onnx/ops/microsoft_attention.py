"""Attention as onnxruntime's optimiser of transformers writes it: heads are adjacent in the last dimension."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim, Value
from .microsoft import DOMAIN
from .norm import layer_norm


def split_heads(ctx: Context, x: GraphExpr, heads: int) -> GraphExpr:
    """(B, S, H * D) to (B, H, S, D); what has four dimensions is so already."""
    if ctx.rank(x) == 4:
        return x
    b, s, width = ctx.shape(x)
    return ctx.emit("transpose", ctx.reshape(x, [b, s, heads, width // heads]), axes=[0, 2, 1, 3])


def joined_heads(ctx: Context, x: GraphExpr) -> GraphExpr:
    """(B, H, S, D) to (B, S, H * D)."""
    b, h, s, d = ctx.shape(x)
    return ctx.reshape(ctx.emit("transpose", x, axes=[0, 2, 1, 3]), [b, s, h * d])


def attend(ctx: Context, q: GraphExpr, k: GraphExpr, v: GraphExpr, scale: float, bias: list[GraphExpr]) -> GraphExpr:
    """``softmax(q kᵀ scale + bias) v``; scale 0 stands for 1 / sqrt(D)."""
    scale = scale or 1.0 / math.sqrt(ctx.static_dim(q, 3, "query"))
    scores = ctx.emit("matmul", q, k, transpose_b=True)
    scores = ctx.emit("multiply", scores, ctx.constant(scale, ctx.dtype(scores)))
    for part in bias:
        scores = ctx.emit("add", scores, part)
    return ctx.emit("matmul", ctx.emit("nn.softmax", scores, axis=-1), v)


def _causal(ctx: Context, q: GraphExpr, k: GraphExpr, filler: float, before: Dim) -> GraphExpr:
    """What is added to scores so that no query sees keys after itself; `before` keys are of earlier calls."""
    rows, columns = ctx.shape(q)[2], ctx.shape(k)[2]
    if isinstance(rows, int) and isinstance(columns, int) and isinstance(before, int):
        hidden = np.triu(np.ones((rows, columns), bool), before + 1)
        return ctx.constant(np.where(hidden, filler, 0.0), ctx.dtype(q))
    last = ctx.emit("add", ctx.count_below(rows, "int64"), ctx.symbolic_value([before]))
    after = ctx.emit("greater", ctx.count_below(columns, "int64"), ctx.reshape(last, [rows, 1]))
    return ctx.emit("where", after, *(ctx.constant(value, ctx.dtype(q)) for value in (filler, 0.0)))


def _mask_bias(ctx: Context, mask: GraphExpr, q: GraphExpr, k: GraphExpr, filler: float) -> GraphExpr:
    """What is added to scores for a mask of keys: (B, L) or (B, S, L) with 0 for hidden ones, or (B,) lengths."""
    dims = ctx.shape(mask)
    if len(dims) == 1:
        if ctx.shape(q)[0] is not dims[0] and ctx.shape(q)[0] != dims[0]:
            raise ctx.error("I121", "masks of lengths with starts are not supported")
        kept = ctx.emit(
            "less", ctx.count_below(ctx.shape(k)[2], ctx.dtype(mask)), ctx.reshape(mask, [dims[0], 1, 1, 1])
        )
    else:
        shape = [dims[0], 1, 1, dims[1]] if len(dims) == 2 else [dims[0], 1, *dims[1:]]
        kept = ctx.emit("greater", ctx.reshape(mask, shape), ctx.constant(0, ctx.dtype(mask)))
    return ctx.emit("where", kept, ctx.constant(0.0, ctx.dtype(q)), ctx.constant(filler, ctx.dtype(q)))


def with_bias(
    ctx: Context, bias: GraphExpr | None, query: GraphExpr, key: GraphExpr, value: GraphExpr
) -> list[GraphExpr]:
    """Queries, keys and values, each with its part of a bias; those that have heads already stay as they are."""
    parts = [query, key, value]
    if bias is None:
        return parts
    width = ctx.shape(query)[-1]
    ends = [0, width, 2 * width, ctx.shape(bias)[0]]
    for n, part in enumerate(parts):
        if ctx.rank(part) == 3:
            own = ctx.emit("strided_slice", bias, begin=[ends[n]], end=[ends[n + 1]], axes=[0], strides=[1])
            parts[n] = ctx.emit("add", part, own)
    return parts


def with_past(ctx: Context, past: GraphExpr | None, x: GraphExpr) -> GraphExpr:
    """Keys or values after those of earlier calls, along the sequence."""
    if past is None or ctx.shape(past)[2] == 0:
        return x
    return ctx.emit("concatenate", [past, x], axis=2)


@onnx_op("MultiHeadAttention", domain=DOMAIN)
def multi_head_attention(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr | None = None,
    value: GraphExpr | None = None,
    bias: GraphExpr | None = None,
    key_padding_mask: GraphExpr | None = None,
    attention_bias: GraphExpr | None = None,
    past_key: GraphExpr | None = None,
    past_value: GraphExpr | None = None,
    *,
    num_heads: int,
    mask_filter_value: float = -10000.0,
    scale: float = 0.0,
    unidirectional: int = 0,
) -> list[GraphExpr]:
    if key is None or value is None:
        raise ctx.error("I121", "packed queries, keys and values are not supported")
    q, k, v = (split_heads(ctx, p, num_heads) for p in with_bias(ctx, bias, query, key, value))
    k, v = with_past(ctx, past_key, k), with_past(ctx, past_value, v)
    extra = [] if attention_bias is None else [attention_bias]
    if key_padding_mask is not None:
        extra.append(_mask_bias(ctx, key_padding_mask, q, k, mask_filter_value))
    if unidirectional:
        extra.append(_causal(ctx, q, k, mask_filter_value, 0 if past_key is None else ctx.shape(past_key)[2]))
    return [joined_heads(ctx, attend(ctx, q, k, v, scale, extra)), k, v][: ctx.output_count]


@onnx_op("Attention", domain=DOMAIN)
def attention(
    ctx: Context,
    x: GraphExpr,
    weights: GraphExpr,
    bias: GraphExpr | None = None,
    mask: GraphExpr | None = None,
    past: GraphExpr | None = None,
    attention_bias: GraphExpr | None = None,
    *,
    num_heads: int,
    mask_filter_value: float = -10000.0,
    qkv_hidden_sizes: Sequence[int] | None = None,
    scale: float = 0.0,
    unidirectional: int = 0,
    **attrs: object,
) -> list[GraphExpr]:
    """The product with the weights of queries, keys and values, concatenated, is one product."""
    y = ctx.emit("matmul", x, weights)
    y = y if bias is None else ctx.emit("add", y, bias)
    width = ctx.static_dim(weights, 1, "weights")
    attrs |= {"scale": scale, "mask_filter_value": mask_filter_value, "unidirectional": unidirectional}
    return attended(ctx, y, list(qkv_hidden_sizes or [width // 3] * 3), num_heads, mask, past, attention_bias, attrs)


def attended(
    ctx: Context,
    y: GraphExpr,
    sizes: list[int],
    num_heads: int,
    mask: GraphExpr | None,
    past: GraphExpr | None,
    attention_bias: GraphExpr | None,
    attrs: Mapping[str, Any],
) -> list[GraphExpr]:
    """What queries, keys and values of widths `sizes`, adjacent in the last dimension, give; then keys and values."""
    if attrs.get("do_rotary"):
        raise ctx.error("I121", "attribute `do_rotary` is not supported")
    filler = attrs.get("mask_filter_value", -10000.0)
    parts, at = [], 0
    for size in sizes:
        parts.append(ctx.emit("strided_slice", y, begin=[at], end=[at + size], axes=[2], strides=[1]))
        at += size
    q, k, v = (split_heads(ctx, p, num_heads) for p in parts)
    if past is not None:
        b, h, s, d = ctx.shape(past)[1:]
        old = [ctx.emit("strided_slice", past, begin=[n], end=[n + 1], axes=[0], strides=[1]) for n in (0, 1)]
        k, v = (with_past(ctx, ctx.reshape(p, [b, h, s, d]), t) for p, t in zip(old, (k, v), strict=True))
    extra = [] if attention_bias is None else [attention_bias]
    if mask is not None:
        extra.append(_mask_bias(ctx, mask, q, k, filler))
    if attrs.get("unidirectional"):
        extra.append(_causal(ctx, q, k, filler, 0 if past is None else ctx.shape(past)[3]))
    results = [joined_heads(ctx, attend(ctx, q, k, v, attrs.get("scale", 0.0), extra))]
    if ctx.output_count > 1:
        both = [ctx.reshape(t, [1, *ctx.shape(t)]) for t in (k, v)]
        results.append(ctx.emit("concatenate", both, axis=0))
    return results


@onnx_op("RotaryEmbedding", domain=DOMAIN)
def rotary_embedding(
    ctx: Context,
    x: GraphExpr,
    positions: GraphExpr,
    cos: GraphExpr,
    sin: GraphExpr,
    *,
    interleaved: int = 0,
    num_heads: int = 0,
    rotary_embedding_dim: int = 0,
    is_packed_batching: int = 0,
    scale: float = 1.0,
) -> GraphExpr:
    """Rows of the tables of cosines and sines are taken by position: one per element, or counted from a first one."""
    rotated = 2 * ctx.static_dim(cos, 1, "cosines")
    heads = num_heads or (1 if ctx.rank(x) == 4 else ctx.static_dim(x, 2, "input") // rotated)
    wide = split_heads(ctx, x, heads)
    if ctx.rank(positions) == 1:
        steps = ctx.count_below(ctx.shape(wide)[2], ctx.dtype(positions))
        positions = ctx.emit("add", steps, positions)
    tables = (ctx.emit("take", t, positions, axis=0) for t in (cos, sin))
    y = ctx.emit(
        "nn.rotary_embedding", wide, *tables, interleaved=bool(interleaved), rotary_dim=rotary_embedding_dim or rotated
    )
    return y if ctx.rank(x) == 4 else joined_heads(ctx, y)


@onnx_op("EmbedLayerNormalization", domain=DOMAIN)
def embed_layer_norm(
    ctx: Context,
    ids: GraphExpr,
    segments: GraphExpr | None = None,
    words: GraphExpr | None = None,
    positions: GraphExpr | None = None,
    kinds: GraphExpr | None = None,
    gamma: GraphExpr | None = None,
    beta: GraphExpr | None = None,
    mask: GraphExpr | None = None,
    position_ids: GraphExpr | None = None,
    *,
    epsilon: float = 1e-12,
    mask_index_type: int = 0,
) -> list[Value]:
    """The sum of the word, position and segment embeddings, normalised; then the lengths, and the sum."""
    if position_ids is None:
        count = ctx.shape(ids)[1]
        position_ids = ctx.reshape(ctx.count_below(count, "int64"), [1, count])
    total = ctx.emit("add", ctx.emit("take", words, ids, axis=0), ctx.emit("take", positions, position_ids, axis=0))
    if segments is not None and kinds is not None:
        total = ctx.emit("add", total, ctx.emit("take", kinds, segments, axis=0))
    count, ctx.output_count = ctx.output_count, 1
    y: Value = layer_norm(ctx, total, gamma, beta, axis=-1, epsilon=epsilon)
    ctx.output_count = count
    blank = ctx.emit("zeros", shape_arg([ctx.shape(ids)[0]]), dtype="int32")
    lengths = blank if mask is None else ctx.emit("sum", mask, axis=[1])
    return [y, lengths, total][:count]
