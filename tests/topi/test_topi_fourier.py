"""Fourier transforms beside NumPy's: every kind of radix, real and complex, both directions, padded and truncated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from evaluation import evaluate

import mlcc
from mlcc import te, topi
from mlcc.diagnostics import MlccError
from mlcc.ir import Var
from mlcc.topi import FourierPlan
from mlcc.topi.fourier_passes import radices

Array = np.ndarray[Any, Any]
#: Lengths by their radices: none, one of each, mixed, squares, a prime in a loop, mixed with such a prime.
LENGTHS = [1, 2, 3, 4, 5, 8, 6, 30, 16, 7, 22]
#: Lengths with a factor so large that a convolution with a chirp is less work.
CHIRPED = [97, 202]


def numbers(*shape: int, dtype: str = "float32") -> Array:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def wanted(x: Array, length: int, count: int, inverse: bool, hermitian: bool = False) -> Array:
    """NumPy's transforms of [outer, size, parts, inner], in double precision."""
    z = x[:, :, 0].astype("float64") + (1j * x[:, :, 1] if x.shape[2] == 2 else 0)
    if hermitian:
        return np.fft.irfft(z, length, axis=1)[:, :, None]
    y = (np.fft.ifft if inverse else np.fft.fft)(z, length, axis=1)[:, :count]
    return np.stack([y.real, y.imag], 2)


def close(got: Array, want: Array, rtol: float = 1e-6) -> None:
    """Within `rtol` of the largest number: what a stable transform of about log(n) roundings keeps."""
    assert got.shape == want.shape
    assert np.abs(got - want).max() <= rtol * np.abs(want).max()


@pytest.mark.cover(1)
@pytest.mark.parametrize("length", [*LENGTHS, *CHIRPED])
@pytest.mark.parametrize(("parts", "inverse"), [(1, False), (2, False), (1, True), (2, True)])
def test_lengths(length: int, parts: int, inverse: bool) -> None:
    x = numbers(2, length, parts, 3)
    table = FourierPlan(length, parts == 1).tables().astype("float32")
    for count in sorted({length, length // 2 + 1}):
        got = evaluate("dft", x, table, length=length, count=count, inverse=inverse)
        close(got, wanted(x, length, count, inverse))


@pytest.mark.every(2)
@pytest.mark.parametrize(("size", "length"), [(5, 8), (9, 8), (3, 7), (12, 7), (6, 9)])
@pytest.mark.parametrize("parts", [1, 2])
def test_padded_and_truncated(size: int, length: int, parts: int) -> None:
    x = numbers(1, size, parts, 2)
    table = FourierPlan(length, parts == 1).tables().astype("float32")
    close(evaluate("dft", x, table, length=length, count=length), wanted(x, length, length, False))


@pytest.mark.parametrize(("size", "length"), [(5, 8), (5, 9), (4, 7), (3, 8), (9, 8), (1, 1), (2, 2)])
def test_half_a_spectrum_gives_real_numbers(size: int, length: int) -> None:
    x = numbers(1, size, 2, 3)
    table = FourierPlan(length, False).tables().astype("float32")
    got = evaluate("dft", x, table, length=length, count=length, inverse=True, hermitian=True)
    close(got, wanted(x, length, length, True, hermitian=True))


@pytest.mark.parametrize("length", CHIRPED)
def test_large_factors_are_convolved_with_a_chirp(length: int) -> None:
    assert all(FourierPlan(n, False).inner == n for n in LENGTHS)
    plan = FourierPlan(length, True)
    assert plan.inner >= 2 * plan.points - 1
    assert set(radices(plan.inner)) <= {2, 3, 4, 5, 8}


@pytest.mark.parametrize("length", [1009, 2018])
def test_a_chirp_loses_little(length: int) -> None:
    # three transforms' roundings and those of two products: measured 3e-7 of the largest number
    x = numbers(16, length, 2)
    data, table = te.placeholder(x.shape, "float32", "x"), FourierPlan(length, False).tables().astype("float32")
    result = topi.dft(data, te.placeholder(table.shape, "float32", "t"), length=length, count=length)
    func = te.create_prim_func([data, result.op.inputs[1], result]).with_attr({"global_symbol": "main"})
    got = np.empty((16, length, 2), "float32")
    mlcc.build(func)["main"](x, table, got)
    close(got, wanted(x[..., None], length, length, False)[..., 0], 1e-6)


@pytest.mark.cover(1)
@pytest.mark.parametrize("rows", [1, 16, 37])
@pytest.mark.parametrize(("length", "parts", "count", "inverse", "hermitian"), [
    (64, 1, 64, False, False), (64, 1, 33, False, False), (64, 2, 64, True, False), (60, 1, 31, True, False),
    (44, 1, 44, True, False), (27, 1, 27, False, False), (30, 2, 30, True, True), (97, 2, 97, False, False),
])  # fmt: skip
def test_rows(rows: int, length: int, parts: int, count: int, inverse: bool, hermitian: bool) -> None:
    size = length // 2 + 1 if hermitian else length
    x = numbers(rows, size, parts)
    table = FourierPlan(length, parts == 1).tables().astype("float32")
    data = te.placeholder((Var("n", "int64"), size, parts), "float32", "x")
    result = topi.dft(data, te.placeholder(table.shape, "float32", "t"), length, count, inverse, hermitian)
    func = te.create_prim_func([data, result.op.inputs[1], result]).with_attr({"global_symbol": "main"})
    want = wanted(x[..., None], length, count, inverse, hermitian)[..., 0]
    got = np.full(want.shape, np.nan, "float32")
    mlcc.build(func)["main"](x, table, got)
    close(got, want)


@pytest.mark.cover(1)
@pytest.mark.parametrize("inner", [1, 16, 37])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_compiled_with_any_number_of_columns(inner: int, dtype: str) -> None:
    x = numbers(2, 60, 1, inner, dtype=dtype)
    table = FourierPlan(60, True).tables().astype(dtype)
    data = te.placeholder((2, 60, 1, Var("n", "int64")), dtype, "x")
    result = topi.dft(data, te.placeholder(table.shape, dtype, "t"), length=60, count=31)
    func = te.create_prim_func([data, result.op.inputs[1], result]).with_attr({"global_symbol": "main"})
    got = np.empty((2, 31, 2, inner), dtype)
    mlcc.build(func)["main"](x, table, got)
    close(got, wanted(x, 60, 31, False), 1e-6 if dtype == "float32" else 1e-14)


def test_a_not_a_number_stays_in_its_column() -> None:
    x = numbers(1, 16, 1, 4)
    x[0, 3, 0, 1] = np.nan
    got = evaluate("dft", x, FourierPlan(16, True).tables().astype("float32"), length=16, count=16)
    assert np.isnan(got[..., 1]).all()
    assert np.isfinite(got[..., [0, 2, 3]]).all()


def test_what_cancels_is_zero() -> None:
    table = FourierPlan(64, False).tables().astype("float32")
    got = evaluate("dft", np.full((1, 64, 2, 1), 0.1, "float32"), table, length=64, count=64)
    assert not got[0, 1:].any()


@pytest.mark.parametrize(("entries", "count"), [(5, 8), (None, 7)])
def test_another_table_or_count_is_refused(entries: int | None, count: int) -> None:
    size = entries or len(FourierPlan(8, True).tables())
    data, table = te.placeholder((1, 8, 1, 4), "float32"), te.placeholder((size, 2), "float32")
    with pytest.raises(MlccError) as error:
        topi.dft(data, table, length=8, count=count)
    assert error.value.code == "T205"
