"""Calls of functions that a generator gives; most of it is tested with the patterns that mark them."""

from __future__ import annotations

from mlcc.relax.transform import RunCodegen
from mlcc.script import parse_module

from .graphs import CALLS


def test_a_module_without_marked_functions_stays() -> None:
    module = parse_module(CALLS)
    assert set(RunCodegen()(module).functions) == set(module.functions)
