"""Quantised operators of onnxruntime's own domain, as its quantisation tools write them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mlcc.ir import Constant, GraphExpr, as_int, maximum, minimum

from ..context import Context
from ..registry import onnx_op
from ..values import Array, Dim
from .microsoft import DOMAIN
from .microsoft_layouts import with_channels_first, with_channels_last
from .nn import padded
from .pool import average_pool
from .quantize import (
    centred,
    dequantize_linear,
    dynamic_quantize_linear,
    for_rows,
    integer_product,
    plain_scalar,
    quantize_linear,
    real,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .pool import PoolAttributes

onnx_op("QuantizeLinear", domain=DOMAIN)(quantize_linear)
onnx_op("DequantizeLinear", domain=DOMAIN)(dequantize_linear)


#: The `accuracy_level` that allows data to be rounded to int8, block by block.
_BYTES = 4


@onnx_op("MatMulNBits", domain=DOMAIN)
def matmul_n_bits(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    scales: GraphExpr,
    zero_points: GraphExpr | None = None,
    g_idx: GraphExpr | None = None,
    bias: GraphExpr | None = None,
    *,
    K: int,
    N: int,
    bits: int = 4,
    block_size: int,
    accuracy_level: int = 0,
) -> GraphExpr:
    """A product with weights of a few bits in blocks of K, or in the groups of K that `g_idx` names."""
    if bits not in (2, 4, 8):
        raise ctx.error("I121", f"weights of {bits} bits are not supported")
    packed, scale = ctx.array(b, "B"), ctx.array(scales, "scales")
    blocks = -(-K // block_size)
    numbers = unpacked(packed.reshape(N, blocks, -1), bits)[:, :, :block_size].reshape(N, -1)[:, :K]
    scale = scale.reshape(N, blocks)
    zero: Array = np.full((), 1 << (bits - 1), np.uint8)
    if zero_points is not None:
        zero = ctx.array(zero_points, "zero_points")
        zero = unpacked(zero.reshape(N, -1), bits)[:, :blocks] if zero.dtype == np.uint8 else zero.reshape(N, blocks)
    if g_idx is None:
        parts = [ctx.constant(part, str(part.dtype)) for part in (numbers, scale, zero)]
        weight = ctx.emit("dequantize_linear", *parts, axis=1, block_size=block_size)
    else:
        groups = ctx.array(g_idx, "g_idx").astype(np.int64)
        zeros = np.broadcast_to(zero, scale.shape)[:, groups].astype(np.float32)
        wide = (numbers.astype(np.float32) - zeros) * scale[:, groups].astype(np.float32)
        weight = ctx.constant(wide, ctx.dtype(a))
    weight = ctx.cast(weight, ctx.dtype(a))
    if accuracy_level == _BYTES and K % block_size == 0 and ctx.dtype(a) == "float32":
        rounded = ctx.emit_multi("quantize_blocks", 2, a, block_size=block_size)
        a = ctx.emit("dequantize_linear", *rounded, axis=ctx.rank(a) - 1, block_size=block_size)
    rank = ctx.rank(a)
    y = ctx.emit("matmul", a, weight, transpose_b=True) if rank > 2 else ctx.emit("nn.dense", a, weight)
    return y if bias is None else ctx.emit("add", y, bias)


def unpacked(data: Array, bits: int) -> Array:
    """Numbers of 2, 4 or 8 bits out of the bytes of the last axis, the lowest bits first."""
    per_byte = 8 // bits
    shifts = np.arange(per_byte, dtype=np.uint8) * np.uint8(bits)
    parts = (data[..., None] >> shifts) & np.uint8((1 << bits) - 1)
    result: Array = parts.reshape(*data.shape[:-1], -1)
    return result


@onnx_op("MatMulIntegerToFloat", domain=DOMAIN)
def matmul_integer_to_float(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    a_scale: GraphExpr,
    b_scale: GraphExpr,
    a_zero: GraphExpr | None = None,
    b_zero: GraphExpr | None = None,
    bias: GraphExpr | None = None,
) -> GraphExpr:
    a_zero, b_zero = for_rows(ctx, a_zero, ctx.rank(a)), plain_scalar(ctx, b_zero)
    total = integer_product(ctx, a, b, a_zero, b_zero)
    scale = ctx.emit("multiply", plain_scalar(ctx, a_scale), plain_scalar(ctx, b_scale))
    y = ctx.emit("multiply", ctx.cast(total, ctx.dtype(scale)), scale)
    return y if bias is None else ctx.emit("add", y, bias)


@onnx_op("DynamicQuantizeMatMul", domain=DOMAIN)
def dynamic_quantize_matmul(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    b_scale: GraphExpr,
    b_zero: GraphExpr | None = None,
    bias: GraphExpr | None = None,
) -> GraphExpr:
    q, scale, zero = dynamic_quantize_linear(ctx, a)
    return matmul_integer_to_float(ctx, q, b, scale, b_scale, zero, b_zero, bias)


def _stored(ctx: Context, y: GraphExpr, scale: GraphExpr, zero: GraphExpr | None, dtype: str) -> GraphExpr:
    """`y` as integers of `dtype`."""
    zero = plain_scalar(ctx, ctx.constant(np.zeros(()), dtype) if zero is None else zero)
    return quantize_linear(ctx, y, plain_scalar(ctx, scale), zero)


def _binary(name: str) -> Callable[..., GraphExpr]:
    def convert(
        ctx: Context,
        a: GraphExpr,
        a_scale: GraphExpr,
        a_zero: GraphExpr,
        b: GraphExpr,
        b_scale: GraphExpr,
        b_zero: GraphExpr,
        c_scale: GraphExpr,
        c_zero: GraphExpr | None = None,
    ) -> GraphExpr:
        y = ctx.emit(name, real(ctx, a, a_scale, a_zero), real(ctx, b, b_scale, b_zero))
        return _stored(ctx, y, c_scale, c_zero, ctx.dtype(a))

    return convert


@onnx_op("QLinearWhere", domain=DOMAIN)
def qlinear_where(
    ctx: Context,
    condition: GraphExpr,
    a: GraphExpr,
    a_scale: GraphExpr,
    a_zero: GraphExpr,
    b: GraphExpr,
    b_scale: GraphExpr,
    b_zero: GraphExpr,
    c_scale: GraphExpr,
    c_zero: GraphExpr,
) -> GraphExpr:
    y = ctx.emit("where", condition, real(ctx, a, a_scale, a_zero), real(ctx, b, b_scale, b_zero))
    return _stored(ctx, y, c_scale, c_zero, ctx.dtype(a))


for _onnx, _name in {"QLinearAdd": "add", "QLinearMul": "multiply"}.items():
    onnx_op(_onnx, domain=DOMAIN)(_binary(_name))


def _unary(name: str, **defaults: object) -> Callable[..., GraphExpr]:
    def convert(
        ctx: Context,
        x: GraphExpr,
        xs: GraphExpr,
        xz: GraphExpr,
        ys: GraphExpr,
        yz: GraphExpr | None = None,
        **attrs: object,
    ) -> GraphExpr:
        y = ctx.emit(name, real(ctx, x, xs, xz), **{**defaults, **attrs})
        return _stored(ctx, y, ys, yz, ctx.dtype(x))

    return convert


onnx_op("QLinearSigmoid", domain=DOMAIN)(_unary("sigmoid"))
onnx_op("QLinearLeakyRelu", domain=DOMAIN)(_unary("nn.leaky_relu", alpha=0.01))


@onnx_op("QLinearGlobalAveragePool", domain=DOMAIN)
@onnx_op("QLinearAveragePool", domain=DOMAIN)
def qlinear_average_pool(
    ctx: Context,
    x: GraphExpr,
    xs: GraphExpr,
    xz: GraphExpr,
    ys: GraphExpr,
    yz: GraphExpr | None = None,
    *,
    channels_last: int = 0,
    **attrs: Unpack[PoolAttributes],
) -> GraphExpr:
    value = real(ctx, x, xs, xz)
    if channels_last:
        value = with_channels_first(ctx, value)
    if "kernel_shape" in attrs:
        value, windows = _full_windows(ctx, value, **attrs)
        y = average_pool(ctx, value, **windows)
    else:
        y = ctx.emit("nn.global_avg_pool", value)
    if channels_last:
        y = with_channels_last(ctx, y)
    return _stored(ctx, y, ys, yz, ctx.dtype(x))


def _full_windows(
    ctx: Context,
    x: GraphExpr,
    *,
    kernel_shape: Sequence[int],
    auto_pad: str = "NOTSET",
    ceil_mode: int = 0,
    count_include_pad: int = 0,
    pads: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
) -> tuple[GraphExpr, PoolAttributes]:
    """The operand and the attributes of an `AveragePool` that divides as this operator does: where padding counts, so
    does what the last window reaches beyond the padding; the standard does not count it."""
    rank = len(kernel_shape)
    strides = list(strides or [1] * rank)
    attrs: PoolAttributes = {"kernel_shape": kernel_shape, "strides": strides, "count_include_pad": count_include_pad}
    if not (ceil_mode and count_include_pad) or auto_pad.startswith("SAME"):
        return x, {**attrs, "pads": pads, "auto_pad": auto_pad, "ceil_mode": ceil_mode}
    given = list(pads) if pads and auto_pad != "VALID" else [0] * (2 * rank)
    sides = zip(given[:rank], given[rank:], strict=True)
    padding: list[tuple[Dim, Dim]] = []
    for size, kernel, stride, (before, after) in zip(ctx.shape(x)[2:], kernel_shape, strides, sides, strict=True):
        ceiling = (size + (before + after - kernel + stride - 1)) // stride
        within = (size + (before - 1)) // stride  # one beyond it would see nothing but padding
        end = maximum(minimum(ceiling, within) * stride + (kernel - before) - size, after)
        padding.append((before, end if (number := as_int(end)) is None else number))
    x, left = padded(ctx, x, padding)
    return x, {**attrs, "pads": left}


@onnx_op("QLinearConcat", domain=DOMAIN)
def qlinear_concat(ctx: Context, ys: GraphExpr, yz: GraphExpr, *parts: GraphExpr, axis: int) -> GraphExpr:
    """The operands come in threes: a tensor, its scale, its zero point."""
    values = []
    for x, xs, xz in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        same = all(isinstance(p, Constant) and isinstance(q, Constant) and np.array_equal(p.data, q.data)
                   for p, q in ((xs, ys), (xz, yz)))  # fmt: skip
        if same:
            values.append(x)
        else:
            value = real(ctx, x, xs, xz)
            values.append(_stored(ctx, value, ys, yz, ctx.dtype(x)))
    return ctx.emit("concatenate", values, axis=ctx.axis(axis, ctx.rank(parts[0])))


@onnx_op("QLinearSoftmax", domain=DOMAIN)
def qlinear_softmax(
    ctx: Context,
    x: GraphExpr,
    xs: GraphExpr,
    xz: GraphExpr,
    ys: GraphExpr,
    yz: GraphExpr | None = None,
    *,
    axis: int = -1,
    opset: int = 13,
) -> GraphExpr:
    value, dims = real(ctx, x, xs, xz), list(ctx.shape(x))
    at = ctx.axis(axis, len(dims))
    if opset < 13:  # all dimensions from the axis on are one
        value = ctx.reshape(value, [*dims[:at], math.prod(dims[at:])])
        at = ctx.rank(value) - 1
    y = ctx.reshape(ctx.emit("nn.softmax", value, axis=at), dims)
    return _stored(ctx, y, ys, yz, ctx.dtype(x))


@onnx_op("QGemm", domain=DOMAIN)
def qgemm(
    ctx: Context,
    a: GraphExpr,
    a_scale: GraphExpr,
    a_zero: GraphExpr,
    b: GraphExpr,
    b_scale: GraphExpr,
    b_zero: GraphExpr,
    c: GraphExpr | None = None,
    y_scale: GraphExpr | None = None,
    y_zero: GraphExpr | None = None,
    *,
    alpha: float = 1.0,
    transA: int = 0,
    transB: int = 0,
) -> GraphExpr:
    """A product of integers; `c` counts in units of both scales. Without a scale for it the result is float."""
    needed = (b, a_scale, a_zero, b_scale, b_zero)
    if all(isinstance(v, Constant) for v in needed) and (c is None or isinstance(c, Constant)) and not transA:
        rows, columns = ctx.array(a_scale, "a_scale").reshape(()), ctx.array(b_scale, "b_scale")
        unit = ctx.constant(np.float32(alpha) * rows * columns, "float32")
        scale = ctx.constant(np.float32(alpha) * columns, "float32")
        weight = real(ctx, b, scale, b_zero, axis=0 if transB else 1)
        y = ctx.emit("nn.dense" if transB else "matmul", real(ctx, a, a_scale, a_zero), weight)
        if c is not None:
            zero = ctx.constant(np.zeros(unit.data.shape), "int32")
            y = ctx.emit("add", y, real(ctx, c, unit, zero, axis=ctx.rank(c) - 1))
        return y if y_scale is None else _stored(ctx, y, y_scale, y_zero, ctx.dtype(a))
    left = centred(ctx, a, plain_scalar(ctx, a_zero))
    right = centred(ctx, ctx.emit("transpose", b, axes=[1, 0]) if transB else b, plain_scalar(ctx, b_zero))
    total = ctx.emit("matmul", left, right, transpose_a=bool(transA))
    total = total if c is None else ctx.emit("add", total, c)
    factor = ctx.emit("multiply", plain_scalar(ctx, a_scale), plain_scalar(ctx, b_scale))
    factor = factor if alpha == 1.0 else ctx.emit("multiply", factor, ctx.constant(alpha, "float32"))
    y = ctx.emit("multiply", ctx.cast(total, "float32"), factor)
    if y_scale is None:
        return y
    return _stored(ctx, y, y_scale, y_zero, ctx.dtype(a))
