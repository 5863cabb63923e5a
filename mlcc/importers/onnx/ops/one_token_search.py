"""Searches that write one token per row and step: what is chosen is for them to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mlcc.ir import GraphExpr

from ..context import Context
from ..values import Dim, Value
from .next_token_rules import Limits, Rule, applied
from .run_time_loops import run_time_loop
from .step_decoders import StepDecoder


class Chooser(Protocol):
    """Chooses by scores (B, words), with a state of its own."""

    def begin(self) -> list[GraphExpr]:
        """The state before the first token."""

    def choose(self, scores: GraphExpr, state: Sequence[GraphExpr]) -> tuple[GraphExpr, list[GraphExpr]]:
        """The tokens (B, 1), int32, and the next state."""


@dataclass(frozen=True)
class OneTokenSearch:
    """The loop over steps: the decoder's scores, the rules, and the choice; it stops when all rows have ended."""

    ctx: Context
    steps: StepDecoder
    limits: Limits
    rules: list[Rule]
    chooser: Chooser

    def run(self, longest: Dim) -> GraphExpr:
        """(B, longest), int32: what is written, filled up."""
        ctx, given = self.ctx, self.steps.written
        scores, state = self.steps.begin()
        ends = ctx.emit("not_equal", given, given)
        none = ctx.emit("any", ends, axis=1, keepdims=True)
        written, done, own = self._longer(given, scores, none, self.chooser.begin(), first=True)
        count = len(own)

        def following(index: GraphExpr, values: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
            written, done, *more = (ctx.tensor(value) for value in values)
            scores, state = self.steps.follow(written, more[count:])
            written, done, own = self._longer(written, scores, done, more[:count], first=False)
            return self._going(done), [written, done, *own, *state], []

        limit = longest - ctx.shape(given)[1] - 1
        (last, *_), _ = run_time_loop(ctx, limit, self._going(done), [written, done, *own, *state], following)
        left = longest - ctx.shape(ctx.tensor(last))[1]
        return ctx.emit("nn.pad", ctx.tensor(last), pad_width=[(0, 0), (0, left)], pad_value=self.limits.pad)

    def _going(self, done: GraphExpr) -> GraphExpr:
        return self.ctx.emit("logical_not", self.ctx.emit("all", done))

    def _longer(
        self, written: GraphExpr, scores: GraphExpr, done: GraphExpr, state: Sequence[GraphExpr], first: bool
    ) -> tuple[GraphExpr, GraphExpr, list[GraphExpr]]:
        """The tokens with the next one of each row, which rows have ended (B, 1), and the chooser's state."""
        ctx, limits = self.ctx, self.limits
        scores = applied([*limits.rules(ctx, first), *self.rules], scores, written)
        best, after = self.chooser.choose(scores, state)
        done = ctx.emit("logical_or", done, ctx.emit("equal", best, ctx.constant(limits.end, "int32")))
        token = ctx.emit("where", done, ctx.constant(limits.pad, "int32"), best)
        return ctx.emit("concatenate", [written, token], axis=1), done, after
