"""Biases of quantised convolutions, as quantisers write them, are added to the integer sums."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlcc
from mlcc.relax.transform import FuseQuantized
from mlcc.verification.references import onnxruntime_results

SHAPES: list[tuple[int, ...]] = [(), (1,)]


def model(scale: tuple[int, ...], zero: tuple[int, ...]) -> onnx.ModelProto:
    """A convolution between bytes, all of one scale; the bias has a scale and a zero point of these shapes."""
    rng = np.random.default_rng(0)
    step, unit, out = (np.float32(s) for s in (0.02, 0.005, 0.11))
    values = {
        "sx": step, "sw": unit, "sy": out, "zx": np.uint8(120), "zw": np.int8(0), "zy": np.uint8(3),
        "sb": np.full(scale, step * unit, np.float32), "zb": np.zeros(zero, np.int32),
        "w": rng.integers(-90, 90, (16, 16, 3, 3)).astype(np.int8), "b": rng.integers(-4000, 4000, 16).astype(np.int32),
    }  # fmt: skip
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "sx", "zx"], ["xq"]),
        helper.make_node("DequantizeLinear", ["xq", "sx", "zx"], ["xf"]),
        helper.make_node("DequantizeLinear", ["w", "sw", "zw"], ["wf"]),
        helper.make_node("DequantizeLinear", ["b", "sb", "zb"], ["bf"]),
        helper.make_node("Conv", ["xf", "wf", "bf"], ["c"], pads=[1] * 4),
        helper.make_node("QuantizeLinear", ["c", "sy", "zy"], ["y"]),
    ]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 16, 7, 9))]
    outputs = [helper.make_tensor_value_info("y", TensorProto.UINT8, None)]
    weights = [numpy_helper.from_array(np.asarray(v), name) for name, v in values.items()]
    opset = [helper.make_opsetid("", 17)]
    return helper.make_model(helper.make_graph(nodes, "g", inputs, outputs, weights), opset_imports=opset, ir_version=8)


@pytest.mark.parametrize("scale", SHAPES)
@pytest.mark.parametrize("zero", SHAPES)
def test_shapes_of_one_number(scale: tuple[int, ...], zero: tuple[int, ...]) -> None:
    graph = FuseQuantized()(mlcc.import_model(model(scale, zero))).script()
    assert "qnn.conv" in graph
    assert graph.count("qnn.scaled") == 1  # x is divided by its scale, and no sum of floats


def test_result() -> None:
    made = model((1,), ())
    x = np.random.default_rng(1).standard_normal((1, 16, 7, 9)).astype(np.float32)
    (want,) = onnxruntime_results(made.SerializeToString(), {"x": x})
    got = np.asarray(mlcc.build(made).main(x))
    assert np.abs(got.astype(int) - want).max() <= 1
    assert np.ptp(want) > 50
