"""DecoderMaskedMultiHeadAttention: one new token against a cache, as onnxruntime's exporter of generation writes it."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN
from .microsoft_attention import attend, joined_heads, split_heads, with_bias, with_past


@dataclass(frozen=True)
class _Cache:
    """A buffer (B, H, most, D) with `count` tokens of earlier calls, and which beam each of these belongs to."""

    ctx: Context
    count: Dim
    indirection: GraphExpr | None

    def written(self, past: GraphExpr, new: GraphExpr) -> GraphExpr:
        """The buffer with the row of the new token."""
        batch = self.ctx.shape(past)[0]
        place = self.ctx.materialized(self.ctx.symbolic_value([self.count]))
        start = self.ctx.emit("broadcast_to", place, shape_arg([batch]))
        return self.ctx.emit("update_rows", past, new, start, axis=2)

    def read(self, buffer: GraphExpr) -> GraphExpr:
        """The rows of all tokens: of each beam those by which it was reached."""
        ctx = self.ctx
        rows = ctx.emit("strided_slice", buffer, begin=[0], end=[self.count + 1], axes=[2], strides=[1])
        if self.indirection is None:
            return rows
        every, heads, _, width = ctx.shape(buffer)
        batch, beams, _ = ctx.shape(self.indirection)
        each = ctx.emit("strided_slice", self.indirection, begin=[0], end=[self.count], axes=[2], strides=[1])
        first = ctx.emit("multiply", ctx.count_below(batch, "int64"), ctx.materialized(ctx.symbolic_value([beams])))
        owner = ctx.emit("add", ctx.cast(each, "int64"), ctx.reshape(first, [batch, 1, 1]))
        index = ctx.emit(
            "broadcast_to", ctx.reshape(owner, [every, 1, self.count, 1]), shape_arg([every, heads, self.count, width])
        )
        old, last = (
            ctx.emit("strided_slice", rows, begin=[a], end=[b], axes=[2], strides=[1])
            for a, b in ((0, self.count), (self.count, self.count + 1))
        )
        return ctx.emit("concatenate", [ctx.emit("gather_elements", old, index, axis=0), last], axis=2)


@onnx_op("DecoderMaskedMultiHeadAttention", domain=DOMAIN)
def decoder_masked_attention(
    ctx: Context,
    query: GraphExpr,
    key: GraphExpr | None = None,
    value: GraphExpr | None = None,
    mask: GraphExpr | None = None,
    attention_bias: GraphExpr | None = None,
    past_key: GraphExpr | None = None,
    past_value: GraphExpr | None = None,
    past_sequence_length: GraphExpr | None = None,
    beam_width: GraphExpr | None = None,
    cache_indirection: GraphExpr | None = None,
    bias: GraphExpr | None = None,
    *,
    num_heads: int,
    mask_filter_value: float = -10000.0,
    output_qk: int = 0,
    past_present_share_buffer: int = 0,
    scale: float = 0.0,
) -> list[GraphExpr]:
    """Results are (B, 1, H * D), and the caches with the new token."""
    if key is None or value is None:
        raise ctx.error("I121", "packed queries, keys and values are not supported")
    if ctx.output_count > 3:
        raise ctx.error("I121", "the products of queries and keys as a result are not supported")
    q, k, v = (split_heads(ctx, part, num_heads) for part in with_bias(ctx, bias, query, key, value))
    if past_key is not None and past_value is not None and past_present_share_buffer:
        (count,) = ctx.dims_of(ctx.tensor(past_sequence_length), "past_sequence_length")
        cache = _Cache(ctx, count, cache_indirection)
        keys, values = cache.written(past_key, k), cache.written(past_value, v)
        k, v = cache.read(keys), cache.read(values)
    else:
        keys, values = k, v = with_past(ctx, past_key, k), with_past(ctx, past_value, v)
    extra = [] if attention_bias is None else [attention_bias]
    if mask is not None:
        rows, columns = ctx.shape(mask)
        hidden = ctx.emit("equal", ctx.reshape(mask, [rows, 1, 1, columns]), ctx.constant(0, ctx.dtype(mask)))
        zero, filler = (ctx.constant(number, ctx.dtype(q)) for number in (0.0, mask_filter_value))
        extra.append(ctx.emit("where", hidden, filler, zero))
    y = joined_heads(ctx, attend(ctx, q, k, v, scale, extra))
    return [y, keys, values][: ctx.output_count]
