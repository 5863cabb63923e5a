"""unannotate: annotations are removed."""

from __future__ import annotations

import pytest
from bodies import ADDED, ONE
from tried import applied, only, program, refused, text_after

from mlcc.ir import structural_equal

REFUSED = [
    ("S282", ONE, "- unannotate: {block: B, ann_key: a}"),
    ("S282", ONE, "- annotate: {block: B, ann_key: a, ann_val: 1}\n- unannotate: {block: B, loop: i, ann_key: a}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("loop", ["", "loop: i, "])
def test_the_program_is_as_before(loop: str) -> None:
    steps = (f"- annotate: {{block: B, {loop}ann_key: a, ann_val: [1]}}\n"
             f"- unannotate: {{block: B, {loop}ann_key: a}}")  # fmt: skip
    assert structural_equal(applied(ADDED, steps), only(program(ADDED)))


def test_other_keys_stay() -> None:
    steps = "".join(f"- annotate: {{block: B, ann_key: {key}, ann_val: 1}}\n" for key in "ab")
    text = text_after(ADDED, steps + "- unannotate: {block: B, ann_key: a}")
    assert 'T.block_attr({"b": 1})' in text


def test_a_loop_can_be_split_again() -> None:
    first = "- annotate: {block: B, loop: i, ann_key: a, ann_val: 1}\n"
    last = "- split: {loop: [B, i], factors: [null, 4]}"
    refused("S210", ADDED, first + last)
    text_after(ADDED, f"{first}- unannotate: {{block: B, loop: i, ann_key: a}}\n{last}")
