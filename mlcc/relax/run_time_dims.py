"""Dimensions computed at run time, and the upper bounds that memory is planned for.

The number of NonZero's results is at most that of its operand's elements: such a dimension is *bounded*, and memory for
it is planned before the run. The number of frames of speech, a sum of predicted durations, is *open*: memory for values
of such a size is allocated as soon as it has been computed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.analysis import LARGEST_EXTENT
from mlcc.diagnostics import Location
from mlcc.ir import Expr, TensorStructInfo, Var, as_int, free_vars

from .size_bounds import upper_bound
from .steps import Tensor


@dataclass(eq=False)
class Prefix:
    """The first ``count + more`` rows of the tensor `whole`, where `count` is a scalar tensor computed at run time, as
    `location` of the model says."""

    whole: Tensor
    count: Tensor
    location: Location | None = None
    more: int = 0


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
