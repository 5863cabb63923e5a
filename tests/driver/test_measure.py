"""Statistics of timings."""

from __future__ import annotations

import pytest

from mlcc.driver.measure import Measurement, human_time, measure


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
