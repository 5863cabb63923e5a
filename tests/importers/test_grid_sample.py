"""GridSample where the image has an infinity, at its border and beyond, as onnxruntime computes it."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import TensorProto
from onnx_models import model_of, node, onnxruntime_results

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
#: Places inside, at ties of nearest, at the border and far beyond it.
PLACES = np.array([-9, -3, -1.3, -1, -0.9, -0.5, 0, 0.3, 0.5, 0.9, 1, 1.2, 3, 8], np.float32)


@pytest.mark.cover(1)
@pytest.mark.parametrize("mode", ["linear", "nearest"])
@pytest.mark.parametrize("padding", ["border", "reflection", "zeros"])
@pytest.mark.parametrize("corners", [0, 1])
def test_an_infinity_stays_one(mode: str, padding: str, corners: int) -> None:
    """Beyond the border both neighbours are the same element, whose weights add up to 1: no infinity times 0."""
    image = np.array([[0, -0.0], [2, 3], [1, np.inf]], np.float32).reshape(1, 1, 3, 2)
    grid = np.stack(np.meshgrid(PLACES, PLACES), -1)[None]
    sample = node("GridSample", ["x", "grid"], ["y"], mode=mode, padding_mode=padding, align_corners=corners)
    inputs = {"x": (TensorProto.FLOAT, image.shape), "grid": (TensorProto.FLOAT, grid.shape)}
    model = model_of([sample], inputs, ["y"], opset=22)
    model.ir_version = 10
    (want,) = onnxruntime_results(model, {"x": image, "grid": grid})
    np.testing.assert_allclose(mlcc.build(from_onnx(model))(image, grid), want, rtol=1e-5)


@pytest.mark.parametrize("mode", ["linear", "nearest"])
def test_infinitely_far_is_at_the_border(mode: str) -> None:
    image = np.arange(6, dtype=np.float32).reshape(1, 1, 3, 2)
    grid = np.array([np.inf, -np.inf, -np.inf, np.inf], np.float32).reshape(1, 1, 2, 2)
    sample = node("GridSample", ["x", "grid"], ["y"], mode=mode, padding_mode="border")
    inputs = {"x": (TensorProto.FLOAT, image.shape), "grid": (TensorProto.FLOAT, grid.shape)}
    library = mlcc.build(from_onnx(model_of([sample], inputs, ["y"], opset=22)))
    assert library(image, grid).reshape(-1).tolist() == [1, 4]
