"""Statistics of timings."""

from __future__ import annotations

import itertools
import time

import pytest

from mlcc.driver import measure as measurement
from mlcc.driver.measure import Measurement, compare, human_time, measure, measure_in_turns


def test_quantiles() -> None:
    m = Measurement((4.0, 1.0, 3.0, 2.0, 5.0), 1)
    assert (m.median, m.best, m.spread) == (3.0, 1.0, 2.0)
    assert Measurement((1.0, 2.0), 1).median == 1.5
    assert Measurement((7.0,), 1).spread == 0


def test_measure_takes_the_samples_asked_for() -> None:
    calls = 0

    def call() -> None:
        nonlocal calls
        calls += 1

    m = measure(call, warmup=0.001, repeats=3, sample_time=0.0001)
    assert len(m.samples) == 3
    assert calls > 3 * m.calls
    assert all(sample >= 0 for sample in m.samples)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1.5, "1.5 s"), (0.0123, "12.3 ms"), (4.56e-6, "4.56 us"), (7e-9, "7 ns"), (0.9994, "999 ms")],
)
def test_human_time(seconds: float, text: str) -> None:
    assert human_time(seconds) == text


def test_calls_take_turns() -> None:
    order: list[str] = []
    result = measure_in_turns(
        [lambda: order.append("a"), lambda: order.append("b")], warmup=0, repeats=2, sample_time=0
    )
    assert order == ["a", "b", *"abba"]
    assert [len(m.samples) for m in result] == [2, 2]


def test_comparison_needs_enough_samples() -> None:
    few = compare(Measurement((1.0,) * 5, 1), Measurement((2.0,) * 5, 1))
    assert (few.ratio, few.low, few.high, few.differs) == (2.0, None, None, None)


def test_comparison_is_by_pairs() -> None:
    # The machine is twice as slow for a while; `b` always takes a tenth longer.
    a = [1.0 + (n % 7) / 7 for n in range(20)]
    b = [1.1 * s for s in a]
    result = compare(Measurement(tuple(a), 1), Measurement(tuple(b), 1))
    assert result.ratio == pytest.approx(1.1)
    assert result.low == pytest.approx(1.1)
    assert result.differs is True
    noise = [s * (0.9 if n % 2 else 1.1) for n, s in enumerate(a)]
    assert compare(Measurement(tuple(a), 1), Measurement(tuple(noise), 1)).differs is False


@pytest.mark.parametrize(
    ("factor", "differs"), [(1.0, False), (1.008, False), (0.993, False), (1.02, True), (0.97, True)]
)
def test_small_differences_are_where_code_lies(factor: float, differs: bool) -> None:
    base = Measurement((1.0,) * 20, 1)
    assert compare(base, Measurement((factor,) * 20, 1)).differs is differs


def test_interval_is_that_of_the_sign_test() -> None:
    # 20 values: the fourth from either end leaves 0.13 % on each side, the fifth would leave 0.59 %.
    result = compare(Measurement((1.0,) * 20, 1), Measurement(tuple(float(n) for n in range(1, 21)), 1))
    assert (result.low, result.high) == (4.0, 17.0)


def test_a_cold_call_does_not_decide_how_many_calls_a_sample_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call loads code: with its time, samples of a short call would be one call each, and two equal libraries
    would be told apart by which of them was cold."""
    clock = itertools.count()
    spent = iter([0.02, 1e-3, 1e-3, 1e-3, 1e-2] + 99 * [1e-3])  # the fifth round was disturbed
    monkeypatch.setattr(measurement, "seconds_of", lambda call, count: next(spent) * count)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    assert measurement.warm_up(lambda: None, seconds=0.02, sample_time=0.01) == 10
