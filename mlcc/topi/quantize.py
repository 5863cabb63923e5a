"""Quantised arithmetic: to and from integers, integer products and convolutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import MAGIC, MAGIC_BITS, Expr, as_int, call, cast, const
from mlcc.ir import dtype as dt
from mlcc.te import Tensor

from .conv import conv1d, conv2d, conv3d, padded
from .elementwise import elementwise
from .limits import at_least, at_most, saturate
from .products import matmul
from .registry import register
from .shapes import Ints, ceil_div, define, need_float, need_shape, norm_axis, pads_of


def _parameter(t: Tensor, i: tuple[Expr, ...], axis: int, block: int) -> Expr:
    """The scale or zero point of element i: one for all, one per index of `axis`, or one per block along it."""
    if t.ndim == 0:
        return t()
    if t.ndim == 1 and block == 0:
        return t(const(0, i[0].dtype) if as_int(t.shape[0]) == 1 else i[axis])
    return t(*(v // block if n == axis and block else v for n, v in enumerate(i)))


def _need_parameters(name: str, data: Tensor, axis: int, block: int, *parameters: Tensor | None) -> None:
    """Raises T203 for scales and zero points that are not one for all, per index of `axis`, or per block along it."""
    for t in parameters:
        if t is None or t.ndim == 0 or (t.ndim == 1 and block == 0 and as_int(t.shape[0]) == 1):
            continue
        wanted: list[Expr | int] = list(data.shape)
        if t.ndim == 1 and block == 0:
            wanted = wanted[axis : axis + 1]
        elif block and axis < len(wanted):
            wanted[axis] = ceil_div(wanted[axis], block)
        need_shape(name, "a scale or zero point", t, wanted)


@register("quantize_linear", "broadcast")
def quantize_linear(
    data: Tensor,
    scale: Tensor,
    zero_point: Tensor | None = None,
    axis: int = 1,
    block_size: int = 0,
    out_dtype: str | None = None,
) -> Tensor:
    """round(data / scale) + zero_point, ties to even, clamped to the range of the result; NaN becomes its least value.

    The scale is per tensor, per index of `axis`, or per block of `block_size` along it. The result has the dtype of the
    zero point, or `out_dtype`, or uint8.
    """
    target = zero_point.dtype if zero_point is not None else out_dtype or "uint8"
    at = norm_axis(axis, data.ndim) if data.ndim > 1 or scale.ndim > 0 else 0
    wide = "float32"
    _need_parameters("quantize_linear", data, at, block_size, scale, zero_point)

    def element(*i: Expr) -> Expr:
        value = te.nearbyint(cast(wide, data(*i)) / cast(wide, _parameter(scale, i, at, block_size)))
        if zero_point is not None:
            value = value + cast(wide, _parameter(zero_point, i, at, block_size))
        return saturate(value, target)

    return define(data.shape, element, "quantize_linear")


@register("dequantize_linear", "broadcast")
def dequantize_linear(
    data: Tensor,
    scale: Tensor,
    zero_point: Tensor | None = None,
    axis: int = 1,
    block_size: int = 0,
) -> Tensor:
    """(data - zero_point) * scale, in the dtype of the scale. Zero points may be fractions."""
    at = norm_axis(axis, data.ndim) if data.ndim > 1 or scale.ndim > 0 else 0
    _need_parameters("dequantize_linear", data, at, block_size, scale, zero_point)

    def element(*i: Expr) -> Expr:
        kind = "float32" if zero_point is not None and dt.is_float(zero_point.dtype) else "int32"
        value = cast(kind, data(*i))
        if zero_point is not None:
            value = value - cast(kind, _parameter(zero_point, i, at, block_size))
        factor = cast("float32", _parameter(scale, i, at, block_size))
        return cast(scale.dtype, cast("float32", value) * factor)

    return define(data.shape, element, "dequantize_linear")


@register("saturate", "elemwise")
def limited(data: Tensor, dtype: str) -> Tensor:
    """Floats without fractions as integers of `dtype`: out of its range they become an end of it, NaN the lower one."""
    need_float("saturate", data)
    if not dt.is_int(dtype):
        raise MlccError("T204", f"`saturate` gives integers, not `{dtype}`")
    return elementwise("saturate", data, lambda v: saturate(v, dtype))


_extremes = te.comm_reducer(
    lambda x, y: (te.min(x[0], y[0]), te.max(x[1], y[1])), lambda low, high: (te.max_value(low), te.min_value(high)),
    "extremes",
)  # fmt: skip


@register("qnn.value_range", "opaque")
def value_range(data: Tensor) -> tuple[Tensor, ...]:
    """The least and the largest element of a tensor, each of shape (): read in one pass."""
    axes = [te.reduce_axis((0, d), f"r{n}") for n, d in enumerate(data.shape)]

    def both() -> Any:
        value = data(*axes)
        return _extremes((value, value), axis=axes)

    least, largest = te.compute((), both, "value_range")
    return least, largest


@register("qnn.to_grid", "elemwise")
def to_grid(data: Tensor, scale: Tensor, zero_point: Tensor) -> Tensor:
    """round(data / scale) + zero_point, uint8, ties to even, 0 for NaN: data, float32, lies in the range of the grid,
    which are scalars: scale, float32 (), not 0, and zero_point, uint8 ()."""

    def element(x: Expr) -> Expr:
        return saturate(te.nearbyint(x / scale()) + cast("float32", zero_point()), "uint8")

    return elementwise("to_grid", data, element)


@register("qnn.grid_parts", "opaque")
def grid_parts(scale: Tensor, zero_point: Tensor) -> tuple[Tensor, ...]:
    """What ``qnn.to_grid_by_products`` takes for the scale and the zero point of a grid, scalars each: float32 (power,
    factor, rest), and an int32.

    ``factor + rest`` is ``1 / (scale * power)`` to 2**-46 of it; `power`, a power of two, keeps all of them away from
    the ends of float32.
    """
    small, large = 2.0**-62, 2.0**62

    def chosen() -> Expr:
        below = te.select(scale() > large, const(2.0**-64), const(1.0))
        return te.select(scale() < small, const(2.0**64), below)

    power = define((), chosen, "power")
    scaled = define((), lambda: scale() * power(), "scaled")
    factor = define((), lambda: const(1.0) / scaled(), "factor")

    def left() -> Expr:
        missed = call("fma", -factor(), scaled(), const(1.0)) * factor()
        return te.select(factor().equal(const(0.0)), const(0.0), missed)  # an infinite scale

    rest = define((), left, "rest")
    return power, factor, rest, define((), lambda: cast("int32", zero_point()) - MAGIC_BITS, "offset")


@register("qnn.to_grid_by_products", "elemwise")
def to_grid_by_products(data: Tensor, power: Tensor, factor: Tensor, rest: Tensor, offset: Tensor) -> Tensor:
    """``qnn.to_grid`` without a division, by what ``qnn.grid_parts`` gives of the scale and the zero point.

    The quotient is rounded once, and differs by at most 2**-46 of it before that. Bits of the float that represents the
    integer 0, minus those for the zero point, are `-offset`: as a float it is the least count, also in place of NaN.
    """
    most = const(dt.int_range("uint8")[1], "uint32")

    def element(x: Expr) -> Expr:
        y = x * power()
        counts = at_least(call("fma", y, factor(), y * rest()) + MAGIC, call("reinterpret", -offset(), dtype="float32"))
        number = call("reinterpret", counts, dtype="int32") + offset()
        return cast("uint8", te.min(cast("uint32", number), most))

    return elementwise("to_grid", data, element)


@register("dynamic_quantize_linear", "opaque")
def dynamic_quantize_linear(data: Tensor) -> tuple[Tensor, ...]:
    """uint8 data with the scale and zero point derived from its own range (with 0): (data, scale, zero point)."""
    bottom, top = value_range(data)
    width = define((), lambda: te.max(top(), 0.0) - te.min(bottom(), 0.0), "width")
    scale = define((), lambda: te.select(width().equal(const(0.0)), const(1.0), width()) / 255.0, "dynamic_scale")

    def point() -> Expr:
        return saturate(te.nearbyint(at_most(-te.min(bottom(), 0.0) / scale(), 255.0)), "uint8")

    zero = define((), point, "dynamic_zero_point")
    return to_grid(data, scale, zero), scale, zero


def _shifted(name: str, t: Tensor, zero: Tensor | None, axis: int) -> Tensor:
    """The tensor as int32 minus its zero point (per tensor, or per index of `axis`)."""
    if zero is not None and zero.ndim > 1:
        pairs = zip(zero.shape, t.shape[max(t.ndim - zero.ndim, 0) :], strict=False)
        need_shape(name, "a zero point", zero, [a if as_int(a) == 1 else b for a, b in pairs])
    else:
        _need_parameters(name, t, axis, 0, zero)

    def element(*i: Expr) -> Expr:
        value = cast("int32", t(*i))
        if zero is None:
            return value
        if zero.ndim > 1:
            position = [const(0, v.dtype) if as_int(d) == 1 else v
                     for v, d in zip(i[len(i) - zero.ndim :], zero.shape, strict=True)]  # fmt: skip
            return value - cast("int32", zero(*position))
        return value - cast("int32", _parameter(zero, i, axis, 0))

    return define(t.shape, element, name)


@register("matmul_integer", "opaque")
def matmul_integer(
    a: Tensor, b: Tensor, a_zero_point: Tensor | None = None, b_zero_point: Tensor | None = None
) -> Tensor:
    """(a - a_zero_point) @ (b - b_zero_point) in int32; zero points per row of a, per column of b, or one."""
    left = _shifted("left_int32", a, a_zero_point, max(a.ndim - 2, 0))
    right = _shifted("right_int32", b, b_zero_point, b.ndim - 1)
    result: Tensor = matmul(left, right)
    return result


#: The convolutions by the number of spatial dimensions.
CONVOLUTIONS: dict[int, Callable[..., Any]] = {1: conv1d, 2: conv2d, 3: conv3d}


@register("conv_integer", "opaque")
def conv_integer(
    data: Tensor,
    weight: Tensor,
    data_zero_point: Tensor | None = None,
    weight_zero_point: Tensor | None = None,
    strides: int | Ints = 1,
    padding: int | Ints = 0,
    dilation: int | Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The convolution of (data - zero point) with (weight - zero point) in int32; padding represents 0."""
    rank = data.ndim - 2
    if rank not in CONVOLUTIONS:
        raise MlccError("T203", "`conv_integer` takes one to three spatial dimensions")
    source = _shifted("data_int32", data, data_zero_point, 1)
    source = padded(source, range(2, rank + 2), pads_of(padding, rank))
    kernel = _shifted("weight_int32", weight, weight_zero_point, 0)
    result: Tensor = CONVOLUTIONS[rank](source, kernel, strides, 0, dilation, groups)
    return result


