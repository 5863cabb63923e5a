"""Where an element lies in the memory of its buffer."""

from __future__ import annotations

from mlcc.diagnostics import InternalError
from mlcc.ir import Buffer, Expr, const


def offset_of(buffer: Buffer, indices: tuple[Expr, ...], strides: tuple[Expr, ...] = ()) -> Expr:
    """The element offset of an access; `strides` replace those of the buffer."""
    if len(indices) != len(buffer.shape):
        raise InternalError(f"`{buffer.name}` has {len(buffer.shape)} dimensions, not {len(indices)}")
    total: Expr = const(0)
    strides = strides or buffer.strides
    if strides:
        for index, stride in zip(indices, strides, strict=True):
            total = total + index * stride
    else:
        for index, dim in zip(indices, buffer.shape, strict=True):
            total = total * dim + index
    return total if buffer.elem_offset is None else total + buffer.elem_offset
