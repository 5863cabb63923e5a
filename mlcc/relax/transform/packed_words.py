"""Packs weights for dot-product instructions: four bytes of int8, or two numbers of bfloat16, that are adjacent along
the reduction axis are a word."""

from __future__ import annotations

from typing import Any

import numpy as np

from .blocked_weights import pack_conv_weight
from .pack_weights import pack_columns
from .words import as_words

Array = np.ndarray[Any, Any]

#: Bytes of a word.
WORD = 4


def pack_matrix_words(matrix: Array, width: int) -> Array:
    """[K, N] → [ceil(N / width), K / e, width] words of e elements: four bytes, or two of bfloat16."""
    return pack_columns(as_words(matrix, 0), width)


def pack_conv_words(weight: Array, block_in: int, block_out: int) -> Array:
    """[O, C/groups, kh, kw] → [O/bo, C/groups/bi, kh, kw, bi / e, bo] words of e elements: four bytes, or two
    of bfloat16."""
    return np.ascontiguousarray(as_words(pack_conv_weight(weight, block_in, block_out), -2))
