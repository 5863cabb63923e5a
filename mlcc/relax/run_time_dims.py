"""Dimensions that are computed: numbers of run time, and the largest that they can be, for which memory is planned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlcc.ir import Binary, Cast, Expr, Select, TensorStructInfo, Var, as_int, const, free_vars, maximum, minimum

from .steps import Tensor


@dataclass(eq=False)
class Prefix:
    """The front of a tensor, as far as the one element of `count` says."""

    whole: Tensor
    count: Tensor


@dataclass
class RunTimeDims:
    """The dimensions of one function that are known at run time only: where the number is, and its upper bound."""

    counts: dict[Var, Tensor] = field(default_factory=dict)
    bounds: dict[Var, Expr] = field(default_factory=dict)

    def add(self, var: Var, prefix: Prefix) -> None:
        """A new dimension, the length of a prefix."""
        shape = prefix.whole.info.shape
        assert shape
        self.counts[var] = prefix.count
        self.bounds[var] = upper_bound(shape[0], self.bounds)

    def largest(self, info: TensorStructInfo) -> TensorStructInfo:
        """The type of the largest tensor that a type can stand for."""
        if not self.bounds or info.shape is None:
            return info
        return TensorStructInfo(tuple(upper_bound(d, self.bounds) for d in info.shape), info.dtype)

    def used_in(self, info: TensorStructInfo) -> list[Var]:
        """The dimensions of run time in a type."""
        return [v for d in info.shape or () for v in free_vars(d) if v in self.bounds]


def upper_bound(expr: Expr, bounds: Mapping[Var, Expr]) -> Expr:
    """The largest that a size can be where each variable is between 0 and its bound."""
    if not any(v in bounds for v in free_vars(expr)):
        return expr
    match expr:
        case Var():
            return bounds[expr]
        case Cast():
            return upper_bound(expr.value, bounds)
        case Select():
            return maximum(upper_bound(expr.true_value, bounds), upper_bound(expr.false_value, bounds))
        case Binary(op="sub"):
            return upper_bound(expr.a, bounds) - lower_bound(expr.b, bounds)
        case Binary(op="floormod"):
            return minimum(upper_bound(expr.a, bounds), upper_bound(expr.b, bounds))
        case Binary(op="floordiv") if as_int(expr.b) is None:
            return upper_bound(expr.a, bounds)
        case Binary(op="min"):
            return minimum(upper_bound(expr.a, bounds), upper_bound(expr.b, bounds))
        case Binary(op="add"):
            return upper_bound(expr.a, bounds) + upper_bound(expr.b, bounds)
        case Binary(op="mul"):
            return upper_bound(expr.a, bounds) * upper_bound(expr.b, bounds)
        case Binary(op="max"):
            return maximum(upper_bound(expr.a, bounds), upper_bound(expr.b, bounds))
        case Binary(op="floordiv"):
            return upper_bound(expr.a, bounds) // expr.b
    return expr


def lower_bound(expr: Expr, bounds: Mapping[Var, Expr]) -> Expr:
    """The smallest that a size can be where each variable is at least 0."""
    if not any(v in bounds for v in free_vars(expr)):
        return expr
    match expr:
        case Binary(op="add"):
            return lower_bound(expr.a, bounds) + lower_bound(expr.b, bounds)
        case Binary(op="sub"):
            return lower_bound(expr.a, bounds) - upper_bound(expr.b, bounds)
        case Binary(op="max"):
            return maximum(lower_bound(expr.a, bounds), lower_bound(expr.b, bounds))
        case Binary(op="min"):
            return minimum(lower_bound(expr.a, bounds), lower_bound(expr.b, bounds))
        case Cast():
            return lower_bound(expr.value, bounds)
    return const(0, "int64")
