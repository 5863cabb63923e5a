"""decompose_padding: the padding value everywhere first, then the interior."""

from __future__ import annotations

import pytest
from bodies import ONE, PADDING, SUM
from kernels import conv
from tried import refused, text_after

REFUSED = [
    ("S241", SUM, "- decompose_padding: {block: Y, loop: i}"),
    ("S284", ONE, "- decompose_padding: {block: B, loop: i}"),
    ("S270", PADDING, "- decompose_padding: {block: P, loop: [C, i]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("loop", "filled"), [("i", "for i, j in T.grid(9, 11)"), ("j", "for j in range(11)")])
def test_where_the_padding_is_filled(loop: str, filled: str) -> None:
    text = text_after(PADDING, f"- decompose_padding: {{block: P, loop: [P, {loop}], as: fill}}")
    assert "T.if_then_else" not in text
    assert text.index('T.block("P_pad_const")') < text.index('T.block("P")')
    assert "= T.float32(0.5)" in text


def test_the_parts_can_be_scheduled() -> None:
    steps = """
- decompose_padding: {block: P, loop: [P, i], as: fill}
- fuse: {loops: [[$fill, i], [$fill, j]], as: all}
- split: {loop: $all, factors: [null, 8], as: [outer, lanes]}
- vectorize: $lanes
- parallel: [P, i]
"""
    text = text_after(PADDING, steps)
    assert "T.vectorized(8)" in text


def test_of_a_convolution() -> None:
    text = text_after(conv(), "- decompose_padding: {block: pad, loop: [pad, c]}")
    assert "if_then_else" not in text
