"""ONNX's reference evaluator with its faults put right."""

from __future__ import annotations

import math

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper, numpy_helper
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx
from mlcc.importers.onnx.evaluator import evaluate


@pytest.mark.parametrize("opset", [7, 8, 9, 13, 14, 15])
def test_batch_normalisation_and_dropout_of_every_opset(opset: int) -> None:
    """Old opsets normalise by the given statistics; the mask of a Dropout is of the data's type before opset 10."""
    rng = np.random.default_rng(opset)
    given = {"x": (2, 3, 4, 5), "scale": (3,), "bias": (3,), "mean": (3,), "var": (3,)}
    nodes = [
        helper.make_node("BatchNormalization", list(given), ["n"], epsilon=1e-3),
        helper.make_node("Dropout", ["n"], ["y", "mask"]),
    ]
    inputs = [helper.make_tensor_value_info(name, 1, shape) for name, shape in given.items()]
    outputs = [helper.make_empty_tensor_value_info(name) for name in ("y", "mask")]
    model = helper.make_model(
        helper.make_graph(nodes, "old", inputs, outputs), opset_imports=[helper.make_opsetid("", opset)], ir_version=8
    )
    model = onnx.shape_inference.infer_shapes(model)
    feeds = {name: rng.uniform(0.5, 2, shape).astype(np.float32) for name, shape in given.items()}
    y, mask = evaluate(model, feeds)
    assert mask.all()
    assert mask.dtype == (np.float32 if opset < 10 else np.bool_)
    del model.graph.output[1]
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    assert_close(y, session.run(["y"], feeds)[0])


def test_the_error_function_of_constant_doubles() -> None:
    """A GELU of constant doubles, which the importer computes, is one of doubles (a graph of NNSmith)."""
    x = np.array([4.4274, 0.3, -0.1])
    model = _of_constants(helper.make_node("Erf", ["x"], ["y"]), x=x)
    assert_close(mlcc.build(from_onnx(model))(), np.array([math.erf(v) for v in x]))


def test_a_constant_infinity_is_quantised_to_the_end() -> None:
    """The evaluator converts to int32 first, which has no infinity: such a node is compiled."""
    x = np.array([np.inf, -np.inf, 3e9, 1], np.float32)
    quantise = helper.make_node("QuantizeLinear", ["x", "scale", "zero"], ["y"])
    model = _of_constants(quantise, x=x, scale=np.float32(0.5), zero=np.int8(-5))
    assert np.asarray(mlcc.build(from_onnx(model))()).tolist() == [127, -128, 127, -3]


def test_cubic_weights_are_those_of_doubles() -> None:
    """They add up to one: an image of sevens stays one."""
    x, sizes = np.full((1, 1, 3, 4), 7.0), np.array([1, 1, 5, 9])
    model = _of_constants(helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], mode="cubic"), x=x, sizes=sizes)
    (y,) = evaluate(model, {})
    assert_close(y, np.full(y.shape, 7.0))


def _of_constants(node: onnx.NodeProto, **values: object) -> onnx.ModelProto:
    weights = [numpy_helper.from_array(np.asarray(value), name) for name, value in values.items()]
    graph = helper.make_graph([node], "constants", [], [helper.make_empty_tensor_value_info("y")], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
