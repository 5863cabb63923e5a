"""Properties of single blocks."""

from __future__ import annotations

import pytest
from sites import Sites

from mlcc.analysis.block_facts import BlockFacts

TEXT = """
@T.prim_func
def main(A: T.Buffer((16, 16)), Y: T.Buffer((16,))):
    for i, k in T.grid(8, 8):
        with T.block("Y"):
            vi, vk = T.axis.remap("{kinds}", [i, k])
            Y[{target}] = {value}
"""


@pytest.mark.parametrize(
    ("kinds", "target", "value", "expected"),
    [
        ("SS", "vi", "A[vi, vk]", (True, False, False, False)),
        ("SR", "vi", "Y[vi] + A[vi, vk]", (False, True, False, True)),
        ("SR", "vi", "Y[vi + 1] + A[vi, vk]", (False, True, False, False)),  # the element that another instance writes
        ("SR", "vk", "Y[vk] + A[vi, vk]", (False, True, True, False)),
        ("SR", "vi", "A[vi, vk]", (False, False, False, False)),
    ],
)
def test_facts(kinds: str, target: str, value: str, expected: tuple[bool, ...]) -> None:
    sites = Sites(TEXT.format(kinds=kinds, target=target, value=value))
    facts = BlockFacts(sites["Y"].block)
    assert (facts.spatial, facts.in_place, facts.writes_use_reduce, facts.is_update) == expected
    assert {v.name for v in facts.spatial_vars | facts.reduce_vars} == {"vi", "vk"}
