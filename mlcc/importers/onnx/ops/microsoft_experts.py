"""Mixtures of experts as onnxruntime's builders of language models write them.

Every expert computes every token, in products with a batch for each expert, and those that a token did not choose count
zero times: for a token at a time, the weights that are read are what costs, and a choice of rows would read them per
token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Array
from .microsoft import DOMAIN
from .microsoft_quantized import unpacked

if TYPE_CHECKING:
    from typing_extensions import Unpack

    #: The weights (E, N, K) and the bias (E, N) of a layer of all experts.
    Layer = tuple[GraphExpr, GraphExpr | None]


class Mixing(TypedDict, total=False):
    """The attributes that say how experts are chosen and what is between their layers."""

    k: int
    normalize_routing_weights: int
    use_sparse_mixer: int
    activation_type: str
    activation_alpha: float
    activation_beta: float
    swiglu_fusion: int
    swiglu_limit: float
    swiglu_limit_after_activation: int


_ACTIVATIONS = {"relu": "nn.relu", "gelu": "nn.gelu_tanh", "silu": "nn.silu"}


@onnx_op("MoE", domain=DOMAIN)
def mixture_of_experts(
    ctx: Context,
    x: GraphExpr,
    router: GraphExpr,
    fc1: GraphExpr,
    fc1_bias: GraphExpr | None = None,
    fc2: GraphExpr | None = None,
    fc2_bias: GraphExpr | None = None,
    fc3: GraphExpr | None = None,
    fc3_bias: GraphExpr | None = None,
    **attrs: Unpack[Mixing],
) -> GraphExpr:
    if fc2 is None:
        raise ctx.error("I117", "the weights of the second layer are missing")
    return _mixed(ctx, x, router, (fc1, fc1_bias), (fc2, fc2_bias), None if fc3 is None else (fc3, fc3_bias), attrs)


@onnx_op("QMoE", domain=DOMAIN)
def quantised_mixture_of_experts(
    ctx: Context,
    x: GraphExpr,
    router: GraphExpr,
    *operands: GraphExpr | None,
    expert_weight_bits: int = 4,
    block_size: int = 0,
    quant_type: str = "int",
    weights_prepacked: int = -1,
    accuracy_level: int = 0,
    fc1_expert_weight_bits: int = 0,
    fc2_expert_weight_bits: int = 0,
    fc3_expert_weight_bits: int = 0,
    **attrs: Unpack[Mixing],
) -> GraphExpr:
    """Three layers of integer weights, scales and biases; their zero points; other weights for the experts' results."""
    given = [*operands, *[None] * (19 - len(operands))]
    if quant_type != "int" or weights_prepacked == 1 or any(v is not None for v in given[13:]):
        raise ctx.error("I121", f"weights of kind `{quant_type}`, or packed for a device, are not supported")
    layers: list[Layer | None] = []
    overrides = (fc1_expert_weight_bits, fc2_expert_weight_bits, fc3_expert_weight_bits)
    for n, bits in enumerate(overrides):
        weights, scales, bias = given[3 * n : 3 * n + 3]
        if weights is None or scales is None:
            layers.append(None)
            continue
        zeros = given[9 + n]
        layers.append((_real(ctx, weights, scales, zeros, bits or expert_weight_bits, block_size, ctx.dtype(x)), bias))
    first, second, third = layers
    if first is None or second is None:
        raise ctx.error("I117", "the weights of a layer or their scales are missing")
    return _mixed(ctx, x, router, first, second, third, attrs, given[12])


def _real(
    ctx: Context, weights: GraphExpr, scales: GraphExpr, zeros: GraphExpr | None, bits: int, block: int, dtype: str
) -> GraphExpr:
    """Weights (E, N, K) from integers of a few bits along K, with a scale per column or per `block` of it."""
    if bits not in (2, 4, 8):
        raise ctx.error("I121", f"weights of {bits} bits are not supported")
    numbers, scale = unpacked(ctx.array(weights, "weights"), bits), ctx.array(scales, "scales")
    experts, columns, depth = numbers.shape
    blocks = depth // block if block else 1
    zero: Array = np.full((), 1 << (bits - 1), np.uint8)
    if zeros is not None:
        packed = unpacked(ctx.array(zeros, "zero_points"), bits)
        zero = packed[..., :blocks] if block else packed[:, :columns]
        zero = zero.reshape(experts, columns, blocks)
    scale = scale.reshape(experts, columns, blocks)
    parts = [ctx.constant(part, str(part.dtype)) for part in (numbers, scale, zero)]
    return ctx.cast(ctx.emit("dequantize_linear", *parts, axis=2, block_size=block or depth), dtype)


