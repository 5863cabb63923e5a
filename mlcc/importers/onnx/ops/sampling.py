"""Sampling: a decoder in the node, which draws each token by the scores of the words that are likely enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Subgraph
from .beam_search import longest_of
from .microsoft import DOMAIN
from .next_token_rules import Limits, Rule, Temperature
from .one_token_search import OneTokenSearch
from .random_numbers import seed_of
from .standard_generator import first_state, uniform
from .step_decoders import DECODER_ONLY, DecoderOnly


@onnx_op("Sampling", domain=DOMAIN)
def sampling(
    ctx: Context,
    tokens: GraphExpr,
    max_length: GraphExpr,
    min_length: GraphExpr | None = None,
    repetition_penalty: GraphExpr | None = None,
    vocab_mask: GraphExpr | None = None,
    prefix_vocab_mask: GraphExpr | None = None,
    attention_mask: GraphExpr | None = None,
    presence_mask: GraphExpr | None = None,
    seed: GraphExpr | None = None,
    *,
    decoder: Subgraph,
    eos_token_id: int,
    pad_token_id: int,
    init_decoder: Subgraph | None = None,
    encoder: Subgraph | None = None,
    model_type: int = DECODER_ONLY,
    no_repeat_ngram_size: int = 0,
    decoder_start_token_id: int = -1,
    vocab_size: int = -1,
    temperature: float = 1.0,
    top_p: float = 0.0,
    filter_value: float = -1e20,
    min_tokens_to_keep: int = 0,
    presence_penalty: float = 0.0,
    custom: int = 0,
) -> GraphExpr:
    """(B, max_length), int32: the tokens (B, L) and those that follow; a row is filled up from its end on.

    With a seed the numbers are those that onnxruntime draws; without one the node has one of its own.
    """
    if model_type != DECODER_ONLY or encoder is not None:
        raise ctx.error("I121", "a `Sampling` with an encoder is not supported: only GPT-2's form is")
    if presence_mask is not None and presence_penalty:
        raise ctx.error("I121", "a penalty for words that are present is not supported")
    if ctx.output_count > 1:
        raise ctx.error("I121", "the scores that are drawn by are no output: onnxruntime does not give them either")
    tokens = ctx.cast(tokens, "int32")
    steps = DecoderOnly(ctx, decoder, tokens, pad_token_id, init_decoder, attention_mask, vocab_size)
    limits = Limits(
        eos_token_id, pad_token_id, no_repeat_ngram_size, repetition_penalty, vocab_mask, prefix_vocab_mask, min_length
    )
    rules: list[Rule] = [Temperature(ctx, temperature)] if temperature > 0 else []
    state = first_state(ctx, ctx.constant(seed_of(ctx), "int64") if seed is None else seed)
    kept = (
        MostLikely(ctx, top_p, filter_value) if custom else LeastUnlikely(ctx, top_p, filter_value, min_tokens_to_keep)
    )
    search = OneTokenSearch(ctx, steps, limits, rules, _Drawn(ctx, kept, state))
    return search.run(longest_of(ctx, max_length, ctx.shape(tokens)[1]))


@dataclass(frozen=True)
class _Filter:
    """Scores (B, words) of words that are not likely enough become `filler`."""

    ctx: Context
    top: float
    filler: float

    def __call__(self, scores: GraphExpr) -> GraphExpr:
        ctx, dtype = self.ctx, self.ctx.dtype(scores)
        order = self._order(scores)
        sorted_scores = ctx.emit("gather_elements", scores, order, axis=1)
        chances = ctx.emit("cumsum", ctx.emit("nn.softmax", sorted_scores, axis=1), axis=1)
        words = ctx.shape(scores)[1]
        places = ctx.reshape(ctx.count_below(words, "int64"), [1, words])
        left_out = self._left_out(chances, places)
        # Where each word is in the order.
        ranks = ctx.emit("argsort", order, axis=1)
        left_out = ctx.emit("gather_elements", ctx.cast(left_out, "uint8"), ranks, axis=1)
        return ctx.emit("where", ctx.cast(left_out, "bool"), ctx.constant(self.filler, dtype), scores)

    def _order(self, scores: GraphExpr) -> GraphExpr:
        """The words (B, words) in the order in which chances are added up."""
        raise NotImplementedError

    def _left_out(self, chances: GraphExpr, places: GraphExpr) -> GraphExpr:
        """Where the sum of the chances up to a word, and its place (1, words) in the order, leave it out."""
        raise NotImplementedError


@dataclass(frozen=True)
class LeastUnlikely(_Filter):
    """The unlikely words are left out whose chances together are at most 1 - top, but for the `kept` likeliest."""

    kept: int = 0

    def _order(self, scores: GraphExpr) -> GraphExpr:
        return self.ctx.emit("argsort", scores, axis=1)

    def _left_out(self, chances: GraphExpr, places: GraphExpr) -> GraphExpr:
        ctx, words = self.ctx, self.ctx.shape(places)[1]
        limit = np.float32(1) - np.float32(self.top)
        rare = ctx.emit("less_equal", chances, ctx.constant(limit, ctx.dtype(chances)))
        before = ctx.emit("less", places, ctx.scalar_of(words - self.kept))
        before = ctx.emit("logical_or", before, ctx.emit("equal", places, ctx.constant(0, "int64")))
        return ctx.emit("logical_and", rare, before)


@dataclass(frozen=True)
class MostLikely(_Filter):
    """The likely words stay until their chances together are more than `top`, and always the likeliest."""

    def _order(self, scores: GraphExpr) -> GraphExpr:
        return self.ctx.emit("argsort", scores, axis=1, descending=True)

    def _left_out(self, chances: GraphExpr, places: GraphExpr) -> GraphExpr:
        ctx = self.ctx
        enough = ctx.emit("greater", chances, ctx.constant(np.float32(self.top), ctx.dtype(chances)))
        before = ctx.emit("nn.pad", ctx.cast(enough, "uint8"), pad_width=[(0, 0), (1, -1)], pad_value=0)
        return ctx.cast(before, "bool")


@dataclass(frozen=True)
class _Drawn:
    """Draws by the exponentials of the scores that a filter leaves, with a number for each row."""

    ctx: Context
    filtered: _Filter
    state: GraphExpr

    def begin(self) -> list[GraphExpr]:
        """The state of the generator."""
        return [self.state]

    def choose(self, scores: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """The first word at which the sum of the odds is more than the number's part of all of them, in float64."""
        ctx, (rows, _) = self.ctx, self.ctx.shape(scores)
        scores = ctx.cast(self.filtered(scores), "float64")
        best = ctx.emit("max", scores, axis=1, keepdims=True)
        sums = ctx.emit("cumsum", ctx.emit("exp", ctx.emit("subtract", scores, best)), axis=1)
        total = ctx.emit("max", sums, axis=1, keepdims=True)
        numbers, after = uniform(ctx, state[0], rows)
        sought = ctx.emit("multiply", ctx.reshape(numbers, [rows, 1]), total)
        passed = ctx.cast(ctx.emit("less_equal", sums, sought), "int32")
        return ctx.emit("sum", passed, axis=[1], keepdims=True), [after]
