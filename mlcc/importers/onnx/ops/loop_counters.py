"""Trip counts of loops whose condition compares counters with sizes, as in loops over the rows of a tensor.

TensorFlow's loops have no trip count: they go on while ``i < n``, where ``i`` is a state that grows by one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from mlcc.ir import Expr, GraphCall, GraphExpr, const_like, maximum, minimum
from mlcc.relax import operator_name

from ..context import Context
from ..value_ranges import elements
from ..values import Dim, Value


@dataclass(frozen=True)
class Trips:
    """At most `most` iterations; exactly `most` if `exact`, and then the conditions are redundant."""

    most: Dim
    exact: bool


@dataclass(frozen=True)
class _Test:
    """A counter that begins at `begin` is below `size`."""

    begin: int
    size: Dim

    def key(self) -> tuple[int, str]:
        return self.begin, self.size.script() if isinstance(self.size, Expr) else str(self.size)


def trips(
    ctx: Context,
    condition: GraphExpr | None,
    go_on: GraphExpr,
    initial: Sequence[Value],
    params: Sequence[Value],
    new: Sequence[Value],
) -> Trips | None:
    """The trip count, from the conditions before the loop and after each iteration; None if they compare no counter.

    `initial`, `params` and `new` are the state before the loop, in an iteration, and after it.
    """
    first = [] if condition is None else [_begins(ctx, part) for part in _conjuncts(ctx, condition)]
    later = [_counts(ctx, part, initial, params, new) for part in _conjuncts(ctx, go_on)]
    tests = [test for test in later if test is not None]
    if not tests:
        return None
    exact = len(tests) == len(later) and {t and t.key() for t in first} == {t.key() for t in tests}
    distinct = {t.key(): t for t in tests}.values()
    if exact and len(distinct) == 1 and tests[0].begin == 0:
        return Trips(tests[0].size, True)  # no dimension is negative
    least = reduce(minimum, [const_like(t.size, "int64") - t.begin for t in distinct])
    return Trips(maximum(least, 0 if exact else 1), exact)


def _call(ctx: Context, value: GraphExpr) -> GraphCall | None:
    """The call that computes a value, reshapes skipped."""
    call = ctx.made.get(_source(ctx, value)) if isinstance(value, GraphExpr) else None
    return call if isinstance(call, GraphCall) and operator_name(call) else None


def _source(ctx: Context, value: GraphExpr) -> GraphExpr:
    """What a value has its numbers from: reshapes are skipped, and casts of integers, for tf2onnx compares floats."""
    while isinstance(call := ctx.made.get(value), GraphCall) and (
        operator_name(call) in ("reshape", "squeeze")
        or (operator_name(call) == "cast" and ctx.dtype(call.args[0]) in ("int32", "int64"))
    ):
        value = call.args[0]
    return value


def _conjuncts(ctx: Context, value: GraphExpr) -> list[GraphExpr]:
    call = _call(ctx, value)
    if call is None or operator_name(call) != "logical_and":
        return [value]
    return [part for arg in call.args for part in _conjuncts(ctx, arg)]


def _compared(ctx: Context, value: GraphExpr) -> tuple[GraphExpr, Dim] | None:
    """A value and the size that it must be below."""
    call = _call(ctx, value)
    if call is None or operator_name(call) not in ("less", "greater"):
        return None
    low, high = call.args if operator_name(call) == "less" else call.args[::-1]
    if ctx.info(high).static_shape() not in ((), (1,)):
        return None
    limit = ctx.number(high)
    if limit is not None and limit.dtype.kind == "f":
        bound = float(limit.reshape(-1)[0])
        return (low, math.ceil(bound)) if math.isfinite(bound) else None  # whole numbers are below it, or not
    (size,) = elements(ctx, _source(ctx, high))
    return None if isinstance(size, tuple) else (low, size)


def _begins(ctx: Context, value: GraphExpr) -> _Test | None:
    comparison = _compared(ctx, value)
    number = None if comparison is None else _whole(ctx, comparison[0])
    return None if comparison is None or number is None else _Test(number, comparison[1])


def _whole(ctx: Context, value: Value) -> int | None:
    """The number that a value of one element is known to be, if it is a whole one."""
    number = ctx.number(value) if isinstance(value, GraphExpr) else None
    if number is None or number.size != 1 or not float(number.reshape(-1)[0]).is_integer():
        return None
    return int(number.reshape(-1)[0])


def _counts(
    ctx: Context, value: GraphExpr, initial: Sequence[Value], params: Sequence[Value], new: Sequence[Value]
) -> _Test | None:
    comparison = _compared(ctx, value)
    call = None if comparison is None else _call(ctx, comparison[0])
    if comparison is None or call is None or operator_name(call) != "add":
        return None
    for before, param, after in zip(initial, params, new, strict=True):
        begin = _whole(ctx, before)
        steps = [_whole(ctx, a) for a in call.args if a is not param]
        if begin is not None and steps == [1] and isinstance(after, GraphExpr) and _call(ctx, after) is call:
            return _Test(begin, comparison[1])
    return None
