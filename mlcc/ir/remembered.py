"""Constants that a text names by digest: they are found again while the process has them.

A printed module of many megabytes is of no use to a reader, and a printed module without its weights could not be read
back. So `node.script()` leaves large data out and states digests, by which a reader in the same process finds it.
"""

from __future__ import annotations

import hashlib
import weakref
from typing import Any

import numpy as np

_KNOWN: weakref.WeakValueDictionary[str, np.ndarray[Any, Any]] = weakref.WeakValueDictionary()


def remember(data: np.ndarray[Any, Any]) -> str:
    """A digest of an array, by which :func:`recall` finds it for as long as the array exists."""
    plain = np.ascontiguousarray(data)
    text = f"{plain.dtype.name}{plain.shape}".encode()
    digest = hashlib.blake2b(plain.reshape(-1).view(np.uint8).data, digest_size=16, key=text[:64]).hexdigest()
    _KNOWN[digest] = data
    return digest


def recall(digest: str) -> np.ndarray[Any, Any] | None:
    """The array of a digest, or None if this process has it no more, or never had it."""
    return _KNOWN.get(digest)
