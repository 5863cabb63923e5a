"""The two products of attention on operands that are rounded and laid out for tile registers.

A product in tile registers multiplies rows whose elements are adjacent along the sum by panels of columns, in which
pairs along the sum are adjacent. Keys are such rows as they are; queries, as columns, and values are interleaved, and
exponentials, which the softmax has by keys, are transposed. All extents are padded with zeros
to those of two registers.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int
from mlcc.te import Tensor

from .attention_operands import Operands
from .products_in_tiles import padded, panels_of, product_of_panels, rounded
from .shapes import define, show


def scores_in_tiles(ops: Operands, queries: Tensor) -> Tensor:
    """(…, T', S'): keys times `queries` (…, D, S'), which are scaled; T' is the number of keys, padded."""
    count, deep = _static(ops, ops.columns), _static(ops, ops.depth)
    keys, depth = padded(count), padded(deep)
    rows = int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        return rounded(ops.key(*at), [(at[-2], count), (at[-1], deep)])

    def column(where: Sequence[Expr], n: Expr, i: Expr) -> Expr:
        return rounded(queries(*where, n, i), [(n, deep)])

    left = define((*ops.key.shape[:-2], keys, depth), row, "attention_rows")
    right = panels_of(ops.lead, depth, rows, column, "attention_columns")
    tag = {"op": "nn.attention_products", "tiles": 1}

    def key(*at: Expr) -> Expr:
        return left(*ops.at(ops.key, at[:-2]), *at[-2:])

    return product_of_panels((*ops.lead, keys, rows), key, right, depth, "attention_products", tag)


def mixed_in_tiles(ops: Operands, weights: Tensor) -> Tensor:
    """(…, S', E'): `weights` (…, T, S') times values; E' is the width, padded."""
    count, wide = _static(ops, ops.columns), _static(ops, ops.width)
    keys, width = padded(count), padded(wide)
    rows = int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        *where, i, j = at
        return rounded(weights(*where, j, i), [(j, count)])

    def column(where: Sequence[Expr], j: Expr, e: Expr) -> Expr:
        return rounded(ops.value(*where, j, e), [(j, count), (e, wide)])

    left = define((*ops.lead, rows, keys), row, "attention_weights")
    right = panels_of(ops.value.shape[:-2], keys, width, column, "attention_values")
    tag = {"op": "nn.attention_mix", "tiles": 1}

    def value(*at: Expr) -> Expr:
        return right(*ops.at(ops.value, at[:-4]), *at[-4:])

    return product_of_panels((*ops.lead, rows, width), left, value, keys, "attention_mix", tag)


def _static(ops: Operands, extent: Expr) -> int:
    """A static extent. T203 if it is symbolic."""
    count = as_int(extent)
    if count is None:
        shapes = ", ".join(show(o.shape) for o in (ops.query, ops.key, ops.value))
        raise MlccError("T203", f"`nn.attention` with rounded products takes static shapes, got {shapes}")
    return count
