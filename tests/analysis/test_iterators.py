"""Splits of iterators: the value that a digit of a mark has."""

from __future__ import annotations

import pytest
from evaluated import poly_value

from mlcc.analysis import Analyzer, Poly
from mlcc.analysis.iterators import IterMark, IterSplit
from mlcc.ir import Var

V = Var("v")


@pytest.mark.parametrize(("lower", "upper"), [(1, None), (4, None), (1, 8), (4, 8), (2, 12), (1, 24), (1, 48)])
def test_digits(lower: int, upper: int | None) -> None:
    analyzer = Analyzer({V: (0, 24)})
    mark = IterMark(Poly.atom(V), Poly.const(24), None)
    extent = Poly.const((min(upper, 24) if upper else 24) // lower)
    digit = IterSplit(mark, lower, upper, Poly.const(3), extent).digit(analyzer)
    values = [poly_value(digit, {V: v}) for v in range(24)]
    assert values == [(v % upper if upper else v) // lower for v in range(24)]
    assert set(values) == set(range(extent.value() or 0))
