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
