"""BeamSearch and WhisperBeamSearch: a decoder in the node, of whose sequences the best few go on at each step."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim, Subgraph, Value
from .beam_scorer import BeamScorer, Progress, Step
from .microsoft import DOMAIN
from .next_token_rules import Limits, Rule, Temperature, applied, widened
from .run_time_loops import run_time_loop
from .step_decoders import DECODER_ONLY, ENCODER_DECODER, WHISPER, DecoderOnly, EncoderDecoder, StepDecoder
from .timestamp_rules import Timestamps, TimestampTokens


@onnx_op("BeamSearch", domain=DOMAIN)
def beam_search(
    ctx: Context,
    tokens: GraphExpr,
    max_length: GraphExpr | None = None,
    min_length: GraphExpr | None = None,
    num_beams: GraphExpr | None = None,
    num_return_sequences: GraphExpr | None = None,
    length_penalty: GraphExpr | None = None,
    repetition_penalty: GraphExpr | None = None,
    vocab_mask: GraphExpr | None = None,
    prefix_vocab_mask: GraphExpr | None = None,
    attention_mask: GraphExpr | None = None,
    decoder_input_ids: GraphExpr | None = None,
    logits_processor: GraphExpr | None = None,
    *,
    decoder: Subgraph,
    eos_token_id: int,
    pad_token_id: int,
    init_decoder: Subgraph | None = None,
    encoder: Subgraph | None = None,
    model_type: int = DECODER_ONLY,
    no_repeat_ngram_size: int = 0,
    early_stopping: int = 0,
    decoder_start_token_id: int = -1,
    vocab_size: int = -1,
) -> list[Value]:
    """(B, returned, max_length), int32: the best sequences, filled up; their scores (B, returned), and with a third
    output the sums (steps, B, beams, words) of each step, 0 after the last one.

    `model_type` 0: tokens (B, L) for a decoder alone; 1: tokens (B, L) for an encoder; 2: features (B, size, L).
    """
    limits = Limits(
        eos_token_id, pad_token_id, no_repeat_ngram_size, repetition_penalty, vocab_mask, prefix_vocab_mask, min_length
    )
    forms = _Forms(ctx, tokens, encoder, decoder, pad_token_id, decoder_start_token_id, vocab_size)
    if model_type == DECODER_ONLY and encoder is None:
        steps: StepDecoder = forms.decoder_only(init_decoder, attention_mask)
    elif model_type == ENCODER_DECODER:
        steps = forms.encoder_decoder(attention_mask)
    elif model_type == WHISPER:
        steps = forms.whisper(decoder_input_ids)
    else:
        what = "" if model_type else " with an encoder"
        raise ctx.error("I121", f"a search of `model_type` {model_type}{what} is not supported")
    rules = list[Rule]()
    if model_type == WHISPER and logits_processor is not None:
        rules.append(Timestamps(ctx, TimestampTokens(eos_token_id), logits_processor))
    sizes = _Sizes.of(ctx, steps.written, max_length, num_beams, num_return_sequences)
    return _Search(ctx, steps, limits, rules, sizes, length_penalty, bool(early_stopping)).run()


@onnx_op("WhisperBeamSearch", domain=DOMAIN)
def whisper_beam_search(
    ctx: Context,
    features: GraphExpr,
    max_length: GraphExpr | None = None,
    min_length: GraphExpr | None = None,
    num_beams: GraphExpr | None = None,
    num_return_sequences: GraphExpr | None = None,
    length_penalty: GraphExpr | None = None,
    repetition_penalty: GraphExpr | None = None,
    vocab_mask: GraphExpr | None = None,
    prefix_vocab_mask: GraphExpr | None = None,
    attention_mask: GraphExpr | None = None,
    decoder_input_ids: GraphExpr | None = None,
    logits_processor: GraphExpr | None = None,
    cross_qk_layer_head: GraphExpr | None = None,
    extra_decoding_ids: GraphExpr | None = None,
    temperature: GraphExpr | None = None,
    *,
    decoder: Subgraph,
    encoder: Subgraph,
    eos_token_id: int,
    pad_token_id: int,
    init_decoder: Subgraph | None = None,
    model_type: int = WHISPER,
    no_repeat_ngram_size: int = 0,
    early_stopping: int = 0,
    decoder_start_token_id: int = -1,
    vocab_size: int = -1,
    translate_token_id: int = -1,
    transcribe_token_id: int = -1,
    start_of_lm_token_id: int = -1,
    no_speech_token_id: int = -1,
    no_timestamps_token_id: int = -1,
    beginning_timestamp_token_id: int = -1,
    decoder_output_cross_qk: int = 0,
) -> list[Value]:
    """As BeamSearch of features (B, size, L), with numbers of tokens by which times are written, and as fifth output
    (B,) the probabilities that the first token says that there is no speech.
    """
    if decoder_output_cross_qk or cross_qk_layer_head is not None or extra_decoding_ids is not None:
        raise ctx.error("I121", "an output of products of queries and keys, and what it reads, are not supported")
    limits = Limits(
        eos_token_id, pad_token_id, no_repeat_ngram_size, repetition_penalty, vocab_mask, prefix_vocab_mask, min_length
    )
    forms = _Forms(ctx, features, encoder, decoder, pad_token_id, decoder_start_token_id, vocab_size)
    steps = forms.whisper(decoder_input_ids)
    rules: list[Rule] = [] if temperature is None else [Temperature(ctx, temperature)]
    if logits_processor is not None:
        known = TimestampTokens(
            eos_token_id, decoder_start_token_id, translate_token_id, transcribe_token_id, start_of_lm_token_id,
            no_timestamps_token_id, beginning_timestamp_token_id,
        )  # fmt: skip
        rules.append(Timestamps(ctx, known, logits_processor))
    sizes = _Sizes.of(ctx, steps.written, max_length, num_beams, num_return_sequences)
    return _Search(ctx, steps, limits, rules, sizes, length_penalty, bool(early_stopping)).run(no_speech_token_id)


@dataclass(frozen=True)
class _Forms:
    """The decoders that a node may have."""

    ctx: Context
    given: GraphExpr
    encoder: Subgraph | None
    decoder: Subgraph
    pad: int
    start: int
    vocabulary: int

    def decoder_only(self, initial: Subgraph | None, mask: GraphExpr | None) -> StepDecoder:
        """GPT-2's."""
        tokens = self.ctx.cast(self.given, "int32")
        return DecoderOnly(self.ctx, self.decoder, tokens, self.pad, initial, mask, self.vocabulary)

    def encoder_decoder(self, mask: GraphExpr | None) -> StepDecoder:
        """T5's and BART's. Without a mask, padding before other tokens is not read."""
        ctx, tokens = self.ctx, self.ctx.cast(self.given, "int32")
        if mask is None:
            real = ctx.cast(ctx.emit("not_equal", tokens, ctx.constant(self.pad, "int32")), "int32")
            seen = ctx.emit("greater", ctx.emit("cumsum", real, axis=1), ctx.constant(0, "int32"))
            mask = ctx.cast(seen, "int32")
        return self._with_encoder([tokens, mask], self._started(), mask)

    def whisper(self, tokens: GraphExpr | None) -> StepDecoder:
        """Whisper's, which reads features and may begin with several tokens."""
        first = self._started() if tokens is None else self.ctx.cast(tokens, "int32")
        return self._with_encoder([self.given], first, None)

    def _with_encoder(self, given: list[GraphExpr], first: GraphExpr, mask: GraphExpr | None) -> StepDecoder:
        if self.encoder is None:
            raise self.ctx.error("I117", "the node is malformed: the attribute `encoder` is missing")
        return EncoderDecoder(self.ctx, self.encoder, self.decoder, given, first, mask, self.vocabulary)

    def _started(self) -> GraphExpr:
        """The first tokens (B, 1)."""
        if self.start < 0:
            raise self.ctx.error("I117", "the node is malformed: it states no `decoder_start_token_id`")
        dims = shape_arg([self.ctx.shape(self.given)[0], 1])
        return self.ctx.emit("full", dims, fill_value=self.start, dtype="int32")


