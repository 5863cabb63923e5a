"""sample_compute_location: where a producer may be computed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bodies import ONE, TWO
from kernels import branches, conv, mm_relu, softmax, stencil
from tried import kept, program, refused

from mlcc.ir import PrimFunc, script, structural_equal
from mlcc.schedule import Schedule

REFUSED = [
    ("S222", ONE, "- sample_compute_location: root"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_a_loop() -> None:
    sch = Schedule(mm_relu())
    before = sch.func
    position = sch.sample_compute_location("Y", decision=0)
    assert position.name == "i"
    sch.compute_at("Y", position)
    assert "for ax0, ax1 in T.grid(10, 6)" in kept(before, sch)


def test_where_it_stands_or_inlined() -> None:
    sch = Schedule(program(TWO))
    before = sch.func
    sch.compute_at("B", sch.sample_compute_location("B", decision=-1))
    assert structural_equal(sch.func, before)
    sch.compute_at("B", sch.sample_compute_location("B", decision=-2))
    assert 'T.block("B")' not in script(sch.func)


def test_what_is_not_possible_becomes_something_else() -> None:
    """A reduction is not inlined, and there is no seventh loop."""
    for decision in (-2, 7):
        sch = Schedule(mm_relu())
        before = sch.func
        sch.compute_at("Y", sch.sample_compute_location("Y", decision=decision))
        kept(before, sch)


@pytest.mark.every(2)
@pytest.mark.parametrize("kernel", [mm_relu, softmax, conv, stencil, branches])
def test_every_choice_keeps_the_results(kernel: Callable[[], PrimFunc]) -> None:
    texts = set()
    for seed in range(8):
        sch = Schedule(kernel())
        before = sch.func
        for block in sch.get_child_blocks("root")[:-1]:
            sch.compute_at(block, sch.sample_compute_location(block, seed=seed))
        texts.add(kept(before, sch, compiled=False))
    assert len(texts) > 1
