"""Linear attention: a state in the place of a cache, as onnxruntime-genai writes Mamba and gated delta networks.

The state of each head is a matrix (K, V), which every token decays and adds to; tokens are taken one by one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from mlcc.ir import GraphExpr, TensorStructInfo
from mlcc.ir import const as tir_const

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim, Value
from .microsoft import DOMAIN
from .run_time_loops import run_time_loop

_RULES = ("linear", "gated", "delta", "gated_delta")


def _product(ctx: Context, a: GraphExpr, b: GraphExpr) -> GraphExpr:
    return ctx.emit("multiply", a, b)


def _by_token(ctx: Context, x: GraphExpr, heads: int) -> GraphExpr:
    """(B, T, heads * D) to (T, B, heads, D), in float32."""
    batch, tokens, width = ctx.shape(x)
    wide = ctx.cast(ctx.reshape(x, [batch, tokens, heads, width // heads]), "float32")
    return ctx.emit("transpose", wide, axes=[1, 0, 2, 3])


def _shared(ctx: Context, x: GraphExpr, times: int) -> GraphExpr:
    """Each head of (…, heads, D) for `times` heads next to each other."""
    return x if times == 1 else ctx.emit("repeat", x, repeats=times, axis=ctx.rank(x) - 2)


@onnx_op("LinearAttention", domain=DOMAIN)
def linear_attention(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr,
    value: GraphExpr,
    past_state: GraphExpr | None = None,
    decay: GraphExpr | None = None,
    beta: GraphExpr | None = None,
    *,
    q_num_heads: int,
    kv_num_heads: int,
    scale: float = 0.0,
    update_rule: str = "gated_delta",
    chunk_size: int = 64,
    state_window: int = 0,
) -> list[Value]:
    """Results are (B, T, heads * V) and the state (B, kv_num_heads, K, V)."""
    if update_rule not in _RULES:
        raise ctx.error("I117", f"there is no update rule `{update_rule}`")
    if state_window:
        raise ctx.error("I121", "states of several tokens are not supported")
    if ("gated" in update_rule) != (decay is not None) or ("delta" in update_rule) != (beta is not None):
        raise ctx.error("I117", f"the node is malformed: `{update_rule}` with other inputs than it takes")
    width = ctx.static_dim(query, 2, "query") // q_num_heads
    heads = max(q_num_heads, kv_num_heads)
    rows = [
        _shared(ctx, _by_token(ctx, query, q_num_heads), heads // q_num_heads),
        _by_token(ctx, key, key_heads := ctx.static_dim(key, 2, "key") // width),
        _by_token(ctx, value, kv_num_heads),
        *(_by_token(ctx, x, kv_num_heads) for x in (decay,) if x is not None),
        *(_by_token(ctx, x, ctx.static_dim(x, 2, "beta")) for x in (beta,) if x is not None),
    ]
    rows[1] = _shared(ctx, rows[1], kv_num_heads // key_heads)
    tokens, batch = ctx.shape(rows[0])[:2]
    size = ctx.shape(rows[2])[3]
    if past_state is None:
        state = ctx.emit("zeros", shape_arg([batch, kv_num_heads, width, size]), dtype="float32")
    else:
        state = ctx.cast(past_state, "float32")
    y, last = by_tokens(ctx, rows, state, update_rule, scale or 1.0 / math.sqrt(width))
    y = ctx.reshape(ctx.emit("transpose", y, axes=[1, 0, 2, 3]), [batch, tokens, heads * size])
    kind = ctx.dtype(query) if past_state is None else ctx.dtype(past_state)
    results: list[Value] = [ctx.cast(y, ctx.dtype(query)), ctx.cast(last, kind)]
    return results[: ctx.output_count]


def by_tokens(
    ctx: Context, rows: list[GraphExpr], states: GraphExpr, rule: str, factor: float, sequence: GraphExpr | None = None
) -> tuple[GraphExpr, GraphExpr]:
    """What the queries of each token read (T, B, heads, V), and the states (B, H, K, V) after all tokens, in float32.

    rows: queries (T, B, heads, K), keys (T, B, H, K), values (T, B, H, V), then the gates that `rule` takes.
    sequence: (T,), which of the states each token goes on with; B of the rows is 1 then. Without it, all of them.
    """
    tokens, batch, heads, _ = ctx.shape(rows[0])
    size, groups = ctx.shape(rows[2])[3], ctx.static_dim(rows[0], 2) // ctx.static_dim(states, 1)
    form = TensorStructInfo(tuple(tir_const(d, "int64") if isinstance(d, int) else d
                                  for d in (batch, heads, size)), "float32")  # fmt: skip

    def token(index: GraphExpr, carried: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        parts, every = [ctx.emit("take", x, index, axis=0) for x in rows], ctx.tensor(carried[0])
        if sequence is None:
            state = after = _next_state(ctx, every, parts[1:], rule)
        else:
            mine = ctx.reshape(ctx.emit("take", sequence, index, axis=0), [1])
            state = _next_state(ctx, ctx.emit("take", every, mine, axis=0), parts[1:], rule)
            count = ctx.shape(every)[0]
            own = ctx.emit("equal", ctx.reshape(ctx.count_below(count, "int64"), [count, 1, 1, 1]), mine)
            after = ctx.emit("where", own, state, every)
        y = _read(ctx, state, parts[0], groups)
        return ctx.constant(True), [after], [_product(ctx, y, ctx.constant(factor, "float32"))]

    (last,), (outputs,) = run_time_loop(ctx, tokens, None, [states], token, [form], keeps_shapes=True)
    return outputs, ctx.tensor(last)


def _next_state(ctx: Context, state: GraphExpr, parts: list[GraphExpr], rule: str) -> GraphExpr:
    """The state (B, H, K, V) after one token: key (B, H, K), value (B, H, V), then what the rule takes."""
    key, value, *gates = parts
    if "gated" in rule:  # a decay for each head, or for each row of the state
        state = _product(ctx, state, _column(ctx, ctx.emit("exp", gates[0])))
    if "delta" in rule:
        known = _read(ctx, state, key, 1)
        value = _product(ctx, gates[-1], ctx.emit("subtract", value, known))
    return ctx.emit("add", state, _product(ctx, _column(ctx, key), _row(ctx, value)))


def _column(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.reshape(x, [*ctx.shape(x), 1])


def _row(ctx: Context, x: GraphExpr) -> GraphExpr:
    batch, heads, width = ctx.shape(x)
    return ctx.reshape(x, [batch, heads, 1, width])


def _read(ctx: Context, state: GraphExpr, x: GraphExpr, groups: int) -> GraphExpr:
    """(B, groups * H, V): what rows x (B, groups * H, K) read of the states (B, H, K, V)."""
    batch, heads, width = ctx.shape(x)
    rows = ctx.reshape(x, [batch, ctx.shape(state)[1], groups, width])
    return ctx.reshape(ctx.emit("matmul", rows, state), [batch, heads, ctx.shape(state)[3]])


@onnx_op("LinearAttentionGate", domain=DOMAIN)
def linear_attention_gate(
    ctx: Context, a: GraphExpr, dt_bias: GraphExpr, decay_scale: GraphExpr, b: GraphExpr | None = None
) -> list[GraphExpr]:
    """``decay_scale * softplus(a + dt_bias)`` in float32, and the sigmoid of b."""
    soft = ctx.emit("nn.softplus", ctx.emit("add", ctx.cast(a, "float32"), dt_bias))
    results = [ctx.cast(_product(ctx, soft, decay_scale), ctx.dtype(a))]
    if b is not None:
        results.append(ctx.cast(ctx.emit("sigmoid", ctx.cast(b, "float32")), ctx.dtype(b)))
    return results[: ctx.output_count]


@onnx_op("CausalConvWithState", domain=DOMAIN)
def causal_conv(
    ctx: Context,
    x: GraphExpr,
    weight: GraphExpr,
    bias: GraphExpr | None = None,
    past_state: GraphExpr | None = None,
    *,
    ndim: int = 1,
    activation: str = "none",
    dilation: int = 1,
    channels_last: int = 0,
    state_window: int = 0,
) -> list[GraphExpr]:
    """A filter of each channel (B, C, T) over the tokens before it; the last of these are the next call's state."""
    if ndim != 1 or state_window:
        raise ctx.error("I121", "more than one dimension, and states of several tokens, are not supported")
    if activation not in ("none", "silu", "swish"):
        raise ctx.error("I117", f"there is no activation `{activation}`")
    flat, state = (_channels(ctx, t, channels_last) for t in (x, past_state))
    assert flat is not None
    batch, channels, tokens = ctx.shape(flat)
    reach = (ctx.static_dim(weight, 2, "weight") - 1) * dilation
    if state is None:
        state = ctx.emit("zeros", shape_arg([batch, channels, reach]), dtype=ctx.dtype(x))
    whole = ctx.emit("concatenate", [state, flat], axis=2)
    y = ctx.emit(
        "nn.conv1d", whole, weight, strides=[1], padding=[0, 0], dilation=[dilation],
        groups=ctx.static_dim(weight, 0, "weight"),
    )  # fmt: skip
    if bias is not None:
        y = ctx.emit("add", y, ctx.reshape(bias, [ctx.shape(bias)[0], 1]))
    if activation != "none":
        y = _product(ctx, y, ctx.emit("sigmoid", y))
    left = ctx.emit("strided_slice", whole, begin=[tokens], end=[tokens + reach], axes=[2], strides=[1])
    trailing = list(ctx.shape(x))[2:]
    results = [_tokens_first(ctx, part, trailing) if channels_last else part for part in (y, left)]
    return results[: ctx.output_count]


