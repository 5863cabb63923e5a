"""Arrays amid values that must not be read or written: NaN, or a number that no result holds."""

from __future__ import annotations

from typing import Any

import numpy as np

MARGIN = 64


class Guarded:
    """A copy of an array with a margin on both sides, all in one piece of memory."""

    def __init__(self, array: Any) -> None:
        self.filler = np.nan if array.dtype.kind == "f" else np.array(99, array.dtype)
        self.whole = np.full(array.size + 2 * MARGIN, self.filler, array.dtype)
        self.array = self.whole[MARGIN : MARGIN + array.size].reshape(array.shape)
        self.array[...] = array

    def check(self) -> None:
        """The margins are as they were."""
        for margin in (self.whole[:MARGIN], self.whole[MARGIN + self.array.size :]):
            np.testing.assert_array_equal(margin, np.full(MARGIN, self.filler, self.whole.dtype))
