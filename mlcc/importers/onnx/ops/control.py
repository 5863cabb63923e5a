"""If, Loop and Scan: resolved at import time, or emitted as control flow of the function.

An `If` with a constant condition becomes the branch that it takes; any other becomes a GraphIf. A short loop with a
static trip count is unrolled. Any other becomes a GraphLoop if the state keeps its shapes from one iteration to the
next, and is unrolled otherwise; an unrolled loop with a condition computed at run time keeps its state unchanged
once the condition is false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeGuard

import numpy as np
import onnx

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    Constant,
    Expr,
    GraphExpr,
    as_int,
)

from ..branches import check_types, choose, flat, layout, rebuilt
from ..context import Context
from ..loop_states import unchanged_states, with_states, without_states
from ..protos import onnx_dtype
from ..registry import onnx_op
from ..values import Dim, Subgraph, Value
from .growing_states import placed
from .run_time_loops import UNLIMITED, declared_type, run_time_loop
from .shape import gather

#: The most iterations to which one loop is unrolled.
MAX_ITERATIONS = 4096
#: The most nodes to which a loop is unrolled that could also be a GraphLoop.
MOST_NODES = 2048


def truth(ctx: Context, value: Value) -> bool | None:
    """A condition's value at import time, or None."""
    data = ctx.known(value)
    return None if data is None or data.dtype == object else bool(data.reshape(-1)[0])


@onnx_op("If")
def if_(ctx: Context, condition: GraphExpr, *, then_branch: Subgraph, else_branch: Subgraph) -> list[Value]:
    value = truth(ctx, condition)
    if value is not None:
        return then_branch() if value else else_branch()
    return choose(ctx, condition, then_branch, else_branch)


def select(ctx: Context, condition: GraphExpr, yes: Value, no: Value) -> Value:
    """`yes` or `no`, both computed, by a condition computed at run time. Raises I124 where their types differ."""
    if layout(yes) != layout(no):
        message = "a condition computed at run time chooses between values of different structure"
        raise ctx.undecided("I124", message, condition)
    parts: list[Value] = []
    for a, b in zip(flat(yes), flat(no), strict=True):
        if a is not b:
            check_types(ctx, condition, a, b)
        parts.append(a if a is b else ctx.emit("where", ctx.reshape(condition, []), ctx.tensor(a), ctx.tensor(b)))
    return rebuilt(ctx, yes, iter(parts))


# ---------------------------------------------------------------- stacking
def element(ctx: Context, value: GraphExpr, index: int, axis: int) -> GraphExpr:
    """One slice of a tensor, without the axis."""
    if isinstance(value, Constant):
        return Constant(np.ascontiguousarray(np.take(value.data, index, axis=axis)))
    dims = list(ctx.shape(value))
    part = ctx.emit("strided_slice", value, begin=[index], end=[index + 1], axes=[axis], strides=[1])
    return ctx.reshape(part, dims[:axis] + dims[axis + 1 :])


def stack(ctx: Context, values: Sequence[GraphExpr], axis: int, like: onnx.ValueInfoProto) -> GraphExpr:
    """Values stacked along a new axis; for no values an empty tensor of the declared element type and shape."""
    if not values:
        kind = like.type.tensor_type
        dims = [0, *(d.dim_value if d.HasField("dim_value") else 0 for d in kind.shape.dim)]
        return ctx.constant(np.zeros(dims), onnx_dtype(kind.elem_type, f"output `{like.name}`"))
    constants = [v.data for v in values if isinstance(v, Constant)]
    if len(constants) == len(values):
        return Constant(np.stack(constants, axis))
    dims = list(ctx.shape(values[0]))
    axis = axis + len(dims) + 1 if axis < 0 else axis
    parts = [ctx.reshape(v, [*dims[:axis], 1, *dims[axis:]]) for v in values]
    return parts[0] if len(parts) == 1 else ctx.emit("concatenate", parts, axis=axis)


# ---------------------------------------------------------------- Loop
@onnx_op("Loop")
def loop(
    ctx: Context,
    trip_count: GraphExpr | None = None,
    condition: GraphExpr | None = None,
    *initial: Value,
    body: Subgraph,
) -> list[Value]:
    limit = _trips(ctx, trip_count)
    if isinstance(limit, int | None) and _is_decided(ctx, limit, condition, initial, body):
        return _written_out(ctx, limit, condition, initial, body)
    count = 1 + len(initial)
    same = {k: initial[k] for k in unchanged_states(body.graph, len(initial), 2, 1)}

    def iteration(index: GraphExpr, state: list[Value]) -> tuple[GraphExpr, list[Value], list[Value]]:
        outputs = body(index, ctx.constant(True), *with_states(state, same))
        return ctx.tensor(outputs[0]), without_states(outputs[1:count], same), outputs[count:]

    def run_time() -> tuple[list[Value], list[GraphExpr]]:
        types = [declared_type(item) for item in body.outputs[count:]]
        changing = without_states(initial, same)
        state, rows = run_time_loop(ctx, limit, condition, changing, iteration, types)
        return with_states(state, same), rows

    try:
        return _run_time_or(
            run_time,
            partial(_written_out, ctx, limit, condition, initial, body) if _is_short(limit) else None,
        )
    except MlccError as error:
        raise ctx.decided_by(error, trip_count, condition) from None


