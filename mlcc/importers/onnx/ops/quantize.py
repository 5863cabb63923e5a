"""Quantised tensors: scaling to and from integers, and integer matrix multiplications.

Written with elementwise operators, so that scaling fuses into what makes or uses the tensor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

import numpy as np

from mlcc.ir import Constant, GraphExpr
from mlcc.ir import dtype as dt
from mlcc.topi.narrow import FLOATS

from ..context import Context
from ..protos import element_type, onnx_dtype
from ..registry import onnx_op
from ..values import Dim

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .nn import ConvAttributes

#: What the operators that graph passes know scale from.
_INTEGERS = ("int8", "uint8", "int16", "uint16", "int32")
#: Floats that a zero point shifts, as the standard's formula says. In engines, one of float8 states the type alone.
_SHIFTED_FLOATS = tuple(name for name in FLOATS if not name.startswith("float8"))


def _of_blocks(ctx: Context, value: GraphExpr, size: Dim, axis: int, block_size: int) -> GraphExpr:
    """A scale or zero point of blocks for each of `size` indices of `axis`, which only the run knows."""
    blocks = ctx.emit("floor_divide", ctx.count_below(size, "int64"), ctx.constant(block_size, "int64"))
    count, have = (size + block_size - 1) // block_size, ctx.shape(value)[axis]
    fits = ctx.emit("equal", ctx.scalar_of(count), ctx.scalar_of(have))
    ctx.emit_assert(fits, f"{ctx.where}: the scales are not those of blocks of {block_size}")
    return ctx.emit("take", value, blocks, axis=axis)


@overload
def _along(ctx: Context, value: GraphExpr, like: GraphExpr, axis: int, block_size: int) -> GraphExpr: ...
@overload
def _along(ctx: Context, value: GraphExpr | None, like: GraphExpr, axis: int, block_size: int) -> GraphExpr | None: ...
def _along(ctx: Context, value: GraphExpr | None, like: GraphExpr, axis: int, block_size: int) -> GraphExpr | None:
    """A scale or zero point in a shape that broadcasts over `like`: one number, one per index of `axis`, or blocks."""
    rank = ctx.rank(like)
    if value is None or ctx.rank(value) == 0:
        return value
    if ctx.shape(value) == (1,):
        return ctx.reshape(value, [])
    axis = ctx.axis(axis, rank)
    size = ctx.shape(like)[axis]
    if block_size and not (isinstance(size, int) and isinstance(ctx.shape(value)[axis], int)):
        return _of_blocks(ctx, value, size, axis, block_size)
    if block_size:
        whole = ctx.emit("repeat", value, repeats=block_size, axis=axis)
        if ctx.static_dim(whole, axis) == size:
            return whole
        return ctx.emit("strided_slice", whole, begin=[0], end=[size], axes=[axis], strides=[1])
    if ctx.rank(value) == 1:
        length = ctx.shape(value)[0]
        return ctx.reshape(value, [length if i == axis else 1 for i in range(rank)])
    return value


def _numbers(ctx: Context, x: GraphExpr, scale: GraphExpr, zero: GraphExpr | None) -> tuple[Constant, Constant] | None:
    """A scale and a zero point for the operators that graph passes know, as constants without dimensions or along an
    axis; None where either is computed, or the values are no plain integers and float32."""
    if zero is None:
        zero = ctx.constant(np.zeros(ctx.shape(scale)), "int32") if isinstance(scale, Constant) else None
    if not isinstance(scale, Constant) or not isinstance(zero, Constant) or scale.data.dtype != np.float32:
        return None
    # quantisers write the scale of a bias as a vector of one number, and its zero point without dimensions
    plain = _plain(scale), _plain(zero)
    if x in ctx.narrow or zero in ctx.narrow or scale.data.ndim > 1 or plain[0].data.shape != plain[1].data.shape:
        return None
    return plain


def _plain(value: Constant) -> Constant:
    """A constant of one element without dimensions; others as they are."""
    return Constant(value.data.reshape(())) if value.data.shape == (1,) else value


@onnx_op("QuantizeLinear", since=10)
def quantize_linear(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr,
    zero: GraphExpr | None = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: int = 0,
    precision: int = 0,
    saturate: int = 1,
) -> GraphExpr:
    target, form = element_type(output_dtype, "output_dtype") if output_dtype else ("uint8", None)
    if zero is not None:
        target, form = ctx.dtype(zero), ctx.narrow.get(zero)
    constants = _numbers(ctx, x, scale, zero) if form is None and not block_size and not precision else None
    if constants is not None and ctx.rank(constants[0]) == 0 and ctx.dtype(x) == "float32":
        zero = ctx.constant(constants[1].data, target)
        return ctx.emit("quantize_linear", x, constants[0], zero)
    wide = onnx_dtype(precision, "precision") if precision else ctx.dtype(x)
    if wide in ("float16", "bfloat16") or not dt.is_float(wide):
        wide = "float32"
    shift = _shift(ctx, zero, wide)
    scale, zero = _along(ctx, scale, x, axis, block_size), _along(ctx, zero, x, axis, block_size)
    if form in FLOATS:
        y = ctx.emit("divide", ctx.cast(x, wide), ctx.cast(scale, wide))
        if shift is not None:
            y = ctx.emit("add", y, _along(ctx, shift, x, axis, block_size))
        return ctx.encode(y, str(form), saturate=bool(saturate))
    return quantized(ctx, ctx.cast(x, wide), ctx.cast(scale, wide), zero, target, form)


def _shift(ctx: Context, zero: GraphExpr | None, dtype: str) -> GraphExpr | None:
    """The zero point of floats that it shifts, as numbers of `dtype`; else None."""
    return ctx.cast(zero, dtype) if zero is not None and ctx.narrow.get(zero) in _SHIFTED_FLOATS else None


def quantized(
    ctx: Context, x: GraphExpr, scale: GraphExpr, zero: GraphExpr | None, target: str, form: str | None = None
) -> GraphExpr:
    """``saturate(round(x / scale) + zero)`` as `target`, or as integers of a narrow format."""
    wide = ctx.dtype(x)
    y = ctx.emit("round", ctx.emit("divide", x, scale))
    if zero is not None:
        y = ctx.emit("add", y, ctx.cast(zero, wide))
    if form is not None:
        result = ctx.emit("quantize_narrow", y, format=form)
        ctx.narrow[result] = form
        return result
    return ctx.emit("saturate", y, dtype=target)


@onnx_op("DynamicQuantizeLinear", since=11)
def dynamic_quantize_linear(ctx: Context, x: GraphExpr) -> tuple[GraphExpr, ...]:
    """The bytes of `x`, uint8, on a grid of its own range, with the scale and the zero point of that."""
    zero, most = (ctx.constant(np.zeros(()) + n, "float32") for n in (0, np.iinfo(np.uint8).max))
    low = ctx.emit("minimum", ctx.emit("min", x), zero)
    width = ctx.emit("subtract", ctx.emit("maximum", ctx.emit("max", x), zero), low)
    # a tensor of zeros has any grid: this one is the reference's
    unit = ctx.constant(np.ones(()), "float32")
    scale = ctx.emit("divide", ctx.emit("where", ctx.emit("equal", width, zero), unit, width), most)
    place = ctx.emit("subtract", zero, ctx.emit("divide", low, scale))
    limited = ctx.emit("where", ctx.emit("less", place, most), place, most)  # also in place of NaN
    point = ctx.emit("saturate", ctx.emit("round", limited), dtype="uint8")
    return ctx.emit("qnn.to_grid", x, scale, point), scale, point


@onnx_op("DequantizeLinear", since=10)
def dequantize_linear(
    ctx: Context,
    x: GraphExpr,
    scale: GraphExpr,
    zero: GraphExpr | None = None,
    *,
    axis: int = 1,
    block_size: int = 0,
    output_dtype: int = 0,
) -> GraphExpr:
    result = onnx_dtype(output_dtype, "output_dtype") if output_dtype else ctx.dtype(scale)
    constants = _numbers(ctx, x, scale, zero) if not block_size and result == "float32" else None
    if constants is not None and ctx.dtype(x) in _INTEGERS:
        return ctx.emit(
            "dequantize_linear", x, *constants, axis=ctx.axis(axis, ctx.rank(x)) if ctx.rank(constants[0]) else 0
        )
    is_float = ctx.narrow.get(x) in FLOATS
    weight = _constant_weight(ctx, x, scale, zero) if result == ctx.dtype(scale) and not is_float else None
    if weight is not None and (block_size or ctx.rank(scale) < 2):
        return ctx.emit("dequantize_linear", *weight, axis=ctx.axis(axis, ctx.rank(x)), block_size=block_size)
    wide = "float32" if ctx.dtype(scale) in ("float16", "bfloat16") else ctx.dtype(scale)
    shift = _shift(ctx, zero, wide)
    scale, zero = _along(ctx, scale, x, axis, block_size), _along(ctx, zero, x, axis, block_size)
    numbers = ctx.cast(x, wide) if is_float else ctx.cast(centred(ctx, x, zero), wide)
    if shift is not None:
        numbers = ctx.emit("subtract", numbers, _along(ctx, shift, x, axis, block_size))
    return ctx.cast(ctx.emit("multiply", numbers, ctx.cast(scale, wide)), result)


def _constant_weight(
    ctx: Context, x: GraphExpr, scale: GraphExpr, zero: GraphExpr | None
) -> tuple[Constant, ...] | None:
    """The operands of a dequantised constant of bytes or less, which products may read as integers; else None."""
    parts = (x, scale) if zero is None else (x, scale, zero)
    constants = tuple(part for part in parts if isinstance(part, Constant))
    if len(constants) < len(parts) or ctx.rank(x) != 2 or constants[0].data.dtype not in (np.int8, np.uint8):
        return None
    return tuple(_plain(Constant(part.data)) for part in constants)  # plain bytes, if they were of a narrow format


def centred(ctx: Context, x: GraphExpr, zero: GraphExpr | None) -> GraphExpr:
    """``x - zero`` as int32."""
    wide = ctx.cast(x, "int32")
    return wide if zero is None else ctx.emit("subtract", wide, ctx.cast(zero, "int32"))


@overload
def for_rows(ctx: Context, value: GraphExpr, rank: int) -> GraphExpr: ...
@overload
def for_rows(ctx: Context, value: GraphExpr | None, rank: int) -> GraphExpr | None: ...
def for_rows(ctx: Context, value: GraphExpr | None, rank: int) -> GraphExpr | None:
    """A zero point or scale per row of a matrix: a column."""
    if value is None or ctx.rank(value) != 1 or ctx.shape(value)[0] == 1:
        return value if value is None or ctx.rank(value) != 1 else ctx.reshape(value, [])
    return ctx.reshape(value, [ctx.shape(value)[0], 1]) if rank > 1 else value


@overload
def plain_scalar(ctx: Context, value: GraphExpr) -> GraphExpr: ...
@overload
def plain_scalar(ctx: Context, value: GraphExpr | None) -> GraphExpr | None: ...
def plain_scalar(ctx: Context, value: GraphExpr | None) -> GraphExpr | None:
    """A tensor of one element without dimensions; others as they are."""
    return ctx.reshape(value, []) if value is not None and ctx.shape(value) == (1,) else value


@onnx_op("MatMulInteger", since=10)
def matmul_integer(
    ctx: Context, a: GraphExpr, b: GraphExpr, a_zero: GraphExpr | None = None, b_zero: GraphExpr | None = None
) -> GraphExpr:
    return integer_product(ctx, a, b, for_rows(ctx, a_zero, ctx.rank(a)), plain_scalar(ctx, b_zero))


def integer_product(
    ctx: Context, a: GraphExpr, b: GraphExpr, a_zero: GraphExpr | None, b_zero: GraphExpr | None
) -> GraphExpr:
    """(a - a_zero) @ (b - b_zero) in int32. One with a constant matrix, or of matrices with one zero point each, is
    left to the graph passes, as one operator."""
    single = [z is None or ctx.rank(z) == 0 for z in (a_zero, b_zero)]
    is_matrix = single[0] and _is_known(ctx, b, b_zero) and ctx.rank(b) == 2 and ctx.rank(a) > 0
    is_computed = all(single) and ctx.rank(a) > 1 and ctx.rank(b) > 1
    if (is_matrix or is_computed) and ctx.narrow.keys().isdisjoint((a, b)):
        zeros = [v if v is not None else ctx.constant(0, ctx.dtype(x)) for v, x in ((a_zero, a), (b_zero, b))]
        return ctx.emit("matmul_integer", a, b, *zeros)
    return ctx.emit("matmul", centred(ctx, a, a_zero), centred(ctx, b, b_zero))


@onnx_op("QLinearMatMul", since=10)
def qlinear_matmul(
    ctx: Context,
    a: GraphExpr,
    a_scale: GraphExpr,
    a_zero: GraphExpr,
    b: GraphExpr,
    b_scale: GraphExpr,
    b_zero: GraphExpr,
    y_scale: GraphExpr,
    y_zero: GraphExpr,
) -> GraphExpr:
    a_scale, a_zero = (for_rows(ctx, v, ctx.rank(a)) for v in (a_scale, a_zero))
    b_scale, b_zero = (plain_scalar(ctx, v) for v in (b_scale, b_zero))
    parameters = (a_scale, a_zero, b_scale, b_zero, y_scale, y_zero)
    single = all(isinstance(p, Constant) and ctx.rank(p) == 0 for p in parameters)
    if (single and ctx.narrow.keys().isdisjoint((a, b))) or _is_known(ctx, b, *parameters):
        y = ctx.emit("matmul", real(ctx, a, a_scale, a_zero), real(ctx, b, b_scale, b_zero, axis=1))
        return quantize_linear(ctx, y, y_scale, y_zero)
    product = ctx.emit("matmul", centred(ctx, a, a_zero), centred(ctx, b, b_zero))
    return _requantized(ctx, product, a_scale, b_scale, plain_scalar(ctx, y_scale), plain_scalar(ctx, y_zero))


def _is_known(ctx: Context, weight: GraphExpr, *parameters: GraphExpr | None) -> bool:
    """Whether a weight and all scales and zero points are constants: such products are written with floats, for
    the graph passes to turn into integers again, together with what stands around them."""
    same = all(p is None or isinstance(p, Constant) for p in parameters)
    return same and isinstance(weight, Constant) and ctx.rank(weight) > 1 and weight not in ctx.narrow


def real(ctx: Context, x: GraphExpr, scale: GraphExpr, zero: GraphExpr | None, axis: int = 0) -> GraphExpr:
    """(x - zero) * scale; scale and zero may have one number each per index of `axis`."""
    scale, zero = plain_scalar(ctx, scale), plain_scalar(ctx, zero)
    if isinstance(scale, Constant) and isinstance(zero, Constant) and ctx.rank(scale) == 1:
        zero = ctx.constant(np.broadcast_to(zero.data, scale.data.shape), ctx.dtype(zero))
    return dequantize_linear(ctx, x, scale, zero, axis=axis)


def _requantized(
    ctx: Context, total: GraphExpr, a_scale: GraphExpr, b_scale: GraphExpr, y_scale: GraphExpr, y_zero: GraphExpr
) -> GraphExpr:
    factors = (ctx.cast(s, "float32") for s in (a_scale, b_scale))
    real = ctx.emit("multiply", ctx.cast(total, "float32"), ctx.emit("multiply", *factors))
    return quantized(ctx, real, ctx.cast(y_scale, "float32"), y_zero, ctx.dtype(y_zero))


def _integer_conv(
    ctx: Context, x: GraphExpr, w: GraphExpr, x_zero: GraphExpr | None, w_zero: GraphExpr | None, attrs: ConvAttributes
) -> GraphExpr:
    from .nn import conv

    x_zero, w_zero = plain_scalar(ctx, x_zero), plain_scalar(ctx, w_zero)
    single = x_zero is None or ctx.rank(x_zero) == 0
    if single and _is_known(ctx, w, w_zero) and x not in ctx.narrow:
        zeros = [v if v is not None else ctx.constant(0, ctx.dtype(t)) for v, t in ((x_zero, x), (w_zero, w))]
        return conv(ctx, x, w, zeros=zeros, **attrs)
    if w_zero is not None and ctx.rank(w_zero) == 1:
        w_zero = ctx.reshape(w_zero, [ctx.shape(w_zero)[0], *[1] * (ctx.rank(w) - 1)])
    return conv(ctx, centred(ctx, x, x_zero), centred(ctx, w, w_zero), **attrs)


@onnx_op("ConvInteger", since=10)
def conv_integer(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    x_zero: GraphExpr | None = None,
    w_zero: GraphExpr | None = None,
    **attrs: Unpack[ConvAttributes],
) -> GraphExpr:
    return _integer_conv(ctx, x, w, x_zero, w_zero, attrs)


@onnx_op("QLinearConv", since=10)
def qlinear_conv(
    ctx: Context,
    x: GraphExpr,
    x_scale: GraphExpr,
    x_zero: GraphExpr,
    w: GraphExpr,
    w_scale: GraphExpr,
    w_zero: GraphExpr,
    y_scale: GraphExpr,
    y_zero: GraphExpr,
    bias: GraphExpr | None = None,
    **attrs: Unpack[ConvAttributes],
) -> GraphExpr:
    if _is_known(ctx, w, x_scale, x_zero, w_scale, w_zero, y_scale, y_zero, bias):
        return _known_conv(ctx, x, (x_scale, x_zero), w, (w_scale, w_zero), (y_scale, y_zero), bias, attrs)
    total = _integer_conv(ctx, x, w, x_zero, w_zero, attrs)
    shape = [ctx.shape(w)[0], *[1] * (ctx.rank(x) - 2)]
    if bias is not None:
        total = ctx.emit("add", total, ctx.reshape(bias, shape))
    w_scale = plain_scalar(ctx, w_scale)
    w_scale = ctx.reshape(w_scale, shape) if ctx.rank(w_scale) == 1 else w_scale
    scales = (plain_scalar(ctx, s) for s in (x_scale, y_scale, y_zero))
    x_scale, y_scale, y_zero = scales
    return _requantized(ctx, total, x_scale, w_scale, y_scale, y_zero)


def _known_conv(
    ctx: Context,
    x: GraphExpr,
    x_form: tuple[GraphExpr, GraphExpr],
    w: GraphExpr,
    w_form: tuple[GraphExpr, GraphExpr],
    y_form: tuple[GraphExpr, GraphExpr],
    bias: GraphExpr | None,
    attrs: ConvAttributes,
) -> GraphExpr:
    """A convolution of floats between conversions; each form is a scale and a zero point."""
    from .nn import conv

    unit = ctx.constant(ctx.array(x_form[0], "x_scale").reshape(()) * ctx.array(w_form[0], "w_scale"), "float32")
    shift = None if bias is None else real(ctx, bias, unit, ctx.constant(np.zeros(unit.data.shape), "int32"))
    y = conv(ctx, real(ctx, x, *x_form), real(ctx, w, *w_form), shift, **attrs)
    return quantize_linear(ctx, y, *(plain_scalar(ctx, v) for v in y_form))
