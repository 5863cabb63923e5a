"""Weight-only and dynamic models: the same values in mlcc, onnxruntime and NumPy."""

from __future__ import annotations

from collections import Counter
from typing import Any

import onnx
import pytest

import mlcc

from .models import MODELS, Net, by_mlcc, by_onnxruntime, feeds, relative

TYPES = [
    {"weights": "int8"},
    {"weights": "int8", "block": 32},
    {"weights": "int4", "block": 32},
    {"weights": "uint4", "block": 16},
    {"weights": "uint4", "block": 32, "form": "operators"},
    {"weights": "int4", "block": 16, "form": "operators"},
    {"weights": "int8", "block": 32, "form": "operators"},
]


def fully_connected(depth: int = 64) -> onnx.ModelProto:
    net = Net(3, depth)
    y = net("Relu", net("Gemm", net.x, net.normal(48, depth, scale=0.1), net.normal(48, scale=0.1), transB=1))
    y = net("Gemm", y, net.normal(48, 32, scale=0.1))
    return net.model(net("MatMul", y, net.normal(32, 10, scale=0.1)))


@pytest.mark.every(4)
@pytest.mark.parametrize("options", TYPES, ids=lambda o: "-".join(map(str, o.values())))
def test_integer_weights(options: dict[str, Any]) -> None:
    model = fully_connected()
    result = mlcc.quantize(model, activations="float", **options)
    assert len(result.report.layers) == 3
    onnx.checker.check_model(result.model)
    feed = feeds(model)[0]
    want = by_onnxruntime(model, feed)[0]
    bound = 0.02 if options["weights"] == "int8" else 0.25
    got, other = by_mlcc(result.model, feed)[0], by_onnxruntime(result.model, feed, optimised=False)[0]
    assert 0 < relative(got, want) < bound
    # accuracy_level 4 lets onnxruntime round activations to int8.
    assert relative(got, other) < (0.03 if options.get("form") else 1e-5)


def test_a_depth_that_blocks_do_not_divide() -> None:
    model = fully_connected(50)
    feed = feeds(model)[0]
    want = by_onnxruntime(model, feed)[0]
    for form in ("qdq", "operators"):
        result = mlcc.quantize(model, activations="float", weights="uint4", block=16, form=form)
        assert relative(by_mlcc(result.model, feed)[0], want) < 0.25


def test_with_calibration_errors_are_measured() -> None:
    model = MODELS["transformer"]()
    result = mlcc.quantize(model, feeds(model), activations="float", weights="int4", block=16)
    assert len(result.report.layers) == 6
    assert all(0.01 < layer.error < 0.3 for layer in result.report.layers if layer.error is not None)
    assert result.report.error is not None
    assert 0 < result.report.error < 0.3
    assert result.report.bytes_after < result.report.bytes_before / 3


@pytest.mark.parametrize(
    ("name", "form"), [("conv", "operators"), pytest.param("transformer", "qdq", marks=pytest.mark.slow)]
)
def test_dynamic_activations(name: str, form: str) -> None:
    model = MODELS[name]()
    result = mlcc.quantize(model, feeds(model), activations="dynamic", form=form)
    onnx.checker.check_model(result.model, full_check=True)
    counts = Counter(node.op_type for node in result.model.graph.node)
    if form == "operators":
        assert counts["MatMulInteger"] + counts["ConvInteger"] == len(result.report.layers)
    feed = feeds(model, seed=3)[0]
    want = by_onnxruntime(model, feed)[0]
    got, other = by_mlcc(result.model, feed)[0], by_onnxruntime(result.model, feed)[0]
    assert 0 < relative(got, want) < 0.05
    assert relative(got, other) < 0.01
    assert result.report.error is not None
    assert 0 < result.report.error < 0.05


def test_one_conversion_serves_all_readers() -> None:
    net = Net(2, 16)
    model = net.model(net("Add", net("MatMul", net.x, net.normal(16, 8)), net("MatMul", net.x, net.normal(16, 8))))
    result = mlcc.quantize(model, activations="dynamic").model
    assert [node.op_type for node in result.graph.node].count("DynamicQuantizeLinear") == 1


@pytest.mark.parametrize("activations", ["float", "dynamic"])
def test_limits_are_no_layers_where_only_products_are(activations: str) -> None:
    """A ReLU behind what moves elements limits a static grid; without one there is nothing that it could do."""
    net = Net(2, 4, 6, 6)
    pooled = net("Relu", net("MaxPool", net.x, kernel_shape=[2, 2], strides=[2, 2]))
    model = net.model(net.conv(pooled, 4, 6))
    result = mlcc.quantize(model, feeds(model), activations=activations)
    assert [layer.op for layer in result.report.layers] == ["Conv"]
    feed = feeds(model, seed=3)[0]
    assert relative(by_onnxruntime(result.model, feed)[0], by_onnxruntime(model, feed)[0]) < 0.05
