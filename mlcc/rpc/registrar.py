"""The part of a server that keeps a tracker informed, in a process of its own: the server's loop never waits for it."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from contextlib import suppress
from dataclasses import dataclass

from mlcc.diagnostics import MlccError

from .address import Address
from .listen import dial
from .wire import Closed, introduce, receive_frame, send_frame

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0


@dataclass(frozen=True, slots=True)
class Registration:
    """As what a server registers: the tracker, the kind of its device, how many clients it serves at a time, and the
    host by which clients reach it (None: the address that the tracker sees)."""

    tracker: Address
    kind: str
    slots: int
    host: str | None = None


def start_registrar(registration: Registration, listener: socket.socket, key: str | None) -> socket.socket:
    """Forks the registrar; lines `FREE STARTED` sent to the returned socket go to the tracker, and its end ends it."""
    port = listener.getsockname()[1]
    ours, theirs = socket.socketpair()
    if os.fork():
        theirs.close()
        return ours
    status = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        ours.close()
        listener.close()
        _keep_registered(registration, port, theirs, key)
        status = 0
    finally:
        os._exit(status)


def _keep_registered(registration: Registration, port: int, control: socket.socket, key: str | None) -> None:
    """Registers, again and again if the tracker goes; returns when the server has ended."""
    free, pause = registration.slots, _FIRST_PAUSE
    while True:
        with suppress(OSError, MlccError, Closed):
            tracker = dial(registration.tracker.host, registration.tracker.port, "the tracker")
            introduce(tracker, key, "the tracker")
            entry = {"op": "register", "kind": registration.kind, "host": registration.host, "port": port}
            send_frame(tracker, {**entry, "free": free})
            receive_frame(tracker, 0, "the tracker")
            pause = _FIRST_PAUSE
            while True:
                ready, _, _ = select.select([control, tracker], [], [])
                if control in ready:
                    told = _last_line(control)
                    if told is None:
                        return
                    free, started = told
                    send_frame(tracker, {"op": "update", "free": free, "started": started})
                elif not tracker.recv(1, socket.MSG_PEEK):
                    break
                else:
                    receive_frame(tracker, 0, "the tracker")
        ready, _, _ = select.select([control], [], [], pause)
        if ready:
            told = _last_line(control)
            if told is None:
                return
            free = told[0]
            time.sleep(_FIRST_PAUSE)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _last_line(control: socket.socket) -> tuple[int, int] | None:
    """How many clients could be served now, and how many sessions have begun since; None when the server has ended."""
    lines = control.recv(65536).decode().splitlines()
    if not lines:
        return None
    values = [tuple(int(word) for word in line.split()) for line in lines]
    return values[-1][0], sum(started for _, started in values)
