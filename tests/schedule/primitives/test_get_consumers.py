"""get_consumers: the blocks that read what a block writes."""

from __future__ import annotations

import pytest
from bodies import GUARDED, MANY_WRITES, ONE, TWO
from kernels import softmax
from tried import program, refused

from mlcc.schedule import Schedule

REFUSED = [
    ("S206", TWO, "- get_block: {name: B, as: b}\n- compute_inline: b\n- get_consumers: b"),
    ("S222", ONE, "- get_consumers: root"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("block", "wanted"), [("M", ["E"]), ("E", ["S", "R"]), ("S", ["R"]), ("R", [])])
def test_in_the_order_of_the_program(block: str, wanted: list[str]) -> None:
    sch = Schedule(softmax())
    assert [result.name for result in sch.get_consumers(sch.get_block(block))] == wanted
    assert [result.name for result in sch.get_consumers(block)] == wanted


def test_a_reader_of_two_results_is_one_consumer() -> None:
    sch = Schedule(program(MANY_WRITES))
    assert [result.name for result in sch.get_consumers("B")] == ["C"]


def test_readers_in_guards_and_after_steps() -> None:
    sch = Schedule(program(GUARDED.replace("i < 100", "B[i] > T.float32(0)").replace("= B[vi]", "= T.float32(1)")))
    assert [result.name for result in sch.get_consumers("B")] == ["C"]
    sch.cache_write("B", 0, "local")
    assert [result.name for result in sch.get_consumers("B")] == ["B_local"]
