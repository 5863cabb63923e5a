"""Style and types are part of the tests: `python -m pytest` is the one command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"


def test_ruff() -> None:
    _run("ruff", "check", ".")


def test_format() -> None:
    _run("ruff", "format", "--check", ".")


@pytest.mark.parametrize("files", [("mlcc",), pytest.param((), marks=pytest.mark.slow)], ids=["package", "all"])
def test_mypy(files: tuple[str, ...]) -> None:
    """The package strictly. All files, which takes twice as long, are checked before a commit (`mypy`), and here with
    `--long`."""
    _run("mypy", *files)
