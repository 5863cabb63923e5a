"""get_loops: the loops over a block, outer to inner."""

from __future__ import annotations

import pytest
from bodies import TWO, VIEW
from kernels import mm_relu
from tried import program, refused

from mlcc.ir import as_int
from mlcc.schedule import LoopRV, Schedule

REFUSED = [
    ("S206", TWO, "- get_block: {name: B, as: b}\n- compute_inline: b\n- get_loops: b"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_outer_to_inner() -> None:
    sch = Schedule(mm_relu())
    loops = sch.get_loops(sch.get_block("Y"))
    assert all(isinstance(loop, LoopRV) for loop in loops)
    assert [loop.name for loop in loops] == ["i", "j", "k"]
    assert [as_int(sch.get(loop).extent) for loop in loops] == [7, 10, 6]
    assert sch.get_loops("root") == []


def test_up_to_the_block_around() -> None:
    sch = Schedule(program(VIEW))
    assert [loop.name for loop in sch.get_loops("C")] == ["j"]


def test_after_steps() -> None:
    sch = Schedule(mm_relu())
    _, j, _ = sch.get_loops("Y")
    outer, inner = sch.split(j, [None, 5])
    sch.reorder(outer, sch.get_loops("Y")[0])
    assert [loop.name for loop in sch.get_loops("Y")] == ["j_0", "i", "j_1", "k"]
    assert sch.get_loops("Y")[0] == outer
