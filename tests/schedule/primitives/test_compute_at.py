"""compute_at: a producer under a loop of its consumers, for the part that is needed there."""

from __future__ import annotations

import pytest
from bodies import BEFORE_ITS_PRODUCERS, CROPPED, FOLDED, GEMM, IN_PLACE, MM, RUNNING, SHARED, TWO
from kernels import symbolic_mm
from tried import refused, text_after

AFTER_OTHERS = """
B = T.alloc_buffer((13,))
for i in range(13):
    with T.block("B"):
        vi = T.axis.spatial(13, i)
        B[vi] = A[vi] * T.float32(2)
for i in range(13):
    with T.block("D"):
        vi = T.axis.spatial(13, i)
        D[vi] = B[vi] + A[vi]
"""
MIRRORED = """
B = T.alloc_buffer((8,))
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[7 - vi] = A[vi]
for i in range(8):
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = B[vi]
"""
RAGGED_ROWS = """
P = T.alloc_buffer((3, 13))
for t in range(28):
    with T.block("P"):
        v = T.axis.spatial(28, t)
        P[v // 13, v % 13] = A[v] + T.float32(1)
for t in range(28):
    with T.block("C"):
        v = T.axis.spatial(28, t)
        C[v] = P[v // 13, v % 13] * T.float32(2)
"""
REFUSED = [
    ("S223", TWO, "- parallel: {loop: i, block: B}\n- compute_at: {block: B, loop: [C, i]}"),
    ("S240", IN_PLACE, "- compute_at: {block: B, loop: [A2, i]}"),
    ("S241", MM, "- decompose_reduction: {block: Y, loop: k}\n- compute_at: {block: Y_update, loop: [C, i]}"),
    ("S242", TWO, "- compute_at: {block: B, loop: [B, i]}"),
    ("S243", SHARED, "- compute_at: {block: C, loop: [D, i]}"),
    ("S245", SHARED, "- compute_at: {block: B, loop: [C, i]}"),
    ("S241", FOLDED, "- compute_at: {block: B, loop: [C, i]}"),
    ("S246", BEFORE_ITS_PRODUCERS, "- compute_at: {block: B, loop: [D, i], index: 1}"),
    ("S248", RUNNING, "- compute_at: {block: Y, loop: [C, q]}"),
    ("S247", MIRRORED, "- compute_at: {block: B, loop: [C, i]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("factor", [1, 2, 4, 5, 11])
def test_the_part_that_is_needed(factor: int) -> None:
    """Windows overlap: elements at the border of two tiles are computed twice."""
    steps = f"- split: {{loop: [C, i], factors: [null, {factor}], as: [i0, i1]}}\n- compute_at: {{block: B, loop: $i0}}"
    text = text_after(CROPPED, steps)
    assert f"for ax0 in range({factor + 2})" in text
    assert ("T.where" in text.split('T.block("C")')[0]) == (11 % factor > 0)  # the last tile reaches beyond the buffer


@pytest.mark.parametrize("index", [-1, -2, 0])
def test_positions_among_the_statements(index: int) -> None:
    steps = f"""
- split: {{loop: [D, i], factors: [null, 5], as: [i0, i1]}}
- cache_read: {{block: D, read_buffer_index: B, storage_scope: local, as: copy}}
- compute_at: {{block: $copy, loop: $i0}}
- compute_at: {{block: B, loop: $i0, index: {index}}}
"""
    text = text_after(AFTER_OTHERS, steps)
    assert text.index('T.block("B")') < text.index('T.block("B_local")') < text.index('T.block("D")')


def test_reductions_are_moved_with_their_initialisation() -> None:
    steps = "- split: {loop: [D, i], factors: [null, 3], as: [i0, i1]}\n- compute_at: {block: Y, loop: $i0}"
    assert "for ax0, ax1, ax2 in T.grid(3, 6, 5)" in text_after(GEMM, steps)


def test_loops_of_one_iteration_stay_where_asked() -> None:
    step = "- compute_at: {block: Y, loop: [D, i]%s}"
    assert "for ax0, ax1 in T.grid(6, 5)" in text_after(GEMM, step % "")
    assert "for ax0, ax1, ax2 in T.grid(1, 6, 5)" in text_after(GEMM, step % ", preserve_unit_loops: true")


def test_a_length_known_at_run_time() -> None:
    func = symbolic_mm()
    steps = "- split: {loop: [C, i], factors: [null, 4], as: [i0, i1]}\n- compute_at: {block: Y, loop: $i0}"
    for n in (1, 5, 8):
        text = text_after(func, steps, sizes={"n": n})
    assert "for i_0 in range((n + 3) // 4)" in text


def test_rows_that_are_not_full_are_covered() -> None:
    """28 elements in rows of 13: what is missing of the last row is nobody's."""
    assert "range(1)" not in text_after(RAGGED_ROWS, "- compute_at: {block: P, loop: [C, t]}")
