"""Vector loops become vector expressions of a register's length."""

from __future__ import annotations

import numpy as np
import pytest
from stages import lowered, nodes

import mlcc
from mlcc import reference
from mlcc.ir import BufferStore, For, Ramp, as_int
from mlcc.ir import dtype as dt


def test_ends_of_vector_loops_without_masks_are_powers_of_two() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((21,), "int8"), B: T.Buffer((21,), "int8")):
    for i in T.vectorized(21):
        B[i] = A[i] + T.int8(1)
"""
    stores = nodes(lowered(source), BufferStore)
    assert [dt.lanes(s.value.dtype) for s in stores] == [16, 4, 1]


def test_rows_of_accumulators_are_read_in_the_vectors_that_they_were_written_in() -> None:
    """Vectors of 8, 4 and 1 stay in registers; one of 8 with a mask that reads two of them does not."""
    source = """
@T.prim_func
def f(A: T.Buffer((3, 13), "float32"), B: T.Buffer((13,), "float32")):
    C = T.alloc_buffer((13,), scope="local")
    for k in range(3):
        for i in T.vectorized(13):
            C[i] = C[i] + A[k, i]
    for i in T.vectorized(13):
        B[i] = C[i]
"""
    stores = nodes(lowered(source), BufferStore)
    assert [dt.lanes(s.value.dtype) for s in stores if s.buffer.name == "C"] == [8, 4, 1]
    assert [dt.lanes(s.value.dtype) for s in stores if s.buffer.name == "B"] == [8, 4, 1]
    whole = source.replace("C = T.alloc_buffer((13,)", "C = T.alloc_buffer((16,)")
    assert [dt.lanes(s.value.dtype) for s in nodes(lowered(whole), BufferStore) if s.buffer.name == "B"] == [8, 8]


def test_what_all_lanes_share_does_not_shorten_vectors() -> None:
    """Weights of a resize are float64, one for a vector of pixels."""
    source = """
@T.prim_func
def f(A: T.Buffer((9, 8)), W: T.Buffer((9,), "float64"), P: T.Buffer((9,), "int64"), B: T.Buffer((8,))):
    for i in T.vectorized(8):
        B[i] = A[P[1], i] * T.Let(t * T.Cast("float32", W[2]), where={t: T.Cast("float32", W[1])})
"""
    assert [dt.lanes(s.value.dtype) for s in nodes(lowered(source), BufferStore)] == [8]
    differs = source.replace("W[1]", "W[i]")
    assert {dt.lanes(s.value.dtype) for s in nodes(lowered(differs), BufferStore)} == {4}


def test_strides_become_ramps() -> None:
    source = """
@T.prim_func
def f(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8,), "float32")):
    for i in T.vectorized(8):
        B[i] = A[i, 3]
"""
    ramps = nodes(lowered(source), Ramp)
    assert sorted(as_int(r.stride) or 0 for r in ramps) == [1, 8]


PAIRS = """
@T.prim_func
def f(A: T.Buffer((2, 40), "float32"), B: T.Buffer((80,), "KIND")):
    for i in T.vectorized(COUNT):
        for r in T.unroll(2):
            B[i * 2 + r] = T.Cast("KIND", A[r, i] * T.float32(100))
"""


@pytest.mark.parametrize(("kind", "count", "one"), [("bfloat16", 8, True), ("int16", 8, True), ("int32", 8, False)])
def test_pairs_of_16_bits_are_one_store(kind: str, count: int, one: bool) -> None:
    """Not those of wider elements, whose vectors are stored one by one."""
    source = PAIRS.replace("KIND", kind).replace("COUNT", str(count))
    stores = nodes(lowered(source), BufferStore)
    last = stores[-1].indices[0]
    assert (isinstance(last, Ramp) and as_int(last.stride) == 1 and last.lanes == 2 * count) == one
    assert bool(nodes(lowered(source), For)) != one
    func = mlcc.parse(source)
    inputs = [np.random.default_rng(0).standard_normal((2, 40)).astype("float32")]
    inputs[0][0, :3] = np.nan, np.inf, -0.0
    if kind != "bfloat16":
        inputs[0][0, :2] = 0
    out = np.zeros(80, reference.run(func, [*inputs, np.zeros(80, mlcc.ir.dtype.numpy_dtype(kind))])[0].dtype)
    want = reference.run(func, [*inputs, out.copy()])[0]
    mlcc.build(func)(*inputs, out)
    np.testing.assert_array_equal(out.view(f"u{out.itemsize}")[3:], want.view(f"u{out.itemsize}")[3:])
    np.testing.assert_array_equal(out.astype("float64"), want.astype("float64"))


def test_pairs_at_the_end_of_a_loop_keep_their_mask() -> None:
    source = PAIRS.replace("KIND", "bfloat16").replace("COUNT", "37")
    func = mlcc.parse(source)
    x = np.random.default_rng(0).standard_normal((2, 40)).astype("float32")
    out = np.full(80, 7, mlcc.ir.dtype.numpy_dtype("bfloat16"))
    mlcc.build(func)(x, out)
    assert (out[74:] == 7).all()
    np.testing.assert_array_equal(out[:74].reshape(37, 2), (x[:, :37].T * np.float32(100)).astype(out.dtype))
