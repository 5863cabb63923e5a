"""transform_block_layout: new axes for a block."""

from __future__ import annotations

import pytest
from bodies import FROM_FOUR, GEMM, HORNER, LAST_WRITER, ONE, RAGGED, SIBLINGS, SUM, SUMS
from kernels import symbolic_mm
from tried import applied, refused, text_after

from mlcc.ir import as_int
from mlcc.schedule import Schedule

REFUSED = [
    ("S221", ONE, RAGGED + '- transform_block_layout: {block: B, index_map: "i -> i // 2, i % 2"}'),
    ("S269", ONE, '- transform_block_layout: {block: B, index_map: "i -> i // 2"}'),
    ("S224", HORNER, "- transform_block_layout: {block: Y, index_map: 'k -> k % 4, k // 4'}"),
    ("S224", LAST_WRITER, "- transform_block_layout: {block: D, index_map: 'i, j -> j, i'}"),
    ("S214", FROM_FOUR, '- transform_block_layout: {block: B, index_map: "i -> i"}'),
    ("S216", SIBLINGS, '- transform_block_layout: {block: B, index_map: "i, j -> j, i"}'),
    ("S220", SUM, '- transform_block_layout: {block: Y, index_map: "i, k -> i * 32 + k"}'),
    ("S223", ONE, '- parallel: [B, i]\n- transform_block_layout: {block: B, index_map: "i -> i // 2, i % 2"}'),
    ("S268", ONE, '- transform_block_layout: {block: B, index_map: "i, j -> i, j"}'),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(
    ("index_map", "loops"),
    [("i, j -> j, i", "(6, 7)"), ("i, j -> i, j // 3, j % 3", "(7, 2, 3)"), ("i, j -> i * 6 + j", "(42,)"),
     ("i, j -> j % 2, i, j // 2", "(2, 7, 3)")],
)  # fmt: skip
def test_maps(index_map: str, loops: str) -> None:
    func = applied(GEMM, f"- transform_block_layout: {{block: D, index_map: '{index_map}'}}")
    sch = Schedule(func)
    assert str(tuple(as_int(sch.get(loop).extent) for loop in sch.get_loops("D"))) == loops


def test_reductions() -> None:
    text = text_after(GEMM, "- transform_block_layout: {block: Y, index_map: 'i, j, k -> i * 6 + j, k'}")
    assert "T.grid(42, 5)" in text
    text = text_after(SUMS, "- transform_block_layout: {block: Y, index_map: 'i, m, k -> k, i, m'}")
    assert "T.grid(32, 16, 4)" in text


@pytest.mark.parametrize("n", [1, 5])
def test_lengths_known_at_run_time(n: int) -> None:
    text_after(symbolic_mm(), "- transform_block_layout: {block: C, index_map: 'i, j -> j, i'}", sizes={"n": n})
