"""Where candidates are timed: `concurrent.futures.Executor` is the only interface.

`local:2` are worker processes of this machine, `ssh:HOST,HOST` those of others, `rpc:HOST:PORT` a device that serves
(`mlcc rpc serve`), and `module:attribute` any executor, or a function that makes one, such as Dask's.
What is submitted is :func:`run_job` with plain data.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from inspect import signature
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.interpreters import environment

from .jobs import Answer, Job, answer_from, as_data, from_data, packed

#: A worker answers within the time of its job and this, for the way there and what it imports.
_PATIENCE = 30.0
_MOST_WORKERS = 256


class Timer:
    """A worker process, started when it is first used and again when it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, job: Job) -> Answer:
        """The answer to a job: `crash` where the worker itself is lost."""
        try:
            process = self._started()
            assert process.stdin is not None
            process.stdin.write(packed(job))
            process.stdin.flush()
            line = _line(process, job.timeout + _PATIENCE)
        except OSError as error:
            self.close()
            return _lost(f"the worker `{shlex.join(self.command)}` is lost: {error.strerror or error}")
        if not line:
            self.close()
            return _lost(f"the worker `{shlex.join(self.command)}` does not answer")
        return answer_from(json.loads(line))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=environment(OPENBLAS_NUM_THREADS="1"), start_new_session=True,
            )  # fmt: skip
        return self._process

    def close(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError, ValueError):
                    if stream is not None:
                        stream.close()


def _lost(reason: str) -> Answer:
    return Answer("crash", reason, lost=True)


def _line(process: subprocess.Popen[bytes], timeout: float) -> bytes:
    """The next line of a worker; nothing when it ended, or its time is over."""
    import threading

    assert process.stdout is not None
    expired = threading.Timer(timeout, process.kill)
    expired.start()
    try:
        return process.stdout.readline()
    finally:
        expired.cancel()


_LOCAL: queue.SimpleQueue[Timer] = queue.SimpleQueue()


def run_job(data: Mapping[str, Any]) -> dict[str, Any]:
    """What executors run: times the library of a job in a worker process of the machine that this runs on."""
    try:
        timer = _LOCAL.get_nowait()
    except queue.Empty:
        timer = Timer([sys.executable, "-m", "mlcc.tune.worker"])
        atexit.register(timer.close)
    try:
        return _plain(timer.run(from_data(data)))
    finally:
        _LOCAL.put(timer)


def _plain(answer: Answer) -> dict[str, Any]:
    return {
        "outcome": answer.outcome, "reason": answer.reason, "samples": answer.samples, "check": answer.check,
        "lost": answer.lost,
    }  # fmt: skip


class TimerExecutor(ThreadPoolExecutor):
    """An executor with one thread for each worker; a job goes to the worker that is free."""

    def __init__(self, timers: Sequence[Any], *, is_local: bool = False) -> None:
        super().__init__(len(timers))
        self.is_local = is_local
        self._free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._timers = tuple(timers)
        for timer in timers:
            self._free.put(timer)

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a job by a worker; other functions run in a thread."""
        if function is run_job:
            return super().submit(self._run, *args)
        return super().submit(function, *args, **kwargs)

    def _run(self, data: Mapping[str, Any]) -> dict[str, Any]:
        timer = self._free.get()
        try:
            return _plain(timer.run(from_data(data)))
        finally:
            self._free.put(timer)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers too; with `cancel_futures` also those whose jobs have not ended."""
        super().shutdown(wait and not cancel_futures, cancel_futures=cancel_futures)
        for timer in self._timers:
            timer.close()
        super().shutdown(wait)


def open_executor(text: str) -> Executor:
    """The executor of an option. Raises MlccError D221."""
    kind, _, rest = text.partition(":")
    if kind == "local" and (not rest or rest.isdecimal()):
        count = int(rest or 1)
        if not 1 <= count <= _MOST_WORKERS:
            raise _unknown(text, f"there are 1 to {_MOST_WORKERS} workers")
        return TimerExecutor([Timer([sys.executable, "-m", "mlcc.tune.worker"]) for _ in range(count)], is_local=True)
    if kind == "ssh" and rest:
        python = os.environ.get("MLCC_SSH_PYTHON", "python3")
        hosts = [host for host in rest.split(",") if host]
        if any(host.startswith("-") for host in hosts):
            raise _unknown(text, "a host has no dash first")
        return TimerExecutor([Timer(["ssh", "-T", host, f"{python} -m mlcc.tune.worker"]) for host in hosts])
    if kind == "rpc" and rest:
        from .devices import DeviceTimer

        return TimerExecutor([DeviceTimer(f"rpc://{rest}")])
    return _from_module(text, kind, rest)


def _from_module(text: str, module: str, attribute: str) -> Executor:
    if not attribute or not attribute.isidentifier():
        raise _unknown(text)
    try:
        value = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise _unknown(text, str(error)) from None
    found = value if isinstance(value, Executor) else value() if callable(value) else None
    if not isinstance(found, Executor):
        raise _unknown(text, f"`{attribute}` is no `concurrent.futures.Executor`, and makes none")
    return found


def _unknown(text: str, why: str = "") -> MlccError:
    return MlccError(
        "D221", f"there is no executor `{text}`" + (f": {why}" if why else ""),
        help="`local:2`, `ssh:HOST,HOST`, `rpc:HOST:PORT`, or `module:attribute` of a concurrent.futures.Executor",
    )  # fmt: skip


def close_executor(executor: Executor) -> None:
    """End an executor without what it has not begun: Dask's, which has no such argument, where it does not wait."""
    if "cancel_futures" in signature(executor.shutdown).parameters:
        executor.shutdown(cancel_futures=True)
    else:
        executor.shutdown(wait=False)


def submit(executor: Executor, job: Job) -> Future[dict[str, Any]]:
    """Send a job, as :func:`send`."""
    return send(executor, run_job, as_data(job))


def send(executor: Executor, function: Callable[[Any], Any], data: Mapping[str, Any]) -> Future[dict[str, Any]]:
    """Have an executor call a function with plain data. Where it takes nothing, the result is MlccError D221, so that
    those of earlier calls are not lost."""
    try:
        return executor.submit(function, data)
    except Exception as error:  # what an executor of others raises
        refused: Future[dict[str, Any]] = Future()
        refused.set_exception(unreached(f"{type(error).__name__}: {error}"))
        return refused


def unreached(reason: str) -> MlccError:
    """D221 for an executor by which nothing can be measured any more."""
    return MlccError(
        "D221", f"nothing can be measured by the executor: {reason}",
        help="what was measured before is kept: --resume continues",
    )  # fmt: skip
