"""What the guards of a loop are, and what is known of them."""

from __future__ import annotations

import pytest

from mlcc.analysis import Analyzer, Poly
from mlcc.ir import For, IfThenElse, Var, const, walk
from mlcc.lowering.loop_guards import (
    Contents,
    first_inside,
    guards_of,
    in_any,
    in_branches,
    in_loads,
    is_under,
    node_count,
    relaxed,
    strictest,
    where_positive,
    with_conditions,
)
from mlcc.script import parse_prim_func

PADDED = """
@T.prim_func
def f(A: T.Buffer((40,), "float32"), B: T.Buffer((40,), "float32")):
    for i in range(10):
        for j in range(4):
            if i * 4 + j < 38:
                B[i * 4 + j] = T.if_then_else(i * 4 + j >= 1, A[i * 4 + j - 1], T.float32(0))
"""


def loop() -> For:
    return next(n for n in walk(parse_prim_func(PADDED).body) if isinstance(n, For))


def test_guards_of_branches_and_of_loads() -> None:
    outer, analyzer = loop(), Analyzer()
    (branch,) = guards_of(analyzer, outer, Contents(outer.body), in_branches)
    (load,) = guards_of(analyzer, outer, Contents(outer.body), in_loads)
    assert len(guards_of(analyzer, outer, Contents(outer.body), in_any)) == 2
    assert [item.var.name for item in branch.loops()] == ["j"]
    i = Poly.atom(outer.var)
    for guard, low, high in ((branch, 34, 37), (load, -1, 2)):
        sign = -4 if guard is branch else 4
        result = relaxed(analyzer, guard.poly, guard.inner)
        assert result is not None
        assert (result.low, result.high) == (i.scaled(sign).shift(low), i.scaled(sign).shift(high))


def test_the_iterations_in_which_a_guard_holds() -> None:
    i = Var("i", "int64")
    rising, falling = Poly.atom(i, 4).shift(-1), Poly.atom(i, -4).shift(34)
    assert where_positive(rising, i, 0, 10) == (1, 10)
    assert where_positive(falling, i, 0, 10) == (0, 9)
    assert where_positive(falling + Poly.atom(Var("n", "int64")), i, 0, 10) is None
    assert first_inside(rising, i, 0) == 1
    assert first_inside(falling, i, 0) is None


def test_the_strictest_guard_stands_for_those_that_differ_by_a_constant() -> None:
    i, n = (Poly.atom(Var(name, "int64")) for name in "in")
    assert strictest([i.shift(2), i.shift(-1), n - i, i]) == [i.shift(-1), n - i]


@pytest.mark.parametrize("value", [0, 1])
def test_a_condition_is_replaced_where_it_stands(value: int) -> None:
    outer = loop()
    (branch,) = guards_of(Analyzer(), outer, Contents(outer.body), in_branches)
    assert is_under(outer.body, branch.condition)
    changed = with_conditions(outer.body, {id(branch.condition): const(bool(value))})
    (new,) = [n for n in walk(changed) if isinstance(n, IfThenElse)]
    assert new.condition.script() == f"T.bool({bool(value)})"
    assert node_count(changed) < node_count(outer.body)
