"""Temporaries live on the stack, in the caller's workspace or on the heap."""

from __future__ import annotations

from stages import TARGET, lowered, nodes

from mlcc.ir import Allocate, AssertStmt, AttrStmt, BufferLoad, For, SeqStmt
from mlcc.lowering.plan_workspace import plan_workspace
from mlcc.script import parse_prim_func

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


def test_large_temporaries_go_to_the_workspace() -> None:
    func = lowered(TWO_STAGES.format(row="63 - vi").replace("range", "range"))
    (attr,) = nodes(func, AttrStmt)
    assert attr.key == "workspace_offset"
    assert func.attrs["workspace_bytes"] == 64 * 64 * 4


def test_symbolic_workspace_is_an_expression() -> None:
    func = lowered("""
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    X = T.alloc_buffer((n,), "float32")
    for i in T.serial(n):
        with T.block("X"):
            vi = T.axis.spatial(n, i)
            X[vi] = A[vi]
    for i in T.serial(n):
        with T.block("B"):
            vi = T.axis.spatial(n, i)
            B[vi] = X[n - T.int64(1) - vi]
""")
    assert not isinstance(func.attrs["workspace_bytes"], int)


PARALLEL = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (3, n), "float32")
    C = T.match_buffer(c, (3, n), "float32")
    X = T.alloc_buffer((3, n), "float32")
    for i in T.parallel(3):
        for j in T.serial(n):
            with T.block("X"):
                vi, vj = T.axis.remap("SS", [i, j])
                X[vi, vj] = A[vi, vj] * T.float32(2)
        for j in T.serial(n):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = X[vi, n - T.int64(1) - vj]
"""


def test_memory_of_a_parallel_loop_is_allocated_at_the_start_of_its_body() -> None:
    """So that a thread allocates it once: the size does not depend on the iteration."""
    (loop,) = [n for n in nodes(lowered(PARALLEL), For) if n.kind == "parallel"]
    assert isinstance(loop.body, SeqStmt)
    check, memory = loop.body.stmts
    assert isinstance(check, AssertStmt)
    assert isinstance(memory, Allocate)
    assert memory.buffer.scope == "heap"
    assert not nodes(lowered(PARALLEL.replace("T.parallel(3)", "T.serial(3)")), Allocate)


BRANCHES = """
@T.prim_func(s_tir=False)
def f(A: T.Buffer((400000,), "float32"), C: T.Buffer((4,), "float32")):
    for i in T.parallel(4):
        if i < 2:
            X = T.decl_buffer((100000,), "float32")
            for j in range(100000):
                X[j] = A[i * 100000 + j]
            C[i] = X[i]
        else:
            Y = T.decl_buffer((100000,), "float32")
            for j in range(100000):
                Y[j] = A[i * 100000 + j] * T.float32(2)
            C[i] = Y[99999 - i]
"""


def test_branches_share_the_memory_of_a_thread() -> None:
    func = plan_workspace(parse_prim_func(BRANCHES), TARGET)
    (memory,) = nodes(func, Allocate)
    assert memory.buffer.scope == "heap"
    assert {n.buffer for n in nodes(func, BufferLoad)} == {*func.buffers[:1], memory.buffer}
