"""ONNX's reference evaluator with its faults put right."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper
from tolerances import assert_close

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
