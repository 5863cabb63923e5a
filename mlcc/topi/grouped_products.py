"""Products of rows with a matrix that each row chooses, as mixtures of experts compute them."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, cast, const, maximum, minimum, select
from mlcc.te import Tensor

from .products import narrowed, times
from .registry import register
from .shapes import accumulator, can_equal, define, need_int, need_rank, need_same_dtype, show


@register("nn.grouped_matmul", "anchor")
def grouped_matmul(data: Tensor, weight: Tensor, groups: Tensor, out_dtype: str | None = None) -> Tensor:
    """Each row of data (S, K) times the matrix of its group in weight (G, K, N), to (S, N).

    groups (S,), integers, says which matrix a row has; a row whose group is not from 0 to G - 1 gives zeros. Matrices
    that no row has are not read; rows of one group should follow each other. float16 and bfloat16 accumulate in
    float32.
    """
    name = "nn.grouped_matmul"
    out = out_dtype or need_same_dtype(name, data, weight)
    for tensor, rank in ((data, 2), (weight, 3), (groups, 1)):
        need_rank(name, tensor, rank)
    need_int(name, groups)
    if not can_equal(data.shape[1], weight.shape[1]) or not can_equal(groups.shape[0], data.shape[0]):
        raise MlccError("T203", f"`{name}` of {show(data.shape)}, {show(weight.shape)} and {show(groups.shape)}")
    wide = accumulator(out)
    (rows, depth), (count, _, columns) = data.shape, weight.shape
    k = te.reduce_axis((0, depth), "k")
    last = cast(groups.dtype, count - 1)

    def element(b: Expr, i: Expr, j: Expr) -> Any:
        # i is 0: a row is a matrix of its own, since its neighbour may have other weights
        own = cast("int64", maximum(minimum(groups(b), last), 0))
        return te.sum(times(wide, data(b, k), weight(own, k, j)), axis=k)

    total = define((rows, 1, columns), element, "matmul", {"op": "matmul"})

    def chosen(s: Expr, j: Expr) -> Expr:
        known = (groups(s) >= 0) & (groups(s) <= last)
        return select(known, total(s, 0, j), const(0, wide))

    return narrowed(name, define((rows, columns), chosen, "chosen"), out)
