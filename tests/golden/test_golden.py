"""Golden programs: each folder holds a program, a schedule, and what the schedule must make of it."""

from pathlib import Path

import pytest

from mlcc.ir import script, structural_equal
from mlcc.schedule import apply_script, load_script
from mlcc.script import parse_module

CASES = sorted(p.parent for p in Path(__file__).parent.glob("*/schedule.yaml"))


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.name)
def test_golden(case: Path, request: pytest.FixtureRequest) -> None:
    before = parse_module((case / "input.tir").read_text(), "input.tir")
    after, trace = apply_script(before, load_script(case / "schedule.yaml"))
    wanted = case / "expected.tir"
    if request.config.getoption("--update-golden", default=False):
        wanted.write_text(script(after) + "\n")
    expected = parse_module(wanted.read_text(), "expected.tir")
    if not structural_equal(after, expected):
        assert script(after) == script(expected)
        raise AssertionError("the programs print alike but differ")
    again, _ = apply_script(before, trace.to_yaml())
    assert structural_equal(again, after)
    assert structural_equal(parse_module(script(after), "printed.tir"), after)


def test_cases_are_complete() -> None:
    """No folder without all three files, so that nothing is left untested by a slip."""
    folders = [p for p in Path(__file__).parent.iterdir() if p.is_dir() and p.name not in ("__pycache__", "tvm")]
    assert folders
    for folder in folders:
        assert {"input.tir", "schedule.yaml", "expected.tir"} == {p.name for p in folder.iterdir()}, folder
