"""If, Loop and Scan: decided or unrolled while importing.

A graph function is a straight line of pure calls. A branch whose condition is known is taken; otherwise both branches
are computed and the results selected. Loops of known length are unrolled; a loop that ends by a condition computed at
run time keeps its state unchanged from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx

from mlcc.ir import Constant, as_int

from ..context import Context
from ..protos import onnx_dtype
from ..registry import onnx_op

#: The most iterations of one loop that are written out.
MAX_ITERATIONS = 4096


def truth(ctx: Context, value: Any) -> bool | None:
    """A condition's value where it is known while importing."""
    known = ctx.known(value)
    return None if known is None or known.dtype == object else bool(known.reshape(-1)[0])


def select(ctx: Context, condition: Any, yes: Any, no: Any) -> Any:
    """`yes` or `no` by a condition computed at run time. Raises I124 where their types differ."""
    if yes is no:
        return yes
    if isinstance(yes, list) and isinstance(no, list) and len(yes) == len(no):
        return [select(ctx, condition, a, b) for a, b in zip(yes, no, strict=False)]
    if yes is None or no is None or isinstance(yes, list) or isinstance(no, list):
        message = "a condition computed at run time chooses between values of different structure"
        raise ctx.undecided("I124", message, condition)
    same = ctx.dtype(yes) == ctx.dtype(no) and len(ctx.shape(yes)) == len(ctx.shape(no))
    if not same or any(isinstance(a, int) and a != b for a, b in zip(ctx.shape(yes), ctx.shape(no), strict=False)):
        raise ctx.undecided(
            "I124",
            f"a condition computed at run time chooses between {_type(ctx, yes)} and {_type(ctx, no)}",
            condition,
            help="both branches must give tensors of one type; or make the condition a constant",
        )
    return ctx.emit("where", ctx.reshape(condition, []), yes, no)


def _type(ctx: Context, value: Any) -> str:
    dims = ", ".join(str(as_int(d) if not isinstance(d, int) else d) for d in ctx.shape(value))
    return f"{ctx.dtype(value)}[{dims}]"


@onnx_op("If")
def if_(ctx: Context, condition: Any, *, then_branch: Any, else_branch: Any) -> Any:
    known = truth(ctx, condition)
    if known is not None:
        return ctx.importer.run_subgraph(then_branch if known else else_branch, [])
    yes = ctx.importer.run_subgraph(then_branch, [])
    no = ctx.importer.run_subgraph(else_branch, [])
    return [select(ctx, condition, a, b) for a, b in zip(yes, no, strict=False)]


# ---------------------------------------------------------------- stacking
def element(ctx: Context, value: Any, index: int, axis: int) -> Any:
    """One slice of a tensor, without the axis."""
    if isinstance(value, Constant):
        return Constant(np.ascontiguousarray(np.take(value.data, index, axis=axis)))
    dims = list(ctx.shape(value))
    piece = ctx.emit("strided_slice", value, begin=[index], end=[index + 1], axes=[axis], strides=[1])
    return ctx.reshape(piece, dims[:axis] + dims[axis + 1 :])


def stack(ctx: Context, values: Sequence[Any], axis: int, like: onnx.ValueInfoProto) -> Any:
    """Values along a new axis; of no values an empty tensor of the declared element type and shape."""
    if not values:
        kind = like.type.tensor_type
        dims = [0, *(d.dim_value if d.HasField("dim_value") else 0 for d in kind.shape.dim)]
        return ctx.constant(np.zeros(dims), onnx_dtype(kind.elem_type, f"output `{like.name}`"))
    if all(isinstance(v, Constant) for v in values):
        return Constant(np.stack([v.data for v in values], axis))
    dims = list(ctx.shape(values[0]))
    axis = axis + len(dims) + 1 if axis < 0 else axis
    parts = [ctx.reshape(v, [*dims[:axis], 1, *dims[axis:]]) for v in values]
    return parts[0] if len(parts) == 1 else ctx.emit("concatenate", parts, axis=axis)


