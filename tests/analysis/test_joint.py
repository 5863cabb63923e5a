"""Whether indices of several dimensions take all combinations of their values."""

from __future__ import annotations

import pytest
from evaluated import environments, value

from mlcc.analysis import Analyzer
from mlcc.analysis.joint import meet_everywhere
from mlcc.ir import Expr, Var

V, W = Var("v"), Var("w")
LOOPS = {V: range(12), W: range(3)}


@pytest.mark.parametrize(
    ("indices", "expected"),
    [
        ([V, W], True),
        ([V, V], False),
        ([V + W, W], False),
        ([V // 4, V % 4], True),
        ([V // 4, V % 3], True),
        ([V // 3, V % 4], False),  # it takes all, which is not found
        ([V // 4, V % 4, W], True),
        ([V // 6, V % 6 // 2, V % 2], True),
        ([V // 4, V % 4 + W], True),
        ([V // 4, V // 2 % 2], True),
        ([V // 4, V // 2], False),
    ],
)
def test_combinations(indices: list[Expr], expected: bool) -> None:
    analyzer = Analyzer({v: (0, len(r)) for v, r in LOOPS.items()})
    starts = [analyzer.poly(i) for i in indices]
    taken = {tuple(value(i, env) for i in indices) for env in environments(LOOPS)}
    everything = 1
    for column in zip(*taken, strict=True):
        everything *= len(set(column))
    assert len(taken) == everything or not expected  # a yes is right; a no may be for want of a proof
    assert meet_everywhere(analyzer, starts, LOOPS) is expected


def test_variables_that_do_not_move_may_occur_twice() -> None:
    analyzer = Analyzer({V: (0, 12), W: (0, 3)})
    assert meet_everywhere(analyzer, [analyzer.poly(V), analyzer.poly(V + W)], {W})


def test_incomplete_last_rows_count_unless_strict() -> None:
    analyzer = Analyzer({V: (0, 10)})
    starts = [analyzer.poly(V // 4), analyzer.poly(V % 4)]
    assert meet_everywhere(analyzer, starts, {V})
    assert not meet_everywhere(analyzer, starts, {V}, strict=True)
    whole = Analyzer({V: (0, 12)})
    assert meet_everywhere(whole, [whole.poly(V // 4), whole.poly(V % 4)], {V}, strict=True)


def test_last_rows_of_symbolic_size_may_be_incomplete() -> None:
    n = Var("n")
    for extent, complete in ((n, False), (n * 4, True)):
        analyzer = Analyzer({V: (0, extent)}, [n])
        starts = [analyzer.poly(V // 4), analyzer.poly(V % 4)]
        assert meet_everywhere(analyzer, starts, {V})
        assert meet_everywhere(analyzer, starts, {V}, strict=True) is complete
