"""Models that quantise what they compute, so that onnxruntime's results of them can be trusted, and how far.

On x86 without VNNI, onnxruntime adds products of uint8 with int8 in pairs that saturate at 16 bits: of large weights a
sum is wrong, by up to a fifth of the range. Products of uint8 with uint8 are exact, and int8 weights are such, less
128, if their zero point is. `session.x64quantprecision` asks for that too, but only of the optimised form.

Values in the middle of two levels go to either by how a sum of float32 was rounded, and networks amplify such steps.
Weights that differ in the last places say how much.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import onnx
from onnx import numpy_helper

#: What is multiplied (None: always uint8), its zero point, then where weights stand and the zero points of these.
_PRODUCTS: dict[str, tuple[int | None, int, list[tuple[int, int]]]] = {
    "MatMulInteger": (0, 2, [(1, 3)]),
    "ConvInteger": (0, 2, [(1, 3)]),
    "QLinearMatMul": (0, 2, [(3, 5)]),
    "QLinearConv": (0, 2, [(3, 5)]),
    "DynamicQuantizeLSTM": (None, 0, [(1, 9), (2, 11)]),
}
_QUANTISE = {"DynamicQuantizeLinear", "DynamicQuantizeLSTM", "QuantizeLinear", "QLinearConv", "QLinearMatMul"}
#: Shorter arrays may be sizes or exponents, and are left alone.
_WEIGHTS = 16
#: By how much of itself a weight is moved at most: four units in the last place, what a tanh or exp may be off by.
_PLACES = 2.0**-22

Constants = dict[str, onnx.TensorProto]


def quantises(model: onnx.ModelProto) -> bool:
    """Whether any value is rounded to levels."""
    return any(node.op_type in _QUANTISE for node in model.graph.node)


def unsigned(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same model with uint8 for the constant int8 weights that are multiplied with uint8."""
    moved = _copy(model)
    constants = _constants(moved)
    dynamic = {node.output[0] for node in moved.graph.node if node.op_type == "DynamicQuantizeLinear"}
    done: set[str] = set()
    for node in moved.graph.node:
        for weight, zero in _signed(node, constants, dynamic):
            node.input.extend([""] * (zero + 1 - len(node.input)))
            for at in (weight, zero):
                before = constants.get(node.input[at])
                array = np.zeros((), np.int8) if before is None else numpy_helper.to_array(before)
                node.input[at] += ".unsigned"
                if node.input[at] not in done:
                    done.add(node.input[at])
                    shifted = (array.astype(np.int16) + 128).astype(np.uint8)
                    moved.graph.initializer.append(numpy_helper.from_array(shifted, node.input[at]))
    return moved


def nudged(model: onnx.ModelProto, seed: int) -> onnx.ModelProto:
    """The model with each weight of float32, and the scales of weights, moved in the last places."""
    moved, rng = _copy(model), np.random.default_rng(seed)
    scales = {name for node in moved.graph.node for name in _scales(node)}
    for one in _constants(moved).values():
        if one.data_type == onnx.TensorProto.FLOAT and (one.name in scales or np.prod(one.dims) >= _WEIGHTS):
            array = numpy_helper.to_array(one)
            factor = 1 + rng.uniform(-_PLACES, _PLACES, array.shape)
            one.CopyFrom(numpy_helper.from_array(np.asarray(array * factor, np.float32), one.name))
    return moved


def _scales(node: onnx.NodeProto) -> list[str]:
    """The scales of integers that are never rounded to: those of weights."""
    if node.op_type == "DequantizeLinear":
        return [node.input[1]]
    return [node.input[8], node.input[10]] if node.op_type == "DynamicQuantizeLSTM" else []


def _signed(node: onnx.NodeProto, constants: Constants, dynamic: set[str]) -> Iterator[tuple[int, int]]:
    """Constant int8 weights of a product with uint8, and their zero points."""
    factor, middle, weights = _PRODUCTS.get(node.op_type, (None, 0, []))
    if factor is not None and node.input[factor] not in dynamic:
        known = constants.get(node.input[middle]) if middle < len(node.input) else None
        if known is None or known.data_type != onnx.TensorProto.UINT8:
            return
    for weight, zero in weights:
        value = constants.get(node.input[weight])
        given = zero < len(node.input) and node.input[zero]
        if value is not None and value.data_type == onnx.TensorProto.INT8 and (not given or given in constants):
            yield weight, zero


def _copy(model: onnx.ModelProto) -> onnx.ModelProto:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    return copy


def _constants(model: onnx.ModelProto) -> Constants:
    """Initializers, and values of `Constant`, by name."""
    values = {one.name: one for one in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Constant" and node.attribute[0].HasField("t"):
            values[node.output[0]] = node.attribute[0].t
    return values
