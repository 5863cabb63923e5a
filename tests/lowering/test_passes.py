"""What each lowering pass makes of small programs."""

import pytest

from mlcc.diagnostics import MlccError
from mlcc.ir import Allocate, AttrStmt, BlockRealize, BufferStore, Call, For, IfThenElse, Ramp, as_int, walk
from mlcc.ir import dtype as dt
from mlcc.lowering import PASSES
from mlcc.script import parse_module
from mlcc.target import Target

TARGET = Target.parse("llvm -mcpu=haswell -mtriple=x86_64-unknown-linux-gnu")


def parse(source: str):
    (func,) = parse_module(source).prim_funcs.values()
    return func


def lowered(source: str, until: str | None = None):
    func = parse(source)
    for step in PASSES:
        func = step.run(func, TARGET)
        if step.name == until:
            break
    return func


def nodes(func, kind):
    return [n for n in walk(func.body) if isinstance(n, kind)]


def reduction(loops: str, bindings: tuple[str, str], where: str = "pass") -> str:
    depth = loops.count("\n") + 2
    pad = "    " * depth
    return f"""
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8,), "float32")):
    T.func_attr({{"tir.noalias": True}})
{loops}
{pad}with T.block("C"):
{pad}    vi = T.axis.spatial(8, {bindings[0]})
{pad}    vk = T.axis.reduce(8, {bindings[1]})
{pad}    {where}
{pad}    with T.init():
{pad}        C[vi] = T.float32(0)
{pad}    C[vi] = C[vi] + A[vi, vk]
"""


def test_no_block_is_left():
    func = lowered(reduction("    for i in range(8):\n        for k in range(8):", ("i", "k")))
    assert not nodes(func, BlockRealize)
    assert all(len(n.indices) == 1 for n in nodes(func, BufferStore))


def test_initialisation_goes_before_the_reduction_loop():
    func = lowered(reduction("    for k in range(8):\n        for i in range(8):", ("i", "k")), "lower_blocks")
    assert not nodes(func, IfThenElse)
    first, second = func.body.stmts
    assert isinstance(first, For)
    assert first.var.name == "i_init"
    assert second.var.name == "k"


def test_initialisation_over_mixed_loops_runs_the_nest_first():
    loops = "    for f in range(64):"
    func = lowered(reduction(loops, ("f // 8", "f % 8")), "lower_blocks")
    first, _ = func.body.stmts
    assert isinstance(first.body, IfThenElse)


def test_initialisation_in_place_leaves_with_the_first_iteration():
    loops = "    for k in range(8):\n        for i in range(8):"
    source = reduction(loops, ("i", "k"), 'T.block_attr({"init_in_place": 1})')
    (branch,) = nodes(lowered(source, "lower_blocks"), IfThenElse)
    assert isinstance(branch.then_body, BufferStore)
    func = lowered(source, "partition_loops")
    assert not nodes(func, IfThenElse)
    assert [(as_int(n.min), as_int(n.extent)) for n in nodes(func, For) if n.var.name == "k"] == [(1, 7)]


def test_iterations_whose_guards_never_hold_do_nothing():
    loops = "    for i_0 in range(6):\n        for i_1 in T.unroll(3):\n            for k in range(8):"
    func = lowered(reduction(loops, ("i_0 * 3 + i_1", "k"), "T.where(i_0 * 3 + i_1 < 8)"), "partition_loops")
    assert not nodes(func, IfThenElse)
    assert {as_int(n.extent) for n in nodes(func, For) if n.var.name == "i_0"} == {2}


def test_guards_leave_the_main_part():
    loops = "    for i_0 in range(3):\n        for i_1 in range(3):\n            for k in range(8):"
    source = reduction(loops, ("i_0 * 3 + i_1", "k"), "T.where(i_0 * 3 + i_1 < 8)")
    assert not nodes(lowered(source, "partition_loops"), IfThenElse)


