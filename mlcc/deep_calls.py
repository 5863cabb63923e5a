"""Room for deep calls: functions below which frames need no memory of the operating system.

Python (from 3.11 on) keeps the frames of a thread in pieces of 16 KiB. A call beyond the end of a piece asks the system
for another one, which is given back when that call returns; so a loop at such a depth asks for memory, has it cleared
and gives it back in each of its calls. Rewriting expressions is recursive, and its depth changes all the time: this
took 3 % of a build. A frame that is larger than a piece gets one of its size, rounded up to a power of two, and what it
calls has the rest.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

#: Eight bytes each: somewhat more than half of a MiB, of which the other half is left. Only what is used has memory.
_SLOTS = 66_000


def deep(function: F) -> F:
    """`function` with half a MiB for the frames of all that it calls: thousands of calls deep.

    It is for the entry points of the compiler: each call asks the system for memory once.
    """

    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=_SLOTS)
    return cast("F", functools.wraps(function)(call))
