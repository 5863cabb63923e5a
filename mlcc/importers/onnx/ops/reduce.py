"""Reductions, argmax and argmin, and cumulative sums."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op

#: ONNX name → (operator, first opset where the axes are an input).
REDUCTIONS = {
    "ReduceSum": ("sum", 13),
    "ReduceMean": ("mean", 18),
    "ReduceMax": ("max", 18),
    "ReduceMin": ("min", 18),
    "ReduceProd": ("prod", 18),
    "ReduceL1": ("l1_norm", 18),
    "ReduceL2": ("l2_norm", 18),
    "ReduceLogSum": ("log_sum", 18),
    "ReduceLogSumExp": ("log_sum_exp", 18),
    "ReduceSumSquare": ("sum_square", 18),
}


def _reduce(ctx: Context, name: str, x: GraphExpr, axes: list[int] | None, keepdims: int, noop: int = 0) -> GraphExpr:
    rank = ctx.rank(x)
    if not axes:
        if noop:
            return _of_one(ctx, name, x)
        axes = list(range(rank))
    return ctx.emit(name, x, axis=[ctx.axis(a, rank) for a in axes], keepdims=bool(keepdims))


def _of_one(ctx: Context, name: str, x: GraphExpr) -> GraphExpr:
    """A reduction over no axes still applies its elementwise part."""
    match name:
        case "l1_norm" | "l2_norm":
            return ctx.emit("abs", x)
        case "sum_square":
            return ctx.emit("multiply", x, x)
        case "log_sum":
            return ctx.emit("log", x)
    return x


def _define() -> None:
    for onnx_name, (name, since) in REDUCTIONS.items():

        def with_attribute(
            ctx: Context, x: GraphExpr, *, axes: Sequence[int] | None = None, keepdims: int = 1, name: str = name
        ) -> GraphExpr:
            return _reduce(ctx, name, x, list(axes) if axes else None, keepdims)

        def with_input(
            ctx: Context,
            x: GraphExpr,
            axes: GraphExpr | None = None,
            *,
            keepdims: int = 1,
            noop_with_empty_axes: int = 0,
            name: str = name,
        ) -> GraphExpr:
            values = ctx.ints(axes, "axes") if axes is not None else None
            return _reduce(ctx, name, x, values, keepdims, noop_with_empty_axes)

        onnx_op(onnx_name)(with_attribute)
        onnx_op(onnx_name, since=since)(with_input)


_define()


def _arg(ctx: Context, name: str, x: GraphExpr, axis: int, keepdims: int, last: int) -> GraphExpr:
    return ctx.emit(name, x, axis=ctx.axis(axis, ctx.rank(x)), keepdims=bool(keepdims), select_last_index=bool(last))


@onnx_op("ArgMax")
def argmax(ctx: Context, x: GraphExpr, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> GraphExpr:
    return _arg(ctx, "argmax", x, axis, keepdims, select_last_index)


@onnx_op("ArgMin")
def argmin(ctx: Context, x: GraphExpr, *, axis: int = 0, keepdims: int = 1, select_last_index: int = 0) -> GraphExpr:
    return _arg(ctx, "argmin", x, axis, keepdims, select_last_index)


def _scan(ctx: Context, name: str, x: GraphExpr, axis: GraphExpr, exclusive: int, reverse: int) -> GraphExpr:
    at = ctx.axis(int(ctx.scalar(axis, "axis")), ctx.rank(x))
    return ctx.emit(name, x, axis=at, exclusive=bool(exclusive), reverse=bool(reverse))


@onnx_op("CumSum", since=11)
def cumsum(ctx: Context, x: GraphExpr, axis: GraphExpr, *, exclusive: int = 0, reverse: int = 0) -> GraphExpr:
    return _scan(ctx, "cumsum", x, axis, exclusive, reverse)


@onnx_op("CumProd", since=26)
def cumprod(ctx: Context, x: GraphExpr, axis: GraphExpr, *, exclusive: int = 0, reverse: int = 0) -> GraphExpr:
    return _scan(ctx, "cumprod", x, axis, exclusive, reverse)


@onnx_op("TopK")
def topk_attribute(ctx: Context, x: GraphExpr, *, k: int, axis: int = -1) -> list[GraphExpr]:
    return ctx.emit_multi("topk", 2, x, k=k, axis=ctx.axis(axis, ctx.rank(x)))


@onnx_op("TopK", since=10)
def topk(
    ctx: Context, x: GraphExpr, k: GraphExpr, *, axis: int = -1, largest: int = 1, sorted: int = 1
) -> list[GraphExpr]:
    at = ctx.axis(axis, ctx.rank(x))
    (count,) = ctx.dims_of(k, "K")
    return ctx.emit_multi("topk", 2, x, k=count, axis=at, largest=bool(largest), sorted=bool(sorted))


@onnx_op("Det", since=11)
def det(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.emit("det", x)


@onnx_op("NegativeLogLikelihoodLoss", since=12)
def nll_loss(
    ctx: Context,
    x: GraphExpr,
    target: GraphExpr,
    weight: GraphExpr | None = None,
    *,
    ignore_index: int | None = None,
    reduction: str = "mean",
) -> GraphExpr:
    return ctx.emit("nn.nll_loss", x, target, weight, reduction=reduction, ignore_index=ignore_index)


@onnx_op("SoftmaxCrossEntropyLoss", since=12)
def cross_entropy(
    ctx: Context,
    x: GraphExpr,
    target: GraphExpr,
    weight: GraphExpr | None = None,
    *,
    ignore_index: int | None = None,
    reduction: str = "mean",
) -> list[GraphExpr]:
    logs = ctx.emit("nn.log_softmax", x, axis=1)
    loss = nll_loss(ctx, logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    return [loss, logs][: ctx.output_count]
