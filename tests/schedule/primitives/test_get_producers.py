"""get_producers: the blocks that write what a block reads."""

from __future__ import annotations

import pytest
from bodies import ONE, TWO
from kernels import mm_relu, softmax
from tried import refused

from mlcc.schedule import Schedule

REFUSED = [
    ("S206", TWO, "- get_block: {name: B, as: b}\n- compute_inline: b\n- get_producers: b"),
    ("S222", ONE, "- get_producers: root"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("block", "wanted"), [("M", []), ("E", ["M"]), ("S", ["E"]), ("R", ["E", "S"])])
def test_in_the_order_of_the_program(block: str, wanted: list[str]) -> None:
    sch = Schedule(softmax())
    assert [result.name for result in sch.get_producers(sch.get_block(block))] == wanted
    assert [result.name for result in sch.get_producers(block)] == wanted


def test_initialisation_and_update_of_a_reduction() -> None:
    sch = Schedule(mm_relu())
    sch.decompose_reduction("Y", sch.get_loops("Y")[2])
    assert {result.name for result in sch.get_producers("C")} >= {"Y_update"}


def test_after_a_copy_it_is_the_copy() -> None:
    sch = Schedule(mm_relu())
    sch.cache_read("C", 0, "local")
    assert [result.name for result in sch.get_producers("C")] == ["Y_local"]
