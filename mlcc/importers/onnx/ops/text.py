"""Counting n-grams of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context
from ..registry import onnx_op
from ..values import Array

#: The positions of more windows than these are not written into a program.
_MOST_WINDOWS = 1 << 24


def _pools(numbers: Sequence[int], counts: Sequence[int]) -> Iterator[tuple[int, int, Array]]:
    """For each n: n, the index of its first n-gram among all, and its n-grams as rows."""
    ends = [*counts[1:], len(numbers)]
    first = 0
    for n, (start, end) in enumerate(zip(counts, ends, strict=False), 1):
        rows = np.asarray(numbers[start:end], np.int64).reshape(-1, n)
        yield n, first, rows
        first += len(rows)


def windows(length: int, n: int, skips: int) -> Array:
    """Positions of all n-grams in a row, with up to `skips` elements skipped between neighbours; one per row."""
    distances = range(1, min(skips if n > 1 else 0, length) + 2)
    starts = [np.arange(max(length - distance * (n - 1), 0)) for distance in distances]
    parts = [s[:, None] + d * np.arange(n) for s, d in zip(starts, distances, strict=True)]
    return np.concatenate(parts).astype(np.int64)


@onnx_op("TfIdfVectorizer", since=9)
def tf_idf(
    ctx: Context,
    x: GraphExpr,
    *,
    max_gram_length: int,
    max_skip_count: int,
    min_gram_length: int,
    mode: str,
    ngram_counts: Sequence[int],
    ngram_indexes: Sequence[int],
    pool_int64s: Sequence[int] | None = None,
    pool_strings: Sequence[str] | None = None,
    weights: Sequence[float] | None = None,
) -> GraphExpr:
    """Each n-gram of the pool is compared with every window of the line; what matches is counted at its index."""
    if pool_strings is not None:
        raise ctx.error("I109", "n-grams of strings are not supported")
    dims = list(ctx.static_shape(x))
    if pool_int64s is None or not dims or not ngram_indexes:
        raise ctx.error("I117", "the pool of n-grams, or the line to search, is missing")
    if sum(len(rows) for _, _, rows in _pools(pool_int64s, ngram_counts)) != len(ngram_indexes):
        raise ctx.error("I117", "`ngram_indexes` has not one entry per n-gram of the pool")
    if dims[-1] * (max(max_skip_count, 0) + 1) > _MOST_WINDOWS:
        raise ctx.error("I117", f"a line of {dims[-1]} elements, {max_skip_count} of them skipped, is too long")
    if not 0 <= min(ngram_indexes) <= max(ngram_indexes) < _MOST_WINDOWS:
        raise ctx.error("I117", f"`ngram_indexes` has entries outside 0 to {_MOST_WINDOWS - 1}")
    size = max(ngram_indexes) + 1
    x = ctx.cast(x, "int64")
    total: GraphExpr = ctx.emit("zeros", shape=[*dims[:-1], size], dtype="float32")
    for n, first, grams in _pools(pool_int64s, ngram_counts):
        positions = windows(dims[-1], n, max_skip_count)
        if not min_gram_length <= n <= max_gram_length or not len(grams) or not len(positions):
            continue
        seen = ctx.emit("take", x, ctx.constant(positions), axis=len(dims) - 1)
        seen = ctx.reshape(seen, [*dims[:-1], len(positions), 1, n])
        same = ctx.emit("all", ctx.emit("equal", seen, ctx.constant(grams)), axis=[-1])
        count = ctx.emit("sum", ctx.cast(same, "float32"), axis=[len(dims) - 1])
        spread = np.zeros((len(grams), size), np.float32)
        spread[np.arange(len(grams)), ngram_indexes[first : first + len(grams)]] = 1.0
        total = ctx.emit("add", total, ctx.emit("matmul", count, ctx.constant(spread)))
    if mode == "IDF":
        total = ctx.emit("minimum", total, ctx.constant(1.0, "float32"))
    if mode != "TF" and weights is not None:
        factors = np.ones(size, np.float32)
        factors[np.asarray(ngram_indexes)] = weights
        total = ctx.emit("multiply", total, ctx.constant(factors))
    return total
