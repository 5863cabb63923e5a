"""The model of a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

import onnx

from . import images, sequences
from .net import Array, Net, Value, fixed
from .sizes import Shape, Size


@dataclass(frozen=True)
class Made:
    """A model with the numbers and the inputs of its calls, and the layers that it has."""

    model: onnx.ModelProto
    calls: list[dict[str, int]]
    feeds: list[dict[str, Array]]
    layers: list[str]


#: Sizes of calls: of one, few, some and many elements; sequences and lines are long, too.
_RANGES = [(1, 1), (1, 3), (4, 9), (10, 21), (22, 40)]
_LONG = (60, 140)


def made(seed: int, kind: str = "") -> Made:
    """The model of a seed: of images, lines, volumes or sequences, as the seed or `kind` says."""
    rng = random.Random(seed)
    kind = kind or rng.choice(["image", "image", "image", "line", "volume", "sequence", "sequence"])
    least = rng.choice([0, 0, 1, 1, 2])  # some models have no small calls: they may have windows of any size
    ranges = _RANGES[least:] + ([_LONG] if kind in ("line", "sequence") else [])
    calls = [_numbers(rng, sizes) for sizes in rng.sample(ranges, 3)]
    net = Net(seed, calls)
    layers = images.LAYERS | sequences.LAYERS if kind == "image" else images.LAYERS
    net.values += {"image": _image, "line": _line, "volume": _volume, "sequence": _sequence}[kind](net)
    layers = sequences.LAYERS if kind == "sequence" else layers
    wanted, drawn = rng.randint(2, 14), []
    for _ in range(200):
        found = net.layer(layers)
        drawn += [found] if found else []
        if len(drawn) == wanted:
            break
    model = net.model(rng.choice([1, 1, 2, 3]))
    return Made(model, calls, [net.feeds(numbers, seed + n) for n, numbers in enumerate(calls)], drawn)


def _numbers(rng: random.Random, most: tuple[int, int]) -> dict[str, int]:
    """Numbers for all names."""
    drawn = {name: rng.randint(*most) for name in "HWSPT"}
    return drawn | {"N": rng.choice([1, 1, 2, 3]), "K": rng.randint(1, drawn["S"])}


def _batch(net: Net) -> Size:
    return net.rng.choice([Size("N"), Size("N"), fixed(1), fixed(2)])


def _more(net: Net, name: str, x: Value, *shapes: Shape) -> list[Value]:
    """Another input, now and then."""
    return [x, net.input(name, net.rng.choice(shapes))] if net.rng.random() < 0.3 else [x]


def _image(net: Net) -> list[Value]:
    n, channels = _batch(net), net.rng.choice([1, 2, 3, 4, 8, 12, 16, 17, 32])
    h, w = net.rng.choice([("H", "W")] * 4 + [("H", "H"), ("", "W"), ("H", "")])
    height, width = (Size(name) if name else fixed(12) for name in (h, w))
    x = net.input("x", (n, fixed(channels), height, width))
    second = (n, fixed(net.rng.choice([1, channels, 8])), height, width)
    return _more(net, "y", x, second, (n, fixed(channels), Size("P"), Size("T")))[::-1]


def _line(net: Net) -> list[Value]:
    channels = net.rng.choice([1, 3, 8, 16, 17])
    x = net.input("x", (_batch(net), fixed(channels), Size("W")))
    return _more(net, "y", x, x.shape, (x.shape[0], fixed(channels), Size("T")))[::-1]


def _volume(net: Net) -> list[Value]:
    channels = net.rng.choice([1, 2, 3, 8, 16])
    depth, height, width = net.rng.choice([("P", "H", "W"), ("", "H", "W"), ("P", "", "")])
    space = tuple(Size(name) if name else fixed(5) for name in (depth, height, width))
    x = net.input("x", (_batch(net), fixed(channels), *space))
    return _more(net, "y", x, x.shape)[::-1]


def _sequence(net: Net) -> list[Value]:
    width = net.rng.choice([1, 3, 8, 12, 16, 24, 33])
    x = net.input("x", (_batch(net), Size("S"), fixed(width)))
    values = _more(net, "y", x, x.shape, (x.shape[0], Size("P"), fixed(width)))[::-1]
    if net.rng.random() < 0.4:
        net.input("keep", (Size("S"),), "bool")
    return values
