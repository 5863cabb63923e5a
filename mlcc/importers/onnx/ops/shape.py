"""Operators that move elements without computing: reshape, transpose, concat, slice, gather and similar ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx

from mlcc.analysis import LARGEST_EXTENT, Analyzer, Poly, can_prove
from mlcc.analysis.poly import quotient_by, to_expr
from mlcc.ir import Constant, Expr, GraphExpr, all_roots, as_int, free_vars, readable
from mlcc.ir import const as tir_const

from ..chosen_sizes import end_of_slice
from ..computed_sizes import expanded, reshaped, slice_axis, split_at
from ..context import Context, shape_arg
from ..inbound import inbound
from ..registry import onnx_op
from ..values import Array, Dim


@onnx_op("Constant")
def constant(
    ctx: Context,
    *,
    value: Array | None = None,
    value_float: float | None = None,
    value_floats: Sequence[float] | None = None,
    value_int: int | None = None,
    value_ints: Sequence[int] | None = None,
    sparse_value: onnx.SparseTensorProto | None = None,
    value_string: str | None = None,
    value_strings: Sequence[str] | None = None,
) -> GraphExpr:
    if value is not None:
        return ctx.constant(value)
    floats = value_float if value_float is not None else value_floats
    if floats is not None:
        return ctx.constant(floats, "float32")
    integers = value_int if value_int is not None else value_ints
    if integers is not None:
        return ctx.constant(integers, "int64")
    if sparse_value is not None:
        from ..protos import dense_array

        return ctx.constant(dense_array(sparse_value))
    raise ctx.error("I109", "string constants are not supported")


@onnx_op("ConstantOfShape", since=9)
def constant_of_shape(ctx: Context, shape: GraphExpr, *, value: Array | None = None) -> GraphExpr:
    fill = np.zeros(1, np.float32) if value is None else value
    return ctx.emit(
        "full", shape_arg(ctx.dims_of(shape, "input")), fill_value=fill.reshape(()).item(), dtype=fill.dtype.name
    )


@onnx_op("Shape")
def shape(ctx: Context, x: GraphExpr, *, start: int = 0, end: int | None = None) -> GraphExpr:
    dims = ctx.shape(x)
    return ctx.symbolic_value(list(dims[start : len(dims) if end is None else end]))


@onnx_op("Size")
def size(ctx: Context, x: GraphExpr) -> GraphExpr:
    return ctx.symbolic_value(quotient(list(ctx.shape(x)), []))


def resolve_reshape(ctx: Context, x: GraphExpr, target: Sequence[Dim], allow_zero: bool) -> list[Dim]:
    """The result's dimensions: 0 copies the input's (unless `allow_zero`), one -1 is inferred."""
    source = ctx.shape(x)
    if not allow_zero and any(isinstance(d, int) and d == 0 for d in target[len(source) :]):
        raise ctx.error("I117", f"the target {target} copies a dimension that a tensor of rank {len(source)} lacks")
    dims = [source[i] if isinstance(d, int) and d == 0 and not allow_zero else d for i, d in enumerate(target)]
    if any(isinstance(d, int) and d == -1 for d in dims):
        hole = next(i for i, d in enumerate(dims) if isinstance(d, int) and d == -1)
        dims[hole] = quotient(list(source), dims[:hole] + dims[hole + 1 :])
    return dims


def quotient(top: Sequence[Dim], bottom: Sequence[Dim]) -> Dim:
    """The product of `top` over the product of `bottom`, with equal symbolic factors cancelled."""
    above: list[Dim] = []
    below: list[Dim] = []
    number, divisor = 1, 1
    for d in top:
        value = as_int(d)
        if value is not None:
            number *= value
        else:
            above.append(d)
    for d in bottom:
        value = as_int(d)
        if value is not None:
            divisor *= value
        elif any(d is a for a in above):
            above.remove(next(a for a in above if a is d))
        else:
            below.append(d)
    divisor = max(divisor, 1)  # of no elements any number of them can be inferred
    if not above and not below:
        return number // divisor
    exact = _exact(above, number, below, divisor) if below or number % divisor else None
    if exact is not None:
        return exact
    result: Dim = tir_const(number, "int64")
    for d in above:
        result = d if as_int(result) == 1 else result * d
    for d in below:
        result = result // d
    if number % divisor == 0 and not below:
        result = tir_const(number // divisor, "int64")
        for d in above:
            result = d if as_int(result) == 1 else result * d
        return result
    return result // divisor


def _exact(above: Sequence[Dim], number: int, below: Sequence[Dim], divisor: int) -> Dim | None:
    """A quotient of products of sizes without a remainder, as (n * 48 - 48) // (n - 1), which is 48; None for others.

    No size is inferred by a division by 0, for which the quotient of the sums would stand.
    """
    analyzer = Analyzer()

    def product(factors: Sequence[Dim], value: int) -> Poly:
        result = Poly.const(value)
        for factor in factors:
            expr = factor if isinstance(factor, Expr) else tir_const(factor, "int64")
            result = result.times(analyzer.poly(expr))
        return result

    whole = product(below, divisor)
    if not whole.terms:  # a size that is 0
        return None
    result, rest = quotient_by(product(above, number), whole)
    if rest.terms:
        return None
    known = result.value()
    return to_expr(result, "int64") if known is None else known


@onnx_op("Reshape")
def reshape_attribute(
    ctx: Context, x: GraphExpr, *, shape: Sequence[int], consumed_inputs: Sequence[int] | None = None
) -> GraphExpr:
    return ctx.emit("reshape", x, shape_arg(resolve_reshape(ctx, x, list(shape), False)))


@onnx_op("Reshape", since=5)
def reshape(ctx: Context, x: GraphExpr, target: GraphExpr, *, allowzero: int = 0) -> GraphExpr:
    parts = ctx.size_parts(target, "shape")
    if any(isinstance(part, tuple) for part in parts):
        return ctx.emit("reshape", x, shape_arg(reshaped(ctx, x, parts, bool(allowzero))))
    dims = resolve_reshape(ctx, x, ctx.dims_of(target, "shape"), bool(allowzero))
    return ctx.emit("reshape", x, shape_arg(dims))


@onnx_op("Flatten")
def flatten(ctx: Context, x: GraphExpr, *, axis: int = 1) -> GraphExpr:
    dims = list(ctx.shape(x))
    axis = axis + len(dims) if axis < 0 else axis
    left = quotient(dims[:axis], []) if axis else 1
    right = quotient(dims[axis:], []) if axis < len(dims) else 1
    return ctx.emit("reshape", x, shape_arg([left, right]))


@onnx_op("Transpose")
def transpose(ctx: Context, x: GraphExpr, *, perm: Sequence[int] | None = None) -> GraphExpr:
    in_order = list(range(ctx.rank(x)))
    axes = in_order[::-1] if perm is None else list(perm)
    return x if axes == in_order else ctx.emit("transpose", x, axes=axes)


def _axes_of(ctx: Context, axes: GraphExpr | Sequence[int] | None, rank: int) -> list[int] | None:
    if axes is None:
        return None
    values = ctx.ints(axes, "axes") if isinstance(axes, GraphExpr) else axes
    return sorted(ctx.axis(a, rank) for a in values)


@onnx_op("Squeeze")
def squeeze_attribute(ctx: Context, x: GraphExpr, *, axes: Sequence[int] | None = None) -> GraphExpr:
    return squeeze(ctx, x, axes)


@onnx_op("Squeeze", since=13)
def squeeze(ctx: Context, x: GraphExpr, axes: GraphExpr | Sequence[int] | None = None) -> GraphExpr:
    dims = ctx.shape(x)
    drop = _axes_of(ctx, axes, len(dims))
    if drop is None:
        drop = [i for i, d in enumerate(dims) if isinstance(d, int) and d == 1]
        for dim in dims:
            _warn_of_rank(ctx, dim)
    return ctx.emit("reshape", x, shape_arg([d for i, d in enumerate(dims) if i not in drop]))


def _warn_of_rank(ctx: Context, dim: Dim) -> None:
    """I128 where a dimension that stays may be 1 in a run, in which it would be dropped."""
    if not isinstance(dim, Expr) or can_prove(dim > 1, dict.fromkeys(free_vars(dim), (1, LARGEST_EXTENT))):
        return
    sizes = [v for v in all_roots(dim) if v not in ctx.computed]
    help = "state the `axes` that are meant"
    if sizes:
        pinned = " ".join(f"--shape {v.name}=1" for v in sizes)
        help += f"; `{pinned}` builds for this size, with the rank that it has"
    ctx.warn(
        "I128", f"without `axes` it drops dimensions of 1, and `{readable(dim)}` may be 1 in a run: it stays", help
    )


@onnx_op("Unsqueeze")
def unsqueeze_attribute(ctx: Context, x: GraphExpr, *, axes: Sequence[int]) -> GraphExpr:
    return unsqueeze(ctx, x, axes)


@onnx_op("Unsqueeze", since=13)
def unsqueeze(ctx: Context, x: GraphExpr, axes: GraphExpr | Sequence[int]) -> GraphExpr:
    values = ctx.ints(axes, "axes") if isinstance(axes, GraphExpr) else axes
    rank = ctx.rank(x) + len(values)
    positions = {ctx.axis(a, rank) for a in values}
    rest = iter(ctx.shape(x))
    return ctx.emit("reshape", x, shape_arg([1 if i in positions else next(rest) for i in range(rank)]))


@onnx_op("Concat")
def concat(ctx: Context, *values: GraphExpr, axis: int = 1) -> GraphExpr:
    axis = ctx.axis(axis, ctx.rank(values[0]))
    ranks = sorted({ctx.rank(v) for v in values})
    if len(ranks) > 1 or ranks == [0]:
        raise ctx.error("I117", f"tensors of ranks {ranks} cannot be joined")
    parts = [v for v in values if ctx.shape(v)[axis] != 0] or [values[0]]
    return parts[0] if len(parts) == 1 else ctx.emit("concatenate", parts, axis=axis)


def _split(ctx: Context, x: GraphExpr, sizes: Sequence[int] | None, axis: int, count: int) -> list[GraphExpr]:
    axis = ctx.axis(axis, ctx.rank(x))
    lengths: Sequence[Dim] = sizes if sizes is not None else _equal_parts(ctx.shape(x)[axis], count)
    values = ctx.symbolic.get(x)
    results: list[GraphExpr] = []
    start: Dim = 0
    for size in lengths:
        if values is not None:
            results.append(ctx.symbolic_value(values[start : start + size], ctx.dtype(x)))
        else:
            results.append(ctx.emit("strided_slice", x, begin=[start], end=[start + size], axes=[axis], strides=[1]))
        start += size
    return results


def _equal_parts(total: Dim, count: int) -> list[Dim]:
    """`count` lengths that are `total` together, all the same but for a last one that may be shorter."""
    if count == 1:
        return [total]
    chunk = (total + (count - 1)) // count
    return [*[chunk] * (count - 1), total - chunk * (count - 1)]


@onnx_op("Split")
def split_attribute(
    ctx: Context, x: GraphExpr, sizes: GraphExpr | None = None, *, axis: int = 0, split: Sequence[int] | None = None
) -> list[GraphExpr]:
    lengths = split if split is not None else ctx.ints(sizes, "split") if sizes is not None else None
    return _split(ctx, x, lengths, axis, ctx.output_count)


@onnx_op("Split", since=13)
def split(
    ctx: Context, x: GraphExpr, sizes: GraphExpr | None = None, *, axis: int = 0, num_outputs: int | None = None
) -> list[GraphExpr]:
    if num_outputs not in (None, ctx.output_count):
        raise ctx.error("I117", f"`num_outputs` is {num_outputs}, and the node has {ctx.output_count} outputs")
    if sizes is not None and ctx.number(sizes) is None:
        return split_at(ctx, x, ctx.size_parts(sizes, "split"), ctx.axis(axis, ctx.rank(x)))
    return _split(ctx, x, ctx.ints(sizes, "split") if sizes is not None else None, axis, ctx.output_count)


def _slice(
    ctx: Context,
    x: GraphExpr,
    starts: Sequence[Dim],
    ends: Sequence[Dim],
    axes: Sequence[int] | None,
    steps: Sequence[int] | None,
) -> GraphExpr:
    dims = ctx.shape(x)
    axes = [ctx.axis(a, len(dims)) for a in axes] if axes is not None else list(range(len(starts)))
    rest: list[tuple[int, Dim, Dim, int]] = []
    for axis, begin, end, step in zip(axes, starts, ends, steps or [1] * len(starts), strict=True):
        part = inbound(ctx, begin, end, step, dims[axis])
        if part is None:
            rest.append((axis, begin, end_of_slice(end, dims[axis]) if step > 0 else end, step))
        else:
            x = part.of(ctx, x, axis)
    if not rest:
        return x
    axes, starts, ends, steps = map(list, zip(*rest, strict=True))
    return ctx.emit("strided_slice", x, begin=starts, end=ends, axes=axes, strides=steps)


@onnx_op("Slice")
def slice_attributes(
    ctx: Context, x: GraphExpr, *, starts: Sequence[int], ends: Sequence[int], axes: Sequence[int] | None = None
) -> GraphExpr:
    return _slice(ctx, x, list(starts), list(ends), axes, None)


@onnx_op("Slice", since=10)
def slice_inputs(
    ctx: Context,
    x: GraphExpr,
    starts: GraphExpr,
    ends: GraphExpr,
    axes: GraphExpr | None = None,
    steps: GraphExpr | None = None,
) -> GraphExpr:
    along = ctx.ints(axes, "axes") if axes is not None else None
    count = None if along is None else len(along)
    bounds = ctx.size_parts(starts, "starts", count), ctx.size_parts(ends, "ends", count)
    along = list(range(len(bounds[0]))) if along is None else along
    strides = ctx.ints(steps, "steps") if steps is not None else [1] * len(bounds[0])
    fixed: list[tuple[Dim, Dim, int, int]] = []
    for axis, begin, end, step in zip(along, *bounds, strides, strict=False):
        if isinstance(begin, tuple) or isinstance(end, tuple):
            x = slice_axis(ctx, x, ctx.axis(axis, ctx.rank(x)), begin, end, step)
        else:
            fixed.append((begin, end, axis, step))
    return _slice(ctx, x, *map(list, zip(*fixed, strict=True))) if fixed else x


@onnx_op("Gather")
def gather(ctx: Context, x: GraphExpr, indices: GraphExpr, *, axis: int = 0) -> GraphExpr:
    axis, dims = ctx.axis(axis, ctx.rank(x)), list(ctx.shape(x))
    known = ctx.symbolic.get(indices)
    if known is not None and known.size == 1 and isinstance(place := known.reshape(-1)[0], Expr):
        part = inbound(ctx, place, place + 1, 1, dims[axis])
        if part is not None:
            return ctx.reshape(part.of(ctx, x, axis), [*dims[:axis], *known.shape, *dims[axis + 1 :]])
    if isinstance(indices, Constant) and indices.data.size == 1 and isinstance(dims[axis], int):
        return _one_slice(ctx, x, axis, int(indices.data.reshape(-1)[0]), list(indices.data.shape))
    return ctx.emit("take", x, indices, axis=axis)


def _one_slice(ctx: Context, x: GraphExpr, axis: int, index: int, shape: list[int]) -> GraphExpr:
    """One known index of `axis`, which becomes `shape` (nothing, or ones): a slice, which may need no copy."""
    dims = list(ctx.shape(x))
    position = index + dims[axis] if index < 0 else index
    if not 0 <= position < dims[axis]:
        raise ctx.error("I117", f"index {index} is outside dimension {axis}, which has size {dims[axis]}")
    part = ctx.emit("strided_slice", x, begin=[position], end=[position + 1], axes=[axis], strides=[1])
    return ctx.reshape(part, [*dims[:axis], *shape, *dims[axis + 1 :]])


@onnx_op("Expand", since=8)
def expand(ctx: Context, x: GraphExpr, target: GraphExpr) -> GraphExpr:
    want, have = ctx.size_parts(target, "shape"), list(ctx.shape(x))
    rank = max(len(want), len(have))
    want, have = [*[1] * (rank - len(want)), *want], [*[1] * (rank - len(have)), *have]
    dims = [expanded(ctx, h, w) for w, h in zip(want, have, strict=True)]
    return ctx.emit("broadcast_to", x, shape_arg(dims))


@onnx_op("Tile", since=6)
def tile(ctx: Context, x: GraphExpr, repeats: GraphExpr) -> GraphExpr:
    return ctx.emit("tile", x, repeats=ctx.dims_of(repeats, "repeats", ctx.rank(x)))


#: An end of a slice that no dimension reaches.
_TO_THE_END = 2**63 - 1


def _is_negative(width: Dim) -> bool:
    return isinstance(width, int) and width < 0


def _pad(
    ctx: Context, x: GraphExpr, pads: Sequence[Dim], mode: str, value: float, axes: Sequence[int] | None
) -> GraphExpr:
    rank = ctx.rank(x)
    axes = [ctx.axis(a, rank) for a in axes] if axes is not None else list(range(rank))
    half = len(axes)
    if len(pads) != 2 * half or len(set(axes)) != half:
        raise ctx.error("I117", f"{len(pads)} numbers in `pads`, axes {axes}: two for each axis, and each axis once")
    before: list[Dim] = [0] * rank
    after: list[Dim] = [0] * rank
    for n, axis in enumerate(axes):
        before[axis], after[axis] = pads[n], pads[half + n]
    fixed = all(isinstance(p, int) for p in before + after)
    if fixed and not any(before) and not any(after):
        return x
    cropped = [axis for axis in range(rank) if _is_negative(before[axis]) or _is_negative(after[axis])]
    if cropped:
        starts = [-before[axis] if _is_negative(before[axis]) else 0 for axis in cropped]
        ends = [after[axis] if _is_negative(after[axis]) else _TO_THE_END for axis in cropped]
        x = _slice(ctx, x, starts, ends, cropped, None)
        before, after = ([0 if _is_negative(p) else p for p in side] for side in (before, after))
    widths = [list(w) for w in zip(before, after, strict=False)]
    return ctx.emit("nn.pad", x, pad_width=widths, mode=mode, pad_value=value)


@onnx_op("Pad")
def pad_attributes(
    ctx: Context,
    x: GraphExpr,
    *,
    pads: Sequence[int] | None = None,
    paddings: Sequence[int] | None = None,
    mode: str = "constant",
    value: float = 0.0,
) -> GraphExpr:
    return _pad(ctx, x, pads or paddings or (), mode, value, None)


@onnx_op("Pad", since=11)
def pad(
    ctx: Context,
    x: GraphExpr,
    pads: GraphExpr,
    value: GraphExpr | None = None,
    axes: GraphExpr | None = None,
    *,
    mode: str = "constant",
) -> GraphExpr:
    axis_list = ctx.optional_ints(axes, "axes")
    widths = ctx.dims_of(pads, "pads", 2 * (ctx.rank(x) if axis_list is None else len(axis_list)))
    number = ctx.number(value)
    if number is not None and number.size != 1:
        raise ctx.error("I117", f"the padding's value must be one number, not {number.size}")
    if value is None or number is not None:
        fill = 0 if number is None else number.reshape(-1)[0].item()
        return _pad(ctx, x, widths, mode, fill, axis_list)
    padded = _pad(ctx, x, widths, mode, 0, axis_list)
    inside = ctx.emit("full", shape_arg(list(ctx.shape(x))), fill_value=True, dtype="bool")
    mask = _pad(ctx, inside, widths, "constant", False, axis_list)
    return ctx.emit("where", mask, padded, ctx.reshape(value, []))
