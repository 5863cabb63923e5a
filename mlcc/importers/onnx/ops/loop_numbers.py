"""Numbers of iterations as sizes: what an iteration computes from them alone is known when the model is imported.

Loops of TensorFlow and Paddle count in states of their own, and take their rows by what they have counted:

    i [], y:    row = Gather(x, i)    y' = f(y, row)    i' = i + 1      while i < n

The number of iterations that have begun is a dimension inside the body, like one that a model computes: at least 1, and
at most the trip count. `i` is that less one, the row is a slice of `x` that is known to be inside of it, and
what the body computes from `i` to find the row are expressions of sizes, for which nothing runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mlcc.analysis import LARGEST_EXTENT, never_negative
from mlcc.ir import (
    Binding,
    Expr,
    GraphCall,
    GraphExpr,
    TensorStructInfo,
    Var,
    VarBinding,
    as_int,
    const_like,
    maximum,
    walk,
)
from mlcc.relax.operators import fusion_kind

from ..context import Context, shape_arg
from ..values import Dim, Value
from .loop_counters import Counter
from .ragged_rows import Body

#: The most bindings of a body that is converted a second time, with its numbers known.
_MOST_BINDINGS = 400
#: Of a body that only computes elements, as many iterations are one as have so many operators, but no more than that.
_UNROLLED_OPERATORS, _UNROLLED = 24, 8
_BY_ELEMENT = frozenset({"elemwise", "broadcast"})


def worth_numbering(bindings: Sequence[Binding], index: GraphExpr, counters: Mapping[int, Counter]) -> bool:
    """Whether an iteration reads its number, or counts, and is small enough to be converted again."""
    reads = bool(counters) or any(item is index for binding in bindings for item in walk(binding))
    return reads and len(bindings) <= _MOST_BINDINGS


def unrolled(bindings: Sequence[Binding]) -> int:
    """How many iterations are done at once: several where these compute elements of elements, for kernels of several
    iterations read and write the state once."""
    calls = [b.value for b in bindings if isinstance(b, VarBinding) and not _is_about_sizes(b)]
    if not calls or not all(isinstance(call, GraphCall) and fusion_kind(call) in _BY_ELEMENT for call in calls):
        return 1
    return max(1, min(_UNROLLED, _UNROLLED_OPERATORS // len(calls)))


def _is_about_sizes(binding: VarBinding) -> bool:
    """Whether a value is one element: a counter, a condition, a size."""
    info = binding.var.sinfo
    return isinstance(info, TensorStructInfo) and info.static_shape() in ((), (1,))


@dataclass(frozen=True)
class Part:
    """At most `limit` iterations, each of which does the work of `times` of the model, from number `first` on."""

    limit: Dim | GraphExpr | None
    first: Dim
    times: int

    @property
    def most(self) -> Dim:
        """A bound of the iterations, also where only a run knows the limit."""
        return LARGEST_EXTENT if self.limit is None or isinstance(self.limit, GraphExpr) else self.limit


class Numbered:
    """A loop of at most `limit` iterations, which know their numbers. Where it runs exactly so often (`always`), and
    that is a dimension, counters are no states of it."""

    def __init__(
        self, ctx: Context, counters: Mapping[int, Counter], limit: Dim | GraphExpr | None, always: bool
    ) -> None:
        self.ctx, self.counters, self.limit = ctx, counters, limit
        self.trips = None if limit is None or isinstance(limit, GraphExpr) or not always else limit

    def inside(self, state: Sequence[Value]) -> list[Value]:
        """The states of the loop, of those of the model."""
        return [v for n, v in enumerate(state) if self.trips is None or n not in self.counters]

    def after(self, state: Sequence[Value]) -> list[Value]:
        """The states of the model after the loop."""
        if self.trips is None:
            return list(state)
        trips = self.trips
        if isinstance(trips, int):
            return self._all(state, max(trips, 0))
        return self._all(state, trips if never_negative(trips) else maximum(trips, const_like(0, "int64")))

    def parts(self, times: int) -> list[Part]:
        """The loops that it becomes, one after the other, where an iteration does the work of `times` of the model."""
        if self.trips is None or times == 1:
            return [Part(self.limit, 0, 1)]
        return [Part(self.trips // times, 0, times), Part(self.trips % times, self.trips // times * times, 1)]

    def body(self, body: Body, part: Part) -> Body:
        """An iteration of one of its :meth:`parts`."""
        room = self._room(part.most)

        def iteration(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
            begun = self._begun(index, room, part.most)
            if self.trips is None:
                go_on, new, rows = body(self._number(begun - 1), self._counted(state, begun - 1))
                return go_on, self._counted(new, begun), rows
            for turn in range(part.times):
                number = part.first + (begun - 1) * part.times + turn
                _, new, rows = body(self._number(number), self._all(state, number))
                state = self.inside(new)
            return self.ctx.constant(True), state, rows

        return iteration

    def _room(self, most: Dim) -> GraphExpr:
        """A tensor of `most` rows without elements: its prefix has the number of iterations as its dimension."""
        number = as_int(most) if isinstance(most, Expr) else most
        if number is not None:
            return self.ctx.constant(np.zeros((max(number, 0), 0)), "uint8")
        return self.ctx.emit("zeros", shape_arg([most, 0]), dtype="uint8")

    def _begun(self, index: GraphExpr, room: GraphExpr, most: Dim) -> Expr:
        """The number of iterations that have begun, this one included."""
        rows = self.ctx.emit_prefix(room, index, more=1)
        (begun, _) = self.ctx.info(rows).shape or ()
        assert isinstance(begun, Var)
        self.ctx.iterations[begun] = most
        return begun

    def _number(self, done: Dim) -> GraphExpr:
        return self.ctx.symbolic_value(np.array(done, dtype=object))

    def _counted(self, state: Sequence[Value], done: Dim) -> list[Value]:
        """All states where `done` iterations have ended, of which counters are known."""
        return [self._value(self.counters[n], done) if n in self.counters else v for n, v in enumerate(state)]

    def _all(self, others: Sequence[Value], done: Dim) -> list[Value]:
        """The states of the model where `done` iterations have ended."""
        rest = iter(others)
        count = len(others) + len(self.counters)
        return [self._value(self.counters[n], done) if n in self.counters else next(rest) for n in range(count)]

    def _value(self, counter: Counter, done: Dim) -> GraphExpr:
        value = np.full(counter.info.static_shape() or (), counter.begin + counter.step * done, dtype=object)
        return self.ctx.symbolic_value(value, counter.info.dtype)