@dataclass(frozen=True)
class _Sizes:
    batch: Dim
    given: Dim
    longest: Dim
    beams: Dim
    returned: Dim

    @classmethod
    def of(
        cls,
        ctx: Context,
        tokens: GraphExpr,
        max_length: GraphExpr | None,
        num_beams: GraphExpr | None,
        num_return_sequences: GraphExpr | None,
    ) -> _Sizes:
        """What the inputs say; the run stops where they contradict each other."""
        batch, given = ctx.shape(tokens)
        longest = longest_of(ctx, max_length, given)
        beams, returned = (
            1 if value is None else ctx.dims_of(ctx.reshape(value, [1]), what)[0]
            for value, what in ((num_beams, "num_beams"), (num_return_sequences, "num_return_sequences"))
        )
        enough = ctx.emit("greater_equal", ctx.scalar_of(beams), ctx.scalar_of(returned))
        some = ctx.emit("greater", ctx.scalar_of(returned), ctx.constant(0, "int64"))
        ctx.emit_assert(
            ctx.emit("logical_and", enough, some), f"{ctx.where}: `num_return_sequences` is not from 1 to `num_beams`"
        )
        return cls(batch, given, longest, beams, returned)


def longest_of(ctx: Context, max_length: GraphExpr | None, given: Dim) -> Dim:
    """`max_length` as a dimension; the run stops where it leaves no room after `given` tokens."""
    if max_length is None:
        return 4096
    (longest,) = ctx.dims_of(ctx.reshape(max_length, [1]), "max_length")
    holds = ctx.emit("greater", ctx.scalar_of(longest), ctx.scalar_of(given))
    ctx.emit_assert(holds, f"{ctx.where}: `max_length` is not longer than the tokens that are given")
    return longest


