"""The float64 form of a model, and that both ways of computing it agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from accuracy import by_mlcc, by_onnx, errors, in_float64, random_inputs
from onnx import TensorProto, helper, numpy_helper

MODELS = Path(__file__).resolve().parents[2] / "samples" / "models"


def normalized() -> onnx.ModelProto:
    """A convolution, a local response normalisation, a constant and a cast."""
    rng = np.random.default_rng(0)
    weight = numpy_helper.from_array(rng.standard_normal((6, 3, 3, 3)).astype(np.float32), "w")
    scale = numpy_helper.from_array(np.float32(0.3), "scale")
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
        helper.make_node("LRN", ["c"], ["n"], size=5, alpha=0.1),
        helper.make_node("Constant", [], ["s"], value=scale),
        helper.make_node("Mul", ["n", "s"], ["m"]),
        helper.make_node("Cast", ["m"], ["y"], to=TensorProto.FLOAT),
    ]
    shape = [2, 3, 8, 8]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 6, 8, 8])]
    graph = helper.make_graph(nodes, "normalized", inputs, outputs, [weight])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["mlp", "convnet", "transformer", "normalized"])
def test_both_references_agree(name: str) -> None:
    model = normalized() if name == "normalized" else onnx.load(MODELS / f"{name}.onnx")
    inputs = random_inputs(model)
    wide = {key: array.astype(np.float64) for key, array in inputs.items()}
    doubled = in_float64(model)
    exact = by_onnx(doubled, wide)
    assert all(array.dtype == np.float64 for array in exact)
    for got, want in zip(by_mlcc(doubled, wide), exact, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-11)
    _, relative = errors(by_mlcc(model, inputs), exact)
    assert 0 <= float(relative) < 1e-5
