"""MoEGroupRouter: which experts a token takes, as mixtures with groups of experts choose them."""

from __future__ import annotations

import math

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..values import Dim
from .microsoft import DOMAIN

#: The least score, before its logarithm.
_LEAST = 1e-20


@onnx_op("MoEGroupRouter", domain=DOMAIN)
def group_router(
    ctx: Context,
    logits: GraphExpr,
    expert_bias: GraphExpr,
    projection: GraphExpr | None = None,
    *,
    group_topk: int = 2,
    n_group: int = 1,
    router_sentinel: float = -10000.0,
    top_k: int,
    topk_group: int = 1,
) -> list[GraphExpr]:
    """(T, E): the logarithms of the scores of the experts that each token takes, and the sentinel for the others.

    Where the second and third results are asked for instead, these are all scores with and without the bias.
    """
    *lead, width = ctx.shape(logits)
    tokens: Dim = math.prod(lead[1:], start=lead[0])
    rows = ctx.cast(ctx.reshape(logits, [tokens, width]), "float32")
    if projection is not None:
        rows = ctx.emit("matmul", rows, ctx.cast(projection, "float32"), transpose_b=True)
    scores = ctx.emit("sigmoid", rows)
    biased = ctx.emit("add", scores, expert_bias)
    if ctx.output_count > 1:
        return [scores, biased, scores][: ctx.output_count]
    experts = ctx.static_dim(scores, 1, "logits")
    if n_group <= 0 or experts % n_group:
        raise ctx.error("I117", f"the node is malformed: {experts} experts are not {n_group} groups")
    if n_group > 1:
        biased = _of_the_best_groups(ctx, biased, n_group, min(group_topk, experts // n_group), topk_group)
    _, chosen = ctx.emit_multi("topk", 2, biased, k=top_k, axis=1)
    taken = ctx.emit("maximum", ctx.emit("gather_elements", scores, chosen, axis=1), ctx.constant(_LEAST, "float32"))
    others = ctx.emit("full", shape_arg([tokens, experts]), fill_value=router_sentinel, dtype="float32")
    y = ctx.emit("scatter_elements", others, chosen, ctx.emit("log", taken), axis=1)
    return [ctx.cast(y, ctx.dtype(logits))]


def _of_the_best_groups(ctx: Context, scores: GraphExpr, groups: int, counted: int, kept: int) -> GraphExpr:
    """Scores (T, E), -inf for experts outside of the `kept` groups with the largest sums of `counted` best scores."""
    tokens, experts = ctx.shape(scores)
    grouped = ctx.reshape(scores, [tokens, groups, experts // groups])
    best, _ = ctx.emit_multi("topk", 2, grouped, k=counted, axis=2)
    _, chosen = ctx.emit_multi("topk", 2, ctx.emit("sum", best, axis=[2], keepdims=False), k=kept, axis=1)
    same = ctx.emit("equal", ctx.reshape(chosen, [tokens, kept, 1]), ctx.constant([[range(groups)]], ctx.dtype(chosen)))
    among = ctx.emit("max", ctx.cast(same, "int32"), axis=[1], keepdims=False)
    seen = ctx.emit("greater", ctx.reshape(among, [tokens, groups, 1]), ctx.constant(0, "int32"))
    return ctx.reshape(ctx.emit("where", seen, grouped, ctx.constant(-math.inf, "float32")), [tokens, experts])
