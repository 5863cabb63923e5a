"""Positions of a graph's nodes in layers, and the lines of its edges: Sugiyama's method.

A node stands one layer below the lowest of its inputs. The edges of one value share a chain of bends through the layers
between (so that none runs across a node), layers are ordered by the barycentres of their neighbours, and positions are
those nearest to the neighbours' that keep this order: a regression with a monotonic result (pool adjacent violators).

Sugiyama, Tagawa, Toda, "Methods for Visual Understanding of Hierarchical System Structures", 1981.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

#: Distances in pixels: between layers, between neighbours, the width of a bend.
LAYER, GAP, BEND = 64, 18, 10
#: Sweeps over the layers that order them, and that place them.
_ORDERING, _PLACING = 6, 8
#: How much more than a node a bend pulls towards its neighbours: long edges are straight.
_STRAIGHT = 4.0


@dataclass(frozen=True, slots=True)
class Placed:
    """The centres of nodes, in the order given, and per edge (source, target) its corners, both ends included."""

    centres: tuple[tuple[float, float], ...]
    edges: tuple[tuple[int, int, tuple[tuple[float, float], ...]], ...]
    width: float
    height: float


@dataclass(slots=True)
class _Item:
    """A node or a bend of the chain of a value."""

    layer: int
    width: float
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)
    weight: float = 1.0
    x: float = 0.0


def place(inputs: Sequence[Sequence[int]], widths: Sequence[float]) -> Placed:
    """The layout of nodes in topological order; `inputs` are the nodes before each, `widths` are in pixels."""
    items = [_Item(0, width) for width in widths]
    for number, sources in enumerate(inputs):
        items[number].layer = max((items[source].layer + 1 for source in sources), default=0)
    _lower_sources(items, inputs)
    routes = _route(items, inputs)
    layers: list[list[int]] = [[] for _ in range(max((item.layer for item in items), default=-1) + 1)]
    for number, item in enumerate(items):
        layers[item.layer].append(number)
    _order(items, layers)
    _spread(items, layers)
    left = min((item.x - item.width / 2 for item in items), default=0.0)
    for item in items:
        item.x -= left
    edges = tuple((*ends, tuple((items[n].x, items[n].layer * LAYER) for n in route)) for ends, route in routes.items())
    width = max((item.x + item.width / 2 for item in items), default=0.0)
    centres = tuple((item.x, float(item.layer * LAYER)) for item in items[: len(inputs)])
    return Placed(centres, edges, width, float(max(len(layers) - 1, 0) * LAYER))


def _lower_sources(items: list[_Item], inputs: Sequence[Sequence[int]]) -> None:
    """Put nodes without inputs right above the first node that uses them."""
    first: dict[int, int] = {}
    for number, sources in enumerate(inputs):
        for source in sources:
            first[source] = min(first.get(source, items[number].layer), items[number].layer)
    for number, sources in enumerate(inputs):
        if not sources and number in first:
            items[number].layer = max(0, first[number] - 1)


def _route(items: list[_Item], inputs: Sequence[Sequence[int]]) -> Mapping[tuple[int, int], list[int]]:
    """The items that each edge passes, with bends added where it spans several layers."""
    chains: dict[int, list[int]] = {}
    routes: dict[tuple[int, int], list[int]] = {}
    for number, sources in enumerate(inputs):
        for source in dict.fromkeys(sources):
            chain = chains.setdefault(source, [source])
            while items[chain[-1]].layer < items[number].layer - 1:
                items.append(_Item(items[chain[-1]].layer + 1, BEND, [chain[-1]], weight=_STRAIGHT))
                items[chain[-1]].below.append(len(items) - 1)
                chain.append(len(items) - 1)
            route = chain[: items[number].layer - items[source].layer]
            items[route[-1]].below.append(number)
            items[number].above.append(route[-1])
            routes[source, number] = [*route, number]
    return routes


def _order(items: list[_Item], layers: list[list[int]]) -> None:
    """Order each layer by the mean position of the neighbours in the layer before, downwards and upwards in turns."""
    position = {number: at for layer in layers for at, number in enumerate(layer)}
    for sweep in range(_ORDERING):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            keys = {}
            for at, number in enumerate(layer):
                near = items[number].above if down else items[number].below
                keys[number] = sum(position[n] for n in near) / len(near) if near else float(at)
            layer.sort(key=keys.__getitem__)
            position.update((number, at) for at, number in enumerate(layer))


def _spread(items: list[_Item], layers: list[list[int]]) -> None:
    """Choose positions near those of the neighbours, layer by layer, downwards and upwards in turns."""
    for layer in layers:
        x = 0.0
        for number in layer:
            items[number].x = x + items[number].width / 2
            x += items[number].width + GAP
    for sweep in range(_PLACING):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            wanted = []
            for number in layer:
                near = items[number].above if down else items[number].below
                wanted.append(sum(items[n].x for n in near) / len(near) if near else items[number].x)
            for number, x in zip(layer, _apart(items, layer, wanted), strict=True):
                items[number].x = x


def _apart(items: list[_Item], layer: Sequence[int], wanted: Sequence[float]) -> list[float]:
    """The positions nearest to those wanted (least squares) at which neighbours in a layer do not overlap."""
    offsets, at = [], 0.0
    for before, number in zip([None, *layer], layer, strict=False):
        at += 0.0 if before is None else (items[before].width + items[number].width) / 2 + GAP
        offsets.append(at)
    pools: list[tuple[float, float, int]] = []  # weighted sum, weight, number of members; means must not decrease
    for number, x, offset in zip(layer, wanted, offsets, strict=True):
        weight = items[number].weight
        pool = ((x - offset) * weight, weight, 1)
        while pools and pools[-1][0] / pools[-1][1] >= pool[0] / pool[1]:
            total, mass, count = pools.pop()
            pool = (total + pool[0], mass + pool[1], count + pool[2])
        pools.append(pool)
    means = [total / mass for total, mass, count in pools for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]
