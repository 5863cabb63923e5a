"""Counting n-grams: runs of numbers with equal distances."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, maximum, minimum
from mlcc.te import StmtBuilder, Tensor

from ..registry import register
from ..shapes import need_rank


@register("count_ngrams", "opaque")
def count_ngrams(data: Tensor, grams: Tensor, columns: Tensor, size: int, skips: int = 0) -> Tensor:
    """How often each n-gram occurs in every row of `data` (N, L): float32 (N, `size`).

    `grams` (G, n) are distinct and in lexicographic order, gram g counts in column ``columns[g]``. Between neighbours
    of an n-gram up to `skips` elements may be skipped, always as many. A binary search finds the n-gram of each window.
    """
    need_rank("count_ngrams", data, 2)
    need_rank("count_ngrams", grams, 2)
    length = as_int(grams.shape[1])
    if not length or size < 1:
        raise MlccError("T205", "`count_ngrams`: n and the number of columns must be positive and known")
    n_of: int = length

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder(data.shape[0].dtype)
        low, high, at, order = (b.alloc(name, (1,), b.index, "local") for name in ("low", "high", "at", "order"))

        def window(row: Expr, start: Expr, distance: Expr) -> None:
            """Counts the n-gram at a position, if it is one of `grams`."""
            b.store(low, 0, 0)
            b.store(high, grams.shape[0], 0)
            searching, half = b.load(low, 0) < b.load(high, 0), (b.load(low, 0) + b.load(high, 0)) >> 1
            with b.repeat_while(searching), b.let("middle", half) as middle:
                b.store(at, 0, 0)
                b.store(order, 0, 0)
                with b.repeat_while(te.all(b.load(at, 0) < n_of, b.load(order, 0).equal(0))):
                    here = minimum(start + b.load(at, 0) * distance, maximum(data.shape[1] - 1, 0))
                    mine = cast("int64", b.load(ins[0], row, here))
                    gram = cast("int64", b.load(ins[1], middle, minimum(b.load(at, 0), n_of - 1)))
                    sign = te.if_then_else(mine < gram, -1, te.if_then_else(mine > gram, 1, 0))
                    b.store(order, sign, 0)
                    b.store(at, b.load(at, 0) + 1, 0)
                with b.when(b.load(order, 0).equal(0)):
                    column = cast(b.index, b.load(ins[2], middle))
                    b.store(outs[0], b.load(outs[0], row, column) + 1.0, row, column)
                    b.store(low, b.load(high, 0), 0)
                with b.otherwise():
                    with b.when(b.load(order, 0) > 0):
                        b.store(low, middle + 1, 0)
                    with b.otherwise():
                        b.store(high, middle, 0)

        with b.loop("n", data.shape[0]) as n:
            with b.loop("c", size) as c:
                b.store(outs[0], 0, n, c)
            # One number has no neighbours to skip between.
            with (
                b.loop("s", (skips if n_of > 1 else 0) + 1) as s,
                b.loop("k", maximum(data.shape[1] - (s + 1) * (n_of - 1), 0)) as k,
            ):
                window(n, k, s + 1)
        return b.finish()

    shape = (data.shape[0], size)
    result: Tensor = te.extern(shape, [data, grams, columns], build, "float32", "count_ngrams")
    return result
