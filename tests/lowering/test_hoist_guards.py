"""A guard that all lasting effects of a loop body are under moves around the body."""

from __future__ import annotations

import pytest
from stages import after

from mlcc.ir import TILE_SCOPE, For, IfThenElse, Node, free_vars, walk

PROGRAM = """
@T.prim_func
def f(a: T.handle, W: T.Buffer((8,), "float32"), y: T.handle, z: T.Buffer((4,), "float32")):
    T.func_attr({{"tir.noalias": True}})
    n = T.int64()
    A = T.match_buffer(a, (n, 8), "float32")
    Y = T.match_buffer(y, (n,), "float32")
    t = T.alloc_buffer((8,), "float32", scope="{scope}")
    for b in range((n + T.int64(3)) // T.int64(4)):
        for i in range(4):
            for j in range(8):
                with T.block("t"):
                    t[j] = W[j] + T.float32(1)
            for k in range(8):
                with T.block("Y"):
                    T.where({guard})
                    with T.init():
                        Y[b * T.int64(4) + i] = T.float32(0)
                    Y[b * T.int64(4) + i] = Y[b * T.int64(4) + i] + A[b * T.int64(4) + i, k] * t[k]
{more}
"""
ROWS = "b * T.int64(4) + i < n"
#: Conditions over a loop inside.
FEWER, SHORTER = "b * T.int64(4) + i + k < n", f"{ROWS} and i + k < 9"
#: A store that is not under the guard, and is there for every row of a block.
LASTING = """
            with T.block("z"):
                z[i] = W[i]
"""


def rows(guard: str, more: str, scope: str = TILE_SCOPE) -> For:
    """The loop over the rows of a block after the pass."""
    func = after(PROGRAM.format(guard=guard, more=more, scope=scope), "hoist_guards")
    return next(n for n in walk(func.body) if isinstance(n, For) and n.var.name == "i")


def guards(body: Node, var: str) -> int:
    """The branches below a statement whose conditions depend on a loop."""
    found = (n.condition for n in walk(body) if isinstance(n, IfThenElse))
    return sum(var in {v.name for v in free_vars(condition)} for condition in found)


def test_copies_that_end_with_the_body_are_not_made_where_the_guard_fails() -> None:
    body = rows(ROWS, "").body
    assert isinstance(body, IfThenElse)
    assert guards(body.then_body, "i") == 0


@pytest.mark.parametrize(("guard", "more"), [(ROWS, LASTING), (SHORTER, LASTING), (FEWER, "")])
def test_what_is_not_under_the_guard_stays(guard: str, more: str) -> None:
    """A lasting store without the guard, and a guard over a loop inside."""
    assert not isinstance(rows(guard, more).body, IfThenElse)


def test_another_condition_stays_inside() -> None:
    body = rows(SHORTER, "").body
    assert isinstance(body, IfThenElse)
    assert guards(body.then_body, "i") == 1


def test_memory_is_filled_in_versions_of_the_body() -> None:
    assert not isinstance(rows(ROWS, "", "local").body, IfThenElse)
