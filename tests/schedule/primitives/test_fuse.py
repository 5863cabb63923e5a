"""fuse: nested loops become one."""

from __future__ import annotations

import numpy as np
import pytest
from bodies import ADDED, FROM_FOUR, GEMM, MM, ONCE, ONE, REPEATED, SIBLINGS, SUMS, TRIANGLE
from kernels import symbolic_mm
from tried import refused, text_after

import mlcc
from mlcc.schedule import Schedule
from mlcc.script import parse_module

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
