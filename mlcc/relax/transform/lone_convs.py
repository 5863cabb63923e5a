"""Pointwise convolutions that no neighbour shares channel blocks with: computed in plain layout as a product."""

from __future__ import annotations

import math
from collections import Counter

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, Op, VarBinding
from mlcc.target import Costs

from ..operators import static_shape
from ..rewrite import Emitter
from .blocked_convs import is_plain, window_attrs
from .blocked_weights import image_dims, is_fixed, reshaped


class Images:
    """Union-find over the values of a function: operators on channel blocks unite their operands and results."""

    def __init__(self, func: GraphFunction, joining: frozenset[str], windows: frozenset[str]) -> None:
        self.leader: dict[GraphExpr, GraphExpr] = {}
        calls = [(b.var, b.value) for b in func.bindings() if isinstance(b, VarBinding)]
        operators = [(v, c, c.op.name) for v, c in calls if isinstance(c, GraphCall) and isinstance(c.op, Op)]
        for var, call, name in operators:
            for value in _operands(call) if name in joining | windows else ():
                self.leader[self.set_of(value)] = self.set_of(var)
        self.windows = Counter(self.set_of(var) for var, _, name in operators if name in windows)

    def set_of(self, value: GraphExpr) -> GraphExpr:
        """The representative of the set of a value."""
        while value in self.leader and self.leader[value] is not value:
            value = self.leader[value]
        return value

    def is_alone(self, var: GraphExpr) -> bool:
        """Whether no other window operator would share the blocks of a convolution."""
        return self.windows[self.set_of(var)] == 1


def _operands(call: GraphCall) -> list[GraphExpr]:
    listed = [f for a in call.args for f in (a.fields if isinstance(a, GraphTuple) else (a,))]
    return [a for a in listed if isinstance(a, GraphVar)]


def _is_cheaper(outputs: int, inputs: int, pixels: int, lanes: int, costs: Costs) -> bool:
    """Whether the extra cost of a product in plain layout is below that of the conversions to and from blocks.

    The extra cost: columns of padding (50 pixels in tiles of 64 waste 28 %) and a slower kernel.
    """
    if pixels == 0:
        return False
    tile = int(costs.pixel_vectors) * lanes
    computed = -(-pixels // tile) * tile
    surplus = computed / pixels - 1 + costs.plain_product - 1
    return surplus * outputs * inputs < costs.block_move * (outputs + inputs)


def pointwise_product(out: Emitter, call: GraphCall, rank: int, lanes: int, costs: Costs) -> GraphCall | None:
    """A 1x1 convolution as a product of its weights with the image in plain layout, (O, C) by (N, C, pixels). None for
    other convolutions, for images of symbolic size, and where channel blocks are faster."""
    x, weight = call.args[:2]
    shape, kernel = image_dims(x), static_shape(weight)
    if shape is None or kernel is None or len(shape) != rank + 2 or not is_fixed(shape) or not is_plain(call):
        return None
    attrs = window_attrs(call.attrs, rank)
    ones = (*attrs.get("strides", ()), *kernel[2:], attrs.get("groups", 1), attrs.get("multiple", 1))
    if any(one != 1 for one in ones) or any(attrs["padding"]) or attrs.get("out_dtype"):
        return None
    if not _is_cheaper(kernel[0], kernel[1], math.prod(int(d) for d in shape[2:]), lanes, costs):
        return None
    return GraphCall(Op("nn.pointwise_conv"), (x, reshaped(out, weight, kernel[:2])))
