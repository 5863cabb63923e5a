"""Rows of a loop whose size each iteration computes from its data, such as the boxes that suppression leaves.

A stack has rows of one shape. So each row is kept in memory for the largest size that it can have, with its own size
next to it, and the stack is cut to that size after the loop. Sizes that differ end the run: there is no such stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlcc.ir import Expr, GraphExpr, TensorStructInfo, Var, all_roots
from mlcc.relax.run_time_dims import is_open
from mlcc.relax.size_bounds import upper_bound

from ..context import Context, shape_arg
from ..values import Value

#: One iteration: (index, state) -> (condition to continue, next state, rows).
Body = Callable[[GraphExpr, list[Value]], tuple[GraphExpr, list[Value], list[Value]]]


class RaggedRows:
    """The iterations of a loop, and what its rows are after it; `types` are the declared ones."""

    def __init__(self, ctx: Context, iteration: Body, types: Sequence[TensorStructInfo | None]) -> None:
        self.ctx, self.iteration, self.types = ctx, iteration, types
        self.axes: list[int | None] = []

    def body(self, index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        """An iteration with padded rows, and their sizes as further rows."""
        ctx, known = self.ctx, set(self.ctx.computed)
        go_on, after, rows = self.iteration(index, state)
        inner = set(ctx.computed) - known
        self.axes, kept, sizes = [], [], []
        for n, row in enumerate(rows):
            found = self._ragged(row, self.types[n] if n < len(self.types) else None, inner)
            self.axes.append(None if found is None else found[0])
            if found is not None:
                axis, most = found
                row = self._moved(ctx.tensor(row), 0, axis)
                sizes.append(ctx.scalar_of(ctx.shape(row)[0]))
                row = ctx.emit("extend_rows", row, shape_arg([most]))
            kept.append(row)
        return go_on, after, [*kept, *sizes]

    def cut(self, stacks: Sequence[GraphExpr]) -> list[GraphExpr]:
        """The stacked rows, from those of padded ones and of sizes."""
        sizes = iter(stacks[len(self.axes) :])
        pairs = zip(stacks, self.axes, strict=False)
        return [v if axis is None else self._cut(v, next(sizes), axis) for v, axis in pairs]

    def _ragged(self, row: Value, declared: TensorStructInfo | None, inner: set[Var]) -> tuple[int, Expr] | None:
        """The axis along which a row has a size of the iteration, and the largest one; None where there is no bound."""
        ctx = self.ctx
        if not isinstance(row, GraphExpr) or row in ctx.pools or declared is not None:
            return None
        dims = ctx.info(row).shape or ()
        axes = [n for n, dim in enumerate(dims) if inner & set(all_roots(dim))]
        if len(axes) != 1:
            return None
        most = upper_bound(dims[axes[0]], ctx.bounds)
        return None if is_open(most) or inner & set(all_roots(most)) else (axes[0], most)

    def _cut(self, stack: GraphExpr, sizes: GraphExpr, axis: int) -> GraphExpr:
        ctx = self.ctx
        largest = ctx.emit("max", ctx.emit("concatenate", [sizes, ctx.constant([0], "int64")], axis=0), axis=[0])
        smaller = ctx.emit("subtract", largest, sizes)
        unequal = ctx.emit("sum", smaller, axis=[0])
        ctx.emit_assert(
            ctx.emit("equal", unequal, ctx.constant(0, "int64")),
            f"{ctx.where}: the iterations give rows of different sizes, of which there is no stack",
        )
        return self._moved(ctx.emit_prefix(self._moved(stack, 0, 1), largest), axis + 1, 0)

    def _moved(self, value: GraphExpr, to: int, source: int) -> GraphExpr:
        """A value with its axis `source` at `to`."""
        order = [n for n in range(self.ctx.rank(value)) if n != source]
        order.insert(to, source)
        return value if order == sorted(order) else self.ctx.emit("transpose", value, axes=order)
