"""Operators of onnxruntime's domain that converters and its optimiser write: small tensor functions, and layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx_models import onnxruntime_results, single_node
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(11)


def floats(*shape: int) -> Any:
    return RNG.standard_normal(shape).astype(np.float32)


def bytes_of(*shape: int) -> Any:
    return RNG.integers(0, 256, shape).astype(np.uint8)


IDS = np.array([[1, 2, 3, 1, 2], [4, 4, 4, 4, 4]], np.int64)
BOXES = np.array([[0.1, 0.2, 0.8, 0.9], [-0.2, 0, 1.2, 1], [0.5, 0.5, 0.1, 0.1]], np.float32)
CROPS = {"x": floats(2, 3, 7, 9), "rois": BOXES, "of": np.array([0, 1, 1], np.int32)}
QUANTISED = {
    "x": bytes_of(1, 7, 7, 3), "xs": np.float32(0.02), "xz": np.uint8(120),
    # seven bits, of which onnxruntime is exact without VNNI too
    "w": RNG.integers(-64, 64, (4, 3, 3, 3)).astype(np.int8), "ws": np.float32(0.01), "wz": np.int8(0),
    "ys": np.float32(0.1), "yz": np.uint8(128), "b": RNG.integers(-99, 99, 4).astype(np.int32),
}  # fmt: skip

#: Operator, operands of which the first `inputs` are given at run time, and attributes.
CASES: dict[str, tuple[str, dict[str, Any], int, dict[str, Any]]] = {
    "distances": ("CDist", {"a": floats(5, 3), "b": floats(4, 3)}, 2, {"metric": "euclidean"}),
    "squared distances": ("CDist", {"a": floats(5, 3), "b": floats(4, 3)}, 2, {}),
    "inverse": ("Inverse", {"x": floats(2, 5, 5)}, 1, {}),
    "grid": ("GridSample", {"x": floats(1, 2, 5, 6), "g": floats(1, 3, 4, 2)}, 2, {"mode": "bilinear"}),
    "unfold": ("UnfoldTensor", {"x": floats(2, 9, 3)}, 1, {"dim": 1, "size": 3, "step": 2}),
    "pairs": ("NGramRepeatBlock", {"ids": IDS, "scores": floats(2, 7)}, 2, {"ngram_size": 2}),
    "words": ("NGramRepeatBlock", {"ids": IDS, "scores": floats(2, 7)}, 2, {"ngram_size": 1}),
    "short": ("NGramRepeatBlock", {"ids": IDS[:, :2], "scores": floats(2, 7)}, 2, {"ngram_size": 3}),
    "pads": (
        "ConvTransposeWithDynamicPads",
        {"x": floats(1, 2, 5, 5), "w": floats(2, 3, 3, 3), "pads": np.array([1, 0, 1, 0]), "b": floats(3)}, 1,
        {"strides": [2, 2]},
    ),
    "int16": (
        "MatMulInteger16",
        {"a": RNG.integers(-99, 99, (3, 4)).astype(np.int16), "b": RNG.integers(-99, 99, (4, 5)).astype(np.int16)}, 2,
        {},
    ),
    "crops": ("CropAndResize", {**CROPS, "size": np.array([4, 5], np.int32)}, 3, {"extrapolation_value": 3.0}),
    "points": ("CropAndResize", {**CROPS, "size": np.array([4, 1], np.int32)}, 3, {"mode": "nearest"}),
    "batches": ("FusedMatMul", {"a": floats(4, 2, 5), "b": floats(3, 2, 5)}, 2,
                {"transBatchA": 1, "transBatchB": 1, "transB": 1}),
    "convolution": ("QLinearConv", QUANTISED, 1, {"channels_last": 1, "pads": [1] * 4, "strides": [2, 2]}),
    "maxima": ("NhwcMaxPool", {"x": bytes_of(1, 7, 7, 3)}, 1,
               {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1] * 4}),
}  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.parametrize("case", CASES)
def test_as_onnxruntime(case: str) -> None:
    op, operands, inputs, attrs = CASES[case]
    model, feeds = single_node(op, operands, attrs, inputs=inputs, domain="com.microsoft")
    got, (want,) = mlcc.build(from_onnx(model))(*feeds.values()), onnxruntime_results(model, feeds)
    assert got.dtype == want.dtype
    assert_close(got, want)
