"""Layers that stay in float: by name, by pattern, and for a bound of the error."""

from __future__ import annotations

import json

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

import mlcc

from .models import MODELS, Net, by_onnxruntime, feeds, relative


def sensitive() -> onnx.ModelProto:
    """The second layer's operand has a range of which most values use little: its grid is coarse."""
    net = Net(4, 16)
    y = net("Relu", net("Gemm", net.x, net.normal(16, 32, scale=0.3)))
    spread = np.ones((1, 32), np.float32)
    spread[0, 0] = 2000
    y = net("Mul", y, net.constant(spread))
    weight = np.random.default_rng(1).standard_normal((32, 16)).astype("f4")
    weight[0] /= 2000
    y = net("Relu", net("Gemm", y, net.constant(weight)))
    return net.model(net("Gemm", y, net.normal(16, 8, scale=0.3)))


def test_the_most_sensitive_layer_stays_float() -> None:
    model = sensitive()
    free = mlcc.quantize(model, feeds(model)).report
    assert free.error is not None
    assert free.error > 0.3
    bound = mlcc.quantize(model, feeds(model), max_error=0.03).report
    assert [layer.precision for layer in bound.layers] == ["uint8 x int8", "float32", "uint8 x int8"]
    assert bound.error is not None
    assert bound.error <= 0.03
    effects = [layer.effect or 0 for layer in bound.layers]
    assert effects[1] == max(effects) > 0.3
    errors = [layer.error or 0 for layer in bound.layers]
    assert errors[1] == max(errors)


@pytest.mark.slow
def test_the_stated_error_is_that_of_the_written_model() -> None:
    model = MODELS["conv"]()
    result = mlcc.quantize(model, feeds(model, 3))
    errors = [relative(*(by_onnxruntime(m, sample)[0] for m in (result.model, model))) for sample in feeds(model, 3)]
    # wide: where a value lies between two steps, another engine's float32 sums round it to the other one
    assert result.report.error == pytest.approx(max(errors), rel=0.15)


@pytest.mark.slow
def test_a_bound_that_nothing_meets() -> None:
    model = MODELS["conv"]()
    with pytest.raises(mlcc.MlccError, match="Q113") as caught:
        mlcc.quantize(model, feeds(model), max_error=1e-9)
    assert "the error is" in caught.value.diagnostic.notes[0]


@pytest.mark.slow
def test_a_pool_is_not_quantised_without_a_product() -> None:
    """The bound is above the effect of the pool alone, which stays in float then, and below that of any product."""
    model = MODELS["residual"]()
    free = mlcc.quantize(model, feeds(model), max_error=1.0).report
    effects = sorted((layer.effect or 0, layer.op) for layer in free.layers)
    assert effects[0][1] == "AveragePool"
    product = min(effect for effect, op in effects if op == "Conv")
    with pytest.raises(mlcc.MlccError, match="Q113"):
        mlcc.quantize(model, feeds(model), max_error=(effects[0][0] + product) / 2)
    least = mlcc.quantize(model, feeds(model), max_error=1.1 * product).report
    quantised = [layer.op for layer in least.layers if layer.precision != "float32"]
    assert "Conv" in quantised
    assert least.error is not None
    assert 0 < least.error <= 1.1 * product


@pytest.mark.parametrize("pattern", ["conv4", "conv*", "Gemm", "v4"])
def test_patterns_keep_layers(pattern: str) -> None:
    model = MODELS["conv"]()
    all_layers = mlcc.quantize(model, feeds(model), measure=False).report.layers
    report = mlcc.quantize(model, feeds(model), measure=False, keep=(pattern,)).report
    assert [row.layer for row in report.layers] == [row.layer for row in all_layers]
    kept = [row for row in report.layers if row.precision == "float32"]
    assert 0 < len(kept) < len(all_layers)
    assert f"{len(all_layers) - len(kept)} layers quantised, {len(kept)} kept in float32" in report.text()


def test_operators_are_selected() -> None:
    model = MODELS["residual"]()
    only = mlcc.quantize(model, feeds(model), measure=False, ops="Conv").report
    assert {layer.op for layer in only.layers} == {"Conv"}
    less = mlcc.quantize(model, feeds(model), measure=False, ops="-Add").report
    assert {layer.op for layer in less.layers} == {"Conv", "Concat", "AveragePool"}
    transformer = MODELS["transformer"]()
    feed = feeds(transformer)
    more = mlcc.quantize(transformer, feed, ops="+BatchMatMul,+Softmax,+Div", measure=False)
    assert {layer.op for layer in more.report.layers} == {"MatMul", "Softmax", "Div"}
    got, want = (by_onnxruntime(m, feed[0])[0] for m in (more.model, transformer))
    assert 0 < relative(got, want) < 0.05


def test_the_report_as_json() -> None:
    model = MODELS["conv"]()
    report = mlcc.quantize(model, feeds(model)).report
    read = json.loads(report.json())
    assert read["error"] == report.error
    assert len(read["layers"]) == len(report.layers)
    assert {"layer", "op", "precision", "error", "sqnr_db", "effect"} == set(read["layers"][0])
    first = report.layers[0]
    assert read["layers"][0]["sqnr_db"] == pytest.approx(-20 * np.log10(first.error))
    assert f"{first.error:.2e}" in report.text()


def test_the_source_stays_as_it_is() -> None:
    model = MODELS["conv"]()
    before = model.SerializeToString(deterministic=True)
    mlcc.quantize(model, feeds(model), equalize=True, measure=False)
    assert model.SerializeToString(deterministic=True) == before
    assert numpy_helper.to_array(model.graph.initializer[0]).dtype == np.float32
