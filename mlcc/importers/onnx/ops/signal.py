"""Fourier transforms: the axes in the order that the transform wants, long ones in two steps, and those of sizes that
only the run knows as products of matrices."""

from __future__ import annotations

import math

import numpy as np

from mlcc.ir import GraphExpr
from mlcc.topi import FourierPlan, unit_roots

from ..context import Context
from ..registry import onnx_op
from ..values import Dim

#: Each vector lane computes one transform: with fewer rows than this, a long one is composed of shorter ones.
_FEW_ROWS = 8
#: Transforms longer than this leave the L2 cache, when as many run together as there are lanes.
_LONG = 4096


def _dft(ctx: Context, x: GraphExpr, length: int, count: int, inverse: bool, hermitian: bool = False) -> GraphExpr:
    """``R.dft`` along axis 1 of x, with the table of its plan."""
    plan = FourierPlan(length, ctx.shape(x)[2] == 1)
    table = ctx.constant(plan.tables(), ctx.dtype(x))
    return ctx.emit("dft", x, table, length=length, count=count, inverse=inverse, hermitian=hermitian)


def _middle_divisor(length: int) -> int:
    """The largest divisor that is no larger than its cofactor."""
    return next(d for d in range(math.isqrt(length), 0, -1) if length % d == 0)


def _in_two_steps(ctx: Context, x: GraphExpr, first: int, second: int, inverse: bool) -> GraphExpr:
    """Transforms of ``n = first * second`` points of x: [rows, n, parts], as [rows, n, 2].

    The four-step algorithm (Bailey 1990): with ``j = j1 * second + j2`` and ``k = k1 + first * k2``, transforms over
    j1, a multiplication by ``W(n, j2*k1)``, a transpose, and transforms over j2. Both steps have `second` or `first`
    contiguous columns, which fill vectors.
    """
    rows, _, parts = ctx.shape(x)
    columns = ctx.emit("transpose", ctx.reshape(x, [rows, first, second, parts]), axes=[0, 1, 3, 2])
    inner = _dft(ctx, columns, first, first, inverse)
    roots = unit_roots(first * second, np.outer(np.arange(first), np.arange(second)))
    cosine, sine = roots[..., 0], -roots[..., 1] if inverse else roots[..., 1]
    dtype = ctx.dtype(x)
    straight = ctx.emit("multiply", inner, ctx.constant(cosine[:, None, :], dtype))
    crossed = ctx.emit("multiply", ctx.emit("flip", inner, axis=2), ctx.constant(np.stack([-sine, sine], 1), dtype))
    rotated = ctx.emit("transpose", ctx.emit("add", straight, crossed), axes=[0, 3, 2, 1])
    outer = _dft(ctx, rotated, second, second, inverse)
    return ctx.reshape(ctx.emit("transpose", outer, axes=[0, 1, 3, 2]), [rows, first * second, 2])


