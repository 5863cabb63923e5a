"""Tolerances are those that README claims, and no test has a wider one without saying why."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tolerances import TOLERANCE, assert_close

TESTS = Path(__file__).parent
LIMIT = TOLERANCE["float32"]
#: A wider tolerance has a comment of this form on its line or the line above.
REASON = re.compile(r"# wide: \w")
#: Multiples of a rounding of the result's dtype are no shares.
_NAMES, _STEPS = "rtol|atol|rel|abs|tolerance|share", "step|STEPS"
_LITERAL = re.compile(rf"\b(?:{_NAMES})\s*=\s*([0-9.]+(?:e-?\d+)?)(?![\w.]|\s*\*\s*(?:{_STEPS})\b)")


def wide_lines(text: str) -> list[int]:
    """The lines, from 1, with a tolerance wider than that of float32 and without a reason."""
    lines = text.splitlines()
    result = []
    for number, line in enumerate(lines, 1):
        wide = any(float(value) > LIMIT for value in _LITERAL.findall(line))
        if wide and not any(REASON.search(near) for near in lines[max(0, number - 2) : number]):
            result.append(number)
    return result


def test_readme_states_the_tolerances() -> None:
    text = (TESTS.parent / "README.md").read_text()
    head, values = re.search(r"^\| (float64 .*) \|\n\| ---.*\n\| (.*) \|$", text, re.M).groups()
    stated = dict(zip(head.split(" | "), map(float, values.split(" | ")), strict=True))
    assert stated == TOLERANCE


def test_the_table_of_models_is_within_the_claim() -> None:
    """The largest relative error of a model in float32, in README's table."""
    text = (TESTS.parent / "README.md").read_text()
    table = text.split("| model | largest output | mlcc | relative |")[1].split("\n\n")[0]
    errors = [float(line.split(" | ")[3]) for line in table.splitlines()[2:]]
    assert len(errors) > 10
    assert max(errors) <= LIMIT


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_no_wider_tolerance_without_a_reason(path: Path) -> None:
    assert wide_lines(path.read_text()) == []


def test_what_is_wide() -> None:
    assert wide_lines("f(rtol=2.5 * STEPS[d])") == []
    assert wide_lines("f(rtol=1e-4)\nf(atol=1e-5, rtol=0)\n# wide: measured\nf(tolerance = 0.02)\nf(atol=2)") == [1, 5]


def test_close() -> None:
    want = np.array([1.0, 100.0, np.nan, np.inf], np.float32)
    assert_close(want + np.float32(9e-4), want)
    with pytest.raises(AssertionError):
        assert_close(want + np.float32(2e-3), want)
    for other in ([1, 100, 0, np.inf], [1, 100, np.nan, -np.inf], [1, 100, np.nan]):
        with pytest.raises(AssertionError):
            assert_close(np.array(other, np.float32), want)
    assert_close(np.array([3]), np.array([3]))
    with pytest.raises(AssertionError):
        assert_close(np.array([3]), np.array([4]))
