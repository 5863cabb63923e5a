"""Tasks in copies of a process that has imported what they need: results, faults, and what is left of the processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mlcc.diagnostics import InternalError, MlccError
from mlcc.driver import copies
from mlcc.driver.processes import run_apart
from mlcc.target import Target

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be copied")
HOST = Target.host()


@dataclass(frozen=True)
class Say:
    """A task: the value of an expression of `os`, `sys` and `fail`."""

    text: str

    def prepare(self) -> None:
        pass

    def run(self) -> Any:
        return eval(self.text)


def fail(code: str) -> None:
    raise MlccError(code, "refused")


def complain(text: str, status: int) -> None:
    """End as LLVM does."""
    os.write(2, f"{text}\n".encode())
    os._exit(status)


def values(*texts: str) -> list[Any]:
    return run_apart([Say(text) for text in texts], HOST)


@pytest.fixture(autouse=True)
def _a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(copies, "_WAITING", [])
        yield
        for copier in copies._WAITING:
            copier.close()


def test_results_in_order_from_copies_of_one_process() -> None:
    assert values("3", "b'x' * 3_000_000", "[4]") == [3, b"x" * 3_000_000, [4]]
    first = values("os.getpid()", "os.getppid()", "os.getpid()")
    second = values("os.getpid()", "os.getppid()")
    assert first[1] == second[1] != os.getpid()
    assert len({first[0], first[2], second[0], second[1], os.getpid()}) == 5


def test_what_runs_beside_sees_them_run(tmp_path: Path) -> None:
    """The task waits for what this process does meanwhile."""
    file = tmp_path / "x"
    text = f"[time.sleep(0.01) for _ in iter(lambda: os.path.exists({str(file)!r}), True)] and 0 or 7"
    assert run_apart([Say(text)], HOST, lambda: file.write_text("")) == [7]


def test_environment_and_folder_are_those_of_the_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "os.environ.get('MLCC_TEST_WORD')", "os.getcwd()"
    assert values(*asked) == [None, os.getcwd()]
    monkeypatch.setenv("MLCC_TEST_WORD", "x")
    monkeypatch.chdir(tmp_path)
    assert values(*asked) == ["x", str(tmp_path)]


def test_modules_are_those_that_this_process_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "only_here.py").write_text("x = 5")
    assert values("1") == [1]
    monkeypatch.syspath_prepend(tmp_path)
    assert values("__import__('only_here').x") == [5]


@pytest.mark.parametrize("starting", ["copies", "interpreters"])
def test_faults_of_tasks(starting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its error, and those that run beside it are ended; the next task is done."""
    if starting == "interpreters":
        monkeypatch.delattr(os, "fork")
    began = time.monotonic()
    with pytest.raises(MlccError, match="G105") as caught:
        values("os.abort()", "time.sleep(600)")
    assert caught.value.diagnostics[0].notes == (f"it ended with status {-signal.SIGABRT}",)
    with pytest.raises(MlccError, match="the system ended a process") as caught:
        values("1", "os.kill(os.getpid(), 9)")
    assert "memory" in caught.value.diagnostics[0].notes[0]
    with pytest.raises(InternalError, match="before its answer"):
        values("os.write(1, b'begun') and os._exit(0)")
    with pytest.raises(MlccError, match="G105") as caught:
        values("1", "complain('LLVM ERROR: cannot select', 1)")
    assert caught.value.diagnostics[0].notes == ("cannot select",)
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        values("1 // 0")
    with pytest.raises(MlccError, match="S204"):
        values("fail('S204')")
    assert values("2") == [2]
    assert time.monotonic() - began < 300


def test_a_task_that_cannot_be_read_is_a_fault() -> None:
    with pytest.raises(InternalError, match="no_such_module"):
        run_apart([_Unreadable()], HOST)  # type: ignore[list-item]
    assert values("2") == [2]


class _Unreadable:
    def __reduce__(self) -> tuple[Any, ...]:
        return __import__, ("no_such_module",)


def test_a_process_that_has_ended_is_replaced() -> None:
    (parent,) = values("os.getppid()")
    os.kill(parent, signal.SIGKILL)
    assert values("os.getppid()") != [parent]


def test_an_idle_process_ends() -> None:
    ours, theirs = socket.socketpair()
    text = "from mlcc.driver import copies; copies._IDLE = 0.1; copies.serve()"
    with ours, theirs, subprocess.Popen([sys.executable, "-c", text], stdin=theirs, start_new_session=True) as process:
        assert process.wait(60) == 0


def test_calls_of_threads_have_processes_of_their_own() -> None:
    found: list[list[Any]] = []
    threads = [
        threading.Thread(target=lambda: found.append(values("time.sleep(0.3)", "os.getppid()"))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({parent for _, parent in found}) == 3


def test_a_copy_of_the_caller_starts_its_own() -> None:
    (parent,) = values("os.getppid()")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, str(values("os.getppid()")[0]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as stream:
        other = int(stream.read())
    os.waitpid(child, 0)
    assert other != parent
    assert values("os.getppid()") == [parent]


CALLER = """
import os, sys
sys.path.insert(0, {folder!r})
from test_copies import values
print(values("os.getppid()")[0], flush=True)
{then}
"""


@pytest.mark.parametrize("then", ["", "os.kill(os.getpid(), 9)", "raise SystemExit(3)"])
def test_nothing_is_left_of_a_caller_that_ends(then: str) -> None:
    text = CALLER.format(folder=str(Path(__file__).parent), then=then)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert "Warning" not in done.stderr
    until = time.monotonic() + 60
    while _lives(int(done.stdout)) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _lives(int(done.stdout))


def _lives(pid: int) -> bool:
    """Whether a process is there and has not ended; a caller that is killed leaves it to be collected by another."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
