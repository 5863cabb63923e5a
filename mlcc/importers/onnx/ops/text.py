"""Counting n-grams of numbers and strings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from mlcc.ir import GraphExpr

from ..context import Context, shape_arg
from ..registry import onnx_op
from ..strings import is_string, total
from ..values import Array
from .strings import index_among

#: The most columns of a result.
_MOST_COLUMNS = 1 << 24


def _pools(numbers: Sequence[int], counts: Sequence[int]) -> Iterator[tuple[int, int, Array]]:
    """For each n: n, the index of its first n-gram among all, and its n-grams as rows."""
    ends = [*counts[1:], len(numbers)]
    first = 0
    for n, (start, end) in enumerate(zip(counts, ends, strict=False), 1):
        rows = np.asarray(numbers[start:end], np.int64).reshape(-1, n)
        yield n, first, rows
        first += len(rows)


def _are_starts(counts: Sequence[int], size: int) -> bool:
    """Whether the pool's parts begin at these positions, and have n-grams of n elements."""
    spans = enumerate(pairwise([*counts, size]), 1)
    return all(0 <= start <= end and (end - start) % n == 0 for n, (start, end) in spans)


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
    """Strings are numbered by the pool first."""
    if (pool_int64s is None and pool_strings is None) or not ctx.rank(x) or not ngram_indexes:
        raise ctx.error("I117", "the pool of n-grams, or the line to search, is missing")
    if is_string(ctx, x) != bool(pool_strings):
        raise ctx.error("I117", "the node is malformed: strings are looked up among numbers, or numbers among strings")
    if pool_strings:
        numbers = {word: number for number, word in enumerate(dict.fromkeys(pool_strings))}
        x, pool = index_among(ctx, x, list(numbers)), [numbers[word] for word in pool_strings]
    else:
        x, pool = ctx.cast(x, "int64"), list(pool_int64s or ())
    if not _are_starts(ngram_counts, len(pool)):
        raise ctx.error("I117", "`ngram_counts` does not say where the n-grams of each length begin in the pool")
    if sum(len(rows) for _, _, rows in _pools(pool, ngram_counts)) != len(ngram_indexes):
        raise ctx.error("I117", "`ngram_indexes` has not one entry per n-gram of the pool")
    if not 0 <= min(ngram_indexes) <= max(ngram_indexes) < _MOST_COLUMNS:
        raise ctx.error("I117", f"`ngram_indexes` has entries outside 0 to {_MOST_COLUMNS - 1}")
    if max_skip_count > _MOST_COLUMNS:
        raise ctx.error("I117", f"{max_skip_count} elements between the neighbours of an n-gram are too many")
    *outer, length = ctx.shape(x)
    size = max(ngram_indexes) + 1
    rows = ctx.reshape(x, [total(outer), length])
    result = ctx.emit("zeros", shape_arg([total(outer), size]), dtype="float32")
    for n, first, grams in _pools(pool, ngram_counts):
        if not min_gram_length <= n <= max_gram_length or not len(grams):
            continue
        # Of equal n-grams the last one counts.
        columns = {tuple(gram): column for gram, column in zip(grams.tolist(), ngram_indexes[first:], strict=False)}
        tables = np.array(sorted(columns), np.int64), np.array([columns[g] for g in sorted(columns)], np.int64)
        skips = max(max_skip_count, 0)
        result = ctx.emit("add", result, ctx.emit("count_ngrams", rows, *tables, size=size, skips=skips))
    result = ctx.reshape(result, [*outer, size])
    if mode == "IDF":
        result = ctx.emit("minimum", result, ctx.constant(1.0, "float32"))
    if mode != "TF" and weights is not None:
        factors = np.ones(size, np.float32)
        factors[np.asarray(ngram_indexes)] = weights
        result = ctx.emit("multiply", result, ctx.constant(factors))
    return result
