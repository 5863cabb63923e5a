"""Rewrites convolutions of quantised values to channel blocks: bytes in words of four, or floats for depthwise ones.

The sum over the window of ``(x - zero) * w`` is computed as ``sum(x * w) - zero * sum(w)``: the second term is a
constant per output channel and joins the bias. Where the window reaches beyond the image, `x` is filled with `zero`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, as_int

from ..rewrite import Emitter
from .blocked_convs import attrs_of_slices, window_attrs
from .blocked_values import Blocked, BlockedValues, image_shape
from .blocked_weights import (
    block_channels,
    block_groups,
    channels_of_slices,
    depth_of_window,
    image_dims,
    is_fixed,
    pack_depthwise_weight,
    reshaped,
)
from .byte_words import numbers_attr, widened, widened_weight, word_numbers
from .packed_words import pack_conv_words
from .tile_products import BYTE_DEPTH, conv_in_tiles, pack_conv_registers, reads_patches
from .words import words

Array = np.ndarray[Any, Any]
#: float32 holds every integer up to here.
EXACT = 1 << 24


def fits_blocks(kernel: tuple[int, ...], groups: int, lanes: int) -> bool:
    """Whether a convolution of bytes with a weight of this shape has a kernel on channel blocks."""
    outputs, inputs = kernel[:2]
    if groups == 1:
        return outputs >= lanes // 2
    if is_depthwise(kernel, groups):
        return True
    filled = fills_blocks(kernel, groups, lanes)
    return filled or (inputs % 4 == 0 and inputs >= lanes // 4 and outputs // groups >= lanes)


def fills_blocks(kernel: tuple[int, ...], groups: int, lanes: int) -> bool:
    """Whether the channels of each group fill complete blocks."""
    outputs, inputs = kernel[:2]
    return inputs % lanes == 0 and (outputs // groups) % lanes == 0


def is_depthwise(kernel: tuple[int, ...], groups: int) -> bool:
    """Whether each channel has exactly one filter of its own."""
    return groups > 1 and kernel[1] == 1 and kernel[0] == groups


def convert_integer_conv(values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
    """Replace ``qnn.conv`` by its form on channel blocks; the contribution of the zero point is part of the bias."""
    x, weight, *rest = call.args
    shape = image_dims(x)
    groups, zero = int(call.attrs.get("groups", 1)), int(call.attrs.get("zero_point", 0))
    if shape is None or not isinstance(weight, Constant):
        return None
    if len(rest) > 1:
        return _with_run_time_zero(values, out, var, call)
    if not all(isinstance(b, Constant) for b in rest):
        return None
    w: Array = weight.data
    if not fits_blocks(w.shape, groups, values.lanes):
        return None
    bias = -zero * w.astype(np.int64).sum(axis=tuple(range(1, w.ndim)))
    for item in rest:
        assert isinstance(item, Constant)
        bias = bias + item.data
    attrs = window_attrs({k: call.attrs[k] for k in ("strides", "padding", "dilation") if k in call.attrs}, w.ndim - 2)
    if not any(attrs["padding"]):
        zero = 0  # no padding is filled with it: kernels that differ in it only are shared
    w = w.reshape(image_shape(w.shape))
    space = w.ndim - 2
    if is_depthwise(w.shape, groups):
        return _depthwise(values, out, var, x, (w, bias.astype(np.int32)), {**attrs, "pad_value": zero})
    if conv_in_tiles(call, values.costs):
        if reads_patches(call, values.costs):
            x, w, attrs = _of_patches(values, out, x, w, attrs)
        data = values.to_blocked(out, x, BYTE_DEPTH)
        if data is None:
            return None
        w, attrs = _of_slices(data, w, attrs, var)
        total = tile_sums(out, data, w, {**attrs, "zero_point": zero, "groups": groups})
        return _scaled(values, out, var, Blocked(total, bias.size, BYTE_DEPTH), bias, space)
    return _dense(values, out, var, x, (w, bias.astype(np.int32)), {**attrs, "zero_point": zero, "groups": groups})


def _with_run_time_zero(values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall) -> GraphExpr | None:
    """A zero point computed at run time: it fills the padding, and ``zero * sum(w)`` is subtracted from the result.

    `shifts` hold a constant per filter that was subtracted from its weights, so that they fit int8. With ``w = s + c``
    the result is ``sum(x * s) + c * sum(x) - zero * (sum(s) + c * count)``.
    """
    x, weight, _, zero, *shifts = call.args
    assert isinstance(weight, Constant)
    shape = image_shape(weight.data.shape)
    w: Array = weight.data.reshape(shape)
    space = len(shape) - 2
    in_tiles = conv_in_tiles(call, values.costs)
    groups = int(call.attrs.get("groups", 1))
    window_options = {k: call.attrs[k] for k in ("strides", "padding", "dilation") if k in call.attrs}
    attrs = window_attrs(window_options, weight.data.ndim - 2)
    if in_tiles and reads_patches(call, values.costs):
        x, w, attrs = _of_patches(values, out, x, w, attrs)
    if in_tiles:
        data, apart = values.to_blocked(out, x, BYTE_DEPTH), 1
    else:
        data, apart = _words_of_groups(values, out, x, w, groups)
    if data is not None and shifts and not data.is_exact and x in values.plain:
        # Weights of padded channels are 0, so their data are ignored by a filter; `window_sums` would add them up.
        data = values.to_blocked(out, values.to_plain(out, x), data.block)
    if data is None:
        return None
    fill = (zero,) if any(attrs["padding"]) else ()
    if in_tiles:
        flat, window = _of_slices(data, w, attrs, var)
        total = tile_sums(out, data, flat, {**window, "groups": groups}, *fill)
    else:
        filled = block_groups(w, apart, values.lanes)
        total = word_sums(values, out, data, filled, values.lanes, {**attrs, "groups": groups}, *fill)
    form = Blocked(total, w.shape[0], BYTE_DEPTH if in_tiles else values.lanes, apart)
    weight_sums = w.astype(np.int64).sum(axis=tuple(range(1, w.ndim)))
    for shift in shifts:
        assert isinstance(shift, Constant)
        window = {**attrs, "kernel": list(w.shape[2:]), "channels": int(w.shape[1])}
        sums = out.emit(GraphCall(Op("qnn.window_sums"), (words(out, data.value), zero), window), "window_sums")
        correction = out.emit(GraphCall(Op("multiply"), (sums, _channels(shift.data, form, space))))
        total = out.emit(GraphCall(Op("add"), (total, correction)), "sums")
        weight_sums = weight_sums + shift.data.astype(np.int64) * (w.size // w.shape[0])
    wide = out.emit(GraphCall(Op("cast"), (zero,), {"dtype": "int32"}))
    off = out.emit(GraphCall(Op("multiply"), (wide, _channels(weight_sums.astype(np.int32), form, space))))
    total = out.emit(GraphCall(Op("subtract"), (total, off)), "sums")
    return values.bind_blocked(out, var, GraphCall(Op("cast"), (total,), {"dtype": call.attrs["out_dtype"]}), form)


def _of_patches(
    values: BlockedValues, out: Emitter, x: GraphExpr, w: Array, attrs: dict[str, Any]
) -> tuple[GraphExpr, Array, dict[str, Any]]:
    """A convolution whose windows are patches as one of single pixels: the elements of a patch are its channels."""
    drawn: dict[str, Any] = {name: attrs[name] for name in ("strides", "dilation") if name in attrs}
    window: dict[str, Any] = {"kernel_size": list(w.shape[2:]), **drawn}
    pixels = out.emit(GraphCall(Op("nn.im2col"), (values.to_plain(out, x),), window), "patches")
    return pixels, w.reshape(w.shape[0], -1, 1, 1), {"strides": [1, 1], "padding": [0] * 4, "dilation": [1, 1]}


def _of_slices(data: Blocked, w: Array, attrs: dict[str, Any], like: GraphExpr) -> tuple[Array, dict[str, Any]]:
    """The weight and attributes of a convolution in tile registers: of volumes, that of images whose channels are those
    of all slices that a window reads. The result has the shape of `like`."""
    is_volume = w.ndim == 5
    if not is_volume:
        return w, attrs
    shape, result = image_dims(data.value), image_dims(like)
    assert shape is not None
    assert result is not None
    flat = channels_of_slices(w, int(as_int(shape[1]) or 0) * BYTE_DEPTH)
    slices = {"slices": int(as_int(result[2]) or 0), "depth": depth_of_window(w, attrs)}
    return flat, {**attrs_of_slices(attrs), **slices}


def _words_of_groups(
    values: BlockedValues, out: Emitter, x: GraphExpr, w: Array, groups: int
) -> tuple[Blocked | None, int]:
    """The bytes `x` as a convolution of words reads them, and how many groups of its results are padded separately:
    where their channels do not fill blocks, a group has one block of inputs."""
    if groups == 1 or fills_blocks(w.shape, groups, values.lanes):
        return _block_of_words(values, out, x, groups), 1
    return values.to_blocked(out, x, w.shape[1]), groups


def _block_of_words(values: BlockedValues, out: Emitter, x: GraphExpr, groups: int) -> Blocked | None:
    """The bytes `x` in channel blocks whose size is a multiple of four: complete words. Groups take blocks of their
    own."""
    shape, have = image_dims(x), values.blocked.get(x)
    assert shape is not None
    is_usable = have is not None and have.block % 4 == 0 and (have.groups == 1 or have.is_exact)
    is_usable = is_usable and (groups == 1 or (have is not None and shape[1] // groups % have.block == 0))
    lanes = values.lanes
    block = have.block if have is not None and is_usable else lanes if shape[1] >= lanes else -(-shape[1] // 4) * 4
    return values.to_blocked(out, x, block)


def _dense(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: tuple[Array, Array], attrs: dict[str, Any]
) -> GraphExpr | None:
    w, bias = weight
    groups = int(attrs["groups"])
    data, apart = _words_of_groups(values, out, x, w, groups)
    # channels that fill wide blocks are kept in them: other convolutions read them in tile registers
    lanes = BYTE_DEPTH if BYTE_DEPTH in values.tiles and groups == 1 and w.shape[0] % BYTE_DEPTH == 0 else values.lanes
    if data is None:
        return None
    total = word_sums(values, out, data, block_groups(w, apart, lanes), lanes, attrs)
    return _scaled(values, out, var, Blocked(total, w.shape[0], lanes, apart), bias, w.ndim - 2)


def word_sums(
    values: BlockedValues, out: Emitter, data: Blocked, w: Array, lanes: int, attrs: dict[str, Any], *fill: GraphExpr
) -> GraphVar:
    """The sums of a convolution in vectors, to blocks of `lanes` channels: of words of adjacent channels."""
    numbers = word_numbers(w, 1, values.costs)
    packed = Constant(pack_conv_words(widened_weight(w, numbers), data.block, lanes))
    operands = words(out, widened(out, data.value, numbers)), packed, *fill
    return out.emit(GraphCall(Op("qnn.conv2d_nchwc"), operands, {**attrs, **numbers_attr(numbers)}), "sums")


def tile_sums(out: Emitter, data: Blocked, w: Array, attrs: dict[str, Any], *fill: GraphExpr) -> GraphVar:
    """The sums of a convolution in tile registers; a kernel of single pixels reads those of the whole image as one
    row."""
    source, shape = data.value, image_dims(data.value)
    assert shape is not None
    by_pixel = w.shape[2:] == (1, 1) and not any(attrs["padding"]) and "depth" not in attrs
    if by_pixel and is_fixed(shape) and all(s == 1 for s in attrs.get("strides", ())):
        attrs = {**attrs, "image": list(shape[2:4])}
        source = reshaped(out, source, (*shape[:2], 1, shape[2] * shape[3], shape[4]))
    operands = source, Constant(pack_conv_registers(w)), *fill
    return out.emit(GraphCall(Op("nn.conv2d_tiles"), operands, attrs), "sums")


def _scaled(values: BlockedValues, out: Emitter, var: GraphVar, form: Blocked, bias: Array, space: int) -> GraphExpr:
    """The sums plus a bias per channel, which become float32; images have `space` dimensions."""
    total = form.value
    if bias.any():
        total = out.emit(GraphCall(Op("add"), (total, _channels(bias.astype(np.int32), form, space))), "sums")
    return values.bind_blocked(out, var, GraphCall(Op("cast"), (total,), {"dtype": "float32"}), form)


def _depthwise(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, weight: tuple[Array, Array], attrs: dict[str, Any]
) -> GraphExpr | None:
    """Depthwise: so few products are accumulated that float32 holds the sums exactly, and floats multiply faster."""
    (w, bias), data = weight, values.blocked.get(x)
    if data is None or data.block % values.lanes:
        data = values.to_blocked(out, x, values.lanes)
    if data is None:
        return None
    largest = 255 * np.abs(w.astype(np.int64)).sum(axis=tuple(range(1, w.ndim))) + np.abs(bias.astype(np.int64))
    kind = "float32" if int(largest.max(initial=0)) < EXACT else "int32"
    packed = pack_depthwise_weight(block_groups(w.astype(kind), data.groups, data.block), data.block)
    call = GraphCall(Op("nn.depthwise_conv2d_nchwc"), (data.value, Constant(packed)), {**attrs, "out_dtype": kind})
    if bias.any():
        shift = _channels(bias.astype(kind), data, w.ndim - 2)
        call = GraphCall(Op("add"), (out.emit(call, "sums"), shift))
    if kind != "float32":
        call = GraphCall(Op("cast"), (out.emit(call, "sums"),), {"dtype": "float32"})
    return values.bind_blocked(out, var, call, data)


def _channels(vector: Array, form: Blocked, space: int) -> Constant:
    """A vector with one value per channel, in blocks that broadcast over an image."""
    blocks = block_channels(block_groups(vector, form.groups, form.block), 0, form.block)
    return Constant(np.ascontiguousarray(blocks.reshape(1, -1, *[1] * space, form.block)))
