"""Marks, splits and sums: where a split ends, and which splits are taken of each mark."""

from __future__ import annotations

from mlcc.analysis import Poly
from mlcc.analysis.iterators import IterMark, IterSplit, IterSum, splits_by_mark
from mlcc.ir import Var

I, J = Var("i"), Var("j")


def number(value: int) -> Poly:
    return Poly.const(value)


def alone(mark: IterMark, scale: int) -> IterSplit:
    return IterSplit(mark, number(1), mark.extent, number(scale))


def test_upper_is_where_the_next_split_begins() -> None:
    mark = IterMark(I, number(640))
    low, high = IterSplit(mark, number(1), number(40), number(1)), IterSplit(mark, number(40), number(16), number(1))
    assert low.upper == high.lower
    assert high.upper == mark.extent


def test_splits_are_collected_from_fused_marks_once() -> None:
    i, j = IterMark(I, number(10)), IterMark(J, number(64))
    fused = IterMark(IterSum((alone(i, 64), alone(j, 1))), number(640))
    parts = [IterSplit(fused, number(40), number(16), number(1)), IterSplit(fused, number(1), number(40), number(1))]
    taken = splits_by_mark(IterSum((part,)) for part in parts)
    assert taken[fused] == parts
    assert [len(taken[mark]) for mark in (i, j)] == [1, 1]
