"""get_output_blocks: the blocks that write what outlives the scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from bodies import TWO
from kernels import branches, conv, mm_relu, softmax
from tried import refused

from mlcc.ir import PrimFunc
from mlcc.schedule import BlockRV, Schedule

REFUSED = [
    ("S206", TWO, "- get_block: {name: B, as: b}\n- compute_inline: b\n- get_output_blocks: b"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def names(blocks: Sequence[BlockRV]) -> list[str]:
    return [block.name for block in blocks]


@pytest.mark.parametrize(
    ("kernel", "wanted"), [(mm_relu, ["C"]), (softmax, ["R"]), (conv, ["relu"]), (branches, ["C", "S"])]
)
def test_those_that_write_parameters(kernel: Callable[[], PrimFunc], wanted: list[str]) -> None:
    sch = Schedule(kernel())
    assert names(sch.get_output_blocks(sch.get_block("root"))) == wanted


def test_a_copy_back_is_the_output() -> None:
    sch = Schedule(mm_relu())
    sch.cache_write("C", 0, "local")
    assert names(sch.get_output_blocks("root")) == ["C_local"]
