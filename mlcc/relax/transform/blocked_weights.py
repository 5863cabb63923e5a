"""Packs weights of convolutions into channel blocks: at compile time for constants, else by a kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mlcc.analysis import same
from mlcc.ir import Constant, GraphCall, GraphExpr, Op, TensorStructInfo, as_int, const_like
from mlcc.topi.shapes import pads_of, per_dim

from ..operators import reshape_to, static_shape
from ..rewrite import Emitter

Array = np.ndarray[Any, Any]
#: A shape: an int per static dimension, an expression per symbolic one.
Dims = tuple[Any, ...]


def zero_padded(x: Array, after: Sequence[int]) -> Array:
    """`x` with `after[axis]` zeros behind each axis; `x` itself where there are none: weights are large."""
    return np.pad(x, [(0, count) for count in after]) if any(after) else x


def block_channels(x: Array, axis: int, block: int) -> Array:
    """Split `axis` into blocks of `block` (zero-padded); the inner part becomes the last axis."""
    count = -(-x.shape[axis] // block)
    padded = zero_padded(x, [-size % block if n == axis else 0 for n, size in enumerate(x.shape)])
    split = padded.reshape(*x.shape[:axis], count, block, *x.shape[axis + 1 :])
    moved: Array = np.moveaxis(split, axis + 1, -1)
    return moved


def block_groups(x: Array, groups: int, block: int) -> Array:
    """Zero-pad the first axis, which holds `groups` runs of equal length, so that each run fills complete blocks."""
    runs = x.reshape(groups, x.shape[0] // groups, *x.shape[1:])
    count = -(-runs.shape[1] // block) * block
    padded = zero_padded(runs, [-size % block if n == 1 else 0 for n, size in enumerate(runs.shape)])
    flat: Array = padded.reshape(groups * count, *x.shape[1:])
    return flat


def channels_of_slices(weight: Array, channels: int) -> Array:
    """A weight (O, C, kd, kh, kw) as (O, kd * channels, kh, kw): the channels of one slice after those of the other."""
    whole = zero_padded(weight, [0, channels - weight.shape[1], 0, 0, 0])
    outputs, _, taps, *kernel = whole.shape
    return np.ascontiguousarray(whole.transpose(0, 2, 1, 3, 4).reshape(outputs, taps * channels, *kernel))


def depth_of_window(weight: Array, attrs: Mapping[str, Any]) -> list[int]:
    """The taps of a window along the depth, its stride, its dilation and the padding before, as ``nn.to_slices`` takes
    them, of a convolution of volumes with a weight (O, C, kd, kh, kw)."""
    stride, step = (per_dim(attrs.get(name), 3, 1, name)[0] for name in ("strides", "dilation"))
    return [weight.shape[2], stride, step, pads_of(attrs.get("padding"), 3)[0][0]]


def pack_conv_weight(weight: Array, block_in: int, block_out: int) -> Array:
    """[O, C/groups, kh, kw] → [O/bo, C/groups/bi, kh, kw, bi, bo]."""
    return np.ascontiguousarray(block_channels(block_channels(weight, 1, block_in), 0, block_out))


def taps_first(packed: Array) -> Array:
    """[O/bo, C/groups/bi, kh, kw, bi, bo] → [O/bo, kh, kw, C/groups/bi, bi, bo]: a tap's elements lie together."""
    return np.ascontiguousarray(np.moveaxis(packed, 1, -3))


def pack_depthwise_weight(weight: Array, block: int) -> Array:
    """[C, 1, kh, kw] → [C/b, kh, kw, b]."""
    return np.ascontiguousarray(block_channels(weight[:, 0], 0, block))


