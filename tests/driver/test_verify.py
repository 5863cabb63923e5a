"""What `--verify` refuses to run."""

from __future__ import annotations

import pytest

from mlcc.diagnostics import MlccError
from mlcc.driver.verify import verify_schedule
from mlcc.schedule import apply_script
from mlcc.script import parse_module
from mlcc.target import Target

PROGRAM = """
@T.prim_func
def main(A: T.Buffer((1, 3), "float32")):
    for i, j in T.grid(1, 3):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = A[vi, vj] * T.float32(2)
"""


def test_a_program_of_exponentially_many_iterations_is_not_run() -> None:
    """Each split doubles the iterations; the steps themselves stay quick, however many guards they leave."""
    before = parse_module(PROGRAM)
    steps = "steps:\n" + "- split: {loop: [B, 0], factors: [null, 2]}\n" * 50
    after, _ = apply_script(before, steps)
    with pytest.raises(MlccError, match="iterations") as raised:
        verify_schedule(before, after, "main", Target.host())
    assert raised.value.code == "D131"


def test_a_few_splits_are_verified() -> None:
    before = parse_module(PROGRAM)
    after, _ = apply_script(before, "steps:\n" + "- split: {loop: [B, 0], factors: [null, 2]}\n" * 5)
    verify_schedule(before, after, "main", Target.host())


def test_a_factor_far_beyond_the_loop_is_not_run() -> None:
    """Of 2**31 iterations all but one are guarded off."""
    before = parse_module(PROGRAM)
    after, _ = apply_script(before, "steps:\n- split: {loop: [B, 0], factors: [null, 2147483648]}\n")
    with pytest.raises(MlccError, match="iterations") as raised:
        verify_schedule(before, after, "main", Target.host())
    assert raised.value.code == "D131"
