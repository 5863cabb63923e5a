"""A model of a service: requests wait in a queue, one thread runs them, and joins what waits into one call.

A library runs one call at a time, on all of its threads; while it does, requests gather. Those that agree in
everything but their first dimension are joined along it where that is right: the first dimension of every input and
output is the same symbol, and a trial when the model is loaded shows that rows do not influence each other.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.runtime import Function, FunctionSpec, evaluate_dim
from mlcc.runtime.nesting import flat

from .metrics import Metrics
from .settings import Settings

Array = np.ndarray[Any, np.dtype[Any]]

#: How far rows may differ between a call of their own and one of several: sums in another order.
_TRIAL_RTOL, _TRIAL_ATOL = 1e-3, 1e-4
_TRIAL_ROWS, _TRIAL_SIZE = 3, 16


@dataclass(slots=True)
class _Waiting:
    """A request: its inputs in order, and where the outputs go."""

    arrays: list[Array]
    answer: Future[list[Array]] = field(default_factory=Future)
    since: float = field(default_factory=time.monotonic)

    @property
    def rows(self) -> int:
        return int(self.arrays[0].shape[0])


class Model:
    """A function of a library as a service offers it."""

    def __init__(
        self,
        name: str,
        function: Function,
        settings: Settings,
        metrics: Metrics,
        sizes: Mapping[str, int] | None = None,
    ) -> None:
        self.name, self.function, self.settings, self.metrics = name, function, settings, metrics
        self.spec: FunctionSpec = function.spec
        #: Why requests are not joined; empty if they are.
        self.alone = "one row at a time was asked for" if settings.batch < 2 else why_alone(function, sizes or {})
        self._queue: deque[_Waiting] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=f"serve-{name}", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------ the side of requests
    def submit(self, arrays: Mapping[str, Array]) -> Future[list[Array]]:
        """Queues a request; the outputs come in order. Raises R372 when too many wait, or when the service ends."""
        waiting = _Waiting([arrays[param.name] for param in self.spec.inputs])
        with self._changed:
            if self._closed:
                raise MlccError("R372", "the service is stopping")
            if len(self._queue) >= self.settings.queue:
                raise MlccError("R372", f"{len(self._queue)} requests for `{self.name}` wait already", help="try later")
            self._queue.append(waiting)
            self._changed.notify()
        return waiting.answer

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return len(self._queue)

    def close(self) -> None:
        """Takes no more requests; returns when those that wait are answered."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    # ------------------------------------------------------------------ the thread
    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._queue and not self._closed:
                    self._changed.wait()
                if not self._queue:
                    return
                batch = self._take()
            self._run(batch)

    def _take(self) -> list[_Waiting]:
        """The first request and those behind it that can be joined with it; the lock is held."""
        first = self._queue.popleft()
        batch = [first]
        if self.alone or not first.arrays[0].ndim:
            return batch
        rows, kind, passed = first.rows, _kind(first), []
        while self._queue and rows < self.settings.batch:
            other = self._queue.popleft()
            if _kind(other) == kind and rows + other.rows <= self.settings.batch:
                batch.append(other)
                rows += other.rows
            else:
                passed.append(other)
        self._queue.extendleft(reversed(passed))
        return batch

    def _run(self, batch: list[_Waiting]) -> None:
        live = [item for item in batch if item.answer.set_running_or_notify_cancel()]
        if not live:
            return
        begin = time.monotonic()
        try:
            answers = [self._call(live[0].arrays)] if len(live) == 1 else self._together(live)
        except MlccError as error:
            if len(live) > 1:  # one of them is at fault: the others get their answers
                for item in live:
                    self._settle(item)
                return
            live[0].answer.set_exception(error)
            return
        except Exception as error:  # a fault of ours must not end the thread
            for item in live:
                item.answer.set_exception(error)
            return
        self.metrics.ran(self.name, len(live), time.monotonic() - begin)
        for item, outputs in zip(live, answers, strict=True):
            item.answer.set_result(outputs)

    def _settle(self, item: _Waiting) -> None:
        try:
            item.answer.set_result(self._call(item.arrays))
        except Exception as error:
            item.answer.set_exception(error)

    def _call(self, arrays: Sequence[Array]) -> list[Array]:
        results = self.function(*arrays)
        return flat(results)

    def _together(self, batch: list[_Waiting]) -> list[list[Array]]:
        """The outputs of each request, from one call on all of them."""
        columns = zip(*(item.arrays for item in batch), strict=True)
        outputs = self._call([np.concatenate(column) for column in columns])
        ends = np.cumsum([item.rows for item in batch])[:-1]
        return [list(parts) for parts in zip(*(np.split(output, ends) for output in outputs), strict=True)]


def _kind(item: _Waiting) -> tuple[tuple[int, ...], ...]:
    """What must agree for two requests to be joined. All their first dimensions are equal: the call checks it."""
    if len({array.shape[0] for array in item.arrays}) != 1:
        return ((id(item),),)
    return tuple(array.shape[1:] for array in item.arrays)


def why_alone(function: Function, sizes: Mapping[str, int]) -> str:
    """Why the requests of a function cannot be joined along the first dimension; empty if they can.

    `sizes` are values of other symbolic dimensions for the trial, 16 where none is given.
    """
    spec = function.spec
    firsts = {param.shape[0] if param.shape else None for param in (*spec.inputs, *spec.outputs)}
    symbol = firsts.pop() if len(firsts) == 1 else None
    if not isinstance(symbol, str) or symbol not in spec.symbols:
        return "the first dimension of all inputs and outputs is not the same symbol"
    if "result_shapes" in spec.metadata or any(param.written for param in spec.inputs):
        return "the sizes of its outputs follow from values"
    if any(symbol in str(dim) for param in (*spec.inputs, *spec.outputs) for dim in param.shape[1:]):
        return f"`{symbol}` is not only the first dimension"
    values = {name: sizes.get(name, _TRIAL_SIZE) for name in spec.symbols} | {symbol: _TRIAL_ROWS}
    try:
        return "" if _rows_apart(function, values) else "its rows influence each other"
    except (MlccError, MemoryError) as error:
        return f"its trial failed: {error}"


def _rows_apart(function: Function, values: Mapping[str, int]) -> bool:
    """Whether rows give in one call what each gives alone, on random inputs."""
    generator = np.random.default_rng(0)
    inputs = []
    for param in function.spec.inputs:
        shape = [evaluate_dim(dim, values) for dim in param.shape]
        kind = np.dtype(param.dtype) if param.dtype != "bfloat16" else None
        if kind is None:
            return False
        random = generator.integers(0, 2, shape) if kind.kind in "iub" else generator.standard_normal(shape)
        inputs.append(random.astype(kind))

    def call(arrays: Sequence[Array]) -> list[Array]:
        results = function(*arrays)
        return flat(results)

    together = call(inputs)
    alone = [call([np.ascontiguousarray(array[i : i + 1]) for array in inputs]) for i in range(_TRIAL_ROWS)]
    return all(
        np.allclose(whole, np.concatenate(rows), _TRIAL_RTOL, _TRIAL_ATOL, equal_nan=True)
        for whole, rows in zip(together, zip(*alone, strict=True), strict=True)
    )
