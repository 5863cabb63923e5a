"""loop_partition: a loop as consecutive loops."""

from __future__ import annotations

import pytest
from bodies import ADDED, FROM_FOUR, GEMM, ONE, PADDING, SIBLINGS, SUM, SYMBOLIC
from kernels import softmax
from tried import kept, refused, text_after

from mlcc.schedule import Schedule

REFUSED = [
    ("S296", ONE, "- loop_partition: {block: B, loop: i, factors: [100, 28]}"),
    ("S231", SUM, "- loop_partition: {block: Y, loop: k, factors: [2, null]}"),
    (
        "S210",
        ONE,
        "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n- loop_partition: {loop: [B, i], factors: [2]}",
    ),
    ("S212", ONE, "- loop_partition: {block: B, loop: i, factors: [null, null]}"),
    ("S213", ONE, "- loop_partition: {block: B, loop: i, factors: [0, null]}"),
    ("S214", FROM_FOUR, "- loop_partition: {block: B, loop: i, factors: [2, null]}"),
    ("S216", SIBLINGS, "- loop_partition: {block: B, loop: i, factors: [2, null]}"),
    ("S223", ONE, "- parallel: [B, i]\n- loop_partition: {block: B, loop: i, factors: [2, null]}"),
    ("S289", SYMBOLIC, "- loop_partition: {block: B, loop: i, factors: [2, null]}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("factors", ["[2, null]", "[null, 5]", "[1, null, 4]", "[5]", "[12]"])
def test_parts(factors: str) -> None:
    """Numbers that are given, and what is left."""
    lengths = [int(f) if f != "null" else None for f in factors[1:-1].split(", ")]
    if None not in lengths:
        lengths.append(None)
    rest = 13 - sum(n or 0 for n in lengths)
    text = text_after(ADDED, f"- loop_partition: {{block: B, loop: i, factors: {factors}}}")
    start = 0
    for k, length in enumerate(n or rest for n in lengths):
        bounds = f"({length})" if start == 0 else f"({start}, {start + length})"
        assert f"for i{k} in range{bounds}" in text
        start += length
    assert text.count("_partition") == len(lengths)


def test_parts_of_an_inner_loop_can_be_scheduled_around() -> None:
    """The block that holds the parts names the loops outside by axes, so that these may still be split."""
    sch = Schedule(softmax(6, 12))
    before = sch.func
    i, j = sch.get_loops("E")
    sch.loop_partition(j, [4, None])
    sch.split(i, [None, 4])
    sch.vectorize(sch.get_loops("E_j0")[0])
    assert "for j1 in range(4, 12)" in kept(before, sch)


def test_the_borders_of_a_window() -> None:
    """What it is for: the parts where a condition holds throughout."""
    steps = "- loop_partition: {block: P, loop: [P, i], factors: [1, null, 1]}"
    text = text_after(PADDING, steps)
    assert 'T.block("P_i1")' in text


def test_updates_of_a_decomposed_reduction() -> None:
    steps = (
        "- decompose_reduction: {block: Y, loop: [Y, k]}\n- loop_partition: {loop: [Y_update, k], factors: [2, null]}"
    )
    assert "for k1 in range(2, 5)" in text_after(GEMM, steps)
