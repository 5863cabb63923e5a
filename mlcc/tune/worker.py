"""A worker that times libraries: `python -m mlcc.tune.worker` reads jobs from stdin, and writes an answer for each.

Each job runs in a process of its own, forked from this one so that nothing is imported anew: one that crashes, hangs or
takes all memory is one failed trial.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress
from typing import NoReturn

from mlcc.diagnostics import MlccError
from mlcc.runtime import temporary_folder

from .jobs import Answer, Job, answer_from, answer_line, read_job


def serve() -> None:
    """Answer jobs until stdin ends."""
    prepare()
    # What a library prints must not end up between the answers.
    answers = os.dup(1)
    os.dup2(2, 1)
    with suppress(BrokenPipeError):  # the search was killed, and nobody reads
        while (job := read_job(sys.stdin.buffer)) is not None:
            _write(answers, answer_line(apart(job)))


def prepare() -> None:
    """Import what timing imports as it goes, once for all forks."""
    import fcntl  # noqa: F401

    import numpy.random  # noqa: F401

    from mlcc.ir import dtype  # noqa: F401
    from mlcc.runtime import aligned, load  # noqa: F401

    from . import timing  # noqa: F401


def apart(job: Job) -> Answer:
    """The answer to a job from a forked process, ended when its time is over."""
    reading, writing = os.pipe()
    with temporary_folder("trial") as folder:
        child = os.fork()
        if not child:
            os.close(reading)
            _child(job, folder, writing)
        os.close(writing)
        try:
            return _answer(child, reading, job.timeout)
        finally:
            os.close(reading)


def _child(job: Job, folder: str, writing: int) -> NoReturn:
    from .timing import time_job

    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        answer = time_job(job, folder)
    except MlccError as error:
        answer = Answer("failed", f"{error.code}: {error.diagnostic.message}")
    except BaseException as error:
        answer = Answer("failed", f"{type(error).__name__}: {error}")
    with suppress(OSError):
        _write(writing, answer_line(answer))
    os._exit(0)


def _write(pipe: int, line: bytes) -> None:
    data = memoryview(line)
    while data:
        data = data[os.write(pipe, data) :]


def _answer(child: int, reading: int, timeout: float) -> Answer:
    import json

    until, data = time.monotonic() + timeout, b""
    while not data.endswith(b"\n"):
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            os.killpg(child, signal.SIGKILL) if os.getpgid(child) == child else os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return Answer("timeout", f"it took more than {timeout:g} s")
        part = os.read(reading, 1 << 16)
        if not part:
            break
        data += part
    _, status = os.waitpid(child, 0)
    if not data.endswith(b"\n"):
        if os.WIFSIGNALED(status):
            return Answer("crash", f"it ended with {signal.Signals(os.WTERMSIG(status)).name}")
        return Answer("crash", f"it ended with status {os.waitstatus_to_exitcode(status)}")
    return answer_from(json.loads(data))


if __name__ == "__main__":
    serve()
