"""WordConvEmbedding: a vector for each word, by a filter over the vectors of its characters."""

from __future__ import annotations

import math

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from .microsoft import DOMAIN
from .signal import window_positions


@onnx_op("WordConvEmbedding", domain=DOMAIN)
def word_conv_embedding(
    ctx: Context,
    words: GraphExpr,
    weight: GraphExpr,
    bias: GraphExpr,
    table: GraphExpr,
    *,
    char_embedding_size: int = 0,
    conv_window_size: int = 0,
    embedding_size: int = 0,
) -> GraphExpr:
    """(N, F) of words (N, L) of characters, 0 after the last one: the maximum over windows of the tanh of the filter.

    A word that is shorter than the window has one, which also has vectors of the character 0.
    """
    count, length = ctx.shape(words)
    filters, _, window, width = (ctx.static_dim(weight, axis, "weights") for axis in range(4))
    zero = ctx.constant(0, ctx.dtype(words))
    given = ctx.emit("not_equal", words, zero)
    sizes = ctx.emit("sum", ctx.cast(given, "int64"), axis=[1], keepdims=True)  # (N, 1)
    if isinstance(length, int) and length < window:
        raise ctx.error("I117", f"the node is malformed: words of {length} characters, a window of {window}")
    vectors = ctx.emit("take", table, words, axis=0)  # (N, L, width)
    places = length - window + 1
    rows = ctx.emit("take", vectors, window_positions(ctx, places, 1, window), axis=1)  # (N, P, window, width)
    rows = ctx.reshape(rows, [count, places, window * width])
    y = ctx.emit("matmul", rows, ctx.reshape(weight, [filters, window * width]), transpose_b=True)
    y = ctx.emit("tanh", ctx.emit("add", y, bias))
    last = ctx.emit("maximum", ctx.emit("subtract", sizes, ctx.constant(window, "int64")), ctx.constant(0, "int64"))
    inside = ctx.emit("less_equal", ctx.count_below(places, "int64"), last)
    y = ctx.emit("where", ctx.reshape(inside, [count, places, 1]), y, ctx.constant(-math.inf, ctx.dtype(table)))
    best = ctx.emit("max", y, axis=[1], keepdims=False)
    word = ctx.emit("greater", sizes, ctx.constant(0, "int64"))
    return ctx.emit("where", word, best, ctx.constant(0.0, ctx.dtype(table)))
