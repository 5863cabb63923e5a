"""Tensor intrinsics of the library: each implementation computes what its description says."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from mlcc.cli.catalogue import entries
from mlcc.ir import as_int
from mlcc.reference import run
from mlcc.schedule import TensorIntrin, library_intrins


def random(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Any:
    if dtype in ("bfloat16", "float32"):
        return rng.integers(-9, 10, shape).astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, endpoint=True).astype(dtype)


@pytest.mark.parametrize("name", library_intrins())
def test_implementations_do_what_descriptions_say(name: str) -> None:
    intrin = TensorIntrin.get(name)
    assert intrin is not None
    rng = np.random.default_rng(len(name))
    shapes = [tuple(as_int(d) or 0 for d in b.shape) for b in intrin.desc.buffers]
    inputs = [random(rng, s, b.dtype) for s, b in zip(shapes, intrin.desc.buffers, strict=True)]
    for got, want in zip(run(intrin.impl, inputs), run(intrin.desc, inputs), strict=True):
        np.testing.assert_array_equal(got, want)


def test_they_are_listed_with_what_they_compute() -> None:
    listed = entries("intrinsics")
    assert [e.name for e in listed] == list(library_intrins())
    assert all(e.summary and "def impl" in e.text for e in listed)
