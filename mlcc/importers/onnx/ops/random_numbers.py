"""Random numbers: a node without a seed gets one of its own, so that every run gives the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mlcc.ir import GraphExpr

from ..branches import choose
from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..registry import onnx_op
from ..strings import total
from ..values import Value


def seed_of(ctx: Context, seed: float | None = None) -> int:
    """The seed of a node, or one of its own where it has none."""
    if seed is not None:
        return int(np.float32(seed).view(np.int32))
    ctx.random_count += 1
    return -ctx.random_count


def _kind(dtype: int | None, default: str) -> str:
    return default if dtype is None else onnx_dtype(dtype, "the result")


@onnx_op("RandomNormal")
def random_normal(
    ctx: Context, *, shape: Sequence[int], dtype: int | None = None, mean: float = 0.0, scale: float = 1.0,
    seed: float | None = None,
) -> GraphExpr:  # fmt: skip
    dims = shape_arg(list(shape))
    kind = _kind(dtype, "float32")
    return ctx.emit("random.normal", dims, mean=mean, scale=scale, seed=seed_of(ctx, seed), dtype=kind)


@onnx_op("RandomNormalLike")
def random_normal_like(
    ctx: Context,
    x: GraphExpr,
    *,
    dtype: int | None = None,
    mean: float = 0.0,
    scale: float = 1.0,
    seed: float | None = None,
) -> GraphExpr:
    dims, kind = shape_arg(list(ctx.shape(x))), _kind(dtype, ctx.dtype(x))
    return ctx.emit("random.normal", dims, mean=mean, scale=scale, seed=seed_of(ctx, seed), dtype=kind)


@onnx_op("RandomUniform")
def random_uniform(
    ctx: Context, *, shape: Sequence[int], dtype: int | None = None, low: float = 0.0, high: float = 1.0,
    seed: float | None = None,
) -> GraphExpr:  # fmt: skip
    dims = shape_arg(list(shape))
    return ctx.emit("random.uniform", dims, low=low, high=high, seed=seed_of(ctx, seed), dtype=_kind(dtype, "float32"))


@onnx_op("RandomUniformLike")
def random_uniform_like(
    ctx: Context,
    x: GraphExpr,
    *,
    dtype: int | None = None,
    low: float = 0.0,
    high: float = 1.0,
    seed: float | None = None,
) -> GraphExpr:
    dims, kind = shape_arg(list(ctx.shape(x))), _kind(dtype, ctx.dtype(x))
    return ctx.emit("random.uniform", dims, low=low, high=high, seed=seed_of(ctx, seed), dtype=kind)


@onnx_op("Bernoulli", since=15)
def bernoulli(ctx: Context, x: GraphExpr, *, dtype: int | None = None, seed: float | None = None) -> GraphExpr:
    """1 with the probability that `x` gives, else 0."""
    kind = ctx.dtype(x)
    number = ctx.emit("random.uniform", shape_arg(list(ctx.shape(x))), seed=seed_of(ctx, seed), dtype=kind)
    return ctx.cast(ctx.emit("less", number, x), _kind(dtype, kind))


@onnx_op("Dropout")
def dropout(
    ctx: Context,
    x: GraphExpr,
    ratio: GraphExpr | None = None,
    training: GraphExpr | None = None,
    *,
    is_test: int = 1,
    consumed_inputs: Sequence[int] | None = None,
    seed: int | None = None,
    **_: object,
) -> list[Value]:
    """`x`, or in training mode a part of it: with a seed what NumPy's generator of that seed leaves."""

    def dropped() -> list[Value]:
        return [*_dropped(ctx, x, ratio, seed)[: ctx.output_count]]

    def whole() -> list[Value]:
        if ctx.output_count == 1:
            return [x]
        mask_dtype = "bool" if ctx.opset >= 10 else ctx.dtype(x)
        return [x, ctx.emit("ones", shape_arg(ctx.shape(x)), dtype=mask_dtype)]

    if training is None:
        return whole()
    mode = ctx.number(training)
    if mode is None:
        return choose(ctx, training, dropped, whole)
    return dropped() if bool(mode.reshape(-1)[0]) else whole()


def _dropped(ctx: Context, x: GraphExpr, ratio: GraphExpr | None, seed: int | None) -> list[GraphExpr]:
    """Elements scaled up, or zeros where a number is below the ratio; and which are kept."""
    if seed is None:
        ctx.random_count += 1
    state = np.random.RandomState(ctx.random_count if seed is None else seed % 2**32).get_state(legacy=False)["state"]
    dims, kind = list(ctx.shape(x)), ctx.dtype(x)
    numbers = ctx.emit("random.mersenne_uniform", ctx.constant(state["key"]), shape_arg([total(dims)]))
    rate = ctx.constant(0.5, "float64") if ratio is None else ctx.cast(ctx.reshape(ratio, []), "float64")
    kept = ctx.emit("greater_equal", ctx.reshape(numbers, dims), rate)
    one = ctx.constant(1.0, "float64")
    scale = ctx.cast(ctx.emit("divide", one, ctx.emit("subtract", one, rate)), kind)
    return [ctx.emit("multiply", ctx.emit("multiply", ctx.cast(kept, kind), x), scale), kept]


@onnx_op("Multinomial", since=7)
def multinomial(
    ctx: Context, x: GraphExpr, *, dtype: int | None = None, sample_size: int = 1, seed: float | None = None
) -> GraphExpr:
    """Classes of each row, by logarithms of their odds: how many of the sums of odds a uniform number has passed."""
    rows, classes = ctx.shape(x)
    odds = ctx.emit("nn.softmax", ctx.cast(x, "float32"), axis=1)
    sums = ctx.reshape(ctx.emit("cumsum", odds, axis=1), [rows, 1, classes])
    numbers = ctx.emit("random.uniform", shape_arg([rows, sample_size, 1]), seed=seed_of(ctx, seed), dtype="float32")
    passed = ctx.emit("sum", ctx.cast(ctx.emit("greater_equal", numbers, sums), "int32"), axis=[2])
    last = ctx.materialized(ctx.symbolic_value(np.array(classes - 1, dtype=object), "int32"))
    return ctx.cast(ctx.emit("minimum", passed, last), _kind(dtype, "int32"))
