"""read_at: a copy of what one iteration reads."""

from __future__ import annotations

import pytest
from bodies import GEMM, IN_PLACE, ONE, SIBLINGS, TWO
from tried import kept, only, program, refused, text_after

from mlcc.schedule import Schedule

REFUSED = [
    ("S258", TWO, "- read_at: {loop: [B, i], block: C, read_buffer_index: 0, storage_scope: local}"),
    ("S263", ONE, "- read_at: {loop: i, block: B, read_buffer_index: 0, storage_scope: far}"),
    ("S240", IN_PLACE, "- read_at: {loop: [B, i], block: B, read_buffer_index: 0, storage_scope: local}"),
    ("S260", ONE, "- read_at: {loop: i, block: B, read_buffer_index: 1, storage_scope: local}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("factor", "depth"), [(2, 0), (3, 0), (3, 1), (3, 2), (7, 1)])
def test_depths(factor: int, depth: int) -> None:
    before = only(program(GEMM))
    sch = Schedule(before)
    sch.split(sch.get_loops("Y")[0], [None, factor])
    loop = sch.get_loops("Y")[depth]
    copy = sch.read_at(loop, "Y", 0, "shared")
    sch.read_at(sch.get_loops("Y")[0], "Y", 1, "local")
    assert sch.get(copy).annotations["auto_copy"]
    assert "Y[vi, vj] = Y[vi, vj] + A_shared[vi, vk] * B_local[vk, vj]" in kept(before, sch)


def test_the_copy_stays_within_the_buffer() -> None:
    """7 rows in steps of 3: the last copy is of one row."""
    steps = "- split: {loop: [Y, i], factors: [null, 3], as: [i0, i1]}\n"
    text = text_after(GEMM, steps + "- read_at: {loop: $i0, block: Y, read_buffer_index: 0, storage_scope: shared}")
    assert "T.min(3, 7 - v0 * 3)" in text


def test_statements_after_use_the_copy_too() -> None:
    text = text_after(SIBLINGS, "- read_at: {loop: [B, i], block: B, read_buffer_index: A, storage_scope: local}")
    assert "B[vi, vj] = A_local[vi, vj]" in text
    assert "C[vi, vj] = A_local[vi, vj]" in text


TRIANGLE = """
for i in range(8):
    for j in range(i + 1):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            vj = T.axis.spatial(8, j)
            B[vi, vj] = A[vi, vj] * T.float32(2)
"""


def test_rows_whose_length_depends_on_a_loop_that_was_split() -> None:
    """The end of `j` is known by the new loops."""
    text = text_after(
        TRIANGLE,
        "- split: {loop: [B, i], factors: [null, 2]}\n"
        "- read_at: {loop: [B, i_1], block: B, read_buffer_index: 0, storage_scope: shared}",
    )
    assert "for ax0, ax1 in T.grid(1, v0 * 2 + v1 + 1):" in text
