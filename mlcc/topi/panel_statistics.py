"""Norms whose statistics are computed panel by panel, by the kernel of the product that computes the rows.

Each panel of columns stores its sum and the sum of squared deviations from its own mean; the norm merges them by the
formulae of Chan, Golub and LeVeque (Updating formulae and a pairwise algorithm for computing sample variances, 1979).
The rows are read only once more, and there is no cancellation for a large mean, as no large squares are subtracted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlcc import te
from mlcc.ir import Expr, as_int, cast, const
from mlcc.te import Tensor

from .normalization import affine
from .registry import register
from .shapes import accumulator, define, need_float


class _Panels:
    """The partition of the columns of `data` (…, N) into panels of `width`; the last one may have fewer."""

    def __init__(self, data: Tensor, width: int) -> None:
        self.data, self.width = data, width
        self.wide = accumulator(data.dtype)
        self.columns = data.shape[-1]
        self.shape = ((self.columns + (width - 1)) // width, *data.shape[:-1])
        size = as_int(self.columns)
        self.full = size is not None and size % width == 0

    def total(self, name: str, term: Callable[[Expr, Sequence[Expr]], Expr]) -> Tensor:
        """By panel and row the sum of a term of each element and of where its panel's values lie."""
        c = te.reduce_axis((0, self.width), "c")

        def element(p: Expr, *rows: Expr) -> Any:
            j = p * self.width + c
            value = term(cast(self.wide, self.data(*rows, j)), (p, *rows))
            return te.sum(value if self.full else te.if_then_else(j < self.columns, value, const(0, self.wide)), axis=c)

        return define(self.shape, element, name)

    def count(self, p: Expr) -> Expr | float:
        """The number of columns of a panel."""
        if self.full:
            return float(self.width)
        return cast(self.wide, te.min(self.columns - p * self.width, const(self.width, p.dtype)))


@register("nn.panel_statistics", "opaque")
def panel_statistics(data: Tensor, width: int) -> tuple[Tensor, ...]:
    """Of `data` (…, N) by panels of `width` columns, (ceil(N / width), …): the sums of the elements, and the sums of
    their squared distances from the panel's mean; in float32 for narrow types."""
    need_float("nn.panel_statistics", data)
    panels = _Panels(data, width)
    sums = panels.total("panel_sums", lambda v, _: v)
    means = define(panels.shape, lambda p, *rows: sums(p, *rows) / panels.count(p), "panel_means")

    def square(value: Expr, at: Sequence[Expr]) -> Expr:
        return (value - means(*at)) * (value - means(*at))

    return sums, panels.total("panel_squares", square)


@register("nn.panel_squares", "opaque")
def panel_squares(data: Tensor, width: int) -> Tensor:
    """The sums of the squares of `data` (…, N) by panels of `width` columns, (ceil(N / width), …)."""
    need_float("nn.panel_squares", data)
    return _Panels(data, width).total("panel_squares", lambda v, _: v * v)


def _mean_of_panels(panels: _Panels, sums: Tensor, by: Any) -> Tensor:
    """The means of rows, as distances from the mean of their first panel: a large mean is not added up."""
    p = te.reduce_axis((0, panels.shape[0]), "p")
    start = const(0, panels.shape[0].dtype)
    first = define(sums.shape[1:], lambda *i: sums(start, *i) / panels.count(start), "norm_first")

    def distance(*i: Expr) -> Any:
        return te.sum(sums(p, *i) - first(*i) * panels.count(p), axis=p)

    total = define(sums.shape[1:], distance, "norm_sum")
    return define(sums.shape[1:], lambda *i: first(*i) + total(*i) / by, "norm_mean")


@register("nn.norm_of_panels", "anchor")
def norm_of_panels(
    data: Tensor,
    squares: Tensor,
    sums: Tensor | None = None,
    gamma: Tensor | None = None,
    beta: Tensor | None = None,
    width: int = 1,
    epsilon: float = 1e-5,
) -> Tensor:
    """The layer norm of `data` (…, N) over the last axis, or without `sums` its RMS norm, whose statistics are given by
    ``nn.panel_statistics`` or ``nn.panel_squares``; gamma and beta (N,)."""
    need_float("nn.norm_of_panels", data)
    panels = _Panels(data, width)
    size = as_int(panels.columns)
    by: Any = float(size) if size is not None else cast(panels.wide, panels.columns)
    q = te.reduce_axis((0, panels.shape[0]), "q")
    rows = data.shape[:-1]
    mean = None if sums is None else _mean_of_panels(panels, sums, by)

    def square(*i: Expr) -> Any:
        if sums is None or mean is None:
            return te.sum(squares(q, *i), axis=q)
        # Squared distances from the mean of all columns: those from the panel's own mean, plus the square of the
        # distance of the means for each element (Chan, Golub and LeVeque, 1979). No large numbers are subtracted.
        off = sums(q, *i) / panels.count(q) - mean(*i)
        return te.sum(squares(q, *i) + off * off * panels.count(q), axis=q)

    spread = define(rows, square, "norm_squares")
    inverse = define(rows, lambda *i: 1.0 / te.sqrt(spread(*i) / by + epsilon), "norm_rsqrt")

    def element(*i: Expr) -> Expr:
        value = cast(panels.wide, data(*i))
        value = (value if mean is None else value - mean(*i[:-1])) * inverse(*i[:-1])
        return cast(data.dtype, affine(value, panels.wide, gamma, beta, i[-1:]))

    return define(data.shape, element, "norm_of_panels", {"op": "nn.norm_of_panels"})