def _channels(ctx: Context, x: GraphExpr | None, last: int) -> GraphExpr | None:
    """(B, C, T) of a tensor that may have its channels, in several dimensions, last."""
    if x is None or not last:
        return x
    batch, tokens, *trailing = ctx.shape(x)
    width = trailing[0]
    for extent in trailing[1:]:
        width = width * extent
    return ctx.emit("transpose", ctx.reshape(x, [batch, tokens, width]), axes=[0, 2, 1])


def _tokens_first(ctx: Context, x: GraphExpr, trailing: list[Dim]) -> GraphExpr:
    batch, _, tokens = ctx.shape(x)
    return ctx.reshape(ctx.emit("transpose", x, axes=[0, 2, 1]), [batch, tokens, *trailing])


@onnx_op("GatedRMSNorm", domain=DOMAIN)
def gated_rms_norm(
    ctx: Context, x: GraphExpr, scale: GraphExpr, gate: GraphExpr, *, activation: str = "silu", epsilon: float = 1e-5
) -> GraphExpr:
    """``rms_norm(x) * act(gate)`` over groups of as many elements as `scale` has, in float32."""
    if activation not in ("silu", "swish", "sigmoid"):
        raise ctx.error("I117", f"there is no activation `{activation}`")
    normed = _grouped_norm(ctx, x, ctx.cast(scale, "float32"), epsilon)
    wide = ctx.cast(gate, "float32")
    opened = ctx.emit("sigmoid", wide)
    if activation != "sigmoid":
        opened = _product(ctx, wide, opened)
    return ctx.cast(_product(ctx, normed, opened), ctx.dtype(x))


