"""Modules and functions print as text: `repr`, notebooks, and colours."""

from __future__ import annotations

import re
import sys
import types

import pytest

from mlcc.ir.highlight import colored, has_color, html
from mlcc.script import parse_module

TEXT = """
@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.float32(1)  # one
"""


def test_repr_is_the_text() -> None:
    module = parse_module(TEXT)
    assert repr(module) == str(module) == module.script()
    func = module["f"]
    assert repr(func) == func.script()
    assert "PrimFunc(" not in repr([module, func])


def test_colours_change_nothing_but_colours(capsys: pytest.CaptureFixture[str]) -> None:
    module = parse_module(TEXT)
    assert re.sub(r"\x1b\[\d+m", "", colored(TEXT)) == TEXT
    plain = re.sub(r"<[^>]*>", "", module._repr_html_())
    assert plain.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">") == module.script()
    assert html("A[i] < B") == '<pre style="line-height:1.25">A[i] &lt; B</pre>'
    module.show()
    assert "\x1b" not in capsys.readouterr().out  # not a terminal
    module.show("color")
    assert "\x1b[35mfor\x1b[0m" in capsys.readouterr().out


@pytest.mark.parametrize(("style", "colours"), [(None, True), ("dark", True), ("plain", False)])
def test_styles_of_tvm_leave_the_colours_of_a_notebook(
    style: str | None, colours: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.modules["mlcc.ir.node"], "has_color", lambda: True)
    parse_module(TEXT).show(style)
    assert ("\x1b" in capsys.readouterr().out) == colours


def test_a_stand_in_for_ipython_has_no_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    assert not has_color()
