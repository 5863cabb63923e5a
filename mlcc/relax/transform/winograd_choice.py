"""Decides from its sizes whether a 3x3 convolution with constant weights uses Winograd's method.

The method needs a quarter (tiles of 4 x 4) or 4 / 9 (2 x 2) of the multiplications, but transforms each tile before and
after them, and its weights take 4 or 16 / 9 times the memory. It pays for large images and many channels; with few
pixels per weight, loading the larger weights dominates.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.analysis import simplify
from mlcc.ir import (
    Constant,
    DerivedDim,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    Op,
    Var,
    all_roots,
    as_int,
    const,
    const_like,
    substitute,
    walk,
)
from mlcc.target import Costs, costs_of, layer_fact
from mlcc.topi import WINOGRAD_TILES, pack_winograd_weight
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import dimensions
from .blocked_weights import zero_padded
from .seen_products import seen_share

if TYPE_CHECKING:
    from mlcc.target import Target

_COSTS = costs_of()

#: The transform of larger weights, infinities and NaN, would carry them to other taps or overflow.
_LARGEST_WEIGHT = 1e30


@dataclass(frozen=True)
class ConvSizes:
    """A 3x3 convolution of one image: blocks of input and output channels, lanes per block, the result's extents, and
    the dilation."""

    inputs: int
    outputs: int
    lanes: int
    height: int
    width: int
    steps: tuple[int, int] = (1, 1)

    def tiles(self, tile: int) -> int:
        """The number of tiles that cover the result; with a dilation, those of each phase of rows and columns."""
        down, along = self.steps
        rows = self.height // (tile * down) * down + min(self.height % (tile * down), down)
        return rows * -(-self.width // (tile * along)) * along

    @property
    def vectors(self) -> int:
        """Blocks of output channels in a tile of the products."""
        return next(v for v in (2, 3, 1) if self.outputs % v == 0)

    def weights(self, points: int) -> int:
        """The number of weight vectors, with `points` values for each pair of channels."""
        return points * self.inputs * self.lanes * self.outputs

    @property
    def fact(self) -> str:
        """The name of the cost fact that may state the method."""
        return layer_fact(self.outputs * self.lanes, self.inputs * self.lanes, self.height, self.width)

    def nbytes(self, tile: int) -> int:
        """The bytes of the weights at the points of tiles of `tile` x `tile` results, in float32."""
        return self.weights((tile + 2) ** 2) * self.lanes * 4


def direct_cost(sizes: ConvSizes, cold: bool, costs: Costs) -> float:
    """Estimated time of the direct kernel in vector FMAs; `cold` weights are loaded from DRAM."""
    vectors = sizes.weights(9)
    return (costs.direct_product * sizes.height * sizes.width + cold * costs.memory_vector) * vectors


def winograd_cost(sizes: ConvSizes, tile: int, cold: bool, costs: Costs) -> float:
    """Estimated time with tiles of `tile` x `tile` results, in vector FMAs."""
    vectors, tiles = sizes.weights((tile + 2) ** 2), sizes.tiles(tile)
    spread, gather = (float(getattr(costs, f"winograd_{side}_{tile}")) for side in ("input", "output"))
    transforms = sizes.inputs * spread + sizes.outputs * gather
    return tiles * transforms + (tiles + cold * costs.memory_vector) * vectors


@dataclass(frozen=True)
class Instead:
    """What the method is compared with: the `direct` kernel, in vector FMAs. `moved` vectors are copied for the method.

    Where there is none, it is the direct kernel of the same sizes, and nothing is copied.
    """

    direct: float
    moved: float = 0


def choose_tile(
    sizes: ConvSizes,
    cold: bool,
    tiles: tuple[int, ...] = WINOGRAD_TILES,
    costs: Costs = _COSTS,
    rate: float = 1,
    instead: Instead | None = None,
) -> int | None:
    """The tile size with the lowest estimated time, or None for the direct kernel, which is `rate` times as fast as
    that of float32 in arithmetic and memory. A cost fact of the layer decides first."""
    stated = dict(costs.layers).get(sizes.fact)
    if stated is not None and stated in (0, *tiles):
        return int(stated) or None
    other = instead or Instead(direct_cost(sizes, cold, costs))
    times = {tile: winograd_cost(sizes, tile, cold, costs) + other.moved * costs.block_move for tile in tiles}
    best = min(times, key=lambda tile: times[tile], default=None)
    gains = best is not None and times[best] * costs.winograd_gain < other.direct / rate
    return best if gains else None


def usual_tiles(sizes: ConvSizes, tile: int, cache: int, costs: Costs) -> int:
    """The tiles of a band: more if its weights share L2 with little else; `cache` is the size of L2 in bytes."""
    return int(costs.winograd_cold_band if sizes.nbytes(tile) > cache // 2 else costs.winograd_band)


def choose_group(sizes: ConvSizes, costs: Costs) -> tuple[int, int]:
    """For an image of symbolic size: the tiles of a group, all of which are computed, and the groups of a register tile
    of the products, of which the last tile computes those that there are."""
    most = math.ceil(costs.winograd_accumulators / sizes.vectors)
    group = max(1, int(most // costs.winograd_groups))
    return group, max(1, int(costs.winograd_accumulators // (sizes.vectors * group)))


def band_cost(down: int, band: int, usual: int, cores: int, costs: Costs) -> float:
    """Estimated time of `down` rows of tiles in bands of `band`, on one thread plus on all cores, in rows."""
    bands = -(-down // band)
    rows = band * (bands + cores * -(-bands // cores))
    return rows * (1.0 if band >= min(down, usual) else costs.winograd_small_band)


def choose_band(sizes: ConvSizes, tile: int, cache: int, cores: int = 1, costs: Costs = _COSTS) -> int:
    """Rows of tiles that are transformed together; `cache` is the size of L2 in bytes.

    A band has enough tiles to amortise loading its weights, the last band has little padding, and all `cores` threads
    get equally many bands. A small image is one band, whose output channels are divided among the threads, unless
    there are too few of these.
    """
    down, across = -(-sizes.height // tile), -(-sizes.width // tile)
    usual = math.ceil(usual_tiles(sizes, tile, cache, costs) / across)
    groups = sizes.outputs // sizes.vectors
    fewest = costs.winograd_least_band
    if down * across <= costs.winograd_whole and (groups > 1 or cores == 1 or down * across < 2 * fewest):
        return down
    least = min(down, math.ceil(fewest / across))
    candidates = range(least, min(down, 2 * usual) + 1)
    return min(candidates, key=lambda band: (band_cost(down, band, usual, cores, costs), band))


@dataclass(frozen=True)
class WinogradChoice:
    """The decision for convolutions on channel blocks of `lanes`, and the parameters of the method.

    `tiles` are the tile sizes to choose from: () disables the method, (2,) has the smaller rounding error. `cache` is
    the size of L2 in bytes. `cold`: the model's weights exceed it, and are loaded from DRAM in each inference.
    """

    lanes: int = 16
    cache: int = 2 << 20
    tiles: tuple[int, ...] = WINOGRAD_TILES
    cores: int = 1
    costs: Costs = _COSTS
    cold: bool = False

    @classmethod
    def for_target(cls, target: Target) -> WinogradChoice:
        """The choice with the facts of a target."""
        lanes = int(target.costs.channel_block)
        return cls(lanes=lanes, cache=target.l2_bytes, cores=target.num_cores, costs=target.costs)

    def for_model(self, func: GraphFunction) -> WinogradChoice:
        """The choice for the weights of a graph function."""
        weights = sum(node.data.nbytes for node in walk(func) if isinstance(node, Constant))
        return replace(self, cold=weights > self.cache)

    def convolution(
        self,
        data: GraphExpr,
        weight: GraphExpr,
        image: Sequence[int | Expr],
        attrs: Mapping[str, Any],
        instead: Instead | None = None,
    ) -> GraphCall | None:
        """``nn.winograd_conv2d_nchwc`` of blocked `data` and the weight (O, C, 3, 3), where that is faster; else None.

        `image` is the height and width of the result, maybe symbolic; `attrs` are those of ``nn.conv2d_nchwc``, with a
        dilation only for an image of symbolic size.
        """
        if not self.tiles or not isinstance(weight, Constant) or not _is_supported(attrs, weight.data):
            return None
        is_static, steps = all(as_int(extent) is not None for extent in image), _steps(attrs)
        if is_static and max(steps) > 1:
            return None
        sizes = self._sizes(weight.data.shape, image, steps)
        if instead is None and max(steps) > 1:
            instead = Instead(direct_cost(sizes, self.cold, self.costs) * _seen(sizes, attrs))
        tile = choose_tile(sizes, self.cold, self.tiles, self.costs, instead=instead)
        if tile is None:
            return None
        packed = pack_winograd_weight(self._padded(weight.data), tile, self.lanes, sizes.vectors * self.lanes)
        new: dict[str, Any] = {"padding": attrs.get("padding", 0)}
        if max(steps) > 1:
            new["dilation"] = [*steps]
        if is_static:
            new["band"] = choose_band(sizes, tile, self.cache, self.cores, self.costs)
        else:
            new["group"], together = choose_group(sizes, self.costs)
            usual = usual_tiles(sizes, tile, self.cache, self.costs)
            new["band"] = -(-usual // (new["group"] * together)) * together
        return GraphCall(Op("nn.winograd_conv2d_nchwc"), (data, Constant(packed)), new)

    def serves_bytes(self, call: GraphCall, weight: Sequence[int], rate: float) -> bool:
        """Whether a convolution of bytes, with a weight of this shape, is faster in float32 by this method than by
        kernels of bytes that are `rate` times as fast as those of float32; 0: never."""
        return rate > 0 and self._serves(call, weight, rate)

    def serves_pairs(self, call: GraphCall, weight: Sequence[int]) -> bool:
        """Whether a convolution of bfloat16 is faster in float32 by this method than in pairs."""
        return self._serves(call, weight, self.costs.pair_rate or 1)  # 0: a target that is told to, and not how fast

    def _serves(self, call: GraphCall, weight: Sequence[int], rate: float) -> bool:
        if not self.tiles or not _is_simple(call.attrs, weight) or _steps(call.attrs) != (1, 1):
            return False
        image = (dimensions(call) or ())[2:]
        if len(image) != 2:
            return False
        return choose_tile(self._sizes(weight, image), self.cold, self.tiles, self.costs, rate) is not None

    def _sizes(self, weight: Sequence[int], image: Sequence[int | Expr], steps: tuple[int, int] = (1, 1)) -> ConvSizes:
        """The sizes of a convolution with a weight (O, C, 3, 3); those of an image of symbolic size are assumed."""
        outputs, inputs = (-(-n // self.lanes) for n in weight[:2])
        return ConvSizes(inputs, outputs, self.lanes, *self.assumed(image, max(weight[:2])), steps)

    def assumed(self, image: Sequence[int | Expr], channels: int) -> tuple[int, int]:
        """The height and width for which the method is chosen where they are symbolic.

        What is computed from the size of the network's image, such as (h + 1) // 2, is computed of an assumed size of
        it. Elsewhere the channels tell how often images were halved. An image of one known extent has no fewer pixels
        than one of which both are unknown: lines of text and spectrograms are low because they are long. With a hint of
        28 pixels, 8 x n is taken for 8 x 98.
        """
        hint = max(1, int(min(self.costs.assumed_image, self.costs.assumed_row // channels)))
        known = [value for extent in image if (value := as_int(extent)) is not None]
        least = -(-hint * hint // max(1, known[0])) if known else 0
        height, width = (self._extent(const_like(extent, "int64"), hint, least) for extent in image)
        return height, width

    def _extent(self, extent: Expr, hint: int, least: int) -> int:
        value = as_int(extent)
        if value is not None:
            return value
        if not isinstance(extent, Var) or isinstance(extent, DerivedDim):
            sides = {var: const(int(self.costs.assumed_input), var.dtype) for var in all_roots(extent)}
            hint = as_int(simplify(substitute(extent, sides))) or hint
        return max(hint, least)

    def _padded(self, weight: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The weight zero-padded to complete blocks of channels."""
        return zero_padded(weight, [*(-size % self.lanes for size in weight.shape[:2]), 0, 0])


