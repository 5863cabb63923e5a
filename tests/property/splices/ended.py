"""How a call in another process ended, and one call in a process of its own."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ended:
    """``ok`` with a value, ``raised`` with a text, ``died`` or ``slow``."""

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
        """A call that ended its process with this code; negative is the number of a signal."""
        return cls("slow" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "died", None, f"exit code {code}")


def apart(call: Callable[..., Any], *args: Any, seconds: int = 60) -> Ended:
    """A call in a forked process."""
    source, target = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(source)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        mine = Ended.of(call, *args)
        with os.fdopen(target, "wb") as stream:
            stream.write(pickle.dumps(mine))
        os._exit(0)
    os.close(target)
    data, end = b"", time.monotonic() + 15 * seconds
    while time.monotonic() < end and select.select([source], [], [], max(end - time.monotonic(), 0))[0]:
        part = os.read(source, 1 << 20)
        if not part:
            break
        data += part
    else:
        os.kill(child, signal.SIGKILL)
    os.close(source)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if data:
        answer: Ended = pickle.loads(data)
        return answer
    return Ended.of_exit(code)
