"""Vectors of bytes from a table of 256 bytes, indexed by bytes: every index is inside the table.

AVX-512 VBMI selects from 128 bytes in two registers by the low seven bits of each index: two selections, and one choice
by the highest bit. Elsewhere each lane is a load of its own, without the vectors of addresses that a gather takes.
"""

from __future__ import annotations

from mlcc.ir import Expr
from mlcc.ir import dtype as dt

from .emitter import Emitter, Pointer
from .types import with_lanes

_ENTRIES = 256
#: Bytes of a register, and the selection from two of them.
_BYTES = 64
_SELECT = "llvm.x86.avx512.vpermi2var.qi.512"


def lookup(f: Emitter, pointer: Pointer, index: Expr) -> str:
    """The bytes at `index`, a vector of uint8. Inactive lanes are read too: they are inside the table."""
    lanes, value = dt.lanes(index.dtype), f.value(index)
    if "avx512vbmi" in f.target.features and lanes <= _BYTES:
        return _by_selection(f, pointer, value, lanes)
    vector = with_lanes("i8", lanes)
    result = "poison"
    for lane in range(lanes):
        at = f.pure(f"extractelement {vector} {value}, i32 {lane}", value)
        at = f.pure(f"zext i8 {at} to i64", at)
        address = f.pure(f"getelementptr inbounds i8, ptr {pointer.operand}, i64 {at}", pointer.operand, at)
        byte = f.assign(f"load i8, ptr {address}, align 1")
        result = f.pure(f"insertelement {vector} {result}, i8 {byte}, i32 {lane}", result, byte)
    return result


def _by_selection(f: Emitter, pointer: Pointer, value: str, lanes: int) -> str:
    wide, vector = with_lanes("i8", _BYTES), with_lanes("i8", lanes)
    if lanes < _BYTES:
        order = ", ".join(f"i32 {n if n < lanes else 'poison'}" for n in range(_BYTES))
        value = f.pure(f"shufflevector {vector} {value}, {vector} poison, <{_BYTES} x i32> <{order}>", value)
    parts = []
    for start in range(0, _ENTRIES, _BYTES):
        at = f.pure(f"getelementptr inbounds i8, ptr {pointer.operand}, i64 {start}", pointer.operand)
        parts.append(f.assign(f"load {wide}, ptr {at}, align 1"))
    low, high = (
        f.call(_SELECT, wide, (wide, a), (wide, value), (wide, b), pure=True)
        for a, b in (parts[:2], parts[2:])
    )  # fmt: skip
    top = f.pure(f"icmp slt {wide} {value}, zeroinitializer", value)
    result = f.pure(f"select {with_lanes('i1', _BYTES)} {top}, {wide} {high}, {wide} {low}", top, high, low)
    if lanes == _BYTES:
        return result
    order = ", ".join(f"i32 {n}" for n in range(lanes))
    return f.pure(f"shufflevector {wide} {result}, {wide} poison, <{lanes} x i32> <{order}>", result)
