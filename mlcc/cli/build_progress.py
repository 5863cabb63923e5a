"""Progress of a build: the phase that runs, and when the build will be done, from how long phases took before."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import TypeVar

from .progress import Progress

P = TypeVar("P", bound="BuildProgress")

#: Seconds between two looks at the clock while a phase runs.
_TICK = 0.5
#: What comes after the phases.
_LAST = "link and write"
#: Phases and the seconds from the begin of a build at which each ended.
Times = Sequence[tuple[str, float]]


class BuildProgress(Progress):
    """The observer of a build of `model` that says what runs now: `[ 12.3 s] optimize, about 20 s left`.

    What is expected is the last build of the model, else the last one of any: its shares of the time so far.
    """

    def __init__(self, model: str, command: str = "build") -> None:
        super().__init__()
        self.ended: list[tuple[str, float]] = []
        self._keys = _keys(command, model)
        self._before = _read(self._keys) if self.active else []
        self._names = [name for name, _ in self._before] or _phases()
        self._stop = threading.Event()
        self._ticking: threading.Thread | None = None

    def __enter__(self: P) -> P:
        if self.active:
            self._ticking = threading.Thread(target=self._tick, daemon=True)
            self._ticking.start()
        return self

    def __call__(self, what: str, result: object = None) -> None:
        """Take note that the phase `what` is done."""
        self.ended.append((what, self.elapsed))
        self._draw()

    def _draw(self) -> None:
        self.show(line(self.ended, self._before, self._names, self.elapsed))

    def _tick(self) -> None:
        while not self._stop.wait(_TICK):
            self._draw()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._ticking is not None:
            self._ticking.join()
        super().__exit__(kind, error, trace)
        if self.active and error is None:
            self._keep()

    def _keep(self) -> None:
        _write(self._keys, [*self.ended, (_LAST, self.elapsed)])


def line(ended: Times, before: Times, names: Sequence[str], elapsed: float) -> str:
    """What runs, and how long it will be: `before` are the times of an earlier build, `names` the phases expected."""
    at = _position([name for name, _ in ended], names)
    running = "read" if not ended else names[at] if at < len(names) else _LAST
    left = remaining(ended, before, elapsed)
    return running if left is None or left < 0.5 else f"{running}, about {left:.0f} s left"


def _position(ended: Sequence[str], names: Sequence[str]) -> int:
    """Where in `names` the phase stands that follows those that have ended; some builds have fewer, and some more."""
    at = 0
    for name in ended:
        at = next((number + 1 for number in range(at, len(names)) if names[number] == name), at)
    return at


def remaining(ended: Times, before: Times, elapsed: float) -> float | None:
    """The seconds that are left if phases take the shares that they took before; None where that says nothing."""
    count = len(ended)
    if not before or count >= len(before) or [name for name, _ in ended] != [name for name, _ in before[:count]]:
        return None
    total = before[-1][1]
    if not count:
        return max(0.0, total - elapsed)
    done_before, done = before[count - 1][1], ended[-1][1]
    if done_before <= 0:
        return None
    speed = done / done_before
    return max(0.0, total * speed - elapsed)


def _phases() -> list[str]:
    from mlcc.driver.phases import GRAPH_PHASES, PROGRAM_PHASES

    return [phase.name for phase in (*GRAPH_PHASES, *PROGRAM_PHASES)]


def _keys(command: str, model: str) -> list[str]:
    from mlcc.driver.cache import Cache

    return [Cache.key("times of phases", command, os.path.abspath(model)), Cache.key("times of phases", command)]


def _read(keys: Sequence[str]) -> list[tuple[str, float]]:
    from mlcc.driver.cache import Cache

    for key in keys:
        data = Cache.default().read(key)
        if data is not None:
            return [(str(name), float(at)) for name, at in json.loads(data)]
    return []


def _write(keys: Sequence[str], times: Times) -> None:
    from mlcc.driver.cache import Cache

    for key in keys:
        Cache.default().write(key, json.dumps([[name, round(at, 3)] for name, at in times]).encode())
