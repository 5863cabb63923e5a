"""RoiAlign with an adaptive number of samples: as many per bin as the extent of each region's bins, rounded up."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator
from onnx_models import FLOAT, INT64, model_of, node, onnxruntime_results
from tolerances import assert_close

import mlcc
from mlcc.importers.onnx import from_onnx


def model(opset: int = 16, kind: int = FLOAT, count: object = "count", **attrs: object) -> onnx.ModelProto:
    sizes = ["n", 3, "h", "w"] if count == "count" else [2, 3, 9, 13]
    return model_of(
        [node("RoiAlign", ["x", "regions", "images"], ["y"], **attrs)],
        {"x": (kind, sizes), "regions": (kind, [count, 4]), "images": (INT64, [count])}, ["y"], opset=opset,
    )  # fmt: skip


def regions(count: int, height: int, width: int, scale: float, seed: int) -> np.ndarray:
    """Tiny, large, partly outside, empty, and of whole numbers."""
    rng = np.random.default_rng(seed)
    start = rng.uniform(-0.4, 1.2, (count, 2)) * [width, height]
    extent = rng.choice([0.01, 0.3, 1, 3], (count, 1)) * rng.uniform(0, 1, (count, 2)) * [width, height]
    extent[::7] = 0
    corners = np.concatenate([start, start + extent], 1)
    corners[1::5] = np.round(corners[1::5])
    return (corners / scale).astype("float32")


@pytest.mark.onnxruntime
@pytest.mark.parametrize("half", ["half_pixel", "output_half_pixel"])
@pytest.mark.parametrize("mode", ["avg", "max"])
def test_regions_of_any_size(mode: str, half: str) -> None:
    attrs = {"output_height": 3, "output_width": 2, "mode": mode, "spatial_scale": 0.9}
    source = model(coordinate_transformation_mode=half, **attrs)
    library = mlcc.build(from_onnx(source))["main"]
    for seed, (n, h, w, count) in enumerate(
        [(2, 9, 13, 40), (1, 1, 1, 7), (3, 1, 30, 11), (2, 17, 2, 1), (1, 4, 4, 0)]
    ):
        rng = np.random.default_rng(seed)
        x = rng.standard_normal((n, 3, h, w)).astype("float32")
        feeds = {"x": x, "regions": regions(count, h, w, 0.9, seed), "images": rng.integers(0, n, count)}
        (want,) = onnxruntime_results(source, feeds)
        assert_close(library(*feeds.values()), want)


@pytest.mark.onnxruntime
@pytest.mark.parametrize(("opset", "kind"), [(10, FLOAT), (21, FLOAT), (16, onnx.TensorProto.DOUBLE)])
def test_other_opsets_types_and_static_sizes(opset: int, kind: int) -> None:
    source = model(opset, kind, count=19, output_height=2, output_width=5, sampling_ratio=0)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(kind)
    x = np.random.default_rng(0).standard_normal((2, 3, 9, 13)).astype(dtype)
    feeds = {"x": x, "regions": regions(19, 9, 13, 1.0, 1).astype(dtype), "images": np.arange(19) % 2}
    (want,) = onnxruntime_results(source, feeds)
    got = mlcc.build(from_onnx(source))["main"](*feeds.values())
    assert got.dtype == dtype
    assert_close(got, want)


@pytest.mark.onnxruntime
@pytest.mark.parametrize("half", ["half_pixel", "output_half_pixel"])
def test_an_extent_of_just_so_many_bins_has_no_sample_more(half: str) -> None:
    """Scaled corners are rounded before they are subtracted; contracted, the extent may be one rounding more."""
    rng = np.random.default_rng(0)
    start = rng.integers(-8, 30, (2000, 2))
    corners = (np.concatenate([start, start + rng.integers(1, 40, (2000, 2))], 1) / 1.7).astype("float32")
    source = model(output_height=1, output_width=3, spatial_scale=1.7, coordinate_transformation_mode=half)
    x = rng.standard_normal((1, 3, 34, 29)).astype("float32")
    feeds = {"x": x, "regions": corners, "images": np.zeros(len(corners), "int64")}
    (want,) = onnxruntime_results(source, feeds)
    got = mlcc.build(from_onnx(source), opt_level=3)["main"](*feeds.values())
    assert_close(got, want)


@pytest.mark.onnxruntime
@pytest.mark.parametrize("corners", [[5, -3, 6, 3], [0, 18, 1, 22]])
@pytest.mark.parametrize("half", ["half_pixel", "output_half_pixel"])
def test_a_sample_on_the_edge_of_the_image_is_inside(half: str, corners: list[int]) -> None:
    source = model(output_height=7, output_width=7, coordinate_transformation_mode=half)
    for height, width in ((11, 5), (20, 10)):
        x = np.random.default_rng(0).standard_normal((1, 3, height, width)).astype("float32")
        feeds = {"x": x, "regions": np.array([corners], "f"), "images": np.zeros(1, "int64")}
        (want,) = onnxruntime_results(source, feeds)
        got = mlcc.build(from_onnx(source), opt_level=3)["main"](*feeds.values())
        assert_close(got, want)


def test_half_floats_are_summed_in_single_precision() -> None:
    rng = np.random.default_rng(0)
    feeds = [rng.standard_normal((2, 3, 9, 13)).astype("e"), regions(19, 9, 13, 1.0, 1).astype("e"), np.arange(19) % 2]
    narrow = mlcc.build(from_onnx(model(kind=onnx.TensorProto.FLOAT16, count=19, output_width=2)))["main"](*feeds)
    want = mlcc.build(from_onnx(model(count=19, output_width=2)))["main"](*(f.astype("f") for f in feeds[:2]), feeds[2])
    assert narrow.dtype == "float16"
    np.testing.assert_array_equal(narrow, want.astype("e"))


def test_corners_in_the_other_order_have_no_samples() -> None:
    """onnxruntime fails here where one extent is negative; onnx.reference gives 0."""
    corners = np.array([[5, 1, 2, 6], [5, 6, 2, 1], [1, 6, 4, 1]], "f")
    feeds = {"x": np.ones((1, 3, 9, 11), "f"), "regions": corners, "images": np.zeros(3, "int64")}
    source = model(output_height=2, output_width=3)
    (want,) = ReferenceEvaluator(source).run(None, feeds)
    np.testing.assert_array_equal(want, 0)
    np.testing.assert_array_equal(mlcc.build(from_onnx(source))["main"](*feeds.values()), want)


@pytest.mark.parametrize("mode", ["avg", "max"])
def test_regions_without_sensible_sizes_end(mode: str) -> None:
    """Far beyond the image all samples are 0; NaN and infinite corners have none."""
    inf, big = np.inf, np.float32(3e38)
    corners = np.array([
        [0, 0, 1e9, 1e9], [-1e9, -1e9, 1e9, 1e9], [-1e12, 0, 1e12, 5], [1e30, 0, 2e30, 4], [-big, -big, big, big],
        [np.nan, 0, 1, 2], [0, np.nan, 1, 2], [0, 0, np.nan, np.nan], [-inf, 0, inf, 4], [0, 0, inf, inf],
    ], "float32")  # fmt: skip
    library = mlcc.build(from_onnx(model(mode=mode, output_height=2, output_width=3)))["main"]
    got = library(np.ones((1, 3, 9, 11), "f"), corners, np.zeros(len(corners), "int64"))
    assert np.isfinite(got).all()
    assert (got >= 0).all()
    assert (got <= 1).all()
    np.testing.assert_array_equal(got[5:], 0)
