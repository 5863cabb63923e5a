"""Offsets of elements: rows, strides, symbolic sizes."""

from __future__ import annotations

import itertools

import pytest

from mlcc.analysis import Analyzer
from mlcc.diagnostics import InternalError
from mlcc.ir import Buffer, Var, as_int, const, make_buffer
from mlcc.lowering.offsets import offset_of


def test_offsets_count_rows() -> None:
    analyzer = Analyzer()
    buffer = make_buffer("A", (3, 4, 5), "float32")
    offsets = [
        as_int(analyzer.simplify(offset_of(buffer, tuple(const(i) for i in at))))
        for at in itertools.product(range(3), range(4), range(5))
    ]
    assert offsets == list(range(60))


def test_strides_and_offset() -> None:
    shape, strides = (const(3), const(4)), (const(1), const(10))
    buffer = Buffer("A", shape, "float32", strides=strides, elem_offset=const(7))
    assert as_int(Analyzer().simplify(offset_of(buffer, (const(2), const(3))))) == 2 + 30 + 7


def test_symbolic_offsets() -> None:
    n, i, j = Var("n"), Var("i"), Var("j")
    analyzer = Analyzer(positive=[n])
    assert analyzer.equal(offset_of(make_buffer("A", (4, n), "float32"), (i, j)), i * n + j)


def test_numbers_of_indices_must_fit() -> None:
    with pytest.raises(InternalError):
        offset_of(make_buffer("A", (3, 4), "float32"), (const(0),))
