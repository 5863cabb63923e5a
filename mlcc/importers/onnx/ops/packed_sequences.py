"""Sequences of several lengths one after another in one tensor, with the offsets where each begins.

Rows before the first token of a sequence are taken from its own history, which an earlier call has left.
"""

from __future__ import annotations

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN


class PackedSequences:
    """Tokens (T, …) of B sequences, of which sequence b has those from ``offsets[b]`` to ``offsets[b + 1]``."""

    def __init__(self, ctx: Context, tokens: Dim, offsets: GraphExpr) -> None:
        self.ctx, self.tokens = ctx, tokens
        self.count: Dim = ctx.shape(offsets)[0] - 1
        bounds = ctx.cast(offsets, "int64")
        self.starts = ctx.emit("strided_slice", bounds, begin=[0], end=[self.count], axes=[0], strides=[1])
        self.ends = ctx.emit("strided_slice", bounds, begin=[1], end=[self.count + 1], axes=[0], strides=[1])
        self.places = ctx.count_below(tokens, "int64")
        ended = ctx.emit("less_equal", ctx.reshape(self.ends, [1, self.count]), ctx.reshape(self.places, [tokens, 1]))
        #: (T,), int64: the sequence of each token.
        self.sequence = ctx.emit("sum", ctx.cast(ended, "int64"), axis=[1], keepdims=False)

    def earlier(self, x: GraphExpr, history: GraphExpr, steps: int) -> GraphExpr:
        """(T, …): of each token the row of x `steps` tokens before it; `history` is (B, reach, …)."""
        ctx = self.ctx
        places = ctx.emit("subtract", self.places, ctx.constant(steps, "int64"))
        return self._rows(x, history, places, ctx.emit("take", self.starts, self.sequence, axis=0), self.sequence)

    def last(self, x: GraphExpr, history: GraphExpr) -> GraphExpr:
        """(B, reach, …): the last rows of each sequence, the next call's history."""
        ctx, reach = self.ctx, self.ctx.static_dim(history, 1, "history")
        column = [self.count, 1]
        places = ctx.emit("add", ctx.reshape(self.ends, column), ctx.constant(list(range(-reach, 0)), "int64"))
        which = ctx.reshape(ctx.count_below(self.count, "int64"), column)
        return self._rows(x, history, places, ctx.reshape(self.starts, column), which)

    def _rows(
        self, x: GraphExpr, history: GraphExpr, places: GraphExpr, starts: GraphExpr, sequence: GraphExpr
    ) -> GraphExpr:
        """The rows at `places`, or those of the history of `sequence` where these are before its start."""
        ctx, (batch, _, *rest) = self.ctx, self.ctx.shape(history)
        reach = ctx.static_dim(history, 1, "history")
        zero = ctx.constant(0, "int64")
        own = ctx.emit("take", x, ctx.emit("maximum", places, zero), axis=0)
        if reach == 0:
            return own
        back = ctx.emit("add", ctx.emit("subtract", places, starts), ctx.constant(reach, "int64"))
        first = ctx.emit("multiply", sequence, ctx.constant(reach, "int64"))
        within = ctx.emit("minimum", ctx.emit("maximum", back, zero), ctx.constant(reach - 1, "int64"))
        old = ctx.emit("take", ctx.reshape(history, [batch * reach, *rest]), ctx.emit("add", first, within), axis=0)
        inside = ctx.emit("greater_equal", places, starts)
        inside = ctx.reshape(inside, [*ctx.shape(inside), *[1] * len(rest)])
        return ctx.emit("where", inside, own, old)


@onnx_op("VarlenCausalConvWithState", domain=DOMAIN)
def packed_causal_conv(
    ctx: Context,
    x: GraphExpr,
    weight: GraphExpr,
    offsets: GraphExpr,
    bias: GraphExpr | None = None,
    initial_state: GraphExpr | None = None,
    capture_count: GraphExpr | None = None,
    kernel_delta: GraphExpr | None = None,
    previous_mask: GraphExpr | None = None,
    *,
    activation: str = "none",
    delta_offset: int = 0,
    dilation: int = 1,
    group_size: int = 1,
    state_update_capacity: int = 0,
) -> list[GraphExpr]:
    """A filter of each channel (T, C) over the tokens before it; the last ones (B, C, reach) are the next call's."""
    if state_update_capacity or kernel_delta is not None:
        raise ctx.error(
            "I121", "changes of the state by the first tokens, and filters of each token, are not supported"
        )
    if activation not in ("none", "silu", "swish"):
        raise ctx.error("I117", f"there is no activation `{activation}`")
    channels, taps = ctx.shape(weight)[0], ctx.static_dim(weight, 2, "weight")
    history = ctx.emit("transpose", ctx.tensor(initial_state), axes=[0, 2, 1])
    packed = PackedSequences(ctx, ctx.shape(x)[0], offsets)
    factors = ctx.emit("transpose", ctx.cast(ctx.reshape(weight, [channels, taps]), "float32"), axes=[1, 0])
    y = None if bias is None else ctx.cast(bias, "float32")
    for tap in range(taps):
        factor = ctx.emit("strided_slice", factors, begin=[tap], end=[tap + 1], axes=[0], strides=[1])
        rows = ctx.cast(packed.earlier(x, history, (taps - 1 - tap) * dilation), "float32")
        term = ctx.emit("multiply", rows, factor)
        y = term if y is None else ctx.emit("add", y, term)
    assert y is not None
    if activation != "none":
        y = ctx.emit("nn.silu", y)
    last = ctx.emit("transpose", packed.last(x, history), axes=[0, 2, 1])
    return [ctx.cast(y, ctx.dtype(x)), last][: ctx.output_count]
