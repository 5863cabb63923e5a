"""Which programs copy elements in their order, and which reshapes divide by symbolic sizes."""

from __future__ import annotations

import pytest

from mlcc import te, topi
from mlcc.analysis import has_reshape_pattern, symbolic_divisions
from mlcc.ir import Expr, Var, const_like
from mlcc.script import parse_prim_func
from mlcc.te import create_prim_func


@pytest.mark.parametrize(
    ("make", "is_reshape"),
    [
        (lambda x: topi.reshape(x, (4, 6)), True),
        (lambda x: topi.reshape(x, (24,)), True),
        (lambda x: topi.expand_dims(x, 1), True),
        (lambda x: te.compute((2, 12), lambda i, j: x[i, j]), True),
        (lambda x: topi.transpose(x), False),
        (lambda x: te.compute((2, 12), lambda i, j: x[1 - i, j]), False),
        (lambda x: te.compute((12,), lambda j: x[0, j]), False),
        (lambda x: topi.exp(x), False),
    ],
)
def test_programs_of_operators(make, is_reshape: bool) -> None:
    x = te.placeholder((2, 12), "float32", "x")
    assert has_reshape_pattern(create_prim_func([x, make(x)])) is is_reshape


TEXT = """
@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n, 4), "float32")
    B = T.match_buffer(b, (n * 4,), "float32")
    for i in range(n * 4):
        with T.block("B"):
            vi = T.axis.spatial(n * 4, i)
            B[vi] = A[vi // 4, vi % 4]
"""


def test_symbolic_sizes_and_parts() -> None:
    assert has_reshape_pattern(parse_prim_func(TEXT))
    assert not has_reshape_pattern(parse_prim_func(TEXT.replace("vi // 4, vi % 4", "vi // 4, 3 - vi % 4")))
    part = TEXT.replace("range(n * 4)", "range(n)").replace("spatial(n * 4, i)", "spatial(n, i)")
    assert not has_reshape_pattern(parse_prim_func(part))


N, M = Var("n", "int64"), Var("m", "int64")


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ((N, M, 4), (N * M, 4), 1),
        ((N * M, 4), (N, M, 4), 0),
        ((N * 4, M), (N, 4, M), 0),
        ((N, M, 4), (N * 4, M), 0),  # i // 4 of what lies beyond 4 * m elements
        ((N, 4, M), (N * 4, M), 0),
        ((N, M), (M, N), 1),
        ((N, 64, N + 1, M), (N * 64, 2, M, 2), 3),
        ((N, 64, M * 2), (N * 64, M, 2), 0),
        ((1, N, M, 2), (N, M * 2), 0),
        ((N + 1, M, M + 1), ((N + 1) * M, M + 1), 1),
        ((N, M, M + 1), (N * M, M + 1), 1),
        ((N, M + 1, 8), (N * 2, M * 4 + 4), 0),
        ((N, M, 0), (N * M, 0), 0),
        ((12, 4, 3), (9, 16), 0),
        ((N,), (N,), 0),
    ],
)
def test_divisions_by_symbolic_sizes(before: tuple[Expr | int, ...], after: tuple[Expr | int, ...], count: int) -> None:
    old, new = ([const_like(dim, "int64") for dim in dims] for dims in (before, after))
    assert symbolic_divisions(old, new) == count
