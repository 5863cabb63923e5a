"""reindex: a buffer indexed by the axes of a block."""

from __future__ import annotations

import pytest
from bodies import LATE, MM, ONE, UNDER_A_CONDITION, WINDOW
from kernels import conv, symbolic_mm
from tried import refused, text_after

WITHOUT_AXES = """
for i in range(128):
    with T.block("B"):
        B[i] = A[i] * T.float32(2)
"""
ACCESS = """
for i, j in T.grid(5, 7):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = ACCESS * T.float32(2)
"""
REFUSED = [
    ("S226", WITHOUT_AXES, "- reindex: {block: B, buffer: [read, 0]}"),
    ("S260", ONE, "- reindex: {block: B, buffer: A}"),
    ("S261", MM, "- decompose_reduction: {block: Y, loop: i}\n- reindex: {block: Y_update, buffer: [write, 0]}"),
    ("S283", WINDOW, "- reindex: {block: C, buffer: [read, 0]}"),
    ("S262", LATE, "- reindex: {block: C, buffer: [read, 0]}"),
    ("S283", UNDER_A_CONDITION, "- reindex: {block: B, buffer: [write, 0]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


MAPS = ["A[vj, vi]", "A[vi, vj // 2]", "A[vi + 1, vj]", "A[vi, 4]"]


@pytest.mark.parametrize("access", MAPS)
def test_what_is_read(access: str) -> None:
    body = ACCESS.replace("ACCESS", access)
    text = text_after(body, "- reindex: {block: B, buffer: [read, 0]}")
    stored = text.split('T.block("B")')[1]
    axes = [axis for axis in ("vi", "vj") if axis in access]
    assert f"A_reindex[{', '.join(axes)}]" in stored


def test_what_is_written() -> None:
    body = ACCESS.replace("ACCESS", "A[vi, vj]").replace("B[vi, vj] =", "B[vj, vi] =")
    text = text_after(body, "- reindex: {block: B, buffer: [write, 0]}")
    assert "B_reindex[vi, vj] = A[vi, vj]" in text
    assert "B[v1, v0] = B_reindex[v0, v1]" in text


def test_operands_of_a_convolution_as_a_matrix() -> None:
    text = text_after(conv(), "- reindex: {block: conv, buffer: [read, 0]}")
    assert "pad_reindex" in text


@pytest.mark.parametrize("n", [1, 5])
def test_lengths_known_at_run_time(n: int) -> None:
    text_after(symbolic_mm(), "- reindex: {block: Y, buffer: [read, A]}", sizes={"n": n})
