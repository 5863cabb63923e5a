"""Dilated convolutions, and those of volumes, by Winograd's method on a mosaic of their images.

A 3x3 convolution of dilation 2 is one without dilation on the four images of every second row and column, and a 3x3x3
convolution of 8 slices is one of 8 images, whose channels are those of the three slices that a window reads. Each is
one larger image (`mlcc.topi.mosaic`), on which Winograd's method takes a quarter of the products.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.ir import Constant, GraphCall, GraphExpr, Op, as_int
from mlcc.topi.mosaic import Mosaic
from mlcc.topi.shapes import pads_of, per_dim

from ..rewrite import Emitter
from .blocked_weights import channels_of_slices, depth_of_window, image_dims
from .seen_products import seen_share
from .winograd_choice import Instead, WinogradChoice


def convolution_of_mosaic(
    choice: WinogradChoice,
    out: Emitter,
    data: GraphExpr,
    weight: GraphExpr,
    image: Sequence[int | None],
    attrs: Mapping[str, Any],
) -> GraphCall | None:
    """A convolution of blocked `data` (N, C / c, (D,) H, W, c) with a weight (O, C, (kd,) 3, 3), if that is faster than
    the direct kernel; else None.

    `image` are the extents of the result, and `attrs` are those of ``nn.conv2d_nchwc``, with a value per dimension.
    """
    rank, space = len(image), [as_int(d) for d in (image_dims(data) or ())[2:-1]]
    if rank not in (2, 3) or None in image or None in space or attrs.get("groups", 1) != 1:
        return None
    if not isinstance(weight, Constant) or weight.data.shape[-2:] != (3, 3):
        return None
    *_, down, across = per_dim(attrs.get("dilation"), rank, 1, "dilation")
    strides, pads = per_dim(attrs.get("strides"), rank, 1, "strides"), pads_of(attrs.get("padding"), rank)
    if strides[-2:] != (1, 1) or (rank == 2 and down == across == 1):
        return None
    inside = pads[-2:] == ((0, 0), (0, 0))
    if not inside and pads[-2:] != ((down, down), (across, across)):
        return None
    extents, results = [int(d or 0) for d in space], [int(d or 0) for d in image]
    height, width = extents[-2:]
    slices = results[0] if rank == 3 else 0
    form = Mosaic(height, width, (down, across), slices or 1, 0 if inside else 1)
    blocks, lanes = int(as_int((image_dims(data) or ())[1]) or 0), choice.lanes
    flat = channels_of_slices(weight.data, blocks * lanes) if rank == 3 else weight.data
    outputs, inputs = -(-flat.shape[0] // lanes), -(-flat.shape[1] // lanes)
    share = seen_share(extents, results, weight.data.shape[2:], attrs)
    products = 9 * inputs * lanes * outputs * math.prod(results) * share
    moved = math.prod(form.shape) * inputs + math.prod(results) * outputs
    instead = Instead(products * choice.costs.direct_product, moved)
    cut: dict[str, Any] = {"phases": [down, across], "slices": slices, "apart": form.apart}
    depth = {"depth": depth_of_window(weight.data, attrs)} if slices else {}
    source = GraphCall(Op("nn.mosaic"), (data,), {**cut, **depth})
    total = choice.convolution(source, Constant(flat), form.shape, {"padding": [1] * 4}, instead)
    if total is None:
        return None
    total = GraphCall(total.op, (out.emit(source, "mosaic"), *total.args[1:]), total.attrs)
    return GraphCall(Op("nn.from_mosaic"), (out.emit(total, "sums"),), {**cut, "image": [height, width]})
