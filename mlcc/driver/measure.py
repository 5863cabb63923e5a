"""Timing a call: warm-up, repeats, and statistics with their uncertainty."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds per call, one value per sample; `calls` is the number of calls in a sample."""

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


@dataclass(frozen=True, slots=True)
class Comparison:
    """The ratio of the times of two calls, from samples that were taken alternately.

    `low` and `high` bound the median of the ratios with a confidence of :data:`CONFIDENCE`; None with too few samples.
    """

    ratio: float
    low: float | None
    high: float | None

    @property
    def differs(self) -> bool | None:
        """Whether the difference exceeds the noise and :data:`PLACEMENT`; None with too few samples."""
        if self.low is None or self.high is None:
            return None
        return self.low > 1 + PLACEMENT or self.high < 1 - PLACEMENT

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {"ratio": self.ratio, "low": self.low, "high": self.high, "differs": self.differs}


#: The confidence level of a comparison's interval.
CONFIDENCE = 0.99
#: Where code and data happen to lie in memory makes two copies of one library differ by about so much, in every sample.
PLACEMENT = 0.01


def compare(base: Measurement, other: Measurement) -> Comparison:
    """`other` against `base`, by the ratios of paired samples: a temporary slowdown of the machine affects both.

    The interval of the median is that of the sign test: between two of the ordered ratios, whatever their
    distribution is.
    """
    ratios = Measurement(tuple(b / a for a, b in zip(base.samples, other.samples, strict=True)), 1)
    ordered, count = sorted(ratios.samples), len(ratios.samples)
    below, rank = 0.0, 0
    while True:  # the probability that at most `rank` ratios lie below the true median
        below += math.comb(count, rank) / 2**count
        if below > (1 - CONFIDENCE) / 2:
            break
        rank += 1
    if not rank:
        return Comparison(ratios.median, None, None)
    return Comparison(ratios.median, ordered[rank - 1], ordered[count - rank])


def seconds_of(call: Callable[[], Any], count: int) -> float:
    """The seconds that `count` calls take: by the clock of the device where the call runs on another machine."""
    elsewhere = getattr(call, "seconds", None)
    if elsewhere is not None:
        return float(elsewhere(count))
    begin = time.perf_counter()
    run_times(call, count)
    return time.perf_counter() - begin


def run_times(call: Callable[[], Any], count: int) -> None:
    """Call `count` times; a bound function of a library repeats natively, without Python's overhead."""
    repeat = getattr(call, "repeat", None)
    if repeat is not None:
        repeat(count)
        return
    for _ in range(count):
        call()


def warm_up(call: Callable[[], Any], seconds: float = 0.2, sample_time: float = 0.01) -> int:
    """Run `call` for `seconds` (at least once); returns the number of calls in a sample of about `sample_time` seconds.

    A single call of microseconds is too short for the clock, and for the way to another machine: rounds of calls grow
    until one takes half of `sample_time`. The fastest round says how long a call takes: others were disturbed. The
    first call loads code and memory, so that it alone says nothing, unless it is much longer than a sample.
    """
    start = time.perf_counter()
    batch, least = 1, math.inf
    taken = seconds_of(call, batch)
    if taken >= max(seconds, 10 * sample_time):
        least = taken
    while least == math.inf or batch * least < sample_time / 2 or time.perf_counter() - start < seconds:
        if taken <= 0 or batch * least < sample_time / 2:
            batch *= 2
        taken = seconds_of(call, batch)
        least = min(least, taken / batch) if taken > 0 else least
    return max(1, round(sample_time / least)) if least > 0 else 1


def measure(
    call: Callable[[], Any], *, warmup: float = 0.2, repeats: int = 20, sample_time: float = 0.01
) -> Measurement:
    """Time `call`: a warm-up, then `repeats` samples (see :func:`warm_up`)."""
    return measure_in_turns([call], warmup=warmup, repeats=repeats, sample_time=sample_time)[0]


def measure_in_turns(
    calls: Sequence[Callable[[], Any]], *, warmup: float = 0.2, repeats: int = 20, sample_time: float = 0.01
) -> list[Measurement]:
    """Time several calls, one sample of each per round, in alternating order: a disturbance that lasts longer than a
    sample affects all of them equally."""
    counts = [warm_up(call, warmup, sample_time) for call in calls]
    samples: list[list[float]] = [[] for _ in calls]
    order = list(range(len(calls)))
    for _ in range(repeats):
        for index in order:
            samples[index].append(seconds_of(calls[index], counts[index]) / counts[index])
        order.reverse()
    return [Measurement(tuple(taken), count) for taken, count in zip(samples, counts, strict=True)]


def human_time(seconds: float) -> str:
    """`12.3 ms`: three significant digits and a suitable unit."""
    for scale, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}" if seconds < 1000 * scale else f"{seconds / scale:.0f} {unit}"
    return f"{seconds * 1e9:.3g} ns" if seconds < 999.5e-9 else "1 us"
