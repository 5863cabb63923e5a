"""Loads by indices that all lanes of a vector choose alike are vectors, not gathers."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import BufferLoad, PrimFunc, Ramp, walk
from mlcc.lowering import lower
from mlcc.script import parse_module
from mlcc.target import Target

TEXT = """
@T.prim_func
def main(a: T.handle, b: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n, m, k = T.int64(), T.int64(), T.int64()
    A = T.match_buffer(a, (k,))
    B = T.match_buffer(b, (n, m))
    C = T.match_buffer(c, (n, m))
    for i, j0 in T.grid(n, (m + 7) // 8):
        for j1 in T.vectorized(8):
            with T.block("C"):
                vi = T.axis.spatial(n, i)
                vj = T.axis.spatial(m, j0 * 8 + j1)
                T.where(j0 * 8 + j1 < m)
                C[vi, vj] = B[vi, vj] * A[INDEX]
"""


def program(index: str) -> PrimFunc:
    return next(f for f in parse_module(TEXT.replace("INDEX", index)).functions.values() if isinstance(f, PrimFunc))


def gathers(func: PrimFunc) -> int:
    loads = [n for n in walk(lower(func, Target.parse("llvm -mcpu=haswell"))) if isinstance(n, BufferLoad)]
    return sum("x" in n.indices[0].dtype and not isinstance(n.indices[0], Ramp) for n in loads)


@pytest.mark.parametrize("target", ["llvm", "c"])
def test_an_operand_of_one_element_or_of_a_row(target: str) -> None:
    func = program("T.Select(k == 1, 0, vj)")
    assert gathers(func) == 0
    run = mlcc.build(func, target=target)["main"]
    for n, m in ((3, 13), (1, 1), (2, 8), (4, 37), (0, 3), (2, 0)):
        for k in {1, m} - {0}:
            a, b = (np.random.default_rng(k).standard_normal(s).astype("f4") for s in ((k,), (n, m)))
            c = np.zeros((n, m), "f4")
            run(a, b, c)
            np.testing.assert_array_equal(c, a * b)


def test_two_choices() -> None:
    func = program("T.Select(k == 1, 0, T.Select(n == 2, vj, m - 1 - vj))")
    run = mlcc.build(func)["main"]
    for n, m, k in ((2, 13, 13), (3, 13, 13), (2, 13, 1), (3, 5, 1)):
        a, b = (np.random.default_rng(k).standard_normal(s).astype("f4") for s in ((k,), (n, m)))
        c = np.zeros((n, m), "f4")
        run(a, b, c)
        np.testing.assert_array_equal(c, b * (a if n == 2 else a[::-1]))


def test_choices_that_differ_by_lane_stay_gathers() -> None:
    func = program("T.Select(vj % 3 == 0, 0, vj)")
    run = mlcc.build(func)["main"]
    a, b, c = np.arange(13).astype("f4"), np.ones((2, 13), "f4"), np.zeros((2, 13), "f4")
    run(a, b, c)
    np.testing.assert_array_equal(c, np.broadcast_to(np.where(np.arange(13) % 3, a, 0), (2, 13)))
