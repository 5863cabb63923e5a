"""Products of rows with the weights of their expert, as PyTorch and `transformers` write mixtures of experts."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation
from .indexing import marks_passed


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
    # a group begins where those before it have ended
    return t.cast(t.emit("nn.grouped_matmul", x, weight, marks_passed(t, offs, t.shape(x)[0])))
