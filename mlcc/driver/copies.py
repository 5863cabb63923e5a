"""A process that imports what tasks need, and copies itself for each task.

An interpreter for each task would import the same modules each time: a third of a second of processor time for code of
another machine, a second for programs that are lowered. A copy takes some milliseconds. The process is used again by
later builds of this one, and ends with it, or when nothing asked for a while. It has a session of its own, so that
Ctrl-C interrupts this process only, and no threads, which copies would lack.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any, NoReturn, Protocol

from mlcc.deep_calls import deep
from mlcc.diagnostics import InternalError, MlccError
from mlcc.interpreters import environment

#: Seconds after which a process that nobody asks ends.
_IDLE = 120.0
#: A request: the number of bytes of the work that follows, or 0, which asks for the status of the earliest copy.
_SIZE = struct.Struct(">Q")
_STATUS = struct.Struct(">i")


class Task(Protocol):
    """A picklable task."""

    def prepare(self) -> None:
        """Import what `run` needs, once for all copies. Nothing that may end the process, such as LLVM's work."""

    def run(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Running:
    """A process that runs a task: what it writes, and a function that waits for its end and gives its status."""

    answer: IO[bytes]
    errors: IO[bytes]
    wait: Callable[[], int]


@dataclass(frozen=True, slots=True)
class _Work:
    """A task, and where it runs."""

    task: Task
    environment: dict[str, str]
    folder: str


class _Copier:
    """The parent's end."""

    def __init__(self) -> None:
        self.paths, self.owner, self.running = tuple(sys.path), os.getpid(), 0
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 closed with the process
        self.control, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", "from mlcc.driver.copies import serve; serve()"],
                stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=self.errors,
                env=environment(OPENBLAS_NUM_THREADS="1"),
                start_new_session=True,
            )  # fmt: skip
        _ALL.add(self)

    def is_usable(self) -> bool:
        """Whether it imports from where this process does, and answers."""
        if self.paths != tuple(sys.path):
            return False
        try:
            self.running += 1
            return self.wait() == 0
        except (OSError, InternalError):
            return False

    def start(self, task: Task) -> Running:
        """Run a task in a copy."""
        data = pickle.dumps(_Work(task, dict(os.environ), os.getcwd()))
        reading, writing = os.pipe()
        errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 closed by `run_apart`
        running = Running(os.fdopen(reading, "rb"), errors, self.wait)
        self.running += 1
        try:
            socket.send_fds(self.control, [_SIZE.pack(len(data))], [writing, errors.fileno()])
            self.control.sendall(data)
        except OSError:
            raise self._ended() from None
        finally:
            os.close(writing)
        return running

    def wait(self) -> int:
        """The status of the earliest copy that was not asked for, at its end; 0 where there is none."""
        try:
            self.control.sendall(_SIZE.pack(0))
            answer = _received(self.control, _STATUS.size)
        except OSError:
            raise self._ended() from None
        if len(answer) < _STATUS.size:
            raise self._ended()
        self.running -= 1
        return int(_STATUS.unpack(answer)[0])

    def _ended(self) -> InternalError:
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace").strip()
        return InternalError(f"the process that compiling ones are copies of has ended: {text[-500:]}")

    def close(self) -> None:
        """End the process and all of its copies."""
        _ALL.discard(self)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.control.close()
        self.errors.close()


#: The processes that this one has started, and those of them that wait for work.
_ALL: set[_Copier] = set()
_WAITING: list[_Copier] = []


@atexit.register
def _close_all() -> None:
    for copier in [item for item in _ALL if item.owner == os.getpid()]:
        copier.close()


def _forget() -> None:
    """In a copy of this process: the processes are the original's, and end with it."""
    _WAITING.clear()
    for copier in _ALL:
        copier.control.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


@contextmanager
def copies() -> Iterator[Callable[[Task], Running]]:
    """What starts a task in a copy, for systems whose processes can be copied. Copies that run still are ended."""
    copier = _taken()
    try:
        yield copier.start
    finally:
        if copier.running:
            copier.close()
        else:
            _WAITING.append(copier)


def _taken() -> _Copier:
    while _WAITING:
        copier = _WAITING.pop()
        if copier.is_usable():
            return copier
        copier.close()
    return _Copier()


# ------------------------------------------------------------------ the process


def serve() -> NoReturn:
    """The process: requests from stdin, a socket."""
    gc.disable()
    control = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    waiting: list[int] = []
    while select.select([control], [], [], _IDLE)[0]:
        head, files, _, _ = socket.recv_fds(control, _SIZE.size, 2)
        if len(head) < _SIZE.size:  # the parent has ended
            os.killpg(0, signal.SIGKILL)
        size = _SIZE.unpack(head)[0]
        if size:
            waiting.append(_copy(control, _received(control, size), *files))
        else:
            status = os.waitstatus_to_exitcode(os.waitpid(waiting.pop(0), 0)[1]) if waiting else 0
            control.sendall(_STATUS.pack(status))
    os._exit(0)


def _received(control: socket.socket, size: int) -> bytes:
    """As many bytes, fewer at the end of the stream."""
    parts: list[bytes] = []
    while size and (part := control.recv(min(size, 1 << 20))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _copy(control: socket.socket, data: bytes, answer: int, errors: int) -> int:
    """The number of a copy of this process that does the work."""
    try:
        work = pickle.loads(data)
        work.task.prepare()
        problem = ""
    except Exception:
        work, problem = None, traceback.format_exc()
    gc.freeze()
    child = os.fork()
    if child:
        os.close(answer)
        os.close(errors)
        return child
    status = 1
    try:
        control.close()
        os.dup2(answer, 1)
        os.dup2(errors, 2)
        os.close(answer)
        os.close(errors)
        if work is None:
            os.write(2, problem.encode())
        else:
            _do(work)
            status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _do(work: _Work) -> None:
    os.environ.clear()
    os.environ.update(work.environment)
    with suppress(OSError):
        os.chdir(work.folder)
    answer_to(work.task, sys.stdout.buffer)


@deep
def answer_to(task: Task, stream: IO[bytes]) -> None:
    """Run a task, and write whether it has a result, and its result or its error."""
    try:
        answer = True, task.run()
    except (InternalError, MlccError) as error:
        answer = False, error
    stream.write(pickle.dumps(answer))
    stream.flush()
