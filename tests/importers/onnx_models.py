"""Small ONNX models written out for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

Array = np.ndarray[Any, Any]
Inputs = Mapping[str, tuple[int, Sequence[Any] | None]]

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


def node(op: str, inputs: Sequence[str], outputs: Sequence[str], **attrs: Any) -> onnx.NodeProto:
    """A node named after its first output."""
    return helper.make_node(op, list(inputs), list(outputs), name=f"make_{outputs[0]}", **attrs)


def graph_of(
    nodes: Sequence[onnx.NodeProto],
    inputs: Inputs,
    outputs: Sequence[str],
    weights: Mapping[str, Array] | None = None,
    name: str = "g",
) -> onnx.GraphProto:
    """A graph; each input is an element type and a shape (None: not even the rank is declared)."""
    infos = [helper.make_tensor_value_info(n, kind, shape) for n, (kind, shape) in inputs.items()]
    results = [onnx.ValueInfoProto(name=n) for n in outputs]
    initial = [numpy_helper.from_array(np.asarray(a), n) for n, a in (weights or {}).items()]
    return helper.make_graph(list(nodes), name, infos, results, initial)


def model_of(
    nodes: Sequence[onnx.NodeProto],
    inputs: Inputs,
    outputs: Sequence[str],
    weights: Mapping[str, Array] | None = None,
    *,
    opset: int = 17,
    domains: Mapping[str, int] | None = None,
    functions: Sequence[onnx.FunctionProto] = (),
) -> onnx.ModelProto:
    """A model of the standard's `opset`, with further `domains` and model-local functions."""
    imports = [helper.make_opsetid("", opset), *(helper.make_opsetid(d, v) for d, v in (domains or {}).items())]
    graph = graph_of(nodes, inputs, outputs, weights)
    return helper.make_model(graph, opset_imports=imports, functions=list(functions), ir_version=8)
