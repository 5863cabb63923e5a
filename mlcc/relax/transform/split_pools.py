"""Splits pooling of volumes into two poolings: within each slice, then across slices.

The maximum of a box is the maximum of the maxima of its slices. The elements that a mean counts form a box too, so that
it is the mean of the means of the slices. If windows overlap, the result of a slice is reused by all windows that
contain it: a 3x3x3 window takes 9 + 3 operations instead of 27.

The slices of an image are its rows. Those of a known size stay in the L1 cache within one kernel, which makes both
passes; only images of symbolic size are split here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, as_int
from mlcc.target import Costs, costs_of
from mlcc.topi.shapes import pads_of, per_dim

from ..rewrite import Emitter, rewrite
from .blocked_weights import image_dims, is_fixed
from .pass_ import FunctionPass

#: By name: the dimensions of what is pooled.
_POOLS = {f"nn.{kind}_pool{rank}d": rank for kind in ("max", "avg") for rank in (2, 3)}


@dataclass(frozen=True)
class SplitPools(FunctionPass):
    """Rewrite pools whose windows overlap to two calls, which read fewer elements in total: ``nn.max_pool3d`` and
    ``nn.avg_pool3d``, and those of images of symbolic size."""

    costs: Costs = costs_of()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, partial(_rule, self.costs), module)


def _rule(costs: Costs, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
    if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or value.op.name not in _POOLS:
        return None
    rank, attrs = _POOLS[value.op.name], dict(value.attrs)
    shape, result = image_dims(value.args[0]), image_dims(var)
    if shape is None or result is None or is_fixed(shape) != (rank == 3):
        return None
    if attrs.get("layout") not in (None, "NCDHW" if rank == 3 else "NCHW") or attrs.get("out_layout"):
        return None
    kernel = per_dim(attrs["pool_size"], rank, 1, "pool_size")
    depth, slice_ = kernel[0], math.prod(kernel[1:])
    strides = kernel if attrs.get("strides") is None else per_dim(attrs["strides"], rank, 1, "strides")
    steps, pads = per_dim(attrs.get("dilation"), rank, 1, "dilation"), pads_of(attrs.get("padding"), rank)
    # Comparisons per position: depth * height * width in one pass. In two passes, height * width for each slice of the
    # input, then depth for each slice of the result, which writes and reads an image in between.
    slices, made = as_int(shape[2]), as_int(result[2])
    read = slices / made if slices and made else strides[0]
    if depth == 1 or slice_ == 1 or read * slice_ + depth + costs.pool_round_trip >= slice_ * depth:
        return None

    def pool(x: GraphExpr, *axes: int) -> GraphCall:
        """Pool over `axes` (of depth, height, width) only."""
        pad = [pads[a] if a in axes else (0, 0) for a in range(rank)]
        window = {
            "pool_size": [kernel[a] if a in axes else 1 for a in range(rank)],
            "strides": [strides[a] if a in axes else 1 for a in range(rank)],
            "dilation": [steps[a] if a in axes else 1 for a in range(rank)],
            "padding": [before for before, _ in pad] + [after for _, after in pad],
        }
        return GraphCall(value.op, (x,), {**attrs, **window})

    return pool(out.emit(pool(value.args[0], *range(1, rank)), "slices"), 0)
