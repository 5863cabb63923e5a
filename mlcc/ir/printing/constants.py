"""Tensor literals as text: short ones in place, the others in a table at the end."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np

from .. import dtype as dt
from ..graph import Constant
from ..remembered import remember

KEY = "relax.expr.Constant"
#: Constants of at most this many elements print in place.
SHORT = 8


def inline_constant(item: Constant) -> str | None:
    """``R.const(0.5, "float32")`` for short finite data, else None."""
    data = item.data
    if data.size > SHORT or (data.size == 0 and data.ndim != 1):
        return None
    dtype = dt.from_numpy(data.dtype)
    wide = data.astype(np.float64) if dt.is_float(dtype) else data
    if dt.is_float(dtype) and not np.isfinite(wide).all():
        return None
    return f'R.const({wide.tolist()!r}, "{dtype}")'


#: The line of a text without its constants that says which they are.
DIGESTS = "# constants: "
_OMITTED = "# Metadata omitted. Use show_meta=True in script() method to show it."


class ConstantTable:
    """Assigns indices to the long constants of a text, by identity."""

    def __init__(self, key: str = KEY) -> None:
        self.key = key
        self.items: list[Constant] = []
        self._index: dict[int, int] = {}

    def reference(self, item: Constant) -> str:
        """The text of a reference to `item`."""
        index = self._index.setdefault(id(item), len(self.items))
        if index == len(self.items):
            self.items.append(item)
        return f'metadata["{self.key}"][{index}]'

    def nbytes(self) -> int:
        """The size of the data."""
        return sum(item.data.nbytes for item in self.items)

    def digests(self) -> list[str]:
        """The final lines without the data, by which a reader in this process finds it (see `remembered`)."""
        return [f"\n\n{_OMITTED}\n{DIGESTS}", " ".join(remember(item.data) for item in self.items)]

    def lines(self, load_json: str, show: bool) -> list[str]:
        """The final lines with the data, as strings to be concatenated once (they may be long)."""
        if not self.items:
            return []
        if not show:
            return [f"\n\n{_OMITTED}"]
        result = [f'\n\nmetadata = {load_json}("""{{"{KEY}": [']
        for i, item in enumerate(self.items):
            result += [", "] if i else []
            result += encode(item.data)
        return [*result, ']}""")']


def encode(data: np.ndarray[Any, Any]) -> list[str]:
    """One tensor as a JSON object, as strings to be concatenated: dtype, shape, base64 of the little-endian bytes."""
    plain = np.ascontiguousarray(data)
    if plain.dtype.byteorder == ">":
        plain = plain.astype(plain.dtype.newbyteorder("<"))
    body = base64.b64encode(plain.reshape(-1).view(np.uint8).data).decode("ascii")
    head = f'{{"dtype": "{dt.from_numpy(data.dtype)}", "shape": {json.dumps(list(data.shape))}, "data": "'
    return [head, body, '"}']
