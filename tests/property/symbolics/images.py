"""Layers on images (N, C, H, W), volumes (N, C, D, H, W) and lines (N, C, W)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .net import Misfit, Net, Value, fixed
from .sizes import Shape, Size

Layer = Callable[[Net, Value], object]
LAYERS: dict[str, Layer] = {}


def layer(function: Layer) -> Layer:
    LAYERS[function.__name__] = function
    return function


def channels_of(x: Value) -> int:
    """The channels of an image."""
    if not 3 <= len(x.shape) <= 5 or x.grid is not None or x.shape[1].number is None:
        raise Misfit
    if len(x.shape) == 3 and x.shape[2].number is not None:  # a sequence
        raise Misfit
    return x.shape[1].number


def _each(net: Net, x: Value, choices: list[int]) -> list[int]:
    """A number for each dimension of space, mostly the same."""
    one = net.rng.choice(choices)
    return [one if net.rng.random() < 0.7 else net.rng.choice(choices) for _ in x.shape[2:]]


def _padding(net: Net, x: Value, reach: list[int]) -> tuple[str, list[int], list[int]]:
    """The name of automatic padding, and padding before and after."""
    kind = net.rng.choice(["NOTSET"] * 5 + ["SAME_UPPER", "SAME_LOWER", "VALID"])
    rank = len(x.shape) - 2
    if kind != "NOTSET":
        return kind, [0] * rank, [0] * rank
    how = net.rng.random()
    if how < 0.5:
        return kind, [r // 2 for r in reach], [r // 2 for r in reach]
    before, after = ([net.rng.randint(0, r - 1) for r in reach] for _ in range(2))
    return kind, before, after


def _windows(x: Value, kind: str, reach: list[int], strides: list[int], before: list[int], after: list[int]) -> Shape:
    if kind.startswith("SAME"):
        return tuple(size.rounded_up(stride) for size, stride in zip(x.shape[2:], strides, strict=True))
    parts = zip(x.shape[2:], reach, strides, before, after, strict=True)
    return tuple((size + (b + a - r)) // s + 1 for size, r, s, b, a in parts)


@layer
def conv(net: Net, x: Value) -> Value:
    channels = channels_of(x)
    kernel, strides = _each(net, x, [1, 1, 3, 3, 2, 5, 4, 7]), _each(net, x, [1, 1, 1, 2, 2, 3])
    dilations = _each(net, x, [1, 1, 1, 2, 3])
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    kind, before, after = _padding(net, x, reach)
    if kind != "NOTSET" and max(dilations) > 1:  # onnxruntime refuses or ignores the one or the other
        raise Misfit
    spatial = _windows(x, kind, reach, strides, before, after)
    divisors = [g for g in (2, 3, 4) if channels % g == 0]
    groups = net.rng.choice([1, 1, 1, channels] + divisors)
    outs = [channels, 2 * channels] if groups > 1 else [1, 2, 3, 8, 12, 16, 19, 24, 32]
    out = net.rng.choice(outs)
    if out > 48:
        raise Misfit
    weight = net.weight(out, channels // groups, *kernel, scale=1.7 / np.sqrt(channels // groups * np.prod(kernel)))
    bias = [net.weight(out, scale=0.3)] if net.rng.random() < 0.6 else []
    pads: dict[str, Any] = {"pads": before + after} if kind == "NOTSET" else {"auto_pad": kind}
    attributes = {"strides": strides, "dilations": dilations, "group": groups, "kernel_shape": kernel, **pads}
    return net.then("Conv", x.name, weight, *bias, like=x, shape=(x.shape[0], fixed(out), *spatial), **attributes)


@layer
def conv_transpose(net: Net, x: Value) -> Value:
    channels = channels_of(x)
    kernel, strides = _each(net, x, [1, 2, 3, 4, 5]), _each(net, x, [1, 2, 2, 3])
    dilations = _each(net, x, [1, 1, 1, 2])
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    before, after = ([net.rng.randint(0, (r - 1) // 2) for r in reach] for _ in range(2))
    more = [net.rng.randint(0, s - 1) for s in strides]
    groups = net.rng.choice([1, 1, channels])
    out = net.rng.choice([1, 3, 8, 16]) if groups == 1 else 1
    parts = zip(x.shape[2:], reach, strides, before, after, more, strict=True)
    spatial = tuple((size + -1) * s + (r - b - a + m) for size, r, s, b, a, m in parts)
    weight = net.weight(channels, out, *kernel, scale=1.7 / np.sqrt(channels // groups * np.prod(kernel)))
    attributes: dict[str, Any] = {"strides": strides, "dilations": dilations, "group": groups}
    attributes |= {"pads": before + after, "output_padding": more}
    shape = (x.shape[0], fixed(out * groups), *spatial)
    return net.then("ConvTranspose", x.name, weight, like=x, shape=shape, **attributes)


@layer
def pool(net: Net, x: Value) -> Value:
    channels_of(x)
    kind = net.rng.choice(["MaxPool", "AveragePool", "AveragePool", "LpPool"])
    kernel, strides = _each(net, x, [1, 2, 2, 3, 3, 5]), _each(net, x, [1, 2, 2, 3])
    dilations = _each(net, x, [1, 1, 1, 2])
    reach = [d * (k - 1) + 1 for d, k in zip(dilations, kernel, strict=True)]
    how, before, after = _padding(net, x, reach)
    before, after = ([min(p, k // 2) for p, k in zip(pads, kernel, strict=True)] for pads in (before, after))
    if how != "NOTSET" and (max(dilations) > 1 or any(s > k for s, k in zip(strides, kernel, strict=True))):
        raise Misfit  # onnxruntime refuses these
    attributes: dict[str, Any] = {"kernel_shape": kernel, "strides": strides}
    if max(dilations) > 1:
        attributes["dilations"] = dilations
    spatial = _windows(x, how, reach, strides, before, after)
    if how == "NOTSET":
        attributes["pads"] = before + after
        if net.rng.random() < 0.5:
            attributes["ceil_mode"] = 1
            parts = zip(x.shape[2:], reach, strides, before, after, strict=True)
            spatial = tuple(size.pooled(r, s, b, a) for size, r, s, b, a in parts)
    else:
        attributes["auto_pad"] = how
    if kind == "AveragePool" and net.rng.random() < 0.4:
        attributes["count_include_pad"] = 1
    return net.then(kind, x.name, like=x, shape=(*x.shape[:2], *spatial), **attributes)


@layer
def norm(net: Net, x: Value) -> Value:
    channels = channels_of(x)
    kind = net.rng.choice(["BatchNormalization", "BatchNormalization", "InstanceNormalization"])
    scale, bias = net.weight(channels, low=0.3), net.weight(channels)
    if kind == "InstanceNormalization":
        return net.then(kind, x.name, scale, bias, like=x, epsilon=0.1)
    return net.then(kind, x.name, scale, bias, net.weight(channels, scale=0.5), net.weight(channels, low=0.5), like=x)


@layer
def activation(net: Net, x: Value) -> Value:
    kind = net.rng.choice(["Relu", "Relu", "Sigmoid", "Tanh", "LeakyRelu", "HardSwish", "Gelu", "Abs", "Swish", "Clip"])
    if kind == "Swish":
        return net.then("Mul", x.name, net.node("Sigmoid", x.name), like=x)
    if kind == "Clip":
        return net.then("Clip", x.name, net.constant(np.float32(-0.5)), net.constant(np.float32(0.75)), like=x)
    return net.then(kind, x.name, like=x)


@layer
def join(net: Net, x: Value) -> Value:
    """With an earlier value that fits: a residual."""
    others = [v for v in net.values if v.shape == x.shape and v.name != x.name]
    if not others:
        raise Misfit
    other = net.rng.choice(others)
    return net.then(net.rng.choice(["Add", "Add", "Mul", "Sub", "Max"]), x.name, other.name, like=x)


@layer
def concat(net: Net, x: Value) -> Value:
    axis = net.rng.choice([1, 1, 1, *range(len(x.shape))])
    others = [v for v in net.values if len(v.shape) == len(x.shape)]
    fits = [
        v for v in others if all(k == axis or a == b for k, (a, b) in enumerate(zip(v.shape, x.shape, strict=True)))
    ]
    chosen = [x, *net.rng.choices(fits, k=net.rng.randint(1, 2))]
    net.rng.shuffle(chosen)
    total = chosen[0].shape[axis]
    for other in chosen[1:]:
        total = total + other.shape[axis]
    shape = (*x.shape[:axis], total, *x.shape[axis + 1 :])
    if (number := total.number) is not None and number > 64:
        raise Misfit
    return net.then("Concat", *(v.name for v in chosen), like=Value("", shape), axis=axis)


@layer
def broadcast(net: Net, x: Value) -> Value:
    channels = channels_of(x)
    return net.then(net.rng.choice(["Add", "Mul"]), x.name, net.weight(channels, *[1] * len(x.shape[2:])), like=x)


@layer
def gate(net: Net, x: Value) -> Value:
    """Squeeze and excite."""
    channels, ones = channels_of(x), [1] * len(x.shape[2:])
    shape = (*x.shape[:2], *map(fixed, ones))
    kind = net.rng.choice(["GlobalAveragePool", "GlobalMaxPool", "ReduceMean"])
    if kind == "ReduceMean":
        mean = net.then(kind, x.name, net.constant(list(range(2, len(x.shape)))), like=x, shape=shape, keepdims=1)
    else:
        mean = net.then(kind, x.name, like=x, shape=shape)
    weight = net.weight(channels, channels, *ones, scale=1 / np.sqrt(channels))
    squeezed = net.then("Conv", mean.name, weight, net.weight(channels), like=mean)
    return net.then("Mul", x.name, net.node("Sigmoid", squeezed.name), like=x)


@layer
def resize(net: Net, x: Value) -> Value:
    channels_of(x)
    mode = net.rng.choice(["nearest", "linear"])
    where = net.rng.choice(["half_pixel", "asymmetric"] + (["align_corners"] if mode == "linear" else []))
    attributes: dict[str, Any] = {"mode": mode, "coordinate_transformation_mode": where}
    if mode == "nearest":
        attributes["nearest_mode"] = net.rng.choice(["floor", "round_prefer_floor", "ceil"])
    others = [v for v in net.values if len(v.shape) == len(x.shape) and v.shape[0] == x.shape[0] and v.grid is None]
    if net.rng.random() < 0.5:  # to the size of an earlier image
        other = net.rng.choice(others)
        shape = (*x.shape[:2], *other.shape[2:])
        sizes = net.sizes(net.size(x, 0), net.size(x, 1), *(net.size(other, k) for k in range(2, len(x.shape))))
        return net.then("Resize", x.name, "", "", sizes, like=x, shape=shape, **attributes)
    factor = net.rng.choice([2, 2, 3])
    scales = net.constant(np.array([1, 1, *[factor] * len(x.shape[2:])], np.float32))
    shape = (*x.shape[:2], *(size * factor for size in x.shape[2:]))
    return net.then("Resize", x.name, "", scales, like=x, shape=shape, **attributes)


@layer
def pad(net: Net, x: Value) -> Value:
    channels_of(x)
    mode = net.rng.choice(["constant", "constant", "edge", "reflect", "wrap"])
    most = min(size.at(numbers) for numbers in net.calls for size in x.shape[2:]) - 1
    top = 3 if mode in ("constant", "edge") else min(most, 3)
    before, after = ([net.rng.randint(0, top) for _ in x.shape[2:]] for _ in range(2))
    if mode == "constant" and net.rng.random() < 0.3:
        after = [-min(most, 1) if net.rng.random() < 0.5 else p for p in after]
    spatial = tuple(size + (b + a) for size, b, a in zip(x.shape[2:], before, after, strict=True))
    pads = net.constant([0, 0, *before, 0, 0, *after])
    return net.then("Pad", x.name, pads, like=x, shape=(*x.shape[:2], *spatial), mode=mode)


@layer
def transpose(net: Net, x: Value) -> Value:
    channels_of(x)
    if len(x.shape) == 3:
        raise Misfit
    return net.transposed(x, *range(len(x.shape) - 2), len(x.shape) - 1, len(x.shape) - 2)


@layer
def channels_last(net: Net, x: Value) -> Value:
    """A norm, a product or a softmax over channels that are last."""
    channels = channels_of(x)
    rank = len(x.shape)
    last = net.transposed(x, 0, *range(2, rank), 1)
    kind = net.rng.choice(["norm", "product", "softmax"])
    if kind == "norm":
        scale, bias = net.weight(channels, low=0.2), net.weight(channels)
        done = net.then("LayerNormalization", last.name, scale, bias, like=last, epsilon=0.05)
    elif kind == "product":
        out = net.rng.choice([1, 4, 7, 16, 24])
        weight = net.weight(channels, out, scale=1.5 / np.sqrt(channels))
        done = net.then("MatMul", last.name, weight, like=last, shape=(*last.shape[:-1], fixed(out)))
        done = net.then("Add", done.name, net.weight(out), like=done)
    else:
        done = net.then("Softmax", last.name, like=last, axis=-1)
    return net.transposed(done, 0, rank - 1, *range(1, rank - 1))


@layer
def crop(net: Net, x: Value) -> Value:
    """A slice along one axis: from the end, by steps, without the ends."""
    axis = net.rng.randrange(1, len(x.shape))
    size, how = x.shape[axis], net.rng.choice(["reverse", "steps", "cut", "negative steps"])
    begin, end, step, after = 0, 2**31, 1, size
    if how == "reverse":
        begin, end, step = -1, -(2**31), -1
    elif how == "steps":
        begin, step = net.rng.randint(0, 1), net.rng.choice([2, 3])
        after = (size + (step - 1 - begin)) // step
    elif how == "cut":
        begin, cut = net.rng.randint(0, 2), net.rng.randint(0, 2)
        end, after = -cut or 2**31, size + (-begin - cut)
    else:
        begin, end, step = -1, -(2**31), -2
        after = (size + 1) // 2
    parts = (net.constant([part]) for part in (begin, end, axis, step))
    shape = (*x.shape[:axis], after, *x.shape[axis + 1 :])
    return net.then("Slice", x.name, *parts, like=Value("", shape))


@layer
def depth_to_space(net: Net, x: Value) -> Value:
    channels = channels_of(x)
    if len(x.shape) != 4 or channels % 4:
        raise Misfit
    shape = (x.shape[0], fixed(channels // 4), *(size * 2 for size in x.shape[2:]))
    return net.then("DepthToSpace", x.name, like=x, shape=shape, blocksize=2, mode=net.rng.choice(["DCR", "CRD"]))


@layer
def shuffle(net: Net, x: Value) -> Value:
    """Channels of groups by turns."""
    channels = channels_of(x)
    if channels % 2 or len(x.shape) != 4:
        raise Misfit
    n, _, h, w = x.shape
    sizes = [net.size(x, k) for k in (0, 2, 3)]
    apart = net.reshaped(x, (n, fixed(2), fixed(channels // 2), h, w), sizes[0], 2, channels // 2, *sizes[1:])
    turned = net.transposed(apart, 0, 2, 1, 3, 4)
    return net.reshaped(turned, x.shape, sizes[0], channels, *sizes[1:])


@layer
def halves(net: Net, x: Value) -> Value:
    """Two halves of the channels, of which one is changed or thrown away."""
    channels = channels_of(x)
    if channels % 2:
        raise Misfit
    shape = (x.shape[0], fixed(channels // 2), *x.shape[2:])
    first, second = (net.value(name, shape) for name in net.nodes_of("Split", 2, x.name, axis=1, num_outputs=2))
    if net.rng.random() < 0.5:
        return net.then("Mul", first.name, net.node("Sigmoid", second.name), like=first)
    return net.then("Concat", second.name, net.node("Relu", first.name), like=x, axis=1)


@layer
def softmax(net: Net, x: Value) -> Value:
    return net.then("Softmax", x.name, like=x, axis=net.rng.randrange(1, len(x.shape)))


@layer
def reduced(net: Net, x: Value) -> Value:
    """The difference from the mean, or the maximum, of an axis."""
    axis = net.rng.randrange(1, len(x.shape))
    kind = net.rng.choice(["ReduceMean", "ReduceMax", "ReduceSum"])
    shape = (*x.shape[:axis], fixed(1), *x.shape[axis + 1 :])
    less = net.then(kind, x.name, net.constant([axis]), like=Value("", shape), keepdims=1)
    return net.then("Sub", x.name, net.node("Tanh", less.name), like=x)


@layer
def windows(net: Net, x: Value) -> Value:
    """Windows of an image that is padded to a multiple of them: attention within each, as Swin's."""
    channels = channels_of(x)
    if len(x.shape) != 4 or channels > 32:
        raise Misfit
    k = net.rng.choice([2, 3, 4, 7])
    n, c, h, w = x.shape
    rounded, sizes, counts = [], [], []
    pads: list[str | int] = [0] * 6
    for axis, size in ((2, h), (3, w)):
        length = net.size(x, axis)
        sizes.append(length)
        if net.rng.random() < 0.5:  # (k - size % k) % k
            rest = net.node("Sub", net.constant([k]), net.node("Mod", length, net.constant([k])))
            more = net.node("Mod", rest, net.constant([k]))
        else:  # -(-size // k) * k - size, where the quotient of integers is cut
            count = net.node("Div", net.node("Add", length, net.constant([k - 1])), net.constant([k]))
            more = net.node("Sub", net.node("Mul", count, net.constant([k])), length)
        pads.append(more)
        counts.append(net.node("Div", net.node("Add", length, more), net.constant([k])))
        rounded.append(size.rounded_up(k))
    filled = net.then("Pad", x.name, net.sizes(*pads), like=x, shape=(n, c, rounded[0] * k, rounded[1] * k))
    batch = net.size(x, 0)
    across = (n, c, rounded[0], fixed(k), rounded[1], fixed(k))
    apart = net.reshaped(filled, across, batch, channels, counts[0], k, counts[1], k)
    each = net.transposed(apart, 0, 2, 4, 3, 5, 1)
    rows = (n * rounded[0] * rounded[1], fixed(k * k), c)
    flat = net.reshaped(each, rows, -1, k * k, channels)
    done = attended(net, flat, channels)
    back = net.reshaped(done, each.shape, batch, *counts, k, k, channels)
    image = net.transposed(back, 0, 5, 1, 3, 2, 4)
    wide = net.reshaped(image, filled.shape, batch, channels, net.node("Mul", counts[0], net.constant([k])), -1)
    ends = net.sizes(*sizes)
    cut = net.then("Slice", wide.name, net.constant([0, 0]), ends, net.constant([2, 3]), like=x)
    return net.then("Add", cut.name, x.name, like=x)


def attended(net: Net, x: Value, channels: int) -> Value:
    """Scores of each row by each other row of a sequence, without weights."""
    scaled = net.then("Mul", x.name, net.weight(channels), like=x)
    turned = net.transposed(scaled, 0, 2, 1)
    scores = net.then("MatMul", x.name, turned.name, like=x, shape=(*x.shape[:2], x.shape[1]))
    return net.then("MatMul", net.node("Softmax", scores.name, axis=-1), x.name, like=x)


@layer
def flattened(net: Net, x: Value) -> Value:
    """The pixels as a sequence."""
    channels = channels_of(x)
    if len(x.shape) != 4:
        raise Misfit
    pixels = x.shape[2] * x.shape[3]
    flat = net.reshaped(x, (*x.shape[:2], pixels), 0, channels, -1, grid=x)
    return net.transposed(flat, 0, 2, 1)


__all__ = ["LAYERS", "Size", "attended", "channels_of"]