def _run_time_or(
    run_time: Callable[[], tuple[list[Value], list[GraphExpr]]], written_out: Callable[[], list[Value]] | None
) -> list[Value]:
    """The results of a loop emitted as a GraphLoop, else unrolled; the former's error if neither is possible."""
    try:
        state, rows = run_time()
        return [*state, *rows]
    except MlccError as error:
        try:
            if written_out is not None:
                return written_out()
        except MlccError:
            pass
        raise error


def _trips(ctx: Context, trip_count: GraphExpr | None) -> Dim | GraphExpr | None:
    """The largest number of iterations: a number, a dimension, a tensor, or None."""
    count = None if trip_count is None else ctx.known(trip_count)
    if count is None:
        return trip_count
    value: Dim = count.reshape(-1)[0]
    number = as_int(value) if isinstance(value, Expr) else int(value)
    return value if number is None else None if number == UNLIMITED else number


def _is_short(length: Dim | GraphExpr | None) -> TypeGuard[int]:
    return isinstance(length, int) and length <= MAX_ITERATIONS


def _is_decided(
    ctx: Context, limit: int | None, condition: GraphExpr | None, initial: Sequence[Value], body: Subgraph
) -> bool:
    """Whether the trip count is static, and small enough to unroll the loop."""
    if (limit or 0) * body.node_count > MOST_NODES:
        return False
    running = True if condition is None else truth(ctx, condition)
    if not running:
        return running is False
    with ctx.branch():
        go_on = body(ctx.constant(0, "int64"), ctx.constant(True), *initial)[0]
    return truth(ctx, go_on) is not None


def _written_out(
    ctx: Context, limit: int | None, condition: GraphExpr | None, initial: Sequence[Value], body: Subgraph
) -> list[Value]:
    state, count = list(initial), len(initial)
    scans: list[list[GraphExpr]] = [[] for _ in body.outputs[1 + count :]]
    active, index = condition, 0
    while limit is None or index < limit:
        is_active = True if active is None else truth(ctx, active)
        if is_active is False:
            break
        _check_loop(ctx, index, active, limit, bool(scans))
        running = ctx.constant(True) if is_active else active
        outputs = body(ctx.constant(index, "int64"), running, *state)
        new = outputs[1 : 1 + count]
        if active is None or is_active:
            ends = condition is not None or truth(ctx, outputs[0]) is not True
            state, active = new, ctx.tensor(outputs[0]) if ends else None
            for results, value in zip(scans, outputs[1 + count :], strict=False):
                results.append(ctx.tensor(value))
        else:
            state = [select(ctx, active, a, b) for a, b in zip(new, state, strict=False)]
            active = ctx.emit("logical_and", ctx.reshape(active, []), ctx.reshape(ctx.tensor(outputs[0]), []))
        index += 1
    declared = body.outputs[1 + count :]
    return [*state, *(stack(ctx, values, 0, like) for values, like in zip(scans, declared, strict=False))]


def _check_loop(ctx: Context, index: int, active: GraphExpr | None, limit: int | None, has_scans: bool) -> None:
    """Raises I125 if the trip count cannot be determined, I126 if it is too large to unroll the loop."""
    if active is not None and truth(ctx, active) is None and (limit is None or has_scans):
        why = "it collects outputs" if has_scans else "it has no largest trip count"
        raise ctx.undecided("I125", f"the loop ends by a condition computed at run time, and {why}", active)
    if index >= MAX_ITERATIONS:
        raise ctx.error("I126", f"the loop runs more than {MAX_ITERATIONS} times, too often to be written out")


