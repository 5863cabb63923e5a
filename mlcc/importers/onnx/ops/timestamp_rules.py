"""Whisper's rule for tokens that are times: they come in pairs, and none is before another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from .next_token_rules import without, words_of

#: How far from the first time a text may begin, in steps of times.
_FIRST_TIMES = 50
#: The value of `logits_processor` for which the rule holds.
_WITH_TIMES = 1


@dataclass(frozen=True)
class TimestampTokens:
    """The words that the rule is about; a time is every word from `times` on."""

    end: int
    start: int = -1
    translate: int = -1
    transcribe: int = -1
    start_of_lm: int = -1
    no_times: int = -1
    times: int = -1


@dataclass(frozen=True)
class Timestamps:
    """The rule, where the input `chosen` asks for it."""

    ctx: Context
    tokens: TimestampTokens
    chosen: GraphExpr

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        ctx = self.ctx
        wanted = ctx.emit("equal", ctx.cast(ctx.reshape(self.chosen, []), "int32"), ctx.constant(_WITH_TIMES, "int32"))
        if self.tokens.times <= 0:
            ctx.emit_assert(
                ctx.emit("logical_not", wanted), f"{ctx.where}: times are asked for, and the node states no first one"
            )
            return scores
        scores = without(ctx, scores, ctx.emit("logical_and", self._forbidden(scores, written), wanted))
        return without(ctx, scores, ctx.emit("logical_and", self._likelier(scores), wanted))

    def _likelier(self, scores: GraphExpr) -> GraphExpr:
        """Where a word is no time, in rows (R, words) where some time is likelier than each other word."""
        ctx, dtype = self.ctx, self.ctx.dtype(scores)
        is_time = ctx.emit("greater_equal", words_of(ctx, scores), ctx.constant(self.tokens.times, "int32"))
        lowest = ctx.constant(np.finfo(dtype).min, dtype)
        text = ctx.emit("max", ctx.emit("where", is_time, lowest, scores), axis=1, keepdims=True)
        times = ctx.emit("log_sum_exp", ctx.emit("where", is_time, scores, lowest), axis=1, keepdims=True)
        return ctx.emit("logical_and", ctx.emit("greater", times, text), ctx.emit("logical_not", is_time))

    def _forbidden(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        """Where a word (R, words) may not be next."""
        ctx, tokens, words = self.ctx, self.tokens, words_of(self.ctx, scores)
        rows, length = ctx.shape(written)
        size = ctx.scalar_of(length)
        one = ctx.constant(1, "int64")

        def both(a: GraphExpr, b: GraphExpr) -> GraphExpr:
            return ctx.emit("logical_and", a, b)

        def is_any(values: GraphExpr, *numbers: int) -> GraphExpr:
            found = [ctx.emit("equal", values, ctx.constant(number, "int32")) for number in numbers]
            result = found[0]
            for other in found[1:]:
                result = ctx.emit("logical_or", result, other)
            return result

        times = ctx.emit("greater_equal", written, ctx.constant(tokens.times, "int32"))
        has_time = ctx.emit("any", times, axis=1, keepdims=True)
        first = ctx.emit("argmax", ctx.cast(times, "int32"), axis=1, keepdims=True)
        begins = ctx.emit("where", has_time, ctx.emit("add", first, one), size)

        def at(places: GraphExpr) -> GraphExpr:
            return ctx.emit("gather_elements", written, places, axis=1)

        def is_time(values: GraphExpr) -> GraphExpr:
            return ctx.emit("greater_equal", values, ctx.constant(tokens.times, "int32"))

        none = ctx.reshape(ctx.constant(0, "int64"), [1, 1])
        last_place = ctx.emit("add", ctx.emit("multiply", first, none), ctx.emit("subtract", size, one))
        before = ctx.emit("maximum", ctx.emit("subtract", last_place, one), none)
        last = is_time(at(last_place))
        at_begin = ctx.emit("less_equal", size, begins)
        pair = ctx.emit("logical_or", at_begin, is_time(at(before)))
        single = both(last, ctx.emit("logical_not", pair))
        word_is_time = is_time(words)
        from_end = ctx.emit("argmax", ctx.cast(ctx.emit("flip", times, axis=1), "int32"), axis=1, keepdims=True)
        latest = at(ctx.emit("subtract", last_place, from_end))
        floor = ctx.emit("where", single, latest, ctx.emit("add", latest, ctx.constant(1, "int32")))
        early = both(has_time, both(word_is_time, ctx.emit("less", words, floor)))
        beyond = ctx.emit("greater", words, ctx.constant(tokens.times + _FIRST_TIMES, "int32"))
        cases = [
            is_any(words, tokens.no_times, tokens.start_of_lm),
            both(ctx.emit("logical_not", at_begin), is_any(words, tokens.start, tokens.translate, tokens.transcribe)),
            both(both(last, pair), word_is_time),
            both(single, ctx.emit("less", words, ctx.constant(tokens.end, "int32"))),
            early,
            both(ctx.emit("equal", size, begins), beyond),
        ]
        result = cases[0]
        for case in cases[1:]:
            result = ctx.emit("logical_or", result, case)
        return result
