"""The layers of a model of which each may take another method: 3x3 convolutions, direct or by Winograd's method.

One build with all of them changed says of each which is faster, by the times of its kernels in the model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlcc.driver.measure import Measurement, compare
from mlcc.ir import as_int
from mlcc.relax.transform.winograd_choice import ConvSizes, winograd_cost
from mlcc.topi import WINOGRAD_TILES

from .model_times import sums

if TYPE_CHECKING:
    from mlcc.ir import IRModule, PrimFunc
    from mlcc.target import Target

_DIRECT, _WINOGRAD = "nn.conv2d_nchwc", "nn.winograd_conv2d_nchwc"


@dataclass(frozen=True, slots=True)
class Layer:
    """The convolutions of the same sizes in a model: the side of the tiles of their method, 0 for the direct one, and
    the kernels that compute them."""

    sizes: ConvSizes
    tile: int
    kernels: tuple[str, ...]

    def other(self, target: Target, *, cold: bool) -> int:
        """The method to try instead: the direct one, or the tile that is estimated to be faster."""
        if self.tile:
            return 0
        return min(WINOGRAD_TILES, key=lambda tile: winograd_cost(self.sizes, tile, cold, target.costs))


def layers_of(legal: IRModule) -> dict[str, Layer]:
    """The layers of a module after the graph passes, by the cost fact that states their method."""
    found: dict[str, Layer] = {}
    for name, func in legal.prim_funcs.items():
        if (layer := _layer(name, func)) is not None:
            fact = layer.sizes.fact
            kernels = (*found[fact].kernels, name) if fact in found else (name,)
            found[fact] = Layer(layer.sizes, layer.tile, kernels)
    return found


def _layer(name: str, func: PrimFunc) -> Layer | None:
    """The layer of a program, if it is a convolution in blocks of channels that may take Winograd's method."""
    buffers = [func.buffer_map[param] for param in func.params if param in func.buffer_map]
    shapes = [[as_int(dim) for dim in buffer.shape] for buffer in buffers]
    op = func.attrs.get("op")
    if op not in (_DIRECT, _WINOGRAD) or len(shapes) < 3 or len(shapes[0]) != 5 or len(shapes[-1]) != 5:
        return None
    (_, inputs, high, wide, lanes), (_, outputs, height, width, block) = shapes[0], shapes[-1]
    if None in (inputs, high, wide, lanes, outputs, height, width) or lanes != block:
        return None
    weight, sizes = shapes[1], ConvSizes(inputs, outputs, block, height, width)  # type: ignore[arg-type]
    if op == _WINOGRAD:
        return Layer(sizes, int(weight[0] or 0) - 2, (name,))
    strided = height < high - 2 or width < wide - 2  # type: ignore[operator]
    return None if strided or weight[2:4] != [3, 3] else Layer(sizes, 0, (name,))


#: Samples of two builds in turns: the seconds of each kernel.
Rows = Sequence[tuple[Mapping[str, float], Mapping[str, float]]]


def faster(rows: Rows, before: Mapping[str, Layer], after: Mapping[str, Layer]) -> list[str]:
    """The facts of the layers that are faster in the second build, beyond the noise."""
    found = []
    for fact, layer in before.items():
        changed = after.get(fact)
        if changed is None or changed.tile == layer.tile:
            continue
        times = [
            Measurement(tuple(sums(row[side], item.kernels) for row in rows), 1)
            for side, item in enumerate((layer, changed))
        ]
        high = compare(*times).high
        if high is not None and high < 1:
            found.append(fact)
    return found
