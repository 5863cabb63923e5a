"""Rewrites convolutions of 1, 2 and 3 dimensions to channel blocks: which block sizes each one reads and writes.

With 16 lanes, an image (N, 64, H, W) becomes (N, 4, H, W, 16): the 16 channels of a pixel are one vector. An image of 3
channels is read in one block of 3. A sequence is treated as an image of one row, so that one- and two-dimensional
convolutions share their kernels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, as_int
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import static_shape, tensor_dtype
from ..rewrite import Emitter
from .blocked_values import Blocked, BlockedValues, image_shape
from .blocked_weights import (
    block_groups,
    channels_of_slices,
    depth_of_window,
    image_dims,
    is_fixed,
    pack_conv_weight,
    packed_depthwise,
    packed_weight,
    reshaped,
    taps_first,
)
from .mosaic_convs import convolution_of_mosaic
from .packed_words import pack_conv_words
from .pair_products import PAIR, conv_in_pairs, even
from .seen_products import is_finite, skips_padding
from .tile_products import TILE_DEPTH, conv_in_tiles, has_few_channels, pack_conv_registers
from .window_channels import window_channels
from .words import words

#: The convolutions of each rank.
CONVS = {"nn.conv1d": 1, "nn.conv2d": 2, "nn.conv3d": 3}
_LAYOUTS = ("data_layout", "kernel_layout", "out_layout")


def window_attrs(attrs: Mapping[str, Any], rank: int) -> dict[str, Any]:
    """The attributes of a convolution or pooling with one value per dimension; those of a sequence get a leading 1."""
    new = dict(attrs)
    lead = 1 if rank == 1 else 0
    for name, default in (("strides", 1), ("dilation", 1), ("pool_size", 1), ("output_padding", 0)):
        if attrs.get(name) is not None:
            new[name] = [1 - (name == "output_padding")] * lead + list(per_dim(attrs[name], rank, default, name))
    pads = [(0, 0)] * lead + list(pads_of(attrs.get("padding"), rank))
    new["padding"] = [before for before, _ in pads] + [after for _, after in pads]
    return new


def is_plain(call: GraphCall) -> bool:
    """Whether a convolution's operands are (N, C, spatial…) and (O, I, spatial…)."""
    return all(not call.attrs.get(name) or call.attrs[name][:2] in ("NC", "OI") for name in _LAYOUTS)


