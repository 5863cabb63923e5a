"""The tracker: knows which servers are free, and gives each client one of the kind that it asks for.

A server keeps one connection on which it registers and says how many more clients it could serve; when that ends, it
is forgotten. A client asks on a connection of its own and waits there. What the tracker has given away counts as
taken until the server says that the session began, or a few seconds passed.
"""

from __future__ import annotations

import itertools
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import MlccError, choices_help

from .address import is_loopback
from .listen import listen
from .wire import Closed, Header, error_header, greet, receive_frame, send_frame

_HANDSHAKE_SECONDS = 5.0
_RESERVED_SECONDS = 5.0
_MOST_CONNECTIONS = 1024


@dataclass(slots=True)
class _Device:
    """A registered server."""

    kind: str
    host: str
    port: int
    free: int
    reserved: list[float] = field(default_factory=list)  # when each reservation lapses

    def available(self) -> int:
        now = time.monotonic()
        self.reserved = [until for until in self.reserved if until > now]
        return self.free - len(self.reserved)


@dataclass(slots=True)
class TrackerLoop:
    """A tracker at an address. Raises R359 for an address that others reach, without a key; R352 if it is taken.

    It stops when there is no more to read from `lifeline`, which is closed with the process that started this one.
    """

    host: str = "127.0.0.1"
    port: int = 9190
    key: str | None = None
    say: Callable[[str], None] = field(default=lambda text: None)
    listener: socket.socket | None = None
    lifeline: int | None = None
    _devices: dict[int, _Device] = field(default_factory=dict)
    # Those who wait, by kind: (priority, order of arrival), the smallest is next.
    _waiting: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _numbers: Any = field(default_factory=itertools.count)

    def open(self) -> tuple[str, int]:
        """Begins to listen; returns the host and the port (the chosen one for port 0)."""
        if self.key is None and not is_loopback(self.host):
            raise MlccError(
                "R359",
                f"a tracker at `{self.host}` without a key would send clients to whoever registers",
                help="give --key-file, MLCC_RPC_KEY or key=... on all sides, or listen at 127.0.0.1",
            )
        self.listener = listen(self.host, self.port)
        return self.host, self.listener.getsockname()[1]

    def run(self) -> None:
        """Serves until interrupted."""
        listener, lifeline = self.listener, self.lifeline
        assert listener is not None, "open() comes first"
        room = threading.Semaphore(_MOST_CONNECTIONS)
        with suppress(KeyboardInterrupt):
            while True:
                room.acquire()
                if lifeline is not None and lifeline in select.select([listener.fileno(), lifeline], [], [])[0]:
                    return
                connection, peer = listener.accept()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                threading.Thread(target=self._converse, args=(connection, peer[0], room), daemon=True).start()

    def _converse(self, connection: socket.socket, host: str, room: threading.Semaphore) -> None:
        number = next(self._numbers)
        try:
            with connection:
                connection.settimeout(_HANDSHAKE_SECONDS)
                greet(connection, self.key, host)
                connection.settimeout(None)
                while True:
                    header = receive_frame(connection, 0, host).header
                    try:
                        reply = self._answer(header, number, host, connection)
                    except MlccError as error:
                        reply = error_header(error)
                    send_frame(connection, reply)
        except (Closed, OSError, MlccError):
            pass
        finally:
            with self._changed:
                gone = self._devices.pop(number, None)
            if gone is not None:
                self.say(f"{gone.kind} at {gone.host}:{gone.port} has gone")
            room.release()

    def _answer(self, header: Header, number: int, host: str, connection: socket.socket) -> Header:
        match header:
            case {"op": "register", "kind": str(kind), "port": int(port), "free": int(free)}:
                device = _Device(kind, str(header.get("host") or host), port, free)
                with self._changed:
                    self._devices[number] = device
                    self._changed.notify_all()
                self.say(f"{kind} at {device.host}:{port} registered")
                return {}
            case {"op": "update", "free": int(free), "started": int(started)} if number in self._devices:
                with self._changed:
                    device = self._devices[number]
                    device.free = free
                    del device.reserved[:started]
                    self._changed.notify_all()
                return {}
            case {"op": "request", "kind": str(kind), "priority": int(priority), "timeout": int(timeout)}:
                return self._request(kind, priority, timeout, connection)
            case {"op": "summary"}:
                return self._summary()
        raise MlccError("R358", f"a tracker has no operation `{str(header.get('op'))[:40]}`")

    def _request(self, kind: str, priority: int, timeout: int, connection: socket.socket) -> Header:
        """Waits for a free device of a kind; whoever has the higher priority, then came first, is next."""
        place = (-priority, next(self._numbers))
        until = time.monotonic() + timeout
        with self._changed:
            queue = self._waiting.setdefault(kind, [])
            queue.append(place)
            try:
                while True:
                    device = next((d for d in self._devices.values() if d.kind == kind and d.available() > 0), None)
                    if device is not None and min(queue) == place:
                        device.reserved.append(time.monotonic() + _RESERVED_SECONDS)
                        return {"host": device.host, "port": device.port}
                    if time.monotonic() >= until:
                        raise self._none(kind, timeout)
                    self._changed.wait(min(0.5, max(until - time.monotonic(), 0.01)))
                    _check_there(connection)
            finally:
                queue.remove(place)
                if not queue:
                    del self._waiting[kind]
                self._changed.notify_all()

    def _none(self, kind: str, timeout: int) -> MlccError:
        kinds = sorted({device.kind for device in self._devices.values()})
        if kind not in kinds:
            return MlccError(
                "R360", f"no device of kind `{kind}` is registered", help=choices_help(kind, kinds, "kinds")
            )
        return MlccError("R360", f"all devices of kind `{kind}` were busy for {timeout} s", help="wait longer")

    def _summary(self) -> Header:
        with self._changed:
            devices = [
                {"kind": d.kind, "host": d.host, "port": d.port, "free": d.available()} for d in self._devices.values()
            ]
            return {"devices": devices, "waiting": {kind: len(queue) for kind, queue in self._waiting.items()}}


def _check_there(connection: socket.socket) -> None:
    """Raises Closed if the other side has gone; it has nothing to say while it waits."""
    with suppress(BlockingIOError):
        if not connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT):
            raise Closed
