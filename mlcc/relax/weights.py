"""The constants of a module as one aligned blob."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from .plan_memory import ALIGNMENT, align


def _raw(data: np.ndarray[Any, Any]) -> bytes | memoryview:
    """The bytes of a contiguous array, not copied."""
    return data.reshape(-1).view(np.uint8).data if data.size else b""


def _end(offset: int, data: np.ndarray[Any, Any]) -> int:
    """The offset of the next constant. An empty constant occupies space too, so that its address exists."""
    return align(offset + max(data.nbytes, 1))


#: Constants of one size are compared in full only if this many leading bytes are equal.
SAMPLE = 256


class WeightBlob:
    """Distinct constants with byte offsets; equal contents are stored once."""

    def __init__(self) -> None:
        self._arrays: list[tuple[int, np.ndarray[Any, Any]]] = []
        self._by_identity: dict[int, int] = {}
        self._by_sample: dict[tuple[int, bytes], list[tuple[int, np.ndarray[Any, Any]]]] = {}
        self._keep: list[np.ndarray[Any, Any]] = []
        self.nbytes = 0

    def add(self, array: np.ndarray[Any, Any]) -> int:
        """The byte offset of a constant, stored now if it is new."""
        existing = self._by_identity.get(id(array))
        if existing is not None:
            return existing
        data = np.ascontiguousarray(array)
        flat = data.reshape(-1).view(np.uint8) if data.size else np.empty(0, np.uint8)
        alike = self._by_sample.setdefault((data.nbytes, flat[:SAMPLE].tobytes()), [])
        offset = next((o for o, other in alike if np.array_equal(other, flat)), None)
        if offset is None:
            offset = self.nbytes
            self._arrays.append((offset, data))
            alike.append((offset, flat))
            self.nbytes = _end(offset, data)
        self._by_identity[id(array)] = offset
        self._keep.append(array)  # identities stay valid while the blob lives
        return offset

    def chunks(self) -> Iterator[bytes | memoryview]:
        """The blob's bytes in order, padding included."""
        for offset, data in self._arrays:
            if data.size:
                yield _raw(data)
            pad = _end(offset, data) - offset - data.nbytes
            if pad:
                yield bytes(pad)

    def digest(self) -> str:
        """SHA-256 over the bytes, for the artefact's description."""
        state = hashlib.sha256()
        for chunk in self.chunks():
            state.update(chunk)
        return state.hexdigest()


__all__ = ["ALIGNMENT", "WeightBlob"]
