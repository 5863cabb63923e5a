"""Which 3x3 convolutions run by Winograd's method: decided for each from its sizes, while its weights are constants.

The method does a quarter (tiles of 4 x 4) or 4 / 9 (2 x 2) of the multiplications, but moves each tile's values twice
more and needs 4 or 16 / 9 times the memory for weights; so it depends on the image and the channels what is faster.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    as_int,
    walk,
)
from mlcc.target import Costs, costs_of
from mlcc.topi import WINOGRAD_TILES, pack_winograd_weight

from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass, Pass

if TYPE_CHECKING:
    from mlcc.target import Target

# Columns of tiles in a band of an image of symbolic size. Such an image may be far smaller than assumed, and bands
# mostly empty: layers of very many channels stay direct.
_ACROSS = 7
_COSTS = costs_of()


@dataclass(frozen=True)
class ConvSizes:
    """A 3x3 convolution of one image: blocks of input and output channels, lanes per block, the result's extents."""

    inputs: int
    outputs: int
    lanes: int
    height: int
    width: int

    def tiles(self, tile: int) -> int:
        """How many tiles cover the result."""
        return -(-self.height // tile) * -(-self.width // tile)

    @property
    def vectors(self) -> int:
        """Blocks of output channels in a tile of the products."""
        return next(v for v in (2, 3, 1) if self.outputs % v == 0)

    def weights(self, points: int) -> int:
        """Vectors of weights, `points` for each pair of channels."""
        return points * self.inputs * self.lanes * self.outputs


def direct_cost(sizes: ConvSizes, cold: bool, costs: Costs) -> float:
    """Estimated time of the direct kernel in vector FMAs; `cold` weights come from memory."""
    vectors = sizes.weights(9)
    return (costs.direct_product * sizes.height * sizes.width + cold * costs.memory_vector) * vectors


def winograd_cost(sizes: ConvSizes, tile: int, cold: bool, costs: Costs) -> float:
    """Estimated time with tiles of `tile` x `tile` results, in vector FMAs."""
    facts = costs.facts()
    vectors, tiles = sizes.weights((tile + 2) ** 2), sizes.tiles(tile)
    transforms = sizes.inputs * facts[f"winograd_input_{tile}"] + sizes.outputs * facts[f"winograd_output_{tile}"]
    return tiles * transforms + (tiles + cold * costs.memory_vector) * vectors


def choose_tile(
    sizes: ConvSizes, cold: bool, tiles: tuple[int, ...] = WINOGRAD_TILES, costs: Costs = _COSTS
) -> int | None:
    """The tile that is fastest by the estimates, or None for the direct kernel."""
    times = {tile: winograd_cost(sizes, tile, cold, costs) for tile in tiles}
    best = min(times, key=lambda tile: times[tile], default=None)
    gains = best is not None and times[best] * costs.winograd_gain < direct_cost(sizes, cold, costs)
    return best if gains else None


def choose_band(sizes: ConvSizes, tile: int, cache: int, cores: int = 1, costs: Costs = _COSTS) -> int:
    """Rows of tiles that are transformed together; `cache` is the size of L2 in bytes.

    A band has tiles enough to reuse its weights, few rows are wasted at the end, and `cores` threads get as many
    bands each. A small image is one band, whose threads share the output channels, unless there are too few of those.
    """
    down, across = -(-sizes.height // tile), -(-sizes.width // tile)
    weights = sizes.weights((tile + 2) ** 2) * sizes.lanes * 4
    usual = math.ceil((costs.winograd_cold_band if weights > cache // 2 else costs.winograd_band) / across)
    groups = sizes.outputs // sizes.vectors
    fewest = costs.winograd_least_band
    if down * across <= costs.winograd_whole and (groups > 1 or cores == 1 or down * across < 2 * fewest):
        return down

    def work(band: int) -> float:
        """What all rows of tiles take by one thread and by all."""
        bands = -(-down // band)
        rows = band * (bands + cores * -(-bands // cores))
        return rows * (1.0 if band >= min(down, usual) else costs.winograd_small_band)

    least = min(down, math.ceil(fewest / across))
    return min(range(least, min(down, 2 * usual) + 1), key=lambda band: (work(band), band))


def unpack_conv_weight(packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """(O / o, C / c, kh, kw, c, o) as (O, C, kh, kw)."""
    outer, inner, kh, kw, block_in, block_out = packed.shape
    plain: np.ndarray[Any, Any] = packed.transpose(0, 5, 1, 4, 2, 3)
    return plain.reshape((outer * block_out, inner * block_in, kh, kw))


@dataclass(frozen=True)
class ChooseWinograd(FunctionPass):
    """Rewrite blocked 3x3 convolutions of stride 1 with constant weights to ``nn.winograd_conv2d_nchwc`` where faster.

    `tiles` are the tiles to choose from: none for no Winograd at all, (2,) for the smaller rounding error. `cache` is
    the size of L2 in bytes, `lanes` that of a block of channels.
    """

    lanes: int = 16
    cache: int = 2 << 20
    tiles: tuple[int, ...] = WINOGRAD_TILES
    cores: int = 1
    costs: Costs = _COSTS

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        lanes = target.vector_lanes("float32")
        return cls(lanes=lanes, cache=target.l2_bytes, cores=target.num_cores, costs=target.costs)

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        if not self.tiles:
            return func
        # Weights that do not all fit in the cache are cold at each call of the model.
        cold = sum(node.data.nbytes for node in walk(func) if isinstance(node, Constant)) > self.cache
        return rewrite(func, partial(self.rule, cold), module)

    def rule(self, cold: bool, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or value.op.name != "nn.conv2d_nchwc":
            return None
        weight, info = value.args[1], var.sinfo
        shape = [as_int(d) for d in info.shape or ()] if isinstance(info, TensorStructInfo) else []
        if len(shape) != 5 or not isinstance(weight, Constant) or not self.fits(value, weight.data):
            return None
        outer, inner = weight.data.shape[:2]
        height, width = shape[2:4]
        known = height is not None and width is not None
        image = int(self.costs.assumed_image)
        sizes = ConvSizes(inner, outer, self.lanes, *((height or 0, width or 0) if known else (image, image)))
        tile = choose_tile(sizes, cold, self.tiles, self.costs)
        if tile is None or (not known and sizes.weights((tile + 2) ** 2) * self.lanes * 4 > 2 * self.cache):
            return None
        packed = pack_winograd_weight(unpack_conv_weight(weight.data), tile, self.lanes, sizes.vectors * self.lanes)
        attrs: dict[str, Any] = {"padding": value.attrs.get("padding", 0)}
        if known:
            attrs["band"] = choose_band(sizes, tile, self.cache, self.cores, self.costs)
        else:
            attrs["band"], attrs["columns"] = int(self.costs.winograd_band) // _ACROSS, _ACROSS
        return GraphCall(Op("nn.winograd_conv2d_nchwc"), (value.args[0], Constant(packed)), attrs)

    def fits(self, call: GraphCall, weight: np.ndarray[Any, Any]) -> bool:
        """True for 3x3 weights in whole blocks, stride and dilation 1, one group, in float32."""

        def ones(name: str) -> bool:
            value = call.attrs.get(name, 1)
            return value == 1 or (isinstance(value, list | tuple) and all(v == 1 for v in value))

        return (
            weight.ndim == 6
            and weight.dtype == np.float32
            and weight.shape[2:] == (3, 3, self.lanes, self.lanes)
            and all(ones(name) for name in ("strides", "dilation", "groups"))
            and call.attrs.get("out_dtype") in (None, "float32")
        )
