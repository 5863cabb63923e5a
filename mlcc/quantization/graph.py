"""An ONNX model that is edited: nodes as a list, constants by name, who produces and who reads each value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlcc.importers.onnx.protos import captured_names, subgraphs

from .grids import Array


@dataclass(frozen=True)
class Links:
    """Producers and readers of values, as nodes; a graph output counts as `outputs`, a capture as its outer node."""

    producers: dict[str, onnx.NodeProto]
    readers: dict[str, list[onnx.NodeProto]]
    outputs: frozenset[str]

    def producer(self, value: str) -> onnx.NodeProto | None:
        """The node that computes a value; None for inputs and constants."""
        return self.producers.get(value)

    def only_reader(self, value: str) -> onnx.NodeProto | None:
        """The one node that reads a value, once, and nothing else does."""
        readers = self.readers.get(value, [])
        return readers[0] if len(readers) == 1 and value not in self.outputs else None


class Graph:
    """The main graph of a model, copied but for the constants, which are shared. `nodes` stay in topological order and
    have names."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.header, self.frame = onnx.ModelProto(), onnx.GraphProto()
        _copy_fields(model, self.header, {"graph"})
        _copy_fields(model.graph, self.frame, {"node", "initializer"})
        self.nodes = [copy_node(node) for node in model.graph.node]
        self.tensors = {tensor.name: tensor for tensor in model.graph.initializer}
        self._arrays: dict[str, Array] = {}
        self._names = _all_names(model.graph)
        taken = {node.name for node in self.nodes if node.name}
        for index, node in enumerate(self.nodes):
            if not node.name or node.name not in taken:  # the second of a name loses it
                node.name = self.fresh(f"{node.op_type}_{index}")
            taken.discard(node.name)
        self._names |= {node.name for node in self.nodes}

    # ------------------------------------------------------------ values
    @property
    def inputs(self) -> list[onnx.ValueInfoProto]:
        """The inputs that a caller gives: those without a default."""
        return [value for value in self.frame.input if value.name not in self.tensors]

    @property
    def outputs(self) -> list[str]:
        """The names of the outputs, in order."""
        return [value.name for value in self.frame.output]

    def links(self) -> Links:
        """Who produces and who reads each value now."""
        producers, readers = {}, dict[str, list[onnx.NodeProto]]()
        for node in self.nodes:
            producers.update({name: node for name in node.output if name})
            captured = set().union(*(captured_names(inner) for inner in subgraphs(node)))
            for name in (*node.input, *captured):
                if name:
                    readers.setdefault(name, []).append(node)
        return Links(producers, readers, frozenset(self.outputs))

    def fresh(self, stem: str) -> str:
        """A name that nothing has, beginning with `stem`."""
        name, count = stem, 0
        while name in self._names:
            count += 1
            name = f"{stem}_{count}"
        self._names.add(name)
        return name

    # ------------------------------------------------------------ constants
    def is_constant(self, name: str) -> bool:
        """Whether a value is an initializer."""
        return name in self.tensors

    def array(self, name: str) -> Array:
        """The elements of an initializer."""
        if name not in self._arrays:
            self._arrays[name] = numpy_helper.to_array(self.tensors[name])
        return self._arrays[name]

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an initializer."""
        return tuple(self.tensors[name].dims)

    def add_tensor(self, tensor: onnx.TensorProto, stem: str) -> str:
        """Add an initializer under a fresh name, which is returned."""
        tensor.name = self.fresh(stem)
        self.tensors[tensor.name] = tensor
        return str(tensor.name)

    def add_array(self, array: Array, stem: str) -> str:
        """Add an initializer of a dtype that NumPy has."""
        return self.add_tensor(numpy_helper.from_array(np.asarray(array, order="C")), stem)

    def add_input(self, name: str, dtype: str, shape: tuple[int, ...]) -> None:
        """Add an input of a NumPy dtype."""
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        self.frame.input.append(helper.make_tensor_value_info(name, kind, shape))

    def import_domain(self, domain: str, version: int) -> None:
        """State that operators of a domain are used."""
        if all(opset.domain != domain for opset in self.header.opset_import):
            self.header.opset_import.append(helper.make_opsetid(domain, version))

    def copy(self) -> Graph:
        """A graph to edit on its own; constants are shared."""
        other = Graph(self.model(with_data=False))
        other.tensors = {name: self.tensors[name] for name in other.tensors}
        other._arrays = self._arrays
        return other

    # ------------------------------------------------------------ nodes
    def replace_nodes(self, nodes: Iterable[onnx.NodeProto]) -> None:
        """Take other nodes, in topological order."""
        self.nodes = list(nodes)

    def model(self, *, with_data: bool = True) -> onnx.ModelProto:
        """A model with the nodes and constants as they are now; constants that nothing reads are dropped.

        Without data, large constants are types and shapes only, which shape inference does with.
        """
        used = {name for node in self.nodes for name in node.input} | set(self.outputs)
        for node in self.nodes:
            for inner in subgraphs(node):
                used |= captured_names(inner)
        model = onnx.ModelProto()
        model.CopyFrom(self.header)
        graph = model.graph
        graph.CopyFrom(self.frame)
        dropped = {name for name in self.tensors if name not in used}
        alive = {name for node in self.nodes for name in node.output}
        for field, kept in (
            (graph.input, [value for value in self.frame.input if value.name not in dropped]),
            (graph.value_info, [value for value in self.frame.value_info if value.name in alive]),
        ):
            del field[:]
            field.extend(kept)
        graph.node.extend(self.nodes)
        for name, tensor in self.tensors.items():
            if name in used:
                is_light = with_data or np.prod(tensor.dims, dtype=np.int64) <= _SMALL
                graph.initializer.append(tensor if is_light else _typed(tensor))
        return model


#: Constants of more elements are no shapes.
_SMALL = 1024


def _typed(tensor: onnx.TensorProto) -> onnx.TensorProto:
    return onnx.TensorProto(name=tensor.name, dims=tensor.dims, data_type=tensor.data_type)


def _copy_fields(source: Any, target: Any, skipped: set[str]) -> None:
    """Copy the fields of a message that are set, but for those `skipped`."""
    for field, value in source.ListFields():
        if field.name in skipped:
            continue
        if hasattr(value, "MergeFrom") and not hasattr(value, "ListFields"):  # a repeated field
            getattr(target, field.name).MergeFrom(value)
        elif hasattr(value, "ListFields"):
            getattr(target, field.name).CopyFrom(value)
        else:
            setattr(target, field.name, value)


def _all_names(graph: onnx.GraphProto) -> set[str]:
    names = {value.name for value in (*graph.input, *graph.output)} | {t.name for t in graph.initializer}
    for node in graph.node:
        names.update((*node.input, *node.output))
        for inner in subgraphs(node):
            names |= _all_names(inner)
    return names


def copy_node(node: onnx.NodeProto) -> onnx.NodeProto:
    """A copy that may be changed."""
    copy = onnx.NodeProto()
    copy.CopyFrom(node)
    return copy


def attribute_of(node: onnx.NodeProto, name: str, default: object) -> Any:
    """The value of an attribute, or `default`."""
    for attr in node.attribute:
        if attr.name == name:
            return helper.get_attribute_value(attr)
    return default


class NodeWriter:
    """Emits nodes of a graph that is written anew into `nodes`."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes: list[onnx.NodeProto] = []

    def emit(self, op: str, inputs: list[str], output: str | None = None, *, stem: str = "", **attrs: Any) -> str:
        """Emit a node with one output, which is returned: fresh by default. Names begin with `stem`."""
        stem = stem or inputs[0]
        output = output or self.graph.fresh(f"{stem}_{op}_output")
        self.nodes.append(helper.make_node(op, inputs, [output], self.graph.fresh(f"{stem}_{op}"), **attrs))
        return output
