"""What is done to the scores (R, words) of the next token of R rows before one is taken: rules, each after the other.

A rule is a function of the scores and of the tokens (R, n) that come before. What may not be next gets the lowest
number that there is, as in onnxruntime: sums and quotients of it may become minus infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..values import Dim

Rule = Callable[[GraphExpr, GraphExpr], GraphExpr]


@dataclass(frozen=True)
class Limits:
    """The inputs and attributes that every search has: int32 masks are 0 where a word may not be next."""

    end: int
    pad: int
    window: int = 0
    penalty: GraphExpr | None = None
    allowed: GraphExpr | None = None
    first_allowed: GraphExpr | None = None
    least: GraphExpr | None = None

    def rules(self, ctx: Context, first: bool, times: Dim = 1) -> list[Rule]:
        """The rules for the first token, or for those after it, of `times` rows for each row of the inputs."""
        rules = list[Rule]()
        if self.penalty is not None:
            rules.append(Repetition(ctx, self.penalty))
        if self.window:
            rules.append(NoRepeatedWindow(ctx, self.window))
        if self.allowed is not None:
            rules.append(Allowed(ctx, self.allowed))
        if first and self.first_allowed is not None:
            rules.append(Allowed(ctx, widened(ctx, self.first_allowed, times)))
        if self.least is not None:
            rules.append(Longer(ctx, self.least, self.end))
        return rules


def applied(rules: Iterable[Rule], scores: GraphExpr, written: GraphExpr) -> GraphExpr:
    """The scores after all rules."""
    for rule in rules:
        scores = rule(scores, written)
    return scores


def widened(ctx: Context, value: GraphExpr, times: Dim, axis: int = 0) -> GraphExpr:
    """Each row along an axis `times` times, one after the other."""
    if times == 1:
        return value
    dims = list(ctx.shape(value))
    before, rows, after = dims[:axis], dims[axis], dims[axis + 1 :]
    apart = ctx.reshape(value, [*before, rows, 1, *after])
    whole = ctx.emit("broadcast_to", apart, shape_arg([*before, rows, times, *after]))
    return ctx.reshape(whole, [*before, rows * times, *after])


def without(ctx: Context, scores: GraphExpr, forbidden: GraphExpr) -> GraphExpr:
    """The scores, the lowest where `forbidden`, which broadcasts to them."""
    dtype = ctx.dtype(scores)
    return ctx.emit("where", forbidden, ctx.constant(np.finfo(dtype).min, dtype), scores)


def words_of(ctx: Context, scores: GraphExpr) -> GraphExpr:
    """The numbers (1, words) of the words."""
    words = ctx.shape(scores)[1]
    return ctx.reshape(ctx.count_below(words, "int32"), [1, words])


def among(ctx: Context, words: Dim, tokens: GraphExpr, where: GraphExpr | None = None) -> GraphExpr:
    """Which words (R, words) are among the tokens (R, n), or those of them that `where` (R, n) has."""
    rows, length = ctx.shape(tokens)
    numbers = ctx.reshape(ctx.count_below(words, "int32"), [1, 1, words])
    each = ctx.emit("equal", ctx.reshape(tokens, [rows, length, 1]), numbers)
    if where is not None:
        each = ctx.emit("logical_and", each, ctx.reshape(where, [rows, length, 1]))
    return ctx.emit("any", each, axis=1)


@dataclass(frozen=True)
class Repetition:
    """Words that are there already get worse: positive scores are divided by the penalty, negative ones multiplied."""

    ctx: Context
    penalty: GraphExpr

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        ctx, dtype = self.ctx, self.ctx.dtype(scores)
        penalty = ctx.cast(ctx.reshape(self.penalty, []), dtype)
        below = ctx.emit("less", scores, ctx.constant(0, dtype))
        parts = ctx.emit("multiply", scores, penalty), ctx.emit("divide", scores, penalty)
        seen = among(ctx, ctx.shape(scores)[1], written)
        return ctx.emit("where", seen, ctx.emit("where", below, *parts), scores)


@dataclass(frozen=True)
class NoRepeatedWindow:
    """No word that followed what the last tokens are: it would write `window` tokens again."""

    ctx: Context
    window: int

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
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
        return without(ctx, scores, among(ctx, ctx.shape(scores)[1], part(before, length), alike))


@dataclass(frozen=True)
class Allowed:
    """Only words whose mask, (words,) or (R, words), is not 0."""

    ctx: Context
    mask: GraphExpr

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        ctx = self.ctx
        forbidden = ctx.emit("equal", self.mask, ctx.constant(0, ctx.dtype(self.mask)))
        return without(ctx, scores, forbidden)


@dataclass(frozen=True)
class Longer:
    """No end before there are `least` tokens."""

    ctx: Context
    least: GraphExpr
    end: int

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        ctx = self.ctx
        least = ctx.cast(ctx.reshape(self.least, []), "int64")
        short = ctx.emit("less", ctx.scalar_of(ctx.shape(written)[1]), least)
        is_end = ctx.emit("equal", words_of(ctx, scores), ctx.constant(self.end, "int32"))
        return without(ctx, scores, ctx.emit("logical_and", is_end, short))


@dataclass(frozen=True)
class Temperature:
    """Scores divided by a number of the node, or by an input."""

    ctx: Context
    temperature: float | GraphExpr

    def __call__(self, scores: GraphExpr, written: GraphExpr) -> GraphExpr:
        ctx, dtype = self.ctx, self.ctx.dtype(scores)
        if isinstance(self.temperature, float):
            return ctx.emit("divide", scores, ctx.constant(self.temperature, dtype))
        return ctx.emit("divide", scores, ctx.cast(ctx.reshape(self.temperature, []), dtype))
