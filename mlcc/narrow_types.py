"""Tensors of float8, float4 and integers of 2 and 4 bits: one byte per element, and a note beside the value says what.

NumPy has such arrays by the package ml_dtypes; a float is kept by its bits, an integer by its value.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

#: Integers: bits, and whether they are signed.
INTEGERS: dict[str, tuple[int, bool]] = {
    "int2": (2, True),
    "uint2": (2, False),
    "int4": (4, True),
    "uint4": (4, False),
}
#: The format's name by the name that ml_dtypes gives it.
_BY_NUMPY = {
    "float8_e4m3fn": "float8e4m3fn",
    "float8_e4m3fnuz": "float8e4m3fnuz",
    "float8_e5m2": "float8e5m2",
    "float8_e5m2fnuz": "float8e5m2fnuz",
    "float8_e8m0fnu": "float8e8m0",
    "float4_e2m1fn": "float4e2m1",
    **{name: name for name in INTEGERS},
}
_TO_NUMPY = {name: numpy_name for numpy_name, name in _BY_NUMPY.items()}


def storage_dtype(name: str) -> str:
    """The dtype of the bytes that hold elements of a format."""
    return "int8" if name in INTEGERS and INTEGERS[name][1] else "uint8"


def format_of(array: Array) -> str | None:
    """The narrow format of an array's elements; None for types that mlcc has itself."""
    return _BY_NUMPY.get(array.dtype.name)


def to_bytes(array: Array) -> Array:
    """An array of a narrow type as the bytes that mlcc keeps it in."""
    name = _BY_NUMPY[array.dtype.name]
    if name in INTEGERS:
        return np.asarray(array.astype(storage_dtype(name)))
    result: Array = np.ascontiguousarray(array).view(np.uint8).reshape(array.shape)
    return result


def _numpy_type(name: str) -> np.dtype[Any]:
    import ml_dtypes

    result: np.dtype[Any] = np.dtype(getattr(ml_dtypes, _TO_NUMPY[name]))
    return result


def nearest(number: Any, name: str) -> Array:
    """The byte of the number of a narrow format of floats that is nearest to `number`."""
    return to_bytes(np.asarray(number).astype(_numpy_type(name)))


def from_bytes(array: Array, name: str) -> Array:
    """The bytes that mlcc keeps as an array of the narrow type itself."""
    kind = _numpy_type(name)
    if name in INTEGERS:
        return np.asarray(array.astype(kind))
    result: Array = np.ascontiguousarray(array).view(kind).reshape(array.shape)
    return result
