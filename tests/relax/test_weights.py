"""The constants of a module as one blob."""

from __future__ import annotations

import hashlib

import numpy as np

from mlcc.relax.weights import ALIGNMENT, WeightBlob

from .graphs import normal


def test_constants_lie_aligned_and_in_order() -> None:
    blob = WeightBlob()
    a, b = normal(3, 5), np.arange(7, dtype="int8")
    positions = [blob.add(a), blob.add(b), blob.add(normal(2))]
    assert all(p % ALIGNMENT == 0 for p in positions)
    data = b"".join(blob.chunks())
    assert len(data) == blob.nbytes
    assert data[positions[0] :][: a.nbytes] == a.tobytes()
    assert data[positions[1] :][: b.nbytes] == b.tobytes()
    assert blob.digest() == hashlib.sha256(data).hexdigest()


def test_equal_contents_are_stored_once() -> None:
    blob, a = WeightBlob(), normal(100)
    other = a.copy()
    other[-1] += 1
    assert blob.add(a) == blob.add(a) == blob.add(a.copy()) == blob.add(a.reshape(10, 10))
    assert blob.add(other) != blob.add(a)
    assert blob.add(a.view("int32")) == blob.add(a)


def test_what_is_not_contiguous_is_stored_in_order() -> None:
    blob, a = WeightBlob(), normal(4, 6)
    assert blob.add(a.T) == blob.add(np.ascontiguousarray(a.T)) == 0


def test_empty_constants_have_a_place() -> None:
    blob = WeightBlob()
    first = blob.add(np.empty((0, 4), "float32"))
    assert blob.add(normal(3)) != first
    assert blob.nbytes > 0
