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
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol

from mlcc.diagnostics import InternalError, MlccError

if TYPE_CHECKING:
    from mlcc.target import Target


class Task(Protocol):
    """A picklable task."""

    def run(self) -> Any: ...


def run_apart(tasks: Sequence[Task], target: Target, beside: Callable[[], object] = lambda: None) -> list[Any]:
    """The results of tasks for a target, each computed in a separate process; `beside` is called while they run.

    Raises G105 if LLVM aborts the process, as for targets that it supports only in part, the MlccError of a task, and
    InternalError for another exception of one.
    """
    command = [sys.executable, "-c", "from mlcc.driver.processes import serve; serve()"]
    # The child must import the same package, wherever this process imported it from.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    running: list[tuple[subprocess.Popen[bytes], IO[bytes]]] = []
    try:
        for task in tasks:
            errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 closed below
            # A separate session: Ctrl-C interrupts this process only, which then kills its children.
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment,
                start_new_session=True,
            )  # fmt: skip
            running.append((process, errors))
            assert process.stdin is not None
            process.stdin.write(pickle.dumps(task))
            process.stdin.close()
        beside()
        return [_result(process, errors, target) for process, errors in running]
    finally:
        for process, text in running:
            if process.poll() is None:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
            text.close()


def _result(process: subprocess.Popen[bytes], errors: IO[bytes], target: Target) -> Any:
    assert process.stdout is not None
    answer = process.stdout.read()
    status = process.wait()
    errors.seek(0)
    text = errors.read().decode("utf-8", "replace").strip()
    lines = [line for line in text.splitlines() if line.startswith("LLVM ERROR: ")]
    if status < 0 or lines:
        raise MlccError(
            "G105",
            f"LLVM cannot make this code for `{target}`",
            notes=[line.removeprefix("LLVM ERROR: ") for line in lines] or [f"it ended with status {status}"],
            help="name another CPU, or leave out features",
        )
    if status != 0:
        raise InternalError(f"a compiling process ended with status {status}: {text[-500:]}")
    good, value = pickle.loads(answer)
    if not good:
        raise value
    return value


def serve() -> None:
    """The child of :func:`run_apart`: reads a task from stdin, writes its result to stdout.

    It ends after one task, so that Python need not search for circles of objects, which is 7 % of the work.
    """
    gc.disable()
    task = pickle.loads(sys.stdin.buffer.read())
    try:
        answer = True, task.run()
    except (InternalError, MlccError) as error:
        answer = False, error
    sys.stdout.buffer.write(pickle.dumps(answer))
