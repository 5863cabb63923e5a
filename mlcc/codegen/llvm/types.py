"""LLVM's spelling of data types and literals.

Values of bool are i1 (a byte in memory). bfloat16 is represented by its 16 bits as an integer, and float16
too where the target cannot convert it in hardware, so that no function of the compiler's support
library is called.
"""

from __future__ import annotations

import functools
import re
import struct

from mlcc.ir import dtype as dt

_INT = {8: "i8", 16: "i16", 32: "i32", 64: "i64", 1: "i1"}


@functools.cache
def scalar_type(dtype: str, native_half: bool = True) -> str:
    """The type of one lane of a value."""
    kind, bits, _ = dt.parts(dtype)
    if kind in ("int", "uint"):
        return _INT[bits]
    if kind == "bool":
        return "i1"
    if kind == "handle":
        return "ptr"
    if kind == "bfloat":
        return "i16"
    if kind == "void":
        return "void"
    if bits == 16:
        return "half" if native_half else "i16"
    return "float" if bits == 32 else "double"


@functools.cache
def value_type(dtype: str, native_half: bool = True) -> str:
    """The type of a value, vectors included."""
    lanes = dt.lanes(dtype)
    scalar = scalar_type(dt.element(dtype), native_half)
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


@functools.cache
def memory_type(dtype: str, native_half: bool = True) -> str:
    """The type as stored: bool takes a byte."""
    if dt.is_bool(dtype):
        lanes = dt.lanes(dtype)
        return "i8" if lanes == 1 else f"<{lanes} x i8>"
    return value_type(dtype, native_half)


def with_lanes(scalar: str, lanes: int) -> str:
    """The vector type of an LLVM scalar type."""
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


@functools.cache
def suffix(llvm_type: str) -> str:
    """The spelling of a type in the name of an overloaded intrinsic: ``v16f32``."""
    if llvm_type.startswith("<"):
        count, _, scalar = llvm_type[1:-1].partition(" x ")
        return f"v{count}{suffix(scalar)}"
    return {"float": "f32", "double": "f64", "half": "f16", "ptr": "p0"}.get(llvm_type, llvm_type)


def float_bits(value: float, dtype: str) -> int:
    """The bit pattern of `value` rounded to a float type."""
    if dtype == "float64":
        return int(struct.unpack("<Q", struct.pack("<d", value))[0])
    if dtype == "float16":
        return _half_bits(value)
    single = int(struct.unpack("<I", struct.pack("<f", _to_single(value)))[0])
    if dtype == "float32":
        return single
    if value != value:
        return 0x7FC0
    return (single + 0x7FFF + ((single >> 16) & 1)) >> 16


def _to_single(value: float) -> float:
    try:
        struct.pack("<f", value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return value


def _half_bits(value: float) -> int:
    try:
        return int(struct.unpack("<H", struct.pack("<e", value))[0])
    except OverflowError:
        return 0x7C00 if value > 0 else 0xFC00


def float_literal(value: float, dtype: str, native_half: bool = True) -> str:
    """A literal that preserves every bit."""
    # Remembered by its bits, not by its value: 0.0 equals -0.0, and the first of the two would serve for both.
    return _literal_of_bits(float_bits(value, dtype), dtype, native_half)


@functools.cache
def _literal_of_bits(bits: int, dtype: str, native_half: bool) -> str:
    if dtype == "float64":
        return f"0x{bits:016X}"
    if dtype == "float32":
        single = struct.unpack("<f", struct.pack("<I", bits))[0]
        return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"
    if dtype == "float16" and native_half:
        return f"0xH{bits:04X}"
    return str(bits)


def int_literal(value: int, dtype: str) -> str:
    """An integer or bool literal."""
    if dt.is_bool(dtype):
        return "true" if value else "false"
    return str(value)


def splat(scalar_llvm: str, literal: str, lanes: int) -> str:
    """A vector literal with the same value in every lane."""
    return f"splat ({scalar_llvm} {literal})" if lanes > 1 else literal


_PLAIN_NAME = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")


def symbol(name: str) -> str:
    """A global's name as LLVM text: quoted where it contains special characters."""
    if _PLAIN_NAME.fullmatch(name):
        return f"@{name}"
    body = "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in name.encode())
    return f'@"{body}"'


def kernel_symbol(name: str, form: str = "") -> str:
    """The name of a program in LLVM text, which no C function, LLVM intrinsic or function of the runtime can have.

    `form` tells the forms of a program for several CPUs apart.
    """
    return f"kernel.{name}.{form}" if form else f"kernel.{name}"


def zero(llvm_type: str) -> str:
    """The zero of any type."""
    return "null" if llvm_type == "ptr" else "zeroinitializer"
