"""Recognising what a reduction does: one store `buf[at] = op(buf[at], value)` with the identity as its init."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis import same
from mlcc.ir import (
    Binary,
    Block,
    Buffer,
    BufferLoad,
    BufferStore,
    Expr,
    FloatImm,
    IntImm,
    max_value,
    min_value,
)  # fmt: skip
from mlcc.ir import dtype as dt

_OPS = ("add", "mul", "min", "max")


@dataclass(frozen=True)
class Reducer:
    """``buffer[indices] = op(buffer[indices], value)``, starting from `identity`."""

    op: str
    buffer: Buffer
    indices: tuple[Expr, ...]
    value: Expr
    identity: Expr


def find_reducer(block: Block) -> Reducer | str:
    """What a reduction block computes, or why it is not known."""
    store, init = block.body, block.init
    if not isinstance(store, BufferStore) or not isinstance(init, BufferStore):
        return "its body and its initialisation are not single stores"
    if init.buffer is not store.buffer or not all(map(same, init.indices, store.indices)):
        return "the initialisation stores to another place"
    value = store.value
    if not isinstance(value, Binary) or value.op not in _OPS:
        return "the update is not a sum, product, minimum or maximum"
    for own, other in ((value.a, value.b), (value.b, value.a)):
        if isinstance(own, BufferLoad) and own.buffer is store.buffer and all(map(same, own.indices, store.indices)):
            if not is_identity(value.op, init.value):
                return f"the initial value is not neutral for `{value.op}`"
            return Reducer(value.op, store.buffer, store.indices, other, init.value)
    return "the update does not read the place it writes"


def is_identity(op: str, value: Expr) -> bool:
    """Whether a literal is neutral for a reduction."""
    if not isinstance(value, (IntImm, FloatImm)):
        return False
    dtype = value.dtype
    match op:
        case "add":
            return value.value == 0
        case "mul":
            return value.value == 1
        case "min" | "max":
            limit = max_value(dtype) if op == "min" else min_value(dtype)
            infinite = float("inf") if op == "min" else float("-inf")
            assert isinstance(limit, (IntImm, FloatImm))
            if dt.is_float(dtype):
                # the finite limits are printed with rounding in some dialects
                return value.value == infinite or abs(value.value) >= abs(limit.value) * (1 - 1e-6)
            return value.value == limit.value
    return False
