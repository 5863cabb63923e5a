"""Loops of symbolic sizes run without guards and without the conditions of padded loads, except at the edges."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from stages import TARGET, after, nodes

from mlcc.ir import BufferLoad, BufferStore, Call, For, IfThenElse, PrimFunc, Stmt, as_int, walk
from mlcc.reference import run
from mlcc.target import Target

WIDE = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")

#: A window of 3 over a padded row of n, `STRIDE` apart, in tiles of 4; rows of the image are padded too.
WINDOW = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    m = T.int64()
    n = T.int64()
    A = T.match_buffer(var_a, (m, n, 16), "float32")
    C = T.match_buffer(var_c, (M, N, 16), "float32")
    s = T.alloc_buffer((M, N, 16), "float32", scope="local")
    for h in range(M):
        for t in range((N + 3) // 4):
            for p in T.unroll(4):
                for l in T.vectorized(16):
                    with T.block("Z"):
                        vh, vl = T.axis.remap("SS", [h, l])
                        v = T.axis.spatial(N, t * 4 + p)
                        T.where(t * 4 + p < N)
                        s[vh, v, vl] = T.float32(0)
            for q in T.unroll(3):
                for r in T.unroll(3):
                    for p in T.unroll(4):
                        for l in T.vectorized(16):
                            with T.block("S"):
                                vh, vl, vq, vr = T.axis.remap("SSRR", [h, l, q, r])
                                v = T.axis.spatial(N, t * 4 + p)
                                T.where(t * 4 + p < N)
                                s[vh, v, vl] = s[vh, v, vl] + T.if_then_else(
                                    vh * STRIDE + vq >= 1 and vh * STRIDE + vq < m + 1
                                    and v * STRIDE + vr >= 1 and v * STRIDE + vr < n + 1,
                                    A[vh * STRIDE + vq - 1, v * STRIDE + vr - 1, vl], T.float32(0),
                                )
            for p in T.unroll(4):
                for l in T.vectorized(16):
                    with T.block("C"):
                        vh, vl = T.axis.remap("SS", [h, l])
                        v = T.axis.spatial(N, t * 4 + p)
                        T.where(t * 4 + p < N)
                        C[vh, v, vl] = s[vh, v, vl]
"""

