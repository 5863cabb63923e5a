"""A tracker gives each client a free device of the kind it asks for."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from served import Start, mlcc_command

from mlcc import MlccError, rpc


def _registered(tracker: rpc.TrackerSession, kind: str, free: int = 1) -> None:
    for _ in range(200):
        if any(d["kind"] == kind and d["free"] >= free for d in tracker.summary()["devices"]):
            return
        time.sleep(0.05)
    raise AssertionError(f"no {kind} registered")


def test_devices_are_shared_out(start: Start, add_library: Path) -> None:
    service = start("tracker", key="k")
    place = f"{service.host}:{service.port}"
    start("serve", "--tracker", place, "--kind", "board", "--sessions", "1", key="k")
    with rpc.connect_tracker(service.host, service.port, key="k") as tracker:
        _registered(tracker, "board")
        first = tracker.request("board")
        first.upload(str(add_library))
        x = np.arange(3, dtype="float32")
        np.testing.assert_array_equal(first.load_module("add.so")(x), x + 1)
        with pytest.raises(MlccError, match="R360.*busy"):
            tracker.request("board", wait=0)
        with pytest.raises(MlccError, match="R360.*no device of kind `bored`"):
            tracker.request("bored", wait=0)
        threading.Timer(0.3, first.close).start()
        second = tracker.request("board", wait=60)  # waits until the first has ended
        assert second.info()["cores"] >= 1
        assert "board" in tracker.text_summary()


def test_a_server_that_goes_is_forgotten_and_a_tracker_that_comes_back_is_found(start: Start) -> None:
    service = start("tracker")
    server = start("serve", "--tracker", f"{service.host}:{service.port}", "--kind", "board")
    with rpc.connect_tracker(service.host, service.port) as tracker:
        _registered(tracker, "board", free=4)
        server.process.terminate()
        for _ in range(200):
            if not tracker.summary()["devices"]:
                break
            time.sleep(0.05)
        assert tracker.summary() == {"devices": [], "waiting": {}}


def test_higher_priority_is_served_first() -> None:
    """The order of those who wait, without processes: the tracker's own bookkeeping."""
    import socket

    from mlcc.rpc.tracker_loop import TrackerLoop, _Device

    tracker = TrackerLoop()
    order: list[str] = []
    ours, theirs = socket.socketpair()

    def wait(name: str, priority: int) -> None:
        tracker._request("board", priority, 30, theirs)
        order.append(name)
        with tracker._changed:
            tracker._devices[0].reserved.clear()
            tracker._changed.notify_all()

    waiters = []
    for name, priority in (("low", 0), ("first", 5), ("second", 5)):
        waiters.append(threading.Thread(target=wait, args=(name, priority)))
        waiters[-1].start()
        while len(tracker._waiting.get("board", [])) < len(waiters):
            time.sleep(0.01)
    with tracker._changed:
        tracker._devices[0] = _Device("board", "h", 1, 1)
        tracker._changed.notify_all()
    for waiter in waiters:
        waiter.join(30)
    assert order == ["first", "second", "low"]
    ours.close()
    theirs.close()


def test_from_the_shell(start: Start, add_library: Path) -> None:
    service = start("tracker")
    start("serve", "--tracker", f"{service.host}:{service.port}", "--kind", "board")
    with rpc.connect_tracker(service.host, service.port) as tracker:
        _registered(tracker, "board")
    listed = mlcc_command("rpc", "query", f"{service.host}:{service.port}").stdout
    assert listed.splitlines()[0].split() == ["kind", "address", "free", "waiting"]
    assert "board" in listed
    url = f"{service.url}/board"
    mlcc_command("run", str(add_library), "--random", "0", "--shape", "n=4", "--device", url)
    done = mlcc_command("rpc", "serve", "--tracker", "x:1", check=False)
    assert done.returncode == 2
    assert "--kind" in done.stderr
