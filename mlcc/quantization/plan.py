"""Decides which nodes are quantised and which values become integers.

Products ask for their operands as integers. The request travels against the flow: through operators that move elements,
through sums, pools and concatenations, up to a value that is computed in floating point, which is where the integers
begin. Example: in ``Conv → Add → Relu → MaxPool → Conv`` the second Conv asks for the pool's result, the pool for the
ReLU's, which the Add produces, whose operands are asked for in turn. A sum that only a normalisation reads stays float.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import onnx

from .graph import Graph, Links, attribute_of
from .operators import Operator, operator_of, row_name


@dataclass
class Plan:
    """What is quantised: `layers` by node name in order, `values` with the value whose statistics give their grid.

    `follows` are nodes that move quantised elements: they read and write integers, and are no layers.
    """

    layers: dict[str, onnx.NodeProto] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    follows: dict[str, onnx.NodeProto] = field(default_factory=dict)

    @property
    def observed(self) -> list[str]:
        """The values whose statistics are needed."""
        return list(dict.fromkeys(self.values.values()))


def plan_of(
    graph: Graph,
    selected: frozenset[str],
    keep: Callable[[onnx.NodeProto], bool] = lambda node: False,
    *,
    asks: bool = True,
) -> Plan:
    """The plan for a graph: rows of the operator table that are selected, without the nodes that `keep` names.

    `asks` says whether products ask for their operands as integers of a static grid.
    """
    return _Planner(graph, selected, keep, asks).plan()


class _Planner:
    def __init__(
        self, graph: Graph, selected: frozenset[str], keep: Callable[[onnx.NodeProto], bool], asks: bool
    ) -> None:
        self.graph, self.selected, self.keep, self.asks = graph, selected, keep, asks
        self.links: Links = graph.links()
        self.wanted: set[str] = set()
        self.layers: set[str] = set()
        self.follows: set[str] = set()
        self.parent: dict[str, str] = {}

    def plan(self) -> Plan:
        types = _element_types(self.graph) if "BatchMatMul" in self.selected else {}
        for node in self.graph.nodes:
            row = self.row(node)
            if row is None:
                continue
            if row.kind == "product" and is_product(self.graph, node):
                self.layers.add(node.name)
                self.want(node.input[0])
            elif row.kind == "pair" and all(types.get(v) == onnx.TensorProto.FLOAT for v in node.output):
                self.layers.add(node.name)
                for name in node.input:
                    self.want(name)
        self._share_joins()
        nodes = self.graph.nodes
        return Plan(
            {node.name: node for node in nodes if node.name in self.layers},
            {name: self.root(name) for name in self._ordered(self.wanted)},
            {node.name: node for node in nodes if node.name in self.follows},
        )

    def row(self, node: onnx.NodeProto) -> Operator | None:
        """The row of a node that may be quantised: selected, or of a kind that follows."""
        row = operator_of(node, self.graph)
        if row is None or self.keep(node):
            return None
        if row.kind in ("move", "part", "limit"):
            return row
        return row if row_name(node, self.graph) in self.selected else None

    # ------------------------------------------------------------ requests
    def want(self, value: str) -> None:
        """Ask for a value as integers."""
        pending = [value] if self.asks else []
        while pending:
            name = pending.pop()
            if not name or name in self.wanted or self.graph.is_constant(name):
                continue
            self.wanted.add(name)
            node = self.links.producer(name)
            if node is not None:
                pending += self.reach(node, name)

    def reach(self, node: onnx.NodeProto, result: str) -> list[str]:
        """The operands of a node that are wanted because its result is."""
        row = self.row(node)
        if row is None:
            return []
        operands = [name for name in node.input if name]
        if row.kind == "move" or (row.kind == "part" and self.is_integer(operands[0])):
            # Each part has elements of the operand; the second result of MaxPool and Dropout has indices or a mask.
            moved = node.output if row.kind == "part" else node.output[:1]
            if result not in moved:
                return []
            self.follows.add(node.name)
            for output in moved:
                if output and output != result:
                    self.wanted.add(output)
                    self.parent[output] = operands[0]
            self.parent[result] = operands[0]
            return operands[:1]
        if row.kind == "limit":
            source = self.links.producer(operands[0])
            kind = self.row(source) if source is not None else None
            if source is None or (kind is not None and kind.kind in ("move", "part", "join", "average")):
                self.layers.add(node.name)
                return operands[:1]
            return self.reach(source, operands[0]) if kind is not None and kind.kind in ("sum", "limit") else []
        live = [name for name in operands if not self.graph.is_constant(name)]
        if row.kind == "sum" and (len(live) != 2 or len(operands) != 2):
            return []
        if row.kind in ("sum", "join", "point"):
            if len(live) < len(operands) and row.kind == "join":
                return []
            self.layers.add(node.name)
            return live
        if row.kind == "average":
            self.layers.add(node.name)
            return operands[:1]
        return []

    def is_integer(self, value: str) -> bool:
        """Whether a value comes from integers anyway: then selecting a part of it keeps them."""
        node = self.links.producer(value)
        while node is not None:
            row = self.row(node)
            if row is None:
                return False
            if row.kind in ("product", "sum", "join", "average"):
                return row.kind != "product" or is_product(self.graph, node)
            node = self.links.producer(node.input[0])
        return False

    # ------------------------------------------------------------ grids
    def root(self, name: str) -> str:
        """The value whose grid `name` has."""
        while name in self.parent:
            name = self.parent[name]
        return name

    def _share_joins(self) -> None:
        """Give operands that only a concatenation reads its result's grid: nothing is rounded twice."""
        for node in self.graph.nodes:
            row = self.row(node)
            if node.name not in self.layers or row is None or row.kind != "join":
                continue
            result = self.root(node.output[0])
            for name in node.input:
                root = self.root(name)
                group = [value for value in self.wanted if self.root(value) == root]
                if root != result and all(self._stays_inside(value, root, node) for value in group):
                    self.parent[root] = result

    def _stays_inside(self, value: str, root: str, join: onnx.NodeProto) -> bool:
        """Whether a value is read by the concatenation and by moves to the same grid only."""
        if value in self.links.outputs:
            return False
        return all(
            reader is join or (reader.name in self.follows and self.root(reader.output[0]) == root)
            for reader in self.links.readers.get(value, [])
        )

    def _ordered(self, names: set[str]) -> list[str]:
        order = [value.name for value in self.graph.inputs]
        order += [name for node in self.graph.nodes for name in node.output]
        return [name for name in order if name in names]


