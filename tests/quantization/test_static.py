"""Static QDQ models: standard, close to the float model, equal in mlcc and onnxruntime up to one step."""

from __future__ import annotations

from collections import Counter

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from tolerances import assert_close

import mlcc
from mlcc.quantization.equalize import equalize
from mlcc.quantization.prepare import prepared

from .models import MODELS, UNUSUAL, Net, by_mlcc, by_onnxruntime, feeds, relative, residual_net

#: The error that a model may have: measured values of 8-bit grids, and half as much again.
BOUNDS = {"conv": 0.03, "residual": 0.03, "transformer": 0.02}


def operators(model: onnx.ModelProto) -> Counter[str]:
    return Counter(node.op_type for node in model.graph.node)


def error_in_onnxruntime(quantised: onnx.ModelProto, model: onnx.ModelProto) -> float:
    feed = feeds(model)[0]
    return relative(by_onnxruntime(quantised, feed)[0], by_onnxruntime(model, feed)[0])


def last_step(model: onnx.ModelProto) -> float:
    """The scale of the value that the output is dequantised from."""
    last = next(n for n in model.graph.node if model.graph.output[0].name in n.output)
    assert last.op_type == "DequantizeLinear"
    scale = next(t for t in model.graph.initializer if t.name == last.input[1])
    return float(numpy_helper.to_array(scale))


