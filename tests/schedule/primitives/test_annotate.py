"""annotate: keys and values on blocks and loops, of every kind that can be written."""

from __future__ import annotations

import pytest
from bodies import ADDED, ONE
from tried import applied, refused, text_after

from mlcc.ir import structural_equal
from mlcc.script import parse_prim_func

REFUSED = [
    (
        "S281",
        ONE,
        "- annotate: {block: B, ann_key: a, ann_val: 1}\n- annotate: {block: B, ann_key: a, ann_val: 2}",
    ),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("value", ["4", "0.5", "text", "[1, [2, 3]]", "{a: 1, b: [c]}", "true"])
@pytest.mark.parametrize("loop", ["", "loop: i, "])
def test_values(value: str, loop: str) -> None:
    step = f"- annotate: {{block: B, {loop}ann_key: key, ann_val: {value}}}"
    text = text_after(ADDED, step, compiled=False)
    assert ('annotations={"key": ' in text) == bool(loop)
    assert ('T.block_attr({"key": ' in text) != bool(loop)
    assert structural_equal(parse_prim_func(text), applied(ADDED, step, compiled=False))


def test_the_same_value_again_changes_nothing() -> None:
    step = "- annotate: {block: B, ann_key: key, ann_val: [1, 2]}\n"
    assert text_after(ADDED, step) == text_after(ADDED, step * 2)


def test_other_keys_stay() -> None:
    steps = "".join(f"- annotate: {{block: B, loop: i, ann_key: {key}, ann_val: 1}}\n" for key in "ab")
    assert 'annotations={"a": 1, "b": 1}' in text_after(ADDED, steps)
