"""unroll: iterations are written out."""

from __future__ import annotations

import pytest
from bodies import ADDED, GEMM, ONE
from tried import refused, text_after

REFUSED = [
    ("S204", ONE, "- add_unit_loop: B\n- add_unit_loop: B\n- unroll: [B, u]"),
    ("S205", ONE, "- get_loops: {block: B, as: [i]}\n- split: {loop: i, factors: [null, 4]}\n- unroll: $i"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("loop", ["i", "j", "k"])
def test_any_loop(loop: str) -> None:
    """Also a reduction: the order of the iterations stays."""
    assert f"for {loop} in T.unroll(" in text_after(GEMM, f"- unroll: [Y, {loop}]")


def test_bindings_and_kinds_are_cleared() -> None:
    text = text_after(GEMM, "- bind: {loop: [D, j], thread: threadIdx.x}\n- unroll: [D, j]")
    assert "thread" not in text
    assert "for j in T.unroll(6)" in text_after(GEMM, "- parallel: [D, j]\n- unroll: [D, j]")


def test_a_tail_under_a_guard() -> None:
    text = text_after(ADDED, "- split: {loop: [B, i], factors: [null, 5], as: [o, p]}\n- unroll: $p")
    assert "T.where(i_0 * 5 + i_1 < 13)" in text
