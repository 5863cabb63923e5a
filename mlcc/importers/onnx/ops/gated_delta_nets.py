"""GatedDeltaNet: linear attention of tokens in one row, as onnxruntime-genai writes Qwen and Kimi models.

Tokens are (T, heads, D) of one or several sequences, whose states (B, heads, V, K) are transposed to those of
`linear_attention`; or (B, S, heads, D).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .linear_attention import by_tokens
from .microsoft import DOMAIN
from .packed_sequences import PackedSequences

_RULES = ("linear", "gated", "delta", "gated_delta")
#: The activation of a gate by its names.
_GATES = {"none": "none", "softplus": "softplus", "qwen": "softplus", "sigmoid": "sigmoid", "kda": "sigmoid"}


@dataclass(frozen=True)
class _Tokens:
    """How the tokens of B sequences stand: (B, S) each, or T of all of them, one after another."""

    ctx: Context
    batch: Dim
    tokens: Dim
    packed: PackedSequences | None

    def rows(self, x: GraphExpr, heads: int, width: int) -> GraphExpr:
        """(tokens, batch, heads, width), in float32; the batch of packed tokens is 1."""
        wide = self.ctx.cast(x, "float32")
        if self.packed is not None:
            return self.ctx.reshape(wide, [self.tokens, 1, heads, width])
        return self.ctx.emit(
            "transpose", self.ctx.reshape(wide, [self.batch, self.tokens, heads, width]), axes=[1, 0, 2, 3]
        )


def _tokens(ctx: Context, query: GraphExpr, offsets: GraphExpr | None, state: GraphExpr | None) -> _Tokens:
    """Raises I117 where nothing says how many sequences there are."""
    if offsets is not None:
        count = ctx.shape(query)[0]
        packed = PackedSequences(ctx, count, offsets)
        return _Tokens(ctx, packed.count, count, packed)
    if ctx.rank(query) == 4:
        batch, tokens = ctx.shape(query)[:2]
        return _Tokens(ctx, batch, tokens, None)
    if state is None:
        raise ctx.error("I117", "the node is malformed: neither offsets nor a state say how many sequences there are")
    batch = ctx.shape(state)[0]
    return _Tokens(ctx, batch, ctx.shape(query)[0] // batch, None)


def _unit(ctx: Context, x: GraphExpr) -> GraphExpr:
    """Rows of length 1."""
    total = ctx.emit("sum", ctx.emit("multiply", x, x), axis=[3], keepdims=True)
    return ctx.emit("multiply", x, ctx.emit("rsqrt", ctx.emit("add", total, ctx.constant(1e-6, "float32"))))


@dataclass(frozen=True)
class _Decay:
    """The logarithm of what the state keeps, from a projection: ``-exp(a) softplus(x + bias)``, or
    ``low sigmoid(exp(a) (x + bias))``."""

    activation: str
    a_log: GraphExpr | None
    bias: GraphExpr | None
    low: float

    def of(self, ctx: Context, x: GraphExpr) -> GraphExpr:
        """x is (tokens, batch, heads, 1 or K)."""
        if self.activation == "none":
            return x
        if self.a_log is None or self.bias is None:
            raise ctx.error("I117", "the node is malformed: the activation of the gate lacks `a_log` or `dt_bias`")
        heads, width = ctx.static_dim(x, 2), ctx.static_dim(x, 3)
        each = width if ctx.rank(self.bias) > 1 or ctx.static_dim(self.bias, 0) != heads else 1
        x = ctx.emit("add", x, ctx.reshape(self.bias, [heads, each]))
        factor = ctx.emit("exp", ctx.reshape(self.a_log, [heads, 1]))
        if self.activation == "softplus":
            return ctx.emit("negative", ctx.emit("multiply", factor, ctx.emit("nn.softplus", x)))
        y = ctx.emit("sigmoid", ctx.emit("multiply", factor, x))
        return ctx.emit("multiply", y, ctx.constant(self.low, "float32"))


def _separate(
    ctx: Context, query: GraphExpr, key: GraphExpr | None, value: GraphExpr | None, state: GraphExpr | None
) -> tuple[GraphExpr, GraphExpr, GraphExpr]:
    """Queries, keys and values with a dimension of heads; they may stand in one tensor."""
    if key is not None and value is not None:
        return query, key, value
    if state is None or key is not None or value is not None:
        raise ctx.error("I117", "the node is malformed: packed queries, keys and values need a state, and nothing else")
    heads, size, width = (ctx.static_dim(state, axis, "state") for axis in (1, 2, 3))
    *lead, whole = ctx.shape(query)
    keys = (ctx.static_dim(query, len(lead), "query") - heads * size) // (2 * width)
    ends = [0, keys * width, 2 * keys * width, whole]
    parts = [
        ctx.emit("strided_slice", query, begin=[a], end=[b], axes=[len(lead)], strides=[1])
        for a, b in zip(ends, ends[1:], strict=False)
    ]
    shapes = ((keys, width), (keys, width), (heads, size))
    q, k, v = (ctx.reshape(part, [*lead, *shape]) for part, shape in zip(parts, shapes, strict=True))
    return q, k, v


@onnx_op("GatedDeltaNet", domain=DOMAIN)
def gated_delta_net(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr | None = None,
    value: GraphExpr | None = None,
    cu_seqlens: GraphExpr | None = None,
    decay: GraphExpr | None = None,
    beta: GraphExpr | None = None,
    initial_state: GraphExpr | None = None,
    a_log: GraphExpr | None = None,
    dt_bias: GraphExpr | None = None,
    capture_count: GraphExpr | None = None,
    state_update_active: GraphExpr | None = None,
    *,
    beta_activation: str = "none",
    chunk_size: int = 64,
    gate_activation: str = "none",
    gate_lower_bound: float = -5.0,
    qk_l2_norm: int = 0,
    scale: float = 0.0,
    state_update_capacity: int = 0,
    update_rule: str = "gated_delta",
) -> list[GraphExpr]:
    """Results are the tokens' rows (…, heads, V) and the states (B, heads, V, K) in float32."""
    if state_update_capacity:
        raise ctx.error("I121", "changes of the state by the first tokens are not supported")
    if update_rule not in _RULES or gate_activation not in _GATES or beta_activation not in ("none", "sigmoid"):
        raise ctx.error("I117", f"there is no rule `{update_rule}`, `{gate_activation}` or `{beta_activation}`")
    gated, delta = "gated" in update_rule, "delta" in update_rule
    if gated and decay is None or delta and beta is None:
        raise ctx.error("I117", f"the node is malformed: a gate of `{update_rule}` is missing")
    q, k, v = _separate(ctx, query, key, value, initial_state)
    tokens = _tokens(ctx, q, cu_seqlens, initial_state)
    (keys, width), (heads, size) = ((ctx.static_dim(x, -2), ctx.static_dim(x, -1)) for x in (k, v))
    rows = [tokens.rows(q, keys, width), tokens.rows(k, keys, width), tokens.rows(v, heads, size)]
    if qk_l2_norm:
        rows[:2] = [_unit(ctx, x) for x in rows[:2]]
    if heads > keys:
        rows[:2] = [ctx.emit("repeat", x, repeats=heads // keys, axis=2) for x in rows[:2]]
    if gated:
        assert decay is not None
        per_row = ctx.rank(decay) == ctx.rank(q)
        raw = tokens.rows(decay, heads, width if per_row else 1)
        rows.append(_Decay(_GATES[gate_activation], a_log, dt_bias, gate_lower_bound).of(ctx, raw))
    if delta:
        assert beta is not None
        rate = tokens.rows(beta, heads, 1)
        rows.append(ctx.emit("sigmoid", rate) if beta_activation == "sigmoid" else rate)
    if initial_state is None:
        states = ctx.emit("zeros", shape_arg([tokens.batch, heads, width, size]), dtype="float32")
    else:
        states = ctx.emit("transpose", initial_state, axes=[0, 1, 3, 2])
    sequence = None if tokens.packed is None else tokens.packed.sequence
    y, last = by_tokens(ctx, rows, states, update_rule, scale or 1.0 / math.sqrt(width), sequence)
    if tokens.packed is None:
        y = ctx.emit("transpose", y, axes=[1, 0, 2, 3])
    y = ctx.cast(ctx.reshape(y, [*ctx.shape(q)[:-2], heads, size]), ctx.dtype(query))
    return [y, ctx.emit("transpose", last, axes=[0, 1, 3, 2])][: ctx.output_count]
