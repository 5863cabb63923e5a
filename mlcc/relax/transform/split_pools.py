"""Splits pooling of volumes into two poolings: within each slice, then across slices.

The maximum of a box is the maximum of the maxima of its slices. The elements that a mean counts form a box too, so that
it is the mean of the means of the slices. If windows overlap, the result of a slice is reused by all windows that
contain it: a 3x3x3 window takes 9 + 3 operations instead of 27.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op
from mlcc.target import Costs, costs_of
from mlcc.topi.shapes import pads_of, per_dim

from ..rewrite import Emitter, rewrite
from .blocked_weights import image_dims, is_fixed
from .pass_ import FunctionPass

_POOLS = ("nn.max_pool3d", "nn.avg_pool3d")


@dataclass(frozen=True)
class SplitPools(FunctionPass):
    """Rewrite ``nn.max_pool3d`` and ``nn.avg_pool3d`` whose windows overlap to two calls, which read
    fewer elements in total."""

    costs: Costs = costs_of()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, partial(_rule, self.costs), module)


def _rule(costs: Costs, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
    if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or value.op.name not in _POOLS:
        return None
    shape, result, attrs = image_dims(value.args[0]), image_dims(var), dict(value.attrs)
    if shape is None or result is None or not is_fixed(shape):
        return None
    if attrs.get("layout") not in (None, "NCDHW") or attrs.get("out_layout"):
        return None
    kernel = per_dim(attrs["pool_size"], 3, 1, "pool_size")
    slice_, depth = kernel[1] * kernel[2], kernel[0]
    # Comparisons per position: depth * height * width in one pass. In two passes, height * width for each slice of the
    # input, then depth for each slice of the result, which writes and reads an image in between.
    separate = shape[2] * slice_ + result[2] * (depth + costs.pool_round_trip)
    if depth == 1 or slice_ == 1 or separate >= result[2] * slice_ * depth:
        return None
    strides = kernel if attrs.get("strides") is None else per_dim(attrs["strides"], 3, 1, "strides")
    steps, pads = per_dim(attrs.get("dilation"), 3, 1, "dilation"), pads_of(attrs.get("padding"), 3)

    def pool(x: GraphExpr, *axes: int) -> GraphCall:
        """Pool over `axes` (of depth, height, width) only."""
        pad = [pads[a] if a in axes else (0, 0) for a in range(3)]
        window = {
            "pool_size": [kernel[a] if a in axes else 1 for a in range(3)],
            "strides": [strides[a] if a in axes else 1 for a in range(3)],
            "dilation": [steps[a] if a in axes else 1 for a in range(3)],
            "padding": [before for before, _ in pad] + [after for _, after in pad],
        }
        return GraphCall(value.op, (x,), {**attrs, **window})

    return pool(out.emit(pool(value.args[0], 1, 2), "slices"), 0)
