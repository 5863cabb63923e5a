"""Temporaries shrink to what is used below their allocation."""

from __future__ import annotations

from stages import after, nodes

from mlcc.ir import Allocate, as_int

TWO_STAGES = """
@T.prim_func
def f(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    B = T.alloc_buffer((64, 64), "float32")
    for i in T.serial(64):
        for j in T.serial(64):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial(64):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[{row}, vj]
"""


def test_temporaries_shrink_to_what_an_iteration_uses() -> None:
    (alloc,) = nodes(after(TWO_STAGES.format(row="vi"), "compact_buffers"), Allocate)
    assert [as_int(d) for d in alloc.buffer.shape] == [1, 64]


def test_what_earlier_iterations_left_is_kept() -> None:
    func = after(TWO_STAGES.format(row="T.max(vi - 1, 0)"), "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    assert func.body is alloc
    assert [as_int(d) for d in alloc.buffer.shape] == [64, 64]
