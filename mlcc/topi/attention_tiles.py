"""The two products of attention on operands that are rounded and laid out for tile registers.

A product in tile registers multiplies rows whose elements are adjacent along the sum by panels of columns, in which
pairs along the sum are adjacent. Keys are such rows as they are; queries, as columns, and values are interleaved, and
exponentials, which the softmax has by keys, are transposed. All extents are padded with zeros
to those of two registers.
"""

from __future__ import annotations

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int
from mlcc.te import Tensor

from .attention_operands import Operands
from .products import times
from .products_in_tiles import COLUMNS, padded, rounded
from .shapes import define, show


def scores_in_tiles(ops: Operands, queries: Tensor) -> Tensor:
    """(…, T', S'): keys times `queries` (…, D, S'), which are scaled; T' is the number of keys, padded."""
    count, deep = _static(ops, ops.columns), _static(ops, ops.depth)
    keys, depth = padded(count), padded(deep)
    lead, rows = ops.key.shape[:-2], int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        return rounded(ops.key(*at), [(at[-2], count), (at[-1], deep)])

    def column(*at: Expr) -> Expr:
        *where, p, k, c, r = at
        return rounded(queries(*where, k * 2 + r, p * COLUMNS + c), [(k * 2 + r, deep)])

    left = define((*lead, keys, depth), row, "attention_rows")
    right = define((*ops.lead, rows // COLUMNS, depth // 2, COLUMNS, 2), column, "attention_columns")
    k, r = te.reduce_axis((0, depth // 2), "k"), te.reduce_axis((0, 2), "r")

    def dot(*at: Expr) -> Expr:
        *where, j, i = at
        x = left(*ops.at(ops.key, where), j, k * 2 + r)
        return te.sum(times("float32", x, right(*where, i // COLUMNS, k, i % COLUMNS, r)), axis=[k, r])

    return define((*ops.lead, keys, rows), dot, "attention_products", {"op": "nn.attention_products", "tiles": 1})


def mixed_in_tiles(ops: Operands, weights: Tensor) -> Tensor:
    """(…, S', E'): `weights` (…, T, S') times values; E' is the width, padded."""
    count, wide = _static(ops, ops.columns), _static(ops, ops.width)
    keys, width = padded(count), padded(wide)
    lead, rows = ops.value.shape[:-2], int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        *where, i, j = at
        return rounded(weights(*where, j, i), [(j, count)])

    def column(*at: Expr) -> Expr:
        *where, p, k, c, r = at
        e, j = p * COLUMNS + c, k * 2 + r
        return rounded(ops.value(*where, j, e), [(j, count), (e, wide)])

    left = define((*ops.lead, rows, keys), row, "attention_weights")
    right = define((*lead, width // COLUMNS, keys // 2, COLUMNS, 2), column, "attention_values")
    k, r = te.reduce_axis((0, keys // 2), "k"), te.reduce_axis((0, 2), "r")

    def dot(*at: Expr) -> Expr:
        *where, i, e = at
        y = right(*ops.at(ops.value, where), e // COLUMNS, k, e % COLUMNS, r)
        return te.sum(times("float32", left(*where, i, k * 2 + r), y), axis=[k, r])

    return define((*ops.lead, rows, width), dot, "attention_mix", {"op": "nn.attention_mix", "tiles": 1})


def _static(ops: Operands, extent: Expr) -> int:
    """A static extent. T203 if it is symbolic."""
    count = as_int(extent)
    if count is None:
        shapes = ", ".join(show(o.shape) for o in (ops.query, ops.key, ops.value))
        raise MlccError("T203", f"`nn.attention` with rounded products takes static shapes, got {shapes}")
    return count
