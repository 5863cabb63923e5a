"""Products of matrices of the run in tile registers: both operands are rounded to bfloat16, and laid out for these.

For (12, 100, 64) by (12, 64, 80)::

    product_rows      (12, 128, 64)           rows of the left operand, extents padded to those of two registers
    product_columns   (12, 3, 32, 32, 2)      panels of 32 columns, with pairs along the sum
    matmul            (12, 128, 96)           float32; padding is dropped

A right operand (…, N, K) is turned to (…, K, N) first (`product_turned`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.ir import TILE_ROWS, Expr, as_int, cast, const
from mlcc.te import Tensor

from .shapes import define

#: Columns of a panel, two registers of 16, and elements along the sum of a register.
COLUMNS = 32
TYPE = "bfloat16"
#: Dimensions that the schedule has names for before rows and columns.
_MOST_BATCHES = 3


def padded(extent: int) -> int:
    """An extent in full registers."""
    return -(-extent // COLUMNS) * COLUMNS


def rounded(value: Expr, inside: Sequence[tuple[Expr, int]]) -> Expr:
    """A value in the narrow type, zero where an index, given with its extent, is in the padding."""
    narrow: Expr = cast(TYPE, value)
    for index, extent in inside:
        if extent != padded(extent):
            narrow = te.if_then_else(index < extent, narrow, const(0, TYPE))
    return narrow


def panels_of(
    lead: Sequence[Expr], inner: int, columns: int, element: Callable[[Sequence[Expr], Expr, Expr], Expr], name: str
) -> Tensor:
    """(…, N / 32, K / 2, 32, 2): panels of columns, with pairs along the sum, of the elements (…, n, j) of a (K, N)
    matrix; both extents are padded already."""

    def paired(*at: Expr) -> Expr:
        *where, p, k, c, r = at
        return element(where, k * 2 + r, p * COLUMNS + c)

    shape: list[Expr | int] = [*lead, columns // COLUMNS, inner // 2, COLUMNS, 2]
    return define(shape, paired, name)


def product_of_panels(
    shape: Sequence[Expr | int], left: Callable[..., Expr], right: Callable[..., Expr], inner: int, name: str, tag: Any
) -> Tensor:
    """The float32 sums of products of rows, `left` of (…, i, n), and panels, `right` of (…, p, k, c, r)."""
    k, r = te.reduce_axis((0, inner // 2), "k"), te.reduce_axis((0, 2), "r")

    def dot(*at: Expr) -> Expr:
        *where, i, j = at
        x, y = left(*where, i, k * 2 + r), right(*where, j // COLUMNS, k, j % COLUMNS, r)
        return te.sum(cast("float32", x) * cast("float32", y), axis=[k, r])

    return define(tuple(shape), dot, name, tag)


def fills_tiles(*shapes: Sequence[Expr]) -> bool:
    """Whether two operands are static, of the same batches, and large enough for a register in each direction."""
    left, right = ([as_int(d) for d in shape] for shape in shapes)
    if None in (*left, *right) or left[:-2] != right[:-2] or not 1 <= len(left) - 2 <= _MOST_BATCHES:
        return False
    return all((n or 0) >= TILE_ROWS for n in (*left[-2:], *right[-2:]))


def batch_product(a: Tensor, b: Tensor, transpose_a: bool, transpose_b: bool) -> Tensor:
    """The float32 product of the last two dimensions, as ``matmul``, of operands for which :func:`fills_tiles`."""
    sizes = [int(as_int(d) or 0) for d in (*a.shape[-2:], *b.shape[-2:])]
    rows, inner = sizes[1::-1] if transpose_a else sizes[:2]
    columns = sizes[2] if transpose_b else sizes[3]
    lead = a.shape[:-2]

    def row(*at: Expr) -> Expr:
        *where, i, k = at
        return rounded(a(*where, k, i) if transpose_a else a(*where, i, k), [(i, rows), (k, inner)])

    def column(where: Sequence[Expr], n: Expr, j: Expr) -> Expr:
        return rounded(turned(*where, n, j), [(n, inner), (j, columns)])

    turned = b
    if transpose_b:
        turned = define((*lead, inner, columns), lambda *at: b(*at[:-2], at[-1], at[-2]), "product_turned")
    left = define((*lead, padded(rows), padded(inner)), row, "product_rows", {"turned": int(transpose_a)})
    right = panels_of(lead, padded(inner), padded(columns), column, "product_columns")
    shape: list[Expr | int] = [*lead, padded(rows), padded(columns)]
    whole = product_of_panels(shape, left, right, padded(inner), "matmul", {"op": "matmul_in_tiles"})
    if (padded(rows), padded(columns)) == (rows, columns):
        return whole
    return define((*lead, rows, columns), lambda *at: whole(*at), "matmul_inside")
