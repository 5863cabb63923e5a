"""add_unit_loop: a loop of one iteration above a block or a loop."""

from __future__ import annotations

import pytest
from bodies import GEMM, ONE, SIBLINGS
from tried import applied, only, program, refused, text_after

from mlcc.ir import script

REFUSED = [
    ("S222", ONE, "- add_unit_loop: root"),
]


@pytest.mark.parametrize(("code", "body", "steps"), REFUSED)
def test_refused(code: str, body: str, steps: str) -> None:
    refused(code, body, steps)


@pytest.mark.parametrize(("at", "loops"), [("Y", "i, j, k, u"), ("[Y, k]", "i, j, u, k"), ("[Y, i]", "u, i, j, k")])
def test_the_loop_is_right_above(at: str, loops: str) -> None:
    assert f"for {loops} in T.grid(" in text_after(GEMM, f"- add_unit_loop: {at}")


def test_the_loop_can_be_scheduled() -> None:
    text = text_after(GEMM, "- add_unit_loop: {block: [Y, i], as: outer}\n- parallel: $outer\n- add_unit_loop: D")
    assert "for u in T.parallel(1):" in text
    assert "for i, j, u in T.grid(7, 6, 1):" in text


def test_a_loop_above_one_of_several_blocks() -> None:
    before = program(SIBLINGS)
    after = applied(SIBLINGS, "- add_unit_loop: C")
    assert script(after).count("u in") == 1
    assert script(after).replace("j, u in T.grid(8, 1)", "j in range(8)").count("for j in range(8)") == 2
    assert script(only(before)) != script(after)
