"""What commands in stages say while they run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mlcc.cli.stage_progress import StageProgress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[float]:
    """The seconds since the begin."""
    monkeypatch.setenv("MLCC_CACHE_DIR", str(tmp_path))
    now = [0.0]
    monkeypatch.setattr(StageProgress, "elapsed", property(lambda self: now[0]))
    return now


def _run(clock: list[float], capsys: pytest.CaptureFixture[str], stages: list[tuple[str, float]]) -> str:
    clock[0] = 0.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        progress = StageProgress("verify", "model.onnx")
    with progress:
        for name, begin in stages:
            clock[0] = begin
            progress(name)
        clock[0] += 10
    return capsys.readouterr().err


def test_the_end_is_expected_from_the_run_before(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    first = _run(clock, capsys, [("build", 1.0), ("references", 20.0)])
    assert "references" in first
    assert "left" not in first
    assert first.endswith("\r\x1b[K")  # nothing stays
    again = _run(clock, capsys, [("build", 1.0), ("references", 40.0)])
    assert "build, about 29 s left" in again
    assert "references, about 20 s left" in again  # everything takes twice as long
    other = _run(clock, capsys, [("build", 1.0), ("pass 7", 5.0), ("pass 9", 6.0)])
    assert "about 44 s left" in other  # stages with other names: the whole as before


def test_notes_stay(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    with StageProgress("view", "model.onnx") as progress:
        progress.say("the machine is busy")
    assert "the machine is busy\n" in capsys.readouterr().err


def test_without_a_terminal_lines_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    with StageProgress("view", "model.onnx") as progress:
        progress.say("measuring ...")
    assert capsys.readouterr().err == "measuring ...\n"
