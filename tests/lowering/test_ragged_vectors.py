"""The last vector of a row is stored in vectors of powers of two, and masks are compared in 32 bits."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

from mlcc.ir import Cast, For, as_int
from mlcc.reference import random_inputs, run
from mlcc.script import parse_prim_func
from mlcc.target import Target

WIDE = Target.parse("llvm -mcpu=sapphirerapids -mtriple=x86_64-unknown-linux-gnu")
#: Rows of n elements by vectors of 8.
ROWS = """
@T.prim_func
def f(a: T.handle, c: T.handle):
    T.func_attr({"tir.noalias": True})
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    C = T.match_buffer(c, (n,), "float32")
    for k in range((n + 7) // 8):
        for l in T.vectorized(T.int64(8)):
            with T.block("C"):
                v = T.axis.spatial(n, k * 8 + l)
                T.where(k * 8 + l < n)
                C[v] = A[v] * T.float32(3)
"""
LONG = ROWS.replace("A[v] * T.float32(3)", "T.exp(A[v])")
SUMS = ROWS.replace('    for k in', '    s = T.alloc_buffer((8,), "float32", scope="local")\n    for k in').replace(
    "C[v] = A[v] * T.float32(3)", "C[v] = A[v] + s[v % 8]"
)  # fmt: skip

#: Two rows of the same elements.
SEVERAL = ROWS.replace("T.match_buffer(c, (n,)", "T.match_buffer(c, (2, n)").replace(
    """            with T.block("C"):
                v = T.axis.spatial(n, k * 8 + l)
                T.where(k * 8 + l < n)
                C[v] = A[v] * T.float32(3)
""",
    """            for r in T.unroll(2):
                with T.block("C"):
                    v = T.axis.spatial(n, k * 8 + l)
                    w = T.axis.spatial(2, r)
                    T.where(k * 8 + l < n)
                    C[w, v] = A[v] * T.Cast("float32", w)
""",
)


def widths(text: str, target: Target | None = None) -> set[int | None]:
    func = around(text, "ragged_vectors", *([target] if target else []))[1]
    return {as_int(loop.extent) for loop in nodes(func, For) if loop.kind == "vectorized"}


@pytest.mark.parametrize("length", [*range(1, 19), 24, 31])
@pytest.mark.parametrize("text", [ROWS, LONG, SEVERAL], ids=["short", "long", "several"])
def test_results_do_not_change(text: str, length: int) -> None:
    inputs = random_inputs(parse_prim_func(text), seed=length, sizes={"n": length})
    (want,) = run(parse_prim_func(text), inputs)
    (got,) = run(around(text, "ragged_vectors")[1], inputs)
    np.testing.assert_allclose(got, want, rtol=1e-5)


def test_a_remainder_is_stored_in_powers_of_two() -> None:
    assert widths(ROWS) == widths(SEVERAL) == {8, 4, 2}


def test_masks_that_cost_nothing_stay() -> None:
    assert widths(ROWS, WIDE) == {8}


def test_functions_are_computed_once_under_a_mask_of_32_bits() -> None:
    assert widths(LONG) == {8}
    narrow = [n for n in nodes(around(LONG, "ragged_vectors")[1], Cast) if n.dtype == "int32"]
    assert len(narrow) == 2, "the lane and the number of lanes"


def test_sums_in_registers_stay_there() -> None:
    assert widths(SUMS) == {8}
