"""Errors in notebooks and scripts: the carets and helps of the command, below the line of the user."""

from __future__ import annotations

import re
import sys
import traceback

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


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python prints notes from 3.11 on")
def test_python_prints_the_message_of_the_command_below_an_error() -> None:
    with pytest.raises(MlccError) as raised:
        _wrong()
    raised.value.__notes__.append("of the caller")
    printed = "".join(traceback.format_exception(raised.value))
    assert re.search(r"\nmlcc.MlccError: .* error\[S231\]: cannot run loop `k` in parallel\n", printed)
    assert "^^^" in printed
    assert "help: use `rfactor` first" in printed
    assert printed.endswith("of the caller\n")
    short = "".join(traceback.format_exception_only(MlccError("D101", "there is no such file")))
    assert short.count("\n") == 1
