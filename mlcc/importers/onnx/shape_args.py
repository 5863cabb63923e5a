"""Dimensions as arguments of operators."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import Expr, ShapeExpr
from mlcc.ir import const as tir_const

from .values import Dim


def shape_arg(dims: Sequence[Dim]) -> ShapeExpr:
    """Dimensions as an ``R.shape`` argument."""
    return ShapeExpr(tuple(d if isinstance(d, Expr) else tir_const(int(d), "int64") for d in dims))
