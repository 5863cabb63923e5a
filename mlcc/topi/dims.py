"""Dimensions as data: numbers that are computed from the shapes of tensors."""

from __future__ import annotations

from mlcc.ir import Expr, cast, const, const_like, select
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, define


@register("dim_values", "opaque")
def dim_values(*data: Tensor, values: Dims = (), dtype: str = "int64") -> Tensor:
    """A vector of `values`, expressions of the dimensions of `data`, whose elements are not read."""

    def element(i: Expr) -> Expr:
        result: Expr = const(0, dtype)
        for n, value in reversed(list(enumerate(values))):
            result = select(i.equal(n), cast(dtype, const_like(value, "int64")), result)
        return result

    return define((len(values),), element, "dim_values")
