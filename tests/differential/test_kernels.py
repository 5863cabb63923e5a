"""Compiled code, the reference interpreter and NumPy agree on kernels: all dtypes, awkward sizes, NaN, infinity."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from kernel_table import ELEMENTWISE, NUMBERS, REDUCTIONS, SIZES, TOLERANCE, elementwise, reductions, values
from tolerances import tolerance

import mlcc
from mlcc import reference, te
from mlcc.ir import IRModule, numpy_dtype

FLOATS = [dtype for dtype in NUMBERS if "float" in dtype]


@cache
def _library(kind: str, dtype: str, size: int) -> Any:
    """All kernels of one dtype and size in one library."""
    return mlcc.build(IRModule(_programs(kind, dtype, size)))


@cache
def _programs(kind: str, dtype: str, size: int) -> Any:
    return (elementwise if kind == "elementwise" else reductions)(dtype, size)


def _close(got: Any, wanted: Any, rtol: float, what: str) -> None:
    got, wanted = np.asarray(got), np.asarray(wanted)
    assert got.dtype == wanted.dtype, what
    if rtol == 0 or not _is_float(wanted.dtype):
        np.testing.assert_array_equal(got, wanted, err_msg=what)
        return
    a, b = got.astype(np.float64), wanted.astype(np.float64)
    finite = b[np.isfinite(b)]
    atol = rtol * float(np.abs(finite).max()) if finite.size else 0.0
    np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg=what)


def _is_float(dtype: Any) -> bool:
    return not (np.issubdtype(dtype, np.integer) or dtype == np.bool_)


def _run(kind: str, dtype: str, size: int, name: str, inputs: list[Any], shape: tuple[int, ...], out: str) -> Any:
    result = np.zeros(shape, numpy_dtype(out))
    _library(kind, dtype, size)[name](*inputs, result)
    return result


@pytest.mark.cover(1)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", NUMBERS)
def test_elementwise(dtype: str, size: int) -> None:
    programs = _programs("elementwise", dtype, size)
    assert programs
    for name, program in programs.items():
        kernel = ELEMENTWISE[name]
        inputs = [kernel.domain(values(dtype, (size,), seed)) for seed in range(kernel.inputs)]
        with np.errstate(all="ignore"):
            wanted = kernel.answer(*inputs)
        compiled = _run("elementwise", dtype, size, name, inputs, (size,), kernel.out or dtype)
        (interpreted,) = reference.run(program, inputs)
        rtol = TOLERANCE.get(dtype, 0)
        _close(compiled, wanted, rtol, f"{name}: compiled and NumPy")
        _close(compiled, interpreted, rtol, f"{name}: compiled and interpreted")


@pytest.mark.cover(1)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", [d for d in NUMBERS if d != "bfloat16"])
def test_reductions(dtype: str, size: int) -> None:
    for name, program in _programs("reductions", dtype, size).items():
        inputs = [values(dtype, (3, size), 0)]
        if name == "prod" and _is_float(inputs[0].dtype):
            inputs[0] = (1 + inputs[0] / 64).astype(inputs[0].dtype)
        if name == "matmul":
            inputs.append(values(dtype, (size, 5), 1))
        wanted = REDUCTIONS[name](*inputs)
        compiled = _run("reductions", dtype, size, name, inputs, wanted.shape, dtype)
        (interpreted,) = reference.run(program, inputs)
        rtol = tolerance(dtype)
        _close(compiled, wanted, rtol, f"{name}: compiled and NumPy")
        _close(compiled, interpreted, rtol, f"{name}: compiled and interpreted")


SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
#: What IEEE 754 and C's annex F define for NaN, infinities and zeros. Which NaN wins in max and min is not defined.
DEFINED = (
    "add",
    "sub",
    "mul",
    "div",
    "less",
    "equal",
    "negate",
    "abs",
    "exp",
    "tanh",
    "sigmoid",
    "sqrt",
    "log",
    "floor",
)


@pytest.mark.cover(1)
@pytest.mark.parametrize("name", DEFINED)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_special_values(dtype: str, name: str) -> None:
    kernel = ELEMENTWISE[name]
    a, b = (x.ravel().astype(dtype) for x in np.meshgrid(SPECIAL, SPECIAL))
    inputs = [a, b][: kernel.inputs]
    size = a.size
    with np.errstate(all="ignore"):
        wanted = kernel.answer(*inputs)
    compiled = _run("elementwise", dtype, size, name, inputs, (size,), kernel.out or dtype)
    np.testing.assert_allclose(
        compiled.astype(np.float64), wanted.astype(np.float64), rtol=TOLERANCE[dtype], atol=0, equal_nan=True
    )


def test_bool_kernels() -> None:
    a, b = (te.placeholder((13,), "bool", name=n) for n in "ab")
    both = te.compute((13,), lambda i: te.all(a[i], b[i]), name="both")
    either = te.compute((13,), lambda i: te.any(a[i], b[i]), name="either")
    chosen = te.compute((13,), lambda i: te.if_then_else(a[i], te.const(3, "int8"), te.const(-4, "int8")), name="c")
    x, y = (np.random.default_rng(n).random(13) < 0.5 for n in range(2))
    cases = {"both": ([a, b, both], [x, y], x & y), "either": ([a, b, either], [x, y], x | y)}
    cases["chosen"] = ([a, chosen], [x], np.where(x, 3, -4).astype("int8"))
    funcs = {n: te.create_prim_func(c[0]).with_attr({"global_symbol": n}) for n, c in cases.items()}
    library = mlcc.build(IRModule(funcs))
    for name, (_, inputs, wanted) in cases.items():
        result = np.zeros_like(wanted)
        library[name](*inputs, result)
        np.testing.assert_array_equal(result, wanted, err_msg=name)
        np.testing.assert_array_equal(reference.run(funcs[name], inputs)[0], wanted, err_msg=name)


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("target", FLOATS)
def test_float_conversions(source: str, target: str) -> None:
    """Rounding to nearest, ties to even, overflow to infinity, NaN stays NaN: as NumPy converts."""
    wide = np.array(
        [0, 1, 1.5, 1 / 3, -65519, 65520, 1e-7, 3e38, np.inf, -np.inf, np.nan, 1 + 2**-9, 1 + 2**-11 + 2**-30]
    )
    with np.errstate(all="ignore"):
        x = wide.astype(numpy_dtype(source))
        wanted = x.astype(numpy_dtype(target))
    a = te.placeholder(x.shape, source, name="a")
    y = te.compute(x.shape, lambda i: a[i].astype(target), name="y")
    func = te.create_prim_func([a, y]).with_attr({"global_symbol": "convert"})
    result = np.zeros(x.shape, numpy_dtype(target))
    mlcc.build(IRModule({"convert": func}))["convert"](x, result)
    np.testing.assert_array_equal(result.astype(np.float64), wanted.astype(np.float64))
