"""Networks over images of unknown size keep their schedules: what the library refuses would be many times slower."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from tolerances import assert_close

from mlcc.diagnostics import Diagnostic
from mlcc.driver import build

#: Of each convolution its source, channels read and written, size of the window, and attributes.
CONVS: dict[str, tuple[str, int, int, int, dict[str, Any]]] = {
    "stem": ("x", 3, 32, 3, {"pads": [1] * 4, "strides": [2, 2]}),
    "a": ("pooled", 32, 32, 3, {"pads": [1] * 4}),
    "b": ("a_relu", 32, 32, 3, {"pads": [1] * 4}),
    "wide": ("sum_relu", 32, 64, 1, {}),
    "deep": ("wide_relu", 64, 64, 5, {"pads": [2] * 4, "group": 64}),
    "few": ("deep_relu", 64, 5, 3, {"pads": [1] * 4}),
}


def network() -> onnx.ModelProto:
    """Convolutions with bias and ReLU, a residual sum, depthwise and odd channels, and pools, blocked and plain."""
    rng, weights = np.random.default_rng(0), []
    nodes = []
    for name, (source, inputs, outputs, size, attrs) in CONVS.items():
        shape = (outputs, inputs // attrs.get("group", 1), size, size)
        weights += [
            numpy_helper.from_array((rng.standard_normal(shape) * 0.2).astype(np.float32), f"{name}_w"),
            numpy_helper.from_array(rng.standard_normal(outputs).astype(np.float32), f"{name}_b"),
        ]
        result = name
        nodes.append(helper.make_node("Conv", [source, f"{name}_w", f"{name}_b"], [name], **attrs))
        if name == "b":
            nodes.append(helper.make_node("Add", ["b", "pooled"], ["sum"]))
            result = "sum"
        nodes.append(helper.make_node("Relu", [result], [f"{result}_relu"]))
        if name == "stem":
            pool = {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1] * 4}
            nodes.append(helper.make_node("MaxPool", ["stem_relu"], ["pooled"], **pool))
    nodes.append(helper.make_node("AveragePool", ["few_relu"], ["y"], kernel_shape=[2, 2], pads=[0, 0, 1, 1]))
    given = [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, ["n", 3, "h", "w"])]
    results = [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)]
    graph = helper.make_graph(nodes, "network", given, results, weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@pytest.mark.slow
@pytest.mark.parametrize("cores", [1, 2])
def test_every_program_of_a_symbolic_image_has_its_schedule(cores: int) -> None:
    said: list[Diagnostic] = []
    model = network()
    library = build(model, target=f"llvm -num-cores={cores}", on_warning=said.append)
    assert [(item.code, item.message) for item in said] == []
    reference = ReferenceEvaluator(model)
    for shape in [(1, 3, 1, 1), (2, 3, 37, 18), (1, 3, 64, 97)]:
        x = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
        (want,) = reference.run(None, {"x": x})
        assert isinstance(want, np.ndarray)
        assert_close(library.main(x), want)
