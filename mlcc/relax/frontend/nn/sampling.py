"""Tokens drawn from the most probable ones: by a sum of probabilities (top-p), and by a count (top-k)."""

from __future__ import annotations

from .applying import apply
from .basic_op import arange, astype, cumsum, reshape, take, where
from .tensor import Tensor


def renormalize_top_p_top_k_prob(prob: Tensor, sorted_prob: Tensor, top_p: Tensor, top_k: Tensor) -> Tensor:
    """Rows of probabilities (batch, N) without those that are left out, divided by the sum of the others.

    `sorted_prob` are the rows from the largest to the smallest. The first of these are kept, up to that with which
    their sum reaches `top_p` (batch, 1), at most `top_k` (batch, 1) of them; equal ones are kept together.
    """
    name = "renormalize_top_p_top_k_prob"
    least = apply("gather_elements", name, sorted_prob, _last(cumsum(sorted_prob, axis=1), top_p, top_k), axis=1)
    kept = where(apply("greater_equal", name, prob, least), prob, apply("zeros_like", name, prob))
    result: Tensor = apply("divide", name, kept, apply("sum", name, kept, axis=[1], keepdims=True))
    return result


def sample_top_p_top_k_from_sorted_prob(
    sorted_prob: Tensor,
    sorted_index: Tensor,
    top_p: Tensor,
    top_k: Tensor,
    uniform_sample: Tensor,
    sample_indices: Tensor | None = None,
) -> Tensor:
    """Tokens (n, 1) drawn by numbers in [0, 1) `uniform_sample` (n, 1) from the probabilities that `top_p` and `top_k`
    keep, as in :func:`renormalize_top_p_top_k_prob`.

    `sorted_index` (batch, N) are the tokens of `sorted_prob`; `sample_indices` (n, 1) the row of each number, by
    default one number for each row.
    """
    name = "sample_top_p_top_k_from_sorted_prob"
    sums = cumsum(sorted_prob, axis=1)
    total = apply("gather_elements", name, sums, _last(sums, top_p, top_k), axis=1)
    if sample_indices is not None:
        rows = reshape(sample_indices, (sample_indices.shape[0],))
        sums, total, sorted_index = (take(item, rows, axis=0) for item in (sums, total, sorted_index))
    before = apply("less_equal", name, sums, apply("multiply", name, uniform_sample, total))
    place = _at_most(_count(before), int(sorted_prob.shape[1]) - 1)
    result: Tensor = apply("gather_elements", name, sorted_index, place, axis=1)
    return result


def _last(sums: Tensor, top_p: Tensor, top_k: Tensor) -> Tensor:
    """The position (batch, 1) of the last probability that is kept, among sorted ones whose running sums are given."""
    size = int(sums.shape[1])
    ranks = reshape(arange(1, size + 1, 1, "int64"), (1, size))
    more = apply("logical_and", "more", apply("less", "more", sums, top_p),
                 apply("less", "more", ranks, astype(top_k, "int64")))  # fmt: skip
    return _at_most(_count(more), size - 1)


def _count(flags: Tensor) -> Tensor:
    """How many of each row hold, (batch, 1)."""
    result: Tensor = apply("sum", "count", astype(flags, "int64"), axis=[1], keepdims=True)
    return result


def _at_most(value: Tensor, limit: int) -> Tensor:
    result: Tensor = apply("minimum", "place", value, limit)
    return result
