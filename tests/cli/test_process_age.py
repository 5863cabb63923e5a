"""How long a process has run."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from mlcc.cli import process_age as module
from mlcc.cli.process_age import process_age


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say")
def test_it_counts_from_the_start_of_the_process() -> None:
    first = process_age()
    time.sleep(0.05)
    assert 0 < first < process_age()


def test_a_system_that_does_not_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "Path", lambda name: tmp_path / "none")
    assert process_age() == 0.0
