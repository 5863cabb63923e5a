"""Ends work of this process when its time is over, as Ctrl-C would: for what cannot look at the clock itself."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

#: Seconds after which it is raised again, where code that Python calls by itself swallowed it.
_AGAIN = 2.0


class Overdue(BaseException):
    """The time is over. No `Exception`, so that only what asked for it handles it."""


@contextmanager
def deadline(until: float) -> Iterator[None]:
    """Raises :class:`Overdue` in the block at `until` (of `time.monotonic`); in other threads than the main one, and on
    systems without alarms, the block ends when it ends."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise)
    try:
        signal.setitimer(signal.ITIMER_REAL, max(1e-3, until - time.monotonic()), _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _raise(number: int, frame: object) -> NoReturn:
    raise Overdue
