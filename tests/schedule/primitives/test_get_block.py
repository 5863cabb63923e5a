"""get_block: the block of a name."""

from __future__ import annotations

import pytest
from bodies import NAMESAKES, ONE, VIEW
from kernels import mm_relu, softmax
from tried import program, refused

from mlcc.diagnostics import MlccError
from mlcc.schedule import BlockRV, Schedule

REFUSED = [
    ("S201", ONE, "- get_block: {name: X}"),
    ("S202", NAMESAKES, "- get_block: B"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_found_by_either_name_of_the_method() -> None:
    sch = Schedule(softmax())
    block = sch.get_block("E")
    assert isinstance(block, BlockRV)
    assert sch.get(block).name == "E"
    for again in (sch.get_sblock("E"), sch.get_block("E", func_name="main")):
        assert sch.get(again) is sch.get(block)


def test_it_is_the_block_when_its_name_changes() -> None:
    sch = Schedule(mm_relu())
    block = sch.get_block("Y")
    sch.decompose_reduction(block, sch.get_loops(block)[2])
    assert sch.get(block).name == "Y_update"
    with pytest.raises(MlccError) as caught:
        sch.get_block("Y")
    assert caught.value.code == "S201"
    assert "Y_update" in str(caught.value.diagnostic.help)


def test_blocks_inside_blocks() -> None:
    sch = Schedule(program(VIEW))
    assert [sch.get(sch.get_block(name)).name for name in ("root", "B", "C")] == ["root", "B", "C"]
