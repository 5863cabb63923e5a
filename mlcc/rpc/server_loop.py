"""The server: accepts connections, gives each a process and a folder of its own, and clears up after it.

One thread and one loop: each connection is served by a forked process (`child`), and this loop only watches. It
keeps a second handle of each connection, by which it sees that a client has gone while its request runs, and tells a
client why its process has ended (a crash of the uploaded code, or the time limit).
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from mlcc.diagnostics import MlccError
from mlcc.runtime import remove_leftovers, temporary_prefix

from .address import host_and_port, is_loopback
from .child import AUTHENTICATED, BEGIN, END, serve_session
from .limits import Limits
from .listen import listen
from .registrar import Registration, start_registrar
from .wire import error_header, send_frame

_GONE = "the client has gone"


@dataclass(slots=True)
class _Session:
    """One connection and its process."""

    pid: int
    who: str
    connection: socket.socket
    control: socket.socket
    folder: Path
    deadline: float | None  # when the running request (or the handshake) must have ended
    admitted: bool = False
    killed: str | None = None  # why this side ended it


@dataclass(slots=True)
class ServerLoop:
    """A server at an address. Raises R359 for an address that others reach, without a key; R352 if it is taken.

    It stops when there is no more to read from `lifeline`, which is closed with the process that started this one.
    """

    host: str = "127.0.0.1"
    port: int = 9090
    key: str | None = None
    limits: Limits = field(default_factory=Limits)
    registration: Registration | None = None
    say: Callable[[str], None] = field(default=lambda text: None)
    listener: socket.socket | None = None
    lifeline: int | None = None
    _sessions: dict[int, _Session] = field(default_factory=dict)
    _registrar: socket.socket | None = None
    _stop: bool = False

    def open(self) -> tuple[str, int]:
        """Begins to listen; returns the host and the port (the chosen one for port 0)."""
        if not hasattr(os, "fork"):
            raise MlccError("R359", "a server needs an operating system with fork, such as Linux")
        if self.key is None and not is_loopback(self.host):
            raise MlccError(
                "R359",
                f"a server at `{self.host}` runs the code of whoever reaches it, and has no key",
                help="give --key-file, MLCC_RPC_KEY or key=... on both sides, or listen at 127.0.0.1 and use `ssh -L`",
            )
        if self.key is not None and not self.key:
            raise MlccError("R359", "the key is empty")
        self.listener = listen(self.host, self.port)
        remove_leftovers()
        return self.host, self.listener.getsockname()[1]

    def run(self) -> None:
        """Serves until :meth:`stop` or a signal; then ends the sessions and removes their folders."""
        from . import worker  # noqa: F401  # once, before the forks

        listener = self.listener
        assert listener is not None, "open() comes first"
        if self.registration is not None:
            self._registrar = start_registrar(self.registration, listener, self.key)
        try:
            while not self._stop:
                self._step(listener)
        except KeyboardInterrupt:
            pass
        finally:
            listener.close()
            for session in list(self._sessions.values()):
                self._kill(session, "the server stops")
                self._finish(session, os.waitpid(session.pid, 0)[1])
            if self._registrar is not None:
                self._registrar.close()

    def stop(self) -> None:
        """Ends :meth:`run` within a second."""
        self._stop = True

    # ------------------------------------------------------------------ the loop
    def _step(self, listener: socket.socket) -> None:
        poll = select.poll()
        strangers = sum(not s.admitted for s in self._sessions.values())
        if strangers < self.limits.strangers:  # else new connections wait
            poll.register(listener, select.POLLIN)
        if self.lifeline is not None:
            poll.register(self.lifeline, select.POLLIN)
        controls = {}
        for session in self._sessions.values():
            poll.register(session.control, select.POLLIN)
            controls[session.control.fileno()] = session
            # The end of a stream alone: its data are read by the session's process.
            poll.register(session.connection, getattr(select, "POLLRDHUP", 0))
            controls[session.connection.fileno()] = session
        for descriptor, _ in poll.poll(500):
            if descriptor == listener.fileno():
                self._accept(listener)
                continue
            if descriptor == self.lifeline:
                self.stop()
                continue
            session = controls[descriptor]
            if descriptor == session.connection.fileno():
                self._kill(session, _GONE)
            elif session.pid in self._sessions:
                self._listen_to(session)
        now = time.monotonic()
        for session in list(self._sessions.values()):
            if session.deadline is not None and now > session.deadline:
                self._kill(session, f"a request took longer than {self.limits.timeout:g} s")
        self._reap()

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, peer = listener.accept()
        except OSError:  # it went away before it was accepted, or there are too many open files
            return
        who = host_and_port(*peer[:2])
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        control, theirs = socket.socketpair()
        folder = Path(tempfile.mkdtemp(prefix=temporary_prefix("rpc")))
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            if self.lifeline is not None:
                os.close(self.lifeline)
            for other in (listener, control, self._registrar, *(s.connection for s in self._sessions.values())):
                if other is not None:
                    other.close()
            for session in self._sessions.values():
                session.control.close()
            serve_session(connection, theirs, folder, self.key, self.limits, who)
        theirs.close()
        deadline = time.monotonic() + 2 * self.limits.handshake
        self._sessions[pid] = _Session(pid, who, connection, control, folder, deadline)

    def _listen_to(self, session: _Session) -> None:
        for said in (bytes([byte]) for byte in session.control.recv(64)):
            if said == AUTHENTICATED:
                session.admitted = sum(s.admitted for s in self._sessions.values()) < self.limits.sessions
                session.deadline = None
                with suppress(OSError):
                    session.control.sendall(b"Y" if session.admitted else b"N")
                self.say(f"{session.who}: " + ("a session begins" if session.admitted else "refused, busy"))
                self._tell_tracker(started=session.admitted)
            elif said == BEGIN:
                session.deadline = time.monotonic() + self.limits.timeout
            elif said == END:
                session.deadline = None

    # ------------------------------------------------------------------ ends
    def _kill(self, session: _Session, why: str) -> None:
        if session.killed is None:
            session.killed = why
            with suppress(ProcessLookupError):
                os.kill(session.pid, signal.SIGKILL)

    def _reap(self) -> None:
        for session in list(self._sessions.values()):
            try:
                pid, status = os.waitpid(session.pid, os.WNOHANG)
            except ChildProcessError:
                pid, status = session.pid, 0
            if pid:
                self._finish(session, status)

    def _finish(self, session: _Session, status: int) -> None:
        del self._sessions[session.pid]
        ended = os.waitstatus_to_exitcode(status)
        if ended < 0:
            name = signal.Signals(-ended).name
            why = session.killed or f"the code that ran ended with {name}"
            session.connection.setblocking(False)
            with suppress(OSError):  # the client may be gone
                send_frame(session.connection, error_header(MlccError("R357", f"the session ended: {why}")))
        for handle in (session.connection, session.control):
            handle.close()
        shutil.rmtree(session.folder, ignore_errors=True)
        if session.admitted:
            # A client that goes ends its session, whichever side notices it first.
            reason = f": {why}" if ended < 0 and why != _GONE else ""
            self.say(f"{session.who}: the session ended{reason}")
            self._tell_tracker(started=False)

    def _tell_tracker(self, started: bool) -> None:
        """Says to the tracker how many more clients could be served."""
        if self._registrar is not None:
            free = max(self.limits.sessions - sum(s.admitted for s in self._sessions.values()), 0)
            with suppress(OSError):
                self._registrar.send(f"{free} {int(started)}\n".encode())
