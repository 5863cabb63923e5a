"""Instances of blocks that depend on each other, and orders that this rules out."""

from __future__ import annotations

import pytest
from sites import Sites

from mlcc.analysis.instances import exchanged
from mlcc.ir import Var

TEXT = """
@T.prim_func
def main(A: T.Buffer((20, 20)), P: T.Buffer((20, 20))):
    for i, j in T.grid(8, 8):
        with T.block("P"):
            vi, vj = T.axis.remap("{kinds}", [i, j])
            P[{target}] = {value}
"""


def block(target: str, value: str = "A[vi, vj]", kinds: str = "SS") -> Sites:
    return Sites(TEXT.format(target=target, value=value, kinds=kinds))


@pytest.mark.parametrize(
    ("target", "value", "apart", "single"),
    [
        ("vi, vj", "A[vi, vj]", True, True),
        ("vj, vi", "A[vi, vj]", True, True),
        ("vi, 0", "A[vi, vj]", False, False),
        ("vi, 0", "T.float32(1)", True, True),  # the same value
        ("vi + vj, 0", "A[vi, vj]", False, False),
        ("vi, vj", "P[vi, vj] * A[vi, vj]", True, False),
        ("vi, vj", "P[vi + 1, vj] * A[vi, vj]", False, False),
        ("vi, vj", "P[vi + 8, vj] * A[vi, vj]", True, False),
        ("vi * 2, vj", "P[vi * 2 + 1, vj]", True, False),
    ],
)
def test_instances_that_share_elements(target: str, value: str, apart: bool, single: bool) -> None:
    sites = block(target, value)
    instances = sites.facts.instances
    assert instances.apart(sites["P"].block) is apart
    assert instances.single_valued(sites["P"].block, sites.buffer("P")) is single


def test_stores_that_overlap() -> None:
    for target, axis in (("vi, vj", None), ("vi, 0", "vj"), ("0, vj", "vi")):
        sites = block(target)
        tie = sites.facts.instances.overlap(sites["P"].block, sites.buffer("P"))
        assert (tie.loops[0].name if tie else None) == axis


@pytest.mark.parametrize(
    ("value", "violated"),
    [
        ("P[vi + 1, vj] * A[vi, vj]", False),  # (-1, 0): earlier in both orders
        ("P[vi + 1, vj + 1] * A[vi, vj]", False),
        ("P[vi + 1, vj + 8] * A[vi, vj]", False),  # never met
    ],
)
def test_orders_that_keep_dependences(value: str, violated: bool) -> None:
    sites = block("vi, vj", value)
    axes = [axis.var for axis in sites["P"].block.iters]
    assert (sites.facts.instances.shuffled(sites["P"].block, axes[::-1]) is not None) is violated


def test_an_interchange_that_reverses_a_dependence() -> None:
    sites = block("vi + 1, vj", "P[vi, vj + 1] * A[vi, vj]")
    axes = [axis.var for axis in sites["P"].block.iters]
    tie = sites.facts.instances.shuffled(sites["P"].block, axes[::-1])
    assert tie is not None
    assert tie.loops == tuple(axes)
    assert sites.facts.instances.shuffled(sites["P"].block, axes) is None


def test_any_order_of_a_sum() -> None:
    sites = block("vi, 0", "P[vi, 0] + A[vi, vj]", "SR")
    assert sites.facts.instances.shuffled(sites["P"].block, None) is None
    sites = block("vi, 0", "P[vi, 0] * T.float32(2) + A[vi, vj]", "SR")
    assert sites.facts.instances.shuffled(sites["P"].block, None) is not None


def test_pairs_whose_order_changes() -> None:
    i, j, k = Var("i"), Var("j"), Var("k")
    assert exchanged([i, j, k], [i, j, k]) == []
    assert exchanged([i, j, k], [k, i, j]) == [(i, k), (j, k)]
    assert exchanged([i, j, k], [k, j, i]) == [(i, j), (i, k), (j, k)]
