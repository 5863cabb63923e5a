"""Arrays amid values that must not be read or written, and arrays amid pages that cannot be touched."""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

import numpy as np

MARGIN = 64


class Guarded:
    """A copy of an array with a margin on both sides, all in one piece of memory: NaN, or a number no result holds."""

    def __init__(self, array: Any) -> None:
        self.filler = np.nan if array.dtype.kind == "f" else np.array(99, array.dtype)
        self.whole = np.full(array.size + 2 * MARGIN, self.filler, array.dtype)
        self.array = self.whole[MARGIN : MARGIN + array.size].reshape(array.shape)
        self.array[...] = array

    def check(self) -> None:
        """The margins are as they were."""
        for margin in (self.whole[:MARGIN], self.whole[MARGIN + self.array.size :]):
            np.testing.assert_array_equal(margin, np.full(MARGIN, self.filler, self.whole.dtype))


class Fenced:
    """A copy of an array right before pages that cannot be touched, or right after such pages (`at_end` False).

    An access beyond that side ends the process, so run in one that may end; `untouched` tells of writes on the other.
    """

    _libc = ctypes.CDLL(None, use_errno=True)
    _FILLER = 0xA5
    #: Bytes that cannot be touched on each side, whole pages.
    _BEYOND = 1 << 20

    def __init__(self, array: Any, at_end: bool = True) -> None:
        page, beyond = mmap.PAGESIZE, self._BEYOND
        inside = max(-(-array.nbytes // page), 1) * page
        self._memory = mmap.mmap(-1, inside + 2 * beyond)
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for fence in (start, start + beyond + inside):
            if self._libc.mprotect(ctypes.c_void_p(fence), ctypes.c_size_t(beyond), 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        self._inside = np.frombuffer(self._memory, np.uint8, inside, beyond)
        self._inside[:] = self._FILLER
        first = inside - array.nbytes if at_end else 0
        self._rest = np.delete(np.arange(inside), slice(first, first + array.nbytes))
        self.array = self._inside[first : first + array.nbytes].view(array.dtype).reshape(array.shape)
        self.array[...] = array

    def untouched(self) -> bool:
        """Whether the memory beside the array, up to the fences, is as it was."""
        return bool((self._inside[self._rest] == self._FILLER).all())
