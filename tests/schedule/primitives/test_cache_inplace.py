"""cache_inplace: a block that changes a buffer does so in a copy."""

from __future__ import annotations

import pytest
from bodies import IN_PLACE, MM, ONE
from tried import kept, program, refused, text_after

from mlcc.schedule import Schedule

COLUMN = """
for i in range(16):
    with T.block("A"):
        vi = T.axis.spatial(16, i)
        A[vi, 0] = A[vi, 0] + T.float32(1)
"""
SHIFTED = """
for i, j in T.grid(8, 8):
    with T.block("A"):
        vi, vj = T.axis.remap("SS", [i, j])
        A[vi, vj] = A[vi + 1, vj] + T.float32(1)
"""
REFUSED = [
    ("S261", ONE, "- cache_inplace: {block: B, read_buffer_index: 0, storage_scope: local}"),
    ("S260", IN_PLACE, "- cache_inplace: {block: A2, read_buffer_index: B, storage_scope: local}"),
    ("S263", IN_PLACE, "- cache_inplace: {block: A2, read_buffer_index: 0, storage_scope: near}"),
    ("S261", MM, "- cache_inplace: {block: Y, read_buffer_index: 0, storage_scope: local}"),
    ("S230", SHIFTED, "- parallel: [A, j]\n- cache_inplace: {block: A, read_buffer_index: 0, storage_scope: local}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_read_before_and_written_back_after() -> None:
    text = text_after(IN_PLACE, "- cache_inplace: {block: A2, read_buffer_index: 0, storage_scope: local, as: [r, w]}")
    assert "A_local[vi] = A_local[vi] + T.float32(1)" in text
    assert text.index("A_local[v0] = A[v0]") < text.index("A_local[vi] =") < text.index("A[v0] = A_local[v0]")


def test_the_copies_can_be_scheduled() -> None:
    sch = Schedule(program(IN_PLACE))
    before = sch.func
    sch.cache_inplace("A2", "A", "local")  # each of one element, in the loop of the block
    outer, _ = sch.split(sch.get_loops("A2")[0], [None, 25])
    sch.parallel(outer)
    text = kept(before, sch)
    assert "A_local[v0] = A[v0]" in text
    assert "A[v0] = A_local[v0]" in text


def test_a_trace_names_loops_over_two_blocks_of_one_name() -> None:
    """Loops that the trace has a name for are not looked up again, by a block whose name is not unique."""
    sch = Schedule(program(COLUMN))
    before = sch.func
    (loop,) = sch.get_loops("A")
    sch.cache_inplace("A", 0, "local")
    sch.split(loop, [None, 3])
    kept(before, sch)
