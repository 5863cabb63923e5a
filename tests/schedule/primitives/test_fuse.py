"""fuse: nested loops become one."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import ADDED, FROM_FOUR, GEMM, MM, ONCE, ONE, REPEATED, SIBLINGS, SUMS, TRIANGLE
from kernels import symbolic_mm
from tolerances import assert_close
from tried import refused, text_after

import mlcc
from mlcc import te, topi
from mlcc.ir import Var
from mlcc.schedule import Schedule
from mlcc.script import parse_module

#: Two blocks below the same loops.
PAIR = """
for i, j in T.grid(4, 8):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj]
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = A[vi, vj]
"""
ALONE = REPEATED[: REPEATED.index('        with T.block("C")')]


REFUSED = [
    ("S108", ONE, "- fuse: []"),
    ("S214", FROM_FOUR, "- fuse: {loops: [i], block: B}"),
    ("S215", MM, "- fuse: {block: Y, loops: [i, k]}"),
    ("S216", SIBLINGS, "- fuse: {block: B, loops: [i, j]}"),
    ("S217", TRIANGLE, "- fuse: {block: B, loops: [i, j]}"),
    ("S235", ALONE, f"{ONCE}\n- fuse: [[P, i], [P, k]]"),
    ("S210", MM, "- annotate: {block: C, loop: j, ann_key: a, ann_val: 1}\n- fuse: [[C, i], [C, j]]"),
    ("S223", MM, "- vectorize: [C, j]\n- fuse: [[C, i], [C, j]]"),
    ("S216", PAIR, "- fuse: {loops: [[B, i], [B, j]], axes: true}"),
    ("S220", SUMS, "- fuse: {loops: [[Y, i], [Y, m]], axes: true}"),
    ("S221", SUMS, "- split: {loop: Y.k, factors: [4, 8], as: [a, b]}\n- fuse: {loops: [$a, $b], axes: true}"),
    ("S221", SUMS, "- split: {loop: Y.k, factors: [4, 8], as: [a, b]}\n- fuse: {loops: [Y.m, $a], axes: true}"),
    ("S221", SUMS, "- split: {loop: Y.k, factors: [5, 7], as: [a, b]}\n- fuse: {loops: [Y.m, $a, $b], axes: true}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_indices_are_taken_apart() -> None:
    text = text_after(GEMM, "- fuse: [[D, i], [D, j]]")
    assert "for i_j_fused in range(42)" in text
    assert "i_j_fused // 6" in text
    assert "i_j_fused % 6" in text


@pytest.mark.parametrize("factor", [1, 4, 7])
def test_what_was_split_is_whole_again(factor: int) -> None:
    """The fused loop drives the axis alone, under the guard of the split."""
    steps = (
        f"- split: {{loop: [D, i], factors: [null, {factor}], as: [i0, i1]}}\n- fuse: {{loops: [$i0, $i1], as: whole}}"
    )
    text = text_after(GEMM, steps)
    assert f"in range({-(-7 // factor) * factor})" in text or f"T.grid({-(-7 // factor) * factor}, 6)" in text
    assert "i_0_i_1_fused)" in text or "[i_0_i_1_fused, j]" in text
    assert ("T.where" in text) == (7 % factor > 0)


def test_reductions_are_fused_with_each_other() -> None:
    text = text_after(SUMS, "- fuse: [[Y, m], [Y, k]]")
    assert "for i, m_k_fused in T.grid(16, 128)" in text


def test_axes_are_fused_with_their_loops() -> None:
    text = text_after(SUMS, "- fuse: {loops: [Y.m, Y.k], axes: true}")
    assert 'vm_k_fused = T.axis.remap("SR", [i, m_k_fused])' in text
    assert "A[vi, vm_k_fused // 32, vm_k_fused % 32]" in text


def test_a_loop_of_one_iteration_need_not_drive_an_axis() -> None:
    steps = "- get_loops: {block: Y, as: [i, m, k]}\n- add_unit_loop: {block_or_loop: $k, as: u}"
    text = text_after(SUMS, f"{steps}\n- fuse: {{loops: [$m, $u, $k], axes: true}}")
    assert "for i, m_u_k_fused in T.grid(16, 128)" in text
    assert "A[vi, vm_u_k_fused // 32, vm_u_k_fused % 32]" in text


def test_partial_sums_of_two_symbolic_axes() -> None:
    """Neither loop could be split for `rfactor` if the axes stayed two."""
    n, m = Var("n", "int64"), Var("m", "int64")
    data = te.placeholder((3, n, m), "float32", "data")
    func = te.create_prim_func([data, topi.sum(data, axis=[1, 2])]).with_attr("global_symbol", "main")
    sch = Schedule(func)
    _, *reduced = sch.get_loops("sum")
    _, lane = sch.split(sch.fuse(*reduced, axes=True), [None, 8])
    sch.rfactor(lane, -1, neutral_ends=True)
    library = mlcc.build(sch)
    for shape in ((3, 1, 1), (3, 5, 13), (3, 8, 2), (3, 0, 4), (3, 4, 0)):
        x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
        assert_close(library["main"](x), x.astype(np.float64).sum((1, 2)))


def test_one_loop_stays_as_it_is() -> None:
    assert "for i_fused in" in text_after(ADDED, "- fuse: [[B, i]]") or text_after(ADDED, "- fuse: [[B, i]]")


def test_lengths_known_at_run_time() -> None:
    for n in (1, 5):
        text = text_after(symbolic_mm(), "- fuse: [[C, i], [C, j]]", sizes={"n": n})
    assert "range(n * 10)" in text or "range(10 * n)" in text


def test_loops_of_two_types_keep_theirs() -> None:
    """A symbolic size is int64, a number int32: what was computed with each has its type still."""
    text = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 3))
    B = T.match_buffer(b, (n, 3))
    for i, j in T.grid(n, 3):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.Cast("float32", vj)
"""
    sch = Schedule(parse_module(text))
    sch.fuse(*sch.get_loops("B"))
    x = np.ones((5, 3), np.float32)
    np.testing.assert_array_equal(np.asarray(mlcc.build(sch).main(x)), x + np.arange(3, dtype=np.float32))