@pytest.mark.every(2)
@pytest.mark.parametrize("activations", ["uint8", pytest.param("int8", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", MODELS)
def test_the_error_is_small_everywhere(name: str, activations: str) -> None:
    model = MODELS[name]()
    samples = feeds(model)
    result = mlcc.quantize(model, samples, activations=activations)
    onnx.checker.check_model(result.model, full_check=True)
    want = by_onnxruntime(model, samples[0])[0]
    for got in (
        by_mlcc(result.model, samples[0])[0],
        by_onnxruntime(result.model, samples[0])[0],
        by_onnxruntime(result.model, samples[0], optimised=False)[0],
    ):
        assert 0 < relative(got, want) < BOUNDS[name]
    assert result.report.error is not None
    assert 0 < result.report.error < BOUNDS[name]
    assert all(0 < layer.error < 0.05 for layer in result.report.layers if layer.error is not None)


@pytest.mark.parametrize("activations", ["uint8", "int8"])
def test_mlcc_and_onnxruntime_agree_within_one_step(activations: str) -> None:
    """Of a network whose output has a grid: a convolution that another one reads."""
    net = Net(1, 4, 9, 9)
    middle = net("Relu", net.conv(net.x, 4, 16))
    model = net.model(middle, net.conv(net("Add", net.conv(middle, 16, 16), middle), 16, 8))
    result = mlcc.quantize(model, feeds(model), activations=activations).model
    step = last_step(result)
    for feed in feeds(model, 3, seed=5):
        got = by_mlcc(result, feed)[0]
        for optimised in (True, False):
            want = by_onnxruntime(result, feed, optimised)[0]
            assert np.abs(got - want).max() < 1.01 * step
            assert (np.abs(got - want) > 0.5 * step).mean() < 0.01


def test_a_residual_network_stays_integer() -> None:
    model = residual_net()
    result = mlcc.quantize(model, feeds(model), measure=False).model
    counts = operators(result)
    assert counts["Relu"] == 1  # that of the output, which has no grid; the others are in the grids of their results
    links = {name: node for node in result.graph.node for name in node.output}
    for node in result.graph.node:
        if node.op_type in ("Conv", "Add", "Concat", "AveragePool"):
            assert {links[name].op_type for name in node.input} == {"DequantizeLinear"}, node.name
    # The operands of the concatenation, which nothing else reads, have its grid.
    concat = next(node for node in result.graph.node if node.op_type == "Concat")
    after = next(node for node in result.graph.node if concat.output[0] in node.input)
    assert {links[name].input[1] for name in concat.input} == {after.input[1]}


def test_batch_normalisation_is_folded() -> None:
    model = MODELS["conv"]()
    graph = prepared(model, 13)
    assert "BatchNormalization" not in {node.op_type for node in graph.nodes}
    feed = feeds(model)[0]
    folded = by_onnxruntime(graph.model(), feed)[0]
    assert_close(folded, by_onnxruntime(model, feed)[0])


def test_masks_and_indices_are_no_values_of_a_grid() -> None:
    """The second results of Dropout and MaxPool: booleans and positions, read or not."""
    net = Net(1, 4, 8, 8)
    pooled = net("MaxPool", net.conv(net.x, 4, 6), outputs=2, kernel_shape=[2, 2], strides=[2, 2])
    positions = net("Cast", pooled.replace("a", "b"), to=onnx.TensorProto.FLOAT)
    dropped = net("Dropout", pooled, outputs=2)
    model = net.model(net("Add", net.conv(dropped, 6, 6), net("Mul", positions, net.constant(np.float32(1e-3)))))
    feed = {"x": net.rng.standard_normal((1, 4, 8, 8)).astype(np.float32)}
    result = mlcc.quantize(model, [feed], measure=False)
    assert relative(by_onnxruntime(result.model, feed)[0], by_onnxruntime(model, feed)[0]) < 0.05


def test_weights_that_nodes_of_constants_compute_are_quantised() -> None:
    """Exporters transpose and reshape weights by nodes, and the light models of onnx make them by ConstantOfShape."""
    net = Net(2, 12)
    turned = net("Transpose", net("Reshape", net.normal(60), net.constant(np.array([5, 12]))), perm=[1, 0])
    first = net("MatMul", net.x, turned)
    same = net("ConstantOfShape", net.constant(np.array([5, 3])), value=numpy_helper.from_array(np.float32([0.25])))
    model = net.model(net("MatMul", net("Tanh", first), same))
    samples = [{"x": net.rng.standard_normal((2, 12)).astype(np.float32)}]
    result = mlcc.quantize(model, samples, measure=False)
    assert [layer.op for layer in result.report.layers] == ["MatMul", "MatMul"]
    assert not {"Transpose", "Reshape", "ConstantOfShape"} & {node.op_type for node in result.model.graph.node}
    # Two products of 8-bit grids, of few numbers.
    assert relative(by_onnxruntime(result.model, samples[0])[0], by_onnxruntime(model, samples[0])[0]) < 0.03


def test_what_no_product_needs_stays_float() -> None:
    """The residual sums before normalisations, and attention."""
    model = MODELS["transformer"]()
    result = mlcc.quantize(model, feeds(model), measure=False)
    assert {layer.op for layer in result.report.layers} == {"MatMul"}
    assert len(result.report.layers) == 6
    more = mlcc.quantize(model, feeds(model), measure=False, ops="+BatchMatMul")
    assert len(more.report.layers) == 8


def test_a_value_that_is_an_output_keeps_its_name_and_steps() -> None:
    net = Net(1, 4, 6, 6)
    middle = net("Relu", net.conv(net.x, 4, 8))
    model = net.model(middle, net.conv(middle, 8, 4))
    result = mlcc.quantize(model, feeds(model), measure=False).model
    assert [v.name for v in result.graph.output] == [v.name for v in model.graph.output]
    values = by_onnxruntime(result, feeds(model)[0])[0] / last_step(result)
    assert np.abs(values - np.rint(values)).max() < 1e-3


def test_dynamic_sizes_stay_dynamic() -> None:
    net = Net("n", 3, "h", 8)
    model = net.model(net("Relu", net.conv(net("Relu", net.conv(net.x, 3, 8)), 8, 4)))
    result = mlcc.quantize(model, feeds(model), measure=False).model
    feed = {"x": np.random.default_rng(1).standard_normal((3, 3, 11, 8)).astype("f4")}
    want = by_onnxruntime(model, feed)[0]
    assert relative(by_mlcc(result, feed)[0], want) < 0.03
    assert relative(by_onnxruntime(result, feed)[0], want) < 0.03


def test_old_opsets_are_converted() -> None:
    net = Net(1, 3, 8, 8, opset=11)
    model = net.model(net.conv(net("Relu", net.conv(net.x, 3, 8)), 8, 4))
    result = mlcc.quantize(model, feeds(model), measure=False).model
    assert result.opset_import[0].version == 13
    onnx.checker.check_model(result, full_check=True)


def test_equalisation_keeps_the_function_and_evens_the_ranges() -> None:
    net = Net(1, 4, 8, 8)
    model = net.model(net.conv(net("Relu", net.conv(net("Relu", net.conv(net.x, 4, 8)), 8, 8, group=8)), 8, 4))
    factors = np.geomspace(1e-2, 1e2, 8, dtype=np.float32)[:, None, None, None]
    for shape, factor in (([8, 4, 3, 3], factors), ([8, 1, 3, 3], 1 / factors)):
        tensor = next(t for t in model.graph.initializer if t.dims == shape)
        tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor) * factor, tensor.name))
    graph = prepared(model, 13)
    assert equalize(graph) == 2
    feed = feeds(model)[0]
    want = by_onnxruntime(model, feed)[0]
    assert_close(by_onnxruntime(graph.model(), feed)[0], want)
    weights = [graph.array(node.input[1]) for node in graph.nodes if node.op_type == "Conv"]
    rows = [np.abs(np.moveaxis(w, a, 0)).reshape(8, -1).max(1) for w, a in zip(weights, (0, 0, 1), strict=True)]
    np.testing.assert_allclose(rows[0], rows[1], rtol=0.02)  # wide: the iteration ends when ranges are this even
    np.testing.assert_allclose(rows[1], rows[2], rtol=0.02)  # wide: as above
    plain, even = (
        mlcc.quantize(model, feeds(model), per_tensor=True, equalize=e, measure=False).model for e in (False, True)
    )
    assert error_in_onnxruntime(even, model) < error_in_onnxruntime(plain, model) / 2


