"""reverse_compute_inline: a producer stores its consumer's result."""

from __future__ import annotations

import pytest
from bodies import GUARDED, IN_PLACE, MM, ONE, OPAQUE, SHARED, TWICE, TWO, TWO_SOURCES, WINDOW
from kernels import conv
from tried import refused, text_after

LAST_ONE = """
D = T.alloc_buffer((1,))
B = T.alloc_buffer((128,))
for i in range(128):
    with T.block("D"):
        vi = T.axis.spatial(128, i)
        D[0] = A[vi]
    for j in range(128):
        with T.block("B"):
            vj = T.axis.spatial(128, j)
            B[vj] = A[vj] * D[0]
    with T.block("C"):
        vi = T.axis.spatial(128, i)
        C[vi] = B[vi] + T.float32(1)
"""
FLAT = """
B = T.alloc_buffer((6, 8))
for i, j in T.grid(6, 8):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj] * T.float32(2)
for t in range(48):
    with T.block("C"):
        v = T.axis.spatial(48, t)
        C[v] = B[v // 8, v % 8] + T.float32(1)
"""
TRANSPOSED = """
B = T.alloc_buffer((5, 7))
for i, j in T.grid(5, 7):
    with T.block("B"):
        vi, vj = T.axis.remap("SS", [i, j])
        B[vi, vj] = A[vi, vj] * T.float32(2)
for i, j in T.grid(7, 5):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        C[vi, vj] = B[vj, vi] + T.float32(1)
"""
REFUSED = [
    ("S250", MM, "- reverse_compute_inline: Y"),
    ("S252", WINDOW, "- reverse_compute_inline: C"),
    ("S254", TWO_SOURCES, "- reverse_compute_inline: C"),
    ("S255", MM, "- reverse_compute_inline: C"),
    ("S256", SHARED, "- reverse_compute_inline: C"),
    ("S257", GUARDED, "- reverse_compute_inline: C"),
    ("S228", LAST_ONE, "- reverse_compute_inline: {block: C}"),
    ("S240", IN_PLACE, "- reverse_compute_inline: A2"),
    ("S241", OPAQUE, "- reverse_compute_inline: C"),
    ("S243", TWO.replace("B = T.alloc_buffer((128,))\n", ""), "- reverse_compute_inline: C"),
    ("S244", ONE, "- reverse_compute_inline: B"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_the_producer_stores_the_result() -> None:
    text = text_after(TWICE, "- reverse_compute_inline: C")
    assert "C[vi, vj] = A[vi, vj] * T.float32(2) + T.float32(1)" in text
    assert "alloc_buffer" not in text


def test_indices_are_those_of_the_producer() -> None:
    """A consumer that transposes: the producer stores columns."""
    text = text_after(TRANSPOSED, "- reverse_compute_inline: C")
    assert "C[vj, vi] = A[vi, vj] * T.float32(2) + T.float32(1)" in text


def test_the_axes_of_the_producer_are_taken_apart() -> None:
    text = text_after(FLAT, "- reverse_compute_inline: C")
    assert text.count("T.block(") == 1


def test_chains_from_the_end() -> None:
    func = conv()
    text = text_after(func, "- reverse_compute_inline: relu")
    assert 'T.block("relu")' not in text
