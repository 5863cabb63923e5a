"""Runs code that may be wrong in a process of its own, so that a crash is a result like others."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from mlcc.diagnostics import InternalError, MlccError
from mlcc.runtime import remove_leftovers


class Crashed(Exception):
    """The process ended by a signal, such as SIGSEGV, whose name is the text."""


def apart(run: Callable[[], Any]) -> Any:
    """What `run` returns (something that pickle takes), computed in a copy of this process; here where there are none.

    Raises :class:`Crashed` where it ends by a signal, and the MlccError that `run` raises.
    """
    if not hasattr(os, "fork"):
        return run()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _answer(run, writing)
    os.close(writing)
    try:
        with open(reading, "rb") as stream:
            data = stream.read()
    except BaseException:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        remove_leftovers()
        raise
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        remove_leftovers()
        raise Crashed(signal.Signals(os.WTERMSIG(status)).name)
    if not data:
        raise InternalError("a process that ran compiled code ended without an answer")
    done, answer = pickle.loads(data)  # of a copy of this process
    if not done:
        code, message = answer
        raise MlccError(code, message)
    return answer


def _crash_silently() -> None:
    """No trace on stderr and no file of memory: a crash here is a result."""
    import faulthandler
    import resource

    faulthandler.disable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _answer(run: Callable[[], Any], writing: int) -> NoReturn:
    """Write what `run` returns or raises, and end at once."""
    code = 1
    try:
        _crash_silently()
        try:
            answer = True, run()
        except MlccError as error:
            answer = False, (error.code, error.diagnostic.message)
        with open(writing, "wb") as stream:
            pickle.dump(answer, stream)
        code = 0
    finally:
        os._exit(code)
