"""Conditions on sizes without what they say twice."""

from __future__ import annotations

from itertools import product

import pytest

from mlcc.analysis import LARGEST_EXTENT, simplify
from mlcc.analysis.extents import Sizes
from mlcc.analysis.plain_conditions import plain_conditions
from mlcc.ir import Expr, IntImm, Var, all_of, any_of, const, maximum, minimum, substitute

N, M = Var("n", "int64"), Var("m", "int64")
NINE = const(9, "int64")
ROWS = minimum(NINE, N)
SAME = any_of(N.equal(ROWS), N.equal(1), ROWS.equal(1))

CASES = {
    "a row that is broadcast": ([SAME], ["n <= T.int64(9)"]),
    "a row that ends": ([SAME, ROWS <= N, any_of(N <= 0, N - 1 < ROWS)], ["n <= T.int64(9)"]),
    "a longer row": ([maximum(N, M).equal(N)], ["n >= m"]),
    "one element": ([maximum(N, NINE).equal(10)], ["n == T.int64(10)"]),
    "never one": ([any_of(maximum(N, NINE).equal(4), M.equal(2))], None),
    "no more than another": ([any_of(N.equal(3), N < 9), N < 12], ["n < T.int64(9)"]),
    "apart": ([N.equal(M), any_of(N.equal(1), M <= 4)], None),
}


def plain(conditions: list[Expr]) -> list[Expr]:
    known = Sizes(dict.fromkeys((N, M), (0, LARGEST_EXTENT)))
    return [condition for _, condition in plain_conditions(known, conditions)]


def holds(condition: Expr, n: int, m: int) -> bool:
    value = simplify(substitute(condition, {N: const(n, "int64"), M: const(m, "int64")}))
    assert isinstance(value, IntImm), condition.script()
    return bool(value.value)


@pytest.mark.parametrize("name", CASES)
def test_what_is_left(name: str) -> None:
    conditions, want = CASES[name]
    if want is not None:
        assert [condition.script() for condition in plain(conditions)] == want


@pytest.mark.parametrize("name", CASES)
def test_both_say_the_same(name: str) -> None:
    conditions, _ = CASES[name]
    before, after = all_of(*conditions), all_of(*plain(conditions))
    for n, m in product(range(13), range(13)):
        assert holds(before, n, m) == holds(after, n, m), (n, m)


def test_numbers_of_what_is_left() -> None:
    known = Sizes({N: (0, LARGEST_EXTENT)})
    kept = plain_conditions(known, [N <= 3, N <= 4, N <= 2])
    assert [number for number, _ in kept] == [0, 2]