def _is_supported(attrs: Mapping[str, Any], weight: np.ndarray[Any, Any]) -> bool:
    """True for 3x3 weights, stride 1, one group, in float32, none of them NaN or near to overflow."""
    if weight.dtype != np.float32 or not _is_simple(attrs, weight.shape):
        return False
    return not weight.size or bool(max(weight.max(), -weight.min()) < _LARGEST_WEIGHT)


def _steps(attrs: Mapping[str, Any]) -> tuple[int, int]:
    """The dilation of rows and columns."""
    down, along = per_dim(attrs.get("dilation"), 2, 1, "dilation")
    return down, along


def _seen(sizes: ConvSizes, attrs: Mapping[str, Any]) -> float:
    """The part of the products of a convolution that is not with padding."""
    pads, results = pads_of(attrs.get("padding"), 2), (sizes.height, sizes.width)
    extents = [
        max(1, count + 2 * step - sum(ends)) for count, step, ends in zip(results, sizes.steps, pads, strict=True)
    ]
    return seen_share(extents, results, (3, 3), attrs)


def _is_simple(attrs: Mapping[str, Any], weight: Sequence[int]) -> bool:
    """The same of attributes and the shape of a weight."""

    def ones(name: str) -> bool:
        value = attrs.get(name, 1)
        return value == 1 or (isinstance(value, list | tuple) and all(v == 1 for v in value))

    return (
        tuple(weight[2:]) == (3, 3)
        and all(ones(name) for name in ("strides", "groups"))
        and attrs.get("out_dtype") in (None, "float32")
    )
