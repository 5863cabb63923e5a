"""What goes wrong: a coded error at the client, and a server that lives and leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from served import Served, Start, mlcc_command

from mlcc import MlccError, rpc
from mlcc.rpc.wire import MARK, introduce, receive_frame

X = np.arange(5, dtype="float32")


def _works(served: Served, library: Path, key: str | None = None) -> None:
    with rpc.connect(served.url, key=key) as session:
        session.upload(str(library))
        np.testing.assert_array_equal(session.load_module("add.so")(X), X + 1)


def _eventually(condition: Callable[[], bool]) -> None:
    """Waits for what another process does soon."""
    for _ in range(400):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


GARBAGE = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x00" * 64, random.Random(5).randbytes(64) + b"x" * 64, b"",
    struct.pack("!4sIQ", MARK, 10, 0) + b"not JSON..", struct.pack("!4sIQ", MARK, 2**31, 0),
    struct.pack("!4sIQ", MARK, 2, 10**10) + b"{}", struct.pack("!4sIQ", MARK, 2, 0) + b"[]",
    struct.pack("!4sIQ", MARK, 400000, 0) + b"[" * 400000,
]  # fmt: skip


def test_garbage_on_the_port(start: Start, add_library: Path) -> None:
    served = start("serve")
    for garbage in GARBAGE:
        with socket.create_connection((served.host, served.port)) as stranger:
            stranger.settimeout(20)
            with contextlib.suppress(ConnectionError):  # the server may have hung up before all of it arrived
                stranger.sendall(garbage)
                stranger.shutdown(socket.SHUT_WR)
                while stranger.recv(65536):
                    pass
        _works(served, add_library)


def test_a_stranger_who_says_nothing_is_shown_out(start: Start, add_library: Path) -> None:
    served = start("serve")
    with socket.create_connection((served.host, served.port)) as stranger:
        _works(served, add_library)
        stranger.settimeout(30)
        while stranger.recv(65536):
            pass


@pytest.mark.parametrize(("ours", "theirs"), [("wrong", "right"), (None, "right"), ("right", None)])
def test_a_wrong_key(start: Start, add_library: Path, ours: str | None, theirs: str | None) -> None:
    served = start("serve", key=theirs)
    with pytest.raises(MlccError, match="R354"):
        rpc.connect(served.url, key=ours)
    _works(served, add_library, key=theirs)


def test_the_key_is_not_sent(start: Start) -> None:
    served = start("serve", key="a-secret-of-ours")
    ours, theirs = socket.socketpair()
    sent = bytearray()
    with socket.create_connection((served.host, served.port)) as connection, ours, theirs:

        def relay(source: socket.socket, target: socket.socket) -> None:
            with contextlib.suppress(OSError):  # the test has ended
                while data := source.recv(65536):
                    sent.extend(data)
                    target.sendall(data)

        relays = [threading.Thread(target=relay, args=pair) for pair in ((theirs, connection), (connection, theirs))]
        for thread in relays:
            thread.start()
        introduce(ours, "a-secret-of-ours", "the server")
        assert receive_frame(ours, 0, "the server").header == {"ready": True}
        for end in (ours, connection):
            end.shutdown(socket.SHUT_RDWR)
        for thread in relays:
            thread.join()
    assert len(sent) > 100
    assert b"a-secret-of-ours" not in sent


def test_a_server_that_does_not_know_the_key(start: Start) -> None:
    """One who listens in the server's place cannot pretend to know the key."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def pretend() -> None:
            from mlcc.rpc.wire import send_frame

            connection, _ = listener.accept()
            with connection:
                send_frame(connection, {"mlcc_rpc": 1, "nonce": "00", "keyed": True})
                receive_frame(connection, 0, "the client")
                send_frame(connection, {"proof": "00"})

        thread = threading.Thread(target=pretend)
        thread.start()
        with pytest.raises(MlccError, match="R354.*does not know the key"):
            rpc.connect("127.0.0.1", listener.getsockname()[1], key="k")
        thread.join()


@pytest.mark.parametrize("what", ["serve", "tracker"])
def test_other_addresses_need_a_key(what: str) -> None:
    done = mlcc_command("rpc", what, "--host", "0.0.0.0", "--port", "0", check=False)
    assert done.returncode == 1
    assert "error[R359]" in done.stderr
    assert done.stdout == ""


