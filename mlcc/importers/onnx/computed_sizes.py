"""Operators whose result's shape is computed from data: what they make of the numbers before these are dimensions.

A slice is clipped to its tensor, a range may be empty, a reshape infers one of its dimensions: with numbers that the
model computes, that is arithmetic of the run, and its result is the dimension.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import Expr, GraphExpr, as_int

from .context import Context, shape_arg
from .counts import key_of
from .value_ranges import Element
from .values import Dim

Part = Dim | Element


def number(ctx: Context, value: int) -> GraphExpr:
    """An int64 of rank 0."""
    return ctx.constant(value, "int64")


# ---------------------------------------------------------------- slices
def slice_axis(ctx: Context, x: GraphExpr, axis: int, begin: Part, end: Part, step: int) -> GraphExpr:
    """``x[begin:end:step]`` along an axis, with bounds of which one at least is computed from data."""
    size = ctx.shape(x)[axis]
    first = _clipped(ctx, begin, size, step, is_end=False)
    key = ("slice", key_of(begin), key_of(end), key_of(size), step)
    count = ctx.counted(key, lambda: _length(ctx, first, _clipped(ctx, end, size, step, is_end=True), step), size)
    if axis == 0 and step == 1 and begin == 0:
        return ctx.emit_prefix(x, count.number, count.rows)
    places = ctx.emit("range_like", first, number(ctx, step), shape_arg([count.size]))
    return ctx.emit("take", x, places, axis=axis)


def _clipped(ctx: Context, bound: Part, size: Dim, step: int, is_end: bool) -> GraphExpr:
    """A bound counted from the front, and inside of the dimension; the end of a slice to the left may be before it."""
    if bound == 0 and step > 0:
        return number(ctx, 0)
    value, whole = ctx.scalar_of(bound), ctx.scalar_of(size)
    if not (isinstance(bound, int) and bound >= 0):
        behind = ctx.emit("less", value, number(ctx, 0))
        value = ctx.emit("where", behind, ctx.emit("add", value, whole), value)
    low = -1 if is_end and step < 0 else 0
    high = whole if step > 0 else ctx.emit("subtract", whole, number(ctx, 1))
    return ctx.emit("minimum", ctx.emit("maximum", value, number(ctx, low)), high)


def _length(ctx: Context, first: GraphExpr, last: GraphExpr, step: int) -> GraphExpr:
    """How many steps there are from `first` to before `last`: at least none."""
    distance = ctx.emit("subtract", last, first) if step > 0 else ctx.emit("subtract", first, last)
    if abs(step) > 1:
        more = ctx.emit("add", distance, number(ctx, abs(step) - 1))
        distance = ctx.emit("floor_divide", more, number(ctx, abs(step)))
    return ctx.emit("maximum", distance, number(ctx, 0))


def split_at(ctx: Context, x: GraphExpr, sizes: Sequence[Part], axis: int) -> list[GraphExpr]:
    """Parts of the given sizes, which must add up to the dimension."""
    ends = [number(ctx, 0)]
    for size in sizes:
        ends.append(ctx.emit("add", ends[-1], ctx.scalar_of(size)))
    holds = ctx.emit("equal", ends[-1], ctx.scalar_of(ctx.shape(x)[axis]))
    ctx.emit_assert(holds, f"{ctx.where}: the parts do not add up to the dimension")
    results = []
    for begin, size in zip(ends, sizes, strict=False):
        places = ctx.emit("range_like", begin, number(ctx, 1), shape_arg([ctx.measured(size)]))
        results.append(ctx.emit("take", x, places, axis=axis))
    return results


# ---------------------------------------------------------------- ranges
def range_count(ctx: Context, start: GraphExpr, limit: GraphExpr, delta: GraphExpr) -> Dim:
    """``max(ceil((limit - start) / delta), 0)`` of numbers that are computed from data."""
    if ctx.dtype(limit) in ("int64", "int32") and all(_is(ctx, v, n) for v, n in ((start, 0), (delta, 1))):
        (part,) = ctx.size_parts(limit, "limit")
        return ctx.measured(part, clamped=True)
    return ctx.counted(("range", start, limit, delta), lambda: _steps(ctx, start, limit, delta)).size


def _is(ctx: Context, value: GraphExpr, wanted: int) -> bool:
    data = ctx.number(value)
    return data is not None and data.size == 1 and data.reshape(-1)[0] == wanted


def _steps(ctx: Context, start: GraphExpr, limit: GraphExpr, delta: GraphExpr) -> GraphExpr:
    """The quotient of float64 numbers, as onnxruntime has it; the difference before it is that of the operands' type.

    No numbers where the quotient is not a number, and more than there can be where it is infinite.
    """
    first, last, step = (ctx.reshape(v, []) for v in (start, limit, delta))
    if ctx.number(delta) is None:
        holds = ctx.emit("not_equal", step, ctx.constant(0, ctx.dtype(delta)))
        ctx.emit_assert(holds, f"{ctx.where}: the step of a range is 0")
    distance = ctx.cast(ctx.emit("subtract", last, first), "float64")
    steps = ctx.emit("ceil", ctx.emit("divide", distance, ctx.cast(step, "float64")))
    zero, most = (ctx.constant(v, "float64") for v in (0.0, 2.0**62))
    some = ctx.emit("where", ctx.emit("greater", steps, zero), ctx.emit("minimum", steps, most), zero)
    return ctx.cast(some, "int64")


# ---------------------------------------------------------------- shapes
def reshaped(ctx: Context, x: GraphExpr, target: Sequence[Part], allow_zero: bool) -> list[Dim]:
    """The dimensions of a reshape: 0 copies that of the operand (unless `allow_zero`), and one -1 is inferred."""
    source = ctx.shape(x)
    dims: list[GraphExpr] = []
    for n, part in enumerate(target):
        value = ctx.scalar_of(part)
        if not allow_zero and n < len(source) and not (isinstance(part, int) and part):
            copied = ctx.emit("equal", value, number(ctx, 0))
            value = ctx.emit("where", copied, ctx.scalar_of(source[n]), value)
        dims.append(value)
    rest = number(ctx, 1)
    for value in dims:
        hole = ctx.emit("equal", value, number(ctx, -1))
        rest = ctx.emit("multiply", rest, ctx.emit("where", hole, number(ctx, 1), value))
    whole = number(ctx, 1)
    for size in source:
        whole = ctx.emit("multiply", whole, ctx.scalar_of(size))
    inferred = ctx.emit("floor_divide", whole, ctx.emit("maximum", rest, number(ctx, 1)))
    result: list[Dim] = []
    for part, value in zip(target, dims, strict=True):
        if isinstance(part, Expr) or (isinstance(part, int) and part > 0):
            result.append(part)
            continue
        hole = ctx.emit("equal", value, number(ctx, -1))
        result.append(ctx.measured((ctx.emit("where", hole, inferred, value), 0)))
    return result


def expanded(ctx: Context, size: Dim, wanted: Part) -> Dim:
    """The dimension to which one is broadcast: `wanted`, of which 1 leaves it."""
    if not isinstance(wanted, tuple):
        return size if as_int(wanted) == 1 else wanted
    if as_int(size) == 1:
        return ctx.measured(wanted)
    value, own, one = ctx.scalar_of(wanted), ctx.scalar_of(size), number(ctx, 1)
    holds = [ctx.emit("equal", value, one), ctx.emit("equal", value, own)]
    if isinstance(size, int):
        ctx.emit_assert(ctx.emit("logical_or", *holds), f"{ctx.where}: a dimension of {size} cannot be expanded")
        return size
    return ctx.counted(("expand", wanted, key_of(size)), lambda: ctx.emit("where", holds[0], own, value)).size
