"""Losses."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..composed.gradients import counted_weights, nll_loss_backward
from ..composed.registry import c, ndim, reshape, shape_of, typed
from .registry import gradient


@gradient("nn.nll_loss")
def _nll_loss(
    g: GraphExpr, y: GraphExpr, predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr | None = None,
    reduction: str = "mean", ignore_index: int | None = None,
) -> list[Any]:  # fmt: skip
    back = c("grad.nll_loss_backward", g, predictions, targets, weights, reduction=reduction, ignore_index=ignore_index)
    if weights is None:
        return [back, None]
    # Each element counts its target's weight times what stands there; a mean is divided by the weights that count.
    at = 1 if ndim(predictions) > 1 else 0
    value = predictions if reduction != "mean" else c("add", predictions, y)
    unweighted = nll_loss_backward(
        g, predictions, targets, None, "sum" if reduction == "mean" else reduction, ignore_index
    )
    each = c("multiply", typed(unweighted), value)
    if reduction == "mean":
        each = c("divide", each, typed(counted_weights(predictions, targets, weights, ignore_index)))
    others = [n for n in range(ndim(predictions)) if n != at]
    return [back, None, reshape(c("sum", each, axis=others), shape_of(weights))]
