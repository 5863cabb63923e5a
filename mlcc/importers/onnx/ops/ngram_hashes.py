"""Hashes of the n-grams that end at each token, as rows of tables of embeddings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN
from .packed_sequences import PackedSequences

#: What is so many tokens before each token: its number, or whether another segment begins there.
Earlier = Callable[[int], GraphExpr]


@dataclass(frozen=True)
class _Hashes:
    """How n-grams of up to `longest` tokens are hashed: a factor for each token, and vocabularies for each head."""

    ctx: Context
    factors: GraphExpr
    vocabularies: GraphExpr
    longest: int
    heads: int
    #: What stands for tokens before the first one; the token after which a text begins, where there is one.
    filler: GraphExpr
    ends: GraphExpr | None

    def hashed(self, ids: Earlier, begins: Earlier | None, offsets: GraphExpr | None) -> GraphExpr:
        """(…, (longest - 1) * heads): the hashes of two tokens, of three, and so on."""
        ctx, parts = self.ctx, []
        mix, hidden = self._times(ids(0), 0), None
        for steps in range(1, self.longest):
            token = ids(steps)
            if self.ends is not None:
                hidden = self._either(hidden, ctx.emit("equal", token, self.ends))
            if begins is not None:
                hidden = self._either(hidden, begins(steps - 1))
            seen = token if hidden is None else ctx.emit("where", hidden, self.filler, token)
            mix = ctx.emit("bitwise_xor", mix, self._times(seen, steps))
            sizes = self._part(self.vocabularies, (steps - 1) * self.heads, steps * self.heads)
            parts.append(ctx.emit("floor_mod", ctx.reshape(mix, [*ctx.shape(mix), 1]), sizes))
        y = ctx.emit("concatenate", parts, axis=ctx.rank(parts[0]) - 1)
        return y if offsets is None else ctx.emit("add", y, offsets)

    def _times(self, token: GraphExpr, steps: int) -> GraphExpr:
        return self.ctx.emit("multiply", token, self._part(self.factors, steps, steps + 1))

    def _part(self, x: GraphExpr, begin: int, end: int) -> GraphExpr:
        return self.ctx.emit("strided_slice", x, begin=[begin], end=[end], axes=[0], strides=[1])

    def _either(self, a: GraphExpr | None, b: GraphExpr) -> GraphExpr:
        return b if a is None else self.ctx.emit("logical_or", a, b)


def _history(ctx: Context, past: GraphExpr | None, batch: Dim, reach: int, filler: GraphExpr) -> GraphExpr:
    """(B, reach): the tokens of earlier calls."""
    if past is not None:
        return past
    return ctx.emit("broadcast_to", ctx.reshape(filler, [1, 1]), shape_arg([batch, reach]))


def _filler(ctx: Context, ids: GraphExpr, eos: GraphExpr | None, pad_id: int) -> GraphExpr:
    return ctx.constant(pad_id, ctx.dtype(ids)) if eos is None else ctx.reshape(eos, [])


@onnx_op("NGramHashMapping", domain=DOMAIN)
def ngram_hash_mapping(
    ctx: Context,
    ids: GraphExpr,
    multipliers: GraphExpr,
    vocab_sizes: GraphExpr,
    past_ids: GraphExpr | None = None,
    head_offsets: GraphExpr | None = None,
    eos_token_id: GraphExpr | None = None,
    segment_ids: GraphExpr | None = None,
    *,
    max_ngram_size: int,
    n_head_per_ngram: int,
    pad_id: int,
    reset_on_eos: int = 0,
) -> list[GraphExpr]:
    """Hashes (B, S, heads) of tokens (B, S), then the tokens that the next call's first n-grams begin with."""
    batch, tokens = ctx.shape(ids)
    reach = max_ngram_size - 1
    filler = _filler(ctx, ids, eos_token_id, pad_id)
    whole = ctx.emit("concatenate", [_history(ctx, past_ids, batch, reach, filler), ids], axis=1)

    def window(x: GraphExpr, begin: Dim, size: Dim) -> GraphExpr:
        return ctx.emit("strided_slice", x, begin=[begin], end=[begin + size], axes=[1], strides=[1])

    begins = None
    if segment_ids is not None:
        same = ctx.emit("equal", window(segment_ids, 1, tokens - 1), window(segment_ids, 0, tokens - 1))
        none = ctx.emit("zeros", shape_arg([batch, reach + 1]), dtype="bool")
        marks = ctx.emit("concatenate", [none, ctx.emit("logical_not", same)], axis=1)
        begins = lambda steps: window(marks, reach - steps, tokens)  # noqa: E731
    hashes = _Hashes(
        ctx, multipliers, vocab_sizes, max_ngram_size, n_head_per_ngram, filler,
        filler if reset_on_eos and eos_token_id is not None else None,
    )  # fmt: skip
    y = hashes.hashed(lambda steps: window(whole, reach - steps, tokens), begins, head_offsets)
    return [y, window(whole, tokens, reach)][: ctx.output_count]


@onnx_op("VarlenNGramHashMapping", domain=DOMAIN)
def packed_ngram_hash_mapping(
    ctx: Context,
    ids: GraphExpr,
    multipliers: GraphExpr,
    vocab_sizes: GraphExpr,
    offsets: GraphExpr,
    past_ids: GraphExpr | None = None,
    head_offsets: GraphExpr | None = None,
    eos_token_id: GraphExpr | None = None,
    segment_ids: GraphExpr | None = None,
    past_segment_ids: GraphExpr | None = None,
    capture_count: GraphExpr | None = None,
    *,
    max_ngram_size: int,
    n_head_per_ngram: int,
    pad_id: int,
    reset_on_eos: int = 0,
    state_update_capacity: int = 0,
) -> list[GraphExpr]:
    """The same of tokens (T,) of several sequences."""
    if state_update_capacity or segment_ids is not None:
        raise ctx.error("I121", "segments of packed tokens, and states after some of them, are not supported")
    packed = PackedSequences(ctx, ctx.shape(ids)[0], offsets)
    filler = _filler(ctx, ids, eos_token_id, pad_id)
    history = _history(ctx, past_ids, packed.count, max_ngram_size - 1, filler)
    hashes = _Hashes(
        ctx, multipliers, vocab_sizes, max_ngram_size, n_head_per_ngram, filler,
        filler if reset_on_eos and eos_token_id is not None else None,
    )  # fmt: skip
    y = hashes.hashed(lambda steps: packed.earlier(ids, history, steps), None, head_offsets)
    return [y, packed.last(ids, history)][: ctx.output_count]
