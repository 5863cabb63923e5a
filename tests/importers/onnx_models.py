"""Small ONNX models written out for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mlcc.verification.references import onnxruntime_results as results_of

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


def single_node(
    op: str,
    operands: Mapping[str, Any],
    attrs: Mapping[str, Any],
    *,
    inputs: int = 1,
    outputs: int = 1,
    asked: Sequence[int] | None = None,
    domain: str = "",
    opset: int = 17,
) -> tuple[onnx.ModelProto, dict[str, Array]]:
    """A model of one node, and what to feed it: the first `inputs` of the operands are its inputs, the others are
    constants; operands that are None are left out. Of the outputs those `asked` for are given, or all."""
    arrays = {name: np.asarray(value) for name, value in operands.items() if value is not None}
    feeds = {name: arrays[name] for name in list(operands)[:inputs] if name in arrays}
    weights = {name: array for name, array in arrays.items() if name not in feeds}
    kept = set(range(outputs) if asked is None else asked)
    names = [f"y{k}" if k in kept else "" for k in range(outputs)]
    one = node(op, [n if v is not None else "" for n, v in operands.items()], names, domain=domain, **attrs)
    types = {n: (helper.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in feeds.items()}
    domains = {domain: 1} if domain else {}
    return model_of([one], types, [n for n in names if n], weights, opset=opset, domains=domains), feeds


def onnxruntime_results(model: onnx.ModelProto, feeds: Mapping[str, Array]) -> list[Array]:
    """What onnxruntime computes, with one thread: some of its kernels quantise what a thread gets on its own."""
    pytest.importorskip("onnxruntime")
    results: list[Array] = results_of(model.SerializeToString(), feeds, intra_op_num_threads=1)
    return results
