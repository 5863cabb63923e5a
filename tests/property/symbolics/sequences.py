"""Layers on sequences (N, S, C)."""

from __future__ import annotations

import numpy as np

from . import images
from .images import Layer
from .net import Misfit, Net, Value, fixed

LAYERS: dict[str, Layer] = {}


def layer(function: Layer) -> Layer:
    LAYERS[function.__name__] = function
    return function


def width_of(x: Value) -> int:
    """The channels of a sequence."""
    if len(x.shape) != 3 or x.shape[2].number is None:
        raise Misfit
    return x.shape[2].number


def dense(net: Net, x: Value, out: int) -> Value:
    """A product with a constant matrix, with a bias or without."""
    width = width_of(x)
    weight = net.weight(width, out, scale=1.7 / np.sqrt(width))
    made = net.then("MatMul", x.name, weight, like=x, shape=(*x.shape[:2], fixed(out)))
    return net.then("Add", made.name, net.weight(out, scale=0.5), like=made) if net.rng.random() < 0.7 else made


@layer
def product(net: Net, x: Value) -> Value:
    return dense(net, x, net.rng.choice([1, 3, 8, 12, 16, 17, 24, 40]))


@layer
def feed_forward(net: Net, x: Value) -> Value:
    inner = dense(net, x, net.rng.choice([8, 20, 32]))
    active = net.then(net.rng.choice(["Gelu", "Relu", "Tanh"]), inner.name, like=inner)
    return net.then("Add", x.name, dense(net, active, width_of(x)).name, like=x)


@layer
def norm(net: Net, x: Value) -> Value:
    width = width_of(x)
    return net.then("LayerNormalization", x.name, net.weight(width, low=0.2), net.weight(width), like=x, epsilon=0.05)


def _heads(net: Net, x: Value, heads: int, each: int, order: tuple[int, ...]) -> Value:
    """(N, S, heads * each) as (N, heads, S, each), or in another order."""
    n, s, _ = x.shape
    parts = (0, 0, heads, each) if net.rng.random() < 0.5 else (net.size(x, 0), net.size(x, 1), heads, each)
    return net.transposed(net.reshaped(x, (n, s, fixed(heads), fixed(each)), *parts), *order)


@layer
def attention(net: Net, x: Value) -> Value:
    """Several heads of any width; keys from this sequence or another of the same batch, of one position more."""
    width = width_of(x)
    heads, each = net.rng.choice([1, 2, 3, 5]), net.rng.choice([1, 3, 4, 5, 8, 16])
    fits = [v for v in net.values if len(v.shape) == 3 and v.shape[0] == x.shape[0] and v.shape[2].number]
    source = net.rng.choice(fits) if net.rng.random() < 0.3 else x
    queries = _heads(net, dense(net, x, heads * each), heads, each, (0, 2, 1, 3))
    keys = _heads(net, dense(net, source, heads * each), heads, each, (0, 2, 3, 1))
    values = _heads(net, dense(net, source, heads * each), heads, each, (0, 2, 1, 3))
    shape = (x.shape[0], fixed(heads), x.shape[1], source.shape[1])
    scores = net.then("MatMul", queries.name, keys.name, like=Value("", shape))
    scores = net.then("Mul", scores.name, net.constant(np.float32(each**-0.5)), like=scores)
    if source is x and net.rng.random() < 0.4:
        scores = _causal(net, scores, x)
    weights = net.then("Softmax", scores.name, like=scores, axis=-1)
    mixed = net.transposed(net.then("MatMul", weights.name, values.name, like=queries), 0, 2, 1, 3)
    merged = net.reshaped(mixed, (*x.shape[:2], fixed(heads * each)), 0, 0, heads * each, grid=x.grid)
    return net.then("Add", x.name, dense(net, merged, width).name, like=x)


def _causal(net: Net, scores: Value, x: Value) -> Value:
    """Scores of later positions are masked."""
    length = net.size(x, 1)
    limit = net.node("Squeeze", length, net.constant([0]))
    row = net.node("Range", net.constant(np.int64(0)), limit, net.constant(np.int64(1)))
    later = net.node(
        "Less", net.node("Unsqueeze", row, net.constant([1])), net.node("Unsqueeze", row, net.constant([0]))
    )
    return net.then("Where", later, net.constant(np.float32(-1e9)), scores.name, like=scores)


