"""Softmax and normalisations: functions of a row of elements."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..composed.registry import axis_of, c, ndim, reshape, shape_of
from .registry import gradient, unbroadcast


def _over(x: GraphExpr, axes: Any) -> list[int]:
    return [axis_of(x, int(a)) for a in (axes if isinstance(axes, (list, tuple)) else [axes])]


@gradient("nn.softmax")
def _softmax(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = -1) -> GraphExpr:
    inner = c("sum", c("multiply", g, y), axis=_over(x, axis), keepdims=True)
    return c("multiply", c("subtract", g, inner), y)


@gradient("nn.log_softmax")
def _log_softmax(g: GraphExpr, y: GraphExpr, x: GraphExpr, axis: Any = -1) -> GraphExpr:
    total = c("sum", g, axis=_over(x, axis), keepdims=True)
    return c("subtract", g, c("multiply", c("exp", y), total))


def _normalised_back(g: GraphExpr, normal: GraphExpr, scale: GraphExpr, axes: list[int]) -> GraphExpr:
    """The gradient of what was normalised: `normal` is (x - mean) * `scale`, `scale` one over the deviation."""
    mean = c("mean", g, axis=axes, keepdims=True)
    along = c("mean", c("multiply", g, normal), axis=axes, keepdims=True)
    return c("multiply", c("subtract", c("subtract", g, mean), c("multiply", normal, along)), scale)


def _statistics(x: GraphExpr, axes: list[int], epsilon: float) -> tuple[GraphExpr, GraphExpr]:
    """The normalised tensor, and one over the deviation."""
    scale = c("rsqrt", c("add", c("variance", x, axis=axes, keepdims=True), float(epsilon)))
    return c("multiply", c("subtract", x, c("mean", x, axis=axes, keepdims=True)), scale), scale


@gradient("nn.layer_norm")
def _layer_norm(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, gamma: GraphExpr | None = None, beta: GraphExpr | None = None,
    axes: Any = -1, epsilon: float = 1e-5, center: bool = True, scale: bool = True,
) -> list[Any]:  # fmt: skip
    over = _over(x, axes)
    normal, inverse = _statistics(x, over, epsilon)
    own = g if gamma is None or not scale else c("multiply", g, gamma)
    found: list[Any] = [_normalised_back(own, normal, inverse, over)]
    if gamma is not None:
        found.append(unbroadcast(c("multiply", g, normal), gamma) if scale else None)
    if beta is not None:
        found.append(unbroadcast(g, beta) if center else None)
    return found


@gradient("nn.rms_norm")
def _rms_norm(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, weight: GraphExpr | None = None, axes: Any = -1, epsilon: float = 1e-5
) -> list[Any]:
    over = _over(x, axes)
    squares = c("mean", c("multiply", x, x), axis=over, keepdims=True)
    inverse = c("rsqrt", c("add", squares, float(epsilon)))
    normal = c("multiply", x, inverse)
    own = g if weight is None else c("multiply", g, weight)
    along = c("mean", c("multiply", own, normal), axis=over, keepdims=True)
    found: list[Any] = [c("multiply", c("subtract", own, c("multiply", normal, along)), inverse)]
    return found if weight is None else [*found, unbroadcast(c("multiply", g, normal), weight)]


@gradient("nn.batch_norm")
def _batch_norm(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, gamma: GraphExpr, beta: GraphExpr, mean: GraphExpr, variance: GraphExpr,
    axis: int = 1, epsilon: float = 1e-5,
) -> list[Any]:  # fmt: skip
    """With given statistics, which have gradients of their own."""
    at = axis_of(x, int(axis))
    others = [n for n in range(ndim(x)) if n != at]
    wide = [d if n == at else 1 for n, d in enumerate(shape_of(x))]
    inverse = c("rsqrt", c("add", variance, float(epsilon)))
    factor = c("multiply", gamma, inverse)
    away = c("subtract", x, reshape(mean, wide))
    total = c("sum", g, axis=others)
    along = c("sum", c("multiply", g, away), axis=others)
    cube = c("multiply", c("multiply", inverse, inverse), c("multiply", factor, -0.5))
    return [
        c("multiply", g, reshape(factor, wide)), c("multiply", along, inverse), total,
        c("negative", c("multiply", total, factor)), c("multiply", along, cube),
    ]  # fmt: skip


@gradient("nn.instance_norm", "nn.group_norm")
def _group_norm(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, gamma: GraphExpr | None = None, beta: GraphExpr | None = None,
    num_groups: int | None = None, epsilon: float = 1e-5,
) -> list[Any]:  # fmt: skip
    shape = list(shape_of(x))
    groups: Any = shape[1] if num_groups is None else num_groups
    inner = [shape[0], groups, shape[1] // groups, *shape[2:]]
    over = list(range(2, len(inner)))
    normal, inverse = _statistics(reshape(x, inner), over, epsilon)
    column = [shape[1] if n == 1 else 1 for n in range(len(shape))]
    own = g if gamma is None else c("multiply", g, reshape(gamma, column))
    others = [n for n in range(len(shape)) if n != 1]
    found: list[Any] = [reshape(_normalised_back(reshape(own, inner), normal, inverse, over), shape)]
    if gamma is not None:
        found.append(c("sum", c("multiply", g, reshape(normal, shape)), axis=others))
    if beta is not None:
        found.append(c("sum", g, axis=others))
    return found
