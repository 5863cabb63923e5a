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
    block_groups,
    dilated_weight,
    image_dims,
    is_fixed,
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
    """A transposed convolution: the data's shape as an image or volume, the weight (O, I / groups, …) in the axis order
    of a plain convolution, without its gaps and with them, and the phases along each dimension."""

    shape: Dims
    taps: Array
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
            **({"dilation": gaps} if max(gaps := [p.dilation for p in self.dims]) > 1 else {}),
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
    taps = swapped_weight(weight_data, groups)
    gaps = attrs.get("dilation") or [1] * space
    conv_weight = dilated_weight(taps, gaps)
    pads = attrs["padding"]
    strides, extra = attrs.get("strides") or [1] * space, attrs.get("output_padding") or [0] * space
    dims = tuple(
        Phases(image[2 + n], conv_weight.shape[2 + n], strides[n], (pads[n], pads[space + n]), extra[n], gaps[n])
        for n in range(space)
    )
    return _Call(image, taps, conv_weight, groups, dims)


def convert_transposed(
    values: BlockedValues, out: Emitter, var: GraphVar, call: GraphCall, rank: int
) -> GraphExpr | None:
    """Replace `call` by operators that need no zeros between its data; None if none of the forms applies."""
    this = _read(var, call, rank)
    if this is None:
        return None
    x, outputs = call.args[0], this.weight.shape[0] // this.groups
    if this.groups == 1 and all(p.size == p.dilation == 1 and p.extra == 0 for p in this.dims):
        return _product(values, out, var, x, this)
    if all(p.stride == 1 for p in this.dims):
        return _convolution(values, out, var, x, this)
    space, fold = len(this.dims), _folded if all(p.is_full for p in this.dims) else _added
    if not is_fixed(this.shape) and (space != 2 or as_int(this.shape[1]) is None):
        return fold(values, out, var, x, this) if this.groups == 1 else None
    if this.groups > 1 and this.weight.shape[1] == 1 and outputs == 1:
        return _depthwise(values, out, var, x, this)
    if this.groups == 1 and outputs < values.lanes // 2:
        return fold(values, out, var, x, this)
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
    weight = Constant(np.ascontiguousarray(np.flip(this.taps, tuple(space))))
    rank = len(image_dims(x) or ()) - 2
    if rank == 1:
        weight, before, after = Constant(weight.data[:, :, 0]), before[1:], after[1:]
    gaps = [p.dilation for p in this.dims][-rank:]
    attrs = {"padding": [*before, *after], "dilation": gaps, "groups": this.groups}
    conv = GraphCall(Op(f"nn.conv{rank}d"), (x, weight), attrs)
    return convert_conv(values, out, var, conv, rank)


