"""sample_partitioned_tile: factors of a loop's extent in two groups."""

from __future__ import annotations

import math

import pytest
from bodies import ONE, SYMBOLIC
from kernels import mm_relu
from tried import refused

from mlcc.schedule import Schedule

REFUSED = [
    ("S213", ONE, "- sample_partitioned_tile: {loop: [B, i], n: 2, partition_pos: 2}"),
    ("S289", SYMBOLIC, "- sample_partitioned_tile: {loop: [B, i], n: 2}"),
    ("S213", ONE, "- sample_partitioned_tile: {loop: [B, i], n: 2, innerpart_factor: 0}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("inner", [1, 4, 6, 5])
@pytest.mark.parametrize("position", [0, 1, 3])
def test_inner_factors_multiply_to_a_multiple(inner: int, position: int) -> None:
    """Where the number does not divide the extent, any factors are chosen."""
    sch = Schedule(mm_relu(48, 4, 3))
    loop = sch.get_loops("Y")[0]
    for seed in range(12):
        factors = sch.sample_partitioned_tile(loop, 4, position, inner, seed=seed)
        assert len(factors) == 4
        assert math.prod(factors) == 48
        assert math.prod(factors[position:]) % inner == 0 or 48 % inner > 0
        assert factors == sch.sample_partitioned_tile(loop, 4, position, inner, seed=seed)


def test_a_decision_is_repaired() -> None:
    sch = Schedule(mm_relu(12, 4, 3))
    loop = sch.get_loops("Y")[0]
    assert sch.sample_partitioned_tile(loop, 2, decision=[3, 4]) == [3, 4]
    assert math.prod(sch.sample_partitioned_tile(loop, 3, decision=[5, 5])) == 12
