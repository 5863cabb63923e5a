"""reindex_cache_write: a result in a layout given by a function of the axes, then copied."""

from __future__ import annotations

import pytest
from bodies import GEMM, IN_PLACE, MM, PARTIAL, RESIZE, UNDER_A_CONDITION
from tried import kept, only, program, refused, text_after

from mlcc.schedule import Schedule

RELAID_WRITE = "- reindex_cache_write: {block: %s, write_buffer_index: %s, storage_scope: %s, index_map: '%s'}"
TWO_WRITERS = """
B = T.alloc_buffer((8,))
for i in range(4):
    with T.block("B"):
        vi = T.axis.spatial(4, i)
        B[vi] = A[vi]
for i in range(4):
    with T.block("B2"):
        vi = T.axis.spatial(4, i)
        B[vi + 4] = A[vi]
for i in range(8):
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = B[vi]
"""
REFUSED = [
    ("S260", MM, RELAID_WRITE % ("Y", 1, "local", "i, j, k -> i, j")),
    ("S261", IN_PLACE, RELAID_WRITE % ("A2", 0, "local", "i -> i")),
    ("S261", TWO_WRITERS, RELAID_WRITE % ("B", 0, "local", "i -> i")),
    ("S263", MM, RELAID_WRITE % ("Y", 0, "far", "i, j, k -> i, j")),
    ("S268", MM, RELAID_WRITE % ("Y", 0, "local", "i, j, k -> i, k")),
    ("S269", MM, RELAID_WRITE % ("Y", 0, "local", "i, j, k -> i + j")),
    ("S283", PARTIAL, RELAID_WRITE % ("B", 0, "local", "i -> i")),
    ("S283", UNDER_A_CONDITION, RELAID_WRITE % ("B", 0, "local", "i -> i")),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("index_map", ["i, j -> j, i", "i, j -> j // 3, i, j % 3", "i, j -> i * 9 + j"])
def test_layouts(index_map: str) -> None:
    before = only(program(RESIZE))
    sch = Schedule(before)
    copy = sch.reindex_cache_write("B", 0, "local", index_map)
    assert sch.get(copy).reads[0].buffer is sch.get(sch.get_block("B")).writes[0].buffer
    assert sch.get(copy).reads[0].buffer.scope == "local"
    kept(before, sch)


def test_the_sum_of_a_reduction_is_written_once() -> None:
    text = text_after(GEMM, RELAID_WRITE % ("Y", 0, "local", "i, j, k -> j, i"))
    assert "Y_local[vj, vi] = Y_local[vj, vi] + A[vi, vk] * B[vk, vj]" in text
    assert "Y[vi, vj] = Y_local[vj, vi]" in text
