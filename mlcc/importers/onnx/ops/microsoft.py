"""Operators of onnxruntime's own domain, as its graph optimiser and its quantisation tools write them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import Constant

from ..context import Context
from ..registry import onnx_op
from .elementwise import WITH_ATTRIBUTES
from .nn import conv, gemm
from .norm import layer_norm, rms_norm
from .pool import average_pool
from .quantize import centred, dequantize_linear, for_rows, integer_product, plain_scalar, quantize_linear, real

DOMAIN = "com.microsoft"

onnx_op("QuantizeLinear", domain=DOMAIN)(quantize_linear)
onnx_op("DequantizeLinear", domain=DOMAIN)(dequantize_linear)


def activated(ctx: Context, x: Any, name: str, parameters: Sequence[float] = ()) -> Any:
    """An activation by its ONNX name, its parameters in the order of the operator's attributes."""
    if name in WITH_ATTRIBUTES:
        op, defaults = WITH_ATTRIBUTES[name]
        return ctx.emit(op, x, **{**defaults, **dict(zip(defaults, parameters, strict=False))})
    match name:
        case "":
            return x
        case "Relu" | "Tanh" | "Sigmoid":
            return ctx.emit({"Relu": "nn.relu", "Tanh": "tanh", "Sigmoid": "sigmoid"}[name], x)
        case "Clip":
            low, high = parameters
            return ctx.emit("clip", x, min=low, max=high)
    raise ctx.error("I121", f"the activation `{name}` is not supported")


# ---------------------------------------------------------------- activations
@onnx_op("Gelu", domain=DOMAIN)
@onnx_op("BiasGelu", domain=DOMAIN)
def gelu(ctx: Context, x: Any, bias: Any = None) -> Any:
    return ctx.emit("nn.gelu", x if bias is None else ctx.emit("add", x, bias))


@onnx_op("FastGelu", domain=DOMAIN)
def fast_gelu(ctx: Context, x: Any, bias: Any = None) -> Any:
    return ctx.emit("nn.gelu_tanh", x if bias is None else ctx.emit("add", x, bias))


@onnx_op("QuickGelu", domain=DOMAIN)
def quick_gelu(ctx: Context, x: Any, *, alpha: float = 1.702) -> Any:
    return ctx.emit("nn.quick_gelu", x, alpha=alpha)


# ---------------------------------------------------------------- fused products
@onnx_op("FusedMatMul", domain=DOMAIN)
@onnx_op("TransposeMatMul", domain=DOMAIN)
def fused_matmul(
    ctx: Context,
    a: Any,
    b: Any,
    *,
    alpha: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    transBatchA: int = 0,
    transBatchB: int = 0,
) -> Any:
    if transBatchA or transBatchB:
        raise ctx.error("I121", "transposed batch dimensions are not supported")
    y = ctx.emit("matmul", a, b, transpose_a=bool(transA), transpose_b=bool(transB))
    return y if alpha == 1.0 else ctx.emit("multiply", y, ctx.constant(alpha, ctx.dtype(y)))


@onnx_op("FusedGemm", domain=DOMAIN)
def fused_gemm(
    ctx: Context,
    a: Any,
    b: Any,
    c: Any = None,
    *,
    activation: str = "",
    activation_alpha: float | None = None,
    activation_beta: float | None = None,
    activation_gamma: float | None = None,
    **attrs: Any,
) -> Any:
    given = [p for p in (activation_alpha, activation_beta, activation_gamma) if p is not None]
    return activated(ctx, gemm(ctx, a, b, c, **attrs), activation, given)


@onnx_op("FusedConv", domain=DOMAIN)
def fused_conv(
    ctx: Context,
    x: Any,
    w: Any,
    b: Any = None,
    z: Any = None,
    *,
    activation: str = "",
    activation_params: Any = (),
    **attrs: Any,
) -> Any:
    y = conv(ctx, x, w, b, **attrs)
    return activated(ctx, y if z is None else ctx.emit("add", y, z), activation, activation_params)


