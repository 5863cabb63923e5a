"""Resizing, sampling, depth and space, and quantised arithmetic."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from evaluation import check, evaluate, normal, onnx_reference, onnxruntime_result

from mlcc import te
from mlcc.ir import as_int
from mlcc.topi.resampling import resize

IMAGE = normal(1, 2, 5, 6)
MODES = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric"]


@pytest.mark.cover(2)
@pytest.mark.parametrize("sizes", [(7, 9), (3, 4), (10, 12), (2, 3)])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("method", ["nearest", "linear", "cubic"])
def test_resize(method: str, mode: str, sizes: tuple[int, int]) -> None:
    attrs = {"mode": method, "coordinate_transformation_mode": mode}
    want = onnx_reference("Resize", [IMAGE, None, None, np.array((1, 2, *sizes))], **attrs)
    ours = {"size": sizes, "axes": (2, 3), "method": method, "coordinate_mode": mode}
    check("image.resize", IMAGE, want=want, **ours)
    check("image.resize", IMAGE, symbolic=[(0, 2)], want=want, **ours)


@pytest.mark.parametrize("rules", [
    ("asymmetric", "floor"), ("half_pixel", "round_prefer_floor"), ("half_pixel_symmetric", "round_prefer_ceil"),
    ("pytorch_half_pixel", "round_prefer_ceil"), ("tf_half_pixel_for_nn", "floor"),
])  # fmt: skip
@pytest.mark.parametrize(
    ("shape", "times"), [((2, 3), (2, 4)), ((1, 100), (3, 2)), ((3, 37), (1, 3)), ((2, 96), (2, 8))]
)
@pytest.mark.parametrize("dtype", ["uint8", "float32", "bool"])
def test_images_of_several_times_the_size(rules: tuple[str, str], shape: tuple[int, int], times: tuple[int, int],
                                          dtype: str) -> None:  # fmt: skip
    """Each pixel is repeated: vectors are parts of a row, with each element several times."""
    image = np.random.default_rng(0).integers(0, 256 if dtype == "uint8" else 2, (2, *shape)).astype(dtype)
    size = tuple(s * t for s, t in zip(shape, times, strict=True))
    check("image.resize", image, size=size, axes=(1, 2), coordinate_mode=rules[0], nearest_mode=rules[1],
          want=image.repeat(times[0], 1).repeat(times[1], 2))  # fmt: skip


@pytest.mark.parametrize("nearest", ["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
def test_resize_by_scales(nearest: str) -> None:
    scales = np.array([1, 1, 1.7, 0.6], "float32")
    want = onnx_reference("Resize", [IMAGE, None, scales], mode="nearest", nearest_mode=nearest)
    check("image.resize", IMAGE, size=want.shape[2:], axes=(2, 3), scales=tuple(map(float, scales[2:])),
          nearest_mode=nearest, want=want)  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("method", ["nearest", "linear"])
def test_resize_by_scales_of_the_run(method: str, mode: str) -> None:
    scales = np.array([1, 1, 1.7, 0.6], "float32")
    want = onnx_reference("Resize", [IMAGE, None, scales], mode=method, coordinate_transformation_mode=mode)
    check("image.resize_by", IMAGE, scales[2:].astype("float64"), size=want.shape[2:], axes=(2, 3), method=method,
          coordinate_mode=mode, want=want)  # fmt: skip


@pytest.mark.parametrize("method", ["linear", "cubic"])
def test_resize_smoothly(method: str) -> None:
    sizes = np.array([1, 2, 3, 4])
    want = onnx_reference("Resize", [IMAGE, None, None, sizes], mode=method, antialias=1)
    check("image.resize", IMAGE, size=(3, 4), axes=(2, 3), method=method, antialias=True, want=want)
    if method == "cubic":
        want = onnx_reference("Resize", [IMAGE, None, None, sizes], mode=method, exclude_outside=1)
        check("image.resize", IMAGE, size=(3, 4), axes=(2, 3), method=method, exclude_outside=True, want=want)


def test_crop_and_resize() -> None:
    roi = np.array([0, 0, 0.2, 0.1, 1, 1, 0.8, 1.3], "float32")
    mode = "tf_crop_and_resize"
    want = onnx_reference("Resize", [IMAGE, roi, None, np.array([1, 2, 4, 7])], mode="linear",
                          coordinate_transformation_mode=mode, extrapolation_value=9.0)  # fmt: skip
    crop = tuple(float(v) for v in roi[[2, 3, 6, 7]])
    check("image.resize", IMAGE, size=(4, 7), axes=(2, 3), roi=crop, method="linear", coordinate_mode=mode,
          extrapolation_value=9.0, want=want)  # fmt: skip


def test_depth_and_space() -> None:
    x = normal(1, 8, 2, 3)
    for mode in ("DCR", "CRD"):
        want = onnx_reference("DepthToSpace", [x], blocksize=2, mode=mode)
        check("nn.depth_to_space", x, block_size=2, mode=mode, want=want)
    y = normal(1, 2, 4, 6)
    check("nn.space_to_depth", y, block_size=2, want=onnx_reference("SpaceToDepth", [y], blocksize=2))


@pytest.mark.cover(1)
@pytest.mark.onnxruntime
@pytest.mark.parametrize("align", [False, True])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("method", ["linear", "nearest", "cubic"])
def test_grid_sample(method: str, padding: str, align: bool) -> None:
    grid = (np.random.default_rng(0).random((1, 3, 4, 2)) * 2.6 - 1.3).astype("float32")
    want = onnxruntime_result("GridSample", [IMAGE, grid], opset=20, mode=method, padding_mode=padding,
                              align_corners=int(align))  # fmt: skip
    check("image.grid_sample", IMAGE, grid, method=method, padding_mode=padding, align_corners=align, want=want)


def test_affine_grid() -> None:
    theta = normal(2, 2, 3)
    for align in (0, 1):
        want = onnx_reference("AffineGrid", [theta, np.array([2, 1, 3, 4])], opset=20, align_corners=align)
        check("image.affine_grid", theta, size=(2, 1, 3, 4), align_corners=bool(align), want=want)


def test_windows_as_channels() -> None:
    x = normal(2, 3, 9, 7)
    padded = np.pad(x, ((0, 0), (0, 0), (1, 2), (0, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (5, 2), axis=(2, 3))[:, :, ::3, ::2, ::2]
    want = windows.transpose(0, 1, 4, 5, 2, 3).reshape(2, 18, *windows.shape[2:4])
    attrs = {"strides": [3, 2], "padding": [1, 0, 2, 1], "dilation": [2, 1]}
    check("nn.im2col", x, kernel_size=[3, 2], **attrs, want=want)


@pytest.mark.onnxruntime
def test_regions_and_unpooling() -> None:
    rois, batch = np.array([[0, 0, 3, 4], [1, 1, 5, 4.5]], "float32"), np.array([0, 0])
    attrs = {"output_height": 2, "output_width": 3, "spatial_scale": 0.9}
    for mode, samples in itertools.product(("half_pixel", "output_half_pixel"), (2, 0)):
        attrs["sampling_ratio"] = samples  # 0: what each region asks
        want = onnxruntime_result(
            "RoiAlign", [IMAGE, rois, batch], opset=16, coordinate_transformation_mode=mode, **attrs
        )
        check("vision.roi_align", IMAGE, rois, batch, half_pixel=mode == "half_pixel", want=want, **attrs)
    values, positions = evaluate("nn.max_pool_with_index", IMAGE, pool_size=2, strides=2)
    want = onnxruntime_result(
        "MaxUnpool", [values, positions, np.array([1, 2, 5, 6])], kernel_shape=[2, 2], strides=[2, 2]
    )
    check("nn.max_unpool", values, positions, size=(1, 2, 5, 6), want=want)
    # NaN is a maximum; of equal elements the first counts by rows, also where columns are counted first.
    windows = np.array([[[[0, 3, np.nan, 1, 5, np.nan], [3, 0, 2, 9, np.nan, 7]]]], np.float32)
    for order, places in ((0, [1, 2, 5]), (1, [2, 4, 10])):
        tops, positions = evaluate("nn.max_pool_with_index", windows, pool_size=2, strides=2, storage_order=order)
        np.testing.assert_array_equal(tops.ravel(), [3, np.nan, np.nan])
        assert positions.ravel().tolist() == places
    columns = normal(1, 8, 9)
    want = onnxruntime_result("Col2Im", [columns, np.array([4, 4]), np.array([2, 2])], opset=18)
    check("nn.col2im", columns, image_shape=(4, 4), block_shape=(2, 2), want=want)


@pytest.mark.onnxruntime
def test_quantised() -> None:
    x = normal(2, 3, 4) * 50
    scale, zero = np.array(0.37, "float32"), np.array(3, "uint8")
    check("quantize_linear", x, scale, zero, want=onnxruntime_result("QuantizeLinear", [x, scale, zero]))
    scales, zeros = np.abs(normal(3)) + 0.1, np.array([1, -2, 3], "int8")
    q = onnxruntime_result("QuantizeLinear", [x, scales, zeros], axis=1)
    check("quantize_linear", x, scales, zeros, axis=1, want=q)
    check("dequantize_linear", q, scales, zeros, axis=1,
          want=onnxruntime_result("DequantizeLinear", [q, scales, zeros], axis=1))  # fmt: skip
    check("dynamic_quantize_linear", x, want=onnxruntime_result("DynamicQuantizeLinear", [x], 3))


@pytest.mark.parametrize("size", [1e-40, 1e-36, 1.0, 3e18, 1e37])
def test_grids_without_divisions(size: float) -> None:
    """The same bytes as by divisions, at both ends of float32 too."""
    x = (np.random.default_rng(1).random((40, 51)).astype(np.float32) - np.float32(0.3)) * np.float32(size)
    low, high = evaluate("qnn.value_range", x)
    assert (low, high) == (x.min(), x.max())
    scale = (high - low) / np.float32(255)
    zero = np.round(np.clip(-low / scale, 0, 255)).astype(np.uint8)
    want = np.clip(np.round(x / scale) + np.float32(zero), 0, 255).astype(np.uint8)
    check("qnn.to_grid", x, scale, zero, want=want)
    check("qnn.to_grid_by_products", x, *evaluate("qnn.grid_parts", scale, zero), want=want)


@pytest.mark.onnxruntime
def test_integer_products() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 255, (3, 5)).astype("uint8"), rng.integers(-128, 127, (5, 4)).astype("int8")
    inputs = [a, b, np.array(7, "uint8"), np.array([1], "int8")]
    check("matmul_integer", *inputs, want=(a.astype("int32") - 7) @ (b.astype("int32") - 1))
    x, w = rng.integers(0, 255, (1, 2, 5, 5)).astype("uint8"), rng.integers(0, 255, (3, 2, 3, 3)).astype("uint8")
    inputs = [x, w, np.array(7, "uint8"), np.array(3, "uint8")]
    want = onnxruntime_result("ConvInteger", inputs, pads=[1] * 4, opset=10)
    check("conv_integer", *inputs, padding=1, want=want)


@pytest.mark.onnxruntime
def test_deformable_convolution_and_region_maxima() -> None:
    x, w = normal(1, 4, 5, 6), normal(4, 2, 2, 3)
    offset, mask = normal(1, 2 * 6 * 2, 4, 4), np.abs(normal(1, 2 * 6, 4, 4))
    want = onnx_reference("DeformConv", [x, w, offset, None, mask], opset=19, group=2, offset_group=2,
                          kernel_shape=[2, 3])  # fmt: skip
    check("nn.deform_conv2d", x, w, offset, mask, groups=2, offset_groups=2, want=want)
    rois = np.array([[0, 0, 0, 3, 4], [0, 1, 1, 5, 4]], "float32")
    want = onnxruntime_result("MaxRoiPool", [IMAGE, rois], pooled_shape=[2, 3], spatial_scale=0.9)
    check("vision.max_roi_pool", IMAGE, rois, pooled_shape=(2, 3), spatial_scale=0.9, want=want)


def test_determinants() -> None:
    x = normal(2, 4, 4)
    x[1, 0, 0] = 0
    check("det", x, want=np.linalg.det(x))
    check("det", np.zeros((2, 2), "float32"), want=np.float32(0))


@pytest.mark.parametrize("interleaved", [False, True])
def test_rotary_embedding(interleaved: bool) -> None:
    x, angles = normal(2, 3, 4, 8), normal(4, 3)
    cos, sin = np.cos(angles), np.sin(angles)
    want = x.copy()
    first, second = (slice(0, 6, 2), slice(1, 6, 2)) if interleaved else (slice(0, 3), slice(3, 6))
    a, b = x[..., first], x[..., second]
    want[..., first], want[..., second] = a * cos - b * sin, a * sin + b * cos
    check("nn.rotary_embedding", x, cos, sin, interleaved=interleaved, rotary_dim=6, want=want)


@pytest.mark.parametrize("reduction", ["none", "sum", "mean"])
def test_negative_log_likelihood(reduction: str) -> None:
    x, targets, weights = normal(3, 5, 2), np.array([[0, 4], [2, 1], [3, 3]]), np.abs(normal(5))
    for ignore in (None, 3):
        attrs = {} if ignore is None else {"ignore_index": ignore}
        want = onnx_reference("NegativeLogLikelihoodLoss", [x, targets, weights], reduction=reduction, **attrs)
        check("nn.nll_loss", x, targets, weights, reduction=reduction, want=want, **attrs)
    x[2, 3] = np.nan  # where elements are ignored
    want = onnx_reference("NegativeLogLikelihoodLoss", [x, targets, weights], reduction=reduction, ignore_index=3)
    check("nn.nll_loss", x, targets, weights, reduction=reduction, want=want, ignore_index=3)


@pytest.mark.parametrize("method", ["nearest", "linear"])
def test_a_dimension_without_elements_stays(method: str) -> None:
    image = te.placeholder((1, 3, 0, 5), "float32", "image")
    assert [as_int(dim) for dim in resize(image, (0, 10), axes=(2, 3), method=method).shape] == [1, 3, 0, 10]
