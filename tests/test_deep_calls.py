"""Calls below an entry point need no memory of the operating system, whatever their depth."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

import pytest

from mlcc.cli import main
from mlcc.deep_calls import deep
from mlcc.driver import build

resource = pytest.importorskip("resource")


def _leaf() -> None:
    """What each level calls again and again."""


def _at(depth: int, function: Callable[[], object]) -> object:
    return function() if depth == 0 else _at(depth - 1, function)


def _calls() -> None:
    for _ in range(50):
        _leaf()
        _leaf()


def _faults() -> int:
    """How often pages of memory had to be made while functions were called at all depths up to 500."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for depth in range(500):
        _at(depth, _calls)
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="frames are objects of their own")
def test_no_depth_asks_for_memory_again_and_again() -> None:
    assert deep(_faults)() < 250


def test_arguments_results_and_errors_pass() -> None:
    @deep
    def function(a: int, *rest: int, b: int = 3) -> tuple[Any, ...]:
        """What it is."""
        if a < 0:
            raise ValueError(a)
        return a, rest, b

    assert function(1, 2, 3, b=4) == (1, (2, 3), 4)
    assert (function.__name__, function.__doc__) == ("function", "What it is.")
    assert list(inspect.signature(function).parameters) == ["a", "rest", "b"]
    with pytest.raises(ValueError, match="-1"):
        function(-1)


@pytest.mark.parametrize("entry", [main, build])
def test_entry_points_are_deep(entry: Callable[..., object]) -> None:
    assert entry.__code__.co_stacksize > 1 << 16