def test_bias_correction_removes_the_mean_error() -> None:
    """Weights of one sign on inputs of one sign: rounding shifts the mean of each channel."""
    net = Net(1, 64)
    net.constants.append(numpy_helper.from_array(np.linspace(0.1, 1, 64 * 16, dtype="f4").reshape(64, 16) ** 3, "w"))
    model = net.model(net("Gemm", net.x, "w"))
    samples = [{"x": np.abs(feed["x"]) + 1} for feed in feeds(model, 16)]
    shifts = {}
    for corrected in (False, True):
        result = mlcc.quantize(model, samples, bias_correction=corrected, reduce_range=True, measure=False).model
        errors = [by_onnxruntime(result, s)[0] - by_onnxruntime(model, s)[0] for s in samples]
        shifts[corrected] = float(np.abs(np.mean(errors, axis=0)).mean())
    assert shifts[True] < shifts[False] / 2


def test_a_large_bias_beside_small_weights_fits() -> None:
    net = Net(1, 8)
    weight, bias = np.full((4, 8), 1e-9, "f4"), np.array([1e3, -1e3, 0, 5], "f4")
    weight[3] = 0
    model = net.model(net("Gemm", net.x, net.constant(weight), net.constant(bias), transB=1))
    result = mlcc.quantize(model, feeds(model)).model
    got = by_onnxruntime(result, feeds(model)[0])[0]
    assert_close(got, bias[None])


@pytest.mark.parametrize("method", ["minmax", "percentile", "mse", "entropy"])
def test_methods_of_calibration(method: str) -> None:
    model = MODELS["conv"]()
    result = mlcc.quantize(model, feeds(model, 8), method=method, weight_method="mse", measure=False).model
    assert 0 < error_in_onnxruntime(result, model) < 0.1


@pytest.mark.parametrize("options", [{"per_tensor": True}, {"symmetric": True}, {"reduce_range": True}])
def test_other_forms_of_grids(options: dict[str, bool]) -> None:
    model = MODELS["residual"]()
    result = mlcc.quantize(model, feeds(model), activations="int8", measure=False, **options).model
    assert 0 < error_in_onnxruntime(result, model) < 0.05
    tensors = {t.name: numpy_helper.to_array(t) for t in result.graph.initializer}
    weights = [a for a in tensors.values() if a.dtype == np.int8 and a.ndim == 4]
    assert max(np.abs(w.astype(int)).max() for w in weights) == (63 if "reduce_range" in options else 127)
    zeros = [tensors[n.input[2]] for n in result.graph.node if n.op_type == "QuantizeLinear"]
    assert ("symmetric" in options) == (not any(zero.any() for zero in zeros))
    sizes = {tensors[n.input[1]].size for n in result.graph.node if n.input[0].startswith("c")}
    assert ("per_tensor" in options) == (sizes == {1})


@pytest.mark.parametrize("options", [{}, {"activations": "dynamic"}, {"activations": "float"}], ids=str)
@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n == "detector" else ()) for n in UNUSUAL])
def test_unusual_graphs(name: str, options: dict[str, str]) -> None:
    model = UNUSUAL[name]()
    result = mlcc.quantize(model, feeds(model), measure=False, **options).model
    onnx.checker.check_model(result, full_check=True)
    feed = feeds(model)[0]
    want, theirs = by_onnxruntime(model, feed), by_onnxruntime(result, feed)
    ours = by_mlcc(result, feed) if not options else theirs
    assert [v.name for v in result.graph.output] == [v.name for v in model.graph.output]
    for a, b, c in zip(want, theirs, ours, strict=True):
        assert 0 < relative(b, a) < 0.02
        assert 0 < relative(c, a) < 0.02
