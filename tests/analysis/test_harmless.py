"""Guards that only keep axes inside their domains skip no instance."""

from __future__ import annotations

import pytest
from sites import Sites

TEXT = """
@T.prim_func
def main(B: T.Buffer((10,))):
    for i_0, i_1 in T.grid(3, 4):
        with T.block("B"):
            vi = T.axis.spatial(10, i_0 * 4 + i_1)
            T.where({guard})
            B[vi] = T.float32(1)
"""


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        ("True", True),
        ("i_0 * 4 + i_1 < 10", True),
        ("i_0 * 4 + i_1 <= 9", True),
        ("i_0 * 2 + i_1 // 2 < 5", False),  # harmless, which is not proven
        ("i_0 * 4 + i_1 < 11", True),
        ("i_0 * 4 + i_1 < 9", False),
        ("i_0 * 4 + i_1 >= 0", True),
        ("i_0 * 4 + i_1 >= 1", False),
        ("i_0 * 4 + i_1 < 10 and i_1 < 4", True),
        ("i_0 * 4 + i_1 < 10 and i_1 < 3", False),
        ("B[i_0] > T.float32(0)", False),
        ("i_1 % 2 == 0", False),
    ],
)
def test_guards(guard: str, expected: bool) -> None:
    sites = Sites(TEXT.format(guard=guard))
    if "B[" not in guard:  # an instance is skipped if the guard fails for a value inside the domain
        runs = {i * 4 + j for i in range(3) for j in range(4) if eval(guard, {"i_0": i, "i_1": j})}
        assert (runs >= set(range(10))) is expected or not expected
    assert sites.facts.guards_are_harmless(sites["B"]) is expected


def test_branches_around_the_block_count() -> None:
    text = TEXT.format(guard="i_0 * 4 + i_1 < 10").replace(
        "        with T.block", "      if i_1 < LIMIT:\n        with T.block"
    )
    for limit, expected in (("4", True), ("3", False)):
        sites = Sites(text.replace("LIMIT", limit))
        assert sites.facts.guards_are_harmless(sites["B"]) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("B[vi] = T.float32(1)", True),
        ("B[vi] = T.if_then_else(vi < 3, T.float32(1), T.float32(2))", True),
        ("if B[vi] > T.float32(0):\n                B[vi] = T.float32(1)", False),
        ("while B[vi] > T.float32(0):\n                B[vi] = T.float32(0)", False),
        ("for k in range(2):\n                B[vi] = T.float32(k)", True),
        ("for k in range(T.Cast('int32', B[vi])):\n                B[vi] = T.float32(1)", False),
        ("with T.block('C'):\n                T.where(vi < 9)\n                B[vi] = T.float32(1)", False),
        ("with T.block('C'):\n                T.where(vi < 10)\n                B[vi] = T.float32(1)", True),
        ("with T.block('C'):\n                B[vi] = T.float32(1)", True),
    ],
)
def test_stores_that_may_not_be_made(body: str, expected: bool) -> None:
    sites = Sites(TEXT.format(guard="i_0 * 4 + i_1 < 10").replace("B[vi] = T.float32(1)", body))
    assert sites.facts.stores_always(sites["B"], sites["B"].block.writes[0].buffer) is expected
