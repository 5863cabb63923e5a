"""Changes of coordinates written as functions: inverses, shapes, bijectivity."""

from __future__ import annotations

import itertools

import pytest

from mlcc.analysis import Analyzer
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.ir import Var, as_int, const, make_buffer, substitute


@pytest.mark.parametrize(
    ("fn", "shape"),
    [
        (lambda i, j: (i // 4, j, i % 4), (16, 6)),
        (lambda i, j: (j, i), (3, 5)),
        (lambda i, j: ((i * 6 + j) // 8, (i * 6 + j) % 8), (4, 6)),
        (lambda i, j, k: (i * 12 + j * 4 + k,), (2, 3, 4)),
        (lambda i: (i // 12, i % 12 // 4, i % 4), (36,)),
        (lambda i, j: ((i * 4 + j) // 12, (i * 4 + j) % 12 // 3, (i * 4 + j) % 3), (6, 4)),  # 4 divides 12, not 3
    ],
)
def test_inverse_index_maps(fn, shape: tuple[int, ...]) -> None:
    dims = [const(s) for s in shape]
    index_map = IndexMap.from_function(fn, len(shape))
    assert index_map.is_bijective(dims)
    values = [Var(f"y{k}") for k in range(len(index_map.exprs))]
    inverse = index_map.inverse(dims, values)
    analyzer = Analyzer()
    for point in itertools.product(*(range(s) for s in shape)):
        there = index_map.apply([const(p) for p in point], analyzer)
        back = [analyzer.simplify(substitute(e, dict(zip(values, there, strict=True)))) for e in inverse]
        assert [as_int(b) for b in back] == list(point)


def test_maps_that_are_not_bijective() -> None:
    for fn, shape in (
        (lambda i: (i // 2,), (8,)),
        (lambda i: (i // 16, i % 16), (100,)),
        (lambda i, j: (i + j,), (4, 4)),
        (lambda i, j: (i * 100 + j,), (4, 4)),
    ):
        assert not IndexMap.from_function(fn, len(shape)).is_bijective([const(s) for s in shape])


N = Var("n")


@pytest.mark.parametrize(
    ("fn", "shape", "expected"),
    [
        (lambda i, j: (i // 4, j, i % 4), (10, 6), [3, 6, 4]),
        (lambda j: (j // 8, j % 8), (5,), [1, 8]),  # `%` means tiles of 8
        (lambda i, j: (i * 5 + j,), (3, 5), [15]),
        (lambda i, j: (i + j,), (3, 5), [7]),
        (lambda i, j: (j, 0, i), (1, 5), [5, 1, 1]),
    ],
)
def test_shapes(fn, shape: tuple[int, ...], expected: list[int]) -> None:
    index_map = IndexMap.from_function(fn, len(shape))
    sizes = index_map.map_shape([const(s) for s in shape])
    assert sizes is not None
    assert [as_int(s) for s in sizes] == expected


def test_symbolic_shapes() -> None:
    index_map = IndexMap.from_function(lambda i, j: (i // 4, j, i % 4), 2)
    sizes = index_map.map_shape([N, const(3)], [N])
    assert sizes is not None
    analyzer = Analyzer(positive=[N])
    for size, expected in zip(sizes, ((N + 3) // 4, 3, 4), strict=True):
        assert analyzer.equal(size, expected)


def test_no_shape_for_loaded_indices() -> None:
    table = make_buffer("table", (8,), "int32")
    assert IndexMap.from_function(lambda i: (table[i],), 1).map_shape([const(8)]) is None


def test_names_of_parameters() -> None:
    assert [p.name for p in IndexMap.from_function(lambda row, col: (col, row), 2).params] == ["row", "col"]
    assert [p.name for p in IndexMap.from_function(lambda *at: at, 2).params] == ["i0", "i1"]


def test_maps_without_an_inverse() -> None:
    for fn in (lambda i: (i // 2,), lambda i: (i % 4,)):
        with pytest.raises(NotAffine):
            IndexMap.from_function(fn, 1).inverse([const(8)], [Var("y")])