@dataclass(frozen=True)
class _Search:
    """The loop over steps: the decoder's scores, the rules, the scorer, and the state moved with the beams."""

    ctx: Context
    steps: StepDecoder
    limits: Limits
    rules: list[Rule]
    sizes: _Sizes
    penalty: GraphExpr | None
    early: bool

    def run(self, no_speech: int | None = None) -> list[Value]:
        """The outputs of the node; the fifth one is the probability of the word `no_speech` at the first step."""
        ctx, sizes = self.ctx, self.sizes
        names = [str(name) for name in ctx.node.output] if ctx.node is not None else []
        scorer = BeamScorer(
            ctx, sizes.batch, sizes.beams, sizes.longest, self.limits.end, self.limits.pad, self.penalty, self.early
        )
        scores, state = self.steps.begin()
        sums, ended, done = scorer.begin()
        written = widened(ctx, self.steps.written, sizes.beams)
        totals = self._totals(widened(ctx, scores, sizes.beams), written, sums, first=True)
        step = scorer.step(totals, written, Progress(sums, ended, done))
        start = self._state(scorer, step, self.steps.widen(state, sizes.beams))
        (written, *progress), rows = self._looped(scorer, step, start, keeps_sums=any(names[2:3]))
        best = scorer.finished(written, Progress.of(progress[: Progress.SIZE]))
        shown = [
            ctx.emit("strided_slice", value, begin=[0], end=[sizes.returned], axes=[1], strides=[1])
            for value in (best.tokens, best.scores)
        ]
        results: list[Value] = [*shown, self._all_sums(totals, rows[0]) if rows else None, None, None]
        if any(names[4:]):
            results[4] = self._chance(scores, no_speech)
        return results[: len(names)]

    def _looped(
        self, scorer: BeamScorer, step: Step, start: list[Value], keeps_sums: bool
    ) -> tuple[list[GraphExpr], list[GraphExpr]]:
        """The state after the last step, and with `keeps_sums` the sums of each."""
        ctx = self.ctx

        def following(index: GraphExpr, values: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
            written, *more = (ctx.tensor(value) for value in values)
            progress, state = Progress.of(more[: Progress.SIZE]), more[Progress.SIZE :]
            scores, state = self.steps.follow(written, state)
            totals = self._totals(scores, written, progress.sums, first=False)
            step = scorer.step(totals, written, progress)
            return self._going(step), self._state(scorer, step, state), [totals] if keeps_sums else []

        limit = self.sizes.longest - self.sizes.given - 1
        last, rows = run_time_loop(ctx, limit, self._going(step), start, following)
        return [ctx.tensor(value) for value in last], rows

    def _state(self, scorer: BeamScorer, step: Step, state: list[GraphExpr]) -> list[Value]:
        """What goes on to the next step."""
        return [step.written, *step.progress.values(), *self.steps.moved(state, scorer.moving(step.rows))]

    def _going(self, step: Step) -> GraphExpr:
        return self.ctx.emit("logical_not", self.ctx.emit("all", step.progress.done))

    def _totals(self, scores: GraphExpr, written: GraphExpr, sums: GraphExpr, first: bool) -> GraphExpr:
        """The scores (B, N, words) of sequences with one more token."""
        ctx, (batch, beams) = self.ctx, (self.sizes.batch, self.sizes.beams)
        logs = ctx.emit("nn.log_softmax", ctx.cast(scores, "float32"), axis=1)
        logs = applied([*self.limits.rules(ctx, first, beams), *self.rules], logs, written)
        apart = ctx.reshape(logs, [batch, beams, ctx.shape(scores)[1]])
        return ctx.emit("add", apart, ctx.reshape(sums, [batch, beams, 1]))

    def _all_sums(self, first: GraphExpr, rows: GraphExpr) -> GraphExpr:
        """The sums of all steps, and zeros for those that are not taken."""
        ctx = self.ctx
        whole = ctx.emit("concatenate", [ctx.reshape(first, [1, *ctx.shape(first)]), rows], axis=0)
        left = self.sizes.longest - self.sizes.given - ctx.shape(whole)[0]
        return ctx.emit("nn.pad", whole, pad_width=[(0, left), (0, 0), (0, 0), (0, 0)], pad_value=0)

    def _chance(self, scores: GraphExpr, word: int | None) -> GraphExpr:
        """The probability (B,) of a word by scores (B, words). Raises I117 where there is no such word."""
        ctx, (batch, words) = self.ctx, self.ctx.shape(scores)
        if word is None or word < 0 or (isinstance(words, int) and word >= words):
            raise ctx.error("I117", f"the node is malformed: `no_speech_token_id` is {word}, of {words} words")
        chances = ctx.emit("nn.softmax", ctx.cast(scores, "float32"), axis=1)
        chosen = ctx.emit("strided_slice", chances, begin=[word], end=[word + 1], axes=[1], strides=[1])
        return ctx.reshape(chosen, [batch])
