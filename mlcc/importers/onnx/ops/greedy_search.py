"""GreedySearch: a decoder in the node, which writes the likeliest token after the ones that it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Subgraph
from .beam_search import longest_of
from .microsoft import DOMAIN
from .next_token_rules import Limits
from .one_token_search import OneTokenSearch
from .step_decoders import DECODER_ONLY, DecoderOnly


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
    model_type: int = DECODER_ONLY,
    no_repeat_ngram_size: int = 0,
    decoder_start_token_id: int = -1,
    vocab_size: int = -1,
) -> GraphExpr:
    """(B, max_length), int32: the tokens (B, L) and those that follow; a row is filled up from its end on.

    The decoder maps tokens (B, S), positions (B, S), a mask (B, P + S) and pasts (2, B, heads, P, size) to scores
    (B, S, vocabulary) and the pasts with what these tokens add. `init_decoder`, where given, reads the first ones.
    """
    if model_type != DECODER_ONLY or encoder is not None:
        raise ctx.error("I121", "a `GreedySearch` with an encoder is not supported: only GPT-2's form is")
    tokens = ctx.cast(tokens, "int32")
    steps = DecoderOnly(ctx, decoder, tokens, pad_token_id, init_decoder, attention_mask, vocab_size)
    limits = Limits(
        eos_token_id, pad_token_id, no_repeat_ngram_size, repetition_penalty, vocab_mask, prefix_vocab_mask, min_length
    )
    search = OneTokenSearch(ctx, steps, limits, [], _Likeliest(ctx))
    return search.run(longest_of(ctx, max_length, ctx.shape(tokens)[1]))


@dataclass(frozen=True)
class _Likeliest:
    """Of equals the first."""

    ctx: Context

    def begin(self) -> list[GraphExpr]:
        """No state."""
        return []

    def choose(self, scores: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """The word with the best score."""
        best = self.ctx.emit("argmax", scores, axis=1, keepdims=True)
        return self.ctx.cast(best, "int32"), []
