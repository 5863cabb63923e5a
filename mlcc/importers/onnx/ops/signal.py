"""Fourier transforms as products with constant matrices.

A transform of length n costs n² and not n log n, but it runs as one matrix product; lengths in models are small.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..context import Context
from ..registry import onnx_op

Array = np.ndarray[Any, Any]


def dft_matrix(length: int, size: int, complex_input: bool, inverse: bool, onesided: bool) -> Array:
    """The matrix that takes `size` samples, real or (re, im) interleaved, to the transform of `length` points.

    Samples past `size` are zero, those past `length` are dropped. The forward result is interleaved (re, im), of
    length // 2 + 1 points when `onesided`; a onesided inverse takes so many points and gives real samples.
    """
    if inverse and onesided:
        half, points = length // 2 + 1, np.arange(length)
        weight = np.full(half, 2.0)
        weight[0] = 1.0
        if length % 2 == 0:
            weight[-1] = 1.0
        angle = 2 * np.pi * np.outer(np.arange(half), points) / length
        rows = np.stack([np.cos(angle), -np.sin(angle)], 1) * weight[:, None, None] / length
        full = np.zeros((size, 2, length))
        full[: min(size, half)] = rows[:size]
        return full.reshape(2 * size, length)
    count = length // 2 + 1 if onesided else length
    sign = 1.0 if inverse else -1.0
    taken = min(size, length)
    angle = sign * 2 * np.pi * np.outer(np.arange(taken), np.arange(count)) / length
    cosine, sine = np.cos(angle), np.sin(angle)
    scale = 1.0 / length if inverse else 1.0
    full = np.zeros((size, 2, count, 2))
    full[:taken, 0, :, 0], full[:taken, 0, :, 1] = cosine, sine
    full[:taken, 1, :, 0], full[:taken, 1, :, 1] = -sine, cosine
    return (full if complex_input else full[:, :1]).reshape(-1, 2 * count) * scale


def _transform(ctx: Context, x: Any, axis: int, length: int | None, inverse: bool, onesided: bool) -> Any:
    rank = ctx.rank(x)
    axis = ctx.axis(axis, rank)
    dims = list(ctx.static_shape(x))
    size, parts = dims[axis], dims[-1]
    points = length if length is not None else 2 * (size - 1) if inverse and onesided else size
    order = [*(i for i in range(rank - 1) if i != axis), axis, rank - 1]
    moved = x if order == list(range(rank)) else ctx.emit("transpose", x, axes=order)
    if parts == 1 and inverse and onesided:
        raise ctx.error("I117", "a onesided inverse transform takes complex numbers")
    matrix = dft_matrix(points, size, parts == 2, inverse, onesided)
    lead = [dims[i] for i in order[:-2]]
    flat = ctx.reshape(moved, [*lead, size * parts])
    # Double precision: what cancels in the sums must cancel in the result.
    product = ctx.emit("matmul", ctx.cast(flat, "float64"), ctx.constant(matrix, "float64"))
    last = 1 if inverse and onesided else 2
    result = ctx.reshape(ctx.cast(product, ctx.dtype(x)), [*lead, matrix.shape[1] // last, last])
    back = [order.index(i) for i in range(rank)]
    return result if back == list(range(rank)) else ctx.emit("transpose", result, axes=back)


@onnx_op("DFT", since=17)
def dft_attribute(
    ctx: Context, x: Any, length: Any = None, *, axis: int = 1, inverse: int = 0, onesided: int = 0
) -> Any:
    points = None if length is None else int(ctx.scalar(length, "dft_length"))
    return _transform(ctx, x, axis, points, bool(inverse), bool(onesided))


@onnx_op("DFT", since=20)
def dft(ctx: Context, x: Any, length: Any = None, axis: Any = None, *, inverse: int = 0, onesided: int = 0) -> Any:
    points = None if length is None else int(ctx.scalar(length, "dft_length"))
    at = -2 if axis is None else int(ctx.scalar(axis, "axis"))
    return _transform(ctx, x, at, points, bool(inverse), bool(onesided))


@onnx_op("STFT", since=17)
def stft(
    ctx: Context, x: Any, frame_step: Any, window: Any = None, frame_length: Any = None, *, onesided: int = 1
) -> Any:
    step, dims = int(ctx.scalar(frame_step, "frame_step")), ctx.static_shape(x)
    if frame_length is not None:
        size = int(ctx.scalar(frame_length, "frame_length"))
    else:
        size = ctx.static_dim(window, 0, "window") if window is not None else dims[1]
    count = (dims[1] - size) // step + 1
    places = np.arange(count)[:, None] * step + np.arange(size)[None, :]
    x = x if len(dims) == 3 else ctx.reshape(x, [*dims, 1])
    frames = ctx.emit("take", x, ctx.constant(places, "int64"), axis=1)
    if window is not None:
        width = ctx.static_dim(window, 0, "window")
        frames = ctx.emit("multiply", frames, ctx.reshape(ctx.cast(window, ctx.dtype(x)), [width, 1]))
    return _transform(ctx, frames, 2, None, False, bool(onesided))
