"""Scaled random weights keep the activations of a deep net at order 1, and nothing else of the model changes."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from accuracy import random_inputs
from calibrated import calibrated
from onnx import TensorProto, helper, numpy_helper

pytest.importorskip("onnxruntime")
DEPTH = 12


def vanishing() -> onnx.ModelProto:
    """Convolutions whose results shrink a hundredfold each; they share one weight and, through Identity, one bias."""
    rng = np.random.default_rng(0)
    weight = (rng.standard_normal((6, 6, 3, 3)) * 0.001).astype(np.float32)
    constants = [
        numpy_helper.from_array(weight, "w"),
        numpy_helper.from_array(np.zeros(6, np.float32), "b"),
        numpy_helper.from_array(rng.standard_normal((6, 5)).astype(np.float32), "dense"),
        *(numpy_helper.from_array(np.full(6, value, np.float32), name) for name, value in STATISTICS.items()),
    ]
    nodes = [
        helper.make_node("Identity", ["b"], ["b2"]),
        helper.make_node("BatchNormalization", ["x", *STATISTICS], ["v0"]),
    ]
    for k in range(DEPTH):
        nodes.append(helper.make_node("Conv", [f"v{k}", "w", "b2" if k % 2 else "b"], [f"c{k}"], pads=[1, 1, 1, 1]))
        nodes.append(helper.make_node("Relu", [f"c{k}"], [f"v{k + 1}"]))
    nodes.append(helper.make_node("GlobalAveragePool", [f"v{DEPTH}"], ["p"]))
    nodes.append(helper.make_node("Flatten", ["p"], ["f"]))
    nodes.append(helper.make_node("Gemm", ["f", "dense"], ["y"]))
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 6, 9, 7])]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 5])]
    graph = helper.make_graph(nodes, "vanishing", inputs, outputs, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


STATISTICS = {"scale": 1.0, "shift": 0.0, "mean": 50.0, "variance": 9.0}


def activations(model: onnx.ModelProto, seed: int) -> list[np.ndarray]:
    """The results of the convolutions and the output."""
    import onnxruntime

    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    shown.graph.output.extend(helper.make_empty_tensor_value_info(f"c{k}") for k in range(DEPTH))
    session = onnxruntime.InferenceSession(shown.SerializeToString(), providers=["CPUExecutionProvider"])
    return list(session.run(None, random_inputs(model, seed)))


def test_activations_are_of_order_one_on_other_inputs() -> None:
    model = vanishing()
    assert max(array.std() for array in activations(model, 7)[-3:]) < 1e-6
    scaled = calibrated(model, [random_inputs(model, seed) for seed in range(8)])
    onnx.checker.check_model(scaled)
    assert all(0.5 < array.std() < 2 for array in activations(scaled, 7)[1:])


def test_the_model_given_stays_as_it_is() -> None:
    model = vanishing()
    before = model.SerializeToString()
    scaled = calibrated(model, [random_inputs(model)])
    assert model.SerializeToString() == before
    assert [n.op_type for n in scaled.graph.node] == [n.op_type for n in model.graph.node if n.op_type != "Identity"]
