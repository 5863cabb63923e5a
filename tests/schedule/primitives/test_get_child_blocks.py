"""get_child_blocks: the blocks right below a block or a loop."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from bodies import ONE, SIBLINGS, TWO, VIEW
from kernels import softmax
from tried import program, refused

from mlcc.schedule import BlockRV, Schedule

REFUSED = [
    (
        "S205",
        ONE,
        "- get_loops: {block: B, as: [i]}\n- split: {loop: i, factors: [null, 4]}\n- get_child_blocks: $i",
    ),
    ("S206", TWO, "- get_block: {name: B, as: b}\n- compute_inline: b\n- get_child_blocks: b"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def names(blocks: Sequence[BlockRV]) -> list[str]:
    return [block.name for block in blocks]


def test_below_blocks_and_loops() -> None:
    sch = Schedule(softmax())
    assert names(sch.get_child_blocks(sch.get_block("root"))) == ["M", "E", "S", "R"]
    assert names(sch.get_child_blocks(sch.get_loops("E")[0])) == ["E"]
    assert names(sch.get_child_blocks(sch.get_block("E"))) == []


def test_in_the_order_of_the_program() -> None:
    sch = Schedule(program(SIBLINGS))
    assert names(sch.get_child_blocks(sch.get_loops("B")[0])) == ["B", "C"]


def test_not_those_further_inside() -> None:
    sch = Schedule(program(VIEW))
    assert names(sch.get_child_blocks(sch.get_block("root"))) == ["B"]
    assert names(sch.get_child_blocks("B")) == ["C"]
