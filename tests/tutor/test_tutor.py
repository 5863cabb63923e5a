"""Every lesson: what the learner gets does not pass, its solution does; and the course in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mlcc.tutor import Lesson, lessons

LESSONS = lessons()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_the_start_fails_and_the_solution_passes(mlcc, here: Path, linker: str, lesson: Lesson) -> None:
    before = mlcc("tutor", lesson.name, "--check", "--no-time")
    assert (before.code, before.err[:12]) == (1, "error[D225]:")
    folder = here / "tutor" / lesson.name
    for name, text in lesson.solution.items():
        (folder / name).write_text(text)
    if lesson.models:
        assert mlcc("build", folder / "model.onnx", "--shape", "n=4", "-o", folder / "model.so").code == 0
    after = mlcc("tutor", lesson.name, "--check", "--no-time")
    assert (after.code, after.out) == (0, f"{lesson.name}: solved\n"), after.err
    assert len(lesson.hints) > 1


def test_speed_is_measured(mlcc, here: Path, linker: str) -> None:
    """Only that the measurement is taken: what it says depends on the machine."""
    lesson = LESSONS[7]
    mlcc("tutor", "8", "--hint")
    for name, text in lesson.solution.items():
        (here / "tutor" / lesson.name / name).write_text(text)
    ran = mlcc("tutor", "8", "--check")
    assert ran.code in (0, 1)
    assert ran.code == 0 or "times as fast as before" in ran.err
    assert (here / "tutor" / lesson.name / "after.so").exists()


def test_hints_progress_and_the_list(mlcc, here: Path) -> None:
    assert mlcc("tutor", "5", "--hint").out.startswith("hint 1 of 2: ")
    assert mlcc("tutor", "5", "--hint").out.startswith("hint 2 of 2: ")
    assert mlcc("tutor", "05-parallel", "--hint").out.startswith("hint 2 of 2: ")
    (here / "tutor" / "05-parallel" / "answer.yaml").write_text(mlcc("tutor", "5", "--solution").out)
    assert mlcc("tutor", "5", "--check").code == 0
    listed = mlcc("tutor", "--list").out.splitlines()
    assert len(listed) == len(LESSONS)
    assert listed[4].startswith("done  05-parallel")
    assert json.loads((here / "tutor" / "progress.json").read_text())["done"] == ["05-parallel"]


def test_a_wrong_answer_shows_the_message_of_the_command(mlcc, here: Path) -> None:
    ran = mlcc("tutor", "5", "--check")
    assert "error[S231]: cannot run loop `k` in parallel" in ran.err
    assert "05-parallel --hint" in ran.err


def test_the_course_goes_on_where_it_ended(mlcc_process, here: Path) -> None:
    first = mlcc_process("tutor", stdin="h\nn\n\nq\n")
    assert "Read a kernel" in first.out
    assert "hint 1 of 3" in first.out
    assert "Split and reorder" in first.out
    assert "not yet: " in first.out
    assert "`mlcc tutor` goes on here." in first.out
    folder = here / "tutor" / "02-split-and-reorder"
    (folder / "answer.yaml").write_text(LESSONS[1].solution["answer.yaml"])
    second = mlcc_process("tutor", stdin="\n")  # and the end of the input
    assert "Read a kernel" not in second.out
    assert "solved. " in second.out
    assert "Vectorize" in second.out
    assert second.code == 0


def test_what_was_edited_is_kept_and_a_damaged_state_is_a_new_one(mlcc, here: Path) -> None:
    mlcc("tutor", "2", "--hint")
    answer = here / "tutor" / "02-split-and-reorder" / "answer.yaml"
    answer.write_text("mine")
    (here / "tutor" / "progress.json").write_text("{")
    assert mlcc("tutor", "2", "--hint").out.startswith("hint 1 ")
    assert answer.read_text() == "mine"


def test_no_such_lesson(mlcc, here: Path) -> None:
    ran = mlcc("tutor", "99")
    assert ran.code == 1
    assert ran.err.startswith("error[D224]: there is no lesson `99`")


def test_a_folder_that_cannot_be_written(mlcc, here: Path) -> None:
    (here / "file").write_text("")
    ran = mlcc("tutor", "1", "--folder", "file/course", "--check")
    assert ran.code == 1
    assert ran.err.startswith("error[D11")
