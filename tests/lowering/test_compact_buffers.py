"""Temporaries shrink to what is used below their allocation."""

from __future__ import annotations

import numpy as np
from stages import after, around, nodes

from mlcc.analysis import Analyzer
from mlcc.ir import Allocate, For, Var, as_int, walk
from mlcc.reference import run

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
#: Each iteration reads an element of a row that it has written.
GATHERED = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((8,), "float32")
    for i in T.parallel(8):
        for j in range(8):
            with T.block("W"):
                vi, vj = T.axis.remap("SS", [i, j])
                t[vj] = A[vi, vj]
        with T.block("R"):
            vi = T.axis.spatial(8, i)
            B[vi] = t[T.if_then_else(P[vi] > 0, 7, 1)]
"""
PARTLY = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), P: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
    t = T.alloc_buffer((9,), "float32")
    for i in T.parallel(8):
        for j in range(8):
            with T.block("W"):
                vi, vj = T.axis.remap("SS", [i, j])
                t[vj] = A[vi, vj]
        with T.block("R"):
            vi = T.axis.spatial(8, i)
            B[vi] = t[T.if_then_else(P[vi] > 0, 7, 1)]
"""
OWNED = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i in T.serial(8):
        with T.block("outer"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:8])
            T.writes(B[vi, 0:8])
            t = T.alloc_buffer((8,), "float32")
            for j in T.serial(8):
                with T.block("W"):
                    vj = T.axis.spatial(8, j)
                    t[vj] = A[vi, vj] * T.float32(2)
                with T.block("R"):
                    vj = T.axis.spatial(8, j)
                    B[vi, vj] = t[T.max(vj - 1, 0)]
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


def test_a_row_that_is_gathered_from_stays_with_its_iteration() -> None:
    """Where the index is loaded, the read is of an element of the buffer all the same, and all of it is written."""
    func = after(GATHERED, "compact_buffers")
    (loop,) = nodes(func, For)[:1]
    assert loop.kind == "parallel"
    (alloc,) = nodes(func, Allocate)
    assert func.body is not alloc


