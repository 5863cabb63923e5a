"""Decoders in attributes of a search, as what follows the tokens one by one: GPT-2's, and those with an encoder.

The state of a decoder is a list of tensors with a row for each row of tokens. A search that keeps several beams of a
row widens the state once, and moves rows after each step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..values import Dim, Subgraph, Value
from .next_token_rules import widened

#: What `model_type` says.
DECODER_ONLY, ENCODER_DECODER, WHISPER = 0, 1, 2


class StepDecoder(Protocol):
    """Scores (R, words) of what is next, after the tokens (R, n) that are written."""

    written: GraphExpr

    def begin(self) -> tuple[GraphExpr, list[GraphExpr]]:
        """The scores after what is given, of one row each, and the state."""

    def widen(self, state: Sequence[GraphExpr], times: Dim) -> list[GraphExpr]:
        """The state of `times` rows for each row; also of what the decoder has beside it."""

    def moved(self, state: Sequence[GraphExpr], rows: GraphExpr) -> list[GraphExpr]:
        """The state whose rows are these of before."""

    def follow(self, written: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """The scores after the last token, and the next state."""


def column(ctx: Context, rows: GraphExpr) -> GraphExpr:
    """The last column (R, 1) of (R, n)."""
    return ctx.reshape(_end(ctx, rows), [ctx.shape(rows)[0], 1])  # of no columns there would be none


def last_scores(ctx: Context, scores: Value, vocabulary: int) -> GraphExpr:
    """The scores (R, words) after the last of the tokens, without words beyond a `vocabulary` that is not negative."""
    rows, _, words = ctx.shape(ctx.tensor(scores))
    last = ctx.reshape(_end(ctx, ctx.tensor(scores)), [rows, words])
    if vocabulary <= 0 or vocabulary == words:
        return last
    return ctx.emit("strided_slice", last, begin=[0], end=[vocabulary], axes=[1], strides=[1])


def _end(ctx: Context, x: GraphExpr) -> GraphExpr:
    """What is last along the second dimension."""
    return ctx.emit("strided_slice", x, begin=[-1], end=[2**31], axes=[1], strides=[1])


def empty_pasts(ctx: Context, decoder: Subgraph, first: int, count: int | None, dims: Sequence[Dim]) -> list[GraphExpr]:
    """Pasts of no tokens for inputs of a decoder: `dims`, and the heads, tokens and sizes that it declares."""
    pasts = []
    for item in islice(decoder.graph.input, first, None if count is None else first + count):
        kind = item.type.tensor_type
        rank = len(dims) + 3
        sizes = [kind.shape.dim[n].dim_value for n in (rank - 3, rank - 1)] if len(kind.shape.dim) == rank else [0]
        if not all(sizes):
            raise ctx.error("I117", f"the node is malformed: `{item.name}` states no number and size of heads")
        dtype = onnx_dtype(kind.elem_type, f"input `{item.name}`")
        pasts.append(ctx.emit("zeros", shape_arg([*dims, sizes[0], 0, sizes[-1]]), dtype=dtype))
    return pasts


@dataclass
class DecoderOnly:
    """GPT-2's form: tokens (R, S), positions (R, S), a mask (R, P + S) and pasts (2, R, heads, P, size) give scores
    (R, S, words) and the pasts with what these tokens add. `initial`, where given, reads the first tokens.
    """

    ctx: Context
    decoder: Subgraph
    written: GraphExpr
    pad: int
    initial: Subgraph | None = None
    mask: GraphExpr | None = None
    vocabulary: int = -1

    def begin(self) -> tuple[GraphExpr, list[GraphExpr]]:
        """Positions count what is no padding, whatever the mask says."""
        ctx, tokens = self.ctx, self.written
        zero, one = ctx.constant(0, "int32"), ctx.constant(1, "int32")
        real = ctx.cast(ctx.emit("not_equal", tokens, ctx.constant(self.pad, "int32")), "int32")
        count = ctx.emit("cumsum", real, axis=1)
        places = ctx.emit("where", ctx.emit("equal", real, zero), zero, ctx.emit("subtract", count, one))
        mask = real if self.mask is None else self.mask
        pasts = empty_pasts(ctx, self.decoder, 3, None, [2, ctx.shape(tokens)[0]])
        scores, *after = (self.initial or self.decoder)(tokens, places, mask, *pasts)
        state = [column(ctx, count), mask, *(ctx.tensor(past) for past in after)]
        return last_scores(ctx, scores, self.vocabulary), state

    def widen(self, state: Sequence[GraphExpr], times: Dim) -> list[GraphExpr]:
        """Of pasts the second dimension is that of rows."""
        return [widened(self.ctx, value, times, axis=int(n > 1)) for n, value in enumerate(state)]

    def moved(self, state: Sequence[GraphExpr], rows: GraphExpr) -> list[GraphExpr]:
        """Positions and masks are those of what is given, which rows that change places have in common."""
        return [*state[:2], *(self.ctx.emit("take", past, rows, axis=1) for past in state[2:])]

    def follow(self, written: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """One more position, and one more element of the mask."""
        ctx, (place, mask, *pasts) = self.ctx, state
        ones = ctx.emit("ones", shape_arg([ctx.shape(written)[0], 1]), dtype="int32")
        mask = ctx.emit("concatenate", [mask, ones], axis=1)
        scores, *after = self.decoder(column(ctx, written), place, mask, *pasts)
        place = ctx.emit("add", place, ctx.constant(1, "int32"))
        return last_scores(ctx, scores, self.vocabulary), [place, mask, *(ctx.tensor(past) for past in after)]


@dataclass
class EncoderDecoder:
    """A decoder that reads what an encoder made: keys and values (R, heads, T, size) of its own tokens, and of the
    encoder's.

    `given` are the encoder's inputs. An encoder that takes first tokens for the decoder too gives scores, its hidden
    states, and all keys and values; another one gives those of the encoder only. `mask` is None where the decoder has
    no such input.
    """

    ctx: Context
    encoder: Subgraph
    decoder: Subgraph
    given: Sequence[GraphExpr]
    written: GraphExpr
    mask: GraphExpr | None
    vocabulary: int = -1
    beside: list[GraphExpr] = field(default_factory=list)

    @property
    def _names(self) -> list[str]:
        return [item.name for item in self.decoder.graph.input]

    @property
    def _layers(self) -> int:
        """The number of layers. Raises I121 for a decoder with other inputs."""
        others = 1 + (self.mask is not None) + ("encoder_hidden_states" in self._names)
        pasts, results = len(self._names) - others, len(self.decoder.outputs) - 1
        if pasts % 4 or 2 * results != pasts:
            raise self.ctx.error(
                "I121", "only decoders whose inputs are tokens, a mask, hidden states, and keys and values of "
                "themselves and of the encoder are supported",
            )  # fmt: skip
        return pasts // 4

    def begin(self) -> tuple[GraphExpr, list[GraphExpr]]:
        """The encoder runs once, for all steps."""
        ctx, tokens, count = self.ctx, self.written, 2 * self._layers
        has_hidden = "encoder_hidden_states" in self._names
        starts = len(self.encoder.graph.input) > len(self.given)
        found = [ctx.tensor(v) for v in self.encoder(*self.given, *([tokens] if starts else []))]
        hidden = found[1:2] if starts else []
        if len(hidden) < has_hidden or len(found) != (2 + 2 * count if starts else count):
            raise ctx.error("I117", "the node is malformed: the outputs of `encoder` are not what `decoder` reads")
        masks = [] if self.mask is None else [self.mask]
        self.beside = [*masks, *(hidden if has_hidden else []), *found[-count:]]
        if starts:
            return last_scores(ctx, found[0], self.vocabulary), found[2 : 2 + count]
        first = 1 + len(self.beside) - count
        return self._step(tokens, empty_pasts(ctx, self.decoder, first, count, [ctx.shape(tokens)[0]]))

    def widen(self, state: Sequence[GraphExpr], times: Dim) -> list[GraphExpr]:
        """What the encoder made stays, for all steps."""
        self.beside = [widened(self.ctx, value, times) for value in self.beside]
        return [widened(self.ctx, value, times) for value in state]

    def moved(self, state: Sequence[GraphExpr], rows: GraphExpr) -> list[GraphExpr]:
        """Only keys and values of the decoder's own tokens: those of the encoder are the same for all beams."""
        return [self.ctx.emit("take", value, rows, axis=0) for value in state]

    def follow(self, written: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """A decoder that declares one token gets the last one, another one all of them."""
        dims = self.decoder.graph.input[0].type.tensor_type.shape.dim
        one = len(dims) == 2 and dims[1].dim_value == 1
        return self._step(column(self.ctx, written) if one else written, state)

    def _step(self, tokens: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        count = len(state)
        others, crossed = self.beside[:-count], self.beside[-count:]
        scores, *after = self.decoder(tokens, *others, *state, *crossed)
        return last_scores(self.ctx, scores, self.vocabulary), [self.ctx.tensor(value) for value in after]