# ---------------------------------------------------------------- Loop
@onnx_op("Loop")
def loop(ctx: Context, trip_count: Any = None, condition: Any = None, *initial: Any, body: onnx.GraphProto) -> Any:
    state, count = list(initial), len(initial)
    limit = None if trip_count is None else int(ctx.scalar(trip_count, "M"))
    scans: list[list[Any]] = [[] for _ in body.output[1 + count :]]
    active, index = condition, 0
    while limit is None or index < limit:
        known = True if active is None else truth(ctx, active)
        if known is False:
            break
        _check_loop(ctx, index, active, limit, bool(scans))
        running = ctx.constant(True) if known else active
        outputs = ctx.importer.run_subgraph(body, [ctx.constant(index, "int64"), running, *state])
        new = outputs[1 : 1 + count]
        if known:
            state, active = new, outputs[0] if condition is not None or truth(ctx, outputs[0]) is not True else None
            for results, value in zip(scans, outputs[1 + count :], strict=False):
                results.append(value)
        else:
            state = [select(ctx, active, a, b) for a, b in zip(new, state, strict=False)]
            active = ctx.emit("logical_and", ctx.reshape(active, []), ctx.reshape(outputs[0], []))
        index += 1
    declared = body.output[1 + count :]
    return [*state, *(stack(ctx, values, 0, like) for values, like in zip(scans, declared, strict=False))]


def _check_loop(ctx: Context, index: int, active: Any, limit: int | None, has_scans: bool) -> None:
    """Raises I125 where the loop's length cannot be known, I126 where it is too long to be written out."""
    if active is not None and truth(ctx, active) is None and (limit is None or has_scans):
        why = "it collects outputs" if has_scans else "it has no largest trip count"
        raise ctx.undecided("I125", f"the loop ends by a condition computed at run time, and {why}", active)
    if index >= MAX_ITERATIONS or (limit or 0) > MAX_ITERATIONS:
        raise ctx.error("I126", f"the loop runs more than {MAX_ITERATIONS} times, too often to be written out")


# ---------------------------------------------------------------- Scan
@onnx_op("Scan", since=9)
def scan(
    ctx: Context,
    *inputs: Any,
    body: onnx.GraphProto,
    num_scan_inputs: int,
    scan_input_axes: Any = None,
    scan_input_directions: Any = None,
    scan_output_axes: Any = None,
    scan_output_directions: Any = None,
) -> Any:
    count = len(inputs) - num_scan_inputs
    axes = [
        ctx.axis(a, ctx.rank(x)) for a, x in zip(scan_input_axes or [0] * num_scan_inputs, inputs[count:], strict=True)
    ]
    backward = list(scan_input_directions or [0] * num_scan_inputs)
    state, results = _scan(ctx, list(inputs[:count]), list(inputs[count:]), body, axes, backward)
    declared = body.output[count:]
    out_axes = list(scan_output_axes or [0] * len(results))
    reverse = list(scan_output_directions or [0] * len(results))
    stacked = [
        stack(ctx, values[::-1] if r else values, axis, like)
        for values, axis, r, like in zip(results, out_axes, reverse, declared, strict=False)
    ]
    return [*state, *stacked]


def _scan(
    ctx: Context, state: list[Any], inputs: list[Any], body: onnx.GraphProto, axes: list[int], backward: list[int]
) -> tuple[list[Any], list[list[Any]]]:
    """The last state, and each output's values in the order they were made."""
    count = len(state)
    length = ctx.static_dim(inputs[0], axes[0], "scan input")
    if length > MAX_ITERATIONS:
        raise ctx.error("I126", f"the scan runs {length} times, too often to be written out")
    results: list[list[Any]] = [[] for _ in body.output[count:]]
    for index in range(length):
        pieces = [
            element(ctx, x, length - 1 - index if b else index, axis)
            for x, b, axis in zip(inputs, backward, axes, strict=True)
        ]
        outputs = ctx.importer.run_subgraph(body, [*state, *pieces])
        state = outputs[:count]
        for values, value in zip(results, outputs[count:], strict=False):
            values.append(value)
    return state, results


@onnx_op("Scan", since=8)
def scan_batched(
    ctx: Context,
    lengths: Any = None,
    *inputs: Any,
    body: onnx.GraphProto,
    num_scan_inputs: int,
    directions: Any = None,
) -> Any:
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
        declared = body.output[count:]
        rows.append([*state, *(stack(ctx, v, 0, like) for v, like in zip(results, declared, strict=True))])
    return [stack(ctx, column, 0, like) for column, like in zip(zip(*rows, strict=False), body.output, strict=False)]