def _shares(ctx: Context, router: GraphExpr, attrs: Mixing, weights: GraphExpr | None) -> GraphExpr:
    """(T, E): what each expert counts for a token; those that are not among its best k, nothing."""
    if attrs.get("use_sparse_mixer"):
        raise ctx.error("I121", "attribute `use_sparse_mixer` is not supported")
    chances = ctx.emit("nn.softmax", router, axis=-1)
    best, chosen = ctx.emit_multi("topk", 2, chances, k=attrs.get("k", 1), axis=1)
    if weights is not None:
        best = ctx.emit("gather_elements", weights, chosen, axis=1)
    if attrs.get("normalize_routing_weights"):
        best = ctx.emit("divide", best, ctx.emit("sum", best, axis=[1], keepdims=True))
    nothing = ctx.emit("full", shape_arg(list(ctx.shape(router))), fill_value=0.0, dtype=ctx.dtype(router))
    return ctx.emit("scatter_elements", nothing, chosen, best, axis=1)


def _layer(ctx: Context, x: GraphExpr, layer: Layer) -> GraphExpr:
    weights, bias = layer
    y = ctx.emit("matmul", x, weights, transpose_b=True)
    if bias is None:
        return y
    experts, columns = ctx.shape(bias)
    return ctx.emit("add", y, ctx.reshape(bias, [experts, 1, columns]))


def _gated(ctx: Context, gate: GraphExpr, value: GraphExpr, attrs: Mixing) -> GraphExpr:
    """``g sigmoid(alpha g) (value + beta)``, both limited before."""
    if attrs.get("swiglu_limit_after_activation"):
        raise ctx.error("I121", "attribute `swiglu_limit_after_activation` is not supported")
    dtype, limit = ctx.dtype(gate), attrs.get("swiglu_limit")
    if limit is not None:
        gate = ctx.emit("minimum", gate, ctx.constant(limit, dtype))
        value = ctx.emit("clip", value, min=-limit, max=limit)
    gate = ctx.emit("nn.quick_gelu", gate, alpha=attrs.get("activation_alpha", 1.0))
    return ctx.emit("multiply", gate, ctx.emit("add", value, ctx.constant(attrs.get("activation_beta", 0.0), dtype)))


def _between(ctx: Context, x: GraphExpr, first: Layer, third: Layer | None, attrs: Mixing) -> GraphExpr:
    """(E, T, I): what the second layer is given."""
    y, kind, fusion = _layer(ctx, x, first), attrs.get("activation_type", "relu"), attrs.get("swiglu_fusion", 0)
    if kind == "swiglu" and (fusion or third is None):
        width = ctx.static_dim(y, 2)
        steps = (2, 2) if fusion == 1 else (1, 1)
        starts = (0, 1) if fusion == 1 else (0, width // 2)
        ends = (width, width) if fusion == 1 else (width // 2, width)
        gate, value = (
            ctx.emit("strided_slice", y, begin=[low], end=[high], axes=[2], strides=[step])
            for low, high, step in zip(starts, ends, steps, strict=True)
        )
        return _gated(ctx, gate, value, attrs)
    other = None if third is None else _layer(ctx, x, third)
    if kind == "swiglu" and other is not None:
        return _gated(ctx, y, other, attrs)
    if kind != "identity" and kind not in _ACTIVATIONS:
        raise ctx.error("I121", f"the activation `{kind}` is not supported")
    y = y if kind == "identity" else ctx.emit(_ACTIVATIONS[kind], y)
    return y if other is None else ctx.emit("multiply", y, other)


def _mixed(
    ctx: Context, x: GraphExpr, router: GraphExpr, first: Layer, second: Layer, third: Layer | None, attrs: Mixing,
    weights: GraphExpr | None = None,
) -> GraphExpr:  # fmt: skip
    tokens, experts = ctx.shape(router)
    rows = ctx.reshape(x, [1, tokens, ctx.shape(x)[-1]])
    y = _layer(ctx, _between(ctx, rows, first, third, attrs), second)
    shares = ctx.emit("transpose", _shares(ctx, router, attrs, weights), axes=[1, 0])
    y = ctx.emit("sum", ctx.emit("multiply", y, ctx.reshape(shares, [experts, tokens, 1])), axis=[0])
    return ctx.reshape(y, list(ctx.shape(x)))
