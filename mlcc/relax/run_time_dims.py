"""Dimensions computed at run time, and the upper bounds that memory is planned for.

The number of NonZero's results is at most that of its operand's elements: such a dimension is *bounded*, and memory for
it is planned before the run. The number of frames of speech, a sum of predicted durations, is *open*: memory for values
of such a size is allocated as soon as it has been computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlcc.analysis import LARGEST_EXTENT
from mlcc.diagnostics import Location
from mlcc.ir import Binary, Cast, Expr, Select, TensorStructInfo, Var, as_int, const, free_vars, maximum, minimum

from .steps import Tensor


@dataclass(eq=False)
class Prefix:
    """The first ``count`` rows of the tensor `whole`, where `count` is a scalar tensor computed at run time, as
    `location` of the model says."""

    whole: Tensor
    count: Tensor
    location: Location | None = None


@dataclass
class RunTimeDims:
    """The dimensions of one function that are computed at run time: the tensors that hold them, and upper bounds of
    those that have one."""

    counts: dict[Var, Tensor] = field(default_factory=dict)
    bounds: dict[Var, Expr] = field(default_factory=dict)

    def add(self, var: Var, prefix: Prefix) -> None:
        """Register a new dimension, the length of a prefix."""
        shape = prefix.whole.info.shape
        assert shape
        self.counts[var] = prefix.count
        bound = upper_bound(shape[0], self.bounds)
        if not is_open(bound):
            self.bounds[var] = bound

    @property
    def open_dims(self) -> list[Var]:
        """The dimensions without an upper bound, in the order of their definition."""
        return [var for var in self.counts if var not in self.bounds]

    def has_open(self, expr: Expr) -> bool:
        """Whether a size depends on a dimension without an upper bound."""
        return any(v in self.counts and v not in self.bounds for v in free_vars(expr))

    def largest(self, info: TensorStructInfo) -> TensorStructInfo:
        """The type with every run-time dimension at its upper bound; those without one stay."""
        if not self.bounds or info.shape is None:
            return info
        return TensorStructInfo(tuple(upper_bound(d, self.bounds) for d in info.shape), info.dtype)

    def used_in(self, info: TensorStructInfo) -> list[Var]:
        """The run-time dimensions in a type."""
        return [v for d in info.shape or () for v in free_vars(d) if v in self.counts]


def is_open(bound: Expr) -> bool:
    """Whether an upper bound says nothing: a prefix of a value of the largest extent may have any length."""
    number = as_int(bound)
    return number is not None and number >= LARGEST_EXTENT


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
