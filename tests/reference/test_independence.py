"""Which loops are recognised as independent."""

from typing import Any

import pytest

from mlcc.ir import For, walk
from mlcc.reference.independence import independent
from mlcc.script import parse_module

from .reference_programs import PROGRAMS


@pytest.mark.parametrize(
    ("name", "alone"),
    [
        ("MATMUL_RELU", {"i", "j"}),
        ("SCHEDULED", {"i", "j_0", "j_1_init", "j_1", "ax0"}),
        ("FUSED_LOOP", {"ij"}),
        ("ARGMAX", {"i"}),
        ("SYMBOLIC", {"i", "j"}),
        ("PADDED", {"i"}),
        ("SEQUENTIAL", set()),
        ("VIEWS", {"a", "b"}),
    ],
)
def test_loops(name, alone):
    result: dict[str, Any] = {}
    (func,) = parse_module(PROGRAMS[name]).prim_funcs.values()
    for loop in walk(func.body):
        if isinstance(loop, For):
            result.setdefault(loop.var.name, []).append(independent(loop, {}))
    assert {name for name, results in result.items() if all(results)} == alone
    assert {name for name, results in result.items() if any(results)} == alone
