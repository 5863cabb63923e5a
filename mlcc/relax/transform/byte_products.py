"""Products of bytes with constant matrices: how they are packed, and what is known of their sums."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.ir import MATRIX_BYTES, GraphExpr, GraphVar, TensorStructInfo, as_int, const_like
from mlcc.target import Costs

from ..operators import dimensions, tensor_dtype
from ..rewrite import Emitter
from .byte_words import numbers_attr, widened, widened_weight, word_numbers
from .matrix_products import MATRIX_COLUMNS
from .pack_weights import pack_groups, panel_width
from .packed_words import WORD, pack_matrix_words
from .quantized_values import emit, is_byte
from .tile_products import BYTE_DEPTH, lengthened, tile_columns

Array = np.ndarray[Any, Any]


def has_words(data: GraphExpr, matrix: Array) -> bool:
    """Whether a product with a matrix is one of bytes, which can be accumulated in words of four."""
    return is_byte(data) and matrix.dtype.itemsize == 1 and matrix.ndim == 2 and matrix.size > 0


def largest_sum(weight: Array, axis: int) -> float:
    """The largest sum of products of bytes with the weights at one index of `axis`."""
    others = tuple(n for n in range(weight.ndim) if n != axis)
    return float(np.iinfo(np.uint8).max * np.abs(weight.astype(np.int32)).sum(others, dtype=np.int64).max(initial=0))


def row_sums(out: Emitter, data: GraphExpr) -> GraphVar:
    """The int32 sums (…, 1) of the bytes (…, K) of each row."""
    return emit(out, "sum", emit(out, "cast", data, dtype="int32"), axis=[-1], keepdims=True)


def packed_product(
    out: Emitter, data: GraphExpr, matrix: Array, lanes: int, rows: int | None, costs: Costs
) -> GraphVar:
    """data (…, K), uint8, times a constant matrix (K, N), int8: int32. K is padded to full words, or groups. `rows` is
    None where their number is symbolic."""
    columns, count = matrix.shape[1], costs.assumed_rows if rows is None else rows
    data = _of_depth(out, data, matrix.shape[0])
    if 0 < costs.matrix_rows_int8 <= count and not 0 < costs.tile_rows_int8 <= count:
        groups = pack_groups(matrix, MATRIX_COLUMNS, MATRIX_BYTES, MATRIX_BYTES)
        return emit(out, "nn.dense_packed", data, groups, units=columns, out_dtype="int32")
    extra = -matrix.shape[0] % WORD
    if extra:
        pads = [[0, 0]] * (len(dimensions(data) or ()) - 1) + [[0, extra]]
        data, matrix = emit(out, "nn.pad", data, pad_width=pads), lengthened(matrix, WORD)
    width = panel_width(columns, lanes, 4 if count < costs.wide_panel_below else 2)
    if 0 < costs.tile_rows_int8 <= count:
        width, matrix = tile_columns(columns), lengthened(matrix, BYTE_DEPTH)
    numbers = word_numbers(matrix, 0, costs, rows)
    words = emit(out, "memory.view", widened(out, data, numbers), dtype="int32")
    weight = pack_matrix_words(widened_weight(matrix, numbers), width)
    return emit(out, "qnn.dense_packed", words, weight, units=columns, **numbers_attr(numbers))


def _of_depth(out: Emitter, data: GraphExpr, depth: int) -> GraphExpr:
    """Data whose last dimension is known to have as many numbers as a matrix has rows: a product needs that."""
    shape = dimensions(data)
    if not shape or as_int(shape[-1]) is not None:
        return data
    return out.cast(data, TensorStructInfo((*shape[:-1], const_like(depth, shape[-1].dtype)), tensor_dtype(data)))
