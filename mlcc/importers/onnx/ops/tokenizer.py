"""Strings to their words, as onnxruntime has it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..strings import from_bytes, rows_of
from ..values import Dim
from .strings import compiled, pieces_of

#: What marks the beginning and the end of the words of a string.
_BEGIN, _END = "\x02", "\x03"


@onnx_op("Tokenizer", domain="com.microsoft")
def tokenizer(
    ctx: Context,
    x: GraphExpr,
    *,
    mark: int,
    mincharnum: int,
    pad_value: str,
    separators: Sequence[str] | None = None,
    tokenexp: str | None = None,
    stopwords: Sequence[str] | None = None,
) -> GraphExpr:
    """The words of each string of (C,) or (N, C), along a new axis that is as long as the string with the most needs.

    Words are what `tokenexp` matches, what is between `separators` (regular expressions), or single characters (the
    separator ""), of at least `mincharnum` characters.
    """
    if (separators is None) == (tokenexp is None) or stopwords:
        raise ctx.error("I121", "words are given by separators or by an expression, and none is stopped")
    between = bool(separators) and list(separators or ()) != [""]
    pattern = tokenexp if separators is None else "|".join(f"(?:{one})" for one in separators) if between else "(?s:.)"
    rows, shape = rows_of(ctx, x), list(ctx.shape(x))
    tables = compiled(ctx, pattern or "")
    starts, lengths, counts, most = ctx.emit_multi(
        "strings.tokens", 4, rows, *tables, between=between, shortest=max(mincharnum, 1)
    )
    pieces, columns = pieces_of(ctx, rows, starts, lengths, most)
    words = from_bytes(ctx, pieces, [ctx.shape(rows)[0], columns])
    counts = ctx.reshape(counts, [ctx.shape(rows)[0], 1])
    if mark:
        words = _marked(ctx, words, counts, most)
        columns = ctx.shape(words)[1]
        counts = ctx.emit("add", counts, ctx.constant(2, "int64"))
    if pad_value:
        index = _columns(ctx, columns)
        padding = ctx.literal(np.array(pad_value, object))
        words = ctx.emit("where", ctx.emit("less", index, counts), words, padding)
    return ctx.emit("reshape", words, shape_arg([*shape, columns]))


def _columns(ctx: Context, columns: Dim) -> GraphExpr:
    """0, 1 … below a number of columns."""
    return ctx.call("range_like", ctx.constant(0, "int64"), ctx.constant(1, "int64"), shape_arg([columns]))


def _marked(ctx: Context, words: GraphExpr, counts: GraphExpr, most: GraphExpr) -> GraphExpr:
    """Each row of words between two marks; no columns where no string has words."""
    rows, columns = ctx.shape(words)
    marks = [ctx.literal(np.array([[text]], object)) for text in (_BEGIN, _END)]
    begin, end = (ctx.emit("broadcast_to", mark, shape_arg([rows, 1])) for mark in marks)
    wide = ctx.emit("concatenate", [begin, words, end], axis=1)
    last = ctx.emit("equal", _columns(ctx, columns + 2), ctx.emit("add", counts, ctx.constant(1, "int64")))
    wide = ctx.emit("where", last, ctx.literal(np.array(_END, object)), wide)
    some = ctx.emit("greater", most, ctx.constant(0, "int64"))
    count = ctx.emit("where", some, ctx.emit("add", most, ctx.constant(2, "int64")), ctx.constant(0, "int64"))
    columns_first = ctx.emit_prefix(ctx.emit("transpose", wide, axes=[1, 0]), count)
    return ctx.emit("transpose", columns_first, axes=[1, 0])
