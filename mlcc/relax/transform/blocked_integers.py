"""Rewrites convolutions of quantised values to channel blocks: bytes in words of four, or floats for depthwise ones.

The sum over the window of ``(x - zero) * w`` is computed as ``sum(x * w) - zero * sum(w)``: the second term is a
constant per output channel and joins the bias. Where the window reaches beyond the image, `x` is filled with `zero`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, as_int

from ..operators import NULL
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
from .tile_products import BYTE_DEPTH, conv_in_tiles, draws_windows, pack_conv_registers, reads_patches
from .window_channels import window_channels
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
    """Replace ``qnn.conv`` by its form on channel blocks; bias and zero point are constants per filter.

    A zero point computed at run time fills the padding, and ``zero * sum(w)`` is subtracted from the result. A `shift`
    holds a constant per filter that was subtracted from its weights, so that they fit int8. With ``w = s + c`` the
    result is ``sum(x * s) + c * sum(x) - zero * (sum(s) + c * count)``.
    """
    x, weight, *rest = call.args
    bias, zero, shift = (*rest, NULL, NULL, NULL)[:3]
    groups = int(call.attrs.get("groups", 1))
    constants = all(v is NULL or isinstance(v, Constant) for v in (bias, shift))
    if image_dims(x) is None or not isinstance(weight, Constant) or not constants:
        return None
    if not fits_blocks(weight.data.shape, groups, values.lanes):
        return None
    w: Array = weight.data.reshape(image_shape(weight.data.shape))
    given, space = {k: call.attrs[k] for k in ("strides", "padding", "dilation") if k in call.attrs}, w.ndim - 2
    attrs = window_attrs(given, weight.data.ndim - 2)
    count, factor = w.size // w.shape[0], _vector(shift, w.shape[0])
    weight_sums = w.astype(np.int64).sum(axis=tuple(range(1, w.ndim))) + factor * count
    known = int(call.attrs.get("zero_point", 0))
    constant = _vector(bias, w.shape[0]) - known * weight_sums
    # kernels that differ only in what no padding is filled with are shared
    fill = known if any(attrs["padding"]) else 0
    if is_depthwise(w.shape, groups):
        padded = {"pad_value": fill} if fill or not any(attrs["padding"]) else {"skip_padding": True}
        return _depthwise(values, out, var, x, (w, constant.astype(np.int32)), {**attrs, **padded})
    filled = (zero,) if zero is not NULL and any(attrs["padding"]) else ()
    attrs.update(groups=groups, **({"zero_point": fill} if zero is NULL else {}))
    made = _sums(values, out, call, x, w, attrs, filled, like=var)
    if made is None:
        return None
    data, form, window = made
    total = form.value
    if factor.any():
        around = Constant(np.array(known, np.uint8)) if zero is NULL else zero
        if not data.is_exact and x in values.plain:
            # Weights of padded channels are 0, so their data are ignored by a filter; here they would be added up.
            data = values.to_blocked(out, values.to_plain(out, x), data.block) or data
        sums = out.emit(GraphCall(Op("qnn.window_sums"), (words(out, data.value), around), window), "window_sums")
        shifted = out.emit(GraphCall(Op("multiply"), (sums, _channels(factor.astype(np.int32), form, space))))
        total = out.emit(GraphCall(Op("add"), (total, shifted)), "sums")
    if zero is not NULL:
        wide = out.emit(GraphCall(Op("cast"), (zero,), {"dtype": "int32"}))
        off = out.emit(GraphCall(Op("multiply"), (wide, _channels(weight_sums.astype(np.int32), form, space))))
        total = out.emit(GraphCall(Op("subtract"), (total, off)), "sums")
    if constant.any():
        total = out.emit(GraphCall(Op("add"), (total, _channels(constant.astype(np.int32), form, space))), "sums")
    kind = call.attrs.get("out_dtype", "float32")
    return values.bind_blocked(out, var, GraphCall(Op("cast"), (total,), {"dtype": kind}), form)


def _vector(value: GraphExpr, count: int) -> Array:
    """The numbers of a constant, one per filter, int64; zeros for none."""
    return value.data.astype(np.int64) if isinstance(value, Constant) else np.zeros(count, np.int64)


def _sums(
    values: BlockedValues,
    out: Emitter,
    call: GraphCall,
    x: GraphExpr,
    w: Array,
    attrs: dict[str, Any],
    filled: tuple[GraphExpr, ...],
    like: GraphVar,
) -> tuple[Blocked, Blocked, dict[str, Any]] | None:
    """The blocks that a convolution of bytes reads, its int32 sums of the bytes with the weights, and the attributes
    of a window in those blocks. `filled` is what fills the padding, where that is computed at run time."""
    in_tiles, groups = conv_in_tiles(call, values.costs), int(attrs["groups"])
    if in_tiles and reads_patches(call, values.costs):
        x, w, drawn = _of_patches(values, out, x, w, attrs)
        attrs = {**attrs, **drawn}
    elif in_tiles and draws_windows(call, values.costs):
        x, w, attrs = _of_windows(values, out, x, w, attrs, like)
    window: dict[str, Any] = {k: attrs[k] for k in ("strides", "padding", "dilation") if k in attrs}
    window.update(kernel=list(w.shape[2:]), channels=int(w.shape[1]))
    if in_tiles:
        data = values.to_blocked(out, x, BYTE_DEPTH)
        if data is None:
            return None
        flat, attrs = _of_slices(data, w, attrs, like)
        return data, Blocked(tile_sums(values, out, data, flat, attrs, *filled), w.shape[0], BYTE_DEPTH), window
    data, apart = _words_of_groups(values, out, x, w, groups)
    if data is None:
        return None
    # channels that fill wide blocks are kept in them: other convolutions read them in tile registers
    is_wide = BYTE_DEPTH in values.tiles and groups == 1 and w.shape[0] % BYTE_DEPTH == 0 and "zero_point" in attrs
    lanes = BYTE_DEPTH if is_wide else values.lanes
    total = word_sums(values, out, data, block_groups(w, apart, lanes), lanes, attrs, *filled)
    return data, Blocked(total, w.shape[0], lanes, apart), window


def _of_patches(
    values: BlockedValues, out: Emitter, x: GraphExpr, w: Array, attrs: dict[str, Any]
) -> tuple[GraphExpr, Array, dict[str, Any]]:
    """A convolution whose windows are patches as one of single pixels: the elements of a patch are its channels."""
    drawn: dict[str, Any] = {name: attrs[name] for name in ("strides", "dilation") if name in attrs}
    window: dict[str, Any] = {"kernel_size": list(w.shape[2:]), **drawn}
    pixels = out.emit(GraphCall(Op("nn.im2col"), (values.to_plain(out, x),), window), "patches")
    return pixels, w.reshape(w.shape[0], -1, 1, 1), {"strides": [1, 1], "padding": [0] * 4, "dilation": [1, 1]}


def _of_windows(
    values: BlockedValues, out: Emitter, x: GraphExpr, w: Array, attrs: dict[str, Any], like: GraphExpr
) -> tuple[GraphExpr, Array, dict[str, Any]]:
    """A convolution of few channels as one of many (:func:`window_channels`); the result has the shape of `like`."""
    extents, result = ([as_int(d) or 0 for d in (image_dims(v) or ())[-2:]] for v in (x, like))
    form = window_channels(w, extents, result, attrs, BYTE_DEPTH)
    drawn = {**form.drawn, "fill": attrs.get("zero_point", 0)}
    pixels = out.emit(GraphCall(Op("nn.im2col"), (values.to_plain(out, x),), drawn), "windows")
    return pixels, form.weight, {**attrs, **form.left}


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


def word_sums(
    values: BlockedValues, out: Emitter, data: Blocked, w: Array, lanes: int, attrs: dict[str, Any], *fill: GraphExpr
) -> GraphVar:
    """The sums of a convolution in vectors, to blocks of `lanes` channels: of words of adjacent channels."""
    numbers = word_numbers(w, 1, values.costs)
    packed = Constant(pack_conv_words(widened_weight(w, numbers), data.block, lanes))
    operands = words(out, widened(out, data.value, numbers)), packed, *fill
    return out.emit(GraphCall(Op("qnn.conv2d_nchwc"), operands, {**attrs, **numbers_attr(numbers)}), "sums")


def tile_sums(
    values: BlockedValues, out: Emitter, data: Blocked, w: Array, attrs: dict[str, Any], *fill: GraphExpr
) -> GraphVar:
    """The sums of a convolution in tile registers; a kernel of single pixels reads those of the whole image as one
    row, of which it gets those of its strides."""
    source, dims = data.value, image_dims(data.value)
    assert dims is not None
    if w.shape[2:] == (1, 1) and not any(attrs["padding"]) and "depth" not in attrs and is_fixed(dims):
        source = values.every_pixel(out, source, attrs.get("strides", (1, 1)))
        shape = image_dims(source)
        assert shape is not None
        attrs = {**attrs, "strides": [1, 1], "image": list(shape[2:4])}
        source = reshaped(out, source, (*shape[:2], 1, shape[2] * shape[3], shape[4]))
    operands = source, Constant(pack_conv_registers(w)), *fill
    return out.emit(GraphCall(Op("nn.conv2d_tiles"), operands, attrs), "sums")


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