def _by_phases(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    """Groups whose channels do not fill vectors are one block of inputs each; their outputs are padded to blocks."""
    lanes, weight, groups, have = values.lanes, this.weight, this.groups, values.blocked.get(x)
    inputs, outputs = weight.shape[1], weight.shape[0] // groups
    is_filled = groups == 1 or not (inputs % lanes or outputs % lanes)
    if not is_filled:
        if -(-outputs // lanes) * lanes > outputs * values.costs.padded_groups:
            return None
        block = inputs
    else:
        block = have.block if have is not None else lanes if this.shape[1] >= lanes else this.shape[1]
    data = values.to_blocked(out, x, block)
    if data is None:
        return None
    packed = pack_conv_weight(_phases_of(block_groups(weight, groups, lanes), this), block, lanes)
    attrs = {**this.attrs, "groups": groups}
    conv = GraphCall(Op("nn.conv2d_transpose_nchwc"), (data.value, Constant(packed)), attrs)
    form = Blocked(data.value, weight.shape[0], lanes, 1 if is_filled else groups)
    return values.bind_blocked(out, var, conv, form)


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
    All phases have as many taps: a product of NaN and a zero in the place of a tap would not be zero.

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
    around = _positions(this)
    if around is None:
        return None
    plain = _plain_conv(values, out, x, this, np.flip(joint, tuple(range(2, 2 + space))), around)
    counts = [p.size + after - p.pad[0] // p.stride for p, after in zip(this.dims, around[space:], strict=True)]
    split = out.emit(reshape_to(plain, (this.shape[0], outputs, *strides, *counts)))
    return _interleaved(out, var, this, split, counts)


def _added(
    values: BlockedValues, out: Emitter, var: GraphVar, x: GraphExpr, this: _Call
) -> GraphExpr | None:  # fmt: skip
    """Few channels whose phases have different taps: the products of all taps are channels of one product, of which
    each phase adds its own. Example: 3 channels of a 3 x 3 kernel are 27 channels."""
    space, around = len(this.dims), _positions(this)
    if around is None:
        return None
    outputs, inputs, *kernel = this.taps.shape
    matrix = np.moveaxis(this.taps, 1, -1).reshape(-1, inputs, *[1] * space)
    plain = _plain_conv(values, out, x, this, matrix, around)
    attrs = {"kernel": kernel, "strides": [p.stride for p in this.dims], "dilation": [p.dilation for p in this.dims]}
    split = out.emit(GraphCall(Op("nn.add_taps"), (plain,), attrs))
    counts = [p.size + after - p.pad[0] // p.stride for p, after in zip(this.dims, around[space:], strict=True)]
    return _interleaved(out, var, this, split, counts)


def _positions(this: _Call) -> list[int] | None:
    """How many positions before the data, and then how many after them, the phases' taps meet, per dimension; None
    where the padding crops more."""
    before = [p.taps - 1 - p.pad[0] // p.stride for p in this.dims]  # what is cropped entirely is not computed
    beyond = [-(-(p.pad[0] + p.result - p.size * p.stride) // p.stride) for p in this.dims]  # the size cancels
    after = [as_int(simplify(const_like(n, "int64"))) for n in beyond]
    around = [n for n in (*before, *after) if n is not None and n >= 0]
    return around if len(around) == 2 * len(this.dims) else None


def _plain_conv(
    values: BlockedValues, out: Emitter, x: GraphExpr, this: _Call, weight: Array, around: list[int]
) -> GraphExpr:  # fmt: skip
    """A plain convolution of the data, on channel blocks where that can be, in plain layout."""
    space = len(this.dims)
    source = reshaped(out, values.to_plain(out, x), this.shape)
    if space == 2 and isinstance(source, GraphVar) and x in values.blocked:
        values.blocked.setdefault(source, values.blocked[x])
    call = GraphCall(Op(f"nn.conv{space}d"), (source, Constant(np.ascontiguousarray(weight))), {"padding": around})
    result = out.emit(call)
    blocked = convert_conv(values, out, result, call, space)
    return values.to_plain(out, blocked) if blocked is not None else result


def _interleaved(
    out: Emitter, var: GraphVar, this: _Call, split: GraphExpr, counts: list[Any]
) -> GraphExpr:  # fmt: skip
    """The result from its phases (N, O, strides…, counts…)."""
    space, strides = len(this.dims), [p.stride for p in this.dims]
    outputs = this.weight.shape[0]
    axes = [0, 1]
    for n in range(space):
        axes += [2 + space + n, 2 + n]
    moved = out.emit(GraphCall(Op("transpose"), (split,), {"axes": axes}))
    grown = [c * s for c, s in zip(counts, strides, strict=True)]
    interleaved = out.emit(reshape_to(moved, (this.shape[0], outputs, *grown)))
    begin = [p.pad[0] % p.stride for p in this.dims]
    end = [b + p.result for b, p in zip(begin, this.dims, strict=True)]
    result: GraphExpr = interleaved
    if any(begin) or not same_dims(tuple(end), tuple(grown)):
        spatial = list(range(2, 2 + space))
        result = out.emit(GraphCall(Op("strided_slice"), (interleaved,), {"axes": spatial, "begin": begin, "end": end}))
    final = image_dims(var)
    assert final is not None
    return result if same_dims(image_dims(result), final) else reshape_to(result, final)
