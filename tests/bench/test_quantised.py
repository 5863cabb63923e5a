"""The comparison operator by operator: it finds none between equals, and the one that is off."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
import quantised
from accuracy import Arrays, by_mlcc, random_inputs
from onnx import TensorProto, helper, numpy_helper

pytest.importorskip("onnxruntime")


def model() -> onnx.ModelProto:
    """A quantised convolution between float operators, then a dynamic product."""
    rng = np.random.default_rng(0)
    constants = {
        "xs": np.float32(0.02), "xz": np.uint8(128), "ws": np.float32(0.01), "wz": np.int8(0),
        "ys": np.float32(0.05), "yz": np.uint8(110), "w": rng.integers(-127, 128, (5, 3, 3, 3)).astype(np.int8),
        "m": rng.integers(0, 256, (7, 4)).astype(np.uint8),
    }  # fmt: skip
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "xs", "xz"], ["qx"]),
        helper.make_node("DequantizeLinear", ["qx", "xs", "xz"], ["dx"]),
        helper.make_node("DequantizeLinear", ["w", "ws", "wz"], ["dw"]),
        helper.make_node("Conv", ["dx", "dw"], ["c"], pads=[1, 1, 1, 1]),
        helper.make_node("QuantizeLinear", ["c", "ys", "yz"], ["qc"]),
        helper.make_node("DequantizeLinear", ["qc", "ys", "yz"], ["dc"]),
        helper.make_node("DynamicQuantizeLinear", ["dc"], ["qd", "qds", "qdz"]),
        helper.make_node("MatMulInteger", ["qd", "m", "qdz"], ["y"]),
    ]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 6, 7])]
    outputs = [helper.make_tensor_value_info("y", TensorProto.INT32, [1, 5, 6, 4])]
    weights = [numpy_helper.from_array(np.asarray(array), name) for name, array in constants.items()]
    graph = helper.make_graph(nodes, "quantised", inputs, outputs, weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_all_values_are_compared_and_within_one_quantum() -> None:
    found = quantised.differences(model(), random_inputs(model()))
    assert list(found) == ["qx", "qc", "qd", "y"]
    assert all(gap.max() <= 1 for gap in found.values())


def test_an_operator_that_is_off_is_named_alone(
    tmp_path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "small.onnx")
    onnx.save(model(), path)
    monkeypatch.setattr("sys.argv", ["quantised.py", "--share", "1", path])
    assert quantised.main() == 0
    assert capsys.readouterr().out.startswith("small: 4 values, ")
    compiled = by_mlcc

    def other_scale(parts: onnx.ModelProto, inputs: Arrays) -> list[np.ndarray]:
        scale = next(item for item in parts.graph.initializer if item.name == "ws")
        scale.CopyFrom(numpy_helper.from_array(np.float32(0.011), "ws"))
        return compiled(parts, inputs)

    monkeypatch.setattr(quantised, "by_mlcc", other_scale)
    assert quantised.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("    QuantizeLinear qc: ")