@onnx_op("MatMulNBits", domain=DOMAIN)
def matmul_n_bits(
    ctx: Context,
    a: Any,
    b: Any,
    scales: Any,
    zero_points: Any = None,
    g_idx: Any = None,
    bias: Any = None,
    *,
    K: int,
    N: int,
    bits: int = 4,
    block_size: int,
    accuracy_level: int = 0,
) -> Any:
    """A product with weights of a few bits in blocks, which are widened while importing."""
    if g_idx is not None or bits not in (2, 4, 8):
        raise ctx.error("I121", f"weights of {bits} bits, or in another order, are not supported")
    packed, scale = ctx.array(b, "B"), ctx.array(scales, "scales")
    blocks = -(-K // block_size)
    numbers = unpacked(packed.reshape(N, blocks, -1), bits)[:, :, :block_size].astype(np.float32)
    zero: Any = float(1 << (bits - 1))
    if zero_points is not None:
        zero = ctx.array(zero_points, "zero_points")
        if zero.dtype == np.uint8:
            zero = unpacked(zero.reshape(N, -1), bits)[:, :blocks]
        zero = zero.reshape(N, blocks, 1).astype(np.float32)
    wide = (numbers - zero) * scale.reshape(N, blocks, 1).astype(np.float32)
    weight = ctx.constant(wide.reshape(N, -1)[:, :K], ctx.dtype(a))
    rank = ctx.rank(a)
    y = ctx.emit("matmul", a, weight, transpose_b=True) if rank > 2 else ctx.emit("nn.dense", a, weight)
    return y if bias is None else ctx.emit("add", y, bias)


def unpacked(data: np.ndarray[Any, Any], bits: int) -> np.ndarray[Any, Any]:
    """Numbers of 2, 4 or 8 bits out of the bytes of the last axis, the lowest bits first."""
    per_byte = 8 // bits
    shifts = np.arange(per_byte, dtype=np.uint8) * np.uint8(bits)
    parts = (data[..., None] >> shifts) & np.uint8((1 << bits) - 1)
    result: np.ndarray[Any, Any] = parts.reshape(*data.shape[:-1], -1)
    return result


# ---------------------------------------------------------------- norms with a residual
@onnx_op("SkipLayerNormalization", domain=DOMAIN)
def skip_layer_norm(
    ctx: Context, x: Any, skip: Any, gamma: Any, beta: Any = None, bias: Any = None, *, epsilon: float = 1e-12
) -> Any:
    total = _skip_sum(ctx, x, skip, bias)
    return _with_sum(ctx, layer_norm, total, (gamma, beta), epsilon)


@onnx_op("SkipSimplifiedLayerNormalization", domain=DOMAIN)
def skip_rms_norm(ctx: Context, x: Any, skip: Any, gamma: Any, bias: Any = None, *, epsilon: float = 1e-12) -> Any:
    return _with_sum(ctx, rms_norm, _skip_sum(ctx, x, skip, bias), (gamma,), epsilon)


def _skip_sum(ctx: Context, x: Any, skip: Any, bias: Any) -> Any:
    total = ctx.emit("add", x, skip)
    return total if bias is None else ctx.emit("add", total, bias)


def _with_sum(ctx: Context, norm: Any, total: Any, scales: tuple[Any, ...], epsilon: float) -> Any:
    """The norm, and as fourth output the sum that was normalised."""
    names = list(ctx.node.output) if ctx.node is not None else []
    if any(names[1:3]):
        raise ctx.error("I121", "the mean and the deviation as outputs are not supported")
    count, ctx.output_count = ctx.output_count, 1
    y = norm(ctx, total, *scales, axis=-1, epsilon=epsilon)
    ctx.output_count = count
    return [y, None, None, total][:count]


# ---------------------------------------------------------------- quantised operators
@onnx_op("MatMulIntegerToFloat", domain=DOMAIN)
def matmul_integer_to_float(
    ctx: Context,
    a: Any,
    b: Any,
    a_scale: Any,
    b_scale: Any,
    a_zero: Any = None,
    b_zero: Any = None,
    bias: Any = None,
) -> Any:
    a_zero, b_zero = for_rows(ctx, a_zero, ctx.rank(a)), plain_scalar(ctx, b_zero)
    total = integer_product(ctx, a, b, a_zero, b_zero)
    scale = ctx.emit("multiply", plain_scalar(ctx, a_scale), plain_scalar(ctx, b_scale))
    y = ctx.emit("multiply", ctx.cast(total, ctx.dtype(scale)), scale)
    return y if bias is None else ctx.emit("add", y, bias)


@onnx_op("DynamicQuantizeMatMul", domain=DOMAIN)
def dynamic_quantize_matmul(ctx: Context, a: Any, b: Any, b_scale: Any, b_zero: Any = None, bias: Any = None) -> Any:
    q, scale, zero = ctx.emit_multi("dynamic_quantize_linear", 3, a)
    return matmul_integer_to_float(ctx, q, b, scale, b_scale, zero, b_zero, bias)


def _stored(ctx: Context, y: Any, scale: Any, zero: Any, dtype: str) -> Any:
    """`y` as integers of `dtype`."""
    zero = plain_scalar(ctx, ctx.constant(np.zeros(()), dtype) if zero is None else zero)
    return quantize_linear(ctx, y, plain_scalar(ctx, scale), zero)


def _binary(name: str) -> Any:
    def convert(
        ctx: Context,
        a: Any,
        a_scale: Any,
        a_zero: Any,
        b: Any,
        b_scale: Any,
        b_zero: Any,
        c_scale: Any,
        c_zero: Any = None,
    ) -> Any:
        y = ctx.emit(name, real(ctx, a, a_scale, a_zero), real(ctx, b, b_scale, b_zero))
        return _stored(ctx, y, c_scale, c_zero, ctx.dtype(a))

    return convert


for _onnx, _name in {"QLinearAdd": "add", "QLinearMul": "multiply"}.items():
    onnx_op(_onnx, domain=DOMAIN)(_binary(_name))


def _unary(name: str, **defaults: Any) -> Any:
    def convert(ctx: Context, x: Any, xs: Any, xz: Any, ys: Any, yz: Any = None, **attrs: Any) -> Any:
        y = ctx.emit(name, real(ctx, x, xs, xz), **{**defaults, **attrs})
        return _stored(ctx, y, ys, yz, ctx.dtype(x))

    return convert


onnx_op("QLinearSigmoid", domain=DOMAIN)(_unary("sigmoid"))
onnx_op("QLinearLeakyRelu", domain=DOMAIN)(_unary("nn.leaky_relu", alpha=0.01))


@onnx_op("QLinearGlobalAveragePool", domain=DOMAIN)
@onnx_op("QLinearAveragePool", domain=DOMAIN)
def qlinear_average_pool(
    ctx: Context, x: Any, xs: Any, xz: Any, ys: Any, yz: Any = None, *, channels_last: int = 0, **attrs: Any
) -> Any:
    if channels_last:
        raise ctx.error("I121", "pooling with the channels last is not supported")
    value = real(ctx, x, xs, xz)
    y = average_pool(ctx, value, **attrs) if "kernel_shape" in attrs else ctx.emit("nn.global_avg_pool", value)
    return _stored(ctx, y, ys, yz, ctx.dtype(x))


@onnx_op("QLinearConcat", domain=DOMAIN)
def qlinear_concat(ctx: Context, ys: Any, yz: Any, *parts: Any, axis: int) -> Any:
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
    ctx: Context, x: Any, xs: Any, xz: Any, ys: Any, yz: Any = None, *, axis: int = -1, opset: int = 13
) -> Any:
    value, dims = real(ctx, x, xs, xz), list(ctx.shape(x))
    at = ctx.axis(axis, len(dims))
    if opset < 13:  # all dimensions from the axis on are one
        value = ctx.reshape(value, [*dims[:at], math.prod(ctx.static_shape(x)[at:])])
        at = ctx.rank(value) - 1
    y = ctx.reshape(ctx.emit("nn.softmax", value, axis=at), dims)
    return _stored(ctx, y, ys, yz, ctx.dtype(x))


