"""Random command lines end with a code, and leave complete files at the given paths, or none."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from command_lines import Place, command_line, judge_line
from text_judge import verdicts


@pytest.fixture
def judge(tmp_path: Path, linker: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], str | None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLCC_CRASH_DIR", os.devnull)
    position = Place(tmp_path)

    def judge(seed: int) -> str | None:
        words = command_line(position, random.Random(seed))
        said = judge_line(position, words)
        return said and f"{[word[:200] for word in words]}: {said}"

    return judge


def test_command_lines(judge: Callable[[int], str | None]) -> None:
    assert verdicts(judge, range(50)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 5000, 500))
def test_many_command_lines(judge: Callable[[int], str | None], first: int) -> None:
    assert verdicts(judge, range(first, first + 500)) == {}
