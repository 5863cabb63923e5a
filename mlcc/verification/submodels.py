"""Parts of an ONNX model as models: with every value as an output, or a few nodes with known inputs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlcc.importers.onnx.protos import captured_names, subgraphs

#: An input of at most so many integers often decides a shape, and stays a constant where a model is cut.
_SMALL = 64


def computed_values(model: onnx.ModelProto) -> list[str]:
    """The names of the values that nodes of the main graph compute, in order."""
    return [name for node in model.graph.node for name in node.output if name]


def exposing(model: onnx.ModelProto, names: Collection[str]) -> onnx.ModelProto:
    """The model with these values as its outputs, in the order of its nodes; weights are shared with it, not copied."""
    stated = {value.name: value for value in model.graph.output}
    order = [name for name in computed_values(model) if name in names]
    outputs = [stated.get(name) or onnx.ValueInfoProto(name=name) for name in order]
    return _like(model, model.graph.node, model.graph.input, outputs, model.graph.initializer)


def read_by(node: onnx.NodeProto) -> list[str]:
    """What a node reads, with the values that its subgraphs capture, each once."""
    names = [name for name in node.input if name]
    for graph in subgraphs(node):
        names += sorted(captured_names(graph))
    return list(dict.fromkeys(names))


def cut(
    model: onnx.ModelProto, nodes: Sequence[int], outputs: Sequence[str], values: Mapping[str, Any]
) -> tuple[onnx.ModelProto, dict[str, Any]]:
    """A model of some nodes of the main graph (indices in order) and its inputs: what they read and do not compute.

    `values` are all values of one run, which give the inputs their contents and types.
    """
    chosen = [model.graph.node[index] for index in nodes]
    own = {name for node in chosen for name in node.output}
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    read = dict.fromkeys(name for node in chosen for name in read_by(node) if name not in own)
    kept = [constants[name] for name in read if name in constants]
    inputs, arrays = [], {}
    for name in read:
        if name in constants or name not in values:
            continue
        array = np.asarray(values[name])
        if array.dtype.kind in "iu" and array.ndim <= 1 and array.size <= _SMALL:
            kept.append(numpy_helper.from_array(array, name))
            continue
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        inputs.append(helper.make_tensor_value_info(name, kind, array.shape))
        arrays[name] = array
    wanted = [onnx.ValueInfoProto(name=name) for name in outputs]
    return _like(model, chosen, inputs, wanted, kept), arrays


def segments(model: onnx.ModelProto, values: Mapping[str, Any], size: int, step: int | None = None) -> list[list[int]]:
    """The nodes of the main graph (indices in order) in parts of `size` of them, each with those whose results it reads
    and that are no tensors, which cannot be its inputs. A part begins `step` nodes after the one before it."""
    producer = {name: index for index, node in enumerate(model.graph.node) for name in node.output if name}
    count, parts = len(model.graph.node), []
    for begin in range(0, count, step or size):
        wanted, pending = set[int](), list(range(begin, min(begin + size, count)))
        while pending:
            index = pending.pop()
            if index not in wanted:
                wanted.add(index)
                read = [name for name in read_by(model.graph.node[index]) if name not in values]
                pending += [producer[name] for name in read if name in producer]
        parts.append(sorted(wanted))
    return parts


def _like(
    model: onnx.ModelProto,
    nodes: Iterable[onnx.NodeProto],
    inputs: Iterable[onnx.ValueInfoProto],
    outputs: Iterable[onnx.ValueInfoProto],
    constants: Iterable[onnx.TensorProto],
) -> onnx.ModelProto:
    graph = onnx.GraphProto(name=model.graph.name or "part")
    graph.node.extend(nodes)
    graph.input.extend(inputs)
    graph.output.extend(outputs)
    graph.initializer.extend(constants)
    result = onnx.ModelProto(ir_version=model.ir_version, producer_name=model.producer_name)
    result.opset_import.extend(model.opset_import)
    result.functions.extend(model.functions)
    result.graph.CopyFrom(graph)
    return result
