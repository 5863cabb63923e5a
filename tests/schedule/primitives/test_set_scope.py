"""set_scope: a buffer in another storage scope."""

from __future__ import annotations

import pytest
from bodies import ONE, TWICE, TWO, WRITTEN_VIEW
from tried import applied, only, program, refused, text_after

from mlcc.ir import structural_equal

REFUSED = [
    ("S264", ONE, "- set_scope: {block: B, buffer_index: 0, storage_scope: local}"),
    ("S260", TWO, "- set_scope: {block: B, buffer_index: 1, storage_scope: local}"),
    ("S263", TWO, "- set_scope: {block: B, buffer_index: 0, storage_scope: near}"),
    ("S265", WRITTEN_VIEW, "- set_scope: {block: C, buffer_index: 0, storage_scope: local}"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize("scope", ["local", "shared", "shared.dyn", "warp", "wmma.accumulator"])
def test_scopes(scope: str) -> None:
    text = text_after(TWICE, f"- set_scope: {{block: B, buffer_index: B, storage_scope: {scope}}}", compiled=False)
    assert f'scope="{scope}"' in text
    assert f"C[vi, vj] = B_{scope.replace('.', '_')}[vi, vj]" in text


def test_the_scope_it_has_already() -> None:
    assert structural_equal(applied(TWICE, "- set_scope: {block: B, buffer_index: 0, storage_scope: global}"),
                            only(program(TWICE)))  # fmt: skip


def test_a_buffer_that_is_used_below_a_loop() -> None:
    """What it is for: one row in registers."""
    steps = "- compute_at: {block: B, loop: [C, i]}\n- set_scope: {block: B, buffer_index: 0, storage_scope: local}"
    assert "B_local" in text_after(TWICE, steps)
