"""compute_once: the first iteration computes, later ones read."""

from __future__ import annotations

import pytest
from bodies import GEMM, MM, ONCE, REPEATED
from tried import refused, text_after

REFUSED = [
    ("S223", REPEATED, "- unroll: [P, i]\n" + ONCE),
    ("S249", REPEATED, "- compute_once: {block: P, loop: [P, k]}"),
    ("S249", REPEATED, "- compute_once: {block: Q, loop: [Q, i]}"),
    ("S249", REPEATED, f"{ONCE}\n{ONCE}"),
    ("S241", MM, "- compute_once: {block: Y, loop: [Y, i]}"),
    ("S270", MM, "- compute_once: {block: C, loop: [Y, i]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


def test_the_block_is_under_a_guard() -> None:
    text = text_after(REPEATED, ONCE)
    assert "T.where(i < 1)" in text
    assert text.count("T.where") == 1


def test_one_iteration_needs_no_guard() -> None:
    body = REPEATED.replace("for i in range(4)", "for i in range(1)")
    assert "T.where" not in text_after(body, ONCE)


def test_a_panel_is_packed_by_the_first_tile_of_rows() -> None:
    """As the schedules of matrix products do: a copy of a panel below the loop over the tiles of rows."""
    steps = """
- cache_read: {block: Y, read_buffer_index: B, storage_scope: global, as: panel}
- split: {loop: [Y, i], factors: [null, 3], as: [i0, i1]}
- compute_at: {block: $panel, loop: $i0}
- compute_once: {block: $panel, loop: $i0}
"""
    text = text_after(GEMM, steps)
    assert "T.where(i_0 < 1)" in text


def test_guards_that_are_there_stay() -> None:
    body = REPEATED.replace(
        "            P[v] = A[v]", "            T.where(k < T.min(k + 1, 8))\n            P[v] = A[v]"
    )
    text = text_after(body, ONCE)
    assert "i < 1 and k < T.min(k + 1, 8)" in text or "k < T.min(k + 1, 8) and i < 1" in text
