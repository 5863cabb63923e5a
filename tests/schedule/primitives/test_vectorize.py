"""vectorize: iterations as the lanes of vectors."""

from __future__ import annotations

import pytest
from bodies import ADDED, GEMM, MM, RESIZE, SIBLINGS, SYMBOLIC
from tried import kept, program, refused, text_after

from mlcc.schedule import Schedule

BEFORE_WRITTEN = """
for i in range(8):
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = A[vi]
    with T.block("A"):
        vi = T.axis.spatial(8, i)
        A[vi + 1] = D[vi]
"""
REFUSED = [
    ("S231", MM, "- vectorize: [Y, k]"),
    ("S233", MM, "- vectorize: [C, j]\n- vectorize: [C, i]"),
    ("S230", BEFORE_WRITTEN, "- vectorize: [C, i]"),
    ("S233", SYMBOLIC, "- vectorize: [B, i]"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("lanes", [1, 4, 8, 16])
def test_lanes_under_a_guard(lanes: int) -> None:
    steps = f"- split: {{loop: [B, i], factors: [null, {lanes}], as: [o, p]}}\n- vectorize: $p"
    assert f"T.vectorized({lanes})" in text_after(ADDED, steps)


@pytest.mark.parametrize("body", [GEMM, RESIZE, SIBLINGS], ids=["sums", "indices", "two blocks"])
def test_the_last_loop(body: str) -> None:
    """Loads that are adjacent, repeated and gathered."""
    sch = Schedule(program(body))
    before = sch.func
    sch.vectorize(sch.get_loops(sch.get_child_blocks("root")[-1])[1])
    assert "T.vectorized(" in kept(before, sch)


def test_outer_and_inner_loops() -> None:
    text = text_after(GEMM, "- unroll: [D, j]\n- vectorize: [D, i]")
    assert "for i in T.vectorized(7)" in text
