"""Guards leave the loops in which they always hold."""

from __future__ import annotations

import numpy as np
import pytest
from stages import after, around, nodes, reduction

from mlcc.ir import Call, For, IfThenElse, as_int, free_vars, walk
from mlcc.reference import run
from mlcc.script import parse_prim_func

TILE = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 8), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    s = T.alloc_buffer((n,), "float32", scope="local")
    for i in range((n + 3) // 4):
        for ii in T.unroll(4):
            with T.block("Z"):
                v = T.axis.spatial(n, i * 4 + ii)
                T.where(i * 4 + ii < n)
                s[v] = T.float32(0)
        for k in range(8):
            for ii in T.unroll(4):
                with T.block("S"):
                    v = T.axis.spatial(n, i * 4 + ii)
                    r = T.axis.reduce(8, k)
                    T.where(i * 4 + ii < n)
                    s[v] = s[v] + A[v, r]
        for ii in T.unroll(4):
            with T.block("C"):
                v = T.axis.spatial(n, i * 4 + ii)
                T.where(i * 4 + ii < n)
                C[v] = s[v]
"""


def test_iterations_whose_guards_never_hold_do_nothing() -> None:
    loops = "    for i_0 in range(6):\n        for i_1 in T.unroll(3):\n            for k in range(8):"
    func = after(reduction(loops, ("i_0 * 3 + i_1", "k"), "T.where(i_0 * 3 + i_1 < 8)"), "partition_loops")
    assert not nodes(func, IfThenElse)
    assert {as_int(n.extent) for n in nodes(func, For) if n.var.name == "i_0"} == {2}


def test_guards_leave_the_main_part() -> None:
    loops = "    for i_0 in range(3):\n        for i_1 in range(3):\n            for k in range(8):"
    source = reduction(loops, ("i_0 * 3 + i_1", "k"), "T.where(i_0 * 3 + i_1 < 8)")
    assert not nodes(after(source, "partition_loops"), IfThenElse)


def test_parallel_loops_have_bodies_for_both_ends() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32")):
    for i in T.parallel(10):
        for j in range(4):
            B[i * 4 + j] = T.if_then_else(i * 4 + j >= 1, A[i * 4 + j - 1], T.float32(0)) + T.if_then_else(
                i * 4 + j < 39, A[i * 4 + j + 1], T.float32(0)
            )
"""
    func = after(source, "partition_loops")
    assert len([n for n in nodes(func, For) if n.kind == "parallel"]) == 1
    assert len(nodes(func, IfThenElse)) == 2  # which end, if any; neither is asked about for an element
    assert not [n for n in nodes(func, Call) if n.op == "if_then_else"]


def test_a_tile_of_symbolic_rows_has_a_body_for_each_number_of_rows_left() -> None:
    func = after(TILE, "partition_loops")
    guards = nodes(func, IfThenElse)
    assert len(guards) == 4  # 4 rows, 3, 2, 1: no guard is left inside
    rows = sorted(as_int(loop.extent) or 0 for loop in nodes(func, For) if loop.kind == "unroll")
    assert rows == [2, 2, 2, 3, 3, 3, 4, 4, 4]  # a single row needs no loop


PARTS = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 12), "float32")
    C = T.match_buffer(var_c, (n, 12), "float32")
    for i in range((n + 84) // 85):
        for ii in range(85):
            for j in T.vectorized(12):
                with T.block("C"):
                    v = T.axis.spatial(n, i * 85 + ii)
                    w = T.axis.spatial(12, j)
                    T.where(i * 85 + ii < n)
                    C[v, w] = A[v, w] * T.float32(2)
"""


def test_a_guard_of_all_parts_of_a_vector_bounds_the_loop() -> None:
    """Twelve lanes are eight and four, with the guard of their row each: few rows are not 85 iterations."""
    func = after(PARTS, "partition_loops")
    rows = [n for n in nodes(func, For) if n.var.name == "ii"]
    assert sorted(as_int(n.extent) or 0 for n in rows) == [0, 85]
    assert not [n for row in rows for n in walk(row.body) if isinstance(n, IfThenElse)]


TAPS = """
@T.prim_func
def f(var_a: T.handle, W: T.Buffer((5,), "float32"), var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    for i in range(n):
        for k in T.KIND:
            if i + k * 2 >= 4 and i + k * 2 < n + 4:
                C[i] = C[i] + A[i + k * 2 - 4] * W[k]
"""


@pytest.mark.parametrize("size", [1, 2, 3, 8, 13])
def test_bounds_with_a_factor_are_those_of_the_loop(size: int) -> None:
    """Of a dilated window the taps that meet the row are a range: none of them asks."""
    text = TAPS.replace("T.KIND", "range(5)").replace("range(n)", 'T.serial(n, annotations={"partition": 0})')
    before, func = around(text, "partition_loops")
    assert not nodes(func, IfThenElse)
    rng = np.random.default_rng(size)
    arrays = [rng.standard_normal(n).astype(np.float32) for n in (size, 5, size)]
    for want, got in zip(run(before, arrays), run(func, arrays), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-6)


def test_an_unrolled_loop_keeps_bounds_that_only_the_call_knows() -> None:
    text = TAPS.replace("T.KIND", "T.unroll(5)").replace("range(n)", 'T.serial(n, annotations={"partition": 0})')
    assert nodes(around(text, "partition_loops")[1], IfThenElse)


FEW = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_a, (m, n), "float32")
    C = T.match_buffer(var_c, (m, n), "float32")
    if n < 5:
        for i in T.KIND(m):
            for t in range((n + 3) // 4):
                for p in T.unroll(4):
                    if t * 4 + p < n:
                        C[i, t * 4 + p] = A[i, t * 4 + p] * T.float32(2)
    else:
        for i, j in T.grid(m, n):
            C[i, j] = A[i, j] * T.float32(2)
"""


@pytest.mark.parametrize("kind", ["serial", "parallel"])
def test_few_values_of_a_size_have_a_version_each(kind: str) -> None:
    """No version asks for a pixel; a parallel loop remains one."""
    func = after(FEW.replace("KIND", kind), "partition_loops")
    tests = nodes(func, IfThenElse)
    assert [t.condition.script() for t in tests[1:5]] == [f"n == T.int64({k})" for k in (4, 3, 2, 1)]
    assert sum(loop.kind == "parallel" for loop in nodes(func, For)) == (kind == "parallel")


FEW_ROWS = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 10), "float32")
    C = T.match_buffer(var_c, (n, 10), "float32")
    if n < 3:
        for t in T.parallel(3):
            for i in T.unroll(2):
                for l in range(4):
                    if i < n and t * 4 + l < 10:
                        C[i, t * 4 + l] = A[i, t * 4 + l] * T.float32(2)
    else:
        for i, j in T.grid(n, 10):
            C[i, j] = A[i, j] * T.float32(2)
