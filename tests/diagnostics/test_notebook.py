"""Errors in notebooks: the carets and helps of the command, and the user's line instead of the compiler's frames."""

from __future__ import annotations

import re

import pytest

from mlcc.diagnostics import MlccError
from mlcc.script import parse_module
from mlcc.tir import Schedule

KERNEL = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    for i, k in T.grid(8, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
"""


def _wrong() -> None:
    sch = Schedule(parse_module(KERNEL))
    sch.parallel(sch.get_loops(sch.get_block("B"))[1])


def test_the_users_line_and_the_message_of_the_command() -> None:
    with pytest.raises(MlccError) as raised:
        _wrong()
    # IPython asks for this method, and prints the lines that it gives.
    text = re.sub(r"\x1b\[[\d;]*m", "", "\n".join(raised.value._render_traceback_()))
    assert 'in _wrong:  sch.parallel(sch.get_loops(sch.get_block("B"))[1])' in text
    assert "mlcc/schedule" not in text
    assert "error[S231]: cannot run loop `k` in parallel" in text
    assert "^^^" in text
    assert "help: use `rfactor` first" in text
