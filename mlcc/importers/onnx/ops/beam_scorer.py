"""The best sequences of a beam search: beams that go on, and hypotheses, which have ended.

Of B batch entries with N beams each, rows of beams come one after the other: beam n of entry b is row b * N + n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..values import Dim


@dataclass(frozen=True)
class Hypotheses:
    """The best sequences that have ended, best first: tokens (B, N, longest), filled up; scores (B, N), and how many
    there are (B, 1)."""

    tokens: GraphExpr
    scores: GraphExpr
    count: GraphExpr


@dataclass(frozen=True)
class Progress:
    """Where a search is: the sums (B, N) of the beams' scores, what has ended, and which entries are done (B, 1)."""

    sums: GraphExpr
    ended: Hypotheses
    done: GraphExpr

    #: The number of tensors.
    SIZE: ClassVar = 5

    def values(self) -> list[GraphExpr]:
        """Its tensors."""
        return [self.sums, self.ended.tokens, self.ended.scores, self.ended.count, self.done]

    @classmethod
    def of(cls, values: Sequence[GraphExpr]) -> Progress:
        """Of its tensors."""
        sums, *ended, done = values
        return cls(sums, Hypotheses(*ended), done)


@dataclass(frozen=True)
class Step:
    """What a step leaves: tokens (R, n), and the rows that the beams were before (R,)."""

    written: GraphExpr
    rows: GraphExpr
    progress: Progress


