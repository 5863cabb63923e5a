"""cache_read: a copy of what blocks read."""

from __future__ import annotations

import pytest
from bodies import CLEARED, GEMM, IN_PLACE, LATE, MM, ONE, ROWS, SHARED
from tried import program, refused, text_after

from mlcc.ir import script
from mlcc.schedule import Schedule

REFUSED = [
    ("S260", ONE, "- cache_read: {block: B, read_buffer_index: 3, storage_scope: local}"),
    ("S262", LATE, "- cache_read: {block: C, read_buffer_index: 0, storage_scope: local}"),
    ("S253", ROWS, "- cache_read: {block: C, read_buffer_index: N, storage_scope: local}"),
    ("S261", CLEARED, "- cache_read: {block: Y, read_buffer_index: Y, storage_scope: local}"),
    ("S261", IN_PLACE, "- cache_read: {block: A2, read_buffer_index: A, storage_scope: local}"),
    ("S263", ONE, "- cache_read: {block: B, read_buffer_index: A, storage_scope: register}"),
    ("S260", MM, "- cache_read: {block: Y, read_buffer_index: 0, storage_scope: local, consumer_blocks: [C]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("factor", [2, 3, 7])
@pytest.mark.parametrize("index", [0, 1])
def test_a_copy_of_an_input_below_a_loop(factor: int, index: int) -> None:
    steps = f"""
- cache_read: {{block: Y, read_buffer_index: {index}, storage_scope: local, consumer_blocks: [Y], as: copy}}
- split: {{loop: [Y, i], factors: [null, {factor}], as: [i0, i1]}}
- compute_at: {{block: $copy, loop: $i0}}
"""
    name = "AB"[index]
    text = text_after(GEMM, steps)
    assert f"{name}_local[v0, v1] = {name}[v0, v1]" in text
    assert f"{name}_local[v" in text.split('T.block("Y")')[1]


def test_all_readers_or_those_that_are_listed() -> None:
    """What is listed are blocks, or their names."""
    step = "- cache_read: {block: C, read_buffer_index: 0, storage_scope: shared%s}"
    assert text_after(SHARED, step % "").count("= B_shared[vi]") == 2
    assert text_after(SHARED, step % ", consumer_blocks: [C]").count("= B_shared[vi]") == 1
    texts = []
    for named in (True, False):
        sch = Schedule(program(GEMM))
        sch.cache_read("D", 1, "local", consumer_blocks=["D" if named else sch.get_block("D")])
        texts.append(script(sch.func))
    assert texts[0] == texts[1]


def test_the_copy_of_a_result_comes_before_its_first_reader() -> None:
    text = text_after(SHARED, "- cache_read: {block: D, read_buffer_index: 0, storage_scope: global}")
    assert text.index('T.block("B")') < text.index('T.block("B_global")') < text.index('T.block("C")')
