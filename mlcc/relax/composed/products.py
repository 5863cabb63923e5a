"""Products by TVM's signatures."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr, GraphTuple

from .registry import c, form


@form("einsum")
def einsum(operands: Any, subscripts: str) -> GraphExpr:
    """A sum of products by subscripts: ``einsum((a, b), "ij,jk->ik")``; the subscripts may stand first."""
    if isinstance(operands, str):
        operands, subscripts = subscripts, operands
    items = operands.fields if isinstance(operands, GraphTuple) else operands
    return c("einsum", *items, equation=subscripts)


@form("linear")
def linear(
    data: GraphExpr, weight: GraphExpr, bias: GraphExpr | None = None, out_dtype: str | None = None
) -> GraphExpr:
    """``data @ weight.T + bias``: data (..., K), weight (N, K), bias (N,); the result is (..., N)."""
    product = c("matmul", data, c("permute_dims", weight), **({"out_dtype": out_dtype} if out_dtype else {}))
    return product if bias is None else c("add", product, bias)
