"""Caches of rows that a model carries from call to call, such as the keys and values of earlier tokens."""

from __future__ import annotations

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, cast, const, const_like, maximum, minimum
from mlcc.te import Tensor

from .registry import register
from .shapes import Dims, define, need_same_dtype, need_shape, norm_axis, same_dim, show


@register("update_rows", "injective")
def update_rows(
    data: Tensor,
    update: Tensor,
    start: Tensor | None = None,
    size: Dims | None = None,
    axis: int = -2,
    circular: bool = False,
    clear: bool = False,
) -> Tensor:
    """`data` with `update` written over its rows along `axis`: of batch entry b from row ``start[b]`` on (default 0).

    `size` is the number of rows of the result (default: that of `data`); rows beyond `data` are 0, and with `clear`
    also those after the last written one. With `circular`, writing goes on at row 0 after the last row.
    """
    need_same_dtype("update_rows", data, update)
    at = norm_axis(axis, data.ndim)
    if update.ndim != data.ndim or at == 0 and start is not None:
        raise MlccError("T203", f"`update_rows` of {show(data.shape)} by {show(update.shape)} along axis {at}")
    old, new = data.shape[at], update.shape[at]
    need_shape("update_rows", "the rows", update, (*data.shape[:at], new, *data.shape[at + 1 :]))
    need_shape("update_rows", "the vector of first rows", start, data.shape[:1])
    rows = const_like(size[0], old.dtype) if size else old
    zero = const(0, data.dtype)

    def element(*i: Expr) -> Expr:
        row = i[at]
        position = row if start is None else row - cast(row.dtype, start(i[0]))
        if circular:
            position = position % rows
        inside = minimum(maximum(position, 0), new - 1)
        kept: Expr = data(*i) if same_dim(rows, old) else te.if_then_else(row < old, data(*i), zero)
        if clear:
            kept = te.if_then_else(position < 0, kept, zero)
        written = update(*i[:at], inside, *i[at + 1 :])
        return te.if_then_else(te.all(position >= 0, position < new), written, kept)

    return define((*data.shape[:at], rows, *data.shape[at + 1 :]), element, "update_rows")
