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
BRANCHES = """
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    X = T.alloc_buffer((1,), "float32")
    for i in range(8):
        if i % 2 == 0:
            with T.block("W"):
                vi = T.axis.spatial(8, i)
                X[0] = A[vi]
        else:
            with T.block("R"):
                vi = T.axis.spatial(8, i)
                B[vi] = X[0]
"""


def test_temporaries_shrink_to_what_an_iteration_uses() -> None:
    (alloc,) = nodes(after(TWO_STAGES.format(row="vi"), "compact_buffers"), Allocate)
    assert [as_int(d) for d in alloc.buffer.shape] == [1, 64]


def test_what_earlier_iterations_left_is_kept() -> None:
    func = after(TWO_STAGES.format(row="T.max(vi - 1, 0)"), "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    assert func.body is alloc
    assert [as_int(d) for d in alloc.buffer.shape] == [64, 64]


def test_one_branch_does_not_write_what_the_other_reads() -> None:
    """They belong to different iterations."""
    func = after(BRANCHES, "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    assert func.body is alloc
