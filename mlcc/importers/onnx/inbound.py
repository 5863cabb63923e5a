"""Slices by numbers of iterations that are certain to be inside of their tensor.

Row `i` of `n`, in a loop of at most `n` iterations, needs no clipping. Of the numbers of iterations that have begun,
each between 1 and the most of its loop, the ends of a bound are taken as in `size_bounds`:

    begin = begun - 1, begun <= n        0 <= begin <= n - 1
"""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis import never_negative, simplified_extent
from mlcc.ir import Expr, GraphExpr, Var, all_roots, as_int, const_like, expanded, substitute
from mlcc.relax.size_bounds import interval

from .context import Context
from .values import Dim

#: A step that no dimension has twice: exporters write it for one element.
_BEYOND = 10**9


@dataclass(frozen=True)
class Part:
    """A slice whose bounds, counted from the front, are inside of the dimension."""

    begin: Dim
    end: Dim
    step: int

    def of(self, ctx: Context, x: GraphExpr, axis: int) -> GraphExpr:
        """The slice of a tensor along an axis."""
        bounds = {"begin": [self.begin], "end": [self.end], "axes": [axis], "strides": [self.step]}
        return ctx.emit("strided_slice", x, **bounds, inbound=True)


def inbound(ctx: Context, begin: Dim, end: Dim, step: int, dim: Dim) -> Part | None:
    """A slice by a number of an iteration that is inside of a dimension for certain; None for any other slice."""
    roots = {v for bound in (begin, end) if isinstance(bound, Expr) for v in all_roots(bound)}
    if step < 1 or not roots & set(ctx.iterations):
        return None
    first = _from_front(ctx, begin, dim)
    if first is None:
        return None
    if step >= _BEYOND:
        return Part(first, first + 1, 1) if _is_within(ctx, first, dim - 1) else None
    stop = _from_front(ctx, end, dim)
    if stop is None or not _is_within(ctx, first, dim) or not _is_within(ctx, stop, dim):
        return None
    return Part(first, stop, step) if _never_negative(ctx, _simple(stop - first)) else None


def _from_front(ctx: Context, bound: Dim, dim: Dim) -> Dim | None:
    """A bound that is not negative; None where its sign is not known."""
    if _never_negative(ctx, bound):
        return bound
    return _simple(dim + bound) if _never_negative(ctx, -1 - bound) else None


def _is_within(ctx: Context, value: Dim, most: Dim) -> bool:
    """Whether ``0 <= value <= most``."""
    return _never_negative(ctx, value) and _never_negative(ctx, most - value)


def _never_negative(ctx: Context, value: Dim) -> bool:
    if isinstance(value, int):
        return value >= 0
    ended = {v: Var(v.name, v.dtype) for v in all_roots(value) if v in ctx.iterations}  # one less: at least 0
    moved = substitute(expanded(value), {v: own + 1 for v, own in ended.items()})
    most = {own: const_like(ctx.iterations[v], "int64") - 1 for v, own in ended.items()}
    low, _ = interval(const_like(_simple(moved), "int64"), most)
    least = _simple(low)
    return least >= 0 if isinstance(least, int) else never_negative(least)


def _simple(value: Dim) -> Dim:
    if isinstance(value, int):
        return value
    simple = simplified_extent(value)
    number = as_int(simple)
    return simple if number is None else number
