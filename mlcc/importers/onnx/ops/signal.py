"""Fourier transforms: the axes in the order that the transform wants, and long ones in two steps."""

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


def _transform(ctx: Context, x: GraphExpr, axis: int, length: int | None, inverse: bool, onesided: bool) -> GraphExpr:
    rank = ctx.rank(x)
    axis, last = ctx.axis(axis, rank), rank - 1
    dims = ctx.shape(x)
    size, parts = ctx.static_dim(x, axis), ctx.static_dim(x, last)
    hermitian = inverse and onesided
    if parts == 1 and hermitian:
        raise ctx.error("I117", "a onesided inverse transform takes complex numbers")
    points = length if length is not None else 2 * (size - 1) if hermitian else size
    if axis == last or parts not in (1, 2) or points < 1:
        raise ctx.error("I117", f"a transform of {points} points over axis {axis} of {list(dims)} is not defined")
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


def _moved(ctx: Context, x: GraphExpr, order: list[int]) -> GraphExpr:
    return x if order == list(range(len(order))) else ctx.emit("transpose", x, axes=order)


@onnx_op("DFT", since=17)
def dft_attribute(
    ctx: Context, x: GraphExpr, length: GraphExpr | None = None, *, axis: int = 1, inverse: int = 0, onesided: int = 0
) -> GraphExpr:
    points = None if length is None else int(ctx.scalar(length, "dft_length"))
    return _transform(ctx, x, axis, points, bool(inverse), bool(onesided))


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
    points = None if length is None else int(ctx.scalar(length, "dft_length"))
    at = -2 if axis is None else int(ctx.scalar(axis, "axis"))
    return _transform(ctx, x, at, points, bool(inverse), bool(onesided))


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
