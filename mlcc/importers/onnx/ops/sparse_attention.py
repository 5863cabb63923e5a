"""SparseAttention: tokens see blocks of keys that a table names for their block, as Phi-3-small has it."""

from __future__ import annotations

import math

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Array
from .grouped_attention import (
    Softmax,
    Tokens,
    as_rows,
    cached,
    current,
    grouped_heads,
    rotated,
    sharing,
    shown_or,
    tokens_of,
)
from .microsoft import DOMAIN
from .microsoft_attention import joined_heads


def _blocks(ctx: Context, rows: GraphExpr | None, columns: GraphExpr | None) -> Array:
    """(layouts, blocks, blocks), bool: the blocks of keys that each block of queries sees, of compressed rows.

    Raises I112 where these are computed at run time, I117 where they do not fit.
    """
    starts, places = ctx.array(rows, "block_row_indices"), ctx.array(columns, "block_col_indices")
    if starts.ndim != 2 or places.ndim != 2 or len(starts) != len(places):
        raise ctx.error("I117", "the node is malformed: the indices of blocks are not one row per layout")
    count = starts.shape[1] - 1
    seen = np.zeros((len(starts), count, count), bool)
    for layout, (ends, named) in enumerate(zip(starts, places, strict=True)):
        for block in range(count):
            seen[layout, block, named[ends[block] : ends[block + 1]]] = True
    return seen


def _seen(ctx: Context, tokens: Tokens, blocks: Array, size: int, heads: int, shared: int) -> GraphExpr:
    """(B, shared, heads / shared * S, total), bool: the keys that each row of queries sees."""
    layouts = len(blocks)
    if heads % layouts:
        raise ctx.error("I117", f"the node is malformed: {heads} heads do not take {layouts} layouts in turns")
    places = tokens.positions(ctx, None)
    each = ctx.constant(size, "int64")
    rows = ctx.emit("take", ctx.constant(blocks), ctx.emit("floor_divide", places, each), axis=1)  # (L, B, S, blocks)
    keys = ctx.count_below(tokens.total, "int64")
    seen = ctx.emit("take", rows, ctx.emit("floor_divide", keys, each), axis=3)  # (L, B, S, total)
    before = ctx.emit("less_equal", keys, ctx.reshape(places, [tokens.batch, tokens.new, 1]))
    seen = ctx.emit("transpose", ctx.emit("logical_and", seen, before), axes=[1, 0, 2, 3])
    every = ctx.emit("concatenate", [seen] * (heads // layouts), axis=1) if heads > layouts else seen
    return ctx.reshape(every, [tokens.batch, shared, heads // shared * tokens.new, tokens.total])


@onnx_op("SparseAttention", domain=DOMAIN)
def sparse_attention(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr | None = None,
    value: GraphExpr | None = None,
    past_key: GraphExpr | None = None,
    past_value: GraphExpr | None = None,
    block_row_indices: GraphExpr | None = None,
    block_col_indices: GraphExpr | None = None,
    total_sequence_length: GraphExpr | None = None,
    key_total_sequence_lengths: GraphExpr | None = None,
    cos_cache: GraphExpr | None = None,
    sin_cache: GraphExpr | None = None,
    *,
    num_heads: int,
    kv_num_heads: int,
    sparse_block_size: int,
    do_rotary: int = 0,
    rotary_interleaved: int = 0,
    scale: float = 0.0,
) -> list[GraphExpr]:
    """Results are (B, S, num_heads * D) and the caches (B, kv_num_heads, C, D) with the new rows."""
    groups = sharing(ctx, num_heads, kv_num_heads)
    q, k, v = grouped_heads(ctx, query, key, value, num_heads, kv_num_heads)
    lengths = ctx.tensor(key_total_sequence_lengths)
    last = ctx.emit("subtract", lengths, ctx.constant(1, ctx.dtype(lengths)))
    tokens = tokens_of(ctx, query, last, ctx.tensor(total_sequence_length))
    if do_rotary:
        at = tokens.positions(ctx, None)
        q, k = (rotated(ctx, x, (cos_cache, sin_cache), at, bool(rotary_interleaved)) for x in (q, k))
    keys, values = (cached(ctx, ctx.tensor(p), x, tokens, clear=False) for p, x in ((past_key, k), (past_value, v)))
    k, v = (current(ctx, cache, tokens) for cache in (keys, values))
    blocks = _blocks(ctx, block_row_indices, block_col_indices)
    seen = _seen(ctx, tokens, blocks, sparse_block_size, num_heads, kv_num_heads)
    softmax = Softmax(scale, 0.0, None, None)
    scores = softmax.scores(ctx, as_rows(ctx, q, tokens.new, kv_num_heads, groups), k)
    weights = softmax.weights(ctx, shown_or(ctx, seen, scores, -math.inf))
    y = ctx.reshape(ctx.emit("matmul", weights, v), ctx.shape(q))
    return [joined_heads(ctx, ctx.cast(y, ctx.dtype(q))), keys, values][: ctx.output_count]
