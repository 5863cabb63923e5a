"""A model in the making, whose dimensions have names."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .sizes import Numbers, Shape, Size, fixed

Array = np.ndarray[Any, Any]
OPSET = 20


@dataclass(frozen=True)
class Value:
    """A name and a shape; `grid` is the image of which a sequence's elements are the pixels."""

    name: str
    shape: Shape
    grid: Value | None = None


#: Layers that are drawn more often than others.
_OFTEN = {"conv": 6, "pool": 3, "attention": 5, "join": 3, "activation": 2, "product": 2, "windows": 2, "softmax": 0.5}


class Misfit(Exception):
    """A layer does not fit its operand, or has no result at some of the sizes."""


class Net:
    """Values, and nodes that compute them. Layers are drawn by `rng`; weights are drawn from it too."""

    def __init__(self, seed: int, calls: list[dict[str, int]]) -> None:
        self.rng, self.array_rng = random.Random(seed), np.random.default_rng(seed)
        self.calls = calls
        self.values: list[Value] = []
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.inputs: list[onnx.ValueInfoProto] = []
        self.made: dict[str, tuple[str, Shape]] = {}
        self._count = 0

    # ------------------------------------------------------------ inputs and constants
    def input(self, name: str, shape: Shape, kind: str = "float") -> Value:
        """An input of floats, or (`kind` "bool") of flags."""
        dims = [size.number if size.number is not None else size.base for size in shape]
        element = TensorProto.FLOAT if kind == "float" else TensorProto.BOOL
        self.inputs.append(helper.make_tensor_value_info(name, element, dims))
        self.made[name] = kind, shape
        return Value(name, shape)

    def weight(self, *shape: int, scale: float = 1.0, low: float = -1.0) -> str:
        return self.constant((self.array_rng.uniform(low, 1, shape) * scale).astype(np.float32))

    def constant(self, array: Array | list[int]) -> str:
        name = self._name("w")
        array = np.array(array, np.int64) if isinstance(array, list) else array
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}{self._count}"

    # ------------------------------------------------------------ nodes
    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """The name of what a node computes."""
        name = self._name("v")
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=f"{kind}_{name}", **attributes))
        return name

    def nodes_of(self, kind: str, count: int, *inputs: str, **attributes: Any) -> list[str]:
        names = [self._name("v") for _ in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"{kind}_{names[0]}", **attributes))
        return names

    def value(self, name: str, shape: Shape, grid: Value | None = None) -> Value:
        """A result, of which each size is at least 1 in every call, and which has not too many elements."""
        for numbers in self.calls:
            sizes = [size.at(numbers) for size in shape]
            if min(sizes) < 1 or np.prod(sizes) > 60_000:
                raise Misfit
        made = Value(name, shape, grid)
        self.values.append(made)
        return made

    def then(self, kind: str, *inputs: str, like: Value, shape: Shape | None = None, **attributes: Any) -> Value:
        """The value of a node, of the shape of another one if none is said."""
        return self.value(self.node(kind, *inputs, **attributes), shape or like.shape, like.grid)

    # ------------------------------------------------------------ sizes in the graph
    def size(self, x: Value, axis: int) -> str:
        """One element of int64: the size of a value along an axis."""
        number = x.shape[axis].number
        if number is not None:
            return self.constant([number])
        if self.rng.random() < 0.5:
            return self.node("Shape", x.name, start=axis, end=axis + 1)
        return self.node("Gather", self.node("Shape", x.name), self.constant([axis]))

    def sizes(self, *parts: str | int) -> str:
        names = [self.constant([part]) if isinstance(part, int) else part for part in parts]
        return self.node("Concat", *names, axis=0) if len(names) > 1 else names[0]

    def reshaped(self, x: Value, shape: Shape, *parts: str | int, grid: Value | None = None) -> Value:
        return self.value(self.node("Reshape", x.name, self.sizes(*parts)), shape, grid)

    def transposed(self, x: Value, *order: int) -> Value:
        shape = tuple(x.shape[k] for k in order)
        return self.value(self.node("Transpose", x.name, perm=order), shape, x.grid)

    # ------------------------------------------------------------ the model
    def layer(self, layers: dict[str, Any]) -> str | None:
        """Add a layer by chance to a recent value; nothing where it does not fit. Its name."""
        name = self.rng.choices(list(layers), [_OFTEN.get(one, 1) for one in layers])[0]
        before = len(self.values), len(self.nodes), len(self.weights), self._count
        x = self.values[-1] if self.rng.random() < 0.75 else self.rng.choice(self.values[-5:])
        try:
            layers[name](self, x)
        except Misfit:
            values, nodes, weights, self._count = before
            del self.values[values:], self.nodes[nodes:], self.weights[weights:]
            return None
        return name

    def model(self, outputs: int) -> onnx.ModelProto:
        """The last values that no node uses are results, and of the others so many by chance as are asked for."""
        used = {name for node in self.nodes for name in node.input}
        last = [v for v in self.values if v.name not in used and v.name not in self.made]
        more = [v for v in self.values if v.name in used and v.name not in self.made]
        chosen = last[-4:] + self.rng.sample(more, min(outputs - 1, len(more)))
        results = [helper.make_tensor_value_info(v.name, TensorProto.FLOAT, [None] * len(v.shape)) for v in chosen]
        graph = helper.make_graph(self.nodes, "net", self.inputs, results, self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
        onnx.checker.check_model(model)
        return model

    def feeds(self, numbers: Numbers, seed: int) -> dict[str, Array]:
        """Inputs of a call with these numbers for the names."""
        rng, feeds = np.random.default_rng(seed), {}
        for name, (kind, shape) in self.made.items():
            sizes = [size.at(numbers) for size in shape]
            if kind == "bool":  # as many as the run shall count
                feeds[name] = rng.permutation(np.arange(sizes[0]) < numbers["K"])
            else:
                feeds[name] = rng.uniform(-1, 1, sizes).astype(np.float32)
        return feeds


def numbers(*sizes: int) -> Shape:
    return tuple(map(fixed, sizes))


__all__ = ["Array", "Misfit", "Net", "Size", "Value", "fixed", "numbers"]
