"""The LALR tables and their cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mlcc.resources import grammar_text
from mlcc.script import tables
from mlcc.script.actions import ACTIONS

PROGRAM = """
import sys
from mlcc.script import parse_module
parse_module("@T.prim_func\\ndef f(A: T.Buffer((4,))):\\n    A[0] = 1\\n")
print("lark" in sys.modules)
"""


def _run(cache: Path) -> str:
    env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_second_process_needs_no_lark(tmp_path: Path) -> None:
    assert _run(tmp_path) == "True"
    assert _run(tmp_path) == "False"


def test_a_damaged_cache_is_made_again(tmp_path: Path) -> None:
    _run(tmp_path)
    (file,) = (tmp_path / "mlcc").iterdir()
    for damage in ("", "{", "[]", '{"format": 0}'):
        file.write_text(damage)
        assert _run(tmp_path) == "True"
    assert json.loads(file.read_text())["format"] == 1


def test_an_unwritable_cache_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert _run(tmp_path / "file") == "True"


def test_every_rule_has_an_action() -> None:
    for rule in tables.load_tables().rules:
        if not rule.inline and not rule.single:
            assert rule.action in ACTIONS, rule.action


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    text = "\n".join(grammar_text(name) for name in tables.FILES)
    assert len(tables._build(text)["states"]) > 100
    assert not caplog.records
