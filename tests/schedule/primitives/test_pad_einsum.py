"""pad_einsum: axes of a sum of products are rounded up."""

from __future__ import annotations

import pytest
from bodies import ADDED, GEMM, PADDED_MM, SUM, WINDOW
from tried import refused, text_after

#: The inner block writes one row of the result.
ROWS = """
@T.prim_func
def main(A: T.Buffer((2, 3), "float32"), Y: T.Buffer((2, 3), "float32")):
    for i in range(2):
        with T.block("rows"):
            vi = T.axis.spatial(2, i)
            for j in range(3):
                with T.block("Y"):
                    vj = T.axis.spatial(3, j)
                    Y[vi, vj] = A[vi, vj] * T.float32(2)
"""
#: The first row alone is written.
ONE_ROW = """
@T.prim_func
def main(A: T.Buffer((3,), "float32"), Y: T.Buffer((2, 3), "float32")):
    for j in range(3):
        with T.block("Z"):
            vj = T.axis.spatial(3, j)
            Y[1, vj] = A[vj]
    for j in range(3):
        with T.block("Y"):
            vj = T.axis.spatial(3, j)
            Y[0, vj] = A[vj] * T.float32(2)
"""

REFUSED = [
    ("S285", ROWS, "- pad_einsum: {block: Y, padding: [4]}"),
    ("S285", ONE_ROW, "- pad_einsum: {block: Y, padding: [4]}"),
    ("S285", WINDOW, "- pad_einsum: {block: C, padding: [4]}"),
    ("S285", SUM, "- pad_einsum: {block: Y, padding: [4]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("padding", [(1, 1, 1), (4, 1, 1), (1, 4, 1), (1, 1, 4), (4, 8, 3), (7, 6, 5)])
def test_inputs_and_results_as_far_as_they_change(padding: tuple[int, int, int]) -> None:
    text = text_after(GEMM, f"- pad_einsum: {{block: Y, padding: {list(padding)}}}")
    i, j, k = (size % p > 0 for size, p in zip((7, 6, 5), padding, strict=True))
    names = {"A_pad": i or k, "B_pad": j or k, "Y_pad": i or j}
    assert {name: f"{name} = T.alloc_buffer" in text for name in names} == names


@pytest.mark.parametrize("rows", [1, 5, 8])
def test_a_length_known_at_run_time(rows: int) -> None:
    assert "(n + 3) // 4 * 4" in text_after(
        PADDED_MM, "- pad_einsum: {block: C, padding: [4, 3, 5]}", sizes={"n": rows}
    )


def test_the_copies_can_be_inlined_or_moved() -> None:
    steps = """
- pad_einsum: {block: Y, padding: [4, 1, 1]}
- compute_inline: A_pad
- split: {loop: [Y, i], factors: [null, 4], as: [i0, i1]}
- reverse_compute_at: {block: Y_pad, loop: $i0}
"""
    text = text_after(GEMM, steps)
    assert "A_pad" not in text
    assert "T.if_then_else(vi < 7, A[vi, vk], T.float32(0))" in text


def test_complete_blocks() -> None:
    text = text_after(ADDED.replace(" * T.float32(2)", ""), "- pad_einsum: {block: B, padding: [4]}")
    assert "B_pad[vi] = A_pad[vi]" in text
