"""cache_write: a block writes to a copy, which is copied back."""

from __future__ import annotations

import pytest
from bodies import (
    GEMM,
    MANY_WRITES,
    MM,
    ONE,
    PARTIAL,
    ROWS,
    ROWS_OF_FOUR,
    SHARED,
    UNDER_A_CONDITION,
    UNDER_A_GUARD_INSIDE,
)
from tried import refused, text_after

POINTED = """
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        T.reads(A[vi])
        T.writes(B[vi])
        B1 = T.match_buffer(B[vi], (1,), "float32")
        B1[0] = A[vi]
"""
IN_A_BRANCH = """
B = T.alloc_buffer((8,))
for o in range(2):
    if A[o] < T.float32(5):
        for i in range(8):
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]
        for i in range(8):
            with T.block("C"):
                vi = T.axis.spatial(8, i)
                C[vi] = B[vi]
"""
REFUSED = [
    ("S262", IN_A_BRANCH, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S260", ONE, "- cache_write: {block: B, write_buffer_index: X, storage_scope: local}"),
    (
        "S261",
        MM,
        "- decompose_reduction: {block: Y, loop: k}\n"
        "- cache_write: {block: Y_update, write_buffer_index: 0, storage_scope: local}",
    ),
    ("S263", ONE, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: register}"),
    ("S253", ROWS, "- cache_write: {block: N, write_buffer_index: 0, storage_scope: local}"),
    ("S262", PARTIAL, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S262", ROWS_OF_FOUR, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S265", POINTED, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S262", UNDER_A_CONDITION, "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local}"),
    ("S262", UNDER_A_GUARD_INSIDE, "- cache_write: {block: outer, write_buffer_index: 0, storage_scope: local}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("factors", [(2, 4), (3, 5), (7, 6)])
def test_tiles_are_written_back(factors: tuple[int, int]) -> None:
    rows, columns = factors
    steps = f"""
- cache_write: {{block: Y, write_buffer_index: 0, storage_scope: local, as: back}}
- split: {{loop: [Y, i], factors: [null, {rows}], as: [i0, i1]}}
- split: {{loop: [Y, j], factors: [null, {columns}], as: [j0, j1]}}
- reorder: [$i0, $j0, $i1, $j1]
- reverse_compute_at: {{block: $back, loop: $j0}}
"""
    text = text_after(GEMM, steps)
    assert "Y_local[vi, vj] = Y_local[vi, vj] + A[vi, vk] * B[vk, vj]" in text
    assert "Y[v0, v1] = Y_local[v0, v1]" in text


def test_readers_that_are_listed_read_the_copy() -> None:
    step = "- cache_write: {block: B, write_buffer_index: 0, storage_scope: local%s}"
    assert "C[vi] = B[vi] + T.float32(1)" in text_after(SHARED, step % "")
    text = text_after(SHARED, step % ", consumer_blocks: [C]")
    assert "C[vi] = B_local[vi] + T.float32(1)" in text
    assert "D[vi] = B[vi] + A[vi]" in text


def test_one_of_several_results() -> None:
    text = text_after(MANY_WRITES, "- cache_write: {block: B, write_buffer_index: D, storage_scope: global}")
    assert "D_global[vi] = A[vi]" in text
    assert "B[vi] = A[vi] * T.float32(2)" in text
