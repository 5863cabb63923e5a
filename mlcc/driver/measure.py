"""Timing a call: warm-up, repeats, and statistics that say how much to trust them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds per call, one figure per sample; `calls` is how many calls a sample holds."""

    samples: tuple[float, ...]
    calls: int

    def quantile(self, fraction: float) -> float:
        """The value below which `fraction` of the samples lie (linear between neighbours)."""
        ordered = sorted(self.samples)
        position = fraction * (len(ordered) - 1)
        low = int(position)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (position - low)

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    @property
    def spread(self) -> float:
        """The interquartile range."""
        return self.quantile(0.75) - self.quantile(0.25)

    @property
    def best(self) -> float:
        return min(self.samples)

    @property
    def noisy(self) -> bool:
        """Whether the middle half of the samples varies by more than a tenth of the median."""
        return self.spread > 0.1 * self.median

    def as_data(self) -> dict[str, Any]:
        """For JSON; all times in seconds."""
        return {
            "median_s": self.median,
            "iqr_s": self.spread,
            "min_s": self.best,
            "max_s": max(self.samples),
            "mean_s": sum(self.samples) / len(self.samples),
            "samples": len(self.samples),
            "calls_per_sample": self.calls,
        }


def measure(
    call: Callable[[], Any], *, warmup: float = 0.2, repeats: int = 20, sample_time: float = 0.01
) -> Measurement:
    """Time `call`.

    It first runs for `warmup` seconds (at least once), which also tells how many calls make a sample
    of about `sample_time` seconds: a single call of microseconds is too short for the clock.
    """
    clock = time.perf_counter
    start = clock()
    count = 0
    while True:
        call()
        count += 1
        elapsed = clock() - start
        if elapsed >= warmup:
            break
    calls = max(1, round(sample_time * count / elapsed)) if elapsed > 0 else 1
    samples = []
    for _ in range(repeats):
        begin = clock()
        for _ in range(calls):
            call()
        samples.append((clock() - begin) / calls)
    return Measurement(tuple(samples), calls)


def human_time(seconds: float) -> str:
    """`12.3 ms`: three figures and a fitting unit."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}" if seconds < 1000 * scale else f"{seconds / scale:.0f} {unit}"
    return f"{seconds * 1e9:.3g} ns"
