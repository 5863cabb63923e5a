"""Layers of transformers that onnxruntime's tools have quantised: embeddings, attention, weights of four bits."""

from __future__ import annotations

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Array, Value
from .microsoft import DOMAIN
from .microsoft_attention import attended, embed_layer_norm
from .microsoft_quantized import matmul_integer_to_float, unpacked
from .quantize import real


@onnx_op("QAttention", domain=DOMAIN)
def quantised_attention(
    ctx: Context,
    x: GraphExpr,
    weights: GraphExpr,
    bias: GraphExpr,
    x_scale: GraphExpr,
    weight_scale: GraphExpr,
    mask: GraphExpr | None = None,
    x_zero: GraphExpr | None = None,
    weight_zero: GraphExpr | None = None,
    past: GraphExpr | None = None,
    *,
    num_heads: int,
    **attrs: object,
) -> list[GraphExpr]:
    """Attention whose product with the weights is one of integers."""
    y = matmul_integer_to_float(ctx, x, weights, x_scale, weight_scale, x_zero, weight_zero, bias)
    width = ctx.static_dim(weights, 1, "weights")
    return attended(ctx, y, [width // 3] * 3, num_heads, mask, past, None, attrs)


@onnx_op("QEmbedLayerNormalization", domain=DOMAIN)
def quantised_embed_layer_norm(
    ctx: Context,
    ids: GraphExpr,
    segments: GraphExpr | None = None,
    words: GraphExpr | None = None,
    positions: GraphExpr | None = None,
    kinds: GraphExpr | None = None,
    gamma: GraphExpr | None = None,
    beta: GraphExpr | None = None,
    mask: GraphExpr | None = None,
    *quanta: GraphExpr | None,
    epsilon: float = 1e-12,
) -> list[Value]:
    """Embeddings and norm of tables of uint8, whose five scales and then five zero points follow."""
    tables = (words, positions, kinds, gamma, beta)
    words, positions, kinds, gamma, beta = (
        table if table is None or scale is None else real(ctx, table, scale, zero)
        for table, scale, zero in zip(tables, quanta[:5], quanta[5:], strict=True)
    )
    return embed_layer_norm(ctx, ids, segments, words, positions, kinds, gamma, beta, mask, epsilon=epsilon)


#: The values of the sixteen codes: a sign and three bits as bitsandbytes orders them, and the quantiles of a normal
#: distribution (Dettmers et al., QLoRA, 2023, appendix E).
_HALF = (0.0, 0.0052083333, 0.6666667, 1.0, 0.33333333, 0.5, 0.16666667, 0.25)
_CODES = (
    (*_HALF, *(-value for value in _HALF)),
    (-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334,
     -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224,
     0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0),
)  # fmt: skip


@onnx_op("MatMulBnb4", domain=DOMAIN)
def matmul_bnb4(
    ctx: Context,
    a: GraphExpr,
    b: GraphExpr,
    absmax: GraphExpr,
    *,
    K: int,
    N: int,
    block_size: int,
    quant_type: int,
    training_mode: int = 0,
    transB: int = 1,
) -> GraphExpr:
    """A product with weights (N, K) of codes of four bits, the first of a byte in its high half, in blocks of all."""
    if quant_type not in (0, 1) or not transB:
        raise ctx.error("I121", f"`quant_type` {quant_type} with `transB` {transB} is not supported")
    codes = unpacked(ctx.array(b, "B").reshape(-1), 4).reshape(-1, 2)[:, ::-1].reshape(-1)[: N * K]
    scales = np.repeat(ctx.array(absmax, "absmax").astype(np.float32), block_size)[: N * K]
    weight: Array = np.asarray(_CODES[quant_type], np.float32)[codes] * scales
    constant = ctx.constant(weight.reshape(N, K), ctx.dtype(a))
    return ctx.emit("matmul", a, constant, transpose_b=True) if ctx.rank(a) > 2 else ctx.emit("nn.dense", a, constant)
