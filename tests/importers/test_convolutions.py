"""Convolutions and transposed ones of one to three dimensions through the whole compiler, against onnxruntime: odd
sizes, every attribute, channels that fill vectors and channels that do not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx import helper
from onnx_models import FLOAT, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
#: Data's shape, output channels, kernel, attributes.
CONVS: list[tuple[tuple[int, ...], int, tuple[int, ...], dict[str, Any]]] = [
    ((1, 1, 203), 40, (10,), {"strides": [5]}),
    ((2, 33, 57), 17, (3,), {"auto_pad": "SAME_LOWER", "strides": [2]}),
    ((1, 16, 41), 16, (5,), {"group": 16, "pads": [2, 2]}),
    ((1, 24, 41), 48, (3,), {"group": 8, "dilations": [3], "pads": [0, 4]}),
    ((3, 20, 9, 13), 24, (3, 2), {"auto_pad": "SAME_UPPER", "strides": [2, 3]}),
    ((1, 32, 7, 29), 32, (3, 3), {"group": 8, "pads": [1, 1, 1, 1]}),
    ((1, 32, 9, 11), 64, (3, 3), {"group": 2, "dilations": [2, 1], "pads": [2, 1, 0, 1]}),
    ((2, 16, 8, 21), 3, (3, 3), {"pads": [1, 2, 0, 1], "strides": [1, 2]}),
    ((1, 6, 5, 70), 12, (1, 1), {"group": 6}),
    ((1, 3, 5, 9, 11), 20, (3, 3, 3), {"pads": [1, 1, 1, 1, 1, 1], "strides": [1, 2, 2]}),
    ((1, 17, 4, 7, 6), 33, (2, 1, 3), {"dilations": [2, 1, 1]}),
    ((1, 16, 4, 7, 6), 16, (3, 3, 3), {"group": 16, "pads": [1, 1, 1, 1, 1, 1]}),
    ((1, 1, 3, 17, 19, 5), 1, (1, 3, 3, 1), {"strides": [1, 2, 2, 1]}),
    ((2, 3, 4, 5, 6, 7), 5, (2, 3, 2, 4), {"pads": [1, 0, 1, 2, 0, 1, 2, 1], "strides": [2, 1, 1, 2]}),
    ((1, 8, 3, 4, 5, 9), 8, (2, 2, 2, 3), {"group": 4, "dilations": [1, 2, 1, 3], "pads": [0, 1, 0, 3, 1, 0, 1, 3]}),
    ((1, 4, 2, 3, 2, 6, 5), 6, (1, 2, 1, 3, 2), {"auto_pad": "SAME_UPPER", "strides": [1, 1, 2, 2, 1]}),
]
TRANSPOSED: list[tuple[tuple[int, ...], int, tuple[int, ...], dict[str, Any]]] = [
    ((1, 20, 1, 1), 32, (4, 4), {}),
    ((2, 40, 4, 5), 24, (4, 4), {"strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ((1, 16, 6, 7), 3, (4, 4), {"strides": [2, 2], "pads": [1, 1, 1, 1]}),
    ((1, 16, 5, 3), 16, (3, 3), {"strides": [2, 2], "output_padding": [1, 1], "pads": [1, 1, 1, 1]}),
    ((1, 16, 5, 3), 16, (3, 3), {"strides": [2, 2], "output_shape": [10, 7]}),
    ((1, 16, 5, 3), 16, (5, 4), {"strides": [2, 3], "auto_pad": "SAME_UPPER"}),
    ((1, 16, 5, 3), 24, (3, 2), {"strides": [3, 1], "auto_pad": "SAME_LOWER"}),
    ((1, 16, 5, 4), 16, (3, 3), {"dilations": [2, 3], "pads": [1, 0, 2, 3]}),
    ((1, 16, 5, 4), 16, (3, 3), {"dilations": [2, 1], "strides": [2, 2]}),
    ((1, 21, 5, 4), 21, (16, 16), {"group": 21, "strides": [8, 8], "pads": [4, 4, 4, 4]}),
    ((1, 32, 3, 4), 32, (2, 2), {"group": 4, "strides": [2, 2]}),
    ((1, 6, 3, 4), 9, (2, 3), {"group": 3, "strides": [2, 1]}),
    ((2, 33, 13), 18, (16,), {"strides": [8], "pads": [4, 4]}),
    ((1, 5, 13), 2, (3,), {"strides": [2], "pads": [0, 1]}),
    ((1, 18, 3, 4, 2), 33, (2, 2, 2), {"strides": [2, 2, 2]}),
    ((1, 8, 2, 3, 4), 2, (3, 4, 2), {"strides": [1, 2, 2], "pads": [1, 1, 0, 1, 0, 1]}),
]


def check(op: str, shape: tuple[int, ...], weight: tuple[int, ...], channels: int, attrs: dict[str, Any]) -> None:
    """With a bias and an activation, so that what follows is fused."""
    ort = pytest.importorskip("onnxruntime")
    rng = np.random.default_rng([len(op), *shape, *weight])
    x = rng.standard_normal(shape).astype(np.float32)
    constants = {
        "w": (rng.standard_normal(weight) / np.sqrt(np.prod(weight[1:]))).astype(np.float32),
        "b": rng.standard_normal(channels).astype(np.float32),
    }
    nodes = [node(op, ["x", "w", "b"], ["c"], **attrs), node("LeakyRelu", ["c"], ["y"], alpha=0.1)]
    model = model_of(nodes, {"x": (FLOAT, shape)}, ["y"], constants)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (want,) = session.run(None, {"x": x})
    assert_close(mlcc.build(from_onnx(model))(x), want)


@pytest.mark.every(4)
@pytest.mark.parametrize(("shape", "outputs", "kernel", "attrs"), CONVS)
def test_conv(shape: tuple[int, ...], outputs: int, kernel: tuple[int, ...], attrs: dict[str, Any]) -> None:
    check("Conv", shape, (outputs, shape[1] // attrs.get("group", 1), *kernel), outputs, attrs)


@pytest.mark.every(4)
@pytest.mark.parametrize(("shape", "outputs", "kernel", "attrs"), TRANSPOSED)
def test_transposed(shape: tuple[int, ...], outputs: int, kernel: tuple[int, ...], attrs: dict[str, Any]) -> None:
    check("ConvTranspose", shape, (shape[1], outputs // attrs.get("group", 1), *kernel), outputs, attrs)


def test_a_long_window_over_rows_of_any_length() -> None:
    """The first row of the window is apart; within it, what is inside depends on the length."""
    rng = np.random.default_rng(1)
    weight = rng.standard_normal((16, 4, 16)).astype(np.float32)
    nodes = [node("Conv", ["x", "w"], ["y"], group=4, pads=[8, 8])]
    model = model_of(nodes, {"x": (FLOAT, ["n", 16, "s"])}, ["y"], {"w": weight})
    library = mlcc.build(from_onnx(model))
    for length in (1, 5, 16, 33):
        x = rng.standard_normal((2, 16, length)).astype(np.float32)
        assert_close(library(x), onnxruntime_results(model, {"x": x})[0])


def test_sums_of_windows_over_rows_of_any_count() -> None:
    """As JAX writes them: an axis of the window for each axis of the tensor, and one tap where it does not reach."""
    nodes = [node("Unsqueeze", ["x", "axes"], ["u"]), node("Conv", ["u", "w"], ["y"], strides=[1, 2, 2, 1])]
    constants = {"axes": np.array([0, 1], np.int64), "w": np.ones((1, 1, 1, 3, 2, 1), np.float32)}
    model = model_of(nodes, {"x": (FLOAT, ["n", 9, "m", 4])}, ["y"], constants)
    library = mlcc.build(from_onnx(model))
    for count, columns in ((1, 2), (3, 7)):
        x = np.random.default_rng(count).standard_normal((count, 9, columns, 4)).astype(np.float32)
        rows = x[:, :7:2] + x[:, 1:8:2] + x[:, 2::2]
        want = rows[:, :, : columns // 2 * 2 : 2] + rows[:, :, 1::2]
        assert_close(library(x), want[None, None])


@pytest.mark.parametrize(("op", "dtype"), [("ConvInteger", np.uint8), ("ConvTranspose", np.float32)])
def test_what_has_at_most_three_axes(op: str, dtype: Any) -> None:
    weight = {"w": np.ones((1, 1, 2, 2, 2, 2), dtype)}
    element = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    model = model_of([node(op, ["x", "w"], ["y"])], {"x": (element, [1, 1, 3, 3, 3, 3])}, ["y"], weight)
    with pytest.raises(mlcc.MlccError, match="over 4 axes") as caught:
        from_onnx(model)
    assert caught.value.code == "I121"
