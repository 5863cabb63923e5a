"""Recurrent networks with weights of eight bits, as onnxruntime's tools for dynamic quantisation write them."""

from __future__ import annotations

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Array
from .microsoft import DOMAIN
from .microsoft_quantized import matmul_integer_to_float
from .quantize import dynamic_quantize_linear


@onnx_op("DynamicQuantizeLSTM", domain=DOMAIN)
def dynamic_quantize_lstm(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    r: GraphExpr,
    b: GraphExpr | None = None,
    lengths: GraphExpr | None = None,
    h: GraphExpr | None = None,
    c: GraphExpr | None = None,
    p: GraphExpr | None = None,
    w_scale: GraphExpr | None = None,
    w_zero: GraphExpr | None = None,
    r_scale: GraphExpr | None = None,
    r_zero: GraphExpr | None = None,
    *,
    hidden_size: int | None = None,
    input_forget: int = 0,
    **attrs: object,
) -> list[GraphExpr]:
    """Inputs are quantised all at once, states in every step; weights are (directions, inputs, 4 * hidden)."""
    weights, zeros, scales = _column_parts(ctx, w, w_zero, w_scale)
    count, size, rows = weights.shape
    q, scale, zero = dynamic_quantize_linear(ctx, _within(ctx, x, lengths))
    columns = ctx.constant(np.ascontiguousarray(weights.swapaxes(0, 1)).reshape(size, -1))
    factor, middle = (ctx.constant(part.reshape(-1)) for part in (scales, zeros))
    bias = None
    if b is not None:
        both = ctx.array(b, "B").reshape(count, 2, rows)
        bias = ctx.constant((both[:, 0] + both[:, 1]).reshape(-1))
    gates = matmul_integer_to_float(ctx, q, columns, scale, factor, zero, middle, bias)
    gates = ctx.reshape(gates, [*ctx.shape(x)[:2], count, rows])
    weights, zeros, scales = _column_parts(ctx, r, r_zero, r_scale)
    centred = weights.astype(np.int16) - zeros[:, None].astype(np.int16)
    fits = centred.min(initial=0) >= -128 and centred.max(initial=0) <= 127
    recurrent = np.ascontiguousarray(centred.swapaxes(1, 2)).astype(np.int8 if fits else np.int16)
    packed = ctx.emit("nn.pack_recurrent", ctx.constant(recurrent), cell="lstm")
    sums: tuple[GraphExpr, ...] = ()
    if fits:  # four weights are multiplied at a time
        packed = ctx.emit("nn.pack_recurrent_words", packed)
        sums = (ctx.constant(centred.sum(1, dtype=np.int32)),)
    options = {k: list(v) if isinstance(v, (list, tuple)) else v for k, v in attrs.items()}
    results = ctx.emit_multi(
        "nn.lstm_recurrence",
        3,
        *(gates, packed, h, c, p, lengths, ctx.constant(scales), *sums),
        hidden_size=recurrent.shape[2],
        input_forget=bool(input_forget),
        **options,
    )
    return results[: ctx.output_count]


def _column_parts(
    ctx: Context, weight: GraphExpr, zero: GraphExpr | None, scale: GraphExpr | None
) -> tuple[Array, Array, Array]:
    """Constant weights (D, inputs, columns) with their zero points and scales, both (D, columns)."""
    values = ctx.array(weight, "weights")
    shape = (values.shape[0], values.shape[2])
    zeros, scales = (ctx.array(v, "scales and zero points") for v in (zero, scale))
    zeros, scales = (np.broadcast_to(v.reshape(v.shape[0], -1), shape) for v in (zeros, scales))
    return values, np.ascontiguousarray(zeros), np.ascontiguousarray(scales)


def _within(ctx: Context, x: GraphExpr, lengths: GraphExpr | None) -> GraphExpr:
    """`x` with 0 in the steps after the longest sequence: these must not count for the range of the inputs."""
    if lengths is None:
        return x
    longest = ctx.emit("max", lengths, axis=[0], keepdims=False)
    zero, one = (ctx.constant(n, ctx.dtype(lengths)) for n in (0, 1))
    steps = ctx.emit("range_like", zero, one, shape_arg([ctx.shape(x)[0]]))
    used = ctx.reshape(ctx.emit("less", steps, longest), [ctx.shape(x)[0], 1, 1])
    return ctx.emit("where", used, x, ctx.constant(0.0, ctx.dtype(x)))
