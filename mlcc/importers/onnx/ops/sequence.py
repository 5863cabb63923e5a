"""Sequences and optional values: lists of static length, which exist only at import time.

The sequence that a run-time loop builds is a tensor with one row per value.
"""

from __future__ import annotations

import numpy as np
import onnx

from mlcc.ir import Constant, GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import OpenSequence, RowSequence, Value
from .control import element
from .run_time_loops import joined


def _items(ctx: Context, value: Value) -> list[GraphExpr]:
    if isinstance(value, RowSequence | OpenSequence):
        raise ctx.error(
            "I127", "a sequence whose length is known at run time only can be joined, indexed and counted; in the loop "
            "that makes it, values can be appended",
        )  # fmt: skip
    if not isinstance(value, list):
        raise ctx.error("I110", "a tensor is given where a sequence is needed")
    return value


def _place(ctx: Context, position: GraphExpr | None, length: int, last: int) -> int:
    """A position in [0, last], counted from the end when negative. Raises I113 outside."""
    index = last if position is None else int(ctx.scalar(position, "position"))
    index = index + length if index < 0 else index
    if not 0 <= index <= last:
        raise ctx.error("I113", f"position {index} is outside a sequence of length {length}")
    return index


@onnx_op("SequenceEmpty", since=11)
def sequence_empty(ctx: Context, *, dtype: int = 1) -> list[Value]:
    return [[]]


@onnx_op("SequenceConstruct", since=11)
def sequence_construct(ctx: Context, *values: GraphExpr | None) -> list[Value]:
    if any(value is None for value in values):
        raise ctx.error("I117", "the node is malformed: a member of the sequence is missing")
    return [[value for value in values if value is not None]]


@onnx_op("SequenceInsert", since=11)
def sequence_insert(ctx: Context, sequence: Value, value: GraphExpr, position: GraphExpr | None = None) -> list[Value]:
    if isinstance(sequence, OpenSequence) and position is None:
        return [OpenSequence(sequence.items, [*sequence.appended, value])]
    items = list(_items(ctx, sequence))
    items.insert(_place(ctx, position, len(items), len(items)), value)
    return [items]


@onnx_op("SequenceErase", since=11)
def sequence_erase(ctx: Context, sequence: Value, position: GraphExpr | None = None) -> list[Value]:
    items = list(_items(ctx, sequence))
    del items[_place(ctx, position, len(items), len(items) - 1)]
    return [items]


@onnx_op("SequenceAt", since=11)
def sequence_at(ctx: Context, sequence: Value, position: GraphExpr) -> GraphExpr | list[GraphExpr]:
    if isinstance(sequence, RowSequence):
        return ctx.emit("take", sequence.stack, ctx.reshape(position, []), axis=0)
    items = _items(ctx, sequence)
    return [items[_place(ctx, position, len(items), len(items) - 1)]]


@onnx_op("SequenceLength", since=11)
def sequence_length(ctx: Context, sequence: Value) -> GraphExpr:
    if isinstance(sequence, RowSequence):
        return ctx.symbolic_value(np.array(ctx.shape(sequence.stack)[0], dtype=object))
    return ctx.constant(len(_items(ctx, sequence)), "int64")


@onnx_op("ConcatFromSequence", since=11)
def concat_from_sequence(ctx: Context, sequence: Value, *, axis: int, new_axis: int = 0) -> GraphExpr:
    if isinstance(sequence, RowSequence):
        rank = ctx.rank(sequence.stack)
        return joined(ctx, sequence.stack, ctx.axis(axis, rank if new_axis else rank - 1), bool(new_axis))
    items = _items(ctx, sequence)
    if not items:
        raise ctx.error("I110", "an empty sequence cannot be concatenated")
    rank = ctx.rank(items[0])
    axis = ctx.axis(axis, rank + 1 if new_axis else rank)
    if new_axis:
        dims = list(ctx.shape(items[0]))
        items = [ctx.reshape(v, [*dims[:axis], 1, *dims[axis:]]) for v in items]
    return items[0] if len(items) == 1 else ctx.emit("concatenate", items, axis=axis)


@onnx_op("SplitToSequence", since=11)
def split_to_sequence(
    ctx: Context, x: GraphExpr, split: GraphExpr | None = None, *, axis: int = 0, keepdims: int = 1
) -> list[Value]:
    axis = ctx.axis(axis, ctx.rank(x))
    length = ctx.static_dim(x, axis)
    if split is None:
        if not keepdims:
            return [[element(ctx, x, i, axis) for i in range(length)]]
        sizes = [1] * length
    else:
        lengths = ctx.array(split, "split")
        sizes = [int(v) for v in lengths.reshape(-1)]
        if lengths.ndim == 0:
            whole, rest = divmod(length, sizes[0])
            sizes = [sizes[0]] * whole + ([rest] if rest else [])
    parts, start = [], 0
    for size in sizes:
        parts.append(ctx.emit("strided_slice", x, begin=[start], end=[start + size], axes=[axis], strides=[1]))
        start += size
    return [parts]


# ---------------------------------------------------------------- optional values
@onnx_op("Optional", since=15)
def optional(ctx: Context, value: Value = None, *, type: onnx.TypeProto | None = None) -> list[Value]:
    return [value]


@onnx_op("OptionalHasElement", since=15)
def optional_has_element(ctx: Context, value: Value = None) -> Constant:
    return ctx.constant(value is not None, "bool")


@onnx_op("OptionalGetElement", since=15)
def optional_get_element(ctx: Context, value: Value = None) -> list[Value]:
    if value is None:
        raise ctx.error("I110", "an empty optional value has no element")
    return [value]
