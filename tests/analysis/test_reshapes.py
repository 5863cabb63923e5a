"""Which programs copy elements in their order."""

from __future__ import annotations

import pytest

from mlcc import te, topi
from mlcc.analysis import has_reshape_pattern
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
