"""parallel: iterations on the threads of the pool."""

from __future__ import annotations

import pytest
from bodies import ADDED, GEMM, IN_PLACE, LAST_WRITER, MM, NAMESAKES, ONCE, ONE, REPEATED, TWO
from kernels import symbolic_mm
from tried import refused, text_after

MIRROR = IN_PLACE.replace("A[vi] + T.float32(1)", "A[127 - vi]")
HALVED = """
for i in range(8):
    with T.block("D"):
        vi = T.axis.spatial(8, i)
        D[vi // 2] = A[vi]
"""
NEIGHBOUR = """
B = T.alloc_buffer((8,))
for i in range(8):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        B[vi] = A[vi]
    with T.block("C"):
        vi = T.axis.spatial(8, i)
        C[vi] = T.if_then_else(vi > 0, B[T.max(vi - 1, 0)], T.float32(5))
"""
REFUSED = [
    ("S202", NAMESAKES, "- parallel: {loop: i, block: B}"),
    ("S203", ONE, "- parallel: {loop: m, block: B}"),
    ("S203", ONE, "- parallel: [B, 4]"),
    ("S206", TWO, "- get_block: {name: B, as: x}\n- compute_inline: x\n- parallel: [x, i]"),
    ("S230", MIRROR, "- parallel: [A2, i]"),
    ("S231", MM, "- parallel: [Y, k]"),
    ("S235", REPEATED, f"{ONCE}\n- parallel: [P, i]"),
    ("S230", LAST_WRITER, "- parallel: [D, i]"),
    ("S230", HALVED, "- parallel: [D, i]"),
    ("S230", NEIGHBOUR, "- parallel: [B, i]"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("factor", [1, 2, 5, 7])
def test_iterations_are_shared_out(factor: int) -> None:
    steps = f"- split: {{loop: [Y, i], factors: [null, {factor}], as: [i0, i1]}}\n- parallel: $i0\n- parallel: [D, i]"
    text = text_after(GEMM, steps)
    assert f"T.parallel({-(-7 // factor)})" in text
    assert "T.parallel(7)" in text


def test_again_changes_nothing() -> None:
    assert text_after(ADDED, "- parallel: [B, i]") == text_after(ADDED, "- parallel: [B, i]\n- parallel: [B, i]")


def test_a_sum_in_each_iteration() -> None:
    """A reduction below is no obstacle, if each thread has elements of its own."""
    for n in (1, 5):
        text = text_after(symbolic_mm(), "- parallel: [Y, i]", sizes={"n": n})
    assert "T.parallel(n)" in text


def test_partial_sums() -> None:
    text = text_after(GEMM, "- rfactor: {loop: [Y, k], factor_axis: 0, as: parts}\n- parallel: [$parts, k]")
    assert "T.parallel(5)" in text
