"""Convolutions that no neighbour shares channel blocks with: computed in plain layout, as a product or on rows.

And pools that take blocks for themselves.
"""

from __future__ import annotations

import math
from collections import Counter

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, Op, VarBinding
from mlcc.target import Costs
from mlcc.topi.shapes import per_dim

from ..operators import static_shape, tensor_dtype
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
        self.read = set[GraphExpr]()
        for var, call, name in reversed(operators):
            if name in windows or (name in joining and var in self.read):
                self.read.update(_operands(call))

    def set_of(self, value: GraphExpr) -> GraphExpr:
        """The representative of the set of a value."""
        while value in self.leader and self.leader[value] is not value:
            value = self.leader[value]
        return value

    def is_alone(self, var: GraphExpr) -> bool:
        """Whether no other window operator would share the blocks of a convolution."""
        return self.windows[self.set_of(var)] == 1

    def feeds_windows(self, var: GraphExpr) -> bool:
        """Whether a window operator reads a value, or what operators on channel blocks make of it."""
        return var in self.read


def _operands(call: GraphCall) -> list[GraphExpr]:
    listed = [f for a in call.args for f in (a.fields if isinstance(a, GraphTuple) else (a,))]
    return [a for a in listed if isinstance(a, GraphVar)]


def _is_cheaper(outputs: int, inputs: int, taps: int, pixels: int, moved: float, lanes: int, costs: Costs) -> bool:
    """Whether the extra cost of a product in plain layout is below that of the conversions to and from blocks.

    The extra cost: columns of padding (50 pixels in tiles of 64 waste 28 %), a slower kernel, and for more than one tap
    the matrix of windows. `moved`: the pixels of the image for each pixel of the result.
    """
    if pixels == 0:
        return False
    tile = int(costs.pixel_vectors) * lanes
    computed = -(-pixels // tile) * tile
    surplus = computed / pixels - 1 + costs.plain_product - 1
    windows = 0 if taps == 1 else inputs * taps
    return surplus * outputs * inputs * taps + costs.block_move * windows < costs.block_move * (
        outputs + inputs * moved
    )


def lone_product(out: Emitter, var: GraphVar, call: GraphCall, rank: int, lanes: int, costs: Costs) -> GraphCall | None:
    """A convolution as a product of its weights with the image in plain layout, (O, C) by (N, C, pixels), or with the
    matrix of its windows. None for convolutions in groups, for images of symbolic size, and where channel blocks are
    faster."""
    x, weight = call.args[:2]
    shape, kernel, result = image_dims(x), static_shape(weight), image_dims(var)
    if shape is None or kernel is None or result is None or len(shape) != rank + 2 or not is_plain(call):
        return None
    if not is_fixed(shape) or call.attrs.get("groups", 1) != 1 or call.attrs.get("multiple", 1) != 1:
        return None
    if call.attrs.get("out_dtype"):
        return None
    window = {name: call.attrs[name] for name in ("strides", "padding", "dilation") if call.attrs.get(name) is not None}
    attrs = window_attrs(window, rank)
    taps, pixels = math.prod(kernel[2:]), math.prod(int(d) for d in result[2:])
    # A 1x1 kernel without stride and padding reads the image itself; any other kernel needs the matrix of its windows.
    pointwise = all(one == 1 for one in (*attrs.get("strides", ()), *kernel[2:])) and not any(attrs["padding"])
    moved = math.prod(int(d) for d in shape[2:]) / max(1, pixels)
    if not _is_cheaper(kernel[0], kernel[1], 1 if pointwise else taps, pixels, moved, lanes, costs):
        return None
    if not pointwise:
        x = out.emit(GraphCall(Op("nn.im2col"), (x,), {"kernel_size": list(kernel[2:]), **window}))
    return GraphCall(Op("nn.pointwise_conv"), (x, reshaped(out, weight, (kernel[0], kernel[1] * taps))))


def keeps_rows(var: GraphVar, call: GraphCall, rank: int, lanes: int, costs: Costs) -> bool:
    """Whether a depthwise convolution is faster on the rows of plain images than on channel blocks with the conversions
    to and from them. False for images of symbolic size and for types other than float32."""
    x, weight = call.args[:2]
    shape, kernel, result = image_dims(x), static_shape(weight), image_dims(var)
    if shape is None or kernel is None or result is None or len(shape) != rank + 2 or rank > 2 or not is_plain(call):
        return False
    if not is_fixed(shape) or kernel[1] != 1 or call.attrs.get("groups", 1) != shape[1]:
        return False
    if tensor_dtype(x) != "float32" or call.attrs.get("out_dtype"):
        return False
    given, made = (math.prod(int(d) for d in dims[1:]) for dims in (shape, result))
    columns = int(result[-1])
    if columns < lanes // 2 or made == 0:
        return False
    stride = per_dim(call.attrs.get("strides"), rank, 1, "strides")[-1]
    # every other pixel: two loads and a shuffle; others are gathered one by one
    loads = stride if stride <= 2 else lanes
    surplus = -(-columns // lanes) * lanes / columns * costs.row_tap * loads - 1
    return surplus * math.prod(kernel[2:]) * made < costs.block_move * (made + given)


def pool_takes_blocks(var: GraphVar, call: GraphCall, lanes: int, costs: Costs) -> bool:
    """Whether a pool of plain images of symbolic width is faster on channel blocks with the conversions to and from
    them. False for sequences and volumes, for channels that do not fill blocks and for types other than float32.

    On rows, the last vector of each is masked: of what is padded, and of the result.
    """
    x = call.args[0]
    shape, result = image_dims(x), image_dims(var)
    if shape is None or result is None or len(shape) != 4 or isinstance(shape[3], int) or tensor_dtype(x) != "float32":
        return False
    if not isinstance(shape[1], int) or shape[1] % lanes:
        return False
    attrs = window_attrs(call.attrs, 2)
    down, across = (int(step) for step in attrs.get("strides") or attrs["pool_size"])
    ends = costs.row_end * (any(attrs["padding"]) + 1 / down)
    return ends > costs.block_move * costs.assumed_image / lanes * (1 + 1 / (down * across))