@layer
def rotary(net: Net, x: Value) -> Value:
    """The halves of the channels turned by the position."""
    width = width_of(x)
    if width % 2:
        raise Misfit
    limit = net.node("Squeeze", net.size(x, 1), net.constant([0]))
    row = net.node("Range", net.constant(np.int64(0)), limit, net.constant(np.int64(1)))
    places = net.node("Unsqueeze", net.node("Cast", row, to=1), net.constant([1]))
    angles = net.node("Mul", places, net.weight(1, width // 2))
    half = (*x.shape[:2], fixed(width // 2))
    a, b = (net.value(name, half) for name in net.nodes_of("Split", 2, x.name, axis=2, num_outputs=2))
    sine, cosine = net.node("Sin", angles), net.node("Cos", angles)
    first = net.node("Sub", net.node("Mul", a.name, cosine), net.node("Mul", b.name, sine))
    second = net.node("Add", net.node("Mul", a.name, sine), net.node("Mul", b.name, cosine))
    return net.then("Concat", first, second, like=x, axis=2)


@layer
def chunks(net: Net, x: Value) -> Value:
    """Attention within pieces of a sequence that is padded to a multiple of them."""
    width, k = width_of(x), net.rng.choice([2, 3, 4, 8])
    length = net.size(x, 1)
    count = net.node("Div", net.node("Add", length, net.constant([k - 1])), net.constant([k]))
    more = net.node("Sub", net.node("Mul", count, net.constant([k])), length)
    n, s, c = x.shape
    pieces = s.rounded_up(k)
    filled = net.then("Pad", x.name, net.sizes(0, 0, 0, 0, more, 0), like=Value("", (n, pieces * k, c)))
    rows = net.reshaped(filled, (n * pieces, fixed(k), c), -1, k, width)
    done = images.attended(net, rows, width)
    back = net.reshaped(done, filled.shape, net.size(x, 0), -1, width)
    cut = net.then("Slice", back.name, net.constant([0]), length, net.constant([1]), like=x)
    return net.then("Add", cut.name, x.name, like=x)


@layer
def shifted(net: Net, x: Value) -> Value:
    """The sequence beginning with its last elements."""
    width_of(x)
    by = net.rng.choice([1, 2])
    if min(x.shape[1].at(numbers) for numbers in net.calls) < by:
        raise Misfit
    ends = [net.constant([part]) for part in (-by, 2**31, 1)]
    starts = [net.constant([part]) for part in (0, -by, 1)]
    last, rest = net.node("Slice", x.name, *ends), net.node("Slice", x.name, *starts)
    return net.then("Concat", last, rest, like=x, axis=1)


@layer
def appended(net: Net, x: Value) -> Value:
    """Another sequence behind it, or a row of weights in front, as a class token."""
    width = width_of(x)
    others = [v for v in net.values if len(v.shape) == 3 and v.shape[0] == x.shape[0] and v.shape[2] == x.shape[2]]
    if net.rng.random() < 0.5:
        other = net.rng.choice(others)
        shape = (x.shape[0], x.shape[1] + other.shape[1], x.shape[2])
        return net.then("Concat", x.name, other.name, like=Value("", shape), axis=1)
    token = net.node("Expand", net.weight(1, 1, width), net.sizes(net.size(x, 0), 1, width))
    return net.then("Concat", token, x.name, like=Value("", (x.shape[0], x.shape[1] + 1, x.shape[2])), axis=1)


@layer
def summed(net: Net, x: Value) -> Value:
    """The running sum, or that of a window of three, less the mean."""
    width_of(x)
    mean = net.node("ReduceMean", x.name, net.constant([1]), keepdims=1)
    total = net.node("CumSum", x.name, net.constant(np.int64(1)), reverse=net.rng.randint(0, 1))
    return net.then("Tanh", net.node("Sub", total, mean), like=x)


@layer
def back_to_image(net: Net, x: Value) -> Value:
    width, grid = width_of(x), x.grid
    if grid is None or grid.shape[2] * grid.shape[3] != x.shape[1]:
        raise Misfit
    turned = net.transposed(x, 0, 2, 1)
    sizes = [net.size(grid, axis) for axis in (0, 2, 3)]
    return net.reshaped(turned, (x.shape[0], x.shape[2], *grid.shape[2:]), sizes[0], width, *sizes[1:])


@layer
def kept(net: Net, x: Value) -> Value:
    """The positions that an input marks, of which only the run knows how many there are."""
    if "keep" not in net.made or x.shape[1].base != "S" or x.shape[1].offset:
        raise Misfit
    width_of(x)
    chosen = net.node("Compress", x.name, "keep", axis=1)
    return net.value(chosen, (x.shape[0], images.Size("K"), x.shape[2]))


@layer
def recurrent(net: Net, x: Value) -> Value:
    """A GRU over the positions."""
    width, hidden = width_of(x), net.rng.choice([3, 8])
    turned = net.transposed(x, 1, 0, 2)
    weights = [net.weight(1, 3 * hidden, size, scale=1 / np.sqrt(size)) for size in (width, hidden)]
    name = net.node("GRU", turned.name, *weights, hidden_size=hidden)
    rows = net.node("Squeeze", name, net.constant([1]))
    shape = (x.shape[1], x.shape[0], fixed(hidden))
    return net.transposed(net.value(rows, shape, x.grid), 1, 0, 2)


for shared in ("activation", "join", "join", "concat", "crop", "softmax", "reduced"):
    LAYERS[shared] = images.LAYERS[shared]
