"""reorder_block_iter_var: the list of a block's axes in another order."""

from __future__ import annotations

import pytest
from bodies import ADDED_ROWS, GEMM, MM, ONE
from tried import applied, refused, text_after

from mlcc.ir import script
from mlcc.schedule import Schedule

REFUSED = [
    ("S291", ONE, "- reorder_block_iter_var: {block: B, new_order: [1]}"),
    ("S291", MM, "- reorder_block_iter_var: {block: Y, new_order: [0, 1]}"),
    ("S291", MM, "- reorder_block_iter_var: {block: Y, new_order: [0, 1, 1]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_axes_and_bindings_together() -> None:
    func = applied(GEMM, "- reorder_block_iter_var: {block: Y, new_order: [2, 0, 1]}")
    sch = Schedule(func)
    block = sch.get(sch.get_block("Y"))
    assert [axis.var.name for axis in block.iters] == ["vk", "vi", "vj"]
    assert 'vk, vi, vj = T.axis.remap("RSS", [k, i, j])' in script(func)


def test_steps_that_take_axes_in_their_order() -> None:
    text = text_after(ADDED_ROWS, "- reorder_block_iter_var: {block: B, new_order: [1, 0]}\n"
                      "- split: {loop: [B, i], factors: [null, 4]}")  # fmt: skip
    assert "T.where(i_0 * 4 + i_1 < 5)" in text
