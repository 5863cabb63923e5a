"""Intrinsics that a test registers are forgotten after it: messages name those that are known."""

from __future__ import annotations

import pytest

from mlcc.schedule import intrinsics

pytest.register_assert_rewrite("tried")


@pytest.fixture(autouse=True)
def registered_intrinsics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intrinsics, "_TABLE", dict(intrinsics._TABLE))
