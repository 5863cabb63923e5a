"""Index maps that splits and fusions make are recognised; others are refused with the reason."""

from __future__ import annotations

from itertools import permutations

import pytest
from evaluated import environments, poly_value, value

from mlcc.analysis import Analyzer, Poly
from mlcc.analysis.itermap import IterMap, NotAffine, find_iter_map
from mlcc.ir import Expr, Var

A, B, C, D, F, N = (Var(x) for x in "abcdfn")
RANGES = {A: (0, 4), B: (0, 8), C: (0, 4), D: (0, 6), F: (0, 135)}


def recognised(exprs: list[Expr], predicate: Expr | None = None) -> list[int | None] | str:
    try:
        result = IterMap(exprs, RANGES, Analyzer(RANGES), predicate)
    except NotAffine as reason:
        return str(reason)
    return [extent.value() for extent in result.extents]


@pytest.mark.parametrize(
    ("exprs", "predicate", "expected"),
    [
        ([A * 32 + B * 4 + C], None, [128]),
        ([A, B, C], None, [4, 8, 4]),
        ([B // 2, B % 2], None, [4, 2]),
        ([(A * 8 + B) // 16, (A * 8 + B) % 16], None, [2, 16]),
        ([F // 9, F % 9], None, [15, 9]),
        # the last is B % 4 in normal form, and yet a digit of what the others are digits of
        ([(A * 8 + B) // 16, (A * 8 + B) % 16 // 4, (A * 8 + B) % 4], None, [2, 4, 4]),
        ([(D * 8 + B) // 12, (D * 8 + B) % 12 // 4, (D * 8 + B) % 4], None, [4, 3, 4]),
        ([F % 45 % 27], None, "divide"),
        ([F % 45 % 27, F % 45], None, "divide"),
        ([(A * 8 + B) % 4, (A * 8 + B + 4) // 16], None, "shifted"),
        ([F], F < 128, [128]),
        ([A * 10 + B], None, "gaps"),
        ([A * 7 + B], None, "gaps"),
        ([A * 10 + B * 4 + C], B * 4 + C < 10, [40]),
        ([A * 6 + B], B < 6, [24]),
        ([A, A], None, "twice"),
        ([B // 2, B % 4], None, "twice"),
        ([A * B], None, "multiplied"),
        ([A * 8 + B + 5], None, [32]),
        ([(A * 8 + B) // 6, (A * 8 + B) % 6], None, "divide"),
    ],
)
def test_iterator_maps(exprs: list[Expr], predicate: Expr | None, expected: list[int] | str) -> None:
    result = recognised(exprs, predicate)
    if isinstance(expected, str):
        assert expected in str(result)
    else:
        assert result == expected


def test_symbolic_iterator_maps() -> None:
    k = Var("k")
    analyzer = Analyzer({**RANGES, k: (0, N)}, [N])
    result = IterMap([A * N + k], [A, k], analyzer)
    assert result.extents[0] == analyzer.poly(N * 4)


def test_marks_inside_each_other_are_inverted_in_any_order() -> None:
    fused = A * 8 + B  # 24 values, of which the remainder by 12 is fused with `i`
    i, values = Var("i"), [Var(name) for name in "xyz"]
    analyzer = Analyzer({A: (0, 3), B: (0, 8), i: (0, 6)})
    inner = fused % 12 * 6 + i
    exprs = dict(zip((fused // 12, inner // 8, inner % 8), values, strict=True))
    for order in permutations(exprs):
        inverse = IterMap(order, [A, B, i], analyzer).inverse([Poly.atom(exprs[e]) for e in order])
        for env in environments({A: range(3), B: range(8), i: range(6)}):
            at = {var: value(e, env) for e, var in exprs.items()}
            assert {var: poly_value(poly, at) for var, poly in inverse.items()} == env


def test_a_remainder_takes_all_values_only_where_the_extent_is_a_multiple() -> None:
    k = Var("k")
    for extent, expected in ((N * 4, [N, 4]), (N * 8 + 4, [N * 2 + 1, 4]), (N, None), (N * 4 + 2, None)):
        analyzer = Analyzer({k: (0, extent)}, [N])
        result = find_iter_map([k // 4, k % 4], [k], analyzer)
        assert (result and result.extents) == (expected and [analyzer.poly(e) for e in expected])


@pytest.mark.parametrize(
    "exprs",
    [
        [A * 32 + B * 4 + C],
        [(A * 8 + B) // 16, (A * 8 + B) % 16, C],
        [B % 2, A * 4 + B // 2, C],
        [A, (B * 4 + C) // 8, (B * 4 + C) % 8],
    ],
)
def test_what_is_recognised_takes_every_value_once(exprs: list[Expr]) -> None:
    loops = {A: range(4), B: range(8), C: range(4)}
    result = IterMap(exprs, loops, Analyzer(RANGES))
    taken = [tuple(poly_value(p, env) for p in result.polys) for env in environments(loops)]
    extents = [extent.value() or 0 for extent in result.extents]
    assert len(set(taken)) == len(taken)
    assert [max(column) + 1 for column in zip(*taken, strict=True)] == extents


@pytest.mark.parametrize("exprs", [[A * 32 + B * 4 + C], [(A * 8 + B) // 16, (A * 8 + B) % 16, C]])
def test_inverse_gives_the_loops_back(exprs: list[Expr]) -> None:
    loops = {A: range(4), B: range(8), C: range(4)}
    result = IterMap(exprs, loops, Analyzer(RANGES))
    values = [Var(f"v{k}") for k in range(len(exprs))]
    back = result.inverse([Poly.atom(v) for v in values])
    for env in environments(loops):
        known = {v: poly_value(p, env) for v, p in zip(values, result.polys, strict=True)}
        assert {loop: poly_value(poly, known) for loop, poly in back.items()} == env


def test_no_inverse_where_a_part_of_a_loop_is_missing() -> None:
    for exprs, loops in (([B // 2], [B]), ([A], [A, B]), ([B % 4], [B])):
        result = IterMap(exprs, loops, Analyzer(RANGES))
        with pytest.raises(NotAffine, match="does not occur"):
            result.check_injective()


def test_find_iter_map_answers_none() -> None:
    analyzer = Analyzer(RANGES)
    assert find_iter_map([A * B], [A, B], analyzer) is None
    assert find_iter_map([A * 8 + B], [A, B], analyzer) is not None
