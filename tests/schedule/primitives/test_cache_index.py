"""cache_index: what blocks compute from their axes is computed beforehand."""

from __future__ import annotations

import pytest
from bodies import ONE, RESIZE
from tried import kept, only, program, refused, text_after

from mlcc.schedule import Schedule

INDEXED = """
for i in range(16):
    with T.block("B"):
        vi = T.axis.spatial(16, i)
        B[vi] = A[vi // 2 + 1]
"""
REFUSED = [
    ("S290", ONE, "- cache_index: {block: B, storage_scope: global}"),
    ("S290", INDEXED, "- cache_index: {block: B, storage_scope: global, cse_thresh: 2}"),
    ("S104", INDEXED, "- cache_index: {block: B, storage_scope: global, cse_thresh: -1}"),
    ("S263", INDEXED, "- cache_index: {block: B, storage_scope: far}"),
    ("S222", INDEXED, "- cache_index: {block: root, storage_scope: global}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("least", [0, 1, 2])
@pytest.mark.parametrize("factor", [None, 2, 5])
def test_equal_expressions_share_a_block(least: int, factor: int | None) -> None:
    before = only(program(RESIZE))
    sch = Schedule(before)
    if factor is not None:
        sch.split(sch.get_loops("B")[1], [None, factor])
    blocks = sch.cache_index("B", "local", least)
    assert len(blocks) == (1 if least == 2 else 2)
    text = kept(before, sch)
    stored = text.split("T.writes(B[vi, vj])")[1]
    assert stored.count("index_var_0[vi, vj]") == 2
    assert "//" not in stored
    assert [sch.get(block).name for block in blocks] == [f"index_{n}" for n in range(len(blocks))]


def test_the_type_is_that_of_the_index() -> None:
    text = text_after(INDEXED, "- cache_index: {block: B, storage_scope: global}")
    assert 'index_var_0 = T.alloc_buffer((16,), "int32")' in text
    assert "B[vi] = A[index_var_0[vi]]" in text
