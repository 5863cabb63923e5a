"""Strings as bytes: an array of strings of some shape is a uint8 array of that shape and one more axis, each string in
UTF-8 and followed by zeros. NumPy's type `S` keeps them so, too."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError

Array = np.ndarray[Any, np.dtype[Any]]

#: The format's name in the attributes ``input_formats`` and ``output_formats`` of a graph function.
STRING = "string"


def is_text(array: Array) -> bool:
    """Whether an array's elements are strings: str, bytes, or objects that are either."""
    return array.dtype.kind in "OUST"


def to_rows(array: Array, width: int | None = None) -> Array:
    """The bytes of an array of strings: uint8 (*shape, W). W is `width`, or that of the longest, at least 1.

    Raises R316 for elements that are no strings, that hold a zero character, or are longer than `width`.
    """
    flat = [_bytes(item) for item in array.reshape(-1).tolist()]
    longest = max(map(len, flat), default=0)
    if width is not None and longest > width:
        raise MlccError("R315", f"a string of {longest} bytes is given where {width} is the most")
    columns = max(longest, 1) if width is None else width
    packed: Array = np.array(flat, f"S{max(columns, 1)}").reshape(-1)
    return packed.view(np.uint8).reshape(*array.shape, max(columns, 1))[..., :columns]


def _bytes(item: Any) -> bytes:
    if isinstance(item, str):
        item = item.encode("utf-8", "surrogateescape")
    if not isinstance(item, bytes):
        raise MlccError("R315", f"a string is needed, given {item!r}")
    if b"\0" in item:
        raise MlccError("R315", f"the string {item!r} has a zero character inside", help="zeros end strings")
    return item


def from_rows(rows: Array) -> Array:
    """The strings of :func:`to_rows` back, as an array of str objects."""
    shape, width = rows.shape[:-1], rows.shape[-1]
    result: Array = np.empty(shape, object)
    if not result.size or not width:
        result.fill("")
        return result
    packed = np.ascontiguousarray(rows).reshape(-1, width).view(f"S{width}").reshape(-1)
    result.reshape(-1)[:] = [item.split(b"\0")[0].decode("utf-8", "surrogateescape") for item in packed.tolist()]
    return result