def convert_conv(values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall, rank: int) -> GraphExpr | None:
    """Replace `call` by a convolution on channel blocks; None if no blocked kernel suits its channels and groups."""
    x, weight = call.args[:2]
    shape, kernel = image_dims(x), static_shape(weight)
    if shape is None or kernel is None or len(shape) != rank + 2 or not is_plain(call) or image_dims(var) is None:
        return None
    attrs = window_attrs({k: v for k, v in call.attrs.items() if k != "groups" and k not in _LAYOUTS}, rank)
    weight = reshaped(out, weight, image_shape(kernel))
    if conv_in_tiles(call, values.costs) and rank == 3:
        return _volume_in_tiles(values, out, var, x, weight, attrs)
    if conv_in_tiles(call, values.costs):
        return _tiles(values, out, var, x, weight, attrs, int(call.attrs.get("groups", 1)))
    groups, lanes = int(call.attrs.get("groups", 1)), values.lanes
    if conv_in_pairs(call, values.costs, lanes):
        return _pairs(values, out, var, x, weight, attrs, groups)
    outputs, inputs = kernel[:2]
    if groups > 1 and inputs == 1 and outputs == groups:
        return _depthwise(values, out, var, x, values.blocked.get(x), weight, attrs)
    if groups >= lanes and inputs == 1 and outputs // groups < lanes:
        return _depthwise(values, out, var, *_repeated(values, out, x, outputs // groups), weight, attrs)
    if groups > 1 and (inputs % lanes or (outputs // groups) % lanes):
        return _grouped(values, out, var, x, weight, attrs, groups)
    if outputs < lanes // 2:
        return None
    return _dense(values, out, var, x, weight, attrs, groups)


def _tiles(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: GraphExpr, attrs: dict[str, Any],
    groups: int,
) -> GraphExpr | None:  # fmt: skip
    """A convolution in tile registers; a kernel of single pixels reads those of the whole image as one row, of which it
    gets those of its strides."""
    assert isinstance(weight, Constant)
    if has_few_channels(weight, values.costs):
        x, weight, attrs = _of_windows(values, out, var, x, weight, attrs)
    data = values.to_groups(out, x, TILE_DEPTH, groups)
    if data is None:
        return None
    source, shape = data.value, image_dims(data.value)
    assert shape is not None
    by_pixel = weight.data.shape[2:] == (1, 1) and not any(attrs["padding"]) and is_fixed(shape)
    if by_pixel:
        source = values.every_pixel(out, source, attrs.get("strides", (1, 1)))
        attrs = {**attrs, "strides": [1, 1]}
    if tensor_dtype(weight) == "float16":
        source = out.emit(GraphCall(Op("nn.float16_parts"), (source,), {"axis": 1, "block": 1}), "parts")
        attrs = {**attrs, "out_dtype": attrs.get("out_dtype") or tensor_dtype(var) or "float16"}
    # of volumes, an image is a slice
    shape, image = image_dims(source), [as_int(d) for d in (image_dims(var) or ())[2:][-2:]]
    assert shape is not None
    if by_pixel:
        attrs = {**attrs, "image": list(shape[2:4])}
        source = reshaped(out, source, (*shape[:2], 1, shape[2] * shape[3], shape[4]))
    elif skips_padding(source, weight, image, attrs, values.costs.skipped_padding_tiles):
        attrs = {**attrs, "skip_padding": True}
    if groups > 1:
        attrs = {**attrs, "groups": groups}
    packed = Constant(pack_conv_registers(block_groups(weight.data, groups, TILE_DEPTH)))
    call = GraphCall(Op("nn.conv2d_tiles"), (source, packed), attrs)
    return values.bind_blocked(out, var, call, Blocked(data.value, weight.data.shape[0], TILE_DEPTH, groups))


def _volume_in_tiles(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: GraphExpr, attrs: dict[str, Any]
) -> GraphExpr | None:
    """A convolution of volumes in tile registers, as that of a batch of images whose channels are those of all slices
    that a window reads. Of few channels, the images are made first: the elements of their windows fill registers."""
    assert isinstance(weight, Constant)
    image, shape = image_dims(var), image_dims(x)
    assert image is not None
    assert shape is not None
    slices, depth = int(as_int(image[2]) or 0), depth_of_window(weight.data, attrs)
    attrs = {**attrs_of_slices(attrs), "slices": slices}
    if has_few_channels(weight, values.costs):
        flat = channels_of_slices(weight.data, weight.data.shape[1])
        single = reshaped(out, values.to_plain(out, x), (*shape, 1))
        images = out.emit(GraphCall(Op("nn.to_slices"), (single,), {"slices": slices, "depth": depth}), "slices")
        plain = reshaped(out, images, (image_dims(images) or ())[:-1])
        return _tiles(values, out, var, plain, Constant(flat), attrs, 1)
    data = values.to_blocked(out, x, TILE_DEPTH)
    dims = image_dims(data.value) if data is not None else None
    if data is None or dims is None:
        return None
    flat = channels_of_slices(weight.data, int(as_int(dims[1]) or 0) * TILE_DEPTH)
    call = GraphCall(
        Op("nn.conv2d_tiles"), (data.value, Constant(pack_conv_registers(flat))), {**attrs, "depth": depth}
    )
    return values.bind_blocked(out, var, call, Blocked(data.value, weight.data.shape[0], TILE_DEPTH))


def attrs_of_slices(attrs: dict[str, Any]) -> dict[str, Any]:
    """The attributes of the windows of volumes without those along the depth."""
    left: dict[str, Any] = {name: list(per_dim(attrs.get(name), 3, 1, name)[1:]) for name in ("strides", "dilation")}
    left["padding"] = [n for side in zip(*pads_of(attrs["padding"], 3)[1:], strict=True) for n in side]
    return {**attrs, **left}


def _pairs(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: GraphExpr, attrs: dict[str, Any],
    groups: int,
) -> GraphExpr | None:  # fmt: skip
    """A convolution of words of two channels; an odd number of channels gets one more."""
    assert isinstance(weight, Constant)
    shape, have = image_dims(x), values.blocked.get(x)
    assert shape is not None
    w, lanes = weight.data, values.lanes
    filled = w.shape[1] % lanes == 0 and w.shape[0] // groups % lanes == 0
    usable = have is not None and have.block % PAIR == 0 and (have.groups == 1 or have.is_exact)
    if groups > 1:  # as in float32: blocks of a group's channels where these do not fill vectors
        block = lanes if filled else w.shape[1]
    elif have is not None and usable:
        block = have.block
    else:
        block = lanes if shape[1] >= lanes else even(shape[1])
    data = values.to_blocked(out, x, block)
    if data is None:
        return None
    attrs = {name: value for name, value in attrs.items() if name != "out_dtype"}
    if groups > 1:
        attrs["groups"] = groups
    packed = Constant(pack_conv_words(block_groups(w, groups, lanes), block, lanes))
    total = GraphCall(Op("nn.conv2d_pairs"), (words(out, data.value), packed), attrs)
    form = Blocked(data.value, w.shape[0], lanes, 1 if filled else groups)
    if var.sinfo is not None and tensor_dtype(var) != "float32":
        total = GraphCall(Op("cast"), (out.emit(total, "sums"),), {"dtype": tensor_dtype(var)})
    return values.bind_blocked(out, var, total, form)


def _of_windows(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: Constant, attrs: dict[str, Any]
) -> tuple[GraphExpr, Constant, dict[str, Any]]:
    """A convolution of few channels as one of many, and its image (:func:`window_channels`)."""
    image = reshaped(out, values.to_plain(out, x), image_shape(image_dims(x) or ()))
    extents, result = ([as_int(d) or 0 for d in image_shape(image_dims(v) or ())[-2:]] for v in (x, var))
    form = window_channels(weight.data, extents, result, attrs)
    pixels = out.emit(GraphCall(Op("nn.im2col"), (image,), form.drawn))
    return pixels, Constant(form.weight), {**attrs, **form.left}


def _dense(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: GraphExpr, attrs: dict[str, Any],
    groups: int,
) -> GraphExpr | None:  # fmt: skip
    """One group, or groups whose channels fill complete blocks."""
    shape, kernel = image_dims(x), static_shape(weight)
    assert shape is not None
    assert kernel is not None
    have = values.blocked.get(x)
    block = have.block if have is not None else values.lanes if shape[1] >= values.lanes else shape[1]
    data = values.to_blocked(out, x, block)
    if data is None:
        return None
    if groups > 1:
        attrs = {**attrs, "groups": groups}
    image = [as_int(d) for d in (image_dims(var) or ())[2:]]
    blocked = None
    if block == values.lanes and len(image) == 2:
        blocked = values.winograd.convolution(data.value, weight, (image_dims(var) or ())[2:], attrs)
    if blocked is None and block == values.lanes:
        blocked = convolution_of_mosaic(values.winograd, out, data.value, weight, image, attrs)
    if blocked is None:
        costs = values.costs
        if skips_padding(data.value, weight, image, attrs, costs.skipped_padding, int(costs.assumed_image)):
            assert isinstance(weight, Constant)
            attrs = {**attrs, "skip_padding": True}
            packed: GraphExpr = Constant(taps_first(pack_conv_weight(weight.data, block, values.lanes)))
        else:
            packed = packed_weight(out, weight, block, values.lanes)
        blocked = GraphCall(Op("nn.conv2d_nchwc"), (data.value, packed), attrs)
    return values.bind_blocked(out, var, blocked, Blocked(data.value, kernel[0], values.lanes))


def _repeated(values: BlockedValues, out: Emitter, x: GraphExpr, times: int) -> tuple[GraphExpr, Blocked | None]:
    """An image with each channel repeated, as several filters per channel are those of one each; in blocks too, if it
    is in complete ones."""
    have = values.blocked.get(x)
    if have is None or not have.is_exact or have.block != values.lanes:
        attrs = {"repeats": times, "axis": 1}
        return out.emit(GraphCall(Op("repeat"), (values.to_plain(out, x),), attrs), "repeated"), None
    repeated = out.emit(GraphCall(Op("nn.repeat_nchwc"), (have.value,), {"repeats": times}), "repeated")
    return x, Blocked(repeated, have.channels * times, have.block)


def _depthwise(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, data: Blocked | None, weight: GraphExpr,
    attrs: dict[str, Any],
) -> GraphExpr | None:  # fmt: skip
    """One channel per group; `data` is the image in blocks, where it is in some."""
    if data is None or data.block != values.lanes or not (isinstance(weight, Constant) or data.groups == 1):
        data = values.to_blocked(out, x, values.lanes)
    if data is None:
        return None
    if isinstance(weight, Constant):
        if any(attrs["padding"]) and is_finite(weight):
            attrs = {**attrs, "skip_padding": True}
        weight = Constant(block_groups(weight.data, data.groups, values.lanes))
    packed = packed_depthwise(out, weight, values.lanes)
    call = GraphCall(Op("nn.depthwise_conv2d_nchwc"), (data.value, packed), attrs)
    return values.bind_blocked(out, var, call, data)


def _grouped(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: GraphExpr, attrs: dict[str, Any],
    groups: int,
) -> GraphExpr | None:  # fmt: skip
    """Groups whose channels do not fill vectors: one block of inputs per group, outputs padded to full blocks."""
    if not isinstance(weight, Constant):
        return None
    w, lanes = weight.data, values.lanes
    inputs, outputs = w.shape[1], w.shape[0] // groups
    if outputs < lanes or inputs < lanes // 4:
        return None
    data = values.to_blocked(out, x, inputs)
    if data is None:
        return None
    packed = packed_weight(out, Constant(block_groups(w, groups, lanes)), inputs, lanes)
    call = GraphCall(Op("nn.conv2d_nchwc"), (data.value, packed), {**attrs, "groups": groups})
    return values.bind_blocked(out, var, call, Blocked(data.value, w.shape[0], lanes, groups))


def plain_rows(values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall) -> GraphCall | None:
    """A convolution in plain layout, with result rows padded to full vectors; None if that is mostly padding."""
    shape, data = image_dims(var), image_dims(call.args[0])
    if shape is None or data is None or not is_plain(call) or call.attrs.get("multiple", 1) != 1:
        return None
    width = as_int(shape[-1])
    if width is not None and (width % values.lanes == 0 or width < values.lanes // 4):
        return None
    args = tuple(values.to_plain(out, a) for a in call.args)
    return GraphCall(call.op, args, {**call.attrs, "multiple": values.lanes})
