"""CONTRIBUTING names files, commands and commits that are there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from mlcc.schedule.script.queries import QUERIES

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
#: Paths of the repository; those with a word in capitals stand for any.
PATHS = sorted(set(re.findall(r"\b(?:mlcc|tests|schedules|docs)/[\w./]*\w", TEXT)))


@pytest.mark.parametrize("path", [path for path in PATHS if not re.search(r"[A-Z]{2}", path)])
def test_files_exist(path: str) -> None:
    new = {"mlcc/relax/transform/name.py", "tests/relax/test_name.py"}
    assert path in new or (ROOT / path).exists()


@pytest.mark.parametrize("subject", re.findall(r"git log -1 --stat --grep '([^']+)'", TEXT))
def test_commits_exist(subject: str) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("the history is not here")
    shallow = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True)
    if shallow.stdout.strip() != "false":
        pytest.skip("the history is not here")
    log = ["git", "log", "-1", "--format=%h", "--grep", subject]
    assert subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_number_of_functions_of_schedule_files() -> None:
    stated = re.search(r"there are (\d+), and", TEXT)
    assert stated is not None
    assert int(stated[1]) == len(QUERIES)
