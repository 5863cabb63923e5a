"""Dimensions computed at run time, such as the number of NonZero's results, and the upper bounds that memory is planned
for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlcc.ir import Binary, Cast, Expr, Select, TensorStructInfo, Var, as_int, const, free_vars, maximum, minimum

from .steps import Tensor


@dataclass(eq=False)
class Prefix:
    """The first ``count`` rows of the tensor `whole`, where `count` is a scalar tensor computed at run time."""

    whole: Tensor
    count: Tensor


@dataclass
class RunTimeDims:
    """The dimensions of one function that are computed at run time: the tensors that hold them, and upper bounds."""

    counts: dict[Var, Tensor] = field(default_factory=dict)
    bounds: dict[Var, Expr] = field(default_factory=dict)

    def add(self, var: Var, prefix: Prefix) -> None:
        """Register a new dimension, the length of a prefix."""
        shape = prefix.whole.info.shape
        assert shape
        self.counts[var] = prefix.count
        self.bounds[var] = upper_bound(shape[0], self.bounds)

    def largest(self, info: TensorStructInfo) -> TensorStructInfo:
        """The type with every run-time dimension at its upper bound."""
        if not self.bounds or info.shape is None:
            return info
        return TensorStructInfo(tuple(upper_bound(d, self.bounds) for d in info.shape), info.dtype)

    def used_in(self, info: TensorStructInfo) -> list[Var]:
        """The run-time dimensions in a type."""
        return [v for d in info.shape or () for v in free_vars(d) if v in self.bounds]


def upper_bound(expr: Expr, bounds: Mapping[Var, Expr]) -> Expr:
    """An upper bound of a size whose variables lie between 0 and their `bounds`; other variables stay symbolic."""
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
    """A lower bound of a size whose bounded variables are at least 0."""
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