def _grouped_norm(ctx: Context, x: GraphExpr, scale: GraphExpr, epsilon: float) -> GraphExpr:
    """The norm over each group of the last dimension, in float32; the result has the shape of x."""
    *lead, width = ctx.shape(x)
    size = ctx.static_dim(scale, -1, "scale")
    groups = width // size
    wide = ctx.reshape(ctx.cast(x, "float32"), [*lead, groups, size])
    y = ctx.emit("nn.rms_norm", wide, scale, axes=[ctx.rank(wide) - 1], epsilon=epsilon)
    return ctx.reshape(y, [*lead, width])


@onnx_op("GatedAdd", domain=DOMAIN)
def gated_add(
    ctx: Context, x: GraphExpr, y: GraphExpr, gate: GraphExpr, gate_weight: GraphExpr | None = None
) -> GraphExpr:
    if gate_weight is not None:
        raise ctx.error("I121", "a projection of the gate is not supported")
    return ctx.emit("add", x, _product(ctx, y, gate))


@onnx_op("ScaledSiLU", domain=DOMAIN)
def scaled_silu(ctx: Context, x: GraphExpr, scale: GraphExpr | None = None, *, alpha: float = 1.0) -> GraphExpr:
    """``z * sigmoid(z)`` of ``z = scale * x``."""
    factor = ctx.constant(alpha, ctx.dtype(x)) if scale is None else ctx.cast(ctx.reshape(scale, []), ctx.dtype(x))
    z = _product(ctx, x, factor)
    return _product(ctx, z, ctx.emit("sigmoid", z))


@onnx_op("MRotaryEmbedding", domain=DOMAIN)
def m_rotary_embedding(
    ctx: Context,
    x: GraphExpr,
    positions: GraphExpr,
    cos: GraphExpr,
    sin: GraphExpr,
    *,
    mrope_section: Sequence[int],
    num_heads: int = 0,
    rotary_embedding_dim: int = 0,
    interleaved: int = 0,
    mrope_layout: int = 0,
    is_packed_batching: int = 0,
    scale: float = 1.0,
) -> GraphExpr:
    """Each pair of elements is rotated by one of three positions (3, B, S): of time, height and width."""
    from .microsoft_attention import joined_heads, split_heads

    half = ctx.static_dim(cos, 1, "cosines")
    if len(mrope_section) != 3 or sum(mrope_section) != half:
        raise ctx.error("I117", f"sections {list(mrope_section)} do not make up the {half} columns of the tables")
    heads = num_heads or (1 if ctx.rank(x) == 4 else ctx.static_dim(x, 2, "input") // (2 * half))
    stream = _streams(mrope_section, bool(mrope_layout))
    tables = []
    for table in (cos, sin):
        each = ctx.emit("take", table, positions, axis=0)  # (3, B, S, half)
        batch, steps = ctx.shape(each)[1:3]
        index = ctx.emit(
            "broadcast_to", ctx.constant(stream, "int64"), shape_arg([1, batch, steps, half])
        )  # which of the three each column takes
        tables.append(ctx.reshape(ctx.emit("gather_elements", each, index, axis=0), [batch, steps, half]))
    wide = split_heads(ctx, x, heads)
    y = ctx.emit("nn.rotary_embedding", wide, *tables, interleaved=bool(interleaved), rotary_dim=2 * half)
    return y if ctx.rank(x) == 4 else joined_heads(ctx, y)


def _streams(sections: Sequence[int], interleaved: bool) -> list[int]:
    """Of each column of the tables the stream that it is taken from: in sections, or in turns."""
    if not interleaved:
        return [stream for stream, count in enumerate(sections) for _ in range(count)]
    streams = [0] * sum(sections)
    for stream in (1, 2):
        for column in range(stream, 3 * sections[stream], 3):
            streams[column] = stream
    return streams
