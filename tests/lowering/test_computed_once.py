"""What the first iteration of a loop computes for the others: where it is kept, and what the loop becomes."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc.ir import Allocate, For, IfThenElse, PrimFunc, as_int, walk
from mlcc.lowering import lower
from mlcc.schedule import Schedule, apply_script
from mlcc.script import parse_prim_func

PROGRAM = """
@T.prim_func
def product(A: T.Buffer(({m}, {k}), "float32"), B: T.Buffer(({k}, {n}), "float32"), C: T.Buffer(({m}, {n}), "float32")):
    Y = T.alloc_buffer(({m}, {n}))
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid({m}, {n}):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
"""
STEPS = """
- get_loops: {block: C, as: [i, j]}
- split: {loop: $j, factors: [null, 16], as: [j0, jl]}
- split: {loop: $i, factors: [null, 3], as: [i0, ii]}
- reorder: [j0, i0, ii, jl]
- compute_at: {block: Y, loop: $i0, preserve_unit_loops: true}
- get_loops: {block: Y, as: [_j0, _i0, yi, yj, k]}
- reorder: [k, yi, yj]
- cache_read: {block: Y, read_buffer_index: 1, storage_scope: global, as: P}
- compute_at: {block: $P, loop: $k}
- compute_once: {block: $P, loop: $_i0}
- parallel: j0
"""


def scheduled(m: int, n: int, k: int) -> tuple[PrimFunc, PrimFunc]:
    func = parse_prim_func(PROGRAM.format(m=m, n=n, k=k))
    done, _ = apply_script(func, "steps:" + STEPS)
    return func, next(iter(done.prim_funcs.values()))


def test_the_first_iteration_leaves_the_loop_and_the_panel_is_compact() -> None:
    lowered = lower(scheduled(12, 32, 8)[1], "llvm")
    outer = next(n for n in walk(lowered.body) if isinstance(n, For) and n.kind == "parallel")
    panel = next(n for n in walk(outer.body) if isinstance(n, Allocate) and n.buffer.name == "B_global")
    assert [as_int(d) for d in panel.buffer.shape] == [8 * 16]
    rows = [n for n in walk(panel.body) if isinstance(n, For) and n.var.name == "i_0"]
    assert [(as_int(n.min), as_int(n.extent)) for n in rows] == [(1, 3)]
    assert not any(isinstance(n, IfThenElse) for n in walk(lowered.body))


@pytest.mark.parametrize("sizes", [(12, 32, 8), (13, 33, 7), (3, 16, 1), (2, 5, 9)])
def test_the_results_are_those_of_the_program(sizes: tuple[int, int, int]) -> None:
    m, n, k = sizes
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal(s).astype(np.float32) for s in ((m, k), (k, n)))
    c = np.full((m, n), np.nan, np.float32)
    mlcc.build(scheduled(m, n, k)[1])["product"](a, b, c)
    np.testing.assert_allclose(c, np.maximum(a @ b, 0), rtol=1e-5, atol=1e-5)


def test_one_iteration_needs_no_guard() -> None:
    sch = Schedule(parse_prim_func(PROGRAM.format(m=4, n=4, k=4)))
    i, _ = sch.get_loops(sch.get_block("C"))
    one, _ = sch.split(i, [1, None])
    panel = sch.cache_read(sch.get_block("C"), 0, "global")
    sch.compute_at(panel, one)
    before = sch.func
    sch.compute_once(panel, one)
    assert sch.func is before
