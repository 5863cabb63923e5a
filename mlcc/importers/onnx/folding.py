"""Constant folding while importing: nodes whose inputs are all constants are evaluated by onnx's own reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx

from mlcc.ir import dtype as dt

from .narrow_types import format_of

Array = np.ndarray[Any, Any]

#: Results that are not a function of the inputs, or that are control flow with graphs inside.
_NEVER = frozenset(
    [
        *("RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli"),
        *("Dropout", "If", "Loop", "Scan", "SequenceMap", "SequenceEmpty", "SequenceConstruct", "SplitToSequence"),
        *("Optional", "OptionalHasElement", "OptionalGetElement"),
    ]
)
#: Weights stay as they are where folding would only store them again, larger.
_GROWING = frozenset({"Expand", "Tile", "ConstantOfShape"})


def is_foldable(node: onnx.NodeProto) -> bool:
    """True for operators whose result the reference may compute while importing."""
    return node.op_type not in _NEVER and node.domain in ("", "ai.onnx")


def fold_node(
    node: onnx.NodeProto, inputs: Sequence[Array | None], opsets: Mapping[str, int], limit: int
) -> list[Array | None] | None:
    """The node's outputs, or None where the reference cannot compute them, or they would be large copies of little."""
    if node.op_type in _GROWING and inputs and _grown_size(node, inputs) > limit:
        return None
    if node.op_type == "DequantizeLinear" and inputs[0] is not None and inputs[0].size > 1:
        return None  # products want the integers
    feeds = {name: array for name, array in zip(node.input, inputs, strict=False) if array is not None}
    try:
        results = _evaluate(node, feeds, opsets)
    except Exception:  # the reference refuses in many ways; the converter then decides
        return None
    folded: list[Array | None] = []
    for name in node.output:
        value = results.get(name)
        if value is None:
            folded.append(None)
            continue
        array = np.asarray(value)
        if array.dtype.name not in dt.SCALARS and format_of(array) is None:
            return None
        folded.append(np.ascontiguousarray(array) if array.ndim else array)
    return folded


def _grown_size(node: onnx.NodeProto, inputs: Sequence[Array | None]) -> int:
    """Elements of the result of an operator that repeats its input."""
    last = inputs[-1]
    if last is None or not last.size:
        return 0
    factor = int(np.prod(np.maximum(last.astype(np.int64), 1)))
    first = inputs[0]
    return factor * first.size if node.op_type == "Tile" and first is not None else factor


def _evaluate(node: onnx.NodeProto, feeds: Mapping[str, Array], opsets: Mapping[str, int]) -> dict[str, Any]:
    from onnx.reference import ReferenceEvaluator

    graph = onnx.GraphProto()
    graph.name = "fold"
    graph.node.append(node)
    for name, array in feeds.items():
        kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        graph.input.append(onnx.helper.make_tensor_value_info(name, kind, array.shape))
    wanted = [name for name in node.output if name]
    for name in wanted:
        result = onnx.ValueInfoProto()
        result.name = name
        graph.output.append(result)
    imports = [onnx.helper.make_opsetid(d, v) for d, v in opsets.items()]
    model = onnx.helper.make_model(graph, opset_imports=imports, ir_version=10)
    with np.errstate(all="ignore"):
        return dict(zip(wanted, ReferenceEvaluator(model).run(None, dict(feeds)), strict=False))
