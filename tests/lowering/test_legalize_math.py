"""Functions become arithmetic; what has no formula stays a call."""

from __future__ import annotations

import numpy as np
import pytest
from stages import around, nodes

import mlcc
from mlcc.ir import Binary, Call, Cast
from mlcc.script import parse_prim_func
from mlcc.target import Target

TEXT = """
@T.prim_func
def f(A: T.Buffer((16,), "{dtype}"), N: T.Buffer((16,), "{dtype}"), B: T.Buffer((16,), "{dtype}")):
    T.func_attr({{"tir.noalias": True}})
    for i in range(16):
        B[i] = {value}
"""
PLAIN = Target.parse("llvm -mcpu=x86-64 -mtriple=x86_64-unknown-linux-gnu")


def calls(value: str, dtype: str = "float32", target: Target | None = None) -> set[str]:
    text = TEXT.format(value=value, dtype=dtype)
    func = around(text, "legalize_math", *([] if target is None else [target]))[1]
    return {call.op for call in nodes(func, Call)}


def test_what_stays_a_call() -> None:
    assert "exp" not in calls("T.exp(A[i])")
    assert calls("T.sqrt(A[i])") == {"sqrt"}
    assert calls("T.lgamma(A[i])") == {"lgamma"}
    assert "pow" in calls("T.pow(A[i], N[i])", "float64")


def test_machines_without_fused_products() -> None:
    assert "fma" in calls("T.exp(A[i])")
    assert "fma" not in calls("T.exp(A[i])", target=PLAIN)


def test_machines_that_convert_to_the_nearest_integer() -> None:
    value = 'T.Cast("float32", T.nearest_int(A[i]))'
    assert calls(value, target=PLAIN) == {"reinterpret"}
    assert calls(value, target=Target.parse("llvm -mcpu=haswell -mtriple=x86_64-unknown-linux-gnu")) == {"nearest_int"}


def test_small_floats_are_computed_in_float32() -> None:
    text = TEXT.format(value="T.exp(A[i])", dtype="float16")
    func = around(text, "legalize_math")[1]
    assert any("float32" in cast.dtype for cast in nodes(func, Cast))
    assert not any(call.op == "exp" for call in nodes(func, Call))


def test_rounding_of_integers() -> None:
    assert calls("T.floor(A[i])", "int32") == set()
    func = around(TEXT.format(value="T.fmod(A[i], N[i])", dtype="int32"), "legalize_math")[1]
    assert {n.op for n in nodes(func, Binary)} >= {"truncmod"}


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8"])
def test_integer_powers_wrap(dtype: str) -> None:
    rng = np.random.default_rng(0)
    info = np.iinfo(dtype)
    a = rng.integers(max(-9, info.min), 10, 16).astype(dtype)
    n = np.arange(16).astype(dtype)
    b = np.zeros(16, dtype)
    mlcc.build(parse_prim_func(TEXT.format(value="T.pow(A[i], N[i])", dtype=dtype)))["f"](a, n, b)
    size = 1 << info.bits
    want = [((int(x) ** int(k)) - info.min) % size + info.min for x, k in zip(a, n, strict=True)]
    assert b.tolist() == want


def test_negative_integer_powers() -> None:
    a = np.array([2, 1, -1, -1, 0, -3, 1, -1] * 2, "int32")
    n = np.array([-1, -5, -2, -3, -1, -1, 0, -1] * 2, "int32")
    b = np.zeros(16, "int32")
    mlcc.build(parse_prim_func(TEXT.format(value="T.pow(A[i], N[i])", dtype="int32")))["f"](a, n, b)
    assert b.tolist() == [0, 1, 1, -1, 0, 0, 1, -1] * 2


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_number_minus_itself_is_zero(dtype: str) -> None:
    """One of two equal products, contracted with the difference, would leave the rounding of the other."""
    text = TEXT.format(value="A[i] * T.normcdf(N[i]) - A[i] * T.normcdf(N[i])", dtype=dtype)
    a, n = np.random.default_rng(0).standard_normal((2, 16)).astype(dtype)
    b = np.ones_like(a)
    mlcc.build(parse_prim_func(text))(a, n, b)
    assert not b.any()
    assert sum(call.op == "reduce_lanes" for call in nodes(around(text, "legalize_math")[1], Call)) <= 1  # once
