"""Packs constant recurrent weights while compiling, as ``nn.pack_recurrent`` and ``nn.pack_recurrent_words`` do,
or for pairs of bfloat16 and tile registers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .blocked_weights import zero_padded

Array = np.ndarray[Any, Any]


def pack_recurrent(r: Array, gates: int, unit: int, width: int) -> Array:
    """(D, G * H, K) to (D, P, K, width): gates padded to full units, split into panels. G gates, H hidden units, K
    inputs or hidden units, P panels of `width` columns."""
    count, rows, inner = r.shape
    hidden = rows // gates
    padded = -(-hidden // unit) * unit
    by_gate = r.reshape(count, gates, hidden, inner).transpose(0, 3, 1, 2)  # (D, K, G, H)
    wide = zero_padded(by_gate, (0, 0, 0, padded - hidden))
    if gates * unit == width:  # a panel holds `unit` units of every gate
        wide = wide.reshape(count, inner, gates, padded // unit, unit).swapaxes(2, 3)
    panels = wide.reshape(count, inner, gates * padded // width, width)
    return np.ascontiguousarray(panels.transpose(0, 2, 1, 3))


def pack_recurrent_words(packed: Array, words: int) -> Array:
    """int8 or bfloat16 (D, P, H, n) to int32 (D, P, `words`, n): number i of word w is weight ``i * words + w``, or 0
    beyond H."""
    count, panels, hidden, width = packed.shape
    numbers = 4 // packed.itemsize
    full = zero_padded(packed, (0, 0, numbers * words - hidden, 0))
    numbers_last = np.moveaxis(full.reshape(count, panels, numbers, words, width), 2, -1)
    return np.ascontiguousarray(numbers_last).view("<i4")[..., 0]


def unpack_recurrent_words(words: Array) -> Array:
    """int32 (D, P, W, n) to the int8 (D, P, 4 W, n) that :func:`pack_recurrent_words` packed."""
    count, panels, inner, width = words.shape
    numbers = words.view(np.int8).reshape(count, panels, inner, width, 4)
    return np.ascontiguousarray(np.moveaxis(numbers, -1, 2).reshape(count, panels, 4 * inner, width))


def pack_recurrent_pairs(packed: Array, unit: int) -> Array:
    """bfloat16 (D, P, H, n) to words of two (D, P, H' / 2, n): H is padded with 0 to full units."""
    return pack_recurrent_words(packed, -(-packed.shape[2] // unit) * unit // 2)


def pack_recurrent_tiles(packed: Array, unit: int, depth: int) -> Array:
    """bfloat16 (D, P, H, n) to (D, P, H' / depth, n / unit, depth / 2, unit, 2): for each gate of a panel the rows of a
    register, which have pairs of elements along H, padded with 0 to H'. Of int8, groups of four."""
    count, panels, hidden, width = packed.shape
    full, group = zero_padded(packed, (0, 0, -hidden % depth, 0)), 4 // packed.itemsize
    split = full.reshape(count, panels, -1, depth // group, group, width // unit, unit)
    return np.ascontiguousarray(split.transpose(0, 1, 2, 5, 3, 6, 4))
