"""What a build says while it runs."""

from __future__ import annotations

import pytest

from mlcc.cli.build_progress import line, remaining

BEFORE = [("Normalize", 1.0), ("schedule", 3.0), ("optimize", 9.0), ("link and write", 10.0)]
NAMES = [name for name, _ in BEFORE]


def test_the_phase_that_runs_is_named_with_the_expected_end() -> None:
    assert line([], BEFORE, NAMES, 0.5) == "read, about 10 s left"
    # Twice as slow as before so far: 20 s in all.
    ended = [("Normalize", 2.0), ("schedule", 6.0)]
    assert line(ended, BEFORE, NAMES, 7.0) == "optimize, about 13 s left"
    assert line([*ended, ("optimize", 18.0)], BEFORE, NAMES, 21.0) == "link and write"


def test_nothing_is_expected_of_a_build_like_none_before() -> None:
    assert line([("Normalize", 2.0)], [], NAMES, 3.0) == "schedule"
    assert line([("lower", 2.0)], [], ["Normalize", "lower", "codegen"], 3.0) == "codegen"
    assert line([("lower", 2.0), ("new", 3.0)], [], ["Normalize", "lower", "codegen"], 3.0) == "codegen"
    assert remaining([("other", 2.0)], BEFORE, 3.0) is None
    assert remaining([(name, 1.0) for name in (*NAMES, "more")], BEFORE, 3.0) is None
    assert remaining([("Normalize", 0.0)], [("Normalize", 0.0), ("link and write", 1.0)], 0.1) is None
    assert remaining([("Normalize", 1.0)], BEFORE, 4.0) == pytest.approx(6.0)