#: The sum of rows of 3, in tiles of 2 vectors of n.
VECTORS = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 3), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    s = T.alloc_buffer((n,), "float32", scope="local")
    for t in range((n + 31) // 32):
        for p in T.vectorized(32):
            with T.block("Z"):
                v = T.axis.spatial(n, t * 32 + p)
                T.where(t * 32 + p < n)
                s[v] = T.float32(0)
        for r in T.unroll(3):
            for p in T.vectorized(32):
                with T.block("S"):
                    v = T.axis.spatial(n, t * 32 + p)
                    vr = T.axis.reduce(3, r)
                    T.where(t * 32 + p < n)
                    s[v] = s[v] + A[v, vr]
        for p in T.vectorized(32):
            with T.block("C"):
                v = T.axis.spatial(n, t * 32 + p)
                T.where(t * 32 + p < n)
                C[v] = s[v]
"""


def _window(stride: int) -> str:
    m, n = (name if stride == 1 else f"(({name} + {stride - 1}) // {stride})" for name in "mn")
    return WINDOW.replace("STRIDE", str(stride)).replace("M", m).replace("N", n)


def _asks(body: Stmt) -> bool:
    return any(isinstance(n, IfThenElse) or (isinstance(n, Call) and n.op == "if_then_else") for n in walk(body))


def _free_bodies(func: PrimFunc) -> list[IfThenElse]:
    """The branches to bodies that store results and ask nothing more."""
    result: list[Any] = nodes(func, IfThenElse)
    stores = [n for n in result if any(isinstance(s, BufferStore) for s in walk(n.then_body))]
    return [n for n in stores if not _asks(n.then_body)]


@pytest.mark.parametrize("stride", [1, 2])
def test_tiles_inside_a_padded_image_ask_nothing(stride: int) -> None:
    func = after(_window(stride), "partition_loops")
    free = _free_bodies(func)
    assert free
    pixels = [
        {as_int(n.extent) for n in walk(item.then_body) if isinstance(n, For) and n.var.name == "p"} for item in free
    ]
    assert {4} in pixels, "the full tile"


def test_the_first_tile_is_apart_and_remainders_decide_the_end_of_a_row() -> None:
    func = after(_window(1), "partition_loops")
    tiles = [n for n in nodes(func, For) if n.var.name == "t"]
    assert {n.min.script() for n in tiles} == {"T.int64(1)"}
    # in rows inside the image, no load asks for a position that depends on the tile or on n
    inside = nodes(func, IfThenElse)[0].then_body
    asked = [n.args[0].script() for n in walk(inside) if isinstance(n, Call) and n.op == "if_then_else"]
    assert asked
    assert not [text for text in asked if re.search(r"\b[tn]\b", text)]


def test_remainders_decide_windows_of_stride_2_but_for_one_element() -> None:
    """(n + 1) // 2 pixels are left: whether n is odd decides about the last element of the last window only."""
    func = after(_window(2), "partition_loops")
    inside = nodes(func, IfThenElse)[0].then_body
    asked = {n.args[0].script() for n in walk(inside) if isinstance(n, Call) and n.op == "if_then_else"}
    assert asked
    assert all(" or " in text for text in asked if re.search(r"\bn\b", text))


def test_windows_of_seven_have_versions_for_each_end_of_a_row() -> None:
    """3 elements beyond a full tile may be read: at 2, 1 and 0 the last ones are padding."""
    text = _window(1).replace("r in T.unroll(3)", "r in T.unroll(7)")
    func = after(
        text.replace("+ vr >= 1", "+ vr >= 3").replace("n + 1", "n + 3").replace("vr - 1", "vr - 3"), "partition_loops"
    )
    inside = nodes(func, IfThenElse)[0].then_body
    asked = [n.args[0].script() for n in walk(inside) if isinstance(n, Call) and n.op == "if_then_else"]
    assert asked
    assert not [text for text in asked if re.search(r"\b[tn]\b", text)]


def test_rows_of_a_window_above_the_image_have_a_range_of_their_own() -> None:
    """The condition of h, which m bounds, is no test of each load."""
    text = _window(1).replace("q in T.unroll(3)", "q in range(5)").replace("+ vq >= 1", "+ vq >= 2")
    func = after(text.replace("m + 1", "m + 2").replace("vq - 1", "vq - 2"), "partition_loops")
    edge = nodes(func, IfThenElse)[0].else_body
    rows = [n for n in walk(edge) if isinstance(n, For) and n.var.name == "q"]
    asked = [
        [n.args[0].script() for n in walk(loop) if isinstance(n, Call) and n.op == "if_then_else"] for loop in rows
    ]
    assert [texts for texts in asked if texts and not any(re.search(r"\b[hm]\b", text) for text in texts)]
    # in the rows above and below the image there is nothing to load
    assert [loop for loop in rows if not any(isinstance(n, BufferLoad) and n.buffer.name == "A" for n in walk(loop))]


@pytest.mark.parametrize("target", [TARGET, WIDE], ids=["masks are expensive", "masks are cheap"])
def test_tiles_of_vectors(target: Target) -> None:
    func = after(VECTORS, "partition_loops", target)
    free = _free_bodies(func)
    assert free
    if target is WIDE:  # a version for two vectors, two of which the last is masked, and one that is masked
        tests = [n for n in nodes(func, IfThenElse) if not any(isinstance(m, BufferStore) for m in walk(n.condition))]
        scalar = [n for n in tests if any(isinstance(m, For) for m in walk(n.then_body))]
        assert len(scalar) == 3


def test_sums_of_rows_of_whole_vectors_have_no_masks() -> None:
    """How many vectors are left decides, and no lane: only what is stored ends with the row."""
    whole = VECTORS.replace("s = T.alloc_buffer((n,)", "s = T.alloc_buffer(((n + 15) // 16 * 16,)")
    whole = whole.replace("T.axis.spatial(n, t", "T.axis.spatial((n + 15) // 16 * 16, t", 2)
    whole = whole.replace("t * 32 + p < n", "t * 32 + p < (n + 15) // 16 * 16", 2)
    func = after(whole.replace("A[v, vr]", "A[T.min(v, n - 1), vr]"), "partition_loops", WIDE)
    lanes = {loop.var for loop in nodes(func, For) if loop.kind == "vectorized"}
    masked = [n.then_body for n in nodes(func, IfThenElse) if lanes & {*walk(n.condition)}]
    assert {n.buffer.name for body in masked for n in walk(body) if isinstance(n, BufferStore)} == {"C"}


REFLECTED = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    C = T.match_buffer(var_c, (n + 4,), "float32")
    for i in range(n + 4):
        with T.block("C"):
            v = T.axis.spatial(n + 4, i)
            C[v] = T.if_then_else(
                v >= 2 and v < n + 2, A[v - 2], OTHER
            )
"""
FOLDED = "A[T.min((v - 2) % T.max(n * 2 - 2, 1), T.max(n * 2 - 2, 1) - (v - 2) % T.max(n * 2 - 2, 1))]"


def test_a_choice_between_two_loads_is_made_once_per_range() -> None:
    """No iteration of a reflected row asks. A constant instead is a masked load: one loop, where masks are free."""
    loops = nodes(after(REFLECTED.replace("OTHER", FOLDED), "partition_loops"), For)
    assert [_asks(loop.body) for loop in loops] == [False] * 3
    padded = REFLECTED.replace("OTHER", "T.float32(0)")
    for cpu, count in (("haswell", 3), ("skylake-avx512", 1)):
        target = Target.parse(f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-gnu")
        assert len(nodes(after(padded, "partition_loops", target), For)) == count


#: Vectors of 8 of the elements of chunks of 64 of n.
CHUNKS = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    for i in T.parallel((n + 63) // 64):
        for v in range(8):
            for j in T.vectorized(8):
                with T.block("C"):
                    w = T.axis.spatial(n, i * 64 + v * 8 + j)
                    T.where(i * 64 + v * 8 + j < n)
                    C[w] = A[w] + T.float32(1)
"""


def test_the_last_chunk_has_no_more_iterations_than_elements() -> None:
    """The full vectors of a chunk are a loop without a test; that of the last chunk ends where n does."""
    func = after(CHUNKS, "partition_loops")
    loops = [loop for loop in nodes(func, For) if loop.kind == "serial"]
    assert [bool(nodes(loop, IfThenElse)) for loop in loops] == [False, False, True]
    assert [as_int(loop.extent) for loop in loops] == [8, None, None]
    for n in (1, 7, 8, 63, 64, 65, 200):
        a = np.arange(n, dtype="float32")
        assert np.array_equal(run(func, [a])[0], a + 1), n


#: Three times each of n elements, summed in registers, in chunks of 16 tiles of 4; the store has the guards of both.
CHUNKS_OF_TILES = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    C = T.match_buffer(var_c, (n,), "float32")
    s = T.alloc_buffer((n,), "float32", scope="local")
    for i in T.parallel((n + 63) // 64, annotations={"partition": 0}):
        for t in range(T.int64(16)):
            for p in T.unroll(T.int64(4)):
                with T.block("Z"):
                    w = T.axis.spatial(n, i * 64 + t * 4 + p)
                    T.where(i * 64 + t * 4 + p < n)
                    s[w] = T.float32(0)
            for r in range(T.int64(3)):
                for p in T.unroll(T.int64(4)):
                    with T.block("S"):
                        w = T.axis.spatial(n, i * 64 + t * 4 + p)
                        vr = T.axis.reduce(3, r)
                        T.where(i * 64 + t * 4 + p < n)
                        s[w] = s[w] + A[w] * T.cast(vr, "float32")
            for p in T.unroll(T.int64(4)):
                with T.block("C"):
                    w = T.axis.spatial(n, i * 64 + t * 4 + p)
                    T.where(i * 16 + t < (n + 3) // 4 and (i * 16 + t) * 4 + p < n)
                    C[w] = s[w]
"""


def test_the_last_chunk_has_no_more_tiles_than_the_row() -> None:
    """No tile beyond the row selects among no version; the guard of the tiles follows from that of their elements."""
    func = after(CHUNKS_OF_TILES, "partition_loops")
    (tiles,) = [loop for loop in nodes(func, For) if loop.var.name == "t"]
    assert as_int(tiles.extent) is None
    tests = [n for n in nodes(tiles, IfThenElse) if "n" in n.condition.script()]
    assert len(tests) == 4, "a version for 4, 3, 2 and 1 elements, and nothing else is asked"
    for n in (1, 3, 4, 63, 64, 65, 200):
        a = np.random.default_rng(n).standard_normal(n).astype("float32")
        assert np.allclose(run(func, [a])[0], 3 * a, rtol=1e-6), n


def test_a_range_without_iterations_is_no_loop() -> None:
    """Nothing is before a row that only its end bounds."""
    ended = REFLECTED.replace("v >= 2 and v < n + 2, A[v - 2], OTHER", "v < n, A[v], A[0]")
    loops = nodes(after(ended, "partition_loops"), For)
    assert [_asks(loop.body) for loop in loops] == [False] * 2


#: The greatest of every eighth of n elements.
MAXIMUM = """
@T.prim_func
def f(var_a: T.handle, C: T.Buffer((8,), "float32")):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n,), "float32")
    for l in T.vectorized(8):
        with T.block("Z"):
            w = T.axis.spatial(8, l)
            C[w] = T.float32("-inf")
    for j in range((n + 7) // 8):
        for l in T.vectorized(8):
            with T.block("C"):
                w = T.axis.spatial(8, l)
                v = T.axis.reduce((n + 7) // 8, j)
                C[w] = T.max(C[w], T.if_then_else(v * 8 + w < n, A[v * 8 + w], T.float32("-inf")))
"""


def test_a_range_of_one_iteration_at_most_is_a_branch() -> None:
    """A row ends with one masked vector or with none: no loop, whose copies LLVM would make for many."""
    func = after(MAXIMUM, "partition_loops")
    loops = [loop for loop in nodes(func, For) if loop.kind == "serial"]
    assert [_asks(loop.body) for loop in loops] == [False]
    (branch,) = nodes(func, IfThenElse)
    assert not {loop.var for loop in loops} & {*walk(branch)}
    for n in (1, 7, 8, 9, 16, 21):
        a = np.random.default_rng(n).standard_normal(n).astype("float32")
        want = np.full(8, -np.inf, "float32")
        np.maximum.at(want, np.arange(n) % 8, a)
        assert np.array_equal(run(func, [a])[0], want), n


ONE_BODY = """
@T.prim_func
def f(var_a: T.handle, var_c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(var_a, (n, 9), "float32")
    C = T.match_buffer(var_c, (n, 9), "float32")
    for t in T.serial((n + 3) // 4 * 3, annotations={"partition": 0}):
        for i in T.unroll(4):
            for j in T.unroll(3):
                if t // 3 * 4 + i < n:
                    C[t // 3 * 4 + i, t % 3 * 3 + j] = A[t // 3 * 4 + i, t % 3 * 3 + j] * T.float32(2)
"""


def test_a_tile_is_stored_without_branches_where_all_of_it_is_inside() -> None:
    """The loop over tiles has one body, in which one test stands for those of all results."""
    func = after(ONE_BODY, "partition_loops")
    (loop,) = [loop for loop in nodes(func, For) if loop.var.name == "t"]
    assert isinstance(loop.body, IfThenElse)
    assert loop.body.else_body is not None
    sides = [nodes(func.with_body(side), IfThenElse) for side in (loop.body.then_body, loop.body.else_body)]
    assert [len(side) for side in sides] == [0, 1]
    for size in (1, 3, 4, 7, 8):
        a, c = np.random.default_rng(size).standard_normal((2, size, 9)).astype(np.float32)
        np.testing.assert_array_equal(run(func, [a, c])[0], a * 2)


def test_a_tile_of_a_temporary_has_one_version() -> None:
    local = ONE_BODY.replace("    for t in", '    B = T.alloc_buffer((n, 9), "float32")\n    for t in')
    func = after(local.replace("C[t // 3", "B[t // 3"), "partition_loops")
    (loop,) = [loop for loop in nodes(func, For) if loop.var.name == "t"]
    assert all(branch.else_body is None for branch in nodes(loop, IfThenElse))
