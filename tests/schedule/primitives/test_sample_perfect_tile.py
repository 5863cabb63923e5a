"""sample_perfect_tile: factors of a loop's extent."""

from __future__ import annotations

import math

import pytest
from bodies import ONE, SYMBOLIC
from kernels import mm_relu
from tried import refused, text_after

from mlcc.schedule import Schedule

REFUSED = [
    ("S213", ONE, "- sample_perfect_tile: {loop: [B, i], n: 0}"),
    ("S289", SYMBOLIC, "- sample_perfect_tile: {loop: [B, i], n: 2}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("extent", [1, 7, 12, 60, 64, 97])
@pytest.mark.parametrize("n", [1, 2, 4])
def test_factors_multiply_to_the_extent(extent: int, n: int) -> None:
    sch = Schedule(mm_relu(extent, 4, 3))
    loop = sch.get_loops("Y")[0]
    for seed in range(12):
        factors = sch.sample_perfect_tile(loop, n, max_innermost_factor=8, seed=seed)
        assert len(factors) == n
        assert math.prod(factors) == extent
        assert n == 1 or factors[-1] <= 8
        assert factors == sch.sample_perfect_tile(loop, n, max_innermost_factor=8, seed=seed)


def test_all_choices_occur() -> None:
    sch = Schedule(mm_relu(12, 4, 3))
    result = {tuple(sch.sample_perfect_tile(sch.get_loops("Y")[0], 2, 12, seed=seed)) for seed in range(60)}
    assert result == {(12, 1), (6, 2), (4, 3), (3, 4), (2, 6), (1, 12)}


@pytest.mark.parametrize("decision", [[3, 4], [2, 6], [5, 5], [0, 0], [1, 12], [7]])
def test_a_decision_is_repaired(decision: list[int]) -> None:
    """What was found for another extent: factors that divide this one are kept."""
    sch = Schedule(mm_relu(12, 4, 3))
    factors = sch.sample_perfect_tile(sch.get_loops("Y")[0], 2, decision=decision)
    assert math.prod(factors) == 12
    assert factors[1:] == decision[1:] or (len(decision) < 2 or not decision[1] or 12 % decision[1])


def test_in_a_file() -> None:
    steps = """
- sample_perfect_tile: {loop: [Y, i], n: 2, decision: [4, 3], as: f}
- split: {loop: [Y, i], factors: ['${f[0]}', '${f[1]}']}
"""
    text = text_after(mm_relu(12, 4, 3), steps)
    assert "for i_0, i_1, j, k in T.grid(4, 3, 4, 3)" in text
