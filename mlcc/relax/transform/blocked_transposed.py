"""Rewrites transposed convolutions: to a matrix product, a convolution, or one convolution per phase of the result.

The definition inserts ``stride - 1`` zeros between data elements and convolves. With stride 2 and a kernel k0 k1 k2 k3
(no padding), result 2i is ``k0 x[i] + k2 x[i - 1]`` and result 2i + 1 is ``k1 x[i] + k3 x[i - 1]``: two convolutions
with 2 taps each that never read a zero. A phase is the set of results whose positions are congruent modulo the stride.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mlcc.analysis import simplify
from mlcc.ir import Constant, GraphCall, GraphExpr, GraphVar, Op, as_int, const_like
from mlcc.topi.conv_transposed_blocked import Phases

from ..operators import reshape_to
from ..rewrite import Emitter
from .blocked_convs import convert_conv, window_attrs
from .blocked_values import Blocked, BlockedValues, image_shape
from .blocked_weights import (
    Array,
    Dims,
    block_channels,
    image_dims,
    is_fixed,
    merge_groups,
    pack_conv_weight,
    reshaped,
    same_dims,
    split_phases,
    swapped_weight,
)

#: The transposed convolutions of each rank.
TRANSPOSED = {f"nn.conv{rank}d_transpose": rank for rank in (1, 2, 3)}


@dataclass(frozen=True)
class _Call:
    """A transposed convolution: the data's shape as an image or volume, the dilated weight (O, I / groups, …) in the
    axis order of a plain convolution, and the phases along each dimension."""

    shape: Dims
    weight: Array
    groups: int
    dims: tuple[Phases, ...]

    @property
    def attrs(self) -> dict[str, Any]:
        """The attributes of the blocked operators."""
        pads = [p.pad[0] for p in self.dims] + [p.pad[1] for p in self.dims]
        return {
            "kernel": [p.kernel for p in self.dims],
            "strides": [p.stride for p in self.dims],
            "padding": pads,
            "output_padding": [p.extra for p in self.dims],
        }


def _read(var: GraphVar, call: GraphCall, rank: int) -> _Call | None:
    x, weight = call.args[:2]
    shape = image_dims(x)
    if shape is None or len(shape) != rank + 2 or not isinstance(weight, Constant):
        return None
    attrs = window_attrs(call.attrs, rank)
    image, groups = image_shape(shape), int(call.attrs.get("groups", 1))
    space = len(image) - 2
    weight_data = weight.data.reshape(image_shape(weight.data.shape))
    if weight_data.dtype.kind == "f" and not np.isfinite(weight_data).all():
        return None  # times the zeros around the data it would not be zero
    conv_weight = swapped_weight(weight_data, groups, attrs.get("dilation") or [1] * space)
    pads = attrs["padding"]
    strides, extra = attrs.get("strides") or [1] * space, attrs.get("output_padding") or [0] * space
    dims = tuple(
        Phases(image[2 + n], conv_weight.shape[2 + n], strides[n], (pads[n], pads[space + n]), extra[n])
        for n in range(space)
    )
    return _Call(image, conv_weight, groups, dims)


def convert_transposed(
    values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall, rank: int
) -> GraphExpr | None:
    """Replace `call` by operators that need no zeros between its data; None if none of the forms applies."""
    this = _read(var, call, rank)
    if this is None:
        return None
    x, outputs = call.args[0], this.weight.shape[0] // this.groups
    if this.groups == 1 and all(p.size == 1 and p.extra == 0 for p in this.dims):
        return _product(values, out, var, x, this)
    if all(p.stride == 1 for p in this.dims):
        return _convolution(values, out, var, x, this)
    space = len(this.dims)
    if not is_fixed(this.shape) and (space != 2 or as_int(this.shape[1]) is None):
        return _folded(values, out, var, x, this) if this.groups == 1 else None
    if this.groups > 1 and this.weight.shape[1] == 1 and outputs == 1 and is_fixed(this.shape):
        return _depthwise(values, out, var, x, this)
    if this.groups == 1 and outputs < values.lanes // 2:
        return _folded(values, out, var, x, this)
    return _by_phases(values, out, var, x, this)


def _product(values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call) -> GraphExpr:
    """Data of one pixel: a product (N, C) by (C, O * kernel elements); padding crops the kernel."""
    cropped = tuple(slice(p.pad[0], p.kernel - p.pad[1]) for p in this.dims)
    kept = this.weight[(slice(None), slice(None)) + cropped]
    matrix = np.ascontiguousarray(np.moveaxis(kept, 1, 0)).reshape(this.shape[1], -1)
    flat = reshaped(out, values.to_plain(out, x), this.shape[:2])
    product = out.emit(GraphCall(Op("matmul"), (flat, Constant(matrix))), "product")
    result = image_dims(var)
    assert result is not None
    return reshape_to(product, result)


def _convolution(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    """Stride 1: a convolution with the flipped kernel and the complementary padding ``kernel - 1 - pad``."""
    space = range(2, 2 + len(this.dims))
    before = [p.kernel - 1 - p.pad[0] for p in this.dims]
    after = [p.kernel - 1 - p.pad[1] + p.extra for p in this.dims]
    if min(*before, *after) < 0:
        return None
    weight = Constant(np.ascontiguousarray(np.flip(this.weight, tuple(space))))
    rank = len(image_dims(x) or ()) - 2
    if rank == 1:
        weight, before, after = Constant(weight.data[:, :, 0]), before[1:], after[1:]
    attrs = {"padding": [*before, *after], "groups": this.groups}
    conv = GraphCall(Op(f"nn.conv{rank}d"), (x, weight), attrs)
    return convert_conv(values, out, var, conv, rank)


def _by_phases(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    lanes, weight, groups = values.lanes, this.weight, this.groups
    inputs, outputs = weight.shape[1], weight.shape[0] // groups
    if groups > 1 and (inputs % lanes or outputs % lanes):
        merged = _joint_groups(groups, inputs, outputs, lanes, values.costs.merged_groups)
        if not merged:
            return None
        weight, groups = merge_groups(weight, groups, merged), groups // merged
    have = values.blocked.get(x)
    block = have.block if have is not None else lanes if this.shape[1] >= lanes else this.shape[1]
    data = values.to_blocked(out, x, block)
    if data is None:
        return None
    packed = pack_conv_weight(_phases_of(weight, this), block, lanes)
    attrs = {**this.attrs, "groups": groups}
    conv = GraphCall(Op("nn.conv2d_transpose_nchwc"), (data.value, Constant(packed)), attrs)
    return values.bind_blocked(out, var, conv, Blocked(data.value, weight.shape[0], lanes))


def _depthwise(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    data = values.to_blocked(out, x, values.lanes)
    if data is None:
        return None
    packed = np.ascontiguousarray(block_channels(_phases_of(this.weight, this)[:, 0], 0, values.lanes))
    conv = GraphCall(Op("nn.depthwise_conv2d_transpose_nchwc"), (data.value, Constant(packed)), this.attrs)
    return values.bind_blocked(out, var, conv, data)


def _phases_of(weight: Array, this: _Call) -> Array:
    return split_phases(weight, [p.stride for p in this.dims], [p.pad[0] for p in this.dims])


def _folded(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    """Few channels, whose phases fill the vectors together, or volumes of symbolic size: the phases are channels.

    One convolution computes ``outputs * prod(strides)`` channels at every position that the data reach; a transpose
    then interleaves the phases, and a slice crops the padding. Example: 3 channels with strides (2, 2) are 12 channels.
    """
    strides = [p.stride for p in this.dims]
    space = len(strides)
    phases = split_phases(this.weight, strides, [0] * space)
    outputs, inputs = this.weight.shape[:2]
    taps = phases.shape[2 + space :]
    order = (0, *range(2, 2 + space), 1, *range(2 + space, 2 + 2 * space))
    joint = phases.transpose(order).reshape(-1, inputs, *taps)
    weight = Constant(np.ascontiguousarray(np.flip(joint, tuple(range(2, 2 + space)))))
    source = reshaped(out, values.to_plain(out, x), this.shape)
    if space == 2 and isinstance(source, GraphVar) and x in values.blocked:
        values.blocked.setdefault(source, values.blocked[x])
    first = [p.pad[0] // p.stride for p in this.dims]  # positions that are cropped entirely are not computed
    before = [t - 1 - f for t, f in zip(taps, first, strict=True)]
    beyond = [-(-(p.pad[0] + p.result - p.size * p.stride) // p.stride) for p in this.dims]  # the size cancels
    after = [as_int(simplify(const_like(n, "int64"))) for n in beyond]
    if None in after or min(n or 0 for n in (*before, *after)) < 0:
        return None
    last = [p.size + (n or 0) for n, p in zip(after, this.dims, strict=True)]
    conv = GraphCall(Op(f"nn.conv{space}d"), (source, weight), {"padding": [*before, *after]})
    phased = out.emit(conv)
    blocked = convert_conv(values, out, phased, conv, space)
    plain = values.to_plain(out, blocked) if blocked is not None else phased
    counts = [end - f for end, f in zip(last, first, strict=True)]
    split = out.emit(reshape_to(plain, (this.shape[0], outputs, *strides, *counts)))
    axes = [0, 1]
    for n in range(space):
        axes += [2 + space + n, 2 + n]
    moved = out.emit(GraphCall(Op("transpose"), (split,), {"axes": axes}))
    grown = [c * s for c, s in zip(counts, strides, strict=True)]
    interleaved = out.emit(reshape_to(moved, (this.shape[0], outputs, *grown)))
    begin = [p.pad[0] - f * p.stride for p, f in zip(this.dims, first, strict=True)]
    end = [b + p.result for b, p in zip(begin, this.dims, strict=True)]
    result: GraphExpr = interleaved
    if any(begin) or not same_dims(tuple(end), tuple(grown)):
        spatial = list(range(2, 2 + space))
        result = out.emit(GraphCall(Op("strided_slice"), (interleaved,), {"axes": spatial, "begin": begin, "end": end}))
    final = image_dims(var)
    assert final is not None
    return result if same_dims(image_dims(result), final) else reshape_to(result, final)


def _joint_groups(groups: int, inputs: int, outputs: int, lanes: int, most: float) -> int:
    """The number of groups to merge so that channels fill vectors (4 groups of 4 for 16 lanes); 0 if over `most`."""
    least = int(np.lcm(lanes // np.gcd(inputs, lanes), lanes // np.gcd(outputs, lanes)))
    return least if groups % least == 0 and least <= most else 0
