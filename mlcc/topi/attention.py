"""Attention: softmax(Q Kᵀ) V as one operator.

Stages for queries (2, 12, 100, 64) and keys and values (2, 12, 80, 64), with 16 queries per tile (100 are padded to
112)::

    attention_query     (2, 12, 64, 112)    scaled and transposed: the queries of a tile are one vector
    attention_products  (2, 12, 80, 112)    keys by queries
    attention_scores    (2, 12, 80, 112)    cap, bias, causal mask
    attention_max, _exp, _sum, _inverse     softmax over the 80 keys, without the division
    attention_mix       (2, 12, 112, 64)    exponentials by values
    attention           (2, 12, 100, 64)    divided by the sums; padding dropped

With products of bfloat16 in tile registers, of 32 columns, the operands of both are rounded and laid out for these:
rows of keys and of weights, and panels of 32 columns with pairs along the sum; extents are padded to 32 (queries to
128, keys to 96)::

    attention_columns   (2, 12, 4, 32, 32, 2)    panels of queries: 4 x 32 queries, 32 pairs along the depth of 64
    attention_rows      (2, 12, 96, 64)          keys
    attention_weights   (2, 12, 128, 96)         exponentials by queries, rounded
    attention_values    (2, 12, 2, 48, 32, 2)    panels of values
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const, const_like, infinity, select
from mlcc.te import Tensor

from .attention_operands import Operands
from .attention_tiles import mixed_in_tiles, scores_in_tiles
from .registry import register
from .shapes import accumulator, broadcast_index, choice, define
from .softmax import weight

#: A maximum that may ignore NaN: a NaN score yields a NaN exponential, and so a NaN sum.
_top = te.comm_reducer(lambda x, y: select(x > y, x, y), lambda dtype: -infinity(dtype), "top")


@register("nn.attention", "anchor")
def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None = None,
    dropped: Tensor | None = None,
    scale: float | None = None,
    causal_mask: str | None = None,
    softcap: float = 0.0,
    bias_by_key: bool = False,
    masked: float = -math.inf,
    safe: bool = False,
    query_tile: int = 16,
    products: str = "",
) -> Tensor:
    """softmax(cap(Q Kᵀ * scale) + bias) V: Q (…, H, S, D), K (…, H / g, T, D), V (…, H / g, T, E) to (…, H, S, E).

    `scale` defaults to 1 / sqrt(D). `bias` broadcasts to (…, H, S, T), or with `bias_by_key` to (…, H, T, S); if
    boolean, scores where it is false become `masked`. `causal_mask`: None, "TopLeft" (a query sees the
    keys up to its own index) or "BottomRight" (counted from the end). With `softcap` > 0, cap(x) is
    softcap * tanh(x / softcap), else x. Queries that see no key give NaN, with `safe` 0; those for
    which `dropped`, booleans that broadcast to (…, H, S, 1), holds give 0. float16 and bfloat16 are computed in
    float32. The scores of one key are contiguous, so that reductions over keys are elementwise on vectors of queries;
    results are divided by the sum of exponentials at the end (Milakov and Gimelshein, 2018; Dao et al., 2022).

    Queries are padded to a multiple of `query_tile`, to fill tiles of vectors, unless they are fewer; a
    symbolic number of queries is computed in blocks of `query_tile`.

    With `products` = "bfloat16" the operands of both products are rounded to that type, and laid out for tile
    registers; all sizes are static then.
    """
    ops = Operands((query, key, value), bias, query_tile, products)
    choice("nn.attention", "causal_mask", causal_mask or "TopLeft", ("TopLeft", "BottomRight"))
    depth = as_int(ops.depth)
    if scale is None and depth is None:
        raise MlccError("T206", "`nn.attention` needs `scale` where the depth is symbolic")
    factor = scale if scale is not None else 1.0 / math.sqrt(depth or 1)
    dots = _scores(ops, factor)
    score = _shifted(ops, dots, causal_mask, softcap, (bias_by_key, masked))
    scores = define((*ops.lead, ops.columns, *ops.query_dims), score, "attention_scores")
    return _mixed(ops, scores, safe, dropped)


def _scores(ops: Operands, factor: float) -> Tensor:
    """(…, T, S'): keys times scaled queries; S' is S padded, or blocks of queries."""
    wide = accumulator(ops.dtype)

    def scaled(*at: Expr) -> Expr:
        lead, (k,), position = ops.split(at)
        i = ops.number(position)
        value = cast(wide, ops.query(*lead, i, k)) * factor
        return te.if_then_else(i < ops.rows, value, const(0, wide)) if ops.ragged else value

    queries = define((*ops.lead, ops.depth, *ops.query_dims), scaled, "attention_query")
    if ops.products:
        return scores_in_tiles(ops, queries)
    k = te.reduce_axis((0, ops.depth), "k")

    def dot(*at: Expr) -> Any:
        lead, (j,), position = ops.split(at)
        return te.sum(queries(*lead, k, *position) * cast(wide, ops.key(*ops.at(ops.key, lead), j, k)), axis=k)

    shape = (*ops.lead, ops.columns, *ops.query_dims)
    return define(shape, dot, "attention_products", {"op": "nn.attention_products", "blocked": int(ops.blocked)})


def _shifted(ops: Operands, products: Tensor, causal: str | None, softcap: float, mask: tuple[bool, float]) -> Any:
    """A score from a product: cap, bias, causal mask."""
    low = -infinity(products.dtype)

    def element(*at: Expr) -> Expr:
        lead, (j,), position = ops.split(at)
        i = ops.number(position)
        v: Expr = products(*at)
        if softcap > 0:
            v = te.tanh(v * (1.0 / softcap)) * softcap
        if ops.bias is not None:
            v = _biased(ops, v, (*lead, j, i), *mask)
        if causal is not None:
            last = i if causal == "TopLeft" else i + (ops.columns - ops.rows)
            v = select(j <= last, v, low)
        return v

    return element


def _biased(ops: Operands, v: Expr, at: Sequence[Expr], by_key: bool, masked: float) -> Expr:
    """The score `v` of (…, key j, query i) with its bias; padded queries have none."""
    *lead, j, i = at
    bias = ops.bias
    assert bias is not None
    shape = (*ops.lead, *((ops.columns, ops.rows) if by_key else (ops.rows, ops.columns)))
    value: Expr = bias(*broadcast_index(bias.shape, (*lead, *((j, i) if by_key else (i, j))), shape))
    along = -1 if by_key else -2
    if ops.ragged and bias.ndim >= -along and as_int(bias.shape[along]) != 1:
        value = te.if_then_else(i < ops.rows, value, const(0, bias.dtype))
    if bias.dtype == "bool":
        return select(value, v, const(masked, v.dtype))
    return v + cast(v.dtype, value)


def _weights(ops: Operands, scores: Tensor, safe: bool) -> tuple[Tensor, Tensor]:
    """(weights, inverse sums): the exponentials of the scores, and the reciprocal of their sum per query (with `safe`,
    0 if there is none)."""
    wide, per_query = scores.dtype, (*ops.lead, *ops.query_dims)
    j, r = (te.reduce_axis((0, ops.columns), name) for name in "jr")
    top = define(per_query, lambda *at: _top(ops.of(scores, at, j), axis=j), "attention_max")

    def shifted(*at: Expr) -> Expr:
        lead, _, position = ops.split(at)
        limit: Expr = top(*lead, *position)
        if safe:  # if all keys are masked, every exponential is 0
            limit = select(limit.equal(-infinity(wide)), const(0, wide), limit)
        return weight(scores(*at) - limit)

    spread = define(scores.shape, shifted, "attention_exp")
    total = define(per_query, lambda *at: te.sum(ops.of(spread, at, r), axis=r), "attention_sum")
    # One division per row: the total is at least 1, so its inverse is exact to half an ULP and in range.
    one, zero = const(1, wide), const(0, wide)

    def inverted(*at: Expr) -> Expr:
        value: Expr = total(*at)
        return select(value > 0.0, one / value, zero) if safe else one / value

    return spread, define(total.shape, inverted, "attention_inverse")


def _mixed(ops: Operands, scores: Tensor, safe: bool, dropped: Tensor | None) -> Tensor:
    """softmax(scores) V, divided at the end; 0 for queries that are dropped, with `safe` also where weights are NaN."""
    wide, per_query = scores.dtype, (*ops.lead, *ops.query_dims)
    weights, inverse = _weights(ops, scores, safe)
    zero = const(0, wide)
    c = te.reduce_axis((0, ops.columns), "c")

    def mix(*at: Expr) -> Any:
        *where, e = at
        lead, _, _ = ops.split(where)
        return te.sum(ops.of(weights, where, c) * cast(wide, ops.value(*ops.at(ops.value, lead), c, e)), axis=c)

    # Padded queries are computed too, so that every tile is full, and dropped at the end.
    if ops.products:
        mixed = mixed_in_tiles(ops, weights)
    else:
        mixed = define((*per_query, ops.width), mix, "attention_mix", {"op": "nn.attention_mix"})

    def result(*at: Expr) -> Expr:
        *lead, i, e = at
        query = (*lead, *ops.query_index(i))
        value: Expr = mixed(*query, e) * inverse(*query)
        if safe:
            value = select(inverse(*query) > 0.0, value, zero)
        if dropped is not None:
            row = (*lead, i, const_like(0, i.dtype))
            value = select(dropped(*broadcast_index(dropped.shape, row, (*ops.lead, ops.rows, 1))), zero, value)
        return cast(ops.dtype, value)

    return define((*ops.lead, ops.rows, ops.width), result, "attention", {"op": "nn.attention"})
