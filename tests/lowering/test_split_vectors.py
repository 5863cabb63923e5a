"""Vector loops are split into vectors of registers."""

from __future__ import annotations

import pytest
from stages import after, lowered, nodes

from mlcc.ir import BufferStore, For, IfThenElse, as_int
from mlcc.ir import dtype as dt
from mlcc.target import Target


def test_long_vector_loops_are_split_to_registers() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((21,), "float32"), B: T.Buffer((21,), "float32")):
    for i in T.vectorized(21):
        B[i] = A[i] + T.float32(1)
"""
    func = lowered(source)
    assert [dt.lanes(s.value.dtype) for s in nodes(func, BufferStore)] == [8, 8]  # 2 x 8 in a loop, 5 of 8
    assert [dt.lanes(s.condition.dtype) for s in nodes(func, IfThenElse)] == [8]


FUNCTION = """
@T.prim_func
def f(A: T.Buffer(({count},), "float32"), B: T.Buffer(({count},), "float32")):
    for i in T.vectorized({count}):
        B[i] = {value}
"""


@pytest.mark.parametrize(
    ("value", "count", "cpu", "lanes"),
    [
        ("T.exp(A[i])", 64, "haswell", [16]),
        ("T.exp(A[i])", 45, "haswell", [16, 16]),  # the second for 13 elements
        ("T.exp(A[i])", 37, "haswell", [16, 8]),
        ("T.exp(A[i])", 8, "haswell", [8]),
        ("T.exp(A[i])", 5, "haswell", [8]),
        ("A[i] * T.float32(2)", 64, "haswell", [8]),
        ("T.exp(A[i])", 64, "skylake-avx512", [16]),
    ],
)
def test_functions_of_two_vectors_at_once(value: str, count: int, cpu: str, lanes: list[int]) -> None:
    """The operations of one function wait for each other; AVX2's processors see few of those of the next vector."""
    target = Target.parse(f"llvm -mcpu={cpu} -mtriple=x86_64-unknown-linux-gnu")
    func = after(FUNCTION.format(value=value, count=count), "split_vectors", target)
    found = [as_int(loop.extent) for loop in nodes(func, For) if loop.kind == "vectorized"]
    assert found == lanes
