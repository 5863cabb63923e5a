"""Resizing along any dimensions, with the coordinate rules of ONNX.

Interpolation is separable, so one dimension is resized at a time; each pass first computes small tables of indices
and weights, one row per result position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlcc import te
from mlcc.analysis import Analyzer
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const, const_like
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .limits import saturate
from .registry import register
from .shapes import Dims, Ints, accumulator, choice, define, need_rank, need_shape, norm_axes, norm_axis, same_dim

METHODS = ("nearest", "linear", "cubic")
COORDINATES = (
    "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
    "tf_half_pixel_for_nn", "tf_crop_and_resize",
)  # fmt: skip
NEAREST = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
#: Coordinates are computed in double precision, so that rounding them does not depend on the size.
COORD = "float64"
#: What of an extent beyond a whole number comes from the rounding of its scale.
_ROUNDING = 1e-6


@dataclass(frozen=True)
class Axis:
    """The resizing of one dimension: extents, scale (None: their quotient), crop, and the rules."""

    source: Expr
    target: Expr | int
    scale: float | Expr | None
    roi: tuple[float, float] | tuple[Expr, Expr]
    mode: str

    def scale_expr(self) -> Expr:
        """The ratio of the result's extent to the source's."""
        if self.scale is not None:
            return const_like(self.scale, COORD)
        a, b = as_int(self.target), as_int(self.source)
        if a is not None and b is not None:
            return const(a / b, COORD)
        return cast(COORD, self.target) / cast(COORD, self.source)

    def extent(self) -> Expr:
        """The result's extent before it is rounded down to a whole number, to which ONNX aligns the corners."""
        target = cast(COORD, self.target)
        if isinstance(self.scale, Expr):
            return self.scale * cast(COORD, self.source)
        if self.scale is None or float(self.scale).is_integer():
            return target
        size, whole = as_int(self.source), as_int(self.target)
        if size is not None and whole is not None:
            return const(self.scale * size, COORD) if self.scale * size - whole > _ROUNDING else target
        extent = self.scale * cast(COORD, self.source)
        return te.select(extent - target > _ROUNDING, extent, target)

    def coordinate(self, i: Expr) -> Expr:
        """The coordinate of result position i in the source."""
        x = cast(COORD, i)
        size, out = cast(COORD, self.source), cast(COORD, self.target)
        match self.mode:
            case "asymmetric":
                return x / self.scale_expr()
            case "align_corners":
                return self.of_one(const(0.0, COORD), _safe(x * (size - 1.0), self.extent() - 1.0))
            case "pytorch_half_pixel":
                return self.of_one(const(0.0, COORD), (x + 0.5) / self.scale_expr() - 0.5)
            case "tf_half_pixel_for_nn":
                return (x + 0.5) / self.scale_expr()
            case "tf_crop_and_resize":
                start, end = self.roi
                middle = (size - 1.0) * (0.5 * (start + end))
                return self.of_one(middle, (size - 1.0) * start + _safe(x * ((size - 1.0) * (end - start)), out - 1.0))
            case "half_pixel_symmetric":
                # The requested scale may differ from the actual one; the difference is shared by both ends.
                adjustment = out / (self.scale_expr() * size)
                center = size * 0.5
                return center * (1.0 - adjustment) + (x + 0.5) / self.scale_expr() - 0.5
        return (x + 0.5) / self.scale_expr() - 0.5

    def of_one(self, single: Expr, other: Expr) -> Expr:
        """The coordinate `single` where the result has one position, else `other`."""
        target = as_int(self.target)
        if target is not None:
            return single if target == 1 else other
        return te.if_then_else(const_like(self.target, "int64").equal(1), single, other)


@dataclass(frozen=True)
class _Rules:
    """How values are computed, as the operators' attributes say it."""

    method: str
    coordinate_mode: str
    nearest_mode: str
    cubic_alpha: float
    exclude_outside: bool
    antialias: bool
    extrapolation_value: float


def _safe(top: Expr, bottom: Expr) -> Expr:
    return top / te.max(bottom, 1.0)


def _round(x: Expr, mode: str) -> Expr:
    match mode:
        case "floor":
            return te.floor(x)
        case "ceil":
            return te.ceil(x)
        case "round_prefer_ceil":
            return te.floor(x + 0.5)
    return te.ceil(x - 0.5)