def is_product(graph: Graph, node: onnx.NodeProto) -> bool:
    """Whether a node multiplies an activation with a constant float32 weight in a form that integers can compute."""
    row = operator_of(node, graph)
    if row is None or row.kind != "product" or len(node.input) < 2 or graph.is_constant(node.input[0]):
        return False
    weight, *rest = node.input[1:]
    if not graph.is_constant(weight) or graph.tensors[weight].data_type != onnx.TensorProto.FLOAT:
        return False
    if any(name and not graph.is_constant(name) for name in rest) or not np.prod(graph.shape(weight)):
        return False
    if node.op_type == "Gemm":
        plain = attribute_of(node, "alpha", 1.0) == 1.0 and attribute_of(node, "beta", 1.0) == 1.0
        return plain and not attribute_of(node, "transA", 0) and len(graph.shape(weight)) == 2
    return len(graph.shape(weight)) == 2 if node.op_type == "MatMul" else len(graph.shape(weight)) > 2


def weight_axis(graph: Graph, node: onnx.NodeProto) -> int | None:
    """The weight's dimension that holds a product's output channels; None where groups share it."""
    row = operator_of(node, graph)
    assert row is not None
    if node.op_type == "Gemm":
        return 0 if attribute_of(node, "transB", 0) else 1
    if node.op_type == "ConvTranspose" and attribute_of(node, "group", 1) != 1:
        return None
    return row.axis


def _element_types(graph: Graph) -> dict[str, int]:
    """The element types of values, as far as ONNX's shape inference finds them."""
    try:
        inferred = onnx.shape_inference.infer_shapes(graph.model(with_data=False)).graph
    except Exception:  # a node that breaks the standard is the importer's to report
        inferred = graph.frame
    values = (*inferred.input, *inferred.value_info, *inferred.output)
    return {value.name: value.type.tensor_type.elem_type for value in values}
