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

#: Modules whose tests stand under other names or are those of their callers: this list only ever gets shorter.
WITHOUT: dict[str, set[str]] = {
    "analysis": set(),
    "lowering": set(),
    "schedule/primitives": set(),
    "relax/transform": {
        "attention_operands", "bind_params", "blocked_convs", "blocked_integers", "blocked_values",
        "blocked_weights", "common_subexpr", "convert_to_dataflow", "dead_code", "fold_constant", "fold_scale",
        "inline_calls", "lone_convs", "match_attention", "packed_words", "pass_", "polynomials", "quantized_values",
    },
}  # fmt: skip


def _modules(room: str) -> set[str]:
    return {file.stem for file in (ROOT / "mlcc" / room).glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("room", ROOMS)
def test_modules_have_their_test_file(room: str) -> None:
    untested = {name for name in _modules(room) if not (ROOT / "tests" / ROOMS[room] / f"test_{name}.py").is_file()}
    assert sorted(untested) == sorted(WITHOUT[room])