# ---------------------------------------------------------------- Scan
@onnx_op("Scan", since=9)
def scan(
    ctx: Context,
    *inputs: Value,
    body: Subgraph,
    num_scan_inputs: int,
    scan_input_axes: Sequence[int] | None = None,
    scan_input_directions: Sequence[int] | None = None,
    scan_output_axes: Sequence[int] | None = None,
    scan_output_directions: Sequence[int] | None = None,
) -> list[Value]:
    count = len(inputs) - num_scan_inputs
    scanned = [ctx.tensor(v) for v in inputs[count:]]
    pairs = zip(scan_input_axes or [0] * num_scan_inputs, scanned, strict=True)
    axes = [ctx.axis(a, ctx.rank(x)) for a, x in pairs]
    backward = list(scan_input_directions or [0] * num_scan_inputs)
    kept = len(body.outputs) - count
    out_axes = list(scan_output_axes or [0] * kept)
    reverse = list(scan_output_directions or [0] * kept)
    length = ctx.shape(scanned[0])[axes[0]]
    same = {k: inputs[k] for k in unchanged_states(body.graph, count, 0, 0)}

    def written_out() -> list[Value]:
        state, results = _scan(ctx, inputs[:count], scanned, body, axes, backward)
        outputs = zip(results, out_axes, reverse, body.outputs[count:], strict=True)
        return [*state, *(stack(ctx, v[::-1] if r else v, axis, like) for v, axis, r, like in outputs)]

    def run_time() -> tuple[list[Value], list[GraphExpr]]:
        types = [declared_type(item) for item in body.outputs[count:]]
        iteration = partial(_scan_iteration, ctx, scanned, body, axes, backward, same, length)
        changing = without_states(inputs[:count], same)
        state, rows = run_time_loop(ctx, length, None, changing, iteration, types, keeps_shapes=True)
        return with_states(state, same), [placed(ctx, *item) for item in zip(rows, out_axes, reverse, strict=True)]

    if _is_short(length) and length * body.node_count <= MOST_NODES:
        return written_out()
    return _run_time_or(run_time, written_out if _is_short(length) else None)


def _scan_iteration(
    ctx: Context,
    inputs: Sequence[GraphExpr],
    body: Subgraph,
    axes: list[int],
    backward: list[int],
    same: Mapping[int, Value],
    length: Dim,
    index: GraphExpr,
    state: list[Value],
) -> tuple[GraphExpr, list[Value], list[Value]]:
    """One iteration at run time: a slice of each input, from the front or from the end."""
    indices = [index, index]
    if any(backward):
        number = ctx.symbolic.get(index)
        last = ctx.symbolic_value(np.array(length - 1 - (0 if number is None else number.item()), dtype=object))
        indices[1] = last if number is not None else ctx.emit("subtract", last, index)
    slices = [gather(ctx, x, indices[b], axis=axis) for x, axis, b in zip(inputs, axes, backward, strict=True)]
    count = len(state) + len(same)
    outputs = body(*with_states(state, same), *slices)
    return ctx.constant(True), without_states(outputs[:count], same), outputs[count:]


def _scan(
    ctx: Context,
    initial: Sequence[Value],
    inputs: Sequence[GraphExpr],
    body: Subgraph,
    axes: list[int],
    backward: list[int],
) -> tuple[list[Value], list[list[GraphExpr]]]:
    """The final state, and each output's values in the order of the iterations."""
    state, count = list(initial), len(initial)
    length = ctx.static_dim(inputs[0], axes[0], "scan input")
    results: list[list[GraphExpr]] = [[] for _ in body.outputs[count:]]
    for index in range(length):
        slices = [
            element(ctx, x, length - 1 - index if b else index, axis)
            for x, b, axis in zip(inputs, backward, axes, strict=True)
        ]
        outputs = body(*state, *slices)
        state = outputs[:count]
        for values, value in zip(results, outputs[count:], strict=False):
            values.append(ctx.tensor(value))
    return state, results


@onnx_op("Scan", since=8)
def scan_batched(
    ctx: Context,
    lengths: GraphExpr | None = None,
    *inputs: GraphExpr,
    body: Subgraph,
    num_scan_inputs: int,
    directions: Sequence[int] | None = None,
) -> list[GraphExpr]:
    """Opset 8: axis 0 is a batch, axis 1 the sequence; every sequence has the full length."""
    if lengths is not None:
        raise ctx.error("I121", "sequence lengths of Scan in opset 8 are not supported")
    count = len(inputs) - num_scan_inputs
    backward = list(directions or [0] * num_scan_inputs)
    batch = ctx.static_dim(inputs[0], 0, "batch")
    rows = []
    for b in range(batch):
        values = [element(ctx, x, b, 0) for x in inputs]
        state, results = _scan(ctx, values[:count], values[count:], body, [0] * num_scan_inputs, backward)
        declared = body.outputs[count:]
        rows.append(
            [*map(ctx.tensor, state), *(stack(ctx, v, 0, like) for v, like in zip(results, declared, strict=True))]
        )
    return [stack(ctx, column, 0, like) for column, like in zip(zip(*rows, strict=False), body.outputs, strict=False)]
