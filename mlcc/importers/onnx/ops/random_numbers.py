"""Random numbers: a node without a seed gets one of its own, so that every run gives the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..protos import onnx_dtype
from ..registry import onnx_op


def _seed(ctx: Context, seed: float | None) -> int:
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
    return ctx.emit("random.normal", dims, mean=mean, scale=scale, seed=_seed(ctx, seed), dtype=kind)


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
    return ctx.emit("random.normal", dims, mean=mean, scale=scale, seed=_seed(ctx, seed), dtype=kind)


@onnx_op("RandomUniform")
def random_uniform(
    ctx: Context, *, shape: Sequence[int], dtype: int | None = None, low: float = 0.0, high: float = 1.0,
    seed: float | None = None,
) -> GraphExpr:  # fmt: skip
    dims = shape_arg(list(shape))
    return ctx.emit("random.uniform", dims, low=low, high=high, seed=_seed(ctx, seed), dtype=_kind(dtype, "float32"))


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
    return ctx.emit("random.uniform", dims, low=low, high=high, seed=_seed(ctx, seed), dtype=kind)


@onnx_op("Bernoulli", since=15)
def bernoulli(ctx: Context, x: GraphExpr, *, dtype: int | None = None, seed: float | None = None) -> GraphExpr:
    """1 with the probability that `x` gives, else 0."""
    kind = ctx.dtype(x)
    number = ctx.emit("random.uniform", shape_arg(list(ctx.shape(x))), seed=_seed(ctx, seed), dtype=kind)
    return ctx.cast(ctx.emit("less", number, x), _kind(dtype, kind))