def _transform(ctx: Context, x: GraphExpr, axis: int, length: Dim | None, inverse: bool, onesided: bool) -> GraphExpr:
    rank = ctx.rank(x)
    axis, last = ctx.axis(axis, rank), rank - 1
    hermitian = inverse and onesided
    if not isinstance(ctx.shape(x)[last], int):
        x = _fitted(ctx, x, last, 2)  # real numbers, or complex ones, as the run knows
    if length is not None and not (isinstance(length, int) and isinstance(ctx.shape(x)[axis], int)):
        x = _fitted(ctx, x, axis, length // 2 + 1 if hermitian else length)
    dims = ctx.shape(x)
    size, parts = dims[axis], ctx.static_dim(x, last)
    if parts == 1 and hermitian:
        raise ctx.error("I117", "a onesided inverse transform takes complex numbers")
    points = length if length is not None else 2 * (size - 1) if hermitian else size
    if axis == last or parts not in (1, 2) or (isinstance(points, int) and points < 1):
        raise ctx.error("I117", f"a transform of {points} points over axis {axis} of {list(dims)} is not defined")
    if not isinstance(points, int) or not isinstance(size, int):
        return _by_matrices(ctx, x, axis, points, inverse, onesided)
    count = points // 2 + 1 if onesided and not inverse else points
    others = [n for n in range(last) if n != axis]
    lead = [dims[n] for n in others]
    rows: Dim = math.prod(lead) if all(isinstance(d, int) for d in lead) else math.prod(lead[1:], start=lead[0])
    wide = ctx.cast(x, "float64" if ctx.dtype(x) == "float64" else "float32")
    divisor = _middle_divisor(points)
    short = isinstance(rows, int) and rows < _FEW_ROWS and points >= 64
    if (short or points > _LONG) and divisor >= 8 and size == points and not hermitian:
        order = [*others, axis, last]
        together = _moved(ctx, wide, order)
        done = _in_two_steps(ctx, ctx.reshape(together, [rows, points, parts]), divisor, points // divisor, inverse)
        if count < points:
            done = ctx.emit("strided_slice", done, begin=[0], end=[count], axes=[1])
        result = ctx.reshape(done, [*lead, count, 2])
    else:
        kept = 1 if hermitian else 2
        if axis == last - 1:
            order = [*others, axis, last]
            shape, back_shape = [rows, size, parts], [*lead, count, kept]
        else:
            order = [axis, last, *others]
            shape, back_shape = [1, size, parts, rows], [count, kept, *lead]
        columns = ctx.reshape(_moved(ctx, wide, order), shape)
        result = ctx.reshape(_dft(ctx, columns, points, count, inverse, hermitian), back_shape)
    back = [order.index(n) for n in range(rank)]
    return ctx.cast(_moved(ctx, result, back), ctx.dtype(x))


def _fitted(ctx: Context, x: GraphExpr, axis: int, size: Dim) -> GraphExpr:
    """The first `size` elements along an axis, with zeros where there are fewer."""
    widths: list[list[Dim]] = [[0, size if n == axis else 0] for n in range(ctx.rank(x))]
    wide = ctx.emit("nn.pad", x, pad_width=widths, mode="constant", pad_value=0.0)
    return ctx.emit("strided_slice", wide, begin=[0], end=[size], axes=[axis], strides=[1])


def _by_matrices(ctx: Context, x: GraphExpr, axis: int, points: Dim, inverse: bool, onesided: bool) -> GraphExpr:
    """A transform whose size the run knows: products with the matrices of cos and sin of ``2 pi j k / n``."""
    rank, dims = ctx.rank(x), ctx.shape(x)
    size, parts, hermitian = dims[axis], ctx.static_dim(x, rank - 1), inverse and onesided
    others = [n for n in range(rank - 1) if n != axis]
    lead = [dims[n] for n in others]
    rows: Dim = math.prod(lead[1:], start=lead[0]) if lead else 1
    count = points // 2 + 1 if onesided and not inverse else points
    number = ctx.scalar_of(points)
    holds = ctx.emit("greater_equal", number, ctx.constant(1, "int64"))
    ctx.emit_assert(holds, f"{ctx.where}: a transform of no points is not defined")
    dtype = "float64" if ctx.dtype(x) == "float64" else "float32"
    order = [*others, axis, rank - 1]
    columns = ctx.reshape(_moved(ctx, ctx.cast(x, dtype), order), [rows, size, parts])
    real, *imaginary = (
        ctx.reshape(ctx.emit("strided_slice", columns, begin=[n], end=[n + 1], axes=[2], strides=[1]), [rows, size])
        for n in range(parts)
    )
    cosine, sine = _roots(ctx, size, count, points, number, dtype)

    def product(part: GraphExpr, matrix: GraphExpr) -> GraphExpr:
        if hermitian:
            part = ctx.emit("multiply", part, _halves(ctx, size, number, dtype))
        return ctx.emit("matmul", part, matrix)

    results = [product(real, cosine)]
    if imaginary:
        results[0] = ctx.emit("subtract" if inverse else "add", results[0], product(imaginary[0], sine))
    if not hermitian:
        turned = product(real, sine)
        turned = turned if inverse else ctx.emit("negative", turned)
        results.append(ctx.emit("add", turned, product(imaginary[0], cosine)) if imaginary else turned)
    whole = ctx.emit("concatenate", [ctx.reshape(part, [rows, count, 1]) for part in results], axis=2)
    if inverse:
        whole = ctx.emit("divide", whole, ctx.cast(number, dtype))
    back = [order.index(n) for n in range(rank)]
    return ctx.cast(_moved(ctx, ctx.reshape(whole, [*lead, count, len(results)]), back), ctx.dtype(x))


def _roots(
    ctx: Context, size: Dim, count: Dim, points: Dim, number: GraphExpr, dtype: str
) -> tuple[GraphExpr, GraphExpr]:
    """(size, count) each: the cosine and the sine of ``2 pi j k / points``, computed as float64."""
    rows = ctx.reshape(ctx.count_below(size, "int64"), [size, 1])
    columns = ctx.reshape(ctx.count_below(count, "int64"), [1, count])
    places = ctx.emit("floor_mod", ctx.emit("multiply", rows, columns), number)
    turns = ctx.emit("divide", ctx.count_below(points, "float64"), ctx.cast(number, "float64"))
    angles = ctx.emit("multiply", turns, ctx.constant(2 * math.pi, "float64"))
    tables = (ctx.cast(ctx.emit(name, angles), dtype) for name in ("cos", "sin"))
    cosine, sine = (ctx.emit("take", table, places, axis=0) for table in tables)
    return cosine, sine


def _halves(ctx: Context, size: Dim, number: GraphExpr, dtype: str) -> GraphExpr:
    """(size,): how often each term of a half spectrum occurs in the whole: all but the ends twice."""
    at = ctx.count_below(size, "int64")
    first = ctx.emit("equal", at, ctx.constant(0, "int64"))
    middle = ctx.emit("equal", ctx.emit("multiply", at, ctx.constant(2, "int64")), number)
    is_end = ctx.emit("logical_or", first, middle)
    return ctx.emit("where", is_end, ctx.constant(1, dtype), ctx.constant(2, dtype))


def _length(ctx: Context, length: GraphExpr | None) -> Dim | None:
    """The number of points that a node gives, if it does."""
    if length is None:
        return None
    if ctx.number(length) is not None:
        return int(ctx.scalar(length, "dft_length"))
    (points,) = ctx.dims_of(ctx.reshape(length, [1]), "dft_length")
    return points


def _moved(ctx: Context, x: GraphExpr, order: list[int]) -> GraphExpr:
    return x if order == list(range(len(order))) else ctx.emit("transpose", x, axes=order)


@onnx_op("DFT", since=17)
def dft_attribute(
    ctx: Context, x: GraphExpr, length: GraphExpr | None = None, *, axis: int = 1, inverse: int = 0, onesided: int = 0
) -> GraphExpr:
    return _transform(ctx, x, axis, _length(ctx, length), bool(inverse), bool(onesided))


@onnx_op("DFT", since=20)
def dft(
    ctx: Context,
    x: GraphExpr,
    length: GraphExpr | None = None,
    axis: GraphExpr | None = None,
    *,
    inverse: int = 0,
    onesided: int = 0,
) -> GraphExpr:
    at = -2 if axis is None else int(ctx.scalar(axis, "axis"))
    return _transform(ctx, x, at, _length(ctx, length), bool(inverse), bool(onesided))


@onnx_op("STFT", since=17)
def stft(
    ctx: Context,
    x: GraphExpr,
    frame_step: GraphExpr,
    window: GraphExpr | None = None,
    frame_length: GraphExpr | None = None,
    *,
    onesided: int = 1,
) -> GraphExpr:
    step, dims = int(ctx.scalar(frame_step, "frame_step")), ctx.shape(x)
    if frame_length is not None:
        size = int(ctx.scalar(frame_length, "frame_length"))
    else:
        size = ctx.static_dim(x, 1, "signal") if window is None else ctx.static_dim(window, 0, "window")
    positions = window_positions(ctx, (dims[1] - size) // step + 1, step, size)
    x = x if len(dims) == 3 else ctx.reshape(x, [*dims, 1])
    frames = ctx.emit("take", x, positions, axis=1)
    if window is not None:
        width = ctx.static_dim(window, 0, "window")
        frames = ctx.emit("multiply", frames, ctx.reshape(ctx.cast(window, ctx.dtype(x)), [width, 1]))
    return _transform(ctx, frames, 2, None, False, bool(onesided))


def window_positions(ctx: Context, count: Dim, step: int, size: int) -> GraphExpr:
    """(count, size), int64: the positions of the elements of each window, `step` after those of the one before."""
    if isinstance(count, int):
        return ctx.constant(np.arange(count)[:, None] * step + np.arange(size)[None, :], "int64")
    starts = ctx.emit("multiply", ctx.count_below(count, "int64"), ctx.constant(step, "int64"))
    return ctx.emit("add", ctx.reshape(starts, [count, 1]), ctx.constant(np.arange(size), "int64"))
