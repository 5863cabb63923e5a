"""Recurrent networks: LSTM, GRU and RNN, with time first or batch first."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op

#: Layout 1 has the batch first in X, Y and the states.
_X, _Y, _STATE = [1, 0, 2], [2, 0, 1, 3], [1, 0, 2]


def _recurrent(
    ctx: Context,
    op: str,
    count: int,
    x: GraphExpr,
    states: Sequence[GraphExpr | None],
    rest: Sequence[GraphExpr | None],
    attrs: dict[str, object],
) -> list[GraphExpr]:
    """Emit a recurrent operator: `rest` are its operands after x with `states` between (see the callers)."""
    layout = attrs.pop("layout", 0)
    stated, weight = attrs.pop("hidden_size", None), rest[1]
    hidden = ctx.shape(weight)[-1] if isinstance(weight, GraphExpr) and ctx.rank(weight) else None
    if stated is not None and isinstance(hidden, int) and stated != hidden:
        raise ctx.error(
            "I117", f"the node is malformed: attribute `hidden_size` is {stated}, and its weights are of {hidden}"
        )
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
    x: GraphExpr,
    w: GraphExpr,
    r: GraphExpr,
    b: GraphExpr | None = None,
    lengths: GraphExpr | None = None,
    h: GraphExpr | None = None,
    c: GraphExpr | None = None,
    p: GraphExpr | None = None,
    *,
    input_forget: int = 0,
    **attrs: object,
) -> list[GraphExpr]:
    attrs["input_forget"] = bool(input_forget)
    return _recurrent(ctx, "nn.lstm", 3, x, [h, c], [w, r, b, lengths, p], attrs)


@onnx_op("GRU")
def gru(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    r: GraphExpr,
    b: GraphExpr | None = None,
    lengths: GraphExpr | None = None,
    h: GraphExpr | None = None,
    *,
    linear_before_reset: int = 0,
    **attrs: object,
) -> list[GraphExpr]:
    attrs["linear_before_reset"] = bool(linear_before_reset)
    return _recurrent(ctx, "nn.gru", 2, x, [h], [w, r, b, lengths], attrs)


@onnx_op("RNN")
def rnn(
    ctx: Context,
    x: GraphExpr,
    w: GraphExpr,
    r: GraphExpr,
    b: GraphExpr | None = None,
    lengths: GraphExpr | None = None,
    h: GraphExpr | None = None,
    **attrs: object,
) -> list[GraphExpr]:
    return _recurrent(ctx, "nn.rnn", 2, x, [h], [w, r, b, lengths], attrs)
