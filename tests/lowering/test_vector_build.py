"""Building blocks of functions: what they compute, by the interpreter."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from mlcc.ir import BufferStore, Expr, Let, Var, const, make_buffer, prim_func, walk
from mlcc.lowering.vector_build import Build, all_lanes, float_bits, shared
from mlcc.reference import run

X = {"float32": np.array([0.0, 1.5, -2.5, 100.25, -1e-3], "float32")}
X["float64"] = X["float32"].astype("float64")


def values(build: Build, formula) -> np.ndarray:
    """A formula of each of some numbers, which loops of the interpreter compute."""
    from mlcc.ir import For

    given = X[build.dtype]
    x, y, i = make_buffer("x", given.shape, build.dtype), make_buffer("y", given.shape, build.dtype), Var("i")
    store = BufferStore(y, formula(x[i]), (i,))
    return run(prim_func([x, y], For(i, const(0), const(len(given)), "serial", store)), [given])[0]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_polynomials_and_bits(dtype: str) -> None:
    b, x = Build(dtype), X[dtype]
    np.testing.assert_allclose(values(b, lambda v: b.poly(v, (2.0, -1.0, 3.0))), (2 * x - 1) * x + 3, rtol=1e-6)
    np.testing.assert_array_equal(values(b, lambda v: b.from_bits(b.bits(v))), x)
    np.testing.assert_array_equal(values(b, b.abs), np.abs(x))
    np.testing.assert_array_equal(values(b, lambda v: b.copysign(b.num(2.0), v)), np.copysign(2, x))
    np.testing.assert_array_equal(values(b, lambda v: b.choose(v < b.num(0.0), b.num(1.0), v)), np.where(x < 0, 1, x))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rounding_to_the_nearest(dtype: str) -> None:
    b, x = Build(dtype), X[dtype]

    def both(n: Expr, i: Expr) -> Expr:
        return n + i.astype(dtype) * b.num(1000.0)

    whole = np.rint(x * 0.5)
    np.testing.assert_array_equal(values(b, lambda v: b.rounded(v, 0.5, both)), whole * 1001)


def test_types_of_vectors() -> None:
    b = Build("float32x8")
    assert (b.num(1.0).dtype, b.int(1).dtype) == ("float32x8", "int32x8")
    assert b.is_nan(b.num(1.0)).dtype == "boolx8"
    assert all_lanes(b.is_nan(b.num(1.0))).dtype == "bool"
    flag = Var("f", "bool")
    assert all_lanes(flag) is flag


def test_shared_values_are_computed_once() -> None:
    value = Var("x", "float32") * 2.0
    result = shared(value, lambda t: t * t + t)
    assert isinstance(result, Let)
    assert [node for node in walk(result) if node is value] == [value]


def test_bits_of_numbers() -> None:
    for number in (1.0, -2.5, 1.5 * 2.0**23):
        assert struct.pack("<i", float_bits(number, "float32")) == struct.pack("<f", number)
        assert struct.pack("<q", float_bits(number, "float64")) == struct.pack("<d", number)
