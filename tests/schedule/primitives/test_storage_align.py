"""storage_align: the stride of a dimension."""

from __future__ import annotations

import pytest
from bodies import TWICE, TWO
from tried import refused, text_after

REFUSED = [
    ("S267", TWO, "- storage_align: {block: B, buffer_index: 0, axis: 1, factor: 8, offset: 0}"),
    ("S267", TWO, "- storage_align: {block: B, buffer_index: 0, axis: 0, factor: 0, offset: 0}"),
    ("S260", TWO, "- storage_align: {block: B, buffer_index: 1, axis: 0, factor: 8, offset: 0}"),
    ("S264", TWO, "- storage_align: {block: C, buffer_index: 0, axis: 0, factor: 8, offset: 0}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


STEP = "- storage_align: {block: B, buffer_index: 0, axis: %d, factor: %d, offset: %d}\n"


@pytest.mark.parametrize(("axis", "factor", "offset"), [(0, 8, 0), (0, 8, 3), (-2, 16, 1)])
def test_strides(axis: int, factor: int, offset: int) -> None:
    text = text_after(TWICE, STEP % (axis, factor, offset))
    assert f'T.block_attr({{"buffer_dim_align": [[0, 0, {factor}, {offset}]]}})' in text


def test_a_later_request_replaces_an_earlier_one() -> None:
    text = text_after(TWICE, STEP % (0, 8, 0) + STEP % (1, 4, 0) + STEP % (0, 16, 0))
    assert "[[0, 0, 16, 0], [0, 1, 4, 0]]" in text
