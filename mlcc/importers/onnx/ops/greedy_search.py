"""GreedySearch: a decoder in the node, which writes the likeliest token after the ones that it has."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..registry import onnx_op
from ..values import Dim, Subgraph, Value
from .microsoft import DOMAIN
from .run_time_loops import run_time_loop

#: GPT-2's form of the search, whose decoder also reads what was given; the others have an encoder.
_DECODER_ONLY = 0


@onnx_op("GreedySearch", domain=DOMAIN)
def greedy_search(
    ctx: Context,
    tokens: GraphExpr,
    max_length: GraphExpr,
    min_length: GraphExpr | None = None,
    repetition_penalty: GraphExpr | None = None,
    vocab_mask: GraphExpr | None = None,
    prefix_vocab_mask: GraphExpr | None = None,
    attention_mask: GraphExpr | None = None,
    *,
    decoder: Subgraph,
    eos_token_id: int,
    pad_token_id: int,
    init_decoder: Subgraph | None = None,
    encoder: Subgraph | None = None,
    model_type: int = _DECODER_ONLY,
    no_repeat_ngram_size: int = 0,
    decoder_start_token_id: int = -1,
    vocab_size: int = -1,
) -> GraphExpr:
    """(B, max_length), int32: the tokens (B, L) and those that follow; a row is filled up from its end on.

    The decoder maps tokens (B, S), positions (B, S), a mask (B, P + S) and pasts (2, B, heads, P, size) to scores
    (B, S, vocabulary) and the pasts with what these tokens add. `init_decoder`, where given, reads the first ones.
    """
    if model_type != _DECODER_ONLY or encoder is not None:
        raise ctx.error("I121", "a `GreedySearch` with an encoder is not supported: only GPT-2's form is")
    batch, length = ctx.shape(tokens)
    most = _longest(ctx, max_length, length)
    tokens = ctx.cast(tokens, "int32")
    rules = _Rules(ctx, min_length, repetition_penalty, vocab_mask, no_repeat_ngram_size, eos_token_id, pad_token_id)
    one = ctx.constant(1, "int32")
    real, count, places = _places(ctx, tokens, ctx.constant(pad_token_id, "int32"))
    mask = real if attention_mask is None else attention_mask
    scores, *pasts = (init_decoder or decoder)(tokens, places, mask, *_empty(ctx, decoder, batch))
    written, done = rules.longer(tokens, scores, None, prefix_vocab_mask)

    def following(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        written, done, place, mask, *pasts = (ctx.tensor(value) for value in state)
        mask = ctx.emit("concatenate", [mask, ctx.emit("ones", shape_arg([batch, 1]), dtype="int32")], axis=1)
        scores, *after = decoder(_column(ctx, written), place, mask, *pasts)
        written, done = rules.longer(written, scores, done)
        goes_on = ctx.emit("logical_not", ctx.emit("all", done))
        return goes_on, [written, done, ctx.emit("add", place, one), mask, *after], []

    goes_on = ctx.emit("logical_not", ctx.emit("all", done))
    initial = [written, done, count, mask, *pasts]
    (last, *_), _ = run_time_loop(ctx, most - length - 1, goes_on, initial, following)
    left = most - ctx.shape(ctx.tensor(last))[1]
    return ctx.emit("nn.pad", ctx.tensor(last), pad_width=[(0, 0), (0, left)], pad_value=pad_token_id)


def _longest(ctx: Context, max_length: GraphExpr, length: Dim) -> Dim:
    """`max_length` as a dimension; the run stops where it leaves no room after `length` tokens."""
    (most,) = ctx.dims_of(ctx.reshape(max_length, [1]), "max_length")
    holds = ctx.emit("greater", ctx.scalar_of(most), ctx.scalar_of(length))
    ctx.emit_assert(holds, f"{ctx.where}: `max_length` is not longer than the tokens that are given")
    return most


def _places(ctx: Context, tokens: GraphExpr, pad: GraphExpr) -> tuple[GraphExpr, GraphExpr, GraphExpr]:
    """Of tokens (B, L): 1 where they are no padding, the positions (B, 1) that come after them, and their own.

    Positions count what is no padding, whatever the mask says.
    """
    zero, one = ctx.constant(0, "int32"), ctx.constant(1, "int32")
    real = ctx.cast(ctx.emit("not_equal", tokens, pad), "int32")
    count = ctx.emit("cumsum", real, axis=1)
    places = ctx.emit("where", ctx.emit("equal", real, zero), zero, ctx.emit("subtract", count, one))
    return real, _column(ctx, count), places


def _column(ctx: Context, rows: GraphExpr) -> GraphExpr:
    """The last column (B, 1) of (B, n)."""
    return ctx.reshape(_end(ctx, rows), [ctx.shape(rows)[0], 1])  # of no columns there would be none


def _last(ctx: Context, scores: Value) -> GraphExpr:
    """The scores (B, vocabulary) after the last of the tokens."""
    batch, _, words = ctx.shape(ctx.tensor(scores))
    return ctx.reshape(_end(ctx, ctx.tensor(scores)), [batch, words])


def _end(ctx: Context, x: GraphExpr) -> GraphExpr:
    """What is last along the second dimension."""
    return ctx.emit("strided_slice", x, begin=[-1], end=[2**31], axes=[1], strides=[1])


def _empty(ctx: Context, decoder: Subgraph, batch: Dim) -> list[GraphExpr]:
    """Pasts of no tokens, as the decoder declares them."""
    pasts = []
    for item in list(decoder.graph.input)[3:]:
        kind = item.type.tensor_type
        heads, size = (kind.shape.dim[n].dim_value for n in (2, 4)) if len(kind.shape.dim) == 5 else (0, 0)
        if not heads or not size:
            raise ctx.error("I117", f"the node is malformed: `{item.name}` states no number and size of heads")
        dtype = onnx_dtype(kind.elem_type, f"input `{item.name}`")
        pasts.append(ctx.emit("zeros", shape_arg([2, batch, heads, 0, size]), dtype=dtype))
    return pasts


@dataclass
class _Rules:
    """What is done to the scores (B, vocabulary) of the next token before the best one is taken."""

    ctx: Context
    least: GraphExpr | None
    penalty: GraphExpr | None
    allowed: GraphExpr | None
    window: int
    end: int
    pad: int

    def longer(
        self, written: GraphExpr, scores: Value, done: GraphExpr | None, allowed: GraphExpr | None = None
    ) -> tuple[GraphExpr, GraphExpr]:
        """The tokens with the next one of each row, by the scores of the last one; and which rows have ended (B, 1):
        these get padding for it. `allowed` (B, vocabulary) is 0 where a word may not be next."""
        ctx = self.ctx
        last = self.applied(_last(ctx, scores), written)
        if allowed is not None:
            last = self.without(last, self._forbidden(allowed))
        best = ctx.reshape(ctx.cast(ctx.emit("argmax", last, axis=1), "int32"), [ctx.shape(last)[0], 1])
        ends = ctx.emit("equal", best, ctx.constant(self.end, "int32"))
        done = ends if done is None else ctx.emit("logical_or", done, ends)
        token = ctx.emit("where", done, ctx.constant(self.pad, "int32"), best)
        return ctx.emit("concatenate", [written, token], axis=1), done

    def applied(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        """The scores of what follows the tokens `written` (B, n)."""
        ctx, dtype = self.ctx, self.ctx.dtype(scores)
        words = ctx.shape(scores)[1]
        if self.penalty is not None:
            penalty = ctx.cast(ctx.reshape(self.penalty, []), dtype)
            below = ctx.emit("less", scores, ctx.constant(0, dtype))
            parts = ctx.emit("multiply", scores, penalty), ctx.emit("divide", scores, penalty)
            seen = self._among(words, written, None)
            scores = ctx.emit("where", seen, ctx.emit("where", below, *parts), scores)
        if self.window:
            scores = self.without(scores, self._repeating(words, written))
        if self.allowed is not None:
            scores = self.without(scores, ctx.reshape(self._forbidden(self.allowed), [1, words]))
        if self.least is not None:
            least = ctx.cast(ctx.reshape(self.least, []), "int64")
            short = ctx.emit("less", ctx.scalar_of(ctx.shape(written)[1]), least)
            numbers = ctx.reshape(ctx.count_below(words, "int32"), [1, words])
            is_end = ctx.emit("equal", numbers, ctx.constant(self.end, "int32"))
            scores = self.without(scores, ctx.emit("logical_and", is_end, short))
        return scores

    def without(self, scores: GraphExpr, forbidden: GraphExpr) -> GraphExpr:
        """The scores, less than any where `forbidden`."""
        return self.ctx.emit("where", forbidden, self.ctx.constant(-math.inf, self.ctx.dtype(scores)), scores)

    def _forbidden(self, allowed: GraphExpr) -> GraphExpr:
        """Where a mask of words is 0."""
        return self.ctx.emit("equal", allowed, self.ctx.constant(0, self.ctx.dtype(allowed)))

    def _among(self, words: Dim, tokens: GraphExpr, where: GraphExpr | None) -> GraphExpr:
        """Which words (B, vocabulary) are among the tokens (B, n), or those of them that `where` (B, n) has."""
        ctx = self.ctx
        batch, length = ctx.shape(tokens)
        numbers = ctx.reshape(ctx.count_below(words, "int32"), [1, 1, words])
        each = ctx.emit("equal", ctx.reshape(tokens, [batch, length, 1]), numbers)
        if where is not None:
            each = ctx.emit("logical_and", each, ctx.reshape(where, [batch, length, 1]))
        return ctx.emit("any", each, axis=1)

    def _repeating(self, words: Dim, written: GraphExpr) -> GraphExpr:
        """The words (B, vocabulary) that followed what the last tokens are: they would write `window` tokens again."""
        ctx, before = self.ctx, self.window - 1
        length = ctx.shape(written)[1]

        def part(begin: Dim, end: Dim) -> GraphExpr:
            return ctx.emit("strided_slice", written, begin=[begin], end=[end], axes=[1], strides=[1])

        alike = None
        for k in range(before):
            # Of too few tokens for a window there are no columns to compare.
            at = part(-before + k, -before + k + 1 if k + 1 < before else 2**31)
            same = ctx.emit("equal", part(k, length - before + k), at)
            alike = same if alike is None else ctx.emit("logical_and", alike, same)
        return self._among(words, part(before, length), alike)