"""


def test_columns_of_few_rows_are_partitioned_too() -> None:
    """The versions of a size lie in a parallel loop, of which the last iteration alone has fewer columns."""
    func = after(FEW_ROWS, "partition_loops")
    names = [{v.name for v in free_vars(test.condition)} for test in nodes(func, IfThenElse)]
    assert [{"l"} in names, {"t"} in names, {"l", "t"} in names] == [True, True, False]
    assert sum(loop.kind == "parallel" for loop in nodes(func, For)) == 1
    for size in (0, 1, 2, 3):
        a, c = np.random.default_rng(size).standard_normal((2, size, 10)).astype(np.float32)
        (got,) = run(func, [a, c])
        np.testing.assert_array_equal(got, a * 2)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5])
def test_a_size_of_0_has_no_version(size: int) -> None:
    func, original = (
        around(FEW.replace("KIND", "serial"), "partition_loops")[1],
        parse_prim_func(FEW.replace("KIND", "serial")),
    )
    a, c = np.ones((3, size), np.float32), np.zeros((3, size), np.float32)
    for want, got in zip(run(original, [a, c]), run(func, [a, c]), strict=True):
        np.testing.assert_array_equal(got, want)
    assert not any(t.else_body is not None and isinstance(t.else_body, For) for t in nodes(func, IfThenElse)[1:])


def test_a_choice_that_no_iteration_changes_is_around_the_loop() -> None:
    text = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_a, (m, n), "float32")
    C = T.match_buffer(var_c, (m, n), "float32")
    for i in range(m):
        if n < 9:
            for j in range(n):
                C[i, j] = A[i, j] * T.float32(2)
        else:
            for j in range(n):
                C[i, j] = A[i, j] * T.if_then_else(j >= 1, T.float32(2), T.float32(3))
"""
    func = after(text, "partition_loops")
    assert isinstance(func.body, IfThenElse)
    assert func.body.condition.script() == "n < T.int64(9)"
    for condition in ("if i < 9", "if n // m < 9"):  # without rows it would divide by 0
        assert isinstance(after(text.replace("if n < 9", condition), "partition_loops").body, For)


@pytest.mark.parametrize("size", [1, 3, 4, 5, 8, 9, 13])
def test_after_a_version_for_few_columns_no_tile_is_ragged_in_the_first(size: int) -> None:
    """From 4 columns on, the first tile has all of its 4 columns; that is not tested."""
    few = FEW.replace("KIND", "serial")
    tiled = few.replace(
        """        for i, j in T.grid(m, n):
            C[i, j] = A[i, j] * T.float32(2)
""",
        """        for i in range(m):
            for t in range((n + 3) // 4):
                for p in T.unroll(4):
                    if t * 4 + p < n:
                        C[i, t * 4 + p] = T.if_then_else(t * 4 + p >= 1, A[i, t * 4 + p - 1], T.float32(0))
""",
    )
    func = after(tiled, "partition_loops")
    assert isinstance(func.body, IfThenElse)
    assert func.body.else_body is not None
    tests = [t.condition.script() for t in nodes(func.with_body(func.body.else_body), IfThenElse)]
    assert not [test for test in tests if "t" not in test and "n - T.int64(4)" in test], tests
    a, c = np.random.default_rng(size).standard_normal((2, 3, size)).astype(np.float32)
    for want, got in zip(run(parse_prim_func(tiled), [a, c]), run(func, [a, c]), strict=True):
        np.testing.assert_array_equal(got, want)
