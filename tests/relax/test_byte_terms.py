"""Products of bytes whose weights do not fit int8 without their zero point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mlcc.target import Target

from .graphs import compiled, graph
from .quantized import CONVS, KINDS, OUT, STEP, assert_near, convolved, passes, quantized, stored, weight_of


@pytest.mark.every(4)
@pytest.mark.parametrize(("conv", "kinds"), [(c, KINDS[n % 3]) for n, c in enumerate(CONVS)])
def test_convolutions_with_weights_that_are_no_signed_bytes(conv: Any, kinds: Any) -> None:
    """Those of uint8, as onnxruntime's quantiser writes them: the sums of the data of a window are added per filter."""
    (channels, outputs, kernel, attrs), (kind, zero, other, end) = conv, kinds
    groups = attrs.get("groups", 1)
    w, scale = weight_of(outputs, channels // groups, kernel, kernel, dtype="uint8")
    bias, start = np.arange(outputs) * 17 - 300, 118

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.full(outputs, start, np.uint8), axis=0)
        y = o.nn_conv2d(stored(o, x, STEP, zero, kind), weight, **attrs)
        y = o.add(y, (bias * (STEP * scale)).astype(np.float32).reshape(-1, 1, 1))
        return stored(o, y, OUT, end, other)

    x = np.random.default_rng(channels).standard_normal((2, channels, 9, 7)).astype(np.float32)
    module = graph(body, x=x.shape)
    sums = convolved(quantized(x, STEP, zero, kind), w - np.int64(start), **attrs) + bias.reshape(-1, 1, 1)
    want = quantized(sums * (STEP * scale).astype(np.float64).reshape(-1, 1, 1), OUT, end, other)
    assert_near(compiled(module, x)[0], want)
    assert ("qnn.window_sums" in passes(module)) == (groups == 1)
    names = passes(module, Target.parse("llvm -mtriple=x86_64-linux-gnu -mcpu=sapphirerapids"))
    assert ("qnn.window_sums" in names) == (groups == 1)
    assert "nn.conv2d_nchwc" not in names or 1 < groups < channels


@pytest.mark.parametrize("zero", [3, 128])
def test_products_with_weights_that_are_no_signed_bytes(zero: int) -> None:
    w, scale = weight_of(37, 24, dtype="uint8")
    bias = np.arange(37) * 11 - 100

    def body(o: Any, x: Any) -> Any:
        weight = o.dequantize_linear(w, scale, np.full(37, zero, np.uint8), axis=0)
        y = o.nn_dense(stored(o, x, STEP, 121, "uint8"), weight)
        return stored(o, o.add(y, (bias * (STEP * scale)).astype(np.float32)), OUT, 120, "uint8")

    x = np.random.default_rng(zero).standard_normal((3, 5, 24)).astype(np.float32)
    module = graph(body, x=x.shape)
    sums = quantized(x, STEP, 121, "uint8") @ (w.T - np.int64(zero)) + bias
    assert_near(compiled(module, x)[0], quantized(sums * (STEP * scale).astype(np.float64), OUT, 120, "uint8"))
    assert "qnn.dense_packed" in passes(module)
    assert "nn.dense" not in passes(module)
