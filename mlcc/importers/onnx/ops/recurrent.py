"""Recurrent networks: LSTM, GRU and RNN, with time first or batch first."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..context import Context
from ..registry import onnx_op

#: Layout 1 has the batch first in X, Y and the states.
_X, _Y, _STATE = [1, 0, 2], [2, 0, 1, 3], [1, 0, 2]


def _recurrent(ctx: Context, op: str, count: int, x: Any, states: list[Any], rest: list[Any], attrs: Any) -> Any:
    """Emit a recurrent operator: `rest` are its operands after x with `states` between (see the callers)."""
    layout = attrs.pop("layout", 0)
    attrs.pop("hidden_size", None)
    attrs.pop("output_sequence", None)
    options = {k: list(v) if isinstance(v, (list, tuple)) else v for k, v in attrs.items()}
    if layout:
        x = ctx.emit("transpose", x, axes=_X)
        states = [None if s is None else ctx.emit("transpose", s, axes=_STATE) for s in states]
    operands = [x, *rest[:4], *states, *rest[4:]]
    results = ctx.emit_multi(op, count, *operands, **options)
    if layout:
        results = [ctx.emit("transpose", r, axes=_STATE if n else _Y) for n, r in enumerate(results)]
    return results[: ctx.output_count]


@onnx_op("LSTM")
def lstm(
    ctx: Context,
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    h: Any = None,
    c: Any = None,
    p: Any = None,
    *,
    input_forget: int = 0,
    **attrs: Any,
) -> Any:
    attrs["input_forget"] = bool(input_forget)
    return _recurrent(ctx, "nn.lstm", 3, x, [h, c], [w, r, b, lengths, p], attrs)


@onnx_op("GRU")
def gru(
    ctx: Context,
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    h: Any = None,
    *,
    linear_before_reset: int = 0,
    **attrs: Any,
) -> Any:
    attrs["linear_before_reset"] = bool(linear_before_reset)
    return _recurrent(ctx, "nn.gru", 2, x, [h], [w, r, b, lengths], attrs)


@onnx_op("RNN")
def rnn(ctx: Context, x: Any, w: Any, r: Any, b: Any = None, lengths: Any = None, h: Any = None, **attrs: Any) -> Any:
    return _recurrent(ctx, "nn.rnn", 2, x, [h], [w, r, b, lengths], attrs)


@onnx_op("DynamicQuantizeLSTM", domain="com.microsoft")
def dynamic_quantize_lstm(
    ctx: Context,
    x: Any,
    w: Any,
    r: Any,
    b: Any = None,
    lengths: Any = None,
    h: Any = None,
    c: Any = None,
    p: Any = None,
    w_scale: Any = None,
    w_zero: Any = None,
    r_scale: Any = None,
    r_zero: Any = None,
    **attrs: Any,
) -> Any:
    """Weights (directions, inputs, 4 * hidden) of 8 bits, widened; the inputs are not rounded to 8 bits."""
    wide = (_widened(ctx, *parts) for parts in ((w, w_scale, w_zero), (r, r_scale, r_zero)))
    return lstm(ctx, x, *wide, b, lengths, h, c, p, **attrs)


def _widened(ctx: Context, weight: Any, scale: Any, zero: Any) -> Any:
    """Constant weights as float32, the gates before the inputs."""
    numbers = ctx.array(weight, "weights").astype(np.float32)
    shape = (numbers.shape[0], 1, -1)
    parts = (ctx.array(v, "scales").astype(np.float32).reshape(shape) for v in (scale, zero))
    factor, middle = (np.broadcast_to(v, (*shape[:2], v.shape[-1])) for v in parts)
    return ctx.constant(np.ascontiguousarray(((numbers - middle) * factor).swapaxes(1, 2)))
