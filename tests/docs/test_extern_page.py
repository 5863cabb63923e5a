"""The programs of docs/extern.md run, in order, in one process."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from mlcc.relax.generators import generator_names, registry

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "extern.md").read_text(encoding="utf-8")


@pytest.mark.skipif(
    shutil.which("cc") is None or not sys.platform.startswith("linux"), reason="needs a C compiler, and libc.so.6"
)
def test_the_programs_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {})
    scope: dict[str, object] = {}
    for program in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(program, "extern.md", "exec"), scope)
    assert {"tanh-in-c", "copies"} <= set(generator_names())


def test_the_commands_name_generators() -> None:
    named = {text.partition(":")[0] for text in re.findall(r"--extern (\S+)", PAGE)}
    assert named <= {*generator_names(), "NAME"}
    assert named
