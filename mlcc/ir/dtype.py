"""Data types are strings in the field's spelling: ``float32``, ``int8``, ``bool``, ``float32x8``, ``handle``.

Strings print, compare and serialise as themselves; this module answers questions about them.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

import numpy as np

FLOATS = ("float16", "bfloat16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
#: Every scalar element type that a buffer may hold.
SCALARS = ("bool", *SIGNED, *UNSIGNED, *FLOATS)

#: The greatest number of lanes of a vector type.
MOST_LANES = 4096

_PATTERN = re.compile(r"(bfloat|float|int|uint|bool|handle|void)(\d*)(?:x(\d{1,5}))?$")


class DTypeParts(NamedTuple):
    """``kind`` is bool, int, uint, float, bfloat, handle or void; ``bits`` of one lane; ``lanes`` >= 1."""

    kind: str
    bits: int
    lanes: int


@functools.cache
def parts(dtype: str) -> DTypeParts:
    """Split ``float32x8`` into its parts. Raises ValueError for an unknown spelling."""
    match = _PATTERN.match(dtype)
    if match is None:
        raise ValueError(f"unknown data type `{dtype}`")
    kind, bits, lanes = match.groups()
    if kind in ("bool", "handle", "void"):
        if bits:
            raise ValueError(f"unknown data type `{dtype}`")
        width = {"bool": 1, "handle": 64, "void": 0}[kind]
    else:
        if f"{kind}{bits}" not in SCALARS and not (kind == "int" and bits == "1"):
            raise ValueError(f"unknown data type `{dtype}`")
        width = int(bits)
    if not 1 <= int(lanes or 1) <= MOST_LANES:
        raise ValueError(f"unknown data type `{dtype}`: a vector has 1 to {MOST_LANES} lanes")
    return DTypeParts(kind, width, int(lanes or 1))


@functools.cache
def is_known(dtype: str) -> bool:
    """True when `dtype` is a spelling that mlcc understands (vectors included)."""
    try:
        parts(dtype)
    except ValueError:
        return False
    return True


@functools.cache
def is_float(dtype: str) -> bool:
    return parts(dtype).kind in ("float", "bfloat")


@functools.cache
def is_int(dtype: str) -> bool:
    """True for signed and unsigned integers, not for bool."""
    return parts(dtype).kind in ("int", "uint")


@functools.cache
def is_signed(dtype: str) -> bool:
    return parts(dtype).kind == "int"


@functools.cache
def is_bool(dtype: str) -> bool:
    return parts(dtype).kind == "bool"


@functools.cache
def bits(dtype: str) -> int:
    """Bits of one lane; bool counts as 1."""
    return parts(dtype).bits


@functools.cache
def nbytes(dtype: str) -> int:
    """Bytes of one stored element of a scalar type; a bool is stored in a byte."""
    return max(1, parts(dtype).bits // 8)


@functools.cache
def lanes(dtype: str) -> int:
    return parts(dtype).lanes


@functools.cache
def element(dtype: str) -> str:
    """The scalar type of one lane."""
    return dtype.split("x")[0] if parts(dtype).lanes > 1 else dtype


@functools.cache
def with_lanes(dtype: str, count: int) -> str:
    return element(dtype) if count == 1 else f"{element(dtype)}x{count}"


def int_range(dtype: str) -> tuple[int, int]:
    """Smallest and largest value of an integer or bool type."""
    kind, width, _ = parts(dtype)
    if kind == "bool":
        return 0, 1
    if kind == "uint":
        return 0, (1 << width) - 1
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


#: Largest finite value per floating-point type.
FLOAT_MAX = {
    "float16": 65504.0,
    "bfloat16": 3.3895313892515355e38,
    "float32": 3.4028234663852886e38,
    "float64": 1.7976931348623157e308,
}


def numpy_dtype(dtype: str) -> np.dtype[np.generic]:
    """The NumPy type that stores `dtype`; bfloat16 needs ml_dtypes, which comes with onnx."""
    if dtype == "bfloat16":
        import ml_dtypes

        bfloat16: np.dtype[np.generic] = np.dtype(ml_dtypes.bfloat16)
        return bfloat16
    return np.dtype(dtype)


def from_numpy(dtype: np.dtype[np.generic]) -> str:
    """The spelling of a NumPy type. Raises ValueError where mlcc has no such type."""
    name = str(dtype.name)
    if name not in SCALARS:
        raise ValueError(f"no mlcc data type for numpy `{name}`")
    return name


def promote(a: str, b: str) -> str:
    """The common scalar type of two operands: floats win over integers, wider over narrower."""
    if a == b:
        return a
    if is_bool(a):
        return b
    if is_bool(b):
        return a
    if is_float(a) != is_float(b):
        return a if is_float(a) else b
    if bits(a) != bits(b):
        return a if bits(a) > bits(b) else b
    if is_float(a):
        return "float32"
    return a if is_signed(a) else b