@onnx_op("QGemm", domain=DOMAIN)
def qgemm(
    ctx: Context,
    a: Any,
    a_scale: Any,
    a_zero: Any,
    b: Any,
    b_scale: Any,
    b_zero: Any,
    c: Any = None,
    y_scale: Any = None,
    y_zero: Any = None,
    *,
    alpha: float = 1.0,
    transA: int = 0,
    transB: int = 0,
) -> Any:
    """A product of integers; `c` counts in units of both scales. Without a scale for it the result is float."""
    known = (b, a_scale, a_zero, b_scale, b_zero)
    if all(isinstance(v, Constant) for v in known) and (c is None or isinstance(c, Constant)) and not transA:
        unit = ctx.constant(np.float32(alpha) * a_scale.data.reshape(()) * b_scale.data, "float32")
        scale = ctx.constant(np.float32(alpha) * b_scale.data, "float32")
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
    scale = ctx.emit("multiply", plain_scalar(ctx, a_scale), plain_scalar(ctx, b_scale))
    scale = scale if alpha == 1.0 else ctx.emit("multiply", scale, ctx.constant(alpha, "float32"))
    y = ctx.emit("multiply", ctx.cast(total, "float32"), scale)
    if y_scale is None:
        return y
    return _stored(ctx, y, y_scale, y_zero, ctx.dtype(a))
