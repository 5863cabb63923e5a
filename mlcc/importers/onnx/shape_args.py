"""Dimensions as arguments of operators."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.analysis import never_negative, simplified_extent
from mlcc.ir import Expr, ShapeExpr, Var, is_long, named_dim
from mlcc.ir import const as tir_const

from .values import Dim


def shape_arg(dims: Sequence[Dim]) -> ShapeExpr:
    """Dimensions as an ``R.shape`` argument; long ones in the form that the types of values have them in."""
    return ShapeExpr(tuple(_extent(d) if isinstance(d, Expr) else tir_const(int(d), "int64") for d in dims))


def shortened(value: Dim | None) -> Dim | None:
    """A number of shape arithmetic, as a dimension with a name of its own if it is a long expression that is never
    negative: what follows from it is not longer for that."""
    if not isinstance(value, Expr) or not is_long(value):
        return value
    simple = simplified_extent(value)
    return named_dim(simple) if never_negative(simple) else simple


def _extent(dim: Expr) -> Expr:
    if is_long(dim):
        return named_dim(simplified_extent(dim))
    # Short ones stay as they are written: 4 * (4 * n) has a part, 4 * n, that 16 * n has not. But 4 * n // 4 is n: a
    # program that reads n rows and 4 * n others would not see what they have to do with each other.
    simple = dim if isinstance(dim, Var) else simplified_extent(dim)
    return simple if isinstance(simple, Var) else dim
