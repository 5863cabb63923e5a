"""Vectors of temporaries are computed whole where no reader sees the lanes beyond a guard."""

from __future__ import annotations

import pytest
from stages import TARGET, after, nodes

from mlcc.ir import Allocate, BufferLoad, BufferStore, Call, For, IfThenElse, PrimFunc, Select, free_vars, walk
from mlcc.target import Target

WIDE = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")
#: Sums over rows of n, two vectors at a time; `READ` is what is read of the temporary and `GUARD` where.
SUMS = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (5, n), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    s = T.alloc_buffer((n,), "float32", scope="local")
    for t in range((n + 15) // 16):
        for p in T.unroll(2):
            for l in T.vectorized(8):
                with T.block("Z"):
                    v = T.axis.spatial(n, t * 16 + p * 8 + l)
                    T.where(t * 16 + p * 8 + l < n)
                    s[v] = T.float32(0)
        for k in range(5):
            for p in T.unroll(2):
                for l in T.vectorized(8):
                    with T.block("S"):
                        vk = T.axis.reduce(5, k)
                        v = T.axis.spatial(n, t * 16 + p * 8 + l)
                        T.where(t * 16 + p * 8 + l < n)
                        s[v] = s[v] + VALUE
        for p in T.unroll(2):
            for l in T.vectorized(8):
                with T.block("C"):
                    v = T.axis.spatial(n, t * 16 + p * 8 + l)
                    T.where(t * 16 + p * 8 + l < n)
                    C[v] = s[v]
"""
#: The loops over what is stored.
READ = "".join(SUMS.splitlines(keepends=True)[-6:-3])
PLAIN = SUMS.replace("VALUE", "A[vk, v] * T.float32(3)")


def masked(func: PrimFunc) -> set[str]:
    """The buffers that are stored to under a guard of lanes."""
    lanes = {loop.var for loop in nodes(func, For) if loop.kind == "vectorized"}
    guarded = [n.then_body for n in nodes(func, IfThenElse) if lanes & {*free_vars(n.condition)}]
    return {n.buffer.name for body in guarded for n in walk(body) if isinstance(n, BufferStore)}


def test_sums_are_whole_and_what_they_read_is_masked() -> None:
    func = after(PLAIN, "whole_vectors")
    assert masked(func) == {"C"}
    loads = [n.args[1] for n in nodes(func, Call) if n.op == "if_then_else"]
    assert [n.buffer.name for n in loads if isinstance(n, BufferLoad)] == ["A"]
    (memory,) = nodes(func, Allocate)
    assert [d.script() for d in memory.buffer.shape] == ["T.int64(16)"]


def test_a_whole_row_gets_memory_for_its_last_vector() -> None:
    rows = PLAIN
    for line in ("        for k in range(5):\n", READ):
        rows = rows.replace(line, "    for t in range((n + 15) // 16):\n" + line)
    func = after(rows, "whole_vectors")
    assert masked(func) == {"C"}
    (memory,) = nodes(func, Allocate)
    assert [d.script() for d in memory.buffer.shape] == ["(n + T.int64(15)) // T.int64(16) * T.int64(16)"]


TILES_OF_TEN = PLAIN.replace("p * 8 + l", "p * 5 + l").replace("t * 16", "t * 10").replace("+ 15) // 16", "+ 9) // 10")
DIVIDED = SUMS.replace("VALUE", "T.Cast('float32', 7 // T.Cast('int32', A[vk, v] + T.float32(9)))")


@pytest.mark.parametrize(
    "text",
    [PLAIN.replace("C[v] = s[v]", "C[v] = s[n - 1 - v]"), DIVIDED, TILES_OF_TEN],
    ids=["an element is read that another guard is for", "lanes may divide by zero", "vectors begin anywhere"],
)
def test_guards_remain(text: str) -> None:
    assert "s" in masked(after(text, "whole_vectors"))


def test_masks_of_avx512_cost_nothing() -> None:
    assert masked(after(PLAIN, "whole_vectors", WIDE)) == {"s", "C"}


def test_tiles_have_a_version_for_each_number_of_vectors() -> None:
    func = after(PLAIN, "partition_loops", TARGET)
    assert masked(func) == {"C"}
    tests = {n.condition.script() for n in nodes(func, IfThenElse)}
    counted = {text for text in tests if "(n + T.int64(7)) // T.int64(8)" in text}
    assert len(counted) == 2


#: The sum of a row by lanes, of which the last vector has fewer.
LANES = """
@T.prim_func
def f(var_a: T.handle, C: T.Buffer((8,), "float32")):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    s = T.alloc_buffer((n,), "float32")
    for t in range((n + 7) // 8):
        for l in T.vectorized(8):
            with T.block("S"):
                v = T.axis.spatial(n, t * 8 + l)
                T.where(t * 8 + l < n)
                s[v] = A[v] * T.float32(3)
    for t in range((n + 7) // 8):
        for l in T.vectorized(8):
            with T.block("C"):
                vt, vl = T.axis.remap("RS", [t, l])
                with T.init():
                    C[vl] = T.float32(0)
                C[vl] = C[vl] + T.if_then_else(vt * 8 + vl < n, s[vt * 8 + vl], T.float32(0))
"""


@pytest.mark.parametrize("target", [TARGET, WIDE], ids=["masks are expensive", "masks are cheap"])
def test_lanes_are_selected_where_a_temporary_has_memory_for_all(target: Target) -> None:
    func = after(LANES, "whole_loads", target)
    masked_loads = [n.args[1] for n in nodes(func, Call) if n.op == "if_then_else"]
    of_s = [n for n in masked_loads if isinstance(n, BufferLoad) and n.buffer.name == "s"]
    assert bool(of_s) == (target is WIDE)
    assert bool(nodes(func, Select)) == (target is TARGET)


def test_lanes_without_memory_are_not_loaded() -> None:
    """A row that is stored element by element, from the end of another, ends with its last one."""
    first = LANES.index("    for t in")
    scalar = """    for i in range(n):
        with T.block("S"):
            v = T.axis.spatial(n, i)
            s[v] = A[n - 1 - v] * T.float32(3)
"""
    assert not nodes(after(LANES[:first] + scalar + LANES[LANES.rindex("    for t in") :], "whole_loads"), Select)
