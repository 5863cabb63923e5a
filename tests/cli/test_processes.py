"""What only real processes show: Ctrl-C, progress on a terminal, closed pipes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW = """
import sys, time
from mlcc.cli.app import run
from mlcc.driver import building
from mlcc.cli import progress
progress._PATIENCE = 0.0
real = building.write_outputs
def slow(*args, **options):
    print("ready", file=sys.stdout, flush=True)
    time.sleep({seconds})
    return real(*args, **options)
building.write_outputs = slow
sys.exit(run({argv!r}))
"""
KERNEL = """
@T.prim_func
def twice(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("y"):
            vi = T.axis.spatial(8, i)
            y[vi] = x[vi] * T.float32(2)
"""


def script(seconds: float, *argv: str) -> list[str]:
    return [sys.executable, "-c", SLOW.format(seconds=seconds, argv=list(argv))]


def test_interrupt_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text(KERNEL)
    process = subprocess.Popen(
        script(30, "build", "k.tir", "-o", "k.o"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(20) == 130
        assert "Traceback" not in process.stderr.read()
    assert os.listdir(tmp_path) == ["k.tir"]


def _on_terminal(command: list[str], folder: Path) -> tuple[int, str]:
    """Run with stderr on a pseudo-terminal; gives the exit code and what was written there."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    said = b""
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        if not ready:
            break
        try:
            data = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        said += data
    os.close(master)
    return process.wait(20), said.decode()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals")
def test_progress_on_a_terminal_only(tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text(KERNEL)
    command = script(0, "build", "k.tir", "-o", "k.o")
    code, said = _on_terminal(command, tmp_path)
    assert code == 0
    assert "lower" in said
    assert "\r\x1b[Kbuilt k.o " in said, "the line is wiped at the end"
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert re.fullmatch(r"built k\.o .*\n", done.stderr)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals")
def test_colour_on_a_terminal_unless_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "mlcc", "explain", "nothing-like-it"]
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[1;31merror[D125]" in _on_terminal(command, tmp_path)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in _on_terminal(command, tmp_path)[1]


@pytest.mark.parametrize("kind", ["o", "so", "ll"])
def test_no_room_is_an_error_and_leaves_nothing(tmp_path: Path, kind: str) -> None:
    """A limit on the size of files stands for a disk that fills up while we write."""
    import resource

    (tmp_path / "k.tir").write_text(KERNEL)
    done = subprocess.run(
        [sys.executable, "-m", "mlcc", "build", "k.tir", "-o", f"k.{kind}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error["), done.stderr
    assert os.listdir(tmp_path) == ["k.tir"]


TERMINATED = """
import sys, tempfile, time
from mlcc import cli
from mlcc.driver import building
def slow(*args, **options):
    with tempfile.TemporaryDirectory(dir="."):
        print("ready", flush=True)
        time.sleep(30)
building.write_outputs = slow
sys.argv = ["mlcc", "build", "k.tir", "-o", "k.o"]
cli.main()
"""


def test_termination_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "k.tir").write_text(KERNEL)
    with subprocess.Popen([sys.executable, "-c", TERMINATED], cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.terminate()
        assert process.wait(20) == 143
    assert [path.name for path in tmp_path.iterdir()] == ["k.tir"]


def test_an_interruption_while_modules_are_imported_is_quiet() -> None:
    """As any other one: no traceback, 130."""
    program = """
import mlcc.cli.app
def interrupted():
    raise KeyboardInterrupt
mlcc.cli.app.run = interrupted
from mlcc.cli import main
main()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (130, "")
