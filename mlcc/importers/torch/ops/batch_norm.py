"""Batch normalisation with statistics that are given; with those of the batch it is taken apart by PyTorch."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation


@aten("_native_batch_norm_legit_no_training")
def batch_norm(
    t: Translation, x: GraphExpr, weight: GraphExpr | None, bias: GraphExpr | None, mean: GraphExpr, var: GraphExpr,
    momentum: float, eps: float,
) -> list[Any]:  # fmt: skip
    channels = t.shape(x)[1]
    weight = t.full([channels], 1) if weight is None else weight
    bias = t.full([channels], 0) if bias is None else bias
    nothing = t.full([0], 0)  # statistics of the batch, which were not taken
    return [t.emit("nn.batch_norm", x, weight, bias, mean, var, axis=1, epsilon=float(eps)), nothing, nothing]


@aten("_native_batch_norm_legit", "_native_batch_norm_legit_functional")
def batch_norm_with_statistics(
    t: Translation, x: GraphExpr, weight: GraphExpr | None, bias: GraphExpr | None, mean: GraphExpr, var: GraphExpr,
    training: bool, momentum: float, eps: float,
) -> list[Any]:  # fmt: skip
    if training:
        raise t.error(
            "I121", "a batch norm in training, which changes its statistics", help="model.eval() before the export"
        )
    return [*batch_norm(t, x, weight, bias, mean, var, momentum, eps), mean, var]
