"""Factors of dimensions: two shapes of as many elements are groups of the same sizes."""

from __future__ import annotations

import math
from itertools import product as combinations

import pytest
from evaluated import value

from mlcc.analysis import Poly, ShapeFactors, to_expr
from mlcc.analysis.factors import exact_quotient
from mlcc.ir import Expr, Var, const_like, maximum, named_dim, readable

N, H, W = Var("n", "int64"), Var("h", "int64"), Var("w", "int64")
Shape = tuple[Expr | int, ...]


def halved(size: Expr, times: int) -> Expr:
    for _ in range(times):
        size = (size + 1) // 2
    return size


def refined(before: Shape, after: Shape) -> tuple[list[list[str]], tuple[int, ...], bool] | None:
    """The factors of each dimension as text, how many each one after joins, and whether they are assumed."""
    old, new = ([const_like(dim, "int64") for dim in dims] for dims in (before, after))
    shapes = ShapeFactors(old)
    found = shapes.factors([shapes.size(d) for d in old], [shapes.size(d) for d in new])
    if found is None:
        return None
    return [[readable(to_expr(p)) for p in parts] for parts in found.parts], found.counts, found.assumed


@pytest.mark.parametrize(
    ("before", "after", "parts", "counts"),
    [
        ((N, 6, H * W, 8), (N, 6, H, W, 8), [["n"], ["6"], ["h", "w"], ["8"]], (1, 1, 1, 1, 1)),
        ((N, H, W, 6), (N * H * W, 2, 3), [["n"], ["h"], ["w"], ["2", "3"]], (3, 1, 1)),
        ((N, 12), (N * 4, 3), [["n"], ["4", "3"]], (2, 1)),
        ((N * H + N, 3), (N, (H + 1) * 3), [["n", "h + 1"], ["3"]], (1, 2)),
        ((H * W + H + W + 1,), (W + 1, H + 1), [["w + 1", "h + 1"]], (1, 1)),
        ((1, N, 1), (N, 1, 1), [[], ["n"], []], (1, 0, 0)),
        ((1, 1), (), [[], []], ()),
    ],
)
def test_sizes_divide(before: Shape, after: Shape, parts: list[list[str]], counts: tuple[int, ...]) -> None:
    assert refined(before, after) == (parts, counts, False)


@pytest.mark.parametrize(
    ("before", "after", "parts", "counts"),
    [
        # no side of the image can be longer: both are whole halves
        ((N, 4, H, W), (N * 4 * halved(H, 1), 2, halved(W, 1), 2),
         [["n"], ["4"], ["(h + 1) // 2", "2"], ["(w + 1) // 2", "2"]], (3, 1, 1, 1)),
        # nor shorter
        ((N, H, W, 3), (N, H // 7, 7, W // 7, 7, 3),
         [["n"], ["h // 7", "7"], ["w // 7", "7"], ["3"]], (1, 1, 1, 1, 1, 1)),
        ((N, H // 7, 7, W // 7, 7, 3), (N, H, W, 3),
         [["n"], ["h // 7"], ["7"], ["w // 7"], ["7"], ["3"]], (1, 2, 2, 1)),
        # a single dimension is what is left
        ((N, H), (N, 5, W), [["n"], ["5", "w"]], (1, 1, 1)),
        ((N, H, W), (N, Var("k", "int64")), [["n"], ["h"], ["w"]], (1, 2)),
    ],
)  # fmt: skip
def test_equal_numbers_of_elements_imply_equal_sizes(
    before: Shape, after: Shape, parts: list[list[str]], counts: tuple[int, ...]
) -> None:
    assert refined(before, after) == (parts, counts, True)


def test_a_size_that_is_not_zero_where_there_are_elements() -> None:
    """Exporters write the ceiling of a quotient for positive sizes; the layers before round up three times."""
    size = maximum(H - 1, 0) // 16 + 1
    found = refined((N, halved(H, 3), halved(W, 3)), (N, size, 2, halved(W, 4), 2))
    assert found is not None
    assert found[1:] == ((1, 1, 1, 1, 1), True)
    # one more than h // 2 may be more than half of h, and of w // 2 fewer
    assert refined((N, H, W), (N, H // 2 + 1, 2, W // 2, 2)) is None


def test_named_sizes_are_sizes_of_their_own() -> None:
    """Their values are long: products of these would have thousands of terms."""
    long: Expr = maximum(H - 1, 0) // 16 + maximum(W - 1, 0) // 16
    for _ in range(3):
        long = (long + maximum(long, W)) // 3 + long
    named = named_dim(long)
    assert isinstance(named, Var)
    assert refined((N * named + named,), (named, N + 1)) == ([["size", "n + 1"]], (1, 1), False)
    assert refined((named, N, 6), (named * N, 2, 3)) == ([["size"], ["n"], ["2", "3"]], (2, 1, 1), False)


def test_divisions_that_fail_end() -> None:
    """Each step leaves as many terms as it takes away."""
    sizes = [Poly.atom(Var(f"s{i}", "int64")) for i in range(12)]
    wide = Poly.const(1)
    for size in sizes[:6]:
        wide = wide.times(size.shift(1))
    divisor = sizes[0]
    for size in sizes[6:]:
        divisor = divisor + size
    assert len(wide.terms) == 64
    assert exact_quotient(wide, divisor) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((4, N), (N * 2, 2)),
        ((N, H), (W, H + 1)),
        ((12, 2), (8, 3)),
        ((N, H, W), (N, H // 2, 2, (W + 1) // 2, 2)),
        ((N,), (1,)),
    ],
)
def test_an_index_that_takes_a_division_has_no_factors(before: Shape, after: Shape) -> None:
    assert refined(before, after) is None


def test_factors_agree_with_the_shapes_for_all_sizes() -> None:
    """Where both shapes have as many elements, the parts of a dimension multiply to it, as do those that one joins."""
    before: Shape = (N, 4, halved(H, 1), halved(W, 1))
    after: Shape = (N * 4 * halved(H, 2), 2, halved(W, 2), 2)
    old, new = ([const_like(dim, "int64") for dim in dims] for dims in (before, after))
    shapes = ShapeFactors(old)
    found = shapes.factors([shapes.size(d) for d in old], [shapes.size(d) for d in new])
    assert found is not None
    equal = 0
    for sizes in combinations(range(1, 3), range(1, 10), range(1, 10)):
        env = dict(zip((N, H, W), sizes, strict=True))
        have, want = ([value(dim, env) for dim in dims] for dims in (old, new))
        if math.prod(have) != math.prod(want):
            continue
        equal += 1
        parts = [[value(to_expr(p, "int64"), env) for p in part] for part in found.parts]
        assert [math.prod(part) for part in parts] == have
        flat = iter([p for part in parts for p in part])
        assert [math.prod(next(flat) for _ in range(count)) for count in found.counts] == want
    assert equal == 2 * 4 * 4


def test_exact_quotients() -> None:
    n, h, w = (Poly.atom(v) for v in (N, H, W))
    for a in (n, h.shift(1), h + w, n.times(h).shift(3), Poly.const(6)):
        for b in (n, w.shift(1), h - w, n + h + w, Poly.const(2)):
            assert exact_quotient(a.times(b), b) == a
            assert exact_quotient(a.times(b).shift(1), b) is None or b == Poly.const(1)
    assert exact_quotient(n, Poly.const(0)) is None
    assert exact_quotient(Poly.const(3), Poly.const(2)) is None
