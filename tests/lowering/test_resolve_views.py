"""Accesses to views become accesses to the buffers that are viewed."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, lowered, nodes, reduction

from mlcc.diagnostics import MlccError
from mlcc.ir import BufferLoad
from mlcc.reference import run


def test_views_with_more_dimensions_than_their_region() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in range(1):
        with T.block("b"):
            v = T.axis.spatial(1, i)
            X = T.match_buffer(A[0:4], (1, 4), "float32")
            X[0, v] = T.float32(0)
"""
    with pytest.raises(MlccError, match="L101"):
        lowered(source)


VIEW = """
@T.prim_func
def f(A: T.Buffer((4, 6, 8), "float32"), B: T.Buffer((3, 2), "float32")):
    for i in range(3):
        with T.block("outer"):
            vi = T.axis.spatial(3, i)
            X = T.match_buffer(A[vi, 1:6, 2:8], (5, 6))
            for j in range(2):
                with T.block("inner"):
                    vj = T.axis.spatial(2, j)
                    Y = T.match_buffer(X[vj:vj + 2, 3:5], (2, 2))
                    B[vi, vj] = Y[1, 1] + X[vj, 0]
"""


def test_views_of_views_read_the_buffer() -> None:
    before, func = around(VIEW, "resolve_views")
    assert {n.buffer.name for n in nodes(before, BufferLoad)} == {"X", "Y"}
    assert {n.buffer.name for n in nodes(func, BufferLoad)} == {"A"}
    a = np.random.default_rng(0).standard_normal((4, 6, 8)).astype("float32")
    want = np.array([[a[i, 1 + j + 1, 2 + 4] + a[i, 1 + j, 2] for j in range(2)] for i in range(3)])
    np.testing.assert_array_equal(run(func, [a])[0], want)


def test_programs_without_views_stay() -> None:
    before, func = around(reduction("    for i in range(8):\n        for k in range(8):", ("i", "k")), "resolve_views")
    assert func is before
