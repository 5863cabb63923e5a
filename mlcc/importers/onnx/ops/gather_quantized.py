"""GatherBlockQuantized: rows of a table of quantised numbers, such as the embeddings of a decoder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mlcc.ir import Constant, GraphExpr
from mlcc.narrow_types import INTEGERS
from mlcc.topi.narrow import FLOATS
from mlcc.topi.shapes import accumulator

from ..context import Context
from ..registry import onnx_op
from ..values import Array
from .microsoft import DOMAIN


@dataclass(frozen=True)
class _Packed:
    """Integers of `bits` bits packed in bytes along the last axis, the lowest bits first."""

    data: GraphExpr
    bits: int
    signed: bool = False

    def unpacked(self, ctx: Context, taken: GraphExpr) -> GraphExpr:
        """int32 numbers out of the bytes `taken` from the data."""
        if self.bits == 8:
            return ctx.cast(taken, "int32")
        shape, count = ctx.shape(taken), 8 // self.bits
        shifts = ctx.constant(np.arange(count) * self.bits, "uint8")
        parts = ctx.emit("right_shift", ctx.reshape(taken, [*shape, 1]), shifts)
        parts = ctx.emit("bitwise_and", parts, ctx.constant((1 << self.bits) - 1, "uint8"))
        numbers = ctx.cast(ctx.reshape(parts, [*shape[:-1], shape[-1] * count]), "int32")
        if not self.signed:
            return numbers
        sign = ctx.constant(1 << (self.bits - 1), "int32")
        return ctx.emit("subtract", ctx.emit("bitwise_xor", numbers, sign), sign)


def _packed(ctx: Context, value: GraphExpr, bits: int, axis: int) -> _Packed | None:
    """`value` as packed integers; None where its elements stay in a byte each: floats, and what is not constant or
    gathered along the last axis."""
    form = ctx.narrow.get(value)
    if form is None:
        return _Packed(value, bits)
    width, signed = INTEGERS.get(form, (8, False))
    last = ctx.rank(value) - 1
    if form in FLOATS or not isinstance(value, Constant) or axis == last or value.data.shape[last] % (8 // width):
        return None
    return _Packed(Constant(_packed_bytes(value.data, width)), width, signed)


def _packed_bytes(data: Array, bits: int) -> Array:
    """Integers, one per byte, as `bits` bits each in the bytes of the last axis, the lowest bits first."""
    count = 8 // bits
    parts = (data.view(np.uint8) & ((1 << bits) - 1)).reshape(*data.shape[:-1], -1, count)
    shifted = parts << (np.arange(count, dtype=np.uint8) * bits).astype(np.uint8)
    result: Array = np.bitwise_or.reduce(shifted, axis=-1)
    return result


@dataclass(frozen=True)
class _Blocks:
    """How scales and zero points, one per block of `size` elements along `axis`, are gathered along `gathered`."""

    indices: GraphExpr
    gathered: int
    axis: int
    size: int

    def taken(self, ctx: Context, value: GraphExpr, like: GraphExpr) -> GraphExpr:
        """`value` in a shape that broadcasts over `like`, the elements that were gathered."""
        shape, added = ctx.shape(value), list(ctx.shape(self.indices))
        if shape[self.gathered] == 1:
            before, after = shape[: self.gathered], shape[self.gathered + 1 :]
            value = ctx.reshape(value, [*before, *[1] * len(added), *after])
        elif self.gathered == self.axis:
            blocks = ctx.emit("floor_divide", self.indices, ctx.constant(self.size, ctx.dtype(self.indices)))
            return ctx.emit("take", value, blocks, axis=self.gathered)
        else:
            value = ctx.emit("take", value, self.indices, axis=self.gathered)
        if self.gathered == self.axis or shape[self.axis] == 1:
            return value
        axis = self.axis + (len(added) - 1 if self.axis > self.gathered else 0)
        length = ctx.shape(like)[axis]
        whole = ctx.emit("repeat", value, repeats=self.size, axis=axis)
        if ctx.shape(whole)[axis] == length:
            return whole
        return ctx.emit("strided_slice", whole, begin=[0], end=[length], axes=[axis], strides=[1])


@onnx_op("GatherBlockQuantized", domain=DOMAIN)
def gather_block_quantized(
    ctx: Context,
    data: GraphExpr,
    indices: GraphExpr,
    scales: GraphExpr,
    zero_points: GraphExpr | None = None,
    *,
    bits: int = 4,
    block_size: int = 128,
    gather_axis: int = 0,
    quantize_axis: int = 1,
) -> GraphExpr:
    """The numbers stay as narrow as they are stored until they are gathered; an index out of range gives zeros."""
    if bits not in (2, 4, 8):
        raise ctx.error("I117", f"the node is malformed: numbers have {bits} bits, not 2, 4 or 8")
    rank, form = ctx.rank(data), ctx.narrow.get(data)
    at, along = ctx.axis(gather_axis, rank), ctx.axis(quantize_axis, rank)
    if form is None and (at == rank - 1 or along != rank - 1) and bits < 8:
        raise ctx.error(
            "I117", "the node is malformed: packed numbers are in blocks of the last axis, and not gathered"
        )
    size = ctx.static_dim(data, at, "table")
    count = ctx.constant(size, ctx.dtype(indices))
    zero = ctx.constant(0, ctx.dtype(indices))
    from_start = ctx.emit("where", ctx.emit("less", indices, zero), ctx.emit("add", indices, count), indices)
    packed = _packed(ctx, data, bits, at)
    taken = ctx.emit("take", data if packed is None else packed.data, from_start, axis=at)
    blocks = _Blocks(from_start, at, along, block_size)
    wide = accumulator(ctx.dtype(scales))
    if form in FLOATS:
        numbers = ctx.cast(taken, wide)
    else:
        whole = ctx.cast(taken, "int32") if packed is None else packed.unpacked(ctx, taken)
        offset = _zero(ctx, zero_points, form, bits)
        if offset is not None:
            shift = blocks.taken(ctx, offset, whole) if ctx.rank(offset) else offset
            whole = ctx.emit("subtract", whole, shift)
        numbers = ctx.cast(whole, wide)
    y = ctx.emit("multiply", numbers, blocks.taken(ctx, ctx.cast(scales, wide), numbers))
    inside = ctx.emit("logical_and", ctx.emit("greater_equal", from_start, zero), ctx.emit("less", from_start, count))
    inside = ctx.reshape(inside, [*[1] * at, *ctx.shape(indices), *[1] * (rank - 1 - at)])
    return ctx.cast(ctx.emit("where", inside, y, ctx.constant(0.0, wide)), ctx.dtype(scales))


def _zero(ctx: Context, zero_points: GraphExpr | None, form: str | None, bits: int) -> GraphExpr | None:
    """Zero points as int32, one per block; one number where none are given, None for 0."""
    if zero_points is None:
        return None if form is not None else ctx.constant(1 << (bits - 1), "int32")
    if form is not None:
        return ctx.cast(zero_points, "int32")
    return _Packed(zero_points, bits).unpacked(ctx, zero_points)
