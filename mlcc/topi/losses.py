"""Losses."""

from __future__ import annotations

from typing import Any

from mlcc import te
from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, cast, const, maximum, minimum, select
from mlcc.te import Tensor

from .registry import register
from .shapes import accumulator, can_equal, choice, define, need_int, show


@register("nn.nll_loss", "opaque")
def nll_loss(
    predictions: Tensor,
    targets: Tensor,
    weights: Tensor | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
) -> Tensor:
    """The negative log likelihood of `targets` (N, …) under `predictions` (N, C, …) of logarithms.

    `weights` has one factor per class. `reduction`: "none", "sum", or "mean" (by the weights that count). Targets equal
    to `ignore_index` count nothing. Raises T203 for other shapes, T204 for targets that are no integers.
    """
    need_int("nn.nll_loss", targets)
    wanted = (*predictions.shape[:1], *predictions.shape[2:])
    fits = predictions.ndim > 1 and targets.ndim == len(wanted) and all(map(can_equal, targets.shape, wanted))
    if not fits:
        shapes = f"{show(predictions.shape)} and {show(targets.shape)}"
        raise MlccError("T203", f"`nn.nll_loss` takes predictions (N, C, …) and targets (N, …), got {shapes}")
    if weights is not None and not (weights.ndim == 1 and can_equal(weights.shape[0], predictions.shape[1])):
        raise MlccError("T203", f"`nn.nll_loss` takes a weight for each class, got {show(weights.shape)}")
    choice("nn.nll_loss", "reduction", reduction, ("none", "sum", "mean"))
    wide = accumulator(predictions.dtype)
    classes = predictions.shape[1]
    kind = classes.dtype

    def position(i: Any) -> Expr:
        return minimum(maximum(cast(kind, targets(*i)), 0), classes - 1)

    def counted(i: Any, value: Expr) -> Expr:
        """0 where the element is ignored, whatever the value: NaN and infinities count nothing there, too."""
        if ignore_index is None:
            return value
        return select(cast("int64", targets(*i)).equal(ignore_index), const(0, wide), value)

    def weight(i: Any) -> Expr:
        return cast(wide, weights(position(i))) if weights is not None else const(1, wide)

    def factor(*i: Expr) -> Expr:
        return counted(i, weight(i))

    def loss(*i: Expr) -> Expr:
        return counted(i, -cast(wide, predictions(i[0], position(i), *i[1:])) * weight(i))

    each = define(targets.shape, loss, "nll_loss")
    if reduction == "none":
        return define(targets.shape, lambda *i: cast(predictions.dtype, each(*i)), "nll_loss_end")
    over = [te.reduce_axis((0, d), f"k{n}") for n, d in enumerate(targets.shape)]
    total = define((), lambda: te.sum(each(*over), axis=over), "nll_loss_sum")
    if reduction == "sum":
        return define((), lambda: cast(predictions.dtype, total()), "nll_loss_end")
    factors = define(targets.shape, factor, "nll_loss_weight")
    count = define((), lambda: te.sum(factors(*over), axis=over), "nll_loss_count")
    return define((), lambda: cast(predictions.dtype, total() / count()), "nll_loss_end")
