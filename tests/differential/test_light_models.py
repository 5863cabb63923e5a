"""The light models of the onnx package give the outputs that are stored beside them.

One of them by default, and two others with random weights; all nine with `--long`.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

import mlcc

FOLDER = Path(os.path.dirname(onnx.__file__)) / "backend/test/data/light"
QUICK, RANDOM = ("zfnet512",), ("squeezenet", "shufflenet")
ALL = (*QUICK, *RANDOM, "bvlc_alexnet", "densenet121", "inception_v1", "inception_v2", "resnet50", "vgg19")


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in ALL])
def test_light_model(name: str) -> None:
    path = FOLDER / f"light_{name}.onnx"
    model = onnx.load(path)
    initial = {tensor.name for tensor in model.graph.initializer}
    (item,) = (item for item in model.graph.input if item.name not in initial)
    shape = [dim.dim_value for dim in item.type.tensor_type.shape.dim]
    size = int(np.prod(shape))
    # The input that ONNX's own runner makes for these models.
    x = (np.arange(size, dtype=np.float32).reshape(shape) / size).astype(np.float32)
    expected = numpy_helper.to_array(onnx.TensorProto.FromString((FOLDER / f"light_{name}_output_0.pb").read_bytes()))
    result = mlcc.build(path)(x)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.onnxruntime
@pytest.mark.parametrize("name", [RANDOM[0], *(pytest.param(name, marks=pytest.mark.slow) for name in RANDOM[1:])])
def test_light_model_with_random_weights(name: str) -> None:
    """With random weights every layer matters; the answer is onnxruntime's."""
    runtime = pytest.importorskip("onnxruntime")
    model = _with_random_weights(onnx.load(FOLDER / f"light_{name}.onnx"))
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    session = runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    (item,) = session.get_inputs()
    x = np.random.default_rng(0).standard_normal(item.shape).astype(np.float32)
    (expected,) = session.run(None, {item.name: x})
    result = mlcc.build(model)(x)
    assert np.abs(expected).max() > 0
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


def _with_random_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """Constants made by ConstantOfShape become normal weights, scaled by their fan-in."""
    graph, rng = model.graph, np.random.default_rng(1)
    shapes = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    keep = []
    for node in graph.node:
        if node.op_type == "ConstantOfShape" and node.input[0] in shapes:
            shape = shapes[node.input[0]].tolist()
            fan = int(np.prod(shape[1:])) if len(shape) > 1 else 1
            value = rng.standard_normal(shape) * np.sqrt(2.0 / fan)
            if len(shape) == 1:
                value = 1 + 0.1 * np.abs(value)  # may be a variance
            graph.initializer.append(numpy_helper.from_array(value.astype(np.float32), node.output[0]))
        else:
            keep.append(node)
    del graph.node[:]
    graph.node.extend(keep)
    # ONNX runtimes want initializers declared after these models' IR version not as inputs.
    model.ir_version = max(model.ir_version, 4)
    return model
