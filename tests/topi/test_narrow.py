"""Numbers of at most 8 bits, against ml_dtypes, for every code and for many floats."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import mlcc
from mlcc import te, topi

FLOATS = {
    "float8e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8e4m3fnuz": ml_dtypes.float8_e4m3fnuz,
    "float8e5m2": ml_dtypes.float8_e5m2,
    "float8e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
}


def run(op: str, x: Any, **attrs: Any) -> Any:
    source = te.placeholder(x.shape, str(x.dtype), name="x")
    result = topi.get_op(op).fn(source, **attrs)
    out = np.empty(x.shape, result.dtype)
    mlcc.build(te.create_prim_func([source, result]))["main"](x, out)
    return out


@pytest.mark.parametrize("name", [*FLOATS, "float8e8m0"])
def test_every_code_is_decoded(name: str) -> None:
    codes = np.arange(256).astype(np.uint8)
    want = codes.view({**FLOATS, "float8e8m0": ml_dtypes.float8_e8m0fnu}[name]).astype(np.float32)
    np.testing.assert_array_equal(run("decode_narrow", codes, format=name), want)


@pytest.mark.parametrize("name", FLOATS)
def test_floats_are_rounded_half_to_even(name: str) -> None:
    codes = np.arange(256).astype(np.uint8).view(FLOATS[name]).astype(np.float32)
    known = codes[np.isfinite(codes)]
    rng = np.random.default_rng(0)
    x = np.concatenate([known, (known[1:] + known[:-1]) / 2, rng.uniform(-1, 1, 4000) * known.max()])
    x = np.concatenate([x, rng.standard_normal(2000) * 10.0 ** rng.uniform(-9, 0, 2000)]).astype(np.float32)
    want = x.astype(FLOATS[name]).view(np.uint8)
    np.testing.assert_array_equal(run("encode_narrow", x, format=name), want)


@pytest.mark.parametrize(("saturate", "want"), [(True, 448.0), (False, np.nan)])
def test_what_is_too_large_saturates_or_is_no_number(saturate: bool, want: float) -> None:
    x = np.array([1e6, np.inf, -1e6], np.float32)
    codes = run("encode_narrow", x, format="float8e4m3fn", saturate=saturate)
    got = codes.view(ml_dtypes.float8_e4m3fn).astype(np.float32)
    np.testing.assert_array_equal(got, np.array([want, want, -want], np.float32))


@pytest.mark.parametrize(("name", "low", "high"), [("int4", -8, 7), ("uint4", 0, 15), ("int2", -2, 1), ("uint2", 0, 3)])
def test_integers_wrap_or_saturate(name: str, low: int, high: int) -> None:
    x = np.arange(-20, 20, dtype=np.int32)
    size = high - low + 1
    np.testing.assert_array_equal(run("encode_narrow", x, format=name), (x - low) % size + low)
    reals = (x + 0.5).astype(np.float32)
    np.testing.assert_array_equal(run("quantize_narrow", reals, format=name), np.clip(np.rint(reals), low, high))
