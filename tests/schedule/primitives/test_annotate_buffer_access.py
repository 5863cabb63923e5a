"""annotate_buffer_access: declared regions replace those that are found, and stay."""

from __future__ import annotations

import pytest
from bodies import ADDED, GEMM, ONE, WINDOW
from sketches import sketch
from tried import kept, refused, text_after

from mlcc.ir import script
from mlcc.schedule import Schedule

RANGES = "- annotate_buffer_access: {block: B, buffer_index: 0, buf_type: read, gen_new_ranges: "


REFUSED = [
    ("S260", ONE, RANGES.replace("0", "1") + '"i -> i"}'),
    ("S104", ONE, RANGES.replace("read", "both") + '"i -> i"}'),
    ("S268", ONE, RANGES + '"i -> i, i"}'),
    ("S268", ONE, RANGES + '"i, j -> i"}'),
    ("S268", ONE, RANGES + '"i -> [(i, i + 1, i + 2)]"}'),
    ("S259", ONE, RANGES + '"i -> [(i + 1, i + 2)]"}'),
    ("S259", ONE, RANGES + '"i -> [(i - 3, i)]"}'),
    ("S259", ONE, RANGES.replace("read", "write") + '"i -> [64]"}'),
    ("S259", ONE.replace("* T.float32(2)", "+ A[127 - vi]"), RANGES + '"i -> i"}'),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_declared_regions_stay_as_they_are() -> None:
    sch = Schedule(sketch(GEMM))
    before = sch.func
    sch.annotate_buffer_access("D", 0, "read", lambda vi, vj: [vj, (vi, vi + 2)][:1])
    sch.annotate_buffer_access("D", 0, "read", "vi, vj -> [(vj // 2 * 2, vj // 2 * 2 + 2)]")
    sch.annotate_buffer_access("D", 1, "read", lambda vi, vj: [(vi, vi + 1), vj])
    block = sch.get(sch.get_block("D"))
    assert tuple(block.annotations["explicit_read_region"]) == (0, 1)
    sch.split(sch.get_loops("D")[1], [None, 4])
    assert "vj // 2 * 2:vj // 2 * 2 + 2" in kept(before, sch)


def test_what_is_written() -> None:
    text = text_after(ADDED, '- annotate_buffer_access: {block: B, buffer_index: B, buf_type: write, '
                             'gen_new_ranges: "v -> [(v, v + 1)]"}')  # fmt: skip
    assert 'T.block_attr({"explicit_write_region": [0]})' in text


def test_a_wider_part_is_computed_below_a_loop() -> None:
    """What a consumer declares to read is what its producer computes there."""
    wide = '- annotate_buffer_access: {block: C, buffer_index: 0, buf_type: read, gen_new_ranges: "v -> [(v, v + 3)]"}'
    move = "- split: {loop: [C, i], factors: [null, 9], as: [outer, inner]}\n- compute_at: {block: Y, loop: $outer}"
    assert "for ax0 in range(10)" in text_after(WINDOW, move)
    assert "for ax0 in range(11)" in text_after(WINDOW, f"{wide}\n{move}")


def test_what_a_loaded_index_reaches_is_what_is_declared() -> None:
    """Without a declaration it may be all of the buffer; nothing shows that a part is too small."""
    sch = Schedule(sketch(ONE.replace("A[vi] *", 'A[T.Cast("int32", A[vi])] *')))
    assert "T.reads(A[0:128])" in script(sch.func)
    sch.annotate_buffer_access("B", 0, "read", "i -> [(0, 128)]")
    sch.annotate_buffer_access("B", 0, "read", "i -> [(i, i + 4)]")
    assert "T.reads(A[vi:vi + 4])" in script(sch.func)
