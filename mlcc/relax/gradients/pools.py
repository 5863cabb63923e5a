"""Pools: the maximum's gradient goes to its place, that of a mean to all of its window."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..composed.registry import c, extent, shape_of
from .reductions import mean_back
from .registry import gradient


@gradient("nn.max_pool2d")
def _max_pool2d(g: GraphExpr, y: GraphExpr, x: GraphExpr, **window: Any) -> GraphExpr:
    return c("grad.max_pool2d_backward", g, x, **window)


@gradient("nn.avg_pool2d")
def _avg_pool2d(g: GraphExpr, y: GraphExpr, x: GraphExpr, **window: Any) -> GraphExpr:
    return c("grad.avg_pool2d_backward", g, x, **window)


@gradient("nn.global_avg_pool")
def _global_avg_pool(g: GraphExpr, y: GraphExpr, x: GraphExpr, layout: str | None = None) -> GraphExpr:
    first = 1 if layout is not None and layout.endswith("C") else 2
    rank = len(shape_of(x)) - 2
    return mean_back(g, y, x, list(range(first, first + rank)), True)


@gradient("nn.adaptive_avg_pool2d")
def _adaptive_avg_pool2d(
    g: GraphExpr, y: GraphExpr, x: GraphExpr, output_size: Any = 1, layout: str | None = None,
    out_layout: str | None = None,
) -> GraphExpr:  # fmt: skip
    """Windows of one size, where they are."""
    first = 1 if layout is not None and layout.endswith("C") else 2
    sizes = [extent(d, "an adaptive pool") for d in shape_of(x)[first : first + 2]]
    counts = [extent(d, "an adaptive pool") for d in shape_of(g)[first : first + 2]]
    if any(size % count for size, count in zip(sizes, counts, strict=True)):
        raise NotImplementedError(f"`nn.adaptive_avg_pool2d` of {sizes} to {counts}: its windows differ in size")
    window = [size // count for size, count in zip(sizes, counts, strict=True)]
    return c("grad.avg_pool2d_backward", g, x, pool_size=window, strides=window, layout=layout)
