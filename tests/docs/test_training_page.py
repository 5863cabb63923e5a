"""The programs of docs/training.md run."""

from __future__ import annotations

import linecache
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "training.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(2))
def test_programs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mlcc.relax.gradients import DIFFERENTIABLE

    monkeypatch.setattr("mlcc.relax.gradients.registry.DIFFERENTIABLE", dict(DIFFERENTIABLE))
    program = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[number]
    name = str(tmp_path / "page.py")  # decorators read the source of their classes
    linecache.cache[name] = (len(program), None, program.splitlines(keepends=True), name)
    exec(compile(program, name, "exec"), {"__name__": "page"})
