"""Vector loops become vector expressions of a register's length."""

from __future__ import annotations

from stages import lowered, nodes

from mlcc.ir import BufferStore, IfThenElse, Ramp, as_int
from mlcc.ir import dtype as dt


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


def test_ends_of_vector_loops_without_masks_are_powers_of_two() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((21,), "int8"), B: T.Buffer((21,), "int8")):
    for i in T.vectorized(21):
        B[i] = A[i] + T.int8(1)
"""
    stores = nodes(lowered(source), BufferStore)
    assert [dt.lanes(s.value.dtype) for s in stores] == [16, 4, 1]


def test_strides_become_ramps() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.vectorized(8):
        B[i] = A[i, 3]
"""
    ramps = nodes(lowered(source), Ramp)
    assert sorted(as_int(r.stride) or 0 for r in ramps) == [1, 8]
