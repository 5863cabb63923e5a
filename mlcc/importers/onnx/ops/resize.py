"""Images: resizing, sampling at coordinates, columns to images."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from mlcc.ir import Expr, GraphCall, GraphExpr, GraphTuple, const, maximum, minimum
from mlcc.relax import operator_name

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim

if TYPE_CHECKING:
    from typing_extensions import Unpack

_METHODS = {"nearest": "nearest", "linear": "linear", "bilinear": "linear", "cubic": "cubic", "bicubic": "cubic"}


def _method(ctx: Context, mode: str) -> str:
    if mode not in _METHODS:
        raise ctx.error("I121", f"mode `{mode}` is not supported")
    return _METHODS[mode]


def _legacy(ctx: Context, x: GraphExpr, scales: Sequence[float], mode: str) -> GraphExpr:
    """Before opset 11: coordinates are divided by the scale, and nearest rounds down."""
    moved = [n for n, scale in enumerate(scales) if scale != 1.0]
    if not moved:
        return x
    sizes = [_scaled(ctx.shape(x)[n], scales[n]) for n in moved]
    rules = {"method": _method(ctx, mode), "coordinate_mode": "asymmetric", "nearest_mode": "floor"}
    return ctx.emit("image.resize", x, shape_arg(sizes), axes=moved, scales=[scales[n] for n in moved], **rules)


@onnx_op("Upsample", since=7)
def upsample_attributes(ctx: Context, x: GraphExpr, *, scales: Sequence[float], mode: str = "nearest") -> GraphExpr:
    return _legacy(ctx, x, [float(s) for s in scales], mode)


@onnx_op("Upsample", since=9)
@onnx_op("Resize", since=10)
def resize_10(ctx: Context, x: GraphExpr, scales: GraphExpr, *, mode: str = "nearest") -> GraphExpr:
    return _legacy(ctx, x, [float(s) for s in ctx.array(scales, "scales")], mode)


def _scaled(size: Dim, factor: float) -> Dim:
    """``floor(size * factor)`` of a dimension, which may be symbolic.

    The product is float32, as the scale is: 17/19 of 19 are 17 there, and a little less in float64. A symbolic size is
    multiplied by the fraction that the scale stands for."""
    if isinstance(size, int):
        return math.floor(float(np.float32(size) * np.float32(factor)))
    ratio = Fraction(factor).limit_denominator(1 << 12)
    size = size if ratio.numerator == 1 else size * ratio.numerator
    return size if ratio.denominator == 1 else size // ratio.denominator


def _target(
    ctx: Context,
    dims: Sequence[Dim],
    scales: GraphExpr | None,
    sizes: GraphExpr | None,
    policy: str,
) -> tuple[list[Dim], list[float | None]]:
    """Sizes of the result and scales of the coordinates (None: the quotient of sizes that are symbolic), for the
    resized dimensions."""
    if sizes is None:
        factors = [float(s) for s in ctx.array(scales, "scales").reshape(-1)]
        return [_scaled(d, s) for d, s in zip(dims, factors, strict=True)], [*factors]
    wanted = ctx.dims_of(sizes, "sizes", len(dims))
    pairs = list(zip(wanted, dims, strict=True))
    numbers = [(w, d) for w, d in pairs if isinstance(w, int) and isinstance(d, int)]
    if len(numbers) < len(pairs):
        if policy != "stretch":
            return _at_one_scale(wanted, dims, policy), [None] * len(pairs)
        return wanted, [1.0 if w is d else None for w, d in pairs]
    every = [w / d for w, d in numbers]
    if policy == "stretch":
        return wanted, [*every]
    one = min(every) if policy == "not_larger" else max(every)
    return [math.floor(one * d + 0.5) for _, d in numbers], [one] * len(numbers)


def _at_one_scale(wanted: Sequence[Dim], dims: Sequence[Dim], policy: str) -> list[Dim]:
    """``round(scale * d)`` of each dimension for the least (`not_larger`) or the largest quotient of the sizes."""
    best = minimum if policy == "not_larger" else maximum
    return [
        reduce(best, [_whole((w * size * 2 + d) // (d * 2)) for w, d in zip(wanted, dims, strict=True)])
        for size in dims
    ]


def _whole(size: Dim) -> Expr:
    return size if isinstance(size, Expr) else const(size, "int64")


def _quotients(ctx: Context, wanted: Sequence[Dim], dims: Sequence[Dim], policy: str) -> GraphExpr:
    """(n,), float64: the scale of each dimension, which for a policy other than `stretch` is the same for all."""
    top, bottom = (ctx.cast(ctx.materialized(ctx.symbolic_value(part)), "float64") for part in (wanted, dims))
    each = ctx.emit("divide", top, bottom)
    if policy == "stretch":
        return each
    one = ctx.emit("min" if policy == "not_larger" else "max", each, axis=[0], keepdims=True)
    return ctx.emit("broadcast_to", one, shape_arg([len(dims)]))


def _by_data(
    ctx: Context,
    x: GraphExpr,
    dims: Sequence[Dim],
    scales: GraphExpr,
    over: Sequence[int],
    rules: Mapping[str, object],
    roi: GraphExpr | None,
) -> GraphExpr:
    """`x` resized by scales that the model computes: each dimension is measured."""
    scales = ctx.reshape(scales, [len(over)])
    moved = [n for n, stays in enumerate(_stays(ctx, scales)) if roi is not None or not stays]
    factors = ctx.emit("take", scales, ctx.constant(moved, "int64"), axis=0)
    extents = ctx.cast(ctx.materialized(ctx.symbolic_value([dims[n] for n in moved])), "float32")
    wanted = ctx.cast(ctx.emit("floor", ctx.emit("multiply", factors, extents)), "int64")
    target, numbers = shape_arg(ctx.dims_of(wanted, "scales")), ctx.cast(factors, "float64")
    return ctx.emit("image.resize_by", x, numbers, target, roi, axes=[over[n] for n in moved], **rules)


def _stays(ctx: Context, scales: GraphExpr) -> list[bool]:
    """Whether each scale is known to be 1: of [1, 1, s, s] the first two."""
    known = ctx.known(scales)
    if known is not None:
        return [float(v) == 1.0 for v in known.reshape(-1)]
    call = ctx.made.get(scales)
    if isinstance(call, GraphCall) and operator_name(call) == "concatenate" and isinstance(call.args[0], GraphTuple):
        return [stays for part in call.args[0].fields for stays in _stays(ctx, part)]
    return [False] * math.prod(ctx.static_shape(scales))


@onnx_op("Resize", since=11)
def resize(
    ctx: Context,
    x: GraphExpr,
    roi: GraphExpr | None = None,
    scales: GraphExpr | None = None,
    sizes: GraphExpr | None = None,
    *,
    antialias: int = 0,
    axes: Sequence[int] | None = None,
    coordinate_transformation_mode: str = "half_pixel",
    cubic_coeff_a: float = -0.75,
    exclude_outside: int = 0,
    extrapolation_value: float = 0.0,
    keep_aspect_ratio_policy: str = "stretch",
    mode: str = "nearest",
    nearest_mode: str = "round_prefer_floor",
) -> GraphExpr:
    rank = ctx.rank(x)
    over = [ctx.axis(a, rank) for a in axes] if axes is not None else list(range(rank))
    if sizes is None and (scales is None or ctx.shape(scales) == (0,)):
        raise ctx.error("I117", "neither `scales` nor `sizes` is given")
    dims = [ctx.shape(x)[a] for a in over]
    rules: dict[str, object] = {
        "method": _method(ctx, mode), "coordinate_mode": coordinate_transformation_mode, "nearest_mode": nearest_mode,
        "cubic_alpha": cubic_coeff_a, "exclude_outside": bool(exclude_outside), "antialias": bool(antialias),
    }  # fmt: skip
    crops = coordinate_transformation_mode == "tf_crop_and_resize"
    if crops:
        rules["extrapolation_value"] = extrapolation_value
    if sizes is None and scales is not None and ctx.known(scales) is None:
        return _by_data(ctx, x, dims, scales, over, rules, roi if crops else None)
    target, factors = _target(ctx, dims, scales, sizes, keep_aspect_ratio_policy)
    if (sizes is not None and keep_aspect_ratio_policy != "stretch" and None in factors) or (
        crops and ctx.number(roi) is None
    ):
        numbers = (
            ctx.constant(np.array(factors, np.float64), "float64")
            if sizes is None
            else _quotients(ctx, ctx.dims_of(sizes, "sizes", len(dims)), dims, keep_aspect_ratio_policy)
        )
        return ctx.emit("image.resize_by", x, numbers, shape_arg(target), roi if crops else None, axes=over, **rules)
    if crops:
        rules["roi"] = [float(v) for v in ctx.array(ctx.tensor(roi), "roi").reshape(-1)]
    else:  # dimensions that stay are not touched
        moved = [n for n, factor in enumerate(factors) if factor != 1.0]
        over, target, factors = [over[n] for n in moved], [target[n] for n in moved], [factors[n] for n in moved]
        if not moved:
            return x
    return ctx.emit("image.resize", x, shape_arg(target), axes=over, scales=factors, **rules)


@onnx_op("GridSample", since=16)
def grid_sample(
    ctx: Context,
    x: GraphExpr,
    grid: GraphExpr,
    *,
    align_corners: int = 0,
    mode: str = "linear",
    padding_mode: str = "zeros",
) -> GraphExpr:
    method, corners = _method(ctx, mode), bool(align_corners)
    return ctx.emit("image.grid_sample", x, grid, method=method, padding_mode=padding_mode, align_corners=corners)


@onnx_op("AffineGrid", since=20)
def affine_grid(ctx: Context, theta: GraphExpr, size: GraphExpr, *, align_corners: int = 0) -> GraphExpr:
    return ctx.emit("image.affine_grid", theta, shape_arg(ctx.dims_of(size, "size")), align_corners=bool(align_corners))


@onnx_op("Col2Im", since=18)
def col2im(
    ctx: Context,
    x: GraphExpr,
    image_shape: GraphExpr,
    block_shape: GraphExpr,
    *,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    return ctx.emit(
        "nn.col2im",
        x,
        image_shape=ctx.ints(image_shape, "image_shape"),
        block_shape=ctx.ints(block_shape, "block_shape"),
        strides=strides,
        padding=pads,
        dilation=dilations,
    )


class _RoiAlign(TypedDict, total=False):
    coordinate_transformation_mode: str
    mode: str
    output_height: int
    output_width: int
    sampling_ratio: int
    spatial_scale: float


@onnx_op("RoiAlign", since=10)
def roi_align_10(
    ctx: Context, x: GraphExpr, rois: GraphExpr, batch: GraphExpr, **attrs: Unpack[_RoiAlign]
) -> GraphExpr:
    attrs.setdefault("coordinate_transformation_mode", "output_half_pixel")
    return roi_align(ctx, x, rois, batch, **attrs)


@onnx_op("RoiAlign", since=16)
def roi_align(
    ctx: Context,
    x: GraphExpr,
    rois: GraphExpr,
    batch: GraphExpr,
    *,
    coordinate_transformation_mode: str = "half_pixel",
    mode: str = "avg",
    output_height: int = 1,
    output_width: int = 1,
    sampling_ratio: int = 0,
    spatial_scale: float = 1.0,
) -> GraphExpr:
    return ctx.emit(
        "vision.roi_align",
        x,
        rois,
        batch,
        output_height=output_height,
        output_width=output_width,
        sampling_ratio=sampling_ratio,
        spatial_scale=spatial_scale,
        mode=mode,
        half_pixel=coordinate_transformation_mode == "half_pixel",
    )


@onnx_op("MaxRoiPool")
def max_roi_pool(
    ctx: Context, x: GraphExpr, rois: GraphExpr, *, pooled_shape: Sequence[int], spatial_scale: float = 1.0
) -> GraphExpr:
    return ctx.emit("vision.max_roi_pool", x, rois, pooled_shape=list(pooled_shape), spatial_scale=spatial_scale)


@onnx_op("DeformConv", since=19)
def deform_conv(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    offset: GraphExpr,
    b: GraphExpr | None = None,
    mask: GraphExpr | None = None,
    *,
    dilations: Sequence[int] | None = None,
    group: int = 1,
    kernel_shape: Sequence[int] | None = None,
    offset_group: int = 1,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> GraphExpr:
    if ctx.rank(x) != 4:
        raise ctx.error("I121", "deformable convolution is supported for images of two dimensions")
    y = ctx.emit(
        "nn.deform_conv2d",
        x,
        w,
        offset,
        mask,
        strides=list(strides or [1, 1]),
        padding=list(pads or [0] * 4),
        dilation=list(dilations or [1, 1]),
        groups=group,
        offset_groups=offset_group,
    )
    return y if b is None else ctx.emit("add", y, ctx.reshape(b, [ctx.shape(b)[0], 1, 1]))