def swapped_weight(weight: Array, groups: int) -> Array:
    """A transposed convolution's weight (I, O / groups, …) as (O, I / groups, …)."""
    inputs, outputs, *kernel = weight.shape
    split = weight.reshape(groups, inputs // groups, outputs, *kernel)
    swapped: Array = np.swapaxes(split, 1, 2).reshape(groups * outputs, inputs // groups, *kernel)
    return swapped


def dilated_weight(weight: Array, dilation: Sequence[int]) -> Array:
    """[O, I, k…] → [O, I, (k - 1) * d + 1…]: zeros between the taps."""
    if all(d == 1 for d in dilation):
        return weight
    extents = [(k - 1) * d + 1 for k, d in zip(weight.shape[2:], dilation, strict=True)]
    dilated: Array = np.zeros((*weight.shape[:2], *extents), weight.dtype)
    dilated[(slice(None), slice(None)) + tuple(slice(None, None, d) for d in dilation)] = weight
    return dilated


def split_phases(weight: Array, strides: Sequence[int], first: Sequence[int]) -> Array:
    """[O, I, k…] → [O, I, s…, t…]: the taps ``t * s + (a + first) % s`` of each phase a, zero beyond the kernel."""
    space = len(strides)
    taps = [-(-k // s) for k, s in zip(weight.shape[2:], strides, strict=True)]
    missing = [t * s - k for t, s, k in zip(taps, strides, weight.shape[2:], strict=True)]
    padded = zero_padded(weight, [0, 0, *missing])
    split = padded.reshape(*weight.shape[:2], *(n for pair in zip(taps, strides, strict=True) for n in pair))
    order = [0, 1, *(3 + 2 * n for n in range(space)), *(2 + 2 * n for n in range(space))]
    phases: Array = split.transpose(order)
    for n, (stride, start) in enumerate(zip(strides, first, strict=True)):
        phases = np.roll(phases, -(start % stride), axis=2 + n)
    return phases


def image_dims(value: GraphExpr) -> Dims | None:
    """The shape of a tensor if the channels, its second dimension, are static; else None."""
    info = value.sinfo
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        return None
    dims = tuple(d if as_int(d) is None else as_int(d) for d in info.shape)
    return dims if len(dims) < 2 or isinstance(dims[1], int) else None


def is_fixed(dims: Dims) -> bool:
    """Whether all dimensions but the batch are static."""
    return all(isinstance(d, int) for d in dims[1:])


def same_dims(a: Dims | None, b: Dims | None) -> bool:
    """Whether two shapes are stated and provably equal."""
    if a is None or b is None or len(a) != len(b):
        return False
    return all(same(const_like(x, "int64"), const_like(y, "int64")) for x, y in zip(a, b, strict=True))


def reshaped(out: Emitter, value: GraphExpr, shape: Dims) -> GraphExpr:
    """`value` with another shape: a constant's bytes are shared, anything else gets a view."""
    if isinstance(value, Constant):
        return Constant(value.data.reshape(shape))
    return value if same_dims(image_dims(value), shape) else out.emit(reshape_to(value, shape))


def packed_weight(out: Emitter, weight: GraphExpr, block_in: int, block_out: int) -> GraphExpr:
    """The weight (O, I, …) of a convolution in blocks, as ``nn.conv2d_nchwc`` reads it."""
    if isinstance(weight, Constant):
        return Constant(pack_conv_weight(weight.data, block_in, block_out))
    attrs = {"in_block": block_in, "out_block": block_out}
    return out.emit(GraphCall(Op("nn.pack_conv_weight"), (weight,), attrs), "packed")


def packed_depthwise(out: Emitter, weight: GraphExpr, block: int) -> GraphExpr:
    """The weight (C, 1, …) of a depthwise convolution in blocks, as ``nn.depthwise_conv2d_nchwc`` reads it."""
    if isinstance(weight, Constant):
        return Constant(pack_depthwise_weight(weight.data, block))
    shape = static_shape(weight)
    assert shape is not None
    flat = reshaped(out, weight, (shape[0], *shape[2:]))
    return out.emit(GraphCall(Op("nn.to_blocked"), (flat,), {"block": block, "axis": 0}), "packed")
