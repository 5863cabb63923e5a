"""Searches whose times need not be good."""

from __future__ import annotations

import pytest

from mlcc.tune import model_times, search


@pytest.fixture(autouse=True)
def _short_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared is compared in a hundredth of the time: no test asks which of two is faster."""
    monkeypatch.setattr(model_times, "PAIRS", 11)
    monkeypatch.setattr(model_times, "_MOST_PAIRS", 21)
    monkeypatch.setattr(model_times, "WARM_UP", 0.002)
    monkeypatch.setattr(model_times, "SAMPLE", 0.0005)
    monkeypatch.setattr(search, "_ALONE", 0.1)
