"""Softmax and its kin, and attention."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const, infinity, select
from mlcc.te import Tensor

from .reduction import argmax, max_of, reduce_with
from .registry import register
from .shapes import Ints, accumulator, broadcast_index, define, need_float, norm_axes, norm_axis, show


def _kept(i: Sequence[Expr], axes: Sequence[int]) -> list[Expr]:
    return [const(0, v.dtype) if n in axes else v for n, v in enumerate(i)]


@register("nn.softmax", "anchor")
def softmax(data: Tensor, axis: int | Ints = -1) -> Tensor:
    """exp(x - max) / sum(exp(x - max)) over `axis`."""
    need_float("nn.softmax", data)
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    top = reduce_with("softmax_max", data, max_of, axes, True, lambda v: cast(wide, v))
    spread = define(
        data.shape,
        lambda *i: te.exp(cast(wide, data(*i)) - top(*_kept(i, axes))),
        "softmax_exp",
        {"op": "nn.softmax_exp"},
    )
    total = reduce_with("softmax_sum", spread, te.sum, axes, True)
    # One division per row: the total is at least 1, so its inverse is exact to half an ULP and in range.
    inverse = define(total.shape, lambda *i: const(1, wide) / total(*i), "softmax_inverse")
    return define(
        data.shape,
        lambda *i: cast(data.dtype, spread(*i) * inverse(*_kept(i, axes))),
        "softmax",
        {"op": "nn.softmax"},
    )


@register("nn.log_softmax", "anchor")
def log_softmax(data: Tensor, axis: int | Ints = -1) -> Tensor:
    """x - max - log(sum(exp(x - max))) over `axis`."""
    need_float("nn.log_softmax", data)
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    top = reduce_with("log_softmax_max", data, max_of, axes, True, lambda v: cast(wide, v))
    spread = define(
        data.shape,
        lambda *i: te.exp(cast(wide, data(*i)) - top(*_kept(i, axes))),
        "log_softmax_exp",
    )
    total = reduce_with("log_softmax_sum", spread, te.sum, axes, True)
    logs = define(total.shape, lambda *i: te.log(total(*i)), "log_softmax_log")

    def element(*i: Expr) -> Expr:
        at = _kept(i, axes)
        return cast(data.dtype, cast(wide, data(*i)) - top(*at) - logs(*at))

    return define(data.shape, element, "log_softmax", {"op": "nn.log_softmax"})


@register("nn.hardmax", "opaque")
def hardmax(data: Tensor, axis: int = -1) -> Tensor:
    """1 at the first largest element along `axis`, 0 elsewhere."""
    at = norm_axis(axis, data.ndim)
    place = argmax(data, at, keepdims=True)
    one, zero = const(1, data.dtype), const(0, data.dtype)

    def element(*i: Expr) -> Expr:
        return select(place(*_kept(i, (at,))).equal(cast("int64", i[at])), one, zero)

    return define(data.shape, element, "hardmax")


@register("nn.attention", "opaque")
def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    bias: Tensor | None = None,
    scale: float | None = None,
    causal_mask: str | None = None,
    softcap: float = 0.0,
) -> Tensor:
    """softmax(Q Kᵀ * scale + bias) V per batch and head: Q (B, H, S, D), K (B, H / g, T, D), V (B, H / g, T, E).

    `scale` defaults to 1 / sqrt(D). `bias` broadcasts to (B, H, S, T). `causal_mask`: None, "TopLeft" (a query sees the
    keys up to its own place) or "BottomRight" (counted from the end). `softcap` > 0: scores become
    softcap * tanh(score / softcap).
    """
    for t in (query, key, value):
        if t.ndim != 4:
            raise MlccError("T203", f"`nn.attention` takes operands of 4 dimensions, got {show(t.shape)}")
    if causal_mask not in (None, "TopLeft", "BottomRight"):
        raise MlccError("T205", f'`nn.attention`: `causal_mask` is "{causal_mask}"')
    wide = accumulator(query.dtype)
    batch, heads, rows, depth = query.shape
    columns = key.shape[2]
    known = as_int(depth)
    if scale is None and known is None:
        raise MlccError("T206", "`nn.attention` needs `scale` where the depth is symbolic")
    factor = scale if scale is not None else 1.0 / math.sqrt(known or 1)
    share = (as_int(heads) or 1) // (as_int(key.shape[1]) or 1)
    k = te.reduce_axis((0, depth), "k")

    def dot(b: Expr, h: Expr, i: Expr, j: Expr) -> Any:
        other = h if share == 1 else h // share
        return te.sum(cast(wide, query(b, h, i, k)) * cast(wide, key(b, other, j, k)), axis=k)

    shape = (batch, heads, rows, columns)
    scores = define(shape, dot, "attention_scores", {"op": "nn.batch_matmul"})

    def shifted(b: Expr, h: Expr, i: Expr, j: Expr) -> Expr:
        v = scores(b, h, i, j) * factor
        if bias is not None:
            v = v + cast(wide, bias(*broadcast_index(bias.shape, (b, h, i, j), shape)))
        if softcap > 0:
            v = te.tanh(v * (1.0 / softcap)) * softcap
        if causal_mask is not None:
            last = i if causal_mask == "TopLeft" else i + (columns - rows)
            v = select(j <= last, v, -infinity(wide))
        return v

    weights = softmax(define(shape, shifted, "attention_bias"), -1)
    r = te.reduce_axis((0, columns), "r")

    def mix(b: Expr, h: Expr, i: Expr, e: Expr) -> Any:
        other = h if share == 1 else h // share
        return te.sum(weights(b, h, i, r) * cast(wide, value(b, other, r, e)), axis=r)

    total = define((batch, heads, rows, value.shape[3]), mix, "attention", {"op": "nn.batch_matmul"})
    if wide == query.dtype:
        return total
    return define(total.shape, lambda *i: cast(query.dtype, total(*i)), "attention_cast")
