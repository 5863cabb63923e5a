"""Servers and trackers that a program starts end with it, with the object, and when they are told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from mlcc import MlccError, rpc


def _ends(pid: int) -> bool:
    """Whether a process is gone soon; one that nobody has waited for has no command line."""
    for _ in range(200):
        command = Path(f"/proc/{pid}/cmdline")
        if not command.exists() or not command.read_bytes():
            return True
        time.sleep(0.05)
    return False


def test_a_server(add_library: Path) -> None:
    x = np.arange(5, dtype="float32")
    with rpc.Server(port=0, key="secret") as server:
        assert server.host == "127.0.0.1"
        assert str(server.port) in repr(server)
        with pytest.raises(MlccError, match="R354"):
            rpc.connect(server.host, server.port, key="another")
        session = rpc.connect(server.host, server.port, key="secret")
        session.upload(str(add_library))
        np.testing.assert_array_equal(session.load_module("add.so")(x), x + 1)
        beside = rpc.Server(port=server.port, port_end=server.port + 20)
        assert beside.port > server.port
        with pytest.raises(MlccError, match="R352"):
            rpc.Server(port=server.port, port_end=server.port)
    assert "ended" in repr(server)
    with pytest.raises(MlccError, match=r"R35[267]"):
        session.load_module("add.so")
    server.terminate()
    pid = beside.pid
    del beside
    assert _ends(pid)


def test_a_server_at_a_tracker(add_library: Path) -> None:
    with rpc.Tracker(port=0) as tracker, pytest.raises(MlccError, match="R359.*kind"):
        rpc.Server(tracker_addr=(tracker.host, tracker.port))
    with (
        rpc.Tracker(port=0) as tracker,
        rpc.Server(port=0, tracker_addr=("127.0.0.1", tracker.port), key="board"),
        rpc.connect_tracker(tracker.host, tracker.port) as at_tracker,
    ):
        session = at_tracker.request("board", session_timeout=10)
        session.upload(str(add_library))


def test_others_need_a_key() -> None:
    for kind in (rpc.Server, rpc.Tracker):
        with pytest.raises(MlccError, match="R359"):
            kind("0.0.0.0", 0)


def test_a_killed_program() -> None:
    text = (
        "from mlcc import rpc; a, b = rpc.Server(port=0), rpc.Tracker(port=0); print(a.pid, b.pid, flush=True)\ninput()"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    program = subprocess.Popen(
        [sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert program.stdout is not None
    numbers = [int(number) for number in program.stdout.readline().split()]
    assert len(numbers) == 2
    program.send_signal(signal.SIGKILL)
    program.communicate()
    assert all(_ends(number) for number in numbers)
