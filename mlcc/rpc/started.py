"""What servers and trackers that a program starts have in common: each runs in a process of its own.

The socket listens before the process is there, so that what is wrong with an address is told to the caller and a client
may connect at once. The process ends with the object, with the program, and when that is killed: its input ends then.
"""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import subprocess
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.interpreters import environment

from .address import Address
from .client import KEY_VARIABLE
from .limits import Limits
from .registrar import Registration
from .server_loop import ServerLoop
from .tracker_loop import TrackerLoop

_SECONDS_TO_END = 5.0
_LOOPS = {"server": ServerLoop, "tracker": TrackerLoop}


class Started:
    """A loop that runs in a process of its own until :meth:`terminate`, or until nobody has this object."""

    def __init__(self, make: Callable[[int], ServerLoop | TrackerLoop], ports: tuple[int, int], silent: bool) -> None:
        """Listens at the first free port of those from one to another; the first may be 0, for any."""
        loop, (self.host, self.port) = _opened(make, range(ports[0], max(ports) + 1) if ports[0] else range(1))
        assert loop.listener is not None
        with loop.listener as listener:
            self._process = _start(loop, listener, silent)
        self._end = weakref.finalize(self, _stop, self._process)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def terminate(self) -> None:
        """Ends the process and what it serves. What has ended already stays so."""
        self._end()

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        self.terminate()

    def __repr__(self) -> str:
        state = "" if self._process.poll() is None else ", ended"
        return f"<mlcc rpc {type(self).__name__.lower()} at {Address(self.host, self.port)}{state}>"


def _opened(
    make: Callable[[int], ServerLoop | TrackerLoop], ports: range
) -> tuple[ServerLoop | TrackerLoop, tuple[str, int]]:
    """A loop that listens at the first free port."""
    for port in ports:
        loop = make(port)
        try:
            return loop, loop.open()
        except MlccError as error:
            if error.code != "R352" or port == ports[-1]:
                raise
    raise AssertionError("no port is there to try")


def _start(loop: ServerLoop | TrackerLoop, listener: socket.socket, silent: bool) -> subprocess.Popen[bytes]:
    kind = "server" if isinstance(loop, ServerLoop) else "tracker"
    settings: dict[str, Any] = {"kind": kind, "host": loop.host, "port": loop.port, "listener": listener.fileno()}
    if isinstance(loop, ServerLoop):
        settings["limits"] = dataclasses.asdict(loop.limits)
        settings["registration"] = loop.registration and dataclasses.asdict(loop.registration)
    variables = environment()  # nobody sees the key
    variables.pop(KEY_VARIABLE, None)
    if loop.key is not None:
        variables[KEY_VARIABLE] = loop.key
    command = [sys.executable, "-c", "from mlcc.rpc.started import serve; serve()", json.dumps(settings)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL if silent else None,
        env=variables, pass_fds=(listener.fileno(),), start_new_session=True,
    )  # fmt: skip


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    try:
        process.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def serve() -> None:
    """The process of a server or a tracker; its one argument says which."""
    settings = json.loads(sys.argv[1])
    kind, listener = settings.pop("kind"), socket.socket(fileno=settings.pop("listener"))
    if limits := settings.pop("limits", None):
        settings["limits"] = Limits(**limits)
    if registration := settings.pop("registration", None):
        settings["registration"] = Registration(**{**registration, "tracker": Address(**registration["tracker"])})
    lifeline = sys.stdin.fileno()
    loop = _LOOPS[kind](**settings, key=os.environ.pop(KEY_VARIABLE, None), say=_say)
    loop.listener, loop.lifeline = listener, lifeline
    loop.run()


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