def _cubic(distance: Expr, a: float) -> Expr:
    """Keys' kernel at a distance in [0, 2)."""
    d = distance
    near = ((d * (a + 2.0)) - (a + 3.0)) * d * d + 1.0
    far = ((d * a - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a
    return te.select(d <= 1.0, near, te.select(d < 2.0, far, const(0.0, COORD)))


def _triangle(distance: Expr, a: float) -> Expr:
    return te.max(1.0 - distance, 0.0)


def _place(data: Tensor, i: Sequence[Expr], axis: int, position: Expr) -> Expr:
    return data(*i[:axis], position, *i[axis + 1 :])


def _outside(rule: Axis, x: Expr) -> Expr:
    return te.any(x < 0.0, x > cast(COORD, rule.source) - 1.0)


#: Rules by which each element is repeated where the extent is a multiple of the source's.
_REPEATING = (
    {(mode, "floor") for mode in ("asymmetric", "tf_half_pixel_for_nn")}
    | {(mode, nearest) for mode in ("half_pixel", "pytorch_half_pixel", "half_pixel_symmetric")
       for nearest in ("round_prefer_floor", "round_prefer_ceil")}
)  # fmt: skip


def _repeats(rule: Axis, mode: str) -> int:
    """How often each element is repeated, one after the other; 0 if the nearest ones are others."""
    count = _times(rule.source, rule.target)
    if not count or (rule.mode, mode) not in _REPEATING:
        return 0
    return count if rule.scale is None or rule.scale == count else 0


def _times(part: Expr | int, whole: Expr | int) -> int:
    """The constant n with ``whole = n * part``, 0 if there is none: sizes may be symbolic."""
    analyzer = Analyzer()
    one, all_of_it = (analyzer.poly(const_like(size, "int64")) for size in (part, whole))
    term, factor = next(iter(one.terms.items()), (None, 0))
    count = all_of_it.terms.get(term, 0) // factor if term is not None and factor else 0
    return count if count > 0 and one.scaled(count) == all_of_it else 0


def _nearest(data: Tensor, axis: int, rule: Axis, mode: str, fill: float) -> Tensor:
    kind = data.shape[axis].dtype
    repeats = _repeats(rule, mode)
    if repeats:
        return define(_with(data, axis, rule.target), lambda *i: _place(data, i, axis, i[axis] // repeats), "resize")

    def position(i: Expr) -> Expr:
        at = cast(kind, _round(rule.coordinate(i), mode))
        return te.min(te.max(at, 0), rule.source - 1)

    positions = define((rule.target,), position, "resize_place")

    def element(*i: Expr) -> Expr:
        value: Expr = _place(data, i, axis, te.min(te.max(positions(i[axis]), 0), rule.source - 1))
        if rule.mode == "tf_crop_and_resize":
            value = te.select(_outside(rule, rule.coordinate(i[axis])), const(fill, data.dtype), value)
        return value

    return define(_with(data, axis, rule.target), element, "resize")


def _with(data: Tensor, axis: int, extent: Expr | int) -> tuple[Expr | int, ...]:
    return (*data.shape[:axis], extent, *data.shape[axis + 1 :])


def _stretch(rule: Axis, half: int) -> tuple[float | Expr, int | Expr, int | Expr]:
    """What a kernel that reaches `half` elements is stretched by when a dimension shrinks, so that it sees all
    elements: the factor of distances, the elements before the center's, and how many there are."""
    scale = rule.scale_expr()
    factor = getattr(scale, "value", None)
    if factor is None:  # no scale is less than the quotient of the sizes; further elements have no weight
        source, target = (const_like(size, rule.source.dtype) for size in (rule.source, rule.target))
        reach = te.max((source * half + (te.max(target, 1) - 1)) // te.max(target, 1), half)
        return te.min(scale, 1.0), reach, 2 * reach + 1
    if factor >= 1.0:
        return 1.0, half - 1, 2 * half
    # Half the size stretches a triangle to 5 taps, 2 on each side of the center.
    stretched = math.ceil(half / float(factor))
    return float(factor), stretched, 2 * stretched + 1


def _weighted(data: Tensor, axis: int, rule: Axis, rules: _Rules) -> Tensor:
    """Linear or cubic interpolation along one dimension."""
    method, a, exclude, antialias = rules.method, rules.cubic_alpha, rules.exclude_outside, rules.antialias
    kernel, half = (_triangle, 1) if method == "linear" else (_cubic, 2)
    shrink, reach, taps = _stretch(rule, half) if antialias else (1.0, half - 1, 2 * half)
    kind = data.shape[axis].dtype
    last = rule.source - 1

    def first(i: Expr) -> Expr:
        return cast(kind, te.floor(rule.coordinate(i))) - reach

    starts = define((rule.target,), first, "resize_place")

    def weight(i: Expr, t: Expr) -> Expr:
        position = starts(i) + t
        distance = te.abs(rule.coordinate(i) - cast(COORD, position)) * shrink
        value = kernel(distance, a)
        if exclude:
            value = te.select(te.any(position < 0, position > last), const(0.0, COORD), value)
        return value

    # Weights of taps left out, or of a stretched kernel, do not sum to 1. All are rounded once, not for each element.
    wide = accumulator(data.dtype) if dt.is_float(data.dtype) else "float32"
    if exclude or antialias:
        raw = define((rule.target, taps), weight, "resize_weight")
        k = te.reduce_axis((0, taps), "k")
        total = define((rule.target,), lambda i: te.sum(raw(i, k), axis=k), "resize_total")
        weights = define(raw.shape, lambda i, t: cast(wide, raw(i, t) / total(i)), "resize_share")
    else:
        weights = define((rule.target, taps), lambda i, t: cast(wide, weight(i, t)), "resize_weight")

    def tap(i: Sequence[Expr], t: Expr | int) -> Expr:
        at = te.min(te.max(starts(i[axis]) + t, 0), last)
        return cast(wide, _place(data, i, axis, at)) * weights(i[axis], t)

    def few(*i: Expr) -> Expr:
        total = tap(i, 0)
        for t in range(1, 2 * half):
            total = total + tap(i, t)
        if rule.mode == "tf_crop_and_resize":
            total = te.select(_outside(rule, rule.coordinate(i[axis])), const(rules.extrapolation_value, wide), total)
        return total

    shape = _with(data, axis, rule.target)
    if isinstance(taps, int) and taps <= 4:
        result = define(shape, few, "resize")
    else:
        r = te.reduce_axis((0, taps), "t")
        result = define(shape, lambda *i: te.sum(tap(i, r), axis=r), "resize")
    return result


@register("image.resize", "injective", aliases=["resize"])
def resize(
    data: Tensor,
    size: Dims,
    axes: Ints | None = None,
    scales: Sequence[float] | None = None,
    roi: Sequence[float] | None = None,
    method: str = "nearest",
    coordinate_mode: str = "half_pixel",
    nearest_mode: str = "round_prefer_floor",
    cubic_alpha: float = -0.75,
    exclude_outside: bool = False,
    antialias: bool = False,
    extrapolation_value: float = 0.0,
) -> Tensor:
    """The dimensions `axes` (default: all) resampled to `size`, with the rules of ONNX's Resize.

    `method`: "nearest", "linear" or "cubic". `scales` are used for coordinates in place of the quotient of the sizes.
    `roi` (for "tf_crop_and_resize") holds all starts, then all ends, as shares of the extents.
    """
    rules = _Rules(method, coordinate_mode, nearest_mode, cubic_alpha, exclude_outside, antialias, extrapolation_value)
    return _resized("image.resize", data, size, axes, scales, roi, rules)


@register("image.resize_by", "injective")
def resize_by(
    data: Tensor,
    scales: Tensor,
    size: Dims,
    roi: Tensor | None = None,
    axes: Ints | None = None,
    method: str = "nearest",
    coordinate_mode: str = "half_pixel",
    nearest_mode: str = "round_prefer_floor",
    cubic_alpha: float = -0.75,
    exclude_outside: bool = False,
    antialias: bool = False,
    extrapolation_value: float = 0.0,
) -> Tensor:
    """Like `image.resize`, with scales, and a crop, that are computed at run time: a number for each of the `axes`,
    and two for each in `roi`. `size` must be what the scales make of the dimensions."""
    need_rank("image.resize_by", scales, 1)
    need_shape("image.resize_by", "the vector of scales", scales, (len(size),))
    if coordinate_mode == "tf_crop_and_resize" and roi is None:
        raise MlccError("T206", "`image.resize_by` wants `roi` for crops", help="give the starts, then the ends")
    if coordinate_mode == "tf_crop_and_resize":
        need_shape("image.resize_by", "`roi`", roi, (2 * len(size),))
    rules = _Rules(method, coordinate_mode, nearest_mode, cubic_alpha, exclude_outside, antialias, extrapolation_value)
    factors = [cast(COORD, scales(n)) for n in range(len(size))]
    crops = None if roi is None else [cast(COORD, roi(n)) for n in range(2 * len(size))]
    return _resized("image.resize_by", data, size, axes, factors, crops, rules)


def _resized(
    name: str,
    data: Tensor,
    size: Dims,
    axes: Ints | None,
    scales: Sequence[float | Expr] | None,
    roi: Sequence[float | Expr] | None,
    rules: _Rules,
) -> Tensor:
    choice(name, "method", rules.method, METHODS)
    choice(name, "coordinate_mode", rules.coordinate_mode, COORDINATES)
    choice(name, "nearest_mode", rules.nearest_mode, NEAREST)
    where = norm_axes(axes, data.ndim) if axes is None else tuple(norm_axis(a, data.ndim) for a in axes)
    if len(size) != len(where):
        raise MlccError("T205", f"`{name}`: {len(size)} sizes for {len(where)} dimensions")
    dtype, result = data.dtype, data
    for n, axis in enumerate(where):
        crop: Any = (roi[n], roi[n + len(where)]) if roi is not None else (0.0, 1.0)
        scale = scales[n] if scales is not None else None
        rule = Axis(data.shape[axis], size[n], scale, crop, rules.coordinate_mode)
        stays = not isinstance(scale, Expr) and scale in (None, 1.0)
        if stays and same_dim(data.shape[axis], size[n]) and rules.coordinate_mode != "tf_crop_and_resize":
            continue
        if rules.method == "nearest":
            result = _nearest(result, axis, rule, rules.nearest_mode, rules.extrapolation_value)
        else:
            result = _weighted(result, axis, rule, rules)
    if result is data or result.dtype != dtype:
        return _finish(result, dtype)
    return result


def _finish(result: Tensor, dtype: str) -> Tensor:
    def element(*i: Any) -> Expr:
        value: Expr = result(*i)
        if not dt.is_float(dtype) and dt.is_float(result.dtype):
            return saturate(te.nearbyint(value), dtype)
        return cast(dtype, value)

    return define(result.shape, element, "resize_end")
