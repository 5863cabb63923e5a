"""The sweep over source targets: a sample under the sanitizers, and what it calls a finding."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import source_targets

SCRIPT = Path(source_targets.__file__)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_case_under_the_sanitizers() -> None:
    command = [sys.executable, str(SCRIPT), "--target", "c", "--sanitize", "--parts", "onnx", "--workers", "2"]
    done = subprocess.run([*command, "--only", "test_not_2d"], capture_output=True, text=True, check=False)
    if "cannot be preloaded" in done.stderr:
        pytest.skip("there is no libasan")
    assert done.stdout.endswith("ONNX: 1 right\n"), done.stdout + done.stderr


def crashes(connection: Any, output: str) -> None:
    connection.recv()
    Path(output).write_text("x.c:3: runtime error: index 9 out of bounds\nmore\n")
    os._exit(-6 & 255)


def hangs(connection: Any, output: str) -> None:
    time.sleep(60)


def finds_once(connection: Any, output: str) -> None:
    """Right on the first case, a finding on the second, and of no use after that."""
    for verdict in (("right", ""), ("finding", "R350")):
        connection.send((*verdict[:1], f"{verdict[1]} {connection.recv()}".strip()))
    connection.recv()
    connection.send(("wrong", "this process should have been replaced"))


def test_crashes_and_endless_cases_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = source_targets.Judge()
    monkeypatch.setattr(source_targets, "judge", crashes)
    _, verdict, said = judge.case("test_x", 20)
    assert verdict == "finding"
    assert "runtime error: index 9" in said
    monkeypatch.setattr(source_targets, "judge", hangs)
    assert judge.case("test_x", 0.2)[1:] == ("finding", "no end within 0.2 s")


def test_a_process_judges_until_it_finds_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_targets, "judge", finds_once)
    judge = source_targets.Judge()
    verdicts = [judge.case(f"test_{name}", 20)[1] for name in "abcd"]
    judge.close()
    assert verdicts == ["right", "finding", "right", "finding"]


def test_a_run_that_was_cut_off_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    # The last line was being written.
    file.write_text('["test_a", "right", ""]\n["test_b", "refused", "L121"]\n["test_c", "ri')
    given = SimpleNamespace(only="", every=1, first=0, results=file)
    monkeypatch.setattr(source_targets, "names", lambda only, every: ["test_a", "test_c", "test_b"])
    monkeypatch.setattr(source_targets, "judged_here", lambda wanted, given: ((name, "wrong", "") for name in wanted))
    found = {name: verdict for name, verdict, _ in source_targets.suite(given)}
    assert found == {"test_a": "right", "test_b": "refused", "test_c": "wrong"}
    monkeypatch.setattr(source_targets, "judged_here", lambda wanted, given: pytest.fail(f"{wanted}") if wanted else ())
    assert {name: verdict for name, verdict, _ in source_targets.suite(given)} == found


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_sweep_that_is_killed_leaves_no_process() -> None:
    program = "import source_targets, time; j = source_targets.Judge(); j._start(); print(j._process.pid, flush=True)"
    command = [sys.executable, "-c", f"{program}; time.sleep(60)"]
    with subprocess.Popen(command, cwd=SCRIPT.parent, stdout=subprocess.PIPE, text=True) as sweep:
        assert sweep.stdout is not None
        judge = int(sweep.stdout.readline())
        assert is_running(judge)
        sweep.kill()
    for _ in range(200):
        if not is_running(judge):
            return
        time.sleep(0.05)
    pytest.fail("the process that judges is still there")
