"""Packs constant recurrent weights while compiling, as ``nn.pack_recurrent`` and ``nn.pack_recurrent_words`` do."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def pack_recurrent(r: Array, gates: int, unit: int, width: int) -> Array:
    """(D, G * H, H) to (D, P, H, width): gates padded to full units, split into panels. G gates, H hidden units, P
    panels of `width` columns."""
    count, _, hidden = r.shape
    padded = -(-hidden // unit) * unit
    by_gate = r.reshape(count, gates, hidden, hidden).transpose(0, 3, 1, 2)  # (D, K, G, H)
    wide = np.pad(by_gate, ((0, 0), (0, 0), (0, 0), (0, padded - hidden)))
    if gates * unit == width:  # a panel holds `unit` units of every gate
        wide = wide.reshape(count, hidden, gates, padded // unit, unit).swapaxes(2, 3)
    panels = wide.reshape(count, hidden, gates * padded // width, width)
    return np.ascontiguousarray(panels.transpose(0, 2, 1, 3))


def pack_recurrent_words(packed: Array, words: int) -> Array:
    """int8 (D, P, H, n) to int32 (D, P, `words`, n): byte i of word w is weight ``i * words + w``, or 0 beyond H."""
    count, panels, hidden, width = packed.shape
    full = np.pad(packed, ((0, 0), (0, 0), (0, 4 * words - hidden), (0, 0)))
    bytes_last = np.moveaxis(full.reshape(count, panels, 4, words, width), 2, -1)
    return np.ascontiguousarray(bytes_last).view("<i4")[..., 0]
