"""Networks in float16: values between layers of float16 are not rounded more often than results are."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx_models import model_of, node

import mlcc

WEIGHTS: dict[str, tuple[int, ...]] = {
    "down": (16, 3, 3, 3), "below": (32, 16, 3, 3), "up": (32, 16, 2, 2), "joined": (16, 32, 3, 3),
    "last": (2, 16, 1, 1),
}  # fmt: skip


def segmentation(dtype: Any) -> onnx.ModelProto:
    """A small U-Net: its weights are those of float16 in every type."""
    rng = np.random.default_rng(8)
    weights = {
        name: (rng.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))).astype(np.float16).astype(dtype)
        for name, shape in WEIGHTS.items()
    }
    nodes = [
        node("Conv", ["x", "down"], ["a"], pads=[1] * 4),
        node("Relu", ["a"], ["skip"]),
        node("MaxPool", ["skip"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Conv", ["p", "below"], ["b"], pads=[1] * 4),
        node("Relu", ["b"], ["c"]),
        node("ConvTranspose", ["c", "up"], ["d"], strides=[2, 2]),
        node("Concat", ["d", "skip"], ["e"], axis=1),
        node("Conv", ["e", "joined"], ["f"], pads=[1] * 4),
        node("Relu", ["f"], ["g"]),
        node("Conv", ["g", "last"], ["h"]),
        node("Softmax", ["h"], ["y"], axis=1),
    ]
    kind = numpy_helper.from_array(np.zeros(1, dtype)).data_type
    return model_of(nodes, {"x": (kind, [1, 3, 24, 20])}, ["y"], weights)


def test_a_segmentation_network_is_rounded_once() -> None:
    """Probabilities are at most half a step of float16 from float64, as if nothing before them had been rounded."""
    x = np.random.default_rng(9).standard_normal((1, 3, 24, 20)).astype(np.float16)
    (exact,) = ReferenceEvaluator(segmentation(np.float64)).run(None, {"x": x.astype(np.float64)})
    mine = np.asarray(mlcc.build(segmentation(np.float16))(x))
    assert mine.dtype == np.float16
    assert np.abs(mine.astype(np.float64) - np.asarray(exact, np.float64)).max() < 1.25 * 2.0**-12
