"""Loads and stores: of numbers, of consecutive elements, strided, gathered; of active lanes only under a mask."""

from __future__ import annotations

from mlcc.ir import Broadcast, Buffer, BufferLoad, BufferStore, Expr, IntImm, Ramp
from mlcc.ir import dtype as dt

from . import vectors
from .emitter import Emitter, expression, statement
from .expressions import mask
from .index import closes_last, index, parts, text_of


def _in_memory(buffer: Buffer, lanes: int) -> str:
    return dt.with_lanes("uint8" if dt.is_bool(buffer.dtype) else buffer.dtype, lanes)


def address(f: Emitter, buffer: Buffer, at: Expr) -> str:
    """The address of an element."""
    where = parts(f, at)
    return f.buffers[buffer] if where == 0 else f"&{f.buffers[buffer]}[{bare(text_of(where))}]"


def bare(text: str) -> str:
    """An expression without the parentheses around it."""
    return text[1:-1] if text.startswith("(") and closes_last(text) and not text.startswith("(-") else text


@expression(BufferLoad)
def emit_load(f: Emitter, expr: BufferLoad) -> str:
    """One element, or several by a vector index; of bool, the bytes for a vector and a test of the byte for one."""
    buffer, (at,) = expr.buffer, expr.indices
    lanes = dt.lanes(at.dtype)
    if lanes == 1:
        text = _scalar(f, buffer, at)
        return f"({text} != 0)" if dt.is_bool(buffer.dtype) else text
    dtype = _in_memory(buffer, lanes)
    stride = at.stride if isinstance(at, Ramp) else None
    if isinstance(at, Broadcast) or (isinstance(stride, IntImm) and stride.value == 0):
        base = at.value if isinstance(at, Broadcast) else at.base  # type: ignore[attr-defined]
        return vectors.splat(f.library, dtype, _scalar(f, buffer, base))
    active = _active(f, dtype, lanes)
    if isinstance(at, Ramp):
        pointer = address(f, buffer, at.base)
        if active is None and isinstance(stride, IntImm) and stride.value == 1:
            return vectors.load(f.library, dtype, pointer)
        return vectors.load_lanes(f.library, dtype, pointer, index(f, at.stride), None, active)
    return vectors.load_lanes(f.library, dtype, f.buffers[buffer], f.value(at), at.dtype, active)


def _scalar(f: Emitter, buffer: Buffer, at: Expr) -> str:
    text = f"{f.buffers[buffer]}[{bare(index(f, at))}]"
    if f.mask is None:
        return text
    # A guard may keep the address in bounds: it is read where any lane is active.
    return f"({vectors.any_lane(f.library, f.mask.bits, f.mask.lanes, f.mask.name)} ? {text} : 0)"


def _active(f: Emitter, dtype: str, lanes: int) -> str | None:
    """The mask in force, of the width of these elements."""
    if f.mask is None:
        return None
    return vectors.resize_mask(f.library, f.mask.name, f.mask.bits, dt.bits(dtype), lanes)


@statement(BufferStore)
def emit_store(f: Emitter, stmt: BufferStore) -> None:
    """A store; a vector goes to consecutive, spaced or scattered elements."""
    buffer, (at,) = stmt.buffer, stmt.indices
    where = dt.lanes(at.dtype)
    lanes = max(dt.lanes(stmt.value.dtype), where)
    dtype = _in_memory(buffer, lanes)
    if lanes == 1:
        value = f.value(stmt.value)
        f.put(f"{f.buffers[buffer]}[{bare(index(f, at))}] = {_assigned(buffer, value)};")
        return
    if dt.is_bool(buffer.dtype) and dt.lanes(stmt.value.dtype) > 1:
        value = vectors.ones(f.library, 8, lanes, dtype, mask(f, stmt.value, 8))
    else:
        value = f.value(stmt.value)
        if dt.lanes(stmt.value.dtype) == 1:
            value = vectors.splat(f.library, dtype, value)
    active = _active(f, dtype, lanes)
    if isinstance(at, Ramp):
        pointer = address(f, buffer, at.base)
        if active is None and isinstance(at.stride, IntImm) and at.stride.value == 1:
            text = vectors.store(f.library, dtype, pointer, value)
        else:
            text = vectors.store_lanes(f.library, dtype, pointer, index(f, at.stride), None, value, active)
    else:
        text = vectors.store_lanes(f.library, dtype, f.buffers[buffer], f.value(at), at.dtype, value, active)
    f.put(f"{text};")


def _assigned(buffer: Buffer, value: str) -> str:
    return f"(uint8_t){value}" if dt.is_bool(buffer.dtype) else bare(value)