@dataclass(frozen=True)
class BeamScorer:
    """The choices of a beam search. A batch entry is done when no beam can become better than its hypotheses, or with
    `early` as soon as there are N of them."""

    ctx: Context
    batch: Dim
    beams: Dim
    longest: Dim
    end: int
    pad: int
    penalty: GraphExpr | None
    early: bool

    def begin(self) -> tuple[GraphExpr, Hypotheses, GraphExpr]:
        """Sums that keep all beams but the first one of an entry from being taken, no hypotheses, and none done."""
        ctx = self.ctx
        first = ctx.emit("equal", self._numbers(self.beams, [1, self.beams]), ctx.constant(0, "int64"))
        row = ctx.emit("where", first, ctx.constant(0.0, "float32"), ctx.constant(-1e9, "float32"))
        sums = ctx.emit("broadcast_to", row, shape_arg([self.batch, self.beams]))
        tokens = ctx.emit("full", shape_arg([self.batch, self.beams, self.longest]), fill_value=self.pad, dtype="int32")
        scores = ctx.emit("zeros", shape_arg([self.batch, self.beams]), dtype="float32")
        count = ctx.emit("zeros", shape_arg([self.batch, 1]), dtype="int64")
        return sums, Hypotheses(tokens, scores, count), ctx.emit("zeros", shape_arg([self.batch, 1]), dtype="bool")

    def step(self, scores: GraphExpr, written: GraphExpr, before: Progress) -> Step:
        """The next tokens, by scores (B, N, words) of the whole sequences with each of them."""
        ctx, batch, beams, words = self.ctx, self.batch, self.beams, self.ctx.shape(scores)[2]
        done = before.done
        best, places = ctx.emit_multi("topk", 2, ctx.reshape(scores, [batch, beams * words]), k=beams * 2, axis=1)
        size = ctx.scalar_of(words)
        tokens = ctx.cast(ctx.emit("floor_mod", places, size), "int32")
        rows = ctx.emit("add", ctx.emit("floor_divide", places, size), self._first_rows())
        ends = ctx.emit("equal", tokens, ctx.constant(self.end, "int32"))
        ended = self._with_ends(before, written, ends, best, rows)
        finished = self._finished(ended, best, written)
        going = self._taken(ctx.emit("logical_not", ends), [best, tokens, rows])
        fillers = (ctx.constant(0.0, "float32"), ctx.constant(self.pad, "int32"), ctx.constant(0, "int64"))
        pairs = zip(fillers, going, strict=True)
        sums, tokens, rows = (ctx.emit("where", done, filler, value) for filler, value in pairs)
        rows = ctx.reshape(rows, [batch * beams])
        moved = ctx.emit("take", written, rows, axis=0)
        longer = ctx.emit("concatenate", [moved, ctx.reshape(tokens, [batch * beams, 1])], axis=1)
        return Step(longer, rows, Progress(sums, ended, ctx.emit("logical_or", done, finished)))

    def moving(self, rows: GraphExpr) -> GraphExpr:
        """The rows that the state of a decoder moves by: with one beam none moves, not even those of done entries."""
        ctx = self.ctx
        single = ctx.emit("equal", ctx.scalar_of(self.beams), ctx.constant(1, "int64"))
        return ctx.emit("where", single, ctx.count_below(self.batch * self.beams, "int64"), rows)

    def finished(self, written: GraphExpr, last: Progress) -> Hypotheses:
        """The hypotheses with the beams of those entries that are not done."""
        dims = [self.batch, self.beams, self.ctx.shape(written)[1]]
        going = self.ctx.emit("logical_not", last.done)
        valid = self.ctx.emit("broadcast_to", going, shape_arg(dims[:2]))
        return self._merged(last.ended, self.ctx.reshape(written, dims), self._rated(last.sums, dims[2]), valid)

    def _numbers(self, count: Dim, dims: list[Dim]) -> GraphExpr:
        return self.ctx.reshape(self.ctx.count_below(count, "int64"), dims)

    def _first_rows(self) -> GraphExpr:
        """The number of the first row of each entry (B, 1)."""
        numbers = self._numbers(self.batch, [self.batch, 1])
        return self.ctx.emit("multiply", numbers, self.ctx.scalar_of(self.beams))

    def _rated(self, sums: GraphExpr, length: Dim) -> GraphExpr:
        """The scores of sequences of this length."""
        ctx = self.ctx
        size = ctx.cast(ctx.scalar_of(length), "float32")
        penalty = ctx.constant(1.0, "float32") if self.penalty is None else ctx.reshape(self.penalty, [])
        return ctx.emit("divide", sums, ctx.emit("power", size, ctx.cast(penalty, "float32")))

    def _with_ends(
        self, before: Progress, written: GraphExpr, ends: GraphExpr, best: GraphExpr, rows: GraphExpr
    ) -> Hypotheses:
        """The hypotheses with those of the N best that end, which are kept without their last token."""
        ctx, length = self.ctx, self.ctx.shape(written)[1]

        def half(value: GraphExpr) -> GraphExpr:
            return ctx.emit("strided_slice", value, begin=[0], end=[self.beams], axes=[1], strides=[1])

        valid = ctx.emit("logical_and", half(ends), ctx.emit("logical_not", before.done))
        tokens = ctx.emit("take", written, half(rows), axis=0)
        return self._merged(before.ended, tokens, self._rated(half(best), length), valid)

    def _finished(self, ended: Hypotheses, best: GraphExpr, written: GraphExpr) -> GraphExpr:
        """Which entries (B, 1) have all of their hypotheses.

        The best sum of an entry is sought where onnxruntime seeks it: in 2 N sums from the N-th of the entry's on, of
        all of them in a row. Of the first entry these are its own.
        """
        ctx, beams = self.ctx, self.beams
        full = ctx.emit("equal", ended.count, ctx.scalar_of(beams))
        if self.early:
            return full
        places = ctx.emit("add", self._first_rows(), self._numbers(beams * 2, [1, beams * 2]))
        sums = ctx.emit("take", ctx.reshape(best, [self.batch * beams * 2]), places, axis=0)
        limit = self._rated(ctx.emit("max", sums, axis=1, keepdims=True), ctx.shape(written)[1])
        worst = ctx.emit("strided_slice", ended.scores, begin=[-1], end=[2**31], axes=[1], strides=[1])
        better = ctx.emit("less", ctx.reshape(worst, [self.batch, 1]), limit)
        return ctx.emit("logical_and", full, ctx.emit("logical_not", better))

    def _taken(self, valid: GraphExpr, values: list[GraphExpr]) -> list[GraphExpr]:
        """The first N of values (B, 2 N) that are valid, of which there are as many."""
        ctx = self.ctx
        ranks = ctx.emit("cumsum", ctx.cast(valid, "int64"), axis=1, exclusive=True)
        places = ctx.emit("argmax", self._slots(valid, ranks), axis=2)
        return [ctx.emit("gather_elements", value, places, axis=1) for value in values]

    def _slots(self, valid: GraphExpr, ranks: GraphExpr) -> GraphExpr:
        """1 where an item, valid and of a rank (B, 2 N), is in a slot: (B, N, 2 N)."""
        ctx, (batch, beams) = self.ctx, (self.batch, self.beams)
        slots = self._numbers(beams, [1, beams, 1])
        hits = ctx.emit("equal", ctx.reshape(ranks, [batch, 1, beams * 2]), slots)
        hits = ctx.emit("logical_and", hits, ctx.reshape(valid, [batch, 1, beams * 2]))
        return ctx.cast(hits, "int32")

    def _merged(self, ended: Hypotheses, tokens: GraphExpr, scores: GraphExpr, valid: GraphExpr) -> Hypotheses:
        """The N best of the hypotheses and of tokens (B, N, n) that are valid (B, N); of equals the first."""
        ctx, (batch, beams) = self.ctx, (self.batch, self.beams)
        have = ctx.emit("less", self._numbers(beams, [1, beams]), ended.count)
        valid = ctx.emit("concatenate", [have, valid], axis=1)
        scores = ctx.emit("concatenate", [ended.scores, scores], axis=1)
        slots = self._slots(valid, self._ranks(scores, valid))
        filled = ctx.emit("any", ctx.cast(slots, "bool"), axis=2)
        places = ctx.emit("argmax", slots, axis=2)
        most = ctx.scalar_of(beams)
        count = ctx.emit("minimum", ctx.emit("sum", ctx.cast(valid, "int64"), axis=[1], keepdims=True), most)
        left = self.longest - ctx.shape(tokens)[2]
        tokens = ctx.emit("nn.pad", tokens, pad_width=[(0, 0), (0, 0), (0, left)], pad_value=self.pad)
        whole = ctx.emit("concatenate", [ended.tokens, tokens], axis=1)
        whole = ctx.reshape(whole, [batch * beams * 2, self.longest])
        entries = self._numbers(batch, [batch, 1])
        rows = ctx.emit("add", ctx.emit("multiply", entries, ctx.scalar_of(beams * 2)), places)
        kept = ctx.emit("take", whole, rows, axis=0)
        shown = ctx.reshape(filled, [batch, beams, 1])
        kept = ctx.emit("where", shown, kept, ctx.constant(self.pad, "int32"))
        best = ctx.emit("gather_elements", scores, places, axis=1)
        return Hypotheses(kept, ctx.emit("where", filled, best, ctx.constant(0.0, "float32")), count)

    def _ranks(self, scores: GraphExpr, valid: GraphExpr) -> GraphExpr:
        """How many valid items (B, 2 N) are before each: better ones, and equals that come first."""
        ctx, batch, size = self.ctx, self.batch, self.beams * 2
        one, other = ctx.reshape(scores, [batch, size, 1]), ctx.reshape(scores, [batch, 1, size])
        numbers = self._numbers(size, [1, size, 1]), self._numbers(size, [1, 1, size])
        first = ctx.emit("logical_and", ctx.emit("equal", one, other), ctx.emit("less", *numbers))
        before = ctx.emit("logical_or", ctx.emit("greater", one, other), first)
        before = ctx.emit("logical_and", before, ctx.reshape(valid, [batch, size, 1]))
        return ctx.emit("sum", ctx.cast(before, "int64"), axis=[1])
