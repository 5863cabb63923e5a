"""The two products of attention on operands that are rounded and laid out for tile registers.

A product in tile registers multiplies rows whose elements are adjacent along the sum by panels of columns, in which
pairs along the sum are adjacent. Keys are such rows as they are; queries, as columns, and values are interleaved, and
exponentials, which the softmax has by keys, are transposed. All extents are padded with zeros
to those of two registers.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, as_int, cast, const
from mlcc.te import Tensor

from .attention_operands import Operands
from .products import times
from .shapes import define, show

#: Columns of a panel, two registers of 16, and elements along the sum of a register.
_COLUMNS = 32
_TYPE = "bfloat16"


def scores_in_tiles(ops: Operands, queries: Tensor) -> Tensor:
    """(…, T', S'): keys times `queries` (…, D, S'), which are scaled; T' is the number of keys, padded."""
    keys, depth = _padded(ops, ops.columns), _padded(ops, ops.depth)
    lead, rows = ops.key.shape[:-2], int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        inside = [(at[-2], ops.columns, keys), (at[-1], ops.depth, depth)]
        return _rounded(ops.key(*at), inside)

    def column(*at: Expr) -> Expr:
        *where, p, k, c, r = at
        return _rounded(queries(*where, k * 2 + r, p * _COLUMNS + c), [(k * 2 + r, ops.depth, depth)])

    left = define((*lead, keys, depth), row, "attention_rows")
    right = define((*ops.lead, rows // _COLUMNS, depth // 2, _COLUMNS, 2), column, "attention_columns")
    k, r = te.reduce_axis((0, depth // 2), "k"), te.reduce_axis((0, 2), "r")

    def dot(*at: Expr) -> Expr:
        *where, j, i = at
        x = left(*ops.at(ops.key, where), j, k * 2 + r)
        return te.sum(times("float32", x, right(*where, i // _COLUMNS, k, i % _COLUMNS, r)), axis=[k, r])

    return define((*ops.lead, keys, rows), dot, "attention_products", {"op": "nn.attention_products", "tiles": 1})


def mixed_in_tiles(ops: Operands, weights: Tensor) -> Tensor:
    """(…, S', E'): `weights` (…, T, S') times values; E' is the width, padded."""
    keys, width = _padded(ops, ops.columns), _padded(ops, ops.width)
    lead, rows = ops.value.shape[:-2], int(as_int(ops.query_dims[0]) or 0)

    def row(*at: Expr) -> Expr:
        *where, i, j = at
        return _rounded(weights(*where, j, i), [(j, ops.columns, keys)])

    def column(*at: Expr) -> Expr:
        *where, p, k, c, r = at
        e, j = p * _COLUMNS + c, k * 2 + r
        return _rounded(ops.value(*where, j, e), [(j, ops.columns, keys), (e, ops.width, width)])

    left = define((*ops.lead, rows, keys), row, "attention_weights")
    right = define((*lead, width // _COLUMNS, keys // 2, _COLUMNS, 2), column, "attention_values")
    k, r = te.reduce_axis((0, keys // 2), "k"), te.reduce_axis((0, 2), "r")

    def dot(*at: Expr) -> Expr:
        *where, i, e = at
        y = right(*ops.at(ops.value, where), e // _COLUMNS, k, e % _COLUMNS, r)
        return te.sum(times("float32", left(*where, i, k * 2 + r), y), axis=[k, r])

    return define((*ops.lead, rows, width), dot, "attention_mix", {"op": "nn.attention_mix", "tiles": 1})


def _padded(ops: Operands, extent: Expr) -> int:
    """An extent in full registers. T203 if it is symbolic."""
    count = as_int(extent)
    if count is None:
        shapes = ", ".join(show(o.shape) for o in (ops.query, ops.key, ops.value))
        raise MlccError("T203", f"`nn.attention` with rounded products takes static shapes, got {shapes}")
    return -(-count // _COLUMNS) * _COLUMNS


def _rounded(value: Expr, inside: Sequence[tuple[Expr, Expr, int]]) -> Expr:
    """A value in the narrow type, zero where an index (with its extent, and that with padding) is in the padding."""
    narrow: Expr = cast(_TYPE, value)
    for index, extent, padded in inside:
        if as_int(extent) != padded:
            narrow = te.if_then_else(index < extent, narrow, const(0, _TYPE))
    return narrow
