"""DynamicTimeWarping: the cheapest path through a matrix of costs, by which Whisper's words get their times."""

from __future__ import annotations

import math

from mlcc.ir import GraphExpr, TensorStructInfo
from mlcc.ir import const as tir_const

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim, Value
from .microsoft import DOMAIN
from .run_time_loops import run_time_loop


@onnx_op("DynamicTimeWarping", domain=DOMAIN)
def dynamic_time_warping(ctx: Context, costs: GraphExpr) -> GraphExpr:
    """(2, n), int32: the rows and columns of the path from the first element of (M, N) or (1, M, N) to the last.

    A step goes one row, one column, or both further.
    """
    rows, columns = ctx.shape(costs)[-2:]
    steps = _steps(ctx, ctx.reshape(costs, [rows, columns]))
    row, column = (ctx.scalar_of(size - 1) for size in (rows, columns))
    zero, one = ctx.constant(0, "int64"), ctx.constant(1, "int64")

    def back(index: GraphExpr, place: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        row, column = (ctx.tensor(part) for part in place)
        taken = ctx.emit("take", steps, ctx.emit("add", row, column), axis=0)
        step = ctx.emit("take", taken, row, axis=0)
        # 0 goes along both, 1 along the rows, 2 along the columns
        after: list[Value] = []
        for at, other in ((row, 2), (column, 1)):
            stays = ctx.emit("equal", step, ctx.constant(other, "int64"))
            after.append(ctx.emit("subtract", at, ctx.emit("where", stays, zero, one)))
        there = ctx.emit("equal", ctx.emit("add", row, column), zero)
        pair = ctx.emit("concatenate", [ctx.reshape(row, [1]), ctx.reshape(column, [1])], axis=0)
        return ctx.emit("logical_not", there), after, [pair]

    form = TensorStructInfo((tir_const(2, "int64"),), "int64")
    _, (path,) = run_time_loop(ctx, rows + columns - 1, None, [row, column], back, [form])
    return ctx.cast(ctx.emit("transpose", ctx.emit("flip", path, axis=0), axes=[1, 0]), "int32")


def _steps(ctx: Context, costs: GraphExpr) -> GraphExpr:
    """(M + N - 1, M), int64: by which step the best path reaches the element of each diagonal in each row."""
    rows, columns = ctx.shape(costs)
    dtype = ctx.dtype(costs)
    far = ctx.constant(math.inf, dtype)
    none = ctx.emit("full", shape_arg([rows + 1]), fill_value=math.inf, dtype=dtype)
    lines = ctx.count_below(rows, "int64")
    last = ctx.materialized(ctx.symbolic_value([columns - 1]))

    def part(x: GraphExpr, begin: int, size: Dim) -> GraphExpr:
        return ctx.emit("strided_slice", x, begin=[begin], end=[begin + size], axes=[0], strides=[1])

    def diagonal(index: GraphExpr, before: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        """The totals of the last two diagonals begin with a row before the first one."""
        second, first = (ctx.tensor(state) for state in before)
        both, down, along = part(second, 0, rows), part(first, 0, rows), part(first, 1, rows)
        column = ctx.emit("subtract", index, lines)
        low = ctx.emit("maximum", column, ctx.constant(0, "int64"))
        within = ctx.emit("minimum", low, last)
        cost = ctx.reshape(ctx.emit("gather_elements", costs, ctx.reshape(within, [rows, 1]), axis=1), [rows])
        inside = ctx.emit("equal", within, column)
        # Where no step is the best alone it goes along the columns, even if that costs more: onnxruntime's rule.
        number = [ctx.constant(n, "int64") for n in range(3)]
        straight, descends = _less(ctx, both, down, along), _less(ctx, down, both, along)
        step, reached = (
            ctx.emit("where", straight, x, ctx.emit("where", descends, y, z))
            for x, y, z in (number, (both, down, along))
        )
        total = ctx.emit("where", inside, ctx.emit("add", cost, reached), far)
        now = ctx.emit("concatenate", [ctx.reshape(far, [1]), total], axis=0)
        return ctx.constant(True), [first, now], [step]

    form = TensorStructInfo((tir_const(rows, "int64") if isinstance(rows, int) else rows,), "int64")
    begin = ctx.emit("concatenate", [ctx.constant([0.0], dtype), part(none, 1, rows)], axis=0)
    _, (steps,) = run_time_loop(ctx, rows + columns - 1, None, [begin, none], diagonal, [form], keeps_shapes=True)
    return steps


def _less(ctx: Context, x: GraphExpr, *others: GraphExpr) -> GraphExpr:
    """Whether x is less than both others."""
    return ctx.emit("logical_and", *(ctx.emit("less", x, other) for other in others))
