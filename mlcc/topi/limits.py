"""Values inside limits, where NaN has a place too: what storing floats as integers needs."""

from __future__ import annotations

from mlcc import te
from mlcc.ir import Expr, ExprLike, cast
from mlcc.ir import dtype as dt

from .named import named


def at_least(value: Expr, low: ExprLike) -> Expr:
    """The larger of both; `low` where `value` is NaN. As cheap as ``te.max``, which gives NaN."""
    return named(value, lambda v: te.select(v > low, v, low))


def at_most(value: Expr, high: ExprLike) -> Expr:
    """The smaller of both; `high` where `value` is NaN."""
    return named(value, lambda v: te.select(v < high, v, high))


def inside(value: Expr, low: ExprLike, high: ExprLike) -> Expr:
    """A float limited to [low, high]; `low` where it is NaN. `high` is no NaN."""
    return te.min(at_least(value, low), high)


def saturate(value: Expr, dtype: str) -> Expr:
    """A float without fraction as an integer of `dtype`, limited to its range; NaN is its least value.

    This is what QuantizeLinear and all its relatives mean. The standard says nothing of NaN, for which onnxruntime and
    ONNX's reference give the least integer. They differ in what int32 does not hold, such as infinity: the standard
    saturates, and so do onnxruntime and this; the reference casts to int32 first, which gives the least integer.
    """
    return saturate_between(value, dtype, *dt.int_range(dtype))


def saturate_between(value: Expr, dtype: str, low: int, high: int) -> Expr:
    """``saturate`` for a format that has the integers from low to high and is stored as `dtype`."""
    return cast(dtype, inside(value, float(low), float(high)))
