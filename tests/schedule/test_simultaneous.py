"""Loops whose iterations run at once stay independent, whatever a later step puts below them."""

from __future__ import annotations

import pytest
from tried import refused, text_after

from mlcc.diagnostics import MlccError
from mlcc.ir import structural_equal
from mlcc.schedule import Schedule
from mlcc.script import parse_prim_func

DIAGONAL = """
@T.prim_func
def main(A: T.Buffer((8, 8), "int32")):
    for i, j in T.grid(7, 7):
        with T.block("A"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi + 1, vj + 1] = A[vi, vj] + 1
"""
#: `Y` stores in two statements, so that two iterations that compute it disturb each other.
BESIDE = """
@T.prim_func
def main(A: T.Buffer((4,), "int32"), X: T.Buffer((4,), "int32"), Z: T.Buffer((4,), "int32")):
    Y = T.alloc_buffer((4,), "int32")
    for i in range(4):
        with T.block("X"):
            vi = T.axis.spatial(4, i)
            X[vi] = A[vi] + 1
    for i in range(4):
        with T.block("Y"):
            vi = T.axis.spatial(4, i)
            T.reads(A[vi])
            T.writes(Y[vi])
            Y[vi] = 0
            Y[vi] = Y[vi] + A[vi]
    for i in range(4):
        with T.block("Z"):
            vi = T.axis.spatial(4, i)
            Z[vi] = Y[vi]
"""
CHAIN = """
@T.prim_func
def main(A: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * 2
    for i in range(15):
        with T.block("C"):
            vi = T.axis.spatial(15, i)
            C[vi] = B[vi] + B[vi + 1]
"""
#: That the rows differ is what the program says; it cannot be proven.
SCATTER = """
@T.prim_func
def main(A: T.Buffer((8,), "int32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    for i in T.parallel(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[P[vi]] = A[vi] * 3
"""
REFUSED = [
    (DIAGONAL, "- parallel: [A, j]\n- reorder: [[A, j], [A, i]]"),
    (DIAGONAL, "- vectorize: [A, j]\n- reorder: [[A, j], [A, i]]"),
    (DIAGONAL, "- bind: {loop: [A, j], thread_axis: threadIdx.x}\n- reorder: [[A, j], [A, i]]"),
    (BESIDE, "- parallel: [X, i]\n- reverse_compute_at: {block: Y, loop: [X, i]}"),
    (BESIDE, "- bind: {loop: [X, i], thread_axis: blockIdx.x}\n- reverse_compute_at: {block: Y, loop: [X, i]}"),
]


@pytest.mark.parametrize(("body", "steps"), REFUSED)
def test_iterations_would_depend_on_each_other(body: str, steps: str) -> None:
    refused("S230", body, steps)


def test_the_same_value_from_several_iterations_is_no_dependence() -> None:
    """Each iteration computes the two elements that it reads; so does another one."""
    steps = "- parallel: [C, i]\n- compute_at: {block: B, loop: [C, i]}"
    assert "for i in T.parallel(15)" in text_after(CHAIN, steps)


def test_a_claim_that_cannot_be_proven_does_not_forbid_steps() -> None:
    sch = Schedule(parse_prim_func(SCATTER))
    sch.cache_read("B", 0, "global")
    assert sch.get(sch.get_loops("B")[0]).kind == "parallel"


def test_a_refused_step_leaves_references_in_place() -> None:
    sch = Schedule(parse_prim_func(DIAGONAL))
    i, j = sch.get_loops("A")
    sch.parallel(j)
    before = sch.func
    with pytest.raises(MlccError):
        sch.reorder(j, i)
    assert sch.func is before
    sch.split(i, factors=[None, 2])
    assert structural_equal(sch.get(j), sch.get(sch.get_loops("A")[-1]))
