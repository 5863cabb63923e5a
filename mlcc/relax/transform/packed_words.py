"""Packs int8 weights for dot-product instructions: four bytes that are adjacent along the reduction axis are a word."""

from __future__ import annotations

from typing import Any

import numpy as np

from .blocked_weights import pack_conv_weight
from .pack_weights import pack_columns

Array = np.ndarray[Any, Any]

#: Bytes of a word.
WORD = 4


def as_words(data: Array, axis: int) -> Array:
    """int8 (…, 4k, …) as int32 (…, k, …): four adjacent elements of `axis` are a word, the first its lowest byte."""
    moved = np.moveaxis(data, axis, -1)
    return np.moveaxis(np.ascontiguousarray(moved).view("<i4"), -1, axis)


def pack_matrix_words(matrix: Array, width: int) -> Array:
    """[K, N] → [ceil(N / width), K / 4, width] words."""
    return pack_columns(as_words(matrix, 0), width)


def pack_conv_words(weight: Array, block_in: int, block_out: int) -> Array:
    """[O, C/groups, kh, kw] → [O/bo, C/groups/bi, kh, kw, bi / 4, bo] words."""
    return np.ascontiguousarray(as_words(pack_conv_weight(weight, block_in, block_out), -2))
