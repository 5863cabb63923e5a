"""Products of rows with the weights of their expert, as PyTorch and `transformers` write mixtures of experts."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.importers.onnx.context import shape_arg
from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation


@aten("_grouped_mm", "transformers.grouped_mm_fallback")
def grouped_mm(
    t: Translation, x: GraphExpr, weight: GraphExpr, offs: GraphExpr | None = None, bias: Any = None,
    out_dtype: Any = None,
) -> GraphExpr:  # fmt: skip
    """Rows (S, K) sorted by expert, of which expert g has those from ``offs[g - 1]`` to ``offs[g]``, times its weights
    in (G, K, N); without `offs`, a product for each expert."""
    if bias is not None:
        raise t.error("I121", "a grouped product with a bias")
    if offs is None:
        return t.cast(t.onnx("MatMul", x, weight))
    if t.rank(x) != 2 or t.rank(weight) != 3:
        raise t.error("I121", "a grouped product whose groups are not rows of a matrix")
    return t.cast(t.emit("nn.grouped_matmul", x, weight, _groups(t, offs, t.shape(x)[0])))


def _groups(t: Translation, ends: GraphExpr, rows: Any) -> GraphExpr:
    """(S,): the group of each row, which counts the groups that end before it or at it."""
    if isinstance(rows, int):
        row: GraphExpr = t.constant(np.arange(rows).reshape(rows, 1), "int64")
    else:
        zero, one = (t.constant(value, "int64") for value in (0, 1))
        row = t.reshape(t.emit("range_like", zero, one, shape_arg([rows])), [rows, 1])
    ended = t.emit("less_equal", t.reshape(t.cast(ends, "int64"), [1, t.shape(ends)[0]]), row)
    return t.emit("sum", t.cast(ended, "int64"), axis=[1], keepdims=False)
