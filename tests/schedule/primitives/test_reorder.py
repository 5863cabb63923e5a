"""reorder: loops of a nest in another order."""

from __future__ import annotations

import itertools

import pytest
from bodies import GEMM, HORNER, LAST_WRITER, MM, SIBLINGS, TRIANGLE, TWO
from kernels import symbolic_mm
from tried import refused, text_after

SCAN = """
for i, j in T.grid(8, 8):
    with T.block("B"):
        vi = T.axis.scan(8, i)
        vj = T.axis.spatial(8, j)
        B[vi, vj] = A[vi, vj]
"""
BENT = """
for i, k in T.grid(8, 4):
    with T.block("B"):
        vi = T.axis.spatial(8, i)
        vk = T.axis.reduce(32, i * k)
        with T.init():
            B[vi] = T.float32(0)
        B[vi] = B[vi] + A[vk]
"""
SKEWED = """
for i, j in T.grid(4, 4):
    with T.block("S"):
        vi, vj = T.axis.remap("SS", [i, j])
        D[vi, vj + 1] = D[vi + 1, vj]
"""
REFUSED = [
    ("S205", MM, "- split: {loop: j, block: Y, factors: [null, 4]}\n- reorder: {block: Y, loops: [j, k]}"),
    ("S217", TRIANGLE, "- reorder: {block: B, loops: [j, i]}"),
    ("S218", MM, "- reorder: {block: Y, loops: [i, j, i]}"),
    ("S219", TWO, "- reorder: [[B, i], [C, i]]"),
    ("S219", SIBLINGS, "- reorder: [[B, i], [B, j]]"),
    ("S220", SCAN, "- reorder: {block: B, loops: [j, i]}"),
    ("S221", BENT, "- reorder: {block: B, loops: [k, i]}"),
    ("S224", SKEWED, "- reorder: [[S, j], [S, i]]"),
    ("S224", HORNER, "- split: {loop: [Y, k], factors: [null, 4]}\n- reorder: [[Y, k_1], [Y, k_0]]"),
    ("S224", LAST_WRITER, "- reorder: [[D, j], [D, i]]"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("order", list(itertools.permutations(["i", "j", "k"])))
def test_every_order(order: tuple[str, ...]) -> None:
    text = text_after(GEMM, f"- reorder: {{block: Y, loops: [{', '.join(order)}]}}", compiled=order[0] == "k")
    assert f"for {', '.join(order)} in T.grid(" in text


def test_loops_in_between_stay() -> None:
    """As in TVM: those that are given exchange places."""
    assert "for k, j, i in T.grid(5, 6, 7)" in text_after(GEMM, "- reorder: {block: Y, loops: [k, i]}")


def test_kinds_move_with_their_loops() -> None:
    text = text_after(GEMM, "- vectorize: [Y, j]\n- reorder: {block: Y, loops: [k, j]}")
    assert text.index("for i, k in T.grid(7, 5)") < text.index("for j in T.vectorized(6)")


@pytest.mark.parametrize("n", [1, 5])
def test_a_length_known_at_run_time(n: int) -> None:
    text_after(symbolic_mm(), "- reorder: {block: Y, loops: [k, j, i]}", sizes={"n": n})
