"""Makes candidates in child processes that share the work, or by the workers of an executor."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

from mlcc.diagnostics import MlccError
from mlcc.driver.units import cores
from mlcc.ir import PrimFunc
from mlcc.schedule import Candidate

from .executors import send
from .made import Made, Option, Task, make_one
from .maker import Lost, Maker
from .sending import as_data, run_make

if TYPE_CHECKING:
    from mlcc.target import Target


class Making:
    """Makes options in child processes, as many at a time as there are cores; with an `executor` its workers make them,
    where a text says all of an option."""

    def __init__(self, target: Target, timeout: float = 30.0, executor: Executor | None = None) -> None:
        self.target = target
        self.timeout = timeout
        #: Nothing is made after this time, of `time.monotonic`.
        self.until = math.inf
        self._maker = Maker()
        self._executor = executor

    def start(self) -> None:
        """Start the process that makes options, which takes a while, beside other work."""
        if self._executor is None:
            self._maker.start()

    def drafts(self, func: PrimFunc, options: Sequence[Option]) -> list[Made]:
        """The features of options, in order."""
        return self._all(func, options, True)

    def libraries(self, func: PrimFunc, options: Sequence[Option]) -> list[Made]:
        """The libraries of options, in order."""
        return self._all(func, options, False)

    def _all(self, func: PrimFunc, options: Sequence[Option], draft: bool) -> list[Made]:
        sent = [self._send(func, option, draft) for option in options]
        tasks = [
            Task(func, self.target, option, draft) for option, way in zip(options, sent, strict=True) if way is None
        ]
        done = iter(self._maker.run(make_one, tasks, self.timeout, cores(), self.until) if tasks else [])
        return [self._received(next(done) if way is None else way) for way in sent]

    def _send(self, func: PrimFunc, option: Option, draft: bool) -> Future[dict[str, Any]] | None:
        """What a worker makes of an option; None for one that is made here."""
        if self._executor is None or not isinstance(option, Candidate):
            return None
        data = as_data(func, self.target, option, self.timeout, draft=draft)
        return None if data is None else send(self._executor, run_make, data)

    def _received(self, item: Any) -> Made:
        if isinstance(item, Lost):
            return Made(item.outcome, item.reason)
        if isinstance(item, Made):
            return item
        try:
            left = None if math.isinf(self.until) else max(0.0, self.until - time.monotonic())
            return Made(**item.result(left))
        except MlccError:  # the executor takes no more
            raise
        except Exception as error:  # what an executor of others raises
            if not item.done():
                item.cancel()
                return Made("late")
            return Made("crash", f"{type(error).__name__}: {error}")

    def close(self) -> None:
        """End the child processes."""
        self._maker.close()
