"""States of a loop that each iteration makes longer, and reads: kept in memory for their largest size.

    tokens [n, 1]:  next = f(tokens)    tokens' = Concat(tokens, next, axis=1)    while i < 8 and not all(done)

is a state [9, n] of which the first rows, as many as a counter says, are the tokens.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, GraphExpr, Var, all_roots, maximum

from ..context import Context, shape_arg
from ..values import Dim, Value
from .loop_counters import State, trips
from .ragged_rows import Body


class GrowingState(MlccError):
    """I127: each iteration makes a state longer by `growth` along an axis, and reads it."""

    def __init__(self, error: MlccError, number: int, axis: int, growth: Expr) -> None:
        super().__init__(error.code, error.message)
        self.diagnostics = error.diagnostics
        self.number, self.axis, self.growth = number, axis, growth
        #: Of the trial: the condition after an iteration, its parameters, the state after it, and the iteration number.
        self.trial: tuple[GraphExpr, Sequence[Value], Sequence[Value], GraphExpr] | None = None
        self.inner: set[Var] = set()  # dimensions that the trial defined


def most_trips(ctx: Context, condition: GraphExpr | None, initial: Sequence[Value], grows: GrowingState) -> Dim | None:
    """The largest trip count of a loop without one, if its condition compares a counter with a size before it."""
    if grows.trial is None:
        return None
    go_on, params, new, index = grows.trial
    found = trips(ctx, condition, go_on, State(initial, params, new, index))
    most = None if found is None else found.most
    return None if isinstance(most, Expr) and grows.inner & set(all_roots(most)) else most


class Room:
    """A state of a loop in memory for its largest size: a tensor whose first `rows` rows are the state.

    Each iteration takes these rows, and pads what it makes of them; how many there are is a state of its own, the last.
    """

    def __init__(self, ctx: Context, start: GraphExpr, grows: GrowingState, trips: Dim) -> None:
        self.ctx, self.start, self.number, self.axis = ctx, start, grows.number, grows.axis
        self.most = ctx.shape(start)[grows.axis] + trips * maximum(grows.growth, 0)

    def padded(self, value: Value) -> list[GraphExpr]:
        """A state as a padded tensor, and its number of rows."""
        moved = placed(self.ctx, self.ctx.tensor(value), self.axis, 0, back=True)
        whole = self.ctx.emit("extend_rows", moved, shape_arg([self.most]))
        return [whole, self.ctx.scalar_of(self.ctx.shape(moved)[0])]

    def taken(self, state: Sequence[Value]) -> list[Value]:
        """The state of the loop as the model has it."""
        whole, count = (self.ctx.tensor(state[n]) for n in (self.number, -1))
        value = placed(self.ctx, self.ctx.emit_prefix(whole, count), self.axis, 0)
        return [*state[: self.number], value, *state[self.number + 1 : -1]]

    def inside(self, state: Sequence[Value]) -> list[Value]:
        """The state of the model as the loop has it."""
        whole, count = self.padded(state[self.number])
        return [*state[: self.number], whole, *state[self.number + 1 :], count]

    def body(self, body: Body) -> Body:
        """An iteration on the state of the loop."""

        def iteration(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
            go_on, after, rows = body(index, self.taken(state))
            return go_on, self.inside(after), rows

        return iteration


def placed(ctx: Context, stack: GraphExpr, axis: int, reverse: int, back: bool = False) -> GraphExpr:
    """Stacked rows, reversed if `reverse`, with their first axis moved to `axis`, or (`back`) `axis` to the first."""
    rank = ctx.rank(stack)
    axis = ctx.axis(axis, rank)
    if reverse:
        stack = ctx.emit("flip", stack, axis=0)
    order = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    if back:
        order = [axis, *range(axis), *range(axis + 1, rank)]
    return stack if axis == 0 else ctx.emit("transpose", stack, axes=order)
