"""The process of one session: limits first, then the handshake, then requests until the client goes.

It tells the process that made it what it is about, one byte each over a socket pair, so that this one can end it:
`A` authenticated (answered by `Y` or `N`: whether there is room), `B` a request begins, `E` it ended.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from mlcc.diagnostics import MlccError

from .limits import Limits
from .wire import Closed, error_header, greet, receive_frame, send_frame

AUTHENTICATED, BEGIN, END = b"A", b"B", b"E"
_PR_SET_PDEATHSIG = 1
_PATIENCE = 1.0


def serve_session(
    connection: socket.socket, control: socket.socket, folder: Path, key: str | None, limits: Limits, who: str
) -> NoReturn:
    """Serves one client, then ends this (forked) process."""
    status = 1
    try:
        _limit(limits)
        connection.settimeout(limits.handshake)
        greet(connection, key, who)
        control.sendall(AUTHENTICATED)
        if control.recv(1) != b"Y":
            send_frame(connection, error_header(MlccError(
                "R355", f"the server is busy: it serves {limits.sessions} clients at a time",
                help="try again later, or let a tracker share the devices out",
            )))  # fmt: skip
        else:
            send_frame(connection, {"ready": True})
            connection.settimeout(limits.idle)
            _serve(connection, control, folder, limits, who)
        status = 0
    except (Closed, OSError, MlccError):
        status = 0  # the client went, or was told why
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError):
            _take_leave(connection)
        sys.stderr.flush()
        os._exit(status)  # no clean-up of the parent's state that the fork copied


def _take_leave(connection: socket.socket) -> None:
    """Ends the connection such that the last message arrives: one that is closed with data unread is reset, which
    discards what was sent before."""
    connection.shutdown(socket.SHUT_WR)
    connection.settimeout(_PATIENCE)
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and connection.recv(1 << 16):
        pass


def _limit(limits: Limits) -> None:
    import resource  # not on Windows, where a server refuses to begin (R359)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its sessions itself
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.memory:
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    if sys.platform == "linux":  # a parent that is killed takes its sessions along
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _serve(connection: socket.socket, control: socket.socket, folder: Path, limits: Limits, who: str) -> None:
    from .worker import Worker

    os.chdir(folder)
    worker = Worker(folder, limits.payload)
    while True:
        try:
            header, payload = receive_frame(connection, limits.payload, who)
        except TimeoutError:
            said = f"the session was idle for {limits.idle:g} s"
            send_frame(connection, error_header(MlccError("R357", said, help="`mlcc rpc serve --idle` sets it")))
            return
        except MlccError as error:  # the rest of the stream cannot be understood
            send_frame(connection, error_header(error))
            return
        connection.settimeout(None)
        control.sendall(BEGIN)
        try:
            reply, body = worker.answer(header, payload)
        except MlccError as error:
            reply, body = error_header(error), b""
        except MemoryError:
            reply, body = error_header(MlccError("R357", "the server has no memory left for this request")), b""
        except Exception as error:
            reply, body = error_header(MlccError("R358", f"the request failed: {type(error).__name__}: {error}")), b""
        control.sendall(END)
        connection.settimeout(limits.idle)  # a client that does not read its reply is gone
        send_frame(connection, reply, body)
