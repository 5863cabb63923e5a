"""Fourier transforms whose sizes only the run knows, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx


def _library(parts: int | str, with_length: bool, kind: int = TensorProto.FLOAT, **attrs: Any) -> Any:
    inputs = [helper.make_tensor_value_info("x", kind, ["n", "size", "m", parts])]
    nodes = [helper.make_node("Constant", [], ["axis"], value_int=1)]
    if with_length:
        inputs.append(helper.make_tensor_value_info("points", TensorProto.INT64, []))
    nodes.append(helper.make_node("DFT", ["x", "points" if with_length else "", "axis"], ["y"], **attrs))
    graph = helper.make_graph(nodes, "g", inputs, [helper.make_tensor_value_info("y", kind, None)])
    return mlcc.build(from_onnx(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)))


def _pairs(numbers: Any) -> Any:
    return np.stack([numbers.real, numbers.imag], -1)


@pytest.mark.every(2)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_transforms_of_symbolic_sizes(kind: Any) -> None:
    rng = np.random.default_rng(7)
    onnx_kind = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    forward = _library(1, with_length=False, kind=onnx_kind, onesided=1)
    back = _library(2, with_length=False, kind=onnx_kind, inverse=1, onesided=1)
    # wide: sums of as many products as the transform has points
    close = {"rtol": 1e-4, "atol": 1e-5} if kind is np.float32 else {"rtol": 1e-10, "atol": 1e-12}
    for size in (2, 6, 13, 40):
        x = rng.standard_normal((2, size, 3, 1)).astype(kind)
        spectrum = np.fft.rfft(x[..., 0], axis=1)
        np.testing.assert_allclose(np.array(forward(x)), _pairs(spectrum), **close)
        if size % 2 == 0:
            np.testing.assert_allclose(np.array(back(_pairs(spectrum).astype(kind))), x, **close)
    with pytest.raises(MlccError, match="a transform of no points"):
        forward(np.zeros((1, 0, 1, 1), kind))


def test_transforms_of_lengths_that_the_run_gives() -> None:
    rng = np.random.default_rng(8)
    forward = _library(2, with_length=True)
    back = _library(2, with_length=True, inverse=1)
    for size, points in ((5, 5), (5, 8), (9, 4)):
        x = rng.standard_normal((1, size, 2, 2)).astype(np.float32)
        numbers = x[..., 0] + 1j * x[..., 1]
        for library, judge in ((forward, np.fft.fft), (back, np.fft.ifft)):
            got = np.array(library(x, np.array(points)))
            # wide: sums of as many products as the transform has points
            np.testing.assert_allclose(got, _pairs(judge(numbers, points, axis=1)), rtol=1e-4, atol=1e-5)


def test_a_known_length_of_a_symbolic_size() -> None:
    x = np.random.default_rng(9).standard_normal((1, 5, 1, 1)).astype(np.float32)
    nodes = [
        helper.make_node("Constant", [], ["points"], value_int=8),
        helper.make_node("Constant", [], ["axis"], value_int=1),
        helper.make_node("DFT", ["x", "points", "axis"], ["y"]),
    ]
    info = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", "size", 1, 1])
    graph = helper.make_graph(nodes, "g", [info], [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
    model = helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 20)], ir_version=9)
    expected = _pairs(np.fft.fft(x[..., 0], 8, axis=1))
    # wide: sums of as many products as the transform has points
    np.testing.assert_allclose(np.array(mlcc.build(from_onnx(model))(x)), expected, rtol=1e-4, atol=1e-5)


def test_numbers_that_are_real_or_complex_as_the_run_says() -> None:
    rng, library = np.random.default_rng(9), _library("parts", with_length=False)
    whole = rng.standard_normal((2, 6, 3, 2)).astype(np.float32)
    for x in (whole, whole[..., :1]):
        numbers = x[..., 0] + 1j * x[..., 1] if x.shape[-1] == 2 else x[..., 0]
        want = _pairs(np.fft.fft(numbers, axis=1))
        # wide: sums of as many products as the transform has points
        np.testing.assert_allclose(np.array(library(x)), want, rtol=1e-4, atol=1e-5)
