"""Resize whose sizes, scales and crops a run computes, or whose dimensions are symbolic, against onnxruntime."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx

pytestmark = pytest.mark.onnxruntime
RNG = np.random.default_rng(5)
SPATIAL = {"axes": [2, 3], "mode": "linear"}
CROP = {"coordinate_transformation_mode": "tf_crop_and_resize", "extrapolation_value": 7.0}
ROI = [0, 0, 0.2, 0.1, 1, 1, 0.8, 1.1]

#: Attributes, the values of `roi`, `scales` and `sizes`, and which of these are inputs.
CASES: dict[str, tuple[dict[str, Any], dict[str, list[float]], list[str]]] = {
    "no larger": ({**SPATIAL, "keep_aspect_ratio_policy": "not_larger"}, {"sizes": [17, 12]}, []),
    "no smaller": ({**SPATIAL, "keep_aspect_ratio_policy": "not_smaller"}, {"sizes": [17, 12]}, ["sizes"]),
    "stretched kernels": ({**SPATIAL, "antialias": 1}, {"sizes": [50, 4]}, ["sizes"]),
    "by scales": ({**SPATIAL, "antialias": 1, "mode": "cubic"}, {"scales": [0.4, 1.5]}, ["scales"]),
    "crop": ({**CROP, "mode": "linear"}, {"sizes": [1, 3, 5, 4], "roi": ROI}, ["roi"]),
    "crop by scales": (CROP, {"scales": [1, 1, 0.5, 0.4], "roi": ROI}, ["roi", "scales"]),
}


@pytest.mark.every(2)
@pytest.mark.parametrize("case", CASES)
def test_sizes_known_at_run_time(case: str) -> None:
    attrs, values, given = CASES[case]
    arrays = {name: np.array(value, np.int64 if name == "sizes" else np.float32) for name, value in values.items()}
    operands = ["x", *(name if name in values else "" for name in ("roi", "scales", "sizes"))]
    inputs = {"x": (FLOAT, ["n", 3, "h", "w"])}
    inputs |= {name: (INT64 if name == "sizes" else FLOAT, [len(values[name])]) for name in given}
    weights = {name: array for name, array in arrays.items() if name not in given}
    model = model_of([node("Resize", operands, ["y"], **attrs)], inputs, ["y"], weights, opset=19)
    library = mlcc.build(from_onnx(model))
    for size in ((20, 31), (9, 7)):
        feeds = {"x": RNG.standard_normal((1, 3, *size)).astype(np.float32), **{name: arrays[name] for name in given}}
        assert_close(library["main"](*feeds.values()), onnxruntime_results(model, feeds)[0])


@pytest.mark.parametrize("mode", ["linear", "cubic"])
def test_corners_of_an_extent_that_is_no_whole_number(mode: str) -> None:
    """Corners are aligned to the size times the scale, 3.2 of 4 by 0.8: the same for symbolic sizes."""
    attrs = {"mode": mode, "coordinate_transformation_mode": "align_corners"}
    weights = {"scales": np.array([1, 1, 0.8, 1.5], np.float32)}
    for dims in (["n", 1, "h", "w"], [1, 1, 4, 6]):
        nodes = [node("Resize", ["x", "", "scales"], ["y"], **attrs)]
        model = model_of(nodes, {"x": (FLOAT, dims)}, ["y"], weights, opset=19)
        x = RNG.standard_normal((1, 1, 4, 6)).astype(np.float32)
        want = np.asarray([*ReferenceEvaluator(model).run(None, {"x": x})][0])
        assert_close(mlcc.build(from_onnx(model))["main"](x), want)


@pytest.mark.parametrize("given", [[], ["scales"]])
@pytest.mark.parametrize("dims", [[1, 2, 19, 30], [1, 2, "h", "w"]])
def test_sizes_are_products_of_float32(dims: list[Any], given: list[str]) -> None:
    """17/19 in float32 is a little less: of 19 that is 17 in float32, as exporters mean it, and 16 in float64."""
    values = {"scales": np.array([1, 1, 17 / 19, 20 / 30], np.float32)}
    inputs = {"x": (FLOAT, dims), **({"scales": (FLOAT, [4])} if given else {})}
    model = model_of([node("Resize", ["x", "", "scales"], ["y"])], inputs, ["y"], {} if given else values, opset=17)
    feeds = {"x": RNG.standard_normal((1, 2, 19, 30)).astype(np.float32), **({} if not given else values)}
    want = onnxruntime_results(model, feeds)[0]
    assert want.shape == (1, 2, 17, 20)
    assert_close(mlcc.build(from_onnx(model))["main"](*feeds.values()), want)
