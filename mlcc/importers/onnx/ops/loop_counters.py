"""Trip counts of loops whose condition compares counters with sizes, as in loops over the rows of a tensor.

TensorFlow's loops have no trip count: they go on while ``i < n``, where ``i`` is a state that grows by one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from mlcc.ir import Expr, GraphCall, GraphExpr, TensorStructInfo, const_like, maximum, minimum
from mlcc.relax import operator_name

from ..context import Context
from ..value_ranges import elements
from ..values import Dim, Value

#: The types in which counters are taken for whole numbers without end.
_COUNTING = ("int32", "int64", "float32", "float64")


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


@dataclass(frozen=True)
class Counter:
    """A state that is ``begin + step * i`` in iteration `i`, an integer of the type `info`."""

    begin: int
    step: int
    info: TensorStructInfo


@dataclass(frozen=True)
class State:
    """The state of a loop: before the loop, in an iteration, and after it; `index` is the number of the iteration."""

    initial: Sequence[Value]
    params: Sequence[Value]
    new: Sequence[Value]
    index: GraphExpr


def trips(ctx: Context, condition: GraphExpr | None, go_on: GraphExpr, state: State) -> Trips | None:
    """The trip count, from the conditions before the loop and after each iteration; None if they compare no counter."""
    first = [] if condition is None else [_begins(ctx, part) for part in _conjuncts(ctx, condition)]
    later = [_counts(ctx, part, state) for part in _conjuncts(ctx, go_on)]
    found = [test for test in later if test is not None]
    if not found:
        return None
    tests = _strictest(found)
    exact = len(found) == len(later) and {t and t.key() for t in first} == {t.key() for t in tests}
    if exact and len(tests) == 1 and tests[0].begin == 0:
        return Trips(tests[0].size, True)  # no dimension is negative
    least = reduce(minimum, [const_like(t.size, "int64") - t.begin for t in tests])
    return Trips(maximum(least, 0 if exact else 1), exact)


def counters(ctx: Context, state: State) -> dict[int, Counter]:
    """The states that count iterations, by number: integers, to which each iteration adds a number."""
    found: dict[int, Counter] = {}
    for n, (before, param, after) in enumerate(zip(state.initial, state.params, state.new, strict=True)):
        if not isinstance(param, GraphExpr) or not isinstance(after, GraphExpr):
            continue
        info = ctx.info(param)
        if info.dtype in ("int32", "int64") and info.static_shape() in ((), (1,)):
            begin, step = _whole(ctx, before), _added(ctx, after, param)
            if begin is not None and step is not None:
                found[n] = Counter(begin, step, info)
    return found


def _strictest(tests: Sequence[_Test]) -> list[_Test]:
    """Of the tests against one size, that of the counter that is ahead of the others: where it holds, they do."""
    ahead: dict[str, _Test] = {}
    for test in tests:
        _, size = test.key()
        ahead[size] = max(ahead.get(size, test), test, key=lambda t: t.begin)
    return [*ahead.values()]


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


def _counts(ctx: Context, value: GraphExpr, state: State) -> _Test | None:
    """The counter that a condition after an iteration compares with a size."""
    comparison = _compared(ctx, value)
    if comparison is None:
        return None
    low, size = comparison
    if _added(ctx, low, state.index) == 0:
        return _Test(-1, size)  # the number of the iteration that ends is one less than that of those that have ended
    for before, param, after in zip(state.initial, state.params, state.new, strict=True):
        begin = _whole(ctx, before)
        steps = [_added(ctx, v, param) if isinstance(v, GraphExpr) else None for v in (low, after)]
        if begin is not None and steps == [1, 1]:
            return _Test(begin, size)
    return None


def _added(ctx: Context, value: GraphExpr, param: Value) -> int | None:
    """The whole number that is added to a parameter, in any type that counts far; None where a value is no such sum."""
    if value is param:
        return 0
    call = ctx.made.get(value)
    if not isinstance(call, GraphCall):
        return None
    name = operator_name(call)
    if name in ("reshape", "squeeze", "identity") or (name == "cast" and ctx.dtype(value) in _COUNTING):
        return _added(ctx, call.args[0], param)
    if name not in ("add", "multiply") or len(call.args) != 2:
        return None
    for arg, other in (call.args, call.args[::-1]):
        number, before = _whole(ctx, other), _added(ctx, arg, param)
        if number is not None and before is not None and (name == "add" or number == 1):
            return before + (number if name == "add" else 0)
    return None
