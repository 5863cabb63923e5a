"""Loops whose length is known at run time only: one body, the state between two iterations, and rows that are kept.

A state that each iteration makes longer by a piece, and does nothing else with, is kept as rows too: its last value is
the first one and all pieces, joined. So are sequences to which pieces are appended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import onnx

from mlcc.ir import (
    Binding,
    BindingBlock,
    Constant,
    GraphCall,
    GraphExpr,
    GraphLoop,
    GraphTuple,
    GraphVar,
    SeqExpr,
    TensorStructInfo,
    TupleStructInfo,
    Var,
    VarBinding,
    const_like,
    free_vars,
    walk,
)
from mlcc.relax import operator_name
from mlcc.te import distance

from ..context import MOST_MEASURED, Context
from ..protos import onnx_dtype
from ..value_ranges import value_range
from ..values import Dim, OpenSequence, RowSequence, Value
from .loop_counters import trips

#: What a loop does in one iteration: its number and the state to whether to go on, the next state, and rows.
Body = Callable[[GraphExpr, list[Any]], "tuple[Any, list[Any], list[Any]]"]

#: Where there is no largest number of iterations.
UNLIMITED = np.iinfo(np.int64).max


@dataclass
class _Iteration:
    """What one iteration emitted and gives."""

    bindings: list[Binding]
    go_on: Any
    state: list[Any]
    rows: list[Any]


def run_time_loop(
    ctx: Context,
    limit: Dim | GraphExpr | None,
    condition: GraphExpr | None,
    initial: Sequence[Any],
    body: Body,
    row_types: Sequence[TensorStructInfo | None] = (),
    keeps_shapes: bool = False,
) -> tuple[list[Any], list[GraphExpr]]:
    """Emit a loop and give the last state and the stacked rows.

    `limit` is the number of iterations: a dimension, a tensor of one integer, or None; `condition` a tensor of one bool
    or None. Tensors and (growing) sequences may be states, which with `keeps_shapes` have the shapes of the first ones
    by definition: what cannot be proved of that is checked at run time. `row_types` are the types of rows where they
    are declared. Raises I125 where rows are kept and nothing says how many there can be, I127 where the state changes
    its shape.
    """
    known, outside = set(ctx.bounds), len(ctx.sized)
    state: list[Any] = [OpenSequence(v) if isinstance(v, list) else ctx.materialized(v) for v in initial]
    index = GraphVar("i", TensorStructInfo((), "int64"))
    params, growing, made = _traced(ctx, index, state, body, keeps_shapes)
    inner = set(ctx.bounds) - known
    kept = [n for n, v in enumerate(state) if n in growing or isinstance(v, OpenSequence)]
    steady = [n for n in range(len(state)) if n not in kept]
    with ctx.branch() as more:
        pieces = [_settled(ctx, *_piece_of(ctx, made, state, growing, n), inner) for n in kept]
        pieces += [_settled(ctx, v, t, inner) for v, t in zip_longest(made.rows, row_types[: len(made.rows)])]
        after = [_settled(ctx, made.state[n], ctx.info(params[n]), inner, keeps_shapes) for n in steady]
        go_on, *fields = (ctx.materialized(v) for v in (ctx.reshape(made.go_on, []), *after, *pieces))
    told = trips(ctx, condition, made.go_on, state, params, made.state) if limit is None else None
    if told is not None:
        limit = told.most
        condition, go_on = (None, ctx.constant(True)) if told.exact else (condition, go_on)
    most = _bounded(ctx, limit) if pieces else 0
    limit = most if pieces else limit
    counted = _always(condition) and isinstance(go_on, Constant) and bool(go_on.data)
    loop = GraphLoop(
        _limit(ctx, limit),
        Constant(np.array(True)) if condition is None else ctx.materialized(ctx.reshape(condition, [])),
        _tuple([state[n] for n in steady]),
        (index, *(params[n] for n in steady)),
        SeqExpr((BindingBlock((*made.bindings, *more)),), _tuple([go_on, *fields])),
        const_like(most, "int64"),
    )
    del ctx.sized[outside:]  # what the body counts is unknown after it
    results = ctx.emit_loop(loop)
    last, stacks, number = results[: len(steady)], results[len(steady) : -1], results[-1]
    if not counted and stacks:
        first = ctx.emit_prefix(stacks[0], number)
        stacks = [first, *(ctx.emit_prefix(s, number, first) for s in stacks[1:])]
    final: list[Any] = [None] * len(state)
    for n, value in zip(steady, last, strict=True):
        final[n] = value
    for n, stack in zip(kept, stacks, strict=False):
        final[n] = _grown(ctx, state[n], stack, growing[n]) if n in growing else _sequence(ctx, state[n], stack)
    return final, stacks[len(kept) :]


def _tuple(fields: Sequence[GraphExpr]) -> GraphTuple:
    infos = tuple(f.sinfo for f in fields)
    return GraphTuple(tuple(fields), TupleStructInfo(infos))  # type: ignore[arg-type]


def _always(condition: GraphExpr | None) -> bool:
    return condition is None or (isinstance(condition, Constant) and bool(condition.data.reshape(-1)[0]))


def _limit(ctx: Context, limit: Dim | GraphExpr | None) -> GraphExpr:
    if limit is None:
        return Constant(np.array(UNLIMITED))
    if isinstance(limit, GraphExpr):
        return ctx.materialized(ctx.reshape(ctx.cast(limit, "int64"), []))
    return ctx.materialized(ctx.symbolic_value(np.array(limit, dtype=object)))


def _bounded(ctx: Context, limit: Dim | GraphExpr | None) -> Dim:
    """How many rows there can be. Raises I125 where nothing says it."""
    if isinstance(limit, GraphExpr):
        count = ctx.emit("maximum", ctx.cast(limit, "int64"), ctx.constant(0, "int64"))
        if value_range(ctx, count)[1] <= MOST_MEASURED:
            return ctx.dims_of(count, "M")[0]
    elif limit is not None:
        return limit
    raise ctx.error(
        "I125", "the loop keeps a value of each iteration, and nothing says how many there can be",
        help="give the loop a largest trip count",
    )  # fmt: skip


# ---------------------------------------------------------------- the body
def _traced(
    ctx: Context, index: GraphVar, state: list[Any], body: Body, keeps_shapes: bool
) -> tuple[list[Any], dict[int, int], _Iteration]:
    """The body for parameters of the state's types; a dimension that grows is a symbol of its own in a second trial.

    Second: by state that grows, the axis along which it does."""
    growing: dict[int, int] = {}
    while True:
        known = set(ctx.bounds)
        params: list[Any] = [
            OpenSequence(v.items) if isinstance(v, OpenSequence) else _parameter(ctx, v, growing.get(n))
            for n, v in enumerate(state)
        ]
        with ctx.branch() as bindings:
            made = _Iteration(bindings, *body(index, list(params)))
        inner = set(ctx.bounds) - known
        pairs = enumerate(zip(params, made.state, strict=True))
        axes = {n: _axis(ctx, p, v, inner, keeps_shapes) for n, (p, v) in pairs if n not in growing}
        found = {n: axis for n, axis in axes.items() if axis is not None}
        if not found:
            break
        growing.update(found)
    for n, axis in growing.items():
        made.state[n] = _piece(ctx, params[n], made, n, axis)
    return params, growing, made


def _parameter(ctx: Context, value: GraphExpr, growing: int | None) -> GraphVar:
    info = ctx.info(value)
    dims = list(info.shape or ())
    if growing is not None:
        dims[growing] = Var("rows", "int64")
    return GraphVar("state", TensorStructInfo(tuple(dims), info.dtype))


def _axis(ctx: Context, param: Value, value: Value, inner: set[Var], keeps_shapes: bool) -> int | None:
    """The axis along which the next state is longer. Raises I127 where it differs in more, or may not differ."""
    if isinstance(param, OpenSequence):
        return None
    have, want = ctx.info(value), ctx.info(param)
    if have.dtype != want.dtype or len(have.shape or ()) != len(want.shape or ()):
        raise _changes(ctx, param, value)
    pairs = enumerate(zip(have.shape or (), want.shape or (), strict=True))
    axes = [k for k, (a, b) in pairs if a.script() != b.script() and not inner & set(free_vars(a))]
    if keeps_shapes and all(distance((have.shape or ())[k], (want.shape or ())[k]) is None for k in axes):
        return None
    if len(axes) > 1:
        raise _changes(ctx, param, value)
    return axes[0] if axes else None


def _changes(ctx: Context, param: Value, value: Value) -> Exception:
    types = [ctx.info(v).script() for v in (param, value)]
    return ctx.error(
        "I127", f"the state of a loop counted at run time changes from {types[0]} to {types[1]}",
        help="give the state its final shape before the loop, or the loop a trip count that is known",
    )  # fmt: skip


def _piece(ctx: Context, param: GraphVar, made: _Iteration, number: int, axis: int) -> GraphExpr:
    """What is appended to the state. Raises I127 where more is done with the state than appending to it."""
    value = made.state[number]
    call = ctx.made.get(value)
    joins = isinstance(call, GraphCall) and operator_name(call) == "concatenate"
    parts = call.args[0].fields if isinstance(call, GraphCall) and isinstance(call.args[0], GraphTuple) else ()
    along = call.attrs.get("axis") if isinstance(call, GraphCall) else None
    uses = sum(item is param for b in made.bindings for item in walk(b) if b.var is not value)
    others = [v for n, v in enumerate((made.go_on, *made.state, *made.rows)) if n != number + 1]
    if not joins or parts[0] is not param or along != axis or uses or any(v is param for v in others):
        raise _changes(ctx, param, value)
    made.bindings[:] = [b for b in made.bindings if not isinstance(b, VarBinding) or b.var is not value]
    if len(parts) == 2:
        return parts[1]
    with ctx.branch() as more:
        piece = ctx.emit("concatenate", list(parts[1:]), axis=axis)
    made.bindings.extend(more)
    return piece


def _piece_of(
    ctx: Context, made: _Iteration, state: list[Any], growing: dict[int, int], n: int
) -> tuple[Any, TensorStructInfo | None]:
    """What is kept of a state, and its type where that is known. Raises I127 where that is not one value."""
    value, before = made.state[n], state[n]
    if n in growing:
        dims = list(ctx.info(before).shape or ())
        dims[growing[n]] = const_like(ctx.shape(value)[growing[n]], "int64")
        return value, TensorStructInfo(tuple(dims), ctx.dtype(value))
    if not isinstance(value, OpenSequence) or len(value.appended) != 1:
        raise ctx.error("I127", "the sequence of a loop counted at run time does not grow by one value per iteration")
    return value.appended[0], ctx.info(before.items[0]) if before.items else None


def _settled(ctx: Context, value: Any, want: TensorStructInfo | None, inner: set[Var], exactly: bool = False) -> Any:
    """A value whose dimensions are known outside of the body: those counted inside, or with `exactly` all, must turn
    out to be what `want` says. Raises I127 where nothing says it."""
    have = ctx.info(value)
    if exactly and want is not None and have.script() != want.script():
        return ctx.builder.match_cast(ctx.materialized(value), want)
    if not inner & {v for d in have.shape or () for v in free_vars(d)}:
        return value
    if want is None or inner & {v for d in want.shape or () for v in free_vars(d)}:
        raise ctx.error(
            "I127", f"the loop keeps {have.script()}, whose size each iteration computes anew",
            help="pad it to a fixed size inside the loop, or declare the shape of the body's output",
        )  # fmt: skip
    return ctx.builder.match_cast(ctx.materialized(value), want)


# ---------------------------------------------------------------- results
def _grown(ctx: Context, initial: GraphExpr, stack: GraphExpr, axis: int) -> GraphExpr:
    """The first value of a state and all pieces, joined along the axis."""
    pieces = joined(ctx, stack, axis)
    return pieces if ctx.shape(initial)[axis] == 0 else ctx.emit("concatenate", [initial, pieces], axis=axis)


def joined(ctx: Context, stack: GraphExpr, axis: int, new_axis: bool = False) -> GraphExpr:
    """The rows joined along one of their axes, or along a new one."""
    moved = placed(ctx, stack, axis, 0)
    dims = list(ctx.shape(moved))
    return moved if new_axis else ctx.reshape(moved, [*dims[:axis], dims[axis] * dims[axis + 1], *dims[axis + 2 :]])


def _sequence(ctx: Context, initial: OpenSequence, stack: GraphExpr) -> RowSequence:
    """The values of a sequence before the loop, and those of all iterations, one per row."""
    if not initial.items:
        return RowSequence(stack)
    first = [ctx.reshape(v, [1, *ctx.shape(v)]) for v in initial.items]
    return RowSequence(ctx.emit("concatenate", [*first, stack], axis=0))


def placed(ctx: Context, stack: GraphExpr, axis: int, reverse: int) -> GraphExpr:
    """Stacked rows with their first axis at another place, in the same or in the opposite order."""
    rank = ctx.rank(stack)
    axis = ctx.axis(axis, rank)
    if reverse:
        stack = ctx.emit("flip", stack, axis=0)
    order = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    return stack if axis == 0 else ctx.emit("transpose", stack, axes=order)


def declared_type(item: onnx.ValueInfoProto) -> TensorStructInfo | None:
    """The type of a body's output where it is declared in full."""
    kind = item.type.tensor_type
    if not item.type.HasField("tensor_type") or not kind.HasField("shape"):
        return None
    dims = [d.dim_value if d.HasField("dim_value") else None for d in kind.shape.dim]
    if any(d is None for d in dims):
        return None
    return TensorStructInfo(tuple(dims), onnx_dtype(kind.elem_type, f"output `{item.name}`"))  # type: ignore[arg-type]
