"""Tests mirror the code: a module is tested in the file of its name."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Folders of the package, and where their modules' tests stand.
ROOMS = {
    "analysis": "analysis", "lowering": "lowering", "relax/transform": "relax",
    "schedule/primitives": "schedule/primitives",
}  # fmt: skip


def _modules(room: str) -> set[str]:
    return {file.stem for file in (ROOT / "mlcc" / room).glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("room", ROOMS)
def test_modules_have_their_test_file(room: str) -> None:
    assert [name for name in _modules(room) if not (ROOT / "tests" / ROOMS[room] / f"test_{name}.py").is_file()] == []