@register("requantize", "opaque")
def requantize(
    total: Tensor,
    in_scale: Tensor,
    weight_scale: Tensor,
    out_scale: Tensor,
    out_zero_point: Tensor,
    bias: Tensor | None = None,
    axis: int = 1,
) -> Tensor:
    """int32 sums as quantised values: round((total + bias) * in_scale * weight_scale / out_scale) + zero point.

    `weight_scale` and `bias` may have one value per index of `axis`.
    """
    at = norm_axis(axis, total.ndim)
    _need_parameters("requantize", total, at, 0, in_scale, weight_scale, out_scale, out_zero_point, bias)

    def element(*i: Expr) -> Expr:
        value: Expr = total(*i)
        if bias is not None:
            value = value + cast("int32", _parameter(bias, i, at, 0))
        factor = _parameter(in_scale, i, at, 0) * _parameter(weight_scale, i, at, 0)
        scaled = cast("float32", value) * (factor / _parameter(out_scale, i, at, 0))
        shifted = te.nearbyint(scaled) + cast("float32", _parameter(out_zero_point, i, at, 0))
        return saturate(shifted, out_zero_point.dtype)

    return define(total.shape, element, "requantize")


@register("fake_quantize", "elemwise")
def fake_quantize(data: Tensor, scale: float, zero_point: int = 0, dtype: str = "int8") -> Tensor:
    """data rounded to the values that `dtype` can hold with this scale and zero point, as floats."""

    def element(v: Expr) -> Expr:
        q = cast("float32", saturate(te.nearbyint(v * (1.0 / scale)) + float(zero_point), dtype))
        return (q - float(zero_point)) * scale

    return elementwise("fake_quantize", data, element)
