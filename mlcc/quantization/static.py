"""Writes a plan as QDQ: QuantizeLinear and DequantizeLinear around float operators, weights and biases as integers."""

from __future__ import annotations

import numpy as np
import onnx

from .graph import Graph, Links, attribute_of, copy_node
from .grids import Grid
from .integer_layers import IntegerLayers, added_constant
from .operators import operator_of
from .plan import Plan, is_product


def write_static(graph: Graph, plan: Plan, layers: IntegerLayers) -> None:
    """Quantise a graph in place; `layers` writes into it."""
    _Writer(graph, plan, layers).write()


class _Writer:
    def __init__(self, graph: Graph, plan: Plan, layers: IntegerLayers) -> None:
        self.graph, self.plan, self.layers = graph, plan, layers
        self.links: Links = graph.links()
        #: By value: what quantised readers read, and what all others read.
        self.rounded: dict[str, str] = {}
        self.others: dict[str, str] = {}
        self.absorbed = self._absorbed_limits()

    def write(self) -> None:
        for value in self.graph.inputs:
            if value.name in self.plan.values:
                self.rounded[value.name] = self.layers.rounded(value.name)
        for node in self.graph.nodes:
            if node.name in self.absorbed:
                continue
            self._node(node)
        self.graph.replace_nodes(self.layers.nodes)
        self._correct()

    def _node(self, node: onnx.NodeProto) -> None:
        copy = copy_node(node)
        reads_integers = node.name in self.plan.layers or node.name in self.plan.follows
        if node.name in self.plan.layers and is_product(self.graph, node):
            self.layers.quantize_product(copy)
        for index, name in enumerate(node.input):
            if reads_integers and name in self.rounded:
                copy.input[index] = self.rounded[name]
            elif name in self.others:
                copy.input[index] = self.others[name]
        outputs = [self._result_name(name) for name in node.output]
        # A value keeps its name in subgraphs and as an output of the graph.
        for index, name in enumerate(outputs):
            if name in self.plan.values and name in self.links.outputs and self._is_integer(name):
                copy.output[index] = self.graph.fresh(f"{name}_exact")
            else:
                copy.output[index] = name
        self.layers.nodes.append(copy)
        for name, written in zip(outputs, copy.output, strict=True):
            if name in self.plan.values:
                self._round(name, str(written))

    def _round(self, name: str, written: str) -> None:
        """Quantise a value that was just written."""
        if written != name:
            self.plan.values[written] = self.plan.values[name]
            self.rounded[name] = self.layers.rounded(written, name)
            return
        self.rounded[name] = self.layers.rounded(name)
        if self._is_integer(name):
            self.others[name] = self.rounded[name]

    def _is_integer(self, value: str) -> bool:
        """Whether a value is computed from integers: then everything reads its integers, so that no float tensor is
        needed. Others read what was computed in floating point."""
        node = self.links.producer(value)
        while node is not None:
            if node.name in self.plan.layers or node.name in self.plan.follows:
                return True
            row = operator_of(node, self.graph)
            live = [name for name in node.input if name and not self.graph.is_constant(name)]
            if row is None or row.kind not in ("limit", "sum") or len(live) != 1:
                return False
            node = self.links.producer(live[0])
        return False

    # ------------------------------------------------------------ limits
    def _absorbed_limits(self) -> dict[str, str]:
        """ReLU and Clip nodes whose effect the grid of the result has anyway: node name -> operand."""
        absorbed = {}
        for node in self.graph.nodes:
            row = operator_of(node, self.graph)
            if row is None or row.kind != "limit" or node.name in self.plan.layers or node.name in self.plan.follows:
                continue
            source, result = node.input[0], node.output[0]
            producer = self.links.producer(source)
            if producer is None or producer.name not in self.plan.layers or len(producer.output) != 1:
                continue
            if result not in self.plan.values or source in self.plan.values or not self.links.only_reader(source):
                continue
            if self._covers(node, self.layers.grid(result)):
                absorbed[node.name] = str(source)
        self._renamed = {operand: self._result_of(name) for name, operand in absorbed.items()}
        return absorbed

    def _result_of(self, limit: str) -> str:
        return next(str(node.output[0]) for node in self.graph.nodes if node.name == limit)

    def _result_name(self, value: str) -> str:
        """The name of a node's result: that of the ReLU behind it, if that is absorbed."""
        return self._renamed.get(value, value)

    def _covers(self, limit: onnx.NodeProto, grid: Grid) -> bool:
        """Whether the limits lie outside of a grid, up to half a step."""
        half = float(grid.scale) / 2
        low, high = limits_of(self.graph, limit)
        return grid.low >= low - half and grid.high <= high + half

    # ------------------------------------------------------------ bias correction
    def _correct(self) -> None:
        """Add the corrections of matrix products to the constants that are added to their results."""
        links = self.graph.links()
        for node in self.graph.nodes:
            correction = self.layers.corrections.get(node.name)
            position = None if correction is None else added_constant(self.graph, links, node, correction.shape)
            if position is not None:
                add, index = position
                array = self.graph.array(add.input[index])
                corrected = (array + correction).astype(array.dtype)
                add.input[index] = self.graph.add_array(corrected, f"{add.input[index]}_corrected")


def limits_of(graph: Graph, node: onnx.NodeProto) -> tuple[float, float]:
    """The range of a ReLU or Clip; a limit that is computed does not count: (inf, -inf) then."""
    if node.op_type == "Relu":
        return 0.0, np.inf
    low, high = -np.inf, np.inf
    if len(node.input) == 1:
        return float(attribute_of(node, "min", low)), float(attribute_of(node, "max", high))
    for index, name in enumerate(node.input[1:3]):
        if name:
            if not graph.is_constant(name):
                return np.inf, -np.inf
            value = float(graph.array(name).reshape(()))
            low, high = (value, high) if index == 0 else (low, value)
    return low, high
