"""Rows of few vectors, of a length that a call chooses, have versions of their own."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

from mlcc.ir import Allocate, BufferStore, For, IfThenElse, as_int, walk
from mlcc.lowering.short_rows import KEY
from mlcc.reference import random_inputs, run
from mlcc.script import parse_prim_func

#: Rows of n elements less their sum: partial sums of 8 lanes, and what is stored of them.
SUMS = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(a, (m, n), "float32")
    C = T.match_buffer(c, (m, n), "float32")
    square = T.alloc_buffer((m, n), "float32")
    part = T.alloc_buffer((m, 8), "float32")
    total = T.alloc_buffer((m,), "float32")
    for i in T.serial(m, annotations={"short_rows": [8, 2]}):
        for k in range((n + 7) // 8):
            for l in T.vectorized(8):
                with T.block("Q"):
                    vi = T.axis.spatial(m, i)
                    v = T.axis.spatial(n, k * 8 + l)
                    T.where(k * 8 + l < n)
                    square[vi, v] = A[vi, v] * A[vi, v]
        for l in T.vectorized(8):
            with T.block("Z"):
                vi, vl = T.axis.remap("SS", [i, l])
                part[vi, vl] = T.float32(0)
        for k in range((n + 7) // 8):
            for l in T.vectorized(8):
                with T.block("P"):
                    vi, vl, vk = T.axis.remap("SSR", [i, l, k])
                    part[vi, vl] = part[vi, vl] + T.if_then_else(vk * 8 + vl < n, square[vi, vk * 8 + vl], T.float32(0))
        for l in range(8):
            with T.block("T"):
                vi, vl = T.axis.remap("SR", [i, l])
                with T.init():
                    total[vi] = T.float32(0)
                total[vi] = total[vi] + part[vi, vl]
        for k in range((n + 7) // 8):
            for l in T.vectorized(8):
                with T.block("C"):
                    vi = T.axis.spatial(m, i)
                    v = T.axis.spatial(n, k * 8 + l)
                    T.where(k * 8 + l < n)
                    C[vi, v] = square[vi, v] - total[vi]
"""


@pytest.mark.every(2)
@pytest.mark.parametrize("length", [1, 7, 8, 9, 15, 16, 17, 24, 35])
def test_results_do_not_change(length: int) -> None:
    inputs = random_inputs(parse_prim_func(SUMS), seed=length, sizes={"n": length, "m": 3})
    want = run(parse_prim_func(SUMS), inputs)
    for stage in ("short_rows", "overlap_results", "ragged_vectors"):
        for one, got in zip(want, run(around(SUMS, stage)[1], inputs), strict=True):
            np.testing.assert_allclose(got, one, rtol=1e-5)


def test_versions_keep_rows_in_buffers_of_a_constant_size() -> None:
    func = around(SUMS, "short_rows")[1]
    rows = [as_int(n.buffer.shape[-1]) for n in nodes(func, Allocate) if n.buffer.name == "square"]
    assert rows == [8, 16, None]
    loops = [loop for loop in nodes(func, For) if loop.var.name == "k"]
    assert len(loops) == 3, "only the version for all other rows counts vectors"
    assert not any(KEY in loop.annotations for loop in nodes(func, For))


def test_only_the_last_vector_has_a_guard() -> None:
    func = around(SUMS, "short_rows")[1]
    one, two = (n.then_body for n in nodes(func, IfThenElse) if n.else_body is not None)
    for version in (one, two):
        stores = [n for n in walk(version) if isinstance(n, BufferStore) and n.buffer.name == "C"]
        guarded = [n for n in walk(version) if isinstance(n, IfThenElse) and n.then_body in stores]
        assert len(stores) == (1 if version is one else 2)
        assert len(guarded) == 1


def test_loops_that_count_something_else_stay() -> None:
    func = around(SUMS.replace("(n + 7) // 8", "(n + 8) // 8"), "short_rows")[1]
    assert not any(n.else_body is not None for n in nodes(func, IfThenElse))
