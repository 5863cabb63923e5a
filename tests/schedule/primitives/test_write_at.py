"""write_at: a copy of what one iteration writes."""

from __future__ import annotations

import pytest
from bodies import ADDED_ROWS, CLEARED, GEMM, IN_PLACE, ONE, PARTIAL, TWO, UNDER_A_CONDITION, UNDER_A_GUARD_INSIDE
from tried import kept, only, program, refused, text_after

from mlcc.schedule import Schedule

STAGED = """
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("B"):
        vi = T.axis.spatial(128, i)
        B[vi] = A[vi] * T.float32(2)
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[vi] = A[vi] + B[vi]
"""
REFUSED = [
    (
        "S258",
        STAGED,
        "- read_at: {loop: [C, i], block: C, read_buffer_index: 0, storage_scope: local}\n"
        "- write_at: {loop: [C, i], block: B, write_buffer_index: 0, storage_scope: local}",
    ),
    ("S260", ONE, "- write_at: {loop: i, block: B, write_buffer_index: 1, storage_scope: local}"),
    ("S258", TWO, "- write_at: {loop: [C, i], block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S262", CLEARED, "- write_at: {loop: i, block: Y, write_buffer_index: 0, storage_scope: local}"),
    ("S262", PARTIAL, "- write_at: {loop: i, block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S240", IN_PLACE, "- write_at: {loop: [A2, i], block: A2, write_buffer_index: 0, storage_scope: local}"),
    ("S263", ONE, "- write_at: {loop: i, block: B, write_buffer_index: 0, storage_scope: near}"),
    ("S262", UNDER_A_CONDITION, "- write_at: {loop: [B, i], block: B, write_buffer_index: 0, storage_scope: local}"),
    (
        "S262",
        UNDER_A_GUARD_INSIDE,
        "- write_at: {loop: [outer, i], block: outer, write_buffer_index: 0, storage_scope: local}",
    ),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("factor", "depth"), [(2, 0), (3, 0), (3, 1), (3, 2), (7, 1)])
def test_depths(factor: int, depth: int) -> None:
    before = only(program(GEMM))
    sch = Schedule(before)
    sch.split(sch.get_loops("Y")[0], [None, factor])
    copy = sch.write_at(sch.get_loops("Y")[depth], "Y", 0, "local")
    assert sch.get(copy).annotations["auto_copy"]
    text = kept(before, sch)
    assert "Y_local[vi, vj] = Y_local[vi, vj] + A[vi, vk] * B[vk, vj]" in text
    assert text.index('T.block("Y")') < text.index('T.block("Y_local")') < text.index('T.block("D")')


def test_together_with_what_is_read() -> None:
    steps = """
- read_at: {loop: [B, i], block: B, read_buffer_index: 0, storage_scope: local}
- write_at: {loop: [B, i], block: B, write_buffer_index: 0, storage_scope: local}
"""
    assert "B_local[vi, vj] = A_local[vi, vj] * T.float32(2)" in text_after(ADDED_ROWS, steps)
