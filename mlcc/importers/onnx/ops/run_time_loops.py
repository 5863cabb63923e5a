"""Loops whose trip count is known only at run time, as a GraphLoop: one body, a state of fixed types, stacked rows.

A state to which each iteration only appends (and that the body does not read) has no fixed shape. The values it appends
are stacked as rows instead, and its final value is the initial one, concatenated with all rows. For example

    state: out [0, 4], x [4]             out' = Concat(out, reshape(x, [1, 4])), x' = f(x)

becomes a loop with the state x and one row [1, 4] per iteration; after it, out is the stack [count, 1, 4], reshaped to
[count, 4]. Sequences to which one value is appended per iteration are treated in the same way.

A decoder reads what it has appended: its state, which each iteration makes longer by a fixed number of rows, is kept in
memory for its largest size, of which the first rows are the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
import onnx

from mlcc.analysis import simplify
from mlcc.diagnostics import MlccError
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
    all_roots,
    const_like,
    minimum,
    walk,
)
from mlcc.relax import operator_name
from mlcc.te import distance

from ..context import Context
from ..protos import onnx_dtype
from ..strings import is_string, noted
from ..values import Dim, OpenSequence, RowSequence, Value
from .growing_states import GrowingState, Room, most_trips, placed
from .loop_counters import State, counters, trips
from .loop_numbers import Numbered, Part, unrolled, worth_numbering
from .placeholders import begins, placeholders, retyped
from .ragged_rows import Body, RaggedRows

#: A state of the loop while it is emitted.
_State = GraphExpr | OpenSequence

#: The trip count of a loop without an upper bound.
UNLIMITED = np.iinfo(np.int64).max


@dataclass
class _Iteration:
    """The bindings that one iteration emits, and its results."""

    bindings: list[Binding]
    go_on: GraphExpr
    state: list[Value]
    rows: list[Value]


def run_time_loop(
    ctx: Context,
    limit: Dim | GraphExpr | None,
    condition: GraphExpr | None,
    initial: Sequence[Value],
    body: Body,
    row_types: Sequence[TensorStructInfo | None] = (),
    keeps_shapes: bool = False,
) -> tuple[list[Value], list[GraphExpr]]:
    """Emit a loop; returns the final state and the stacked rows (axis 0 is the iteration).

    As :func:`steady_loop`, where a state may also be longer after each iteration, by a fixed number of rows; strings
    may be a state that iterations move, and rows, and each iteration may compute the sizes of its rows. Where nothing
    bounds the number of rows, the loop runs twice: first without them, to count.
    """
    pools = {n: ctx.pools[v] for n, v in enumerate(initial) if isinstance(v, GraphExpr) and is_string(ctx, v)}
    strings = _Pools(ctx, body, pools)
    ragged = RaggedRows(ctx, strings.body, row_types)
    start, outside = strings.numbers(initial), len(ctx.sized)
    try:
        state, rows = _numbers_loop(ctx, limit, condition, start, ragged.body, row_types, keeps_shapes)
    except MlccError as error:
        if limit is not None or error.code != "I125":
            raise
        del ctx.sized[outside:]
        count = _iterations(ctx, condition, start, strings.body)
        state, rows = _numbers_loop(ctx, count, condition, start, ragged.body, row_types, keeps_shapes)
    return strings.texts(state), strings.row_texts(ragged.cut(rows))


def _iterations(ctx: Context, condition: GraphExpr | None, initial: Sequence[Value], body: Body) -> GraphExpr:
    """How often a loop runs that its condition alone ends: by running it. Raises as :func:`steady_loop`."""

    def counting(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        go_on, after, _ = body(index, state[:-1])
        return go_on, [*after, ctx.emit("add", index, ctx.constant(1, "int64"))], []

    state, _ = _numbers_loop(ctx, None, condition, [*initial, ctx.constant(0, "int64")], counting, (), False)
    return ctx.tensor(state[-1])


class _Pools:
    """Strings in the state of a loop: numbers of rows of the pools that they have before it."""

    def __init__(self, ctx: Context, iteration: Body, pools: Mapping[int, GraphExpr]) -> None:
        self.ctx, self.iteration, self.pools = ctx, iteration, pools
        self.row_pools: list[GraphExpr | None] = []

    def numbers(self, state: Sequence[Value]) -> list[Value]:
        """A state with numbers in the place of strings."""
        return [self._number(v, self.pools[n]) if n in self.pools else self._plain(v) for n, v in enumerate(state)]

    def texts(self, state: Sequence[Value]) -> list[Value]:
        """A state with its strings again."""
        ctx, pools = self.ctx, self.pools
        return [
            noted(ctx, ctx.call("identity", ctx.tensor(v)), pools[n]) if n in pools else v for n, v in enumerate(state)
        ]

    def body(self, index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        """An iteration on the numbers."""
        go_on, after, rows = self.iteration(index, self.texts(state))
        known = set(self.pools.values())
        pools = [self.ctx.pools.get(v) if isinstance(v, GraphExpr) else None for v in rows]
        self.row_pools = [pool if pool in known else None for pool in pools]
        plain = [
            self._plain(v) if pool is None else self._number(v, pool)
            for v, pool in zip(rows, self.row_pools, strict=True)
        ]
        return go_on, self.numbers(after), plain

    def row_texts(self, rows: Sequence[GraphExpr]) -> list[GraphExpr]:
        """The stacked rows with their strings again."""
        pairs = zip(rows, self.row_pools, strict=True)
        return [v if pool is None else noted(self.ctx, self.ctx.call("identity", v), pool) for v, pool in pairs]

    def _number(self, value: Value, pool: GraphExpr) -> Value:
        if not isinstance(value, GraphExpr) or self.ctx.pools.get(value) is not pool:
            raise self._other_strings()
        return self.ctx.call("identity", value)

    def _plain(self, value: Value) -> Value:
        if is_string(self.ctx, value):
            raise self._other_strings()
        return value

    def _other_strings(self) -> MlccError:
        return self.ctx.error(
            "I127", "a loop counted at run time gives other strings than those that its state has before it",
            help="give the loop a trip count that is known",
        )  # fmt: skip


def _numbers_loop(
    ctx: Context,
    limit: Dim | GraphExpr | None,
    condition: GraphExpr | None,
    initial: Sequence[Value],
    body: Body,
    row_types: Sequence[TensorStructInfo | None],
    keeps_shapes: bool,
) -> tuple[list[Value], list[GraphExpr]]:
    outside = len(ctx.sized)
    try:
        return steady_loop(ctx, limit, condition, initial, body, row_types, keeps_shapes)
    except GrowingState as grows:
        limit = most_trips(ctx, condition, initial, grows) if limit is None else limit
        if limit is None:
            raise
        del ctx.sized[outside:]  # what the trial counted in the body is not defined
        most = _bounded(ctx, limit)
        room = Room(ctx, ctx.tensor(initial[grows.number]), grows, most)
        state, rows = _numbers_loop(
            ctx, most, condition, room.inside(initial), room.body(body), row_types, keeps_shapes
        )
        return room.taken(state), rows


def steady_loop(
    ctx: Context,
    limit: Dim | GraphExpr | None,
    condition: GraphExpr | None,
    initial: Sequence[Value],
    body: Body,
    row_types: Sequence[TensorStructInfo | None] = (),
    keeps_shapes: bool = False,
    numbered: bool = False,
) -> tuple[list[Value], list[GraphExpr]]:
    """Emit a loop; returns the final state and the stacked rows (axis 0 is the iteration).

    limit: the maximal number of iterations: a dimension, a tensor of one integer, or None.
    condition: a tensor of one bool, or None for true.
    initial: the initial state: tensors and sequences.
    row_types: the declared types of the rows, None where not declared.
    keeps_shapes: the state keeps the shapes of `initial` by definition; what cannot be proved is checked at run time.
    numbered: iterations need not know their numbers, or know them already.

    Raises I125 if rows are stacked and their number has no upper bound, I127 if the state changes its shape.
    """
    outer_bounds, outside = set(ctx.computed), len(ctx.sized)
    state: list[_State] = [OpenSequence(v) if isinstance(v, list) else ctx.materialized(ctx.tensor(v)) for v in initial]
    index = GraphVar("i", TensorStructInfo((), "int64"))
    params, growing, trace = _traced(ctx, index, state, body, keeps_shapes, begins(ctx, limit, condition))
    traced = State(state, params, trace.state, index)
    limit, condition = _counted(ctx, limit, condition, trace, traced)
    if not numbered and worth_numbering(trace.bindings, index, known := counters(ctx, traced)):
        numbers = Numbered(ctx, known, limit, _always(condition) and _always(trace.go_on))
        plain = not growing and not trace.rows and not any(isinstance(v, OpenSequence) for v in state)
        parts = numbers.parts(unrolled(trace.bindings) if plain else 1)
        del ctx.sized[outside:]  # what the trial counted in the body is not defined
        return _in_parts(ctx, numbers, parts, condition, initial, body, row_types, keeps_shapes)
    inner = set(ctx.computed) - outer_bounds
    kept = [n for n, v in enumerate(state) if n in growing or isinstance(v, OpenSequence)]
    steady = [n for n in range(len(state)) if n not in kept]
    with ctx.branch() as more:
        appended = [_settled(ctx, *_appended_of(ctx, trace, state, growing, n), inner) for n in kept]
        typed = zip_longest(trace.rows, row_types[: len(trace.rows)])
        appended += [_settled(ctx, ctx.tensor(v), info, inner) for v, info in typed]
        after = [_settled(ctx, ctx.tensor(trace.state[n]), ctx.info(params[n]), inner, keeps_shapes) for n in steady]
        go_on, *fields = (ctx.materialized(v) for v in (ctx.reshape(trace.go_on, []), *after, *appended))
    most = _bounded(ctx, limit) if appended else 0
    limit = most if appended else limit
    counted = _always(condition) and isinstance(go_on, Constant) and bool(go_on.data)
    loop = GraphLoop(
        _limit(ctx, limit),
        Constant(np.array(True)) if condition is None else ctx.materialized(ctx.reshape(condition, [])),
        _tuple([v for v in (state[n] for n in steady) if isinstance(v, GraphExpr)]),
        (index, *(p for p in (params[n] for n in steady) if isinstance(p, GraphVar))),
        SeqExpr((BindingBlock((*trace.bindings, *more)),), _tuple([go_on, *fields])),
        const_like(most, "int64"),
    )
    del ctx.sized[outside:]  # dimensions counted in the body are not defined after it
    results = ctx.emit_loop(loop)
    last, stacks = results[: len(steady)], results[len(steady) : -1]
    stacks = stacks if counted else _ended(ctx, stacks, results[-1])
    final: dict[int, Value] = dict(zip(steady, last, strict=True))
    final |= {n: _appended_to(ctx, state[n], stack, growing.get(n, 0)) for n, stack in zip(kept, stacks, strict=False)}
    return [final[n] for n in range(len(state))], stacks[len(kept) :]


def _ended(ctx: Context, stacks: Sequence[GraphExpr], count: GraphExpr) -> list[GraphExpr]:
    """The rows of a loop that may end early: a prefix of the memory planned for the largest trip count."""
    prefixes: list[GraphExpr] = []
    for stack in stacks:
        prefixes.append(ctx.emit_prefix(stack, count, prefixes[0] if prefixes else None))
    return prefixes


def _counted(
    ctx: Context, limit: Dim | GraphExpr | None, condition: GraphExpr | None, trace: _Iteration, traced: State
) -> tuple[Dim | GraphExpr | None, GraphExpr | None]:
    """The limit, and the condition before the loop: none, and none after an iteration, where a trip count says both."""
    bound = trips(ctx, condition, trace.go_on, traced)
    if bound is not None and bound.exact and not isinstance(limit, GraphExpr):
        trace.go_on = ctx.constant(True)
        return bound.most if limit is None else _least(limit, bound.most), None
    return bound.most if bound is not None and limit is None else limit, condition


def _in_parts(
    ctx: Context, numbers: Numbered, parts: Sequence[Part], condition: GraphExpr | None, initial: Sequence[Value],
    body: Body, row_types: Sequence[TensorStructInfo | None], keeps_shapes: bool,
) -> tuple[list[Value], list[GraphExpr]]:  # fmt: skip
    """A loop as :func:`steady_loop`, whose iterations know their numbers, as one loop or several; if there is no such
    form, one whose iterations do not know them."""
    outside = len(ctx.sized)
    rest = (row_types, keeps_shapes, True)
    try:
        state, rows = numbers.inside(initial), list[GraphExpr]()
        for part in parts:
            state, rows = steady_loop(ctx, part.limit, condition, state, numbers.body(body, part), *rest)
        return numbers.after(state), rows
    except MlccError:
        del ctx.sized[outside:]
        return steady_loop(ctx, numbers.limit, condition, initial, body, *rest)


def _least(one: Dim, other: Dim) -> Dim:
    return simplify(minimum(const_like(one, "int64"), const_like(other, "int64")))


def _tuple(fields: Sequence[GraphExpr]) -> GraphTuple:
    return GraphTuple(tuple(fields), TupleStructInfo(tuple(f.sinfo for f in fields)))  # type: ignore[misc]


def _always(condition: GraphExpr | None) -> bool:
    return condition is None or (isinstance(condition, Constant) and bool(condition.data.reshape(-1)[0]))


def _limit(ctx: Context, limit: Dim | GraphExpr | None) -> GraphExpr:
    if limit is None:
        return Constant(np.array(UNLIMITED))
    if isinstance(limit, GraphExpr):
        return ctx.materialized(ctx.reshape(ctx.cast(limit, "int64"), []))
    return ctx.materialized(ctx.symbolic_value(np.array(limit, dtype=object)))


def _bounded(ctx: Context, limit: Dim | GraphExpr | None) -> Dim:
    """An upper bound of the number of rows. Raises I125 if there is none."""
    if isinstance(limit, GraphExpr):
        count = ctx.emit("maximum", ctx.cast(limit, "int64"), ctx.constant(0, "int64"))
        return ctx.dims_of(count, "M")[0]
    if limit is not None:
        return limit
    raise ctx.error(
        "I125", "the loop keeps a value of each iteration, and nothing says how many there can be",
        help="give the loop a largest trip count",
    )  # fmt: skip


# ---------------------------------------------------------------- the body
def _traced(
    ctx: Context, index: GraphVar, state: list[_State], body: Body, keeps_shapes: bool, certain: bool
) -> tuple[list[GraphVar | OpenSequence], dict[int, int], _Iteration]:
    """Trace the body: (its parameters, {number of a growing state: the axis along which it grows}, the iteration).

    The first trial takes parameters of the initial state's types. If a state turns out to grow along an axis, that
    dimension becomes a fresh symbol, and the body is traced again. So it is where the value before the loop is a
    placeholder, which no iteration reads: if there is a first one for `certain`, zeros of the next type take its place.
    """
    growing: dict[int, int] = {}
    while True:
        outer_bounds = set(ctx.computed)
        params: list[GraphVar | OpenSequence] = [
            OpenSequence(v.items) if isinstance(v, OpenSequence) else _parameter(ctx, v, growing.get(n))
            for n, v in enumerate(state)
        ]
        with ctx.branch() as bindings:
            trace = _Iteration(bindings, *body(index, list(params)))
        inner = set(ctx.computed) - outer_bounds
        results = (trace.go_on, *trace.state, *trace.rows)
        types = placeholders(ctx, params, trace.state, trace.bindings, results, inner) if certain else {}
        if types:
            for n, info in types.items():
                state[n] = retyped(ctx, ctx.tensor(state[n]), info)
            continue
        pairs = enumerate(zip(params, trace.state, strict=True))
        axes = {n: _axis(ctx, p, v, inner, keeps_shapes) for n, (p, v) in pairs if n not in growing}
        newly_growing = {n: axis for n, axis in axes.items() if axis is not None}
        if not newly_growing:
            break
        growing.update(newly_growing)
    for n, axis in growing.items():
        try:
            trace.state[n] = _appended(ctx, ctx.tensor(params[n]), trace, n, axis, inner)
        except GrowingState as grows:
            dims = [ctx.shape(ctx.tensor(params[k]))[along] for k, along in growing.items()]
            rows = {d for d in dims if isinstance(d, Var)}
            grows.trial, grows.inner = (trace.go_on, params, trace.state, index), {*inner, *rows}
            raise
    return params, growing, trace


def _parameter(ctx: Context, value: GraphExpr, growing: int | None) -> GraphVar:
    info = ctx.info(value)
    dims = list(info.shape or ())
    if growing is not None:
        dims[growing] = Var("rows", "int64")
    return GraphVar("state", TensorStructInfo(tuple(dims), info.dtype))


def _axis(ctx: Context, param: Value, value: Value, inner: set[Var], keeps_shapes: bool) -> int | None:
    """The axis along which the next state is longer, or None. Raises I127 if it differs from `param` in more."""
    if isinstance(param, OpenSequence):
        return None
    have, want = ctx.info(value), ctx.info(param)
    if have.dtype != want.dtype or len(have.shape or ()) != len(want.shape or ()):
        raise _changes(ctx, param, value)
    pairs = enumerate(zip(have.shape or (), want.shape or (), strict=True))
    axes = [k for k, (a, b) in pairs if a.script() != b.script() and not inner & set(all_roots(a))]
    if keeps_shapes and all(distance((have.shape or ())[k], (want.shape or ())[k]) is None for k in axes):
        return None
    if len(axes) > 1:
        raise _changes(ctx, param, value)
    return axes[0] if axes else None


def _changes(ctx: Context, param: Value, value: Value) -> MlccError:
    types = [ctx.info(v).script() for v in (param, value)]
    return ctx.error(
        "I127", f"the state of a loop counted at run time changes from {types[0]} to {types[1]}",
        help="give the state its final shape before the loop, or the loop a trip count that is known",
    )  # fmt: skip


def _appended(ctx: Context, param: GraphExpr, trace: _Iteration, number: int, axis: int, inner: set[Var]) -> GraphExpr:
    """The value that an iteration appends to a state. Raises I127 if it reads the state, before it or after."""
    value = ctx.tensor(trace.state[number])
    call = ctx.made.get(value)
    joins = isinstance(call, GraphCall) and operator_name(call) == "concatenate"
    parts = call.args[0].fields if isinstance(call, GraphCall) and isinstance(call.args[0], GraphTuple) else ()
    along = call.attrs.get("axis") if isinstance(call, GraphCall) else None
    read: list[object] = [item for b in trace.bindings if b.var is not value for item in walk(b)]
    read += [v for n, v in enumerate((trace.go_on, *trace.state, *trace.rows)) if n != number + 1]
    if not joins or parts[0] is not param or along != axis or any(v is param or v is value for v in read):
        error = _changes(ctx, param, value)
        before, after = ((ctx.info(v).shape or ())[axis] for v in (param, value))
        growth = simplify(after - before)
        raise error if {before, *inner} & set(all_roots(growth)) else GrowingState(error, number, axis, growth)
    trace.bindings[:] = [b for b in trace.bindings if not isinstance(b, VarBinding) or b.var is not value]
    if len(parts) == 2:
        return parts[1]
    with ctx.branch() as more:
        joined_parts = ctx.emit("concatenate", list(parts[1:]), axis=axis)
    trace.bindings.extend(more)
    return joined_parts


def _appended_of(
    ctx: Context, trace: _Iteration, state: list[_State], growing: dict[int, int], n: int
) -> tuple[GraphExpr, TensorStructInfo | None]:
    """The value appended to a state, and its type if known. Raises I127 for a sequence that grows by several values."""
    value, before = trace.state[n], state[n]
    if n in growing:
        dims = list(ctx.info(before).shape or ())
        dims[growing[n]] = const_like(ctx.shape(value)[growing[n]], "int64")
        return ctx.tensor(value), TensorStructInfo(tuple(dims), ctx.dtype(value))
    if not isinstance(value, OpenSequence) or not isinstance(before, OpenSequence) or len(value.appended) != 1:
        raise ctx.error("I127", "the sequence of a loop counted at run time does not grow by one value per iteration")
    return value.appended[0], ctx.info(before.items[0]) if before.items else None


def _settled(
    ctx: Context, value: GraphExpr, want: TensorStructInfo | None, inner: set[Var], exactly: bool = False
) -> GraphExpr:
    """A value whose dimensions are defined outside of the body.

    Dimensions counted inside (with `exactly`, all of them) are checked at run time against the type `want`. Raises
    I127 if `want` does not give them.
    """
    have = ctx.info(value)
    if exactly and want is not None and have.script() != want.script():
        return ctx.builder.match_cast(ctx.materialized(value), want)
    if not inner & {v for d in have.shape or () for v in all_roots(d)}:
        return value
    if want is None or inner & {v for d in want.shape or () for v in all_roots(d)}:
        raise ctx.error(
            "I127", f"the loop keeps {have.script()}, whose size each iteration computes anew",
            help="pad it to a fixed size inside the loop, or declare the shape of the body's output",
        )  # fmt: skip
    return ctx.builder.match_cast(ctx.materialized(value), want)


# ---------------------------------------------------------------- results
def _appended_to(ctx: Context, before: _State, stack: GraphExpr, axis: int) -> Value:
    """A state to which each iteration appended a row of `stack`, a tensor along `axis`."""
    return _sequence(ctx, before, stack) if isinstance(before, OpenSequence) else _grown(ctx, before, stack, axis)


def _grown(ctx: Context, initial: GraphExpr, stack: GraphExpr, axis: int) -> GraphExpr:
    """The initial value of a state, concatenated with the appended rows along the axis."""
    appended = joined(ctx, stack, axis)
    return appended if ctx.shape(initial)[axis] == 0 else ctx.emit("concatenate", [initial, appended], axis=axis)


def joined(ctx: Context, stack: GraphExpr, axis: int, new_axis: bool = False) -> GraphExpr:
    """Stacked rows, concatenated along one of their axes, or stacked along a new one."""
    moved = placed(ctx, stack, axis, 0)
    dims = list(ctx.shape(moved))
    return moved if new_axis else ctx.reshape(moved, [*dims[:axis], dims[axis] * dims[axis + 1], *dims[axis + 2 :]])


def _sequence(ctx: Context, initial: OpenSequence, stack: GraphExpr) -> RowSequence:
    """A sequence after the loop: its values before it, and one value per iteration, as the rows of one tensor."""
    if not initial.items:
        return RowSequence(stack)
    first = [ctx.reshape(v, [1, *ctx.shape(v)]) for v in initial.items]
    return RowSequence(ctx.emit("concatenate", [*first, stack], axis=0))


def declared_type(item: onnx.ValueInfoProto) -> TensorStructInfo | None:
    """The type of a body's output if it is declared with static dimensions, else None."""
    kind = item.type.tensor_type
    if not item.type.HasField("tensor_type") or not kind.HasField("shape"):
        return None
    dims = [d.dim_value if d.HasField("dim_value") else None for d in kind.shape.dim]
    if any(d is None for d in dims):
        return None
    return TensorStructInfo(tuple(dims), onnx_dtype(kind.elem_type, f"output `{item.name}`"))  # type: ignore[arg-type]
