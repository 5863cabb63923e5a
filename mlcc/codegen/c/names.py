"""C's spelling of data types, literals and identifiers.

A value of bool is an int, 0 or 1 (a byte in memory); a vector of them is a vector of signed integers whose elements
are 0 or -1. Values of 16-bit floats are their bits, a `uint16_t`.
"""

from __future__ import annotations

import math
import re

from mlcc.codegen.llvm import float_bits
from mlcc.ir import dtype as dt
from mlcc.reserved_words import CPP, C

_SCALARS = {
    "bool": "int", "handle": "void *", "float16": "uint16_t", "bfloat16": "uint16_t", "float32": "float",
    "float64": "double",
    **{f"int{b}": f"int{b}_t" for b in (8, 16, 32, 64)}, **{f"uint{b}": f"uint{b}_t" for b in (8, 16, 32, 64)},
}  # fmt: skip
_TAGS = {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "bool": "b",
    **{f"int{b}": f"i{b}" for b in (8, 16, 32, 64)}, **{f"uint{b}": f"u{b}" for b in (8, 16, 32, 64)},
}  # fmt: skip
#: Functions of C's mathematics library, which take the suffix f for float.
LIBM = frozenset({
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin",
    "acos", "atan", "asinh", "acosh", "atanh", "erf", "tgamma", "lgamma", "pow", "atan2", "hypot", "nextafter", "sqrt",
    "floor", "ceil", "trunc", "fabs", "nearbyint", "round", "copysign", "fma", "fmod",
})  # fmt: skip
#: Names that are no variable: words of C, of C++ (for CUDA) and of OpenCL, and functions that a text may call.
_TAKEN = C | CPP | frozenset({
    "main",
    "constant", "event_t", "generic", "global", "half", "image2d_t", "kernel", "local", "pipe", "quad", "sampler_t",
    "uchar", "uint", "ulong", "ushort", "size_t",
    "abs", "abort", "barrier", "calloc", "free", "labs", "llabs", "malloc", "max", "memcpy", "memset", "min", "mix",
    "printf", "rint", "select",
    *LIBM, *(f"{name}f" for name in LIBM),
})  # fmt: skip


def tag(dtype: str) -> str:
    """The short name of a type in the names of functions: ``f32``, ``i8x16``."""
    lanes = dt.lanes(dtype)
    return _TAGS[dt.element(dtype)] + (f"x{lanes}" if lanes > 1 else "")


def scalar_type(dtype: str) -> str:
    """The C type of one lane of a value."""
    return _SCALARS[dt.element(dtype)]


def value_type(dtype: str) -> str:
    """The C type of a value that is not a vector of bool."""
    lanes = dt.lanes(dtype)
    if lanes == 1:
        return scalar_type(dtype)
    return vector_name(dt.element(dtype), lanes)


def vector_name(element: str, lanes: int) -> str:
    """The C type of a vector; 16-bit floats are vectors of their bits."""
    return f"{'u16' if is_small(element) else _TAGS[element]}x{lanes}"


def memory_type(dtype: str) -> str:
    """The C type of an element in memory."""
    return "uint8_t" if dt.is_bool(dtype) else scalar_type(dtype)


def is_small(dtype: str) -> bool:
    """True for float16 and bfloat16, vectors included."""
    return dt.is_float(dtype) and dt.bits(dtype) == 16


def literal(value: float, dtype: str) -> str:
    """A number of an element type, with every bit."""
    if dt.is_bool(dtype):
        return "1" if value else "0"
    if is_small(dtype):
        return f"0x{float_bits(value, dtype):04X}u"
    if dt.is_float(dtype):
        return _float(float(value), dtype)
    number = int(value)
    if dt.is_signed(dtype):
        low = dt.int_range(dtype)[0]
        if dt.bits(dtype) == 64:
            return "INT64_MIN" if number == low else f"INT64_C({number})" if abs(number) >= 2**31 else str(number)
        return f"(-{-number - 1} - 1)" if number == low and dt.bits(dtype) == 32 else str(number)
    return f"UINT64_C({number})" if dt.bits(dtype) == 64 else f"{number}u"


def _float(value: float, dtype: str) -> str:
    import struct

    end = "f" if dtype == "float32" else ""
    if dtype == "float32":
        value = struct.unpack("<f", struct.pack("<I", float_bits(value, dtype)))[0]
    if math.isnan(value):
        return "NAN" if end else "(double)NAN"
    if math.isinf(value):
        text = "INFINITY" if end else "(double)INFINITY"
        return text if value > 0 else f"(-{text})"
    if value == int(value) and abs(value) < 1e6:
        text = f"{value:.1f}{end}"
    else:
        text = value.hex() + end
    return f"({text})" if text.startswith("-") else text


def identifier(text: str) -> str:
    """`text` as a C identifier, which a number is to be added to."""
    name = re.sub(r"[^A-Za-z0-9_]", "_", text) or "v"
    if name[0].isdigit() or name[0] == "_" or name in _TAKEN:
        name = "v" + name
    return name


def quoted(text: str) -> str:
    """A C string literal."""
    out = []
    for byte in text.encode():
        char = chr(byte)
        out.append(f"\\{char}" if char in '"\\' else char if 32 <= byte < 127 and char != "?" else f"\\{byte:03o}")
    return '"' + "".join(out) + '"'
