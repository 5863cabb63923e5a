"""GroupQueryAttention, the attention of decoders as the model builder of onnxruntime-genai writes it.

Keys and values of all tokens stand in caches (B, KV, C, D), which may have room for more tokens than there are; the
number of tokens of each batch entry is data. For a first prompt the new tokens begin at row 0, later calls append.
Queries of the heads that share keys are the rows of one matrix (B, KV, H / KV * S, D), so that keys are not repeated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import overload

from mlcc.ir import GraphExpr, maximum
from mlcc.topi.shapes import accumulator

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN
from .microsoft_attention import joined_heads, split_heads


@dataclass(frozen=True)
class Tokens:
    """The tokens of one call: `new` ones per batch entry; `total`, the most of any entry, counts earlier ones too.

    `before` (B,) and `counts` (B,) are int64: the tokens of earlier calls, and all tokens.
    """

    batch: Dim
    new: Dim
    total: Dim
    before: GraphExpr
    counts: GraphExpr
    is_prompt: GraphExpr

    def positions(self, ctx: Context, positions: GraphExpr | None) -> GraphExpr:
        """(B, new), int64: the position of each new token; a first prompt is counted from the first one given."""
        steps = ctx.count_below(self.new, "int64")
        own = ctx.emit("add", ctx.reshape(self.before, [self.batch, 1]), steps)
        if positions is None:
            return own
        first = ctx.emit("strided_slice", positions, begin=[0, 0], end=[1, 1], axes=[0, 1], strides=[1, 1])
        counted = ctx.emit("add", ctx.reshape(ctx.cast(first, "int64"), [1, 1]), steps)
        return ctx.emit("where", self.is_prompt, counted, ctx.cast(positions, "int64"))

    def seen(self, ctx: Context, causal: bool, window: int, shared: int, groups: int) -> GraphExpr:
        """(B, 1, rows, total), bool: the keys that each row of queries sees; without `causal` (B, 1, 1, total)."""
        keys = ctx.count_below(self.total, "int64")
        if not causal:
            return ctx.emit("less", keys, ctx.reshape(self.counts, [self.batch, 1, 1, 1]))
        last = ctx.reshape(self.positions(ctx, None), [self.batch, 1, self.new, 1])
        last = as_rows(ctx, last, self.new, shared, groups)
        seen = ctx.emit("less_equal", keys, last)
        if window < 0:
            return seen
        near = ctx.emit("greater", keys, ctx.emit("subtract", last, ctx.constant(window, "int64")))
        return ctx.emit("logical_and", seen, near)


def tokens_of(ctx: Context, query: GraphExpr, seqlens_k: GraphExpr, total: GraphExpr) -> Tokens:
    batch, new = ctx.shape(query)[:2]
    (most,) = ctx.dims_of(total, "total_sequence_length")
    counts = ctx.emit("add", ctx.cast(ctx.reshape(seqlens_k, [batch]), "int64"), ctx.constant(1, "int64"))
    earlier = ctx.emit("subtract", counts, ctx.symbolic_value([new]))
    is_prompt = ctx.emit("equal", ctx.symbolic_value([new]), ctx.symbolic_value([most]))
    before = ctx.emit("where", is_prompt, ctx.constant(0, "int64"), earlier)
    return Tokens(batch, new, most, before, counts, is_prompt)


def cached(ctx: Context, past: GraphExpr | None, new: GraphExpr, tokens: Tokens, clear: bool = True) -> GraphExpr:
    """(B, KV, max(total, C), D): the rows of earlier calls, and the new ones after them; with `clear`, then zeros."""
    if past is None:
        return new
    room, total = ctx.shape(past)[2], tokens.total
    if isinstance(room, int) and room == 0:
        return new
    size = max(room, total) if isinstance(room, int) and isinstance(total, int) else maximum(room, total)
    return ctx.emit("update_rows", past, new, tokens.before, shape_arg([size]), axis=2, clear=clear)


def current(ctx: Context, cache: GraphExpr, tokens: Tokens) -> GraphExpr:
    """The rows of a cache that hold tokens, in the type of the computation."""
    rows = ctx.shape(cache)[2]
    if rows is not tokens.total and rows != tokens.total:
        cache = ctx.emit("strided_slice", cache, begin=[0], end=[tokens.total], axes=[2], strides=[1])
    return _wide(ctx, cache)


def _wide(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.cast(x, accumulator(ctx.dtype(x)))


@overload
def as_rows(ctx: Context, x: GraphExpr, new: Dim, shared: int, groups: int) -> GraphExpr: ...
@overload
def as_rows(ctx: Context, x: GraphExpr | None, new: Dim, shared: int, groups: int) -> GraphExpr | None: ...
def as_rows(ctx: Context, x: GraphExpr | None, new: Dim, shared: int, groups: int) -> GraphExpr | None:
    """What broadcasts over (B, H, S, W) in a form that broadcasts over (B, KV, groups * S, W), widened."""
    if x is None:
        return None
    x = _wide(ctx, x)
    b, heads, rows, w = ctx.shape(x)
    if groups == 1 or heads == rows == 1:
        return x
    if heads == 1:
        return ctx.emit("concatenate", [x] * groups, axis=2)
    if rows == 1:
        x = ctx.emit("broadcast_to", x, shape_arg([b, heads, new, w]))
    return ctx.reshape(x, [b, shared, groups * new, w])


@dataclass(frozen=True)
class Softmax:
    """How scores become weights: scale (0 for 1 / sqrt(D)), cap (0 for none), bias, and what each head, or every one,
    adds to the denominator."""

    scale: float
    softcap: float
    sink: GraphExpr | None
    bias: GraphExpr | None

    def scores(self, ctx: Context, q: GraphExpr, k: GraphExpr) -> GraphExpr:
        """``cap(q kᵀ scale) + bias``."""
        scores = ctx.emit("matmul", q, k, transpose_b=True)
        scale = self.scale or 1.0 / math.sqrt(ctx.static_dim(q, 3, "query"))
        scores = ctx.emit("multiply", scores, ctx.constant(scale, ctx.dtype(scores)))
        if self.softcap > 0:
            cap = ctx.constant(self.softcap, ctx.dtype(scores))
            scores = ctx.emit("multiply", ctx.emit("tanh", ctx.emit("divide", scores, cap)), cap)
        return scores if self.bias is None else ctx.emit("add", scores, self.bias)

    def weights(self, ctx: Context, scores: GraphExpr) -> GraphExpr:
        """The softmax over keys; a sink is one more score per row, whose weight is dropped."""
        if self.sink is None:
            return ctx.emit("nn.softmax", scores, axis=-1)
        *lead, keys = ctx.shape(scores)
        column = ctx.emit("broadcast_to", self.sink, shape_arg([*lead, 1]))
        spread = ctx.emit("nn.softmax", ctx.emit("concatenate", [scores, column], axis=-1), axis=-1)
        return ctx.emit("strided_slice", spread, begin=[0], end=[keys], axes=[3], strides=[1])


def _sink(ctx: Context, head_sink: GraphExpr | None, smooth: int, dtype: str) -> GraphExpr | None:
    """What each head adds to the denominator, as a score: (1, H, 1, 1) or (1, 1, 1, 1)."""
    if head_sink is not None:
        return ctx.reshape(head_sink, [1, ctx.shape(head_sink)[0], 1, 1])
    return ctx.constant([[[[0.0]]]], dtype) if smooth == 1 else None


def _normalized(ctx: Context, x: GraphExpr, weight: GraphExpr | None, epsilon: float) -> GraphExpr:
    return x if weight is None else ctx.emit("nn.rms_norm", x, weight, axes=[3], epsilon=epsilon)


def grouped_heads(
    ctx: Context, query: GraphExpr, key: GraphExpr | None, value: GraphExpr | None, heads: int, shared: int
) -> tuple[GraphExpr, GraphExpr, GraphExpr]:
    """Queries (B, H, S, D), keys and values (B, KV, S, D); all three may be concatenated in `query`."""
    if key is not None and value is not None:
        return split_heads(ctx, query, heads), split_heads(ctx, key, shared), split_heads(ctx, value, shared)
    if key is not None or value is not None:
        raise ctx.error("I117", "the node is malformed: keys and values are both given, or both packed with queries")
    every = split_heads(ctx, query, heads + 2 * shared)
    ends = [0, heads, heads + shared, heads + 2 * shared]
    q, k, v = (
        ctx.emit("strided_slice", every, begin=[a], end=[b], axes=[1], strides=[1])
        for a, b in zip(ends, ends[1:], strict=False)
    )
    return q, k, v


def sharing(ctx: Context, heads: int, shared: int) -> int:
    """How many heads of queries share one of keys. Raises I117 where they do not divide."""
    if shared <= 0 or heads % shared:
        raise ctx.error("I117", f"the node is malformed: {heads} heads do not share {shared} heads of keys")
    return heads // shared


def rotated(
    ctx: Context, x: GraphExpr, tables: tuple[GraphExpr | None, GraphExpr | None], at: GraphExpr, interleaved: bool
) -> GraphExpr:
    """Heads (B, H, S, D) rotated by the rows of the tables of cosines and sines for positions `at` (B, S)."""
    angles = [ctx.emit("take", ctx.tensor(t), at, axis=0) for t in tables]
    width = 2 * ctx.static_dim(angles[0], 2, "cosines")
    return ctx.emit("nn.rotary_embedding", x, *angles, interleaved=interleaved, rotary_dim=width)


def shown_or(ctx: Context, condition: GraphExpr, x: GraphExpr, other: float) -> GraphExpr:
    return ctx.emit("where", condition, x, ctx.constant(other, ctx.dtype(x)))


def _shown(ctx: Context, values: GraphExpr, seen: GraphExpr, q: GraphExpr) -> GraphExpr:
    """Scores or weights as a result (B, H, S, T), 0 for keys that are not seen."""
    shown = ctx.reshape(shown_or(ctx, seen, values, 0.0), [*ctx.shape(q)[:3], ctx.shape(values)[3]])
    return ctx.cast(shown, ctx.dtype(q))


@onnx_op("GroupQueryAttention", domain=DOMAIN)
def group_query_attention(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr | None = None,
    value: GraphExpr | None = None,
    past_key: GraphExpr | None = None,
    past_value: GraphExpr | None = None,
    seqlens_k: GraphExpr | None = None,
    total_sequence_length: GraphExpr | None = None,
    cos_cache: GraphExpr | None = None,
    sin_cache: GraphExpr | None = None,
    position_ids: GraphExpr | None = None,
    attention_bias: GraphExpr | None = None,
    head_sink: GraphExpr | None = None,
    k_scale: GraphExpr | None = None,
    v_scale: GraphExpr | None = None,
    q_norm_weight: GraphExpr | None = None,
    k_norm_weight: GraphExpr | None = None,
    *,
    num_heads: int,
    kv_num_heads: int,
    causal: int = 1,
    do_rotary: int = 0,
    local_window_size: int = -1,
    qk_norm_epsilon: float = 1e-6,
    qk_output: int = 0,
    rotary_interleaved: int = 0,
    scale: float = 0.0,
    smooth_softmax: int = -1,
    softcap: float = 0.0,
    sliding_window_cache: int = 0,
    k_quant_type: str = "NONE",
    v_quant_type: str = "NONE",
    kv_cache_bit_width: int = 0,
) -> list[GraphExpr]:
    """16-bit floats are computed in float32, and rounded once at the end; caches keep their type."""
    groups = sharing(ctx, num_heads, kv_num_heads)
    if local_window_size == 0 or not causal and local_window_size > 0:
        raise ctx.error("I117", f"the node is malformed: `local_window_size` is {local_window_size}")
    if sliding_window_cache or k_scale is not None or v_scale is not None or {k_quant_type, v_quant_type} != {"NONE"}:
        raise ctx.error("I121", "caches of keys and values that are quantised, or of a window only, are not supported")
    q, k, v = grouped_heads(ctx, query, key, value, num_heads, kv_num_heads)
    q, k = _normalized(ctx, q, q_norm_weight, qk_norm_epsilon), _normalized(ctx, k, k_norm_weight, qk_norm_epsilon)
    tokens = tokens_of(ctx, query, ctx.tensor(seqlens_k), ctx.tensor(total_sequence_length))
    if do_rotary:
        at = tokens.positions(ctx, position_ids)
        q, k = (rotated(ctx, x, (cos_cache, sin_cache), at, bool(rotary_interleaved)) for x in (q, k))
    keys, values = cached(ctx, past_key, k, tokens), cached(ctx, past_value, v, tokens)
    sink = _sink(ctx, head_sink, smooth_softmax, ctx.dtype(q))
    form = (tokens.new, kv_num_heads, groups)
    softmax = Softmax(scale, softcap, as_rows(ctx, sink, *form), as_rows(ctx, attention_bias, *form))
    k, v = (current(ctx, cache, tokens) for cache in (keys, values))
    seen = tokens.seen(ctx, bool(causal), local_window_size, kv_num_heads, groups)
    scores = softmax.scores(ctx, as_rows(ctx, q, *form), k)
    weights = softmax.weights(ctx, shown_or(ctx, seen, scores, -math.inf))
    y = ctx.reshape(ctx.emit("matmul", weights, v), ctx.shape(q))
    results = [joined_heads(ctx, ctx.cast(y, ctx.dtype(q))), keys, values]
    if ctx.output_count > 3:
        results.append(_shown(ctx, scores if qk_output == 1 else weights, seen, q))
    return results[: ctx.output_count]