def test_nothing_listens(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = mlcc_command("rpc", "serve", "--port", str(port), check=False)
        assert done.returncode == 1
        assert "error[R352]" in done.stderr
    with pytest.raises(MlccError, match="R352"):
        rpc.connect("127.0.0.1", port)
    with pytest.raises(MlccError, match="R352"):
        rpc.connect("no-such-host.invalid", 9090)


def test_a_server_of_another_kind() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(MlccError, match="R353"):
            rpc.connect("127.0.0.1", listener.getsockname()[1])
        thread.join()


def test_a_killed_server(start: Start, add_library: Path) -> None:
    served = start("serve")
    session = rpc.connect(served.url)
    session.upload(str(add_library))
    library = session.load_module("add.so")
    (worker,) = served.sessions()
    served.process.kill()
    served.process.wait()
    _eventually(lambda: not Path(f"/proc/{worker}").exists())
    with pytest.raises(MlccError, match="R356|R357"):
        library(X)


def test_code_that_crashes_ends_its_session_alone(start: Start, add_library: Path) -> None:
    served = start("serve")
    other = rpc.connect(served.url)
    (first,) = served.sessions()
    session = rpc.connect(served.url)
    session.info()
    (worker,) = set(served.sessions()) - {first}
    os.kill(worker, signal.SIGSEGV)
    with pytest.raises(MlccError, match="R357.*SIGSEGV"):
        session.info()
    assert other.info()
    _works(served, add_library)


def test_a_request_that_takes_too_long(start: Start, add_library: Path, endless_library: Path) -> None:
    served = start("serve", "--timeout", "3")
    session = rpc.connect(served.url)
    session.upload(str(endless_library))
    library = session.load_module("endless.so")
    with pytest.raises(MlccError, match="R357.*longer than 3 s"):
        library(X[:1])
    _works(served, add_library)


def test_an_idle_session(start: Start) -> None:
    session = rpc.connect(start("serve", "--idle", "0.2").url)
    time.sleep(2)
    with pytest.raises(MlccError, match="R357.*idle|R356"):
        session.info()


def test_a_client_that_vanishes_leaves_nothing(start: Start, endless_library: Path, tmp_path: Path) -> None:
    served = start("serve")
    session = rpc.connect(served.url)
    session.upload(str(endless_library))
    session.load_module("endless.so")
    assert list(tmp_path.glob("mlcc-*-rpc-*"))
    raw = session._connection
    from mlcc.rpc.wire import send_frame

    send_frame(raw, {"op": "put", "shape": [1], "dtype": "float32"}, X[:1].tobytes())
    receive_frame(raw, 0, "it")
    send_frame(raw, {"op": "call", "library": 1, "function": "main", "args": [{"array": 2}]})
    raw.close()  # while the call runs
    _eventually(lambda: not served.sessions() and not list(tmp_path.glob("mlcc-*-rpc-*")))


def test_a_request_of_10_gb(start: Start, add_library: Path) -> None:
    served = start("serve", "--max-payload", "1M")
    session = rpc.connect(served.url)
    with pytest.raises(MlccError, match="R358.*2097152"):
        session.upload(bytes(2 << 20), "big")
    with rpc.connect(served.url) as session, pytest.raises(MlccError, match="R358"):
        session.request("empty", shape=[10 * 10**9], dtype="uint8")
    _works(served, add_library)


def test_memory_of_a_session_is_bounded(start: Start, add_library: Path) -> None:
    served = start("serve", "--max-memory", "3G", "--max-payload", "8G")
    with rpc.connect(served.url) as session:
        with pytest.raises(MlccError, match="R357.*memory"):
            session.request("empty", shape=[4 * 2**30], dtype="uint8")
        assert session.info()
    _works(served, add_library)


def test_more_clients_than_it_serves(start: Start, add_library: Path) -> None:
    served = start("serve", "--sessions", "1")
    with rpc.connect(served.url), pytest.raises(MlccError, match="R355"):
        rpc.connect(served.url)
    _eventually(lambda: not served.sessions())
    _works(served, add_library)


def test_an_interrupted_server_ends_its_sessions(start: Start, tmp_path: Path) -> None:
    served = start("serve")
    session = rpc.connect(served.url)
    workers = served.sessions()
    served.process.send_signal(signal.SIGINT)
    assert served.process.wait(20) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    assert not list(tmp_path.glob("mlcc-*-rpc-*"))
    with pytest.raises(MlccError, match="R35[67]"):
        session.info()
