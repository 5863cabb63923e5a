"""Mutated programs and schedules: a coded error, or a right result; no crash, no hang, no wrong result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mutated_texts import mutated, programs, schedules
from text_judge import judge_program, judge_schedule, verdicts

#: Seeds below are others'.
FIRST = 10_000


def count(request: pytest.FixtureRequest, some: int, many: int) -> range:
    return range(FIRST, FIRST + (many if request.config.getoption("--long") else some))


def program_judge(folder: Path, build: bool) -> Callable[[int], str | None]:
    texts = programs()
    return lambda seed: judge_program(mutated(texts[seed % len(texts)], seed), folder, build)


def schedule_judge(folder: Path, verify: bool) -> Callable[[int], str | None]:
    pairs = schedules()

    def judge(seed: int) -> str | None:
        kernel, text = pairs[seed % len(pairs)]
        return judge_schedule(kernel, mutated(text, seed), folder, verify)

    return judge


def test_programs_are_read(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    assert verdicts(program_judge(tmp_path, build=False), count(request, 60, 3000)) == {}


def test_schedules_are_applied(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    assert verdicts(schedule_judge(tmp_path, verify=False), count(request, 40, 3000)) == {}


@pytest.mark.slow
def test_programs_compute_what_the_interpreter_computes(tmp_path: Path) -> None:
    assert verdicts(program_judge(tmp_path, build=True), range(3 * FIRST, 3 * FIRST + 600)) == {}


@pytest.mark.slow
def test_schedules_keep_what_is_computed(tmp_path: Path) -> None:
    assert verdicts(schedule_judge(tmp_path, verify=True), range(3 * FIRST, 3 * FIRST + 300)) == {}