def test_parallel_loops_have_bodies_for_both_ends():
    source = """
@T.prim_func
def f(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32")):
    for i in T.parallel(10):
        for j in range(4):
            B[i * 4 + j] = T.if_then_else(i * 4 + j >= 1, A[i * 4 + j - 1], T.float32(0)) + T.if_then_else(
                i * 4 + j < 39, A[i * 4 + j + 1], T.float32(0)
            )
"""
    func = lowered(source, "partition_loops")
    assert len([n for n in nodes(func, For) if n.kind == "parallel"]) == 1
    assert len(nodes(func, IfThenElse)) == 2  # which end, if any; neither is asked about for an element
    assert not [n for n in nodes(func, Call) if n.op == "if_then_else"]


def test_long_vector_loops_are_cut_to_registers():
    source = """
@T.prim_func
def f(A: T.Buffer((21,), "float32"), B: T.Buffer((21,), "float32")):
    for i in T.vectorized(21):
        B[i] = A[i] + T.float32(1)
"""
    func = lowered(source)
    assert [dt.lanes(s.value.dtype) for s in nodes(func, BufferStore)] == [8, 8]  # 2 x 8 in a loop, 5 of 8
    assert [dt.lanes(s.condition.dtype) for s in nodes(func, IfThenElse)] == [8]


def test_ends_of_vector_loops_without_masks_are_powers_of_two():
    source = """
@T.prim_func
def f(A: T.Buffer((21,), "int8"), B: T.Buffer((21,), "int8")):
    for i in T.vectorized(21):
        B[i] = A[i] + T.int8(1)
"""
    stores = nodes(lowered(source), BufferStore)
    assert [dt.lanes(s.value.dtype) for s in stores] == [16, 4, 1]


def test_strides_become_ramps():
    source = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.vectorized(8):
        B[i] = A[i, 3]
"""
    ramps = nodes(lowered(source), Ramp)
    assert sorted(as_int(r.stride) or 0 for r in ramps) == [1, 8]


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


def test_temporaries_shrink_to_what_an_iteration_uses():
    (alloc,) = nodes(lowered(TWO_STAGES.format(row="vi"), "compact_buffers"), Allocate)
    assert [as_int(d) for d in alloc.buffer.shape] == [1, 64]


def test_what_earlier_iterations_left_is_kept():
    func = lowered(TWO_STAGES.format(row="T.max(vi - 1, 0)"), "compact_buffers")
    (alloc,) = nodes(func, Allocate)
    assert func.body is alloc
    assert [as_int(d) for d in alloc.buffer.shape] == [64, 64]


def test_large_temporaries_go_to_the_workspace():
    func = lowered(TWO_STAGES.format(row="63 - vi").replace("range", "range"))
    (attr,) = nodes(func, AttrStmt)
    assert attr.key == "workspace_offset"
    assert func.attrs["workspace_bytes"] == 64 * 64 * 4


def test_symbolic_workspace_is_an_expression():
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


def test_views_with_more_dimensions_than_their_region():
    source = """
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in range(1):
        with T.block("b"):
            v = T.axis.spatial(1, i)
            X = T.match_buffer(A[0:4], (1, 4), "float32")
            X[0, v] = T.float32(0)
"""
    with pytest.raises(MlccError, match="L101"):
        lowered(source)


def test_thread_bindings_need_a_gpu():
    from mlcc.codegen.llvm import emit_module

    func = lowered("""
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="threadIdx.x"):
        A[i] = T.float32(0)
""")
    with pytest.raises(MlccError, match="G202"):
        emit_module({"f": func}, TARGET)


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


def test_a_tile_of_symbolic_rows_has_a_body_for_each_number_of_rows_left():
    func = lowered(TILE, "partition_loops")
    guards = nodes(func, IfThenElse)
    assert len(guards) == 4  # 4 rows, 3, 2, 1: no guard is left inside
    rows = sorted(as_int(loop.extent) or 0 for loop in nodes(func, For) if loop.kind == "unroll")
    assert rows == [2, 2, 2, 3, 3, 3, 4, 4, 4]  # a single row needs no loop
