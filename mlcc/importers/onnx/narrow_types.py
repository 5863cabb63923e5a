"""Tensors of float8, float4 and integers of 2 and 4 bits: kept as one byte per element, known by a note at the value.

Such a value may be moved (reshaped, gathered, concatenated …) and converted; nothing computes with it.
"""

from __future__ import annotations

import numpy as np

from mlcc.topi.narrow import INTEGERS, storage_dtype

from .values import Array

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

#: Operators that move elements and leave them as they are.
MOVING = frozenset(
    [
        *("reshape", "transpose", "strided_slice", "concatenate", "take", "broadcast_to", "tile", "repeat", "flip"),
        *("squeeze", "expand_dims", "identity", "where", "gather_elements", "gather_nd", "split", "trilu"),
        *("scatter_elements", "scatter_nd", "reverse_sequence", "nn.depth_to_space", "nn.space_to_depth"),
    ]
)


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


def from_bytes(array: Array, name: str) -> Array:
    """The bytes that mlcc keeps as an array of the narrow type itself."""
    import ml_dtypes

    kind = np.dtype(getattr(ml_dtypes, _TO_NUMPY[name]))
    if name in INTEGERS:
        return np.asarray(array.astype(kind))
    result: Array = np.ascontiguousarray(array).view(kind).reshape(array.shape)
    return result
