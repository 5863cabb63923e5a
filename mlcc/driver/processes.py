"""Runs tasks in child processes: in parallel, and isolated from aborts of LLVM.

`multiprocessing` is unsuitable: it would re-import the caller's script, or fork with running threads.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from mlcc.diagnostics import InternalError, MlccError
from mlcc.interpreters import environment

from .copies import Running, answer_to, copies
from .copies import Task as Task

if TYPE_CHECKING:
    from mlcc.target import Target

#: The signal that ends a process at once, which no process sends to itself.
_KILLED = 9


def run_apart(tasks: Sequence[Task], target: Target, beside: Callable[[], object] = lambda: None) -> list[Any]:
    """The results of tasks for a target, each computed in a separate process; `beside` is called while they run.

    Raises G105 if LLVM aborts the process, as for targets that it supports only in part, the MlccError of a task, and
    InternalError for another exception of one.
    """
    running: list[Running] = []
    starting = copies if hasattr(os, "fork") else interpreters
    try:
        with starting() as start:
            for task in tasks:
                running.append(start(task))  # noqa: PERF401 those that were started are closed where one cannot be
            beside()
            return [_result(item, target) for item in running]
    finally:
        for item in running:
            item.answer.close()
            item.errors.close()


@contextmanager
def interpreters() -> Iterator[Callable[[Task], Running]]:
    """What starts a task in an interpreter of its own, for systems whose processes cannot be copied."""
    command = [sys.executable, "-c", "from mlcc.driver.processes import serve; serve()"]
    processes: list[subprocess.Popen[bytes]] = []

    def start(task: Task) -> Running:
        errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 closed by `run_apart`
        # A separate session: Ctrl-C interrupts this process only, which then kills its children.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment(),
            start_new_session=True,
        )  # fmt: skip
        processes.append(process)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(pickle.dumps(task))
        process.stdin.close()
        return Running(process.stdout, errors, process.wait)

    try:
        yield start
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()


def _result(item: Running, target: Target) -> Any:
    answer = item.answer.read()
    status = item.wait()
    item.errors.seek(0)
    text = item.errors.read().decode("utf-8", "replace").strip()
    lines = [line for line in text.splitlines() if line.startswith("LLVM ERROR: ")]
    if status == -_KILLED and not lines:
        raise MlccError(
            "G105",
            f"the system ended a process that was compiling for `{target}`",
            notes=[f"it ended with status {status}, as it does where memory runs out"],
            help="let it have more memory, or fewer processors, as by `taskset -c 0`: each has a process that compiles",
        )
    if status < 0 or lines:
        raise MlccError(
            "G105",
            f"LLVM cannot make this code for `{target}`",
            notes=[line.removeprefix("LLVM ERROR: ") for line in lines] or [f"it ended with status {status}"],
            help="name another CPU, or leave out features",
        )
    if status != 0:
        raise InternalError(f"a compiling process ended with status {status}: {text[-500:]}")
    try:
        good, value = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):
        raise InternalError(f"a compiling process ended before its answer did: {text[-500:]}") from None
    if not good:
        raise value
    return value


def serve() -> None:
    """The child of :func:`interpreters`: reads a task from stdin, writes its result to stdout.

    It ends after one task, so that Python need not search for circles of objects, which is 7 % of the work.
    """
    gc.disable()
    answer_to(pickle.loads(sys.stdin.buffer.read()), sys.stdout.buffer)
