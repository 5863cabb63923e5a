"""A process that makes candidates: it has imported the compiler once, and forks for each candidate.

So a candidate costs no start of an interpreter, and one on which LLVM crashes, or that takes minutes to compile, is one
failed candidate. The next search of the same program takes the process over, whose start takes a second. Requests and
results are pickled between this process and its parent only.
"""

from __future__ import annotations

import atexit
import math
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from mlcc.deep_calls import deep
from mlcc.diagnostics import MlccError
from mlcc.interpreters import environment
from mlcc.runtime import remove_leftovers

_SIZE = struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class Lost:
    """A task without a result: `outcome` is crash or timeout, or late where the time of the request was over."""

    outcome: str
    reason: str


@dataclass(frozen=True, slots=True)
class Request:
    """Tasks, each done by ``function(task)`` in a process of its own that ends after `timeout` seconds, at most `most`
    at a time; `doing` says what that is, for messages. What is not done at `until` (of `time.monotonic`, which all
    processes share) is late. The processes have the variables of `environment` and the `folder`, where these are
    given: the process that they are copies of may be older."""

    function: Callable[[Any], Any]
    tasks: tuple[Any, ...]
    timeout: float
    most: int
    doing: str = "compiling it"
    until: float = math.inf
    environment: Mapping[str, str] | None = None
    folder: str = ""


#: By the process that started it: one that has answered all that it was asked, for the next search, and where it
#: imports from. Copies of a process have no use for what is the original's.
_WAITING: dict[int, tuple[tuple[str, ...], subprocess.Popen[bytes]]] = {}


class Maker:
    """The parent's end; the process starts with the first request, or before."""

    def __init__(self) -> None:
        """Raises MlccError D204 on a system whose processes cannot be copied."""
        if not hasattr(os, "fork"):
            raise MlccError(
                "D204", "a search compiles in copies of a process, which this system does not make",
                help="run `mlcc tune` on Linux or macOS, or in the Windows Subsystem for Linux; the records can be "
                "used here",
            )  # fmt: skip
        self._paths: tuple[str, ...] = ()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_asked = False

    def run(
        self, function: Callable[[Any], Any], tasks: Sequence[Any], timeout: float, most: int, until: float = math.inf
    ) -> list[Any]:
        """The result of each task, or a :class:`Lost`; see :class:`Request`."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        request = Request(
            function, tuple(tasks), timeout, most, until=until, environment=_environment(), folder=_folder()
        )
        self._is_asked = True  # until it has answered: an interrupt leaves it in the middle
        try:
            _send(process.stdin, request)
            results = _receive(process.stdout)
        except OSError:
            results = None
        if results is None:
            self.close()
            return [Lost("crash", "the compiling process ended")] * len(tasks)
        self._is_asked = False
        return list(results)

    def start(self) -> None:
        """Start the process now, so that it is ready for the first request."""
        self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._paths, self._is_asked = tuple(sys.path), False
            self._process = _taken(self._paths) or subprocess.Popen(
                [sys.executable, "-c", "from mlcc.tune.maker import serve; serve()"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, env=_environment(),
            )  # fmt: skip
        return self._process

    def close(self) -> None:
        """End the process, or leave it to the next search if it has answered all that it was asked."""
        process, self._process = self._process, None
        if process is None:
            return
        waiting = self._paths, process
        if self._is_asked or process.poll() is not None or _WAITING.setdefault(os.getpid(), waiting) is not waiting:
            _end_process(process)
        remove_leftovers()


def _environment() -> dict[str, str]:
    return environment(OPENBLAS_NUM_THREADS="1", MLCC_CACHE_DIR="")


def _folder() -> str:
    with suppress(OSError):  # it may have been removed
        return os.getcwd()
    return ""


def _taken(paths: tuple[str, ...]) -> subprocess.Popen[bytes] | None:
    """The process that waits, if it imports from these places. Another one is of no use any more."""
    before, process = _WAITING.pop(os.getpid(), ((), None))
    if process is None or (before == paths and process.poll() is None):
        return process
    _end_process(process)
    return None


def _end_process(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.close()


@atexit.register
def _end_waiting() -> None:
    if waiting := _WAITING.pop(os.getpid(), None):
        _end_process(waiting[1])


def _send(stream: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value)
    stream.write(_SIZE.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    head = stream.read(_SIZE.size)
    return pickle.loads(stream.read(_SIZE.unpack(head)[0])) if len(head) == _SIZE.size else None


def serve() -> None:
    """The process: requests from stdin, results to stdout."""
    import gc

    from mlcc.schedule import library

    from .made import prepare

    library()
    prepare()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    gc.freeze()
    while (request := _receive(sys.stdin.buffer)) is not None:
        _send(answers, forked(request))


@dataclass(slots=True)
class _Child:
    pid: int
    number: int
    until: float
    data: bytearray


@deep
def forked(request: Request) -> list[Any]:
    """The results of the tasks, at most `most` at a time; one without a result is a :class:`Lost`."""
    results: list[Any] = [Lost("late", "the time was over")] * len(request.tasks)
    waiting = list(range(len(request.tasks)))[::-1]
    running: dict[int, _Child] = {}
    try:
        while (waiting or running) and time.monotonic() < request.until:
            while waiting and len(running) < max(1, request.most):
                number = waiting.pop()
                reading, pid = _start(request, number)
                running[reading] = _Child(pid, number, time.monotonic() + request.timeout, bytearray())
            _wait(request, running, results)
    finally:  # an interrupt leaves none behind, nor does what is late
        for reading, child in list(running.items()):
            _end(running, reading, child)
    return results


def _wait(request: Request, running: dict[int, _Child], results: list[Any]) -> None:
    """Take what children have written, and end those whose time is over."""
    left = min(request.until, *(child.until for child in running.values())) - time.monotonic()
    for reading in select.select(list(running), [], [], max(0.0, left))[0]:
        part = os.read(reading, 1 << 20)
        running[reading].data += part
        if not part:
            child = _ended(running, reading)
            results[child.number] = _result(child, request.doing)
    for reading in [fd for fd, child in running.items() if child.until <= time.monotonic()]:
        child = running[reading]
        _end(running, reading, child)
        results[child.number] = Lost("timeout", f"{request.doing} took more than {request.timeout:.3g} s")


def _end(running: dict[int, _Child], reading: int, child: _Child) -> None:
    os.kill(child.pid, signal.SIGKILL)
    _ended(running, reading)
    os.waitpid(child.pid, 0)


def _ended(running: dict[int, _Child], reading: int) -> _Child:
    os.close(reading)
    return running.pop(reading)


def _start(request: Request, number: int) -> tuple[int, int]:
    reading, writing = os.pipe()
    with warnings.catch_warnings():  # of threads, which a child does not have: it uses no lock of theirs
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid:
        os.close(writing)
        return reading, pid
    os.close(reading)
    try:
        if request.environment is not None:
            os.environ.clear()
            os.environ.update(request.environment)
        if request.folder:
            os.chdir(request.folder)
        data = memoryview(pickle.dumps(request.function(request.tasks[number])))
        while data:
            data = data[os.write(writing, data) :]
    except BaseException:
        os._exit(1)
    os._exit(0)


def _result(child: _Child, doing: str) -> Any:
    _, status = os.waitpid(child.pid, 0)
    if os.WIFSIGNALED(status):
        return Lost("crash", f"{doing} ended with {signal.Signals(os.WTERMSIG(status)).name}")
    if status:
        return Lost("crash", f"{doing} failed")
    return pickle.loads(bytes(child.data))
