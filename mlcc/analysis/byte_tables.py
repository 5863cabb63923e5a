"""Tables of bytes: loads at an index that is a byte, which every byte has an element for."""

from __future__ import annotations

import math

from mlcc.ir import Buffer, Cast, Expr, as_int
from mlcc.ir import dtype as dt

_ENTRIES = 256


def byte_index(buffer: Buffer, index: Expr) -> Expr | None:
    """The byte, or vector of bytes, that an index of a flat buffer of bytes is widened from; None unless the buffer has
    an element for every byte. A table of 256 bytes fits in registers, and no access is outside of it."""
    sizes = [as_int(d) for d in buffer.shape]
    if not dt.is_int(buffer.dtype) or dt.bits(buffer.dtype) != 8 or not all(sizes):
        return None
    while isinstance(index, Cast) and dt.bits(index.value.dtype) < dt.bits(index.dtype):
        index = index.value
        if dt.element(index.dtype) == "uint8":
            return index if math.prod(s or 0 for s in sizes) >= _ENTRIES else None
    return None
