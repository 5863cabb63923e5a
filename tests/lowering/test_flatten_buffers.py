"""One index per access, which is the offset of the element."""

from __future__ import annotations

import pytest
from stages import after, around, lowered, nodes, reduction

from mlcc.ir import Allocate, Binary, BufferLoad, BufferStore


def test_every_access_has_one_index() -> None:
    func = around(reduction("    for i in range(8):\n        for k in range(8):", ("i", "k")), "flatten_buffers")[1]
    assert all(len(load.indices) == 1 for load in nodes(func, BufferLoad))
    assert all(len(store.indices) == 1 for store in nodes(func, BufferStore))
    assert all(len(n.buffer.shape) == 1 for n in nodes(func, Allocate))


FUSED = """
@T.prim_func
def f(A: T.Buffer((6, 7), "float32"), B: T.Buffer((6, 7), "float32")):
    for f in range(42):
        with T.block("B"):
            vi = T.axis.spatial(6, f // 7)
            vj = T.axis.spatial(7, f % 7)
            B[vi, vj] = A[vi, {column}]
"""


@pytest.mark.parametrize(("column", "divided"), [("vj", False), ("6 - vj", True)])
def test_digits_of_a_fused_loop_are_put_together(column: str, divided: bool) -> None:
    merged = around(FUSED.format(column=column), "merge_indices")[1]
    (store,) = nodes(merged, BufferStore)
    assert [i.script() for i in store.indices] == ["f"]
    (load,) = nodes(merged, BufferLoad)
    assert (len(load.indices) == 2) is divided
    divisions = [n for n in nodes(lowered(FUSED.format(column=column)), Binary) if "div" in n.op or "mod" in n.op]
    assert bool(divisions) is divided


def test_digits_of_a_fused_reduction_over_sizes_that_may_be_zero_are_put_together() -> None:
    """The sum of no element is 0, so that either size may be 0, but not in an iteration of the loop."""
    text = """
@T.prim_func
def f(a: T.handle, B: T.Buffer((), "float32")):
    n = T.int64()
    m = T.int64()
    A = T.match_buffer(a, (n, m, 64), "float32")
    for k0, k1 in T.grid(n * m * 2, 32):
        with T.block("B"):
            v = T.axis.reduce(n * m * 64, k0 * 32 + k1)
            with T.init():
                B[()] = T.float32(0)
            B[()] = B[()] + A[v // (m * 64), v % (m * 64) // 64, v % 64]
"""
    assert not [n for n in nodes(lowered(text), Binary) if "div" in n.op or "mod" in n.op]
    after(text, "merge_indices")