def test_iterations_of_a_parallel_loop_share_nothing() -> None:
    """Not all that might be read is proven to be written."""
    func = after(PARTLY, "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    (parallel,) = [loop for loop in nodes(func, For) if loop.kind == "parallel"]
    assert any(node is alloc for node in walk(parallel))


def test_no_loop_around_a_block_carries_what_the_block_owns() -> None:
    func = after(OWNED, "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    outer, inner, *_ = nodes(func, For)
    assert not any(node is alloc for node in walk(inner))
    assert any(node is alloc for node in walk(outer))


#: The last of the panels that two loops share is beyond the end: writes are guarded by panels, reads by elements.
RAGGED = """
@T.prim_func
def f(A: T.Buffer((48,), "float32"), C: T.Buffer((48,), "float32")):
    B = T.alloc_buffer((48,), "float32")
    for p in range(2):
        for q in range(3):
            for l in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(48, (p * 3 + q) * 8 + l)
                    T.where(p * 3 + q < 5)
                    B[vi] = A[vi] * T.float32(2)
            for l in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(48, p * 24 + q * 8 + l)
                    T.where((p * 3 + q) * 8 + l < LAST)
                    C[vi] = B[vi]
"""


def test_guards_of_panels_and_of_their_elements_agree() -> None:
    """An element below 40 is of a panel below 5; one below 41 might be of the next."""
    (buffer,) = [n.buffer for n in nodes(after(RAGGED.replace("LAST", "40"), "compact_buffers"), Allocate)]
    assert [as_int(dim) for dim in buffer.shape] == [8]
    (buffer,) = [n.buffer for n in nodes(after(RAGGED.replace("LAST", "41"), "compact_buffers"), Allocate)]
    assert [as_int(dim) for dim in buffer.shape] == [48]


#: Rows with a border of 8, of which windows of 3 read one element at each side.
BORDER = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    P = T.alloc_buffer((n + 16,), "float32")
    for i in range(n + 2):
        with T.block("P"):
            v = T.axis.spatial(n + 16, i + 7)
            P[v] = T.if_then_else(v >= 8 and v < n + 8, A[v - 8], T.float32(0))
    for i in range(n):
        with T.block("Z"):
            v = T.axis.spatial(n, i)
            C[v] = T.float32(0)
        for r in range(3):
            if i + r * 8 >= 7 and i + r * 8 < n + 9:
                with T.block("C"):
                    v, vr = T.axis.remap("SR", [i, r])
                    C[v] = C[v] + P[v + vr * 8]
"""


def test_ends_that_nothing_accesses_take_no_memory() -> None:
    """What is read is under a condition, and what is written in a loop that is as long as that."""
    func = after(BORDER, "compact_buffers")
    (memory,) = nodes(func, Allocate)
    analyzer = Analyzer()
    (n,) = (v for v in walk(memory.buffer.shape[0]) if isinstance(v, Var))
    assert analyzer.poly(memory.buffer.shape[0]) == analyzer.poly(n).shift(2)
    for size in (1, 5, 9, 20):
        a = np.random.default_rng(size).standard_normal(size).astype("float32")
        padded = np.pad(a, 8)
        want = padded[:size] + padded[8 : size + 8] + padded[16 : size + 16]
        assert np.allclose(run(func, [a, np.zeros(size, "float32")])[-1], want), size


def test_a_buffer_that_is_accessed_to_its_ends_keeps_them() -> None:
    whole = BORDER.replace("range(n + 2)", "range(n + 16)").replace("i + 7)", "i)")
    (memory,) = nodes(after(whole, "compact_buffers"), Allocate)
    analyzer = Analyzer()
    (n,) = (v for v in walk(memory.buffer.shape[0]) if isinstance(v, Var))
    assert analyzer.poly(memory.buffer.shape[0]) == analyzer.poly(n).shift(16)


def test_a_buffer_with_an_address_keeps_its_shape() -> None:
    """A function that has the address may access elements that no load names."""
    called = BORDER.replace(
        "    for i in range(n):\n",
        "    T.evaluate(T.call_extern('int32', 'fill', T.address_of(P[0])))\n    for i in range(n):\n",
        1,
    )
    (memory,) = nodes(around(called, "compact_buffers")[1], Allocate)
    analyzer = Analyzer()
    (n,) = (v for v in walk(memory.buffer.shape[0]) if isinstance(v, Var))
    assert analyzer.poly(memory.buffer.shape[0]) == analyzer.poly(n).shift(16)


#: A stack, whose length is a number in memory.
STACK = """
@T.prim_func
def f(var_a: T.handle, C: T.Buffer((4,), "float32")):
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    P = T.alloc_buffer((n + 4,), "float32")
    length = T.alloc_buffer((1,), "int64")
    length[0] = T.int64(0)
    for i in range(4):
        P[length[0]] = A[T.min(i, n - 1)]
        length[0] = length[0] + 1
    for i in range(4):
        length[0] = length[0] - 1
        C[i] = P[length[0]]
"""


def test_an_index_that_is_loaded_may_be_any() -> None:
    func = after(STACK, "compact_buffers")
    (memory,) = (m for m in nodes(func, Allocate) if as_int(m.buffer.shape[0]) is None)
    assert any(isinstance(v, Var) for v in walk(memory.buffer.shape[0]))
    a = np.arange(9, dtype="float32")
    assert np.array_equal(run(func, [a, np.zeros(4, "float32")])[-1], [3, 2, 1, 0])


#: Such a stack for each row.
STACKS = """
@T.prim_func
def f(A: T.Buffer((3, 4), "float32"), C: T.Buffer((3, 4), "float32")):
    for r in range(3):
        with T.block("O"):
            vr = T.axis.spatial(3, r)
            P = T.alloc_buffer((8,), "float32")
            length = T.alloc_buffer((1,), "int64")
            length[0] = T.int64(0)
            for i in range(4):
                P[length[0]] = A[vr, i]
                length[0] = length[0] + 1
            for i in range(4):
                length[0] = length[0] - 1
                C[vr, i] = P[length[0]]
"""


def test_an_index_that_is_stored_in_an_iteration_is_not_fixed_in_it() -> None:
    func = after(STACKS, "compact_buffers")
    assert 8 in {as_int(memory.buffer.shape[0]) for memory in nodes(func, Allocate)}
    a = np.arange(12, dtype="float32").reshape(3, 4)
    assert np.array_equal(run(func, [a, np.zeros((3, 4), "float32")])[-1], a[:, ::-1])


#: The same of panels of two elements of which a quotient of the size tells the number.
PANELS = """
@T.prim_func
def f(var_x: T.handle, var_a: T.handle, var_c: T.handle):
    n = T.int64()
    X = T.match_buffer(var_x, (n,), "float32")
    A = T.match_buffer(var_a, ((n + 3) // 4 + 1, 2), "float32")
    C = T.match_buffer(var_c, ((n + 3) // 4 + 1, 2), "float32")
    B = T.alloc_buffer(((n + 3) // 4 + 1, 2), "float32")
    for p in range((n + 15) // 16):
        for q in range(4):
            for l in range(2):
                if p * 4 + q < (n + 3) // 4:
                    with T.block("B"):
                        v = T.axis.spatial((n + 3) // 4 + 1, p * 4 + q)
                        vl = T.axis.spatial(2, l)
                        B[v, vl] = A[v, vl] * T.float32(2)
                if (p * 4 + q) * 2 + l < (n + 3) // 4 * 2 + MORE:
                    with T.block("C"):
                        v = T.axis.spatial((n + 3) // 4 + 1, p * 4 + q)
                        vl = T.axis.spatial(2, l)
                        C[v, vl] = B[v, vl]
"""


def test_guards_by_a_quotient_of_a_size_agree() -> None:
    """Below twice the quotient an element is of a panel below it; one that is not further might be of the next."""
    (buffer,) = [n.buffer for n in nodes(after(PANELS.replace("MORE", "0"), "compact_buffers"), Allocate)]
    assert [as_int(dim) for dim in buffer.shape] == [1, 1]
    (buffer,) = [n.buffer for n in nodes(after(PANELS.replace("MORE", "1"), "compact_buffers"), Allocate)]
    assert as_int(buffer.shape[0]) is None
