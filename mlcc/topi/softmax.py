"""Softmax, log-softmax and hardmax."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc import te
from mlcc.ir import Expr, cast, const, infinity, maximum, select
from mlcc.te import Tensor

from .reduction import argmax, max_of, reduce_with
from .registry import register
from .shapes import Ints, accumulator, define, need_float, norm_axes, norm_axis


def _kept(i: Sequence[Expr], axes: Sequence[int]) -> list[Expr]:
    return [const(0, v.dtype) if n in axes else v for n, v in enumerate(i)]


#: Below these numbers exp is subnormal.
_SMALLEST = {"float32": -87.33, "float64": -708.39}


def weight(x: Expr) -> Expr:
    """e**x, flushed to 0 if subnormal: relative to the largest weight, 1, it is below the rounding error, but
    arithmetic with subnormal numbers, which masks of -100 cause, takes a hundred times as long."""
    least = const(_SMALLEST[x.dtype], x.dtype)
    return select(x < least, const(0, x.dtype), te.exp(maximum(x, least)))


def rounded(value: Expr, dtype: str | None) -> Expr:
    """A float32 value rounded to a narrower float type, still as float32; unchanged for None and wide types."""
    return cast(value.dtype, cast(dtype, value)) if dtype in ("float16", "bfloat16") else value


def rounded_total(total: Expr, dtype: str | None) -> Expr:
    """A sum of weights rounded like `rounded`; one beyond the largest number of `dtype` stays, where weights would all
    be 0 for it."""
    value = rounded(total, dtype)
    return value if value is total else select(value.equal(infinity(total.dtype)), total, value)


@register("nn.softmax", "anchor")
def softmax(data: Tensor, axis: int | Ints = -1) -> Tensor:
    """exp(x - max) / sum(exp(x - max)) over `axis`.

    Differences, exponentials and sums of 16-bit floats are rounded to their type, as by the operators that the ONNX
    standard composes it of; a sum is rounded once.
    """
    need_float("nn.softmax", data)
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    top = reduce_with("softmax_max", data, max_of, axes, True, lambda v: cast(wide, v))
    spread = define(
        data.shape,
        lambda *i: rounded(weight(rounded(cast(wide, data(*i)) - top(*_kept(i, axes)), data.dtype)), data.dtype),
        "softmax_exp",
        {"op": "nn.softmax_exp"},
    )
    total = reduce_with("softmax_sum", spread, te.sum, axes, True)
    # One division per row: the total is at least 1, so its inverse is exact to half an ULP and in range. A quotient of
    # two 16-bit floats is never so near to the middle between two others that this would change its rounding.
    inverse = define(total.shape, lambda *i: const(1, wide) / rounded_total(total(*i), data.dtype), "softmax_inverse")
    return define(
        data.shape,
        lambda *i: cast(data.dtype, spread(*i) * inverse(*_kept(i, axes))),
        "softmax",
        {"op": "nn.softmax"},
    )


@register("nn.log_softmax", "anchor")
def log_softmax(data: Tensor, axis: int | Ints = -1) -> Tensor:
    """x - max - log(sum(exp(x - max))) over `axis`."""
    need_float("nn.log_softmax", data)
    axes = norm_axes(axis, data.ndim)
    wide = accumulator(data.dtype)
    top = reduce_with("log_softmax_max", data, max_of, axes, True, lambda v: cast(wide, v))
    spread = define(
        data.shape,
        lambda *i: te.exp(cast(wide, data(*i)) - top(*_kept(i, axes))),
        "log_softmax_exp",
    )
    total = reduce_with("log_softmax_sum", spread, te.sum, axes, True)
    logs = define(total.shape, lambda *i: te.log(total(*i)), "log_softmax_log")

    def element(*i: Expr) -> Expr:
        at = _kept(i, axes)
        return cast(data.dtype, cast(wide, data(*i)) - top(*at) - logs(*at))

    return define(data.shape, element, "log_softmax", {"op": "nn.log_softmax"})


@register("nn.hardmax", "opaque")
def hardmax(data: Tensor, axis: int = -1) -> Tensor:
    """1 at the first largest element along `axis`, 0 elsewhere."""
    at = norm_axis(axis, data.ndim)
    position = argmax(data, at, keepdims=True)
    one, zero = const(1, data.dtype), const(0, data.dtype)

    def element(*i: Expr) -> Expr:
        return select(position(*_kept(i, (at,))).equal(cast("int64", i[at])), one, zero)

    return define(data.shape, element, "hardmax")
