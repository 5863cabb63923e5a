"""Tasks in other processes of this interpreter: several at once, and such as LLVM may abort.

Not by `multiprocessing`: it would run a caller's script again, or fork under running threads.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol

from mlcc.diagnostics import InternalError, MlccError

if TYPE_CHECKING:
    from mlcc.target import Target


class Task(Protocol):
    """What can be pickled, and run."""

    def run(self) -> Any: ...


def run_apart(tasks: Sequence[Task], target: Target) -> list[Any]:
    """The results of tasks for a target, each by a process of its own.

    Raises G105 where LLVM ends the process: that it knows a target's name does not mean that it can make all code for
    it. InternalError for what a task itself raises.
    """
    command = [sys.executable, "-c", "from mlcc.driver.processes import serve; serve()"]
    # The child must find this very package, however this process came by it.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    running: list[tuple[subprocess.Popen[bytes], IO[bytes]]] = []
    try:
        for task in tasks:
            said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 closed below
            # In a session of its own, so that Ctrl-C comes to this process only, which ends the others.
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=environment,
                start_new_session=True,
            )  # fmt: skip
            running.append((process, said))
            assert process.stdin is not None
            process.stdin.write(pickle.dumps(task))
            process.stdin.close()
        return [_result(process, said, target) for process, said in running]
    finally:
        for process, text in running:
            if process.poll() is None:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
            text.close()


def _result(process: subprocess.Popen[bytes], said: IO[bytes], target: Target) -> Any:
    assert process.stdout is not None
    answer = process.stdout.read()
    status = process.wait()
    said.seek(0)
    text = said.read().decode("utf-8", "replace").strip()
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
        raise InternalError(value)
    return value


def serve() -> None:
    """A process of :func:`run_apart`: a task comes in on stdin, its result goes out on stdout."""
    task = pickle.loads(sys.stdin.buffer.read())
    try:
        answer = True, task.run()
    except InternalError as error:
        answer = False, str(error)
    sys.stdout.buffer.write(pickle.dumps(answer))
