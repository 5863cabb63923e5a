"""Sparse matrices by TVM's names: compressed rows (data, indices, indptr), whose row r has the elements from
``indptr[r]`` to ``indptr[r + 1]``, with their columns in `indices`.

`topi.sparse.csrmm`, `csrmv` and `dense` take a matrix as an object with these three tensors and its `shape`;
`topi.nn.sparse_dense`, `sparse_add` and `sparse_transpose` take the tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Buffer, Expr, as_int, cast, const
from mlcc.te import StmtBuilder, Tensor

from .shapes import define

#: By TVM's name.
NAMES: dict[str, Callable[..., Any]] = {}


def _named(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def declare(fn: Callable[..., Any]) -> Callable[..., Any]:
        NAMES[name] = fn
        return fn

    return declare


def _row(b: StmtBuilder, indptr: Buffer, row: Expr) -> tuple[Expr, Expr]:
    """Where a row begins among the elements, and how many it has."""
    begin = cast(b.index, b.load(indptr, row))
    return begin, cast(b.index, b.load(indptr, row + 1)) - begin


def _product(data: Tensor, indices: Tensor, indptr: Tensor, dense: Tensor, rows: Expr | int) -> Tensor:
    """A sparse matrix of `rows` rows times a matrix: each row adds multiples of rows of the matrix."""
    width = dense.shape[1]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder("int64")
        with b.loop("r", outs[0].shape[0]) as r:
            with b.loop("j", width) as j:
                b.store(outs[0], const(0, dense.dtype), r, j)
            begin, count = _row(b, ins[2], r)
            with b.loop("k", count) as k, b.loop("j", width) as j:
                column = cast(b.index, b.load(ins[1], begin + k))
                term = b.load(ins[0], begin + k) * b.load(ins[3], column, j)
                b.store(outs[0], b.load(outs[0], r, j) + term, r, j)
        return b.finish()

    result: Tensor = te.extern((rows, width), [data, indices, indptr, dense], build, dense.dtype, "csrmm")
    return result


def _transposed(x: Tensor) -> Tensor:
    return define((x.shape[1], x.shape[0]), lambda i, j: x(j, i), "transposed")


def _with_bias(x: Tensor, bias: Tensor | None, *, by_row: bool) -> Tensor:
    if bias is None:
        return x
    return define(x.shape, lambda i, j: x(i, j) + bias(i if by_row else j), "biased")


@_named("sparse.csrmm")
def csrmm(a: Any, b: Tensor, c: Tensor | None = None) -> Tensor:
    """A sparse matrix times a matrix, plus `c` (an element per row of the result)."""
    return _with_bias(_product(a.data, a.indices, a.indptr, b, a.shape[0]), c, by_row=True)


@_named("sparse.csrmv")
def csrmv(a: Any, x: Tensor, y: Tensor | None = None) -> Tensor:
    """A sparse matrix times a vector (n, 1), plus `y`."""
    result: Tensor = csrmm(a, x, y)
    return result


@_named("sparse.dense")
def dense(data: Any, weight: Any, bias: Tensor | None = None) -> Tensor:
    """``data @ weight.T + bias``, where one of both is sparse."""
    if isinstance(data, Tensor):
        columns = _product(weight.data, weight.indices, weight.indptr, _transposed(data), weight.shape[0])
        return _with_bias(_transposed(columns), bias, by_row=False)
    return _with_bias(_product(data.data, data.indices, data.indptr, _transposed(weight), data.shape[0]), bias,
                      by_row=False)  # fmt: skip


@_named("nn.sparse_dense")
def sparse_dense(
    dense_data: Tensor, sparse_data: Tensor, sparse_indices: Tensor, sparse_indptr: Tensor, sparse_lhs: bool = False
) -> Tensor:
    """``dense_data @ sparse.T``, or with `sparse_lhs` ``sparse @ dense_data.T``; blocks of elements if `sparse_data`
    has three dimensions (block sparse rows)."""
    rows = sparse_indptr.shape[0] - 1
    if sparse_data.ndim == 3:
        product = _block_product(sparse_data, sparse_indices, sparse_indptr, _transposed(dense_data))
    else:
        product = _product(sparse_data, sparse_indices, sparse_indptr, _transposed(dense_data), rows)
    return product if sparse_lhs else _transposed(product)


def _block_product(data: Tensor, indices: Tensor, indptr: Tensor, dense: Tensor) -> Tensor:
    """As :func:`_product`, of a matrix whose elements are blocks."""
    high, wide = data.shape[1:]
    width = dense.shape[1]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder("int64")
        with b.loop("r", indptr.shape[0] - 1) as r:
            with b.loop("y", high) as y, b.loop("j", width) as j:
                b.store(outs[0], const(0, dense.dtype), r * high + y, j)
            begin, count = _row(b, ins[2], r)
            with b.loop("k", count) as k, b.loop("y", high) as y, b.loop("x", wide) as x, b.loop("j", width) as j:
                column = cast(b.index, b.load(ins[1], begin + k)) * wide + x
                at = r * high + y
                b.store(outs[0], b.load(outs[0], at, j) + b.load(ins[0], begin + k, y, x) * b.load(ins[3], column, j),
                        at, j)  # fmt: skip
        return b.finish()

    shape = ((indptr.shape[0] - 1) * high, width)
    result: Tensor = te.extern(shape, [data, indices, indptr, dense], build, dense.dtype, "bsrmm")
    return result


for _name, _left in (("sparse_dense_sp_rhs", False), ("sparse_dense_sp_lhs", True)):
    NAMES[f"nn.{_name}"] = lambda dense, data, indices, indptr, left=_left: sparse_dense(
        dense, data, indices, indptr, left
    )


@_named("nn.sparse_add")
def sparse_add(dense_data: Tensor, sparse_data: Tensor, sparse_indices: Tensor, sparse_indptr: Tensor) -> Tensor:
    """A matrix plus a sparse one."""

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder("int64")
        with b.loop("r", dense_data.shape[0]) as r:
            with b.loop("j", dense_data.shape[1]) as j:
                b.store(outs[0], b.load(ins[0], r, j), r, j)
            begin, count = _row(b, ins[3], r)
            with b.loop("k", count) as k:
                column = cast(b.index, b.load(ins[2], begin + k))
                b.store(outs[0], b.load(outs[0], r, column) + b.load(ins[1], begin + k), r, column)
        return b.finish()

    given = [dense_data, sparse_data, sparse_indices, sparse_indptr]
    result: Tensor = te.extern(dense_data.shape, given, build, dense_data.dtype, "sparse_add")
    return result


@_named("nn.sparse_transpose")
def sparse_transpose(sparse_data: Tensor, sparse_indices: Tensor, sparse_indptr: Tensor) -> Sequence[Tensor]:
    """The transpose of a square sparse matrix: its data, indices and indptr."""
    if sparse_data.ndim != 1:
        raise MlccError("T206", "`sparse_transpose` takes compressed rows of elements, not of blocks")
    ends, count = sparse_indptr.shape[0], sparse_data.shape[0]

    def build(ins: list[Buffer], outs: list[Buffer]) -> Any:
        b = StmtBuilder("int64")
        one, zero = const(1, sparse_indptr.dtype), const(0, sparse_indptr.dtype)
        data, indices, indptr = outs
        with b.loop("r", ends) as r:
            b.store(indptr, zero, r)
        with b.loop("k", count) as k:  # how many elements each column has, one place on
            after = cast(b.index, b.load(ins[1], k)) + 1
            b.store(indptr, b.load(indptr, after) + one, after)
        with b.loop("r", ends - 1) as r:
            b.store(indptr, b.load(indptr, r + 1) + b.load(indptr, r), r + 1)
        with b.loop("r", ends - 1) as r:  # each element goes to the next place of its column
            begin, here = _row(b, ins[2], r)
            with b.loop("k", here) as k:
                column = cast(b.index, b.load(ins[1], begin + k))
                place = cast(b.index, b.load(indptr, column))
                b.store(data, b.load(ins[0], begin + k), place)
                b.store(indices, cast(sparse_indices.dtype, r), place)
                b.store(indptr, b.load(indptr, column) + one, column)
        with b.loop("r", ends - 1) as r:  # what was a begin is an end now
            b.store(indptr, b.load(indptr, ends - 2 - r), ends - 1 - r)
        b.store(indptr, zero, 0)
        return b.finish()

    shapes = [(count,), (count,), (ends,)]
    dtypes = [sparse_data.dtype, sparse_indices.dtype, sparse_indptr.dtype]
    if as_int(ends) == 0:
        raise MlccError("T206", "`sparse_transpose` needs the ends of rows: an indptr of one element at least")
    result: Sequence[Tensor] = te.extern(shapes, [sparse_data, sparse_indices, sparse_indptr], build, dtypes,
                                         "sparse_transpose")  # fmt: skip
    return list(result)
