"""Images by TVM's signatures: resize2d, resize3d, affine_grid, grid_sample, roi_align, roi_pool."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphCall, GraphExpr, ShapeExpr

from .registry import c, cast, dims, form, number, reshape, shape_of

_METHODS = {"nearest_neighbor": "nearest", "linear": "linear", "cubic": "cubic"}
#: TVM's names of the ways to round a coordinate.
_ROUNDINGS = {"": "floor", "round": "round_prefer_floor", "floor": "floor", "ceil": "ceil",
              "round_prefer_floor": "round_prefer_floor", "round_prefer_ceil": "round_prefer_ceil"}  # fmt: skip


def _resized(
    data: GraphExpr, size: Any, layout: str, method: str, mode: str, rounding: str, alpha: float, exclude: Any
) -> GraphExpr:
    if method not in _METHODS or rounding not in _ROUNDINGS:
        raise MlccError("T205", f'`resize`: no method "{method}" with rounding "{rounding}"',
                        help=f"methods are {', '.join(_METHODS)}")  # fmt: skip
    axes = [layout.index(letter) for letter in "DHW" if letter in layout]
    wanted = dims(size) if not isinstance(size, int) else [size] * len(axes)
    nearest = _ROUNDINGS[rounding] if rounding or mode != "half_pixel" else "round_prefer_floor"
    return c(
        "image.resize", data, size=wanted, axes=axes, method=_METHODS[method], coordinate_mode=mode,
        nearest_mode=nearest, cubic_alpha=float(alpha), exclude_outside=bool(exclude),
    )  # fmt: skip


@form("image.resize2d")
def resize2d(
    data: GraphExpr, size: Any, roi: Any = None, layout: str = "NCHW", method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel", rounding_method: str = "round", cubic_alpha: float = -0.75,
    cubic_exclude: Any = 0, extrapolation_value: float = 0.0, out_dtype: str | None = None,
) -> GraphExpr:  # fmt: skip
    """Images of another height and width."""
    mode = coordinate_transformation_mode
    result = _resized(data, size, layout, method, mode, rounding_method, cubic_alpha, cubic_exclude)
    return cast(result, out_dtype)


@form("image.resize3d")
def resize3d(
    data: GraphExpr, size: Any, roi: Any = None, layout: str = "NCDHW", method: str = "linear",
    coordinate_transformation_mode: str = "half_pixel", rounding_method: str = "round", cubic_alpha: float = -0.75,
    cubic_exclude: Any = 0, extrapolation_value: float = 0.0, out_dtype: str | None = None,
) -> GraphExpr:  # fmt: skip
    """Volumes of another depth, height and width."""
    mode = coordinate_transformation_mode
    result = _resized(data, size, layout, method, mode, rounding_method, cubic_alpha, cubic_exclude)
    return cast(result, out_dtype)


def _of_plane(call: GraphCall) -> bool:
    size = call.args[1] if len(call.args) > 1 else None
    return isinstance(size, ShapeExpr) and len(size.values) == 2


@form("image.affine_grid", meant=_of_plane)
def affine_grid(data: GraphExpr, size: Any = None, align_corners: bool = True) -> GraphExpr:
    """Coordinates (N, 2, H, W) in [-1, 1] that affine maps (N, 2, 3) give for the points of an (H, W) image."""
    given = dims(size)
    n = shape_of(data)[0]
    grid = c("image.affine_grid", data, size=[n, 1, *given[-2:]], align_corners=align_corners)
    return c("transpose", grid, axes=[0, 3, 1, 2])


@form("image.grid_sample")
def grid_sample(
    data: GraphExpr, grid: GraphExpr, method: str = "bilinear", layout: str = "NCHW", padding_mode: str = "zeros",
    align_corners: bool = True,
) -> GraphExpr:  # fmt: skip
    """Pixels of (N, C, H, W) at the coordinates (N, 2, H', W') in [-1, 1]."""
    if layout != "NCHW":
        raise MlccError("T205", f'`image.grid_sample`: the layout is "NCHW", not "{layout}"')
    known = {"bilinear": "linear", "bicubic": "cubic"}
    return c(
        "image.grid_sample", data, c("transpose", grid, axes=[0, 2, 3, 1]), method=known.get(method, method),
        padding_mode=padding_mode, align_corners=align_corners,
    )  # fmt: skip


def _regions(rois: GraphExpr) -> tuple[GraphExpr, GraphExpr]:
    """The image numbers and the boxes of regions (N, 5)."""
    first = c("strided_slice", rois, begin=[0], end=[1], axes=[1])
    boxes = c("strided_slice", rois, begin=[1], end=[5], axes=[1])
    return cast(reshape(first, [-1]), "int64"), boxes


@form("vision.roi_align")
def roi_align(
    data: GraphExpr, rois: GraphExpr, pooled_size: Any, spatial_scale: Any, sample_ratio: Any = -1,
    aligned: bool = False, layout: str = "NCHW", mode: str = "avg",
) -> GraphExpr:  # fmt: skip
    """Bins of regions (N, 5) of image number and corners, sampled by linear interpolation."""
    if layout != "NCHW":
        raise MlccError("T205", f'`vision.roi_align`: the layout is "NCHW", not "{layout}"')
    images, boxes = _regions(rois)
    height, width = (pooled_size, pooled_size) if isinstance(pooled_size, int) else dims(pooled_size)
    return c(
        "vision.roi_align", data, boxes, images, output_height=int(number(height)), output_width=int(number(width)),
        sampling_ratio=max(int(number(sample_ratio)), 0), spatial_scale=float(number(spatial_scale)), mode=mode,
        half_pixel=bool(aligned),
    )  # fmt: skip


@form("vision.roi_pool")
def roi_pool(data: GraphExpr, rois: GraphExpr, pooled_size: Any, spatial_scale: Any, layout: str = "NCHW") -> GraphExpr:
    """The largest element of each bin of regions (N, 5)."""
    size = [pooled_size] * 2 if isinstance(pooled_size, int) else [int(number(s)) for s in dims(pooled_size)]
    return c("vision.max_roi_pool", data, rois, pooled_shape=size, spatial_scale=float(number(spatial_scale)))
