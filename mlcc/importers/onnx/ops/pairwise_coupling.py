"""Probabilities of classes from the scores of pairs of them.

The scores become probabilities by Platt's sigmoid; the classes' probabilities match all pairs best, computed by the
iteration of Wu, Lin and Weng, "Probability Estimates for Multi-class Classification by Pairwise Coupling" (2004),
algorithm 2, with the limits that LIBSVM gives it.
"""

from __future__ import annotations

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..values import Array, Value
from .control import element
from .run_time_loops import run_time_loop

#: Probabilities of pairs stay this far from 0 and 1.
_LEAST = 1e-7
#: The iteration ends when no probability is further off than this, divided by the number of classes.
_TOLERANCE = 0.005


def coupled(ctx: Context, scores: GraphExpr, a: Array, b: Array, pairs: list[tuple[int, int]], count: int) -> GraphExpr:
    """(N, pairs) scores to (N, `count`) probabilities; `a` and `b` are the sigmoids' coefficients, one per pair."""
    matrix = _quadratic(ctx, _likelier(ctx, scores, a, b, pairs, count), count)
    rows = ctx.shape(scores)[0]
    begin = ctx.emit("add", ctx.emit("multiply", element(ctx, matrix, 0, 1), _number(ctx, 0)), _number(ctx, 1 / count))

    def iteration(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        p = ctx.tensor(state[0])
        gradient = ctx.emit("sum", ctx.emit("multiply", matrix, ctx.reshape(p, [rows, 1, count])), axis=[2])
        mean = ctx.emit("sum", ctx.emit("multiply", p, gradient), axis=[1], keepdims=True)
        error = ctx.emit("max", ctx.emit("abs", ctx.emit("subtract", gradient, mean)), axis=[1], keepdims=True)
        active = ctx.emit("greater_equal", error, _number(ctx, _TOLERANCE / count))
        new = _step(ctx, matrix, p, gradient, mean, count)
        go_on = ctx.emit("max", ctx.cast(active, "int32"))
        return ctx.cast(go_on, "bool"), [ctx.emit("where", active, new, p)], []

    state, _ = run_time_loop(ctx, max(100, count), None, [begin], iteration)
    return ctx.tensor(state[0])


def _number(ctx: Context, value: float) -> GraphExpr:
    return ctx.constant(value, "float32")


def _likelier(
    ctx: Context, scores: GraphExpr, a: Array, b: Array, pairs: list[tuple[int, int]], count: int
) -> GraphExpr:
    """(N, count, count): how likely each class is where only it and another are possible."""
    value = ctx.emit("add", ctx.emit("multiply", scores, ctx.constant(-a)), ctx.constant(-b))
    first = ctx.emit("clip", ctx.emit("sigmoid", value), min=_LEAST, max=1 - _LEAST)
    weight, base = np.zeros((count * count, len(pairs)), np.float32), np.zeros(count * count, np.float32)
    for n, (i, j) in enumerate(pairs):
        weight[i * count + j, n], weight[j * count + i, n], base[j * count + i] = 1.0, -1.0, 1.0
    flat = ctx.emit("add", ctx.emit("nn.dense", first, ctx.constant(weight)), ctx.constant(base))
    return ctx.reshape(flat, [ctx.shape(scores)[0], count, count])


def _quadratic(ctx: Context, r: GraphExpr, count: int) -> GraphExpr:
    """The matrix of which the probabilities minimise the form."""
    other = ctx.emit("transpose", r, axes=[0, 2, 1])
    squares = ctx.emit("sum", ctx.emit("multiply", r, r), axis=[1], keepdims=True)
    diagonal = ctx.emit("multiply", squares, ctx.constant(np.eye(count, dtype=np.float32)))
    return ctx.emit("subtract", diagonal, ctx.emit("multiply", r, other))


def _step(ctx: Context, matrix: GraphExpr, p: GraphExpr, gradient: GraphExpr, mean: GraphExpr, count: int) -> GraphExpr:
    """One class after the other takes its best value, and all are scaled to a sum of 1."""
    one = np.eye(count, dtype=np.float32)
    rows = ctx.shape(p)[0]
    for t in range(count):
        row = element(ctx, matrix, t, 1)
        own = ctx.reshape(element(ctx, row, t, 1), [rows, 1])
        slope = ctx.reshape(element(ctx, gradient, t, 1), [rows, 1])
        change = ctx.emit("divide", ctx.emit("subtract", mean, slope), own)
        scale = ctx.emit("add", change, _number(ctx, 1))
        bend = ctx.emit("add", ctx.emit("multiply", change, own), ctx.emit("add", slope, slope))
        mean = ctx.emit("add", mean, ctx.emit("multiply", change, bend))
        mean = ctx.emit("divide", ctx.emit("divide", mean, scale), scale)
        gradient = ctx.emit("divide", ctx.emit("add", gradient, ctx.emit("multiply", change, row)), scale)
        p = ctx.emit("divide", ctx.emit("add", p, ctx.emit("multiply", change, ctx.constant(one[t]))), scale)
    return p
