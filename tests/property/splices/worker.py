"""A process that runs calls one after another: to fork one for each call costs more than most calls.

What a call leaves behind meets the next ones, so a fault is asked again in a process of its own.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_LENGTH = struct.Struct("<Q")
#: Libraries stay loaded once they are: after so many calls another process goes on.
_MOST_CALLS = 300


@dataclass(frozen=True)
class Ended:
    """How a call in another process ended: ``ok`` with a value, ``raised`` with a text, ``died`` or ``slow``."""

    how: str
    value: Any = None
    text: str = ""

    @classmethod
    def of(cls, call: Callable[..., Any], *args: Any) -> Ended:
        """A call in this process."""
        try:
            return cls("ok", call(*args))
        except BaseException as error:
            return cls("raised", None, f"{type(error).__name__}: {error}")

    @classmethod
    def of_exit(cls, code: int) -> Ended:
        """A call that ended its process with this code; a negative one is the number of a signal."""
        return cls("slow" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "died", None, f"exit code {code}")


class Worker:
    """Runs calls of functions that can be pickled in a forked process, which begins again where one ends it."""

    def __init__(self) -> None:
        self._child = self._calls = 0
        self._source = self._target = -1

    def __call__(self, call: Callable[..., Any], *args: Any, seconds: int = 60) -> Ended:
        """How a call ended that may take so many seconds of processor time."""
        if self._calls >= _MOST_CALLS:
            self.close()
        if not self._child:
            self._start()
        self._calls += 1
        try:
            _write(self._target, pickle.dumps((call, args, seconds)))
            data = _read(self._source, time.monotonic() + 15 * seconds)
        except BrokenPipeError:
            data = b""
        except TimeoutError:
            os.kill(self._child, signal.SIGKILL)
            data = b""
        if data:
            answer: Ended = pickle.loads(data)
            return answer
        return Ended.of_exit(self.close())

    def close(self) -> int:
        """End the process; its exit code, negative where a signal ended it."""
        if not self._child:
            return 0
        os.close(self._target)
        os.close(self._source)
        code = os.waitstatus_to_exitcode(os.waitpid(self._child, 0)[1])
        self._child = self._calls = 0
        return code

    def _start(self) -> None:
        requests, self._target = os.pipe()
        self._source, answers = os.pipe()
        sys.stdout.flush()
        self._child = os.fork()
        if self._child == 0:
            os.close(self._target)
            os.close(self._source)
            try:
                _serve(requests, answers)
            finally:
                os._exit(0)
        os.close(requests)
        os.close(answers)


def apart(call: Callable[..., Any], *args: Any, seconds: int = 60) -> Ended:
    """A call in a process of its own."""
    worker = Worker()
    try:
        return worker(call, *args, seconds=seconds)
    finally:
        worker.close()


def _serve(requests: int, answers: int) -> None:
    """Answer calls until there are no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while data := _read(requests, None):
        call, args, seconds = pickle.loads(data)
        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))
        _write(answers, pickle.dumps(Ended.of(call, *args)))


def _write(target: int, data: bytes) -> None:
    with open(target, "wb", closefd=False) as stream:
        stream.write(_LENGTH.pack(len(data)) + data)


def _read(source: int, end: float | None) -> bytes:
    """The next message; empty where there is no more. Raises TimeoutError at the time `end`."""
    data, wanted = bytearray(), _LENGTH.size
    while len(data) < wanted:
        if end is not None and not select.select([source], [], [], max(end - time.monotonic(), 0))[0]:
            raise TimeoutError
        part = os.read(source, 1 << 20)
        if not part:
            return b""
        data += part
        if len(data) >= _LENGTH.size:
            wanted = _LENGTH.size + _LENGTH.unpack(data[: _LENGTH.size])[0]
    return bytes(data[_LENGTH.size :])
