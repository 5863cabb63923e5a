"""Operators of backward passes: of convolutions and of average pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mlcc.ir import GraphExpr

from ..registry import aten
from ..translation import Translation
from .nn import batched, divisors, each, shares


@aten("convolution_backward")
def convolution_backward(
    t: Translation, grad: GraphExpr, x: GraphExpr, weight: GraphExpr, bias_sizes: Sequence[Any] | None,
    stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int], transposed: bool,
    output_padding: Sequence[int], groups: int, output_mask: Sequence[bool],
) -> list[GraphExpr | None]:  # fmt: skip
    """The gradients of the image, the weight and the bias, for each of which `output_mask` asks.

    A convolution's transpose gives the image's. The weight's is a convolution of the image by the gradient, with
    channels in the place of the batch, and stride and dilation exchanged.
    """
    spatial = t.rank(weight) - 2
    image, _ = batched(t, x, spatial)
    grad, _ = batched(t, grad, spatial)
    stride, padding, dilation = (each(v, spatial) for v in (stride, padding, dilation))
    rules = {"strides": stride, "pads": padding * 2, "dilations": dilation, "group": groups}
    results: list[GraphExpr | None] = [None, None, None]
    if output_mask[0]:
        if transposed:
            made = t.onnx("Conv", grad, weight, None, **rules)
        else:
            reached = [
                (t.static(size, "gradient") - 1) * s - 2 * p + d * (t.static(k, "kernel") - 1) + 1
                for size, s, p, d, k in zip(
                    t.shape(grad)[2:], stride, padding, dilation, t.shape(weight)[2:], strict=True
                )
            ]
            extra = [t.static(n, "image") - r for n, r in zip(t.shape(image)[2:], reached, strict=True)]
            made = t.onnx("ConvTranspose", grad, weight, None, output_padding=extra, **rules)
        results[0] = t.reshape(made, t.shape(x))
    if output_mask[1]:
        whole, by = (grad, image) if transposed else (image, grad)
        results[1] = _weight_gradient(t, whole, by, weight, stride, padding, dilation, groups)
    if output_mask[2]:
        results[2] = t.emit("sum", grad, axis=[0, *range(2, spatial + 2)], keepdims=False)
    return results


def _weight_gradient(
    t: Translation, image: GraphExpr, grad: GraphExpr, weight: GraphExpr, stride: list[int], padding: list[int],
    dilation: list[int], groups: int,
) -> GraphExpr:  # fmt: skip
    parts, shape = [], t.shape(weight)
    turned = [1, 0, *range(2, t.rank(weight))]
    wide, deep = (t.static(t.shape(v)[1], "channels") // groups for v in (image, grad))
    for group in range(groups):
        some = [
            t.emit("strided_slice", v, begin=[group * n], end=[(group + 1) * n], axes=[1], strides=[1])
            for v, n in ((image, wide), (grad, deep))
        ]  # fmt: skip
        swapped = [t.emit("transpose", v, axes=turned) for v in some]
        made = t.onnx("Conv", *swapped, None, strides=dilation, pads=padding * 2, dilations=stride, group=1)
        # Where the last windows leave some of the image out, further places of the kernel would come out too.
        kernel = [t.static(k, "kernel") for k in shape[2:]]
        made = t.emit(
            "strided_slice", made, begin=[0] * len(kernel), end=kernel, axes=turned[2:], strides=[1] * len(kernel)
        )  # fmt: skip
        parts.append(t.emit("transpose", made, axes=turned))
    return t.emit("concatenate", parts, axis=0) if len(parts) > 1 else parts[0]


@aten("avg_pool2d_backward")
def avg_pool_backward(
    t: Translation, grad: GraphExpr, x: GraphExpr, kernel_size: Sequence[int], stride: Sequence[int],
    padding: Sequence[int], ceil_mode: bool, count_include_pad: bool, divisor_override: int | None = None,
) -> GraphExpr:  # fmt: skip
    """Each window's share, axis by axis: a product with the matrix that says which elements a window has."""
    kernel, pads = each(kernel_size, 2), each(padding, 2)
    strides = each(stride, 2) if stride else kernel
    images, windows = ([t.static(d, "image") for d in t.shape(v)[-2:]] for v in (x, grad))
    counts = divisors(images, windows, kernel, strides, pads, count_include_pad)
    scale = 1 / (counts if divisor_override is None else np.full(windows, divisor_override))
    grad = t.emit("multiply", grad, t.constant(scale))
    covers = []
    for size, count, k, s, p in zip(images, windows, kernel, strides, pads, strict=True):
        at, first = np.arange(size)[None], (np.arange(count) * s - p)[:, None]
        covers.append(((at >= first) & (at < first + k)).astype(np.float64))
    return _spread(t, grad, covers)


@aten("_adaptive_avg_pool2d_backward")
def adaptive_avg_pool_backward(t: Translation, grad: GraphExpr, x: GraphExpr) -> GraphExpr:
    """Each window's share of the gradient, axis by axis."""
    sizes = [(t.static(w, "image"), t.static(n, "pool")) for w, n in zip(t.shape(x), t.shape(grad), strict=True)]
    return _spread(t, grad, [shares(whole, count) for whole, count in sizes[-2:]])


def _spread(t: Translation, grad: GraphExpr, matrices: Sequence[np.ndarray[Any, Any]]) -> GraphExpr:
    """rows^T @ grad @ columns"""
    rows, columns = matrices
    wide = t.onnx("MatMul", grad, t.constant(columns))
    return t.onnx("MatMul", t.constant(np.ascontiguousarray(rows.T)), wide)
