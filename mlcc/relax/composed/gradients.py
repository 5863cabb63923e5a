"""The operators of backward passes by TVM's names: `relax.op.grad.take_backward` and its relatives."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlcc.diagnostics import MlccError
from mlcc.ir import Constant, GraphExpr, TupleGetItem

from .registry import axis_of, c, cast, dtype_of, extent, form, ndim, reshape, shape_of, typed


@form("grad.take_backward")
def take_backward(output_grad: GraphExpr, x: GraphExpr, indices: GraphExpr, axis: int | None = None) -> GraphExpr:
    """The gradient of `x` in `take(x, indices, axis)`: what was taken from a place is added there."""
    flat, chosen, at = (reshape(x, [-1]), reshape(indices, [-1]), 0) if axis is None else (x, indices, axis_of(x, axis))
    shape, places = list(shape_of(flat)), shape_of(chosen)
    # rows: the taken axis first, all others as one
    ahead, behind = list(range(at)), list(range(at + 1, len(shape)))
    taken = list(range(at, at + len(places)))
    grad = reshape(output_grad, [*shape[:at], *places, *shape[at + 1 :]])
    order = [*taken, *ahead, *(n - 1 + len(places) for n in behind)]
    rows = c("transpose", grad, axes=order)
    others = [*shape[:at], *shape[at + 1 :]]
    count: Any = 1
    for dim in places:
        count = dim * count
    rows = reshape(rows, [count, *others])
    index = reshape(cast(chosen, "int64"), [count, 1])
    zeros = c("zeros", shape=[shape[at], *others], dtype=dtype_of(x))
    summed = c("scatter_nd", zeros, index, rows, reduction="add")
    back = [n + 1 for n in range(at)] + [0] + [n + 1 for n in range(at, len(others))]
    return reshape(c("transpose", summed, axes=back), shape_of(x))


@form("grad.nll_loss_backward")
def nll_loss_backward(
    output_grad: GraphExpr, predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr | None = None,
    reduction: str = "mean", ignore_index: int | None = -100,
) -> GraphExpr:  # fmt: skip
    """The gradient of the predictions (N, C, …) in `nn.nll_loss`."""
    factor = _target_weights(predictions, targets, weights, ignore_index)
    if reduction == "none":
        axis = 1 if ndim(predictions) > 1 else 0
        return c("negative", c("multiply", factor, c("expand_dims", output_grad, axis=axis)))
    if reduction == "mean":
        factor = c("divide", factor, c("sum", factor))
    return c("negative", c("multiply", factor, output_grad))


def _target_weights(
    predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr | None, ignore_index: int | None
) -> GraphExpr:
    """In the shape of the predictions: the weight of the class at each target, zero elsewhere."""
    dtype, shape = dtype_of(predictions), shape_of(predictions)
    axis = 1 if ndim(predictions) > 1 else 0
    classes = extent(shape[axis], "the number of classes")
    column = [classes if n == axis else 1 for n in range(len(shape))]
    wide = c("expand_dims", targets, axis=axis)
    numbers = typed(Constant(np.arange(classes, dtype=dtype_of(targets)).reshape(column)))
    factor = cast(c("equal", wide, numbers), dtype)
    if ignore_index is not None and 0 <= ignore_index < classes:
        factor = c("multiply", factor, cast(c("not_equal", wide, int(ignore_index)), dtype))
    return factor if weights is None else c("multiply", factor, reshape(weights, column))


def counted_weights(
    predictions: GraphExpr, targets: GraphExpr, weights: GraphExpr, ignore_index: int | None
) -> GraphExpr:
    """The sum of the weights of all targets, by which a mean is divided."""
    return c("sum", _target_weights(predictions, targets, weights, ignore_index))


def _window(
    name: str, x: GraphExpr, pool_size: Any, strides: Any, padding: Any, dilation: Any, layout: str | None
) -> Any:
    """Sizes, strides, padding and dilation of windows of two axes."""
    from mlcc.topi.shapes import pads_of, per_dim  # all operators, which a build of programs alone does without

    if layout not in (None, "", "NCHW", "NHWC"):
        raise MlccError("T205", f"`{name}`: the layout {layout!r} is not supported", help='give "NCHW" or "NHWC"')
    kernel = per_dim(pool_size, 2, 1, "pool_size")
    stride = kernel if strides is None else per_dim(strides, 2, 1, "strides")
    return kernel, stride, pads_of(padding, 2), per_dim(dilation, 2, 1, "dilation")


@form("grad.max_pool2d_backward")
def max_pool2d_backward(
    output_grad: GraphExpr, data: GraphExpr, pool_size: Any = (1, 1), strides: Any = (1, 1),
    padding: Any = (0, 0, 0, 0), dilation: Any = (1, 1), ceil_mode: bool = False, count_include_pad: bool = False,
    layout: str | None = "NCHW", out_layout: str | None = None,
) -> GraphExpr:  # fmt: skip
    """The gradient of the data in `nn.max_pool2d`: of equal elements of a window the first has it."""
    name = "grad.max_pool2d_backward"
    kernel, stride, pads, step = _window(name, data, pool_size, strides, padding, dilation, layout)
    grad, x = _as_nchw(output_grad, out_layout or layout), _as_nchw(data, layout)
    pooled = c(
        "nn.max_pool_with_index", x, pool_size=kernel, strides=stride,
        padding=[*(a for a, _ in pads), *(b for _, b in pads)], dilation=step,
        ceil_mode=ceil_mode,
    )  # fmt: skip
    places = reshape(typed(TupleGetItem(pooled, 1)), [-1])
    zeros = c("zeros_like", reshape(x, [-1]))
    summed = c("scatter_elements", zeros, places, reshape(grad, [-1]), axis=0, reduction="add")
    return _from_nchw(reshape(summed, shape_of(x)), layout)


@form("grad.avg_pool2d_backward")
def avg_pool2d_backward(
    output_grad: GraphExpr, data: GraphExpr, pool_size: Any = (1, 1), strides: Any = (1, 1),
    padding: Any = (0, 0, 0, 0), dilation: Any = (1, 1), ceil_mode: bool = False, count_include_pad: bool = False,
    layout: str | None = "NCHW", out_layout: str | None = None,
) -> GraphExpr:  # fmt: skip
    """The gradient of the data in `nn.avg_pool2d`: each window's share of it to all its elements."""
    name = "grad.avg_pool2d_backward"
    kernel, stride, pads, step = _window(name, data, pool_size, strides, padding, dilation, layout)
    grad, x = _as_nchw(output_grad, out_layout or layout), _as_nchw(data, layout)
    sizes = [extent(d, name) for d in shape_of(x)[2:]]
    counts = [extent(d, name) for d in shape_of(grad)[2:]]
    channels = extent(shape_of(x)[1], name)
    shares = [
        _elements(sizes[n], counts[n], kernel[n], stride[n], step[n], pads[n], count_include_pad) for n in range(2)
    ]
    share = (1 / np.outer(*shares)).astype(dtype_of(x))
    ends = [(counts[n] - 1) * stride[n] - pads[n][0] + (kernel[n] - 1) * step[n] + 1 for n in range(2)]
    after = [max(end - size, 0) for end, size in zip(ends, sizes, strict=True)]
    left = [max(size - end, 0) for end, size in zip(ends, sizes, strict=True)]
    ones = typed(Constant(np.ones((channels, 1, *kernel), dtype_of(x))))
    spread = c(
        "nn.conv2d_transpose", c("multiply", grad, typed(Constant(share))), ones, strides=stride,
        padding=[pads[0][0], pads[1][0], *after], output_padding=left, dilation=step, groups=channels,
    )  # fmt: skip
    return _from_nchw(spread, layout)


def _elements(
    size: int, count: int, kernel: int, stride: int, step: int, pad: tuple[int, int], with_pads: bool
) -> np.ndarray[Any, Any]:
    """By how many elements along an axis each window is divided."""
    low, high = (-pad[0], size + pad[1]) if with_pads else (0, size)
    places = np.arange(count)[:, None] * stride - pad[0] + np.arange(kernel)[None] * step
    counted: np.ndarray[Any, Any] = ((places >= low) & (places < high)).sum(1)
    return counted


def _as_nchw(x: GraphExpr, layout: str | None) -> GraphExpr:
    return c("transpose", x, axes=[0, 3, 1, 2]) if layout == "NHWC" else x


def _from_nchw(x: GraphExpr, layout: str | None) -> GraphExpr:
    return c("transpose", x, axes=[0, 2, 3, 1]) if layout == "NHWC" else x
