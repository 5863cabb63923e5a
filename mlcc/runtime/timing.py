"""Times the functions of a library."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import MlccError


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds per call: one entry of `results` per repeat, each the mean over `number` calls."""

    results: tuple[float, ...]
    number: int

    @property
    def mean(self) -> float:
        """The mean of the results."""
        return statistics.fmean(self.results)

    @property
    def median(self) -> float:
        """The median of the results."""
        return statistics.median(self.results)

    @property
    def std(self) -> float:
        """The standard deviation of the results (of the population, as TVM has it)."""
        return statistics.pstdev(self.results)

    @property
    def min(self) -> float:
        """The smallest result."""
        return min(self.results)

    @property
    def max(self) -> float:
        """The largest result."""
        return max(self.results)

    def __str__(self) -> str:
        scale, unit = next(
            ((s, u) for s, u in ((1, "s"), (1e3, "ms"), (1e6, "us")) if self.median * s >= 1),
            (1e9, "ns"),
        )
        numbers = " ".join(
            f"{name} {getattr(self, name) * scale:.4g} {unit}" for name in ("mean", "median", "min", "max", "std")
        )
        return f"{numbers} ({len(self.results)} x {self.number} calls)"


class Evaluator:
    """Times a function on the arguments it is called with.

    `bind` takes the arguments and gives what repeats a call on them a number of times.
    """

    def __init__(
        self, bind: Callable[[Sequence[Any]], Callable[[int], None]], number: int, repeat: int, min_repeat_ms: float
    ) -> None:
        if number < 1 or repeat < 1 or min_repeat_ms < 0:
            raise MlccError(
                "R341",
                "a timing needs number >= 1, repeat >= 1 and min_repeat_ms >= 0, given "
                f"{number}, {repeat} and {min_repeat_ms}",
            )
        self.bind, self.number, self.repeat = bind, number, repeat
        self.min_repeat_ms = min_repeat_ms

    def __call__(self, *args: Any) -> Timing:
        """One call to warm up, then `repeat` times `number` calls.

        The calls of one repeat follow each other in machine code, where llvmlite is installed. The number
        grows until one repeat takes at least `min_repeat_ms`.
        """
        run = self.bind(args)
        run(1)
        clock = time.perf_counter
        number = self.number
        results: list[float] = []
        while len(results) < self.repeat:
            begin = clock()
            run(number)
            seconds = clock() - begin
            if seconds * 1e3 < self.min_repeat_ms:
                grow = self.min_repeat_ms / max(seconds * 1e3, 1e-3)
                number = max(number + 1, min(int(number * grow * 1.2), number * 100))
                results.clear()
                continue
            results.append(seconds / number)
        return Timing(tuple(results), number)
