"""Products that one instruction makes and another adds: their tiles leave registers for them, and spill hardly."""

from __future__ import annotations

import numpy as np
import pytest

import mlcc
from mlcc import te, topi
from mlcc.ir import PrimFunc, as_int
from mlcc.lowering import lower
from mlcc.schedule import schedule_function
from mlcc.target import Target
from mlcc.view.machine_code import machine_code

#: Sixteen vector registers, and no instruction that adds products of bytes.
TARGET = Target.parse("llvm -mcpu=x86-64-v3 -mtriple=x86_64-unknown-linux-gnu -num-cores=1")
#: Elements of a word, by what it holds.
COUNTS = {"int16": 2, "int7": 4}


def dense(numbers: str) -> PrimFunc:
    """A product of 60 rows of 48 words by 40 columns."""
    shape = 48 * COUNTS[numbers]
    x = te.placeholder((60, shape), "int16" if numbers == "int16" else "uint8", "x")
    w = te.placeholder((3, 48, 16), "int32", "w")
    words = topi.call_operator("memory.view", [x], {"dtype": "int32"})
    return _program("qnn.dense_packed", x, w, [words, w], {"units": 40, "numbers": numbers})


def conv(numbers: str) -> PrimFunc:
    """A convolution of 3 x 3 pixels of 32 channels, an image of 28 x 28, to 48 channels."""
    block = 8
    x = te.placeholder((1, 32 // block, 28, 28, block), "int16" if numbers == "int16" else "uint8", "x")
    w = te.placeholder((6, 32 // block, 3, 3, block // COUNTS[numbers], 8), "int32", "w")
    words = topi.call_operator("memory.view", [x], {"dtype": "int32"})
    attrs = {"strides": [1, 1], "padding": [1, 1, 1, 1], "numbers": numbers}
    return _program("qnn.conv2d_nchwc", x, w, [words, w], attrs)


def _program(op: str, x: te.Tensor, w: te.Tensor, args: list[te.Tensor], attrs: dict[str, object]) -> PrimFunc:
    y = topi.call_operator(op, args, attrs)
    return te.create_prim_func([x, w, y]).with_attr({"global_symbol": "main", "tir.noalias": True, "op": op})


@pytest.mark.parametrize("numbers", COUNTS)
@pytest.mark.parametrize("make", [dense, conv])
def test_tiles_leave_registers_for_products(make, numbers) -> None:
    func, script, _ = schedule_function(make(numbers), TARGET)
    assert script is not None
    loops = machine_code("main", lower(func, TARGET), TARGET).facts.loops
    busiest = max(loops, key=lambda loop: loop.vector)
    assert busiest.vector > 60
    assert busiest.spills <= 6  # 24 to 44 where sums and operands take all registers


@pytest.mark.parametrize("numbers", COUNTS)
@pytest.mark.parametrize("make", [dense, conv])
def test_results(make, numbers) -> None:
    if not TARGET.features <= Target.host().features:
        pytest.skip("the code is for AVX2")
    plain = make(numbers)
    func, _, _ = schedule_function(plain, TARGET)
    rng = np.random.default_rng(0)
    x, w = (tuple(as_int(d) or 0 for d in b.shape) for b in func.buffers[:2])
    kind = np.uint8 if numbers == "int7" else np.int16
    data = rng.integers(0, 256, x).astype(kind)
    weights = rng.integers(-64, 64, (*w, COUNTS[numbers])).astype(np.int8 if numbers == "int7" else np.int16)
    words = weights.view(np.int32).reshape(w)
    got, want = (np.asarray(mlcc.build(f, target=TARGET)["main"](data, words)) for f in (func, plain))
    np.testing.assert_array_equal(got, want)
    assert np.abs(want).max() > 1000
