"""Temporaries stand as deep in the loops as their uses allow, and no deeper."""

from __future__ import annotations

import pytest
from stages import after, nodes

from mlcc.ir import Allocate, For, PrimFunc, walk

TEXT = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    B = T.alloc_buffer((8, 8), scope="{scope}")
    for i in T.{kind}(8):
        for j in range(8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for j in range(8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[{row}, vj]
"""


def loops_above(func: PrimFunc) -> list[str]:
    (alloc,) = nodes(func, Allocate)
    return [loop.var.name for loop in nodes(func, For) if any(n is alloc for n in walk(loop))]


@pytest.mark.parametrize("kind", ["serial", "parallel"])
@pytest.mark.parametrize("scope", ["global", "local"])
def test_used_in_one_iteration(kind: str, scope: str) -> None:
    assert loops_above(after(TEXT.format(kind=kind, scope=scope, row="vi"), "place_allocations")) == ["i"]


def test_used_after_the_loop() -> None:
    head, first, second = TEXT.format(kind="serial", scope="global", row="vi").split("        for j in")
    text = f"{head}        for j in{first}    for i in range(8):\n        for j in{second}"
    assert loops_above(after(text, "place_allocations")) == []


SUM = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((8,))
    for {outer} in range(8):
        for {inner} in range(8):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
        {rest}
"""
COPY = """with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = S[vi]
"""


def test_sums_live_outside_of_their_reduction() -> None:
    assert loops_above(after(SUM.format(outer="i", inner="k", rest=COPY), "place_allocations")) == ["i"]


LAST = """
@T.prim_func
def f(A: T.Buffer((8, 2, 4), "float32"), C: T.Buffer((8, 4), "float32")):
    S = T.alloc_buffer((8, 2, 4))
    for i in range(8):
        for p in range(2):
            for j in range(4):
                with T.block("S"):
                    vi, vp, vj = T.axis.remap("SSS", [i, p, j])
                    S[vi, vp, vj] = A[vi, vp, vj] * T.float32(2)
                if {condition}:
                    with T.block("C"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        C[vi, vj] = S[vi, 0, vj] + S[vi, {part}, vj]
"""


def test_what_the_last_iteration_reads_stays_outside_of_its_loop() -> None:
    """The branch does not use `p`, of which earlier iterations have made what it reads; the branch that does use `j`
    reads what this iteration has made."""
    assert loops_above(after(LAST.format(condition="p == 1", part=1), "place_allocations")) == ["i"]
    own = LAST.format(condition="j < 3", part=0).replace("S[vi, vp, vj]", "S[vi, 0, vj]")
    assert loops_above(after(own, "place_allocations")) == ["i", "p", "j"]


def test_sums_in_a_branch_live_outside_of_their_reduction() -> None:
    """The loop of the sum is between that of the condition and the branch."""
    branch = """with T.block("C"):
                        vi = T.axis.spatial(8, i)
                        vj = T.axis.reduce(4, j)
                        with T.init():
                            R[vi] = T.float32(0)
                        R[vi] = R[vi] + A[vi, 0, vj]
                    with T.block("D"):
                        vi, vj = T.axis.remap("SS", [i, j])
                        C[vi, vj] = R[vi]
"""
    head = LAST[: LAST.index('                    with T.block("C")')].format(condition="p == 1")
    text = head.replace("S = T.alloc_buffer((8, 2, 4))", "S = T.alloc_buffer((8, 2, 4))\n    R = T.alloc_buffer((8,))")
    above = {
        alloc.buffer.name: [loop.var.name for loop in nodes(func, For) if any(n is alloc for n in walk(loop))]
        for func in [after(text + " " * 20 + branch, "place_allocations")]
        for alloc in nodes(func, Allocate)
    }
    assert above["R"] == ["i"]


def test_what_other_iterations_read_stays_outside() -> None:
    """Each iteration adds to what the one before has left."""
    text = TEXT.format(kind="serial", scope="global", row="vi").replace(
        "B[vi, vj] = A[vi, vj] * T.float32(2)",
        "B[vi, vj] = T.if_then_else(vi > 0, B[vi - 1, vj], T.float32(1)) + A[vi, vj]",
    )
    assert loops_above(after(text, "place_allocations")) == []


REGISTERS = """
@T.prim_func
def f(rounds: T.int64, X: T.Buffer((16,), "float32"), Y: T.Buffer((4, 16), "float32")):
    for t in T.parallel(4):
        with T.block("thread"):
            vt = T.axis.spatial(4, t)
            T.reads(Y[vt, 0:16], X[0:16])
            T.writes(Y[vt, 0:16])
            acc = T.alloc_buffer((16,), scope="local")
            for v in T.vectorized(16):
                acc[v] = Y[vt, v]
            for i in range(rounds):
                for w in T.vectorized(16):
                    acc[w] = acc[w] * X[w] + X[w]
            for u in T.vectorized(16):
                Y[vt, u] = acc[u]
"""


def test_a_buffer_of_a_block_that_reads_it_at_other_elements() -> None:
    """The path of its uses ends above the block, where one that is no block's own would have to stand."""
    assert loops_above(after(REGISTERS, "place_allocations")) == ["t"]
