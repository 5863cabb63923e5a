"""unsafe_hide_buffer_access: regions that later steps do not see."""

from __future__ import annotations

import pytest
from bodies import GEMM, ONE, POINTER, TWO
from sketches import sketch
from tried import applied, refused, text_after

from mlcc.ir import script
from mlcc.schedule import Schedule, apply_script

REFUSED = [
    ("S104", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: reads, buf_index_array: [0]}"),
    ("S260", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: read, buf_index_array: [1]}"),
    ("S299", ONE, "- unsafe_hide_buffer_access: {block: B, buf_type: write, buf_index_array: [0]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_regions_by_their_positions() -> None:
    text = text_after(GEMM, "- unsafe_hide_buffer_access: {block: D, buf_type: read, buf_index_array: [0, 2]}")
    assert "T.reads(Y[vi, vj])" in text
    assert "D[vi, vj] = C[vj] + (Y[vi, vj] + A[vi, 0])" in text


def test_later_steps_do_not_see_them() -> None:
    hide = "- unsafe_hide_buffer_access: {block: C, buf_type: read, buf_index_array: [0]}\n"
    sch = Schedule(applied(TWO, hide))
    assert sch.get_producers("C") == []
    refused("S260", TWO, hide + "- cache_read: {block: C, read_buffer_index: 0, storage_scope: local}")


def test_what_a_library_function_writes() -> None:
    body = POINTER.replace("T.writes(C[vi])", "T.writes(C[vi], B[vi])")
    steps = "- unsafe_hide_buffer_access: {block: C, buf_type: write, buf_index_array: [1]}\n"
    after, _ = apply_script(sketch(body), steps)
    assert "T.writes(C[vi])" in script(after)


def test_a_hidden_read_of_what_the_block_writes() -> None:
    """`B[vi]` among the writes says nothing of what is read."""
    text = text_after(ONE.replace("A[vi]", "B[127 - vi]"), REFUSED[1][2].replace("[1]", "[0]"), compiled=False)
    assert "T.reads()" in text
