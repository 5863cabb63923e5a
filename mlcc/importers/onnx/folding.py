"""Constant folding while importing: nodes whose inputs are all constants are evaluated by onnx's own reference."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np
import onnx

from mlcc.ir import dtype as dt

#: Results that are not a function of the inputs, or that are control flow with graphs inside.
_NEVER = frozenset(
    {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "Multinomial", "Bernoulli", "Dropout", "If", "Loop",
     "Scan", "SequenceMap"}
)  # fmt: skip
#: Weights stay as they are where folding would only store them again, larger.
_GROWING = frozenset({"Expand", "Tile", "ConstantOfShape"})


def is_foldable(node: onnx.NodeProto) -> bool:
    return node.op_type not in _NEVER and node.domain in ("", "ai.onnx")


def fold_node(
    node: onnx.NodeProto, inputs: Sequence[np.ndarray[Any, Any] | None], opsets: Mapping[str, int], limit: int
) -> list[np.ndarray[Any, Any] | None] | None:
    """The node's outputs, or None where the reference cannot compute them, or they would be large copies of little."""
    from onnx.reference import ReferenceEvaluator

    if node.op_type in _GROWING and inputs and inputs[-1] is not None and inputs[-1].size:
        shape = inputs[-1].astype(np.int64)
        if node.op_type != "Tile" and int(np.prod(np.maximum(shape, 1))) > limit:
            return None
    names = [n if a is not None else "" for n, a in zip(node.input, inputs)]
    feeds = {n: a for n, a in zip(names, inputs) if a is not None}
    graph = onnx.GraphProto()
    graph.name = "fold"
    graph.node.append(node)
    for name, array in feeds.items():
        kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        graph.input.append(onnx.helper.make_tensor_value_info(name, kind, array.shape))
    for name in node.output:
        value = onnx.ValueInfoProto()
        value.name = name
        if name:
            graph.output.append(value)
    model = onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid(d, v) for d, v in opsets.items()], ir_version=10
    )
    try:
        with np.errstate(all="ignore"):
            results = dict(zip([n for n in node.output if n], ReferenceEvaluator(model).run(None, feeds)))
    except Exception:  # the reference refuses in many ways; the converter then decides
        return None
    folded: list[np.ndarray[Any, Any] | None] = []
    for name in node.output:
        value = results.get(name)
        if value is None:
            folded.append(None)
            continue
        array = np.asarray(value)
        if array.dtype.name not in dt.SCALARS:
            return None
        folded.append(np.ascontiguousarray(array) if array.ndim else array)
    return folded
