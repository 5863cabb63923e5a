"""Models that onnxruntime's optimiser laid out in blocks of channels, against onnxruntime on the same file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx_models import FLOAT, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.diagnostics import MlccError
from mlcc.importers.onnx import from_onnx
from mlcc.importers.onnx.channel_blocks import DOMAIN, PROPERTY, channel_block

RNG = np.random.default_rng(5)
Weights = dict[str, Any]


def floats(*shape: int) -> Any:
    return (RNG.standard_normal(shape) / 3).astype(np.float32)


def optimised(
    nodes: Sequence[onnx.NodeProto], weights: Weights, folder: Path, shape: Sequence[Any], opset: int = 17
) -> onnx.ModelProto:
    """What onnxruntime makes of a model with the input `x` and the output `y`; with operators on blocks."""
    ort = pytest.importorskip("onnxruntime")
    options = ort.SessionOptions()
    options.optimized_model_filepath, options.log_severity_level = str(folder / "after.onnx"), 4
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    before = model_of(nodes, {"x": (FLOAT, shape)}, ["y"], weights, opset=opset)
    before.ir_version = 9
    before.graph.output[0].type.tensor_type.elem_type = FLOAT
    ort.InferenceSession(before.SerializeToString(), options, providers=["CPUExecutionProvider"])
    model = onnx.load(folder / "after.onnx")
    if not any(n.domain == DOMAIN for n in model.graph.node):
        pytest.skip("onnxruntime uses no blocks on this processor")
    return model


def check(model: onnx.ModelProto, *shapes: tuple[int, ...]) -> None:
    build = mlcc.build(from_onnx(model))
    for shape in shapes:
        x = RNG.standard_normal(shape).astype(np.float32)
        (want,) = onnxruntime_results(model, {"x": x})
        assert_close(build(x), want)


def kinds(model: onnx.ModelProto) -> set[str]:
    return {n.op_type for n in model.graph.node if n.domain == DOMAIN}


@pytest.mark.onnxruntime
def test_layers_of_every_kind(tmp_path: Path) -> None:
    """Channels that fill no block, groups, a residual sum before the activation, dilation, pools, a resized image."""
    weights = {
        "w0": floats(21, 3, 3, 3), "b0": floats(21), "w1": floats(40, 20, 1, 1), "w2": floats(40, 8, 3, 3),
        "b2": floats(40), "w3": floats(40, 1, 3, 3), "w4": floats(24, 40, 3, 3), "b4": floats(24),
        "low": np.float32(0), "high": np.float32(2), "scales": np.float32([1, 1, 2, 3]),
        "c": floats(20, 21, 1, 1),
    }  # fmt: skip
    nodes = [
        node("Conv", ["x", "w0", "b0"], ["a0"], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("LeakyRelu", ["a0"], ["a1"], alpha=0.1),
        node("Conv", ["a1", "c"], ["a2"]),
        node("Conv", ["a2", "w1"], ["a3"]),
        node("MaxPool", ["a3"], ["a4"], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2], ceil_mode=1),
        node("Conv", ["a4", "w2", "b2"], ["a5"], group=5, pads=[1, 1, 1, 1]),
        node("Add", ["a5", "a4"], ["a6"]),
        node("Relu", ["a6"], ["a7"]),
        node("Conv", ["a7", "w3"], ["a8"], group=40, pads=[1, 1, 1, 1]),
        node("Clip", ["a8", "low", "high"], ["a9"]),
        node("Conv", ["a9", "w4", "b4"], ["a10"], pads=[2, 2, 2, 2], dilations=[2, 2]),
        node("Sigmoid", ["a10"], ["a11"]),
        node("AveragePool", ["a11"], ["a12"], kernel_shape=[2, 2], pads=[1, 1, 0, 0], count_include_pad=1),
        node("Resize", ["a12", "", "scales"], ["y"], mode="nearest", nearest_mode="floor",
             coordinate_transformation_mode="asymmetric"),
    ]  # fmt: skip
    model = optimised(nodes, weights, tmp_path, ["n", 3, "h", "w"])
    assert kinds(model) >= {"Conv", "MaxPool", "AveragePool", "ReorderOutput", "Upsample"}
    check(model, (1, 3, 17, 23), (3, 3, 8, 9))


@pytest.mark.onnxruntime
@pytest.mark.parametrize("pool", ["GlobalAveragePool", "GlobalMaxPool"])
def test_an_image_that_is_put_into_blocks(pool: str, tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w", "b"], ["a"], auto_pad="SAME_UPPER", strides=[2, 1]),
        node("Concat", ["a", "a"], ["both"], axis=1),
        node("Conv", ["both", "v"], ["c"]),
        node(pool, ["c"], ["y"]),
    ]
    weights = {"w": floats(24, 12, 3, 2), "b": floats(24), "v": floats(16, 48, 1, 1)}
    model = optimised(nodes, weights, tmp_path, ["n", 12, 7, 9])
    assert kinds(model) == {"Conv", "ReorderInput", "ReorderOutput", pool}
    check(model, (2, 12, 7, 9))


@pytest.mark.onnxruntime
@pytest.mark.parametrize(
    ("mode", "rule"), [("linear", "align_corners"), ("linear", "half_pixel"), ("linear", "asymmetric")]
)
def test_images_that_are_resized_by_lines(mode: str, rule: str, tmp_path: Path) -> None:
    nodes = [
        node("Conv", ["x", "w"], ["a"]),
        node("Resize", ["a", "", "s"], ["y"], mode=mode, coordinate_transformation_mode=rule),
    ]
    model = optimised(nodes, {"w": floats(24, 3, 1, 1), "s": np.float32([1, 1, 3, 2])}, tmp_path, [1, 3, 5, 4])
    assert "Upsample" in kinds(model)
    check(model, (1, 3, 5, 4))


@pytest.mark.onnxruntime
@pytest.mark.parametrize("activation", ["HardSwish", "HardSigmoid", "Tanh", "Gelu"])
def test_activations(activation: str, tmp_path: Path) -> None:
    """Some are a part of the convolution, others compute values in blocks."""
    nodes = [node("Conv", ["x", "w"], ["a"]), node(activation, ["a"], ["y"])]
    model = optimised(
        nodes, {"w": floats(21, 3, 3, 3)}, tmp_path, [2, 3, 5, 4], opset=20 if activation == "Gelu" else 14
    )
    check(model, (2, 3, 5, 4))


def blocks(filters: int, depth: int, channels: int, given: int = 3, groups: int = 1) -> onnx.ModelProto:
    """A convolution in blocks of an image of `given` channels, as a file may have it."""
    nodes = [
        *([node("ReorderInput", ["x"], ["r"], domain=DOMAIN)] if given > 3 else []),
        node("Conv", ["r" if given > 3 else "x", "w"], ["a"], domain=DOMAIN, group=groups),
        node("MaxPool", ["a"], ["b"], domain=DOMAIN, kernel_shape=[1, 1]),
        node("ReorderOutput", ["b"], ["y"], domain=DOMAIN, channels=channels),
    ]
    weights = {"w": floats(filters, depth, 1, 1)}
    return model_of(nodes, {"x": (FLOAT, [1, given, 4, 4])}, ["y"], weights, domains={DOMAIN: 1})


@pytest.mark.parametrize(
    ("filters", "depth", "channels", "groups", "size"),
    [
        (24, 3, 24, 1, 8), (24, 3, 21, 1, 8),
        (32, 3, 18, 1, 16),  # with blocks of 8 there would be 24
        (16, 3, 12, 1, None), (16, 3, 16, 1, None), (16, 16, 16, 1, None),
        (16, 24, 16, 1, 8),
        (16, 12, 16, 1, 16),  # an image of 12 channels is read as it is by blocks of 16 alone
        (40, 1, 40, 40, 8),
    ],
)  # fmt: skip
def test_the_numbers_of_channels_decide(filters: int, depth: int, channels: int, groups: int, size: int | None) -> None:
    model = blocks(filters, depth, channels, given=3 if depth < 16 else depth, groups=groups)
    if size is not None:
        assert channel_block(model) == size
        return
    with pytest.raises(MlccError, match="I135.*8 or 16"):
        from_onnx(model)
    for stated in (8, 16):
        del model.metadata_props[:]
        model.metadata_props.add(key=PROPERTY, value=str(stated))
        assert channel_block(model) == stated


def test_what_left_the_blocks_is_read_as_it_is() -> None:
    """A convolution of 12 channels that another one has computed: blocks of 16 read plain images of fewer channels."""
    model = blocks(16, 3, 12)
    more = blocks(16, 12, 16)
    graph = more.graph
    for item in graph.node[0], graph.node[1], graph.node[2]:
        for names in (item.input, item.output):
            for k, name in enumerate(names):
                names[k] = {"x": "y"}.get(name, f"{name}2")
    graph.initializer[0].name = "w2"
    model.graph.node.extend(graph.node)
    model.graph.initializer.extend(graph.initializer)
    model.graph.output[0].name = "y2"
    assert channel_block(model) == 16
    assert mlcc.build(from_onnx(model))(floats(1, 3, 4, 4)).shape == (1, 16, 4, 4)


def test_other_blocks_are_refused() -> None:
    with pytest.raises(MlccError, match="I135.*neither 8 nor 16"):
        from_onnx(blocks(20, 3, 20))
    stated = blocks(24, 3, 24)
    stated.metadata_props.add(key=PROPERTY, value="16")
    with pytest.raises(MlccError, match="I135"):
        from_onnx(stated)


def test_blocks_of_16_are_put_in_order(tmp_path: Path) -> None:
    """No processor is needed that has them: the weights are stored here."""
    plain, image = floats(32, 32, 3, 2), floats(1, 20, 4, 4)
    plain[:, 20:] = 0
    model = blocks(32, 32, 18, given=20)
    stored = plain.reshape(2, 16, 2, 16, 3, 2).transpose(0, 2, 4, 5, 3, 1)
    model.graph.initializer[0].CopyFrom(onnx.numpy_helper.from_array(stored.reshape(plain.shape), "w"))
    assert channel_block(model) == 16
    standard = model_of([node("Conv", ["x", "w"], ["y"])], {"x": (FLOAT, image.shape)}, ["y"], {"w": plain[:18, :20]})
    assert_close(mlcc.build(from_onnx(model))(image), np.asarray(mlcc.build(from_onnx(standard))(image)))
