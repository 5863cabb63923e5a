"""Rewrites before quantisation that keep what a model computes: opset, constants, batch normalisation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from mlcc.diagnostics import MlccError
from mlcc.importers.onnx.folding import fold_node, is_foldable
from mlcc.importers.onnx.protos import captured_names, opsets_of, subgraphs

from .graph import Graph, attribute_of
from .grids import Array

#: The opset in which scales may vary along an axis, and the one with scales per block and 4-bit types.
PER_AXIS, BLOCKED = 13, 21
#: The most elements of a constant that is made by repeating others, such as all equal weights.
MOST_REPEATED = 1 << 28
#: Operators of quantised models, whatever their form.
QUANTIZED = frozenset((
    "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul", "MatMulInteger",
    "ConvInteger", "QLinearAdd", "QGemm", "QLinearConcat", "MatMulNBits", "DynamicQuantizeMatMul",
    "MatMulIntegerToFloat", "DynamicQuantizeLSTM", "QAttention", "GatherBlockQuantized", "QEmbedLayerNormalization",
))  # fmt: skip


def prepared(source: Any, opset: int) -> Graph:
    """A copy of a model as an editable graph, with at least that opset: constants are initializers, batch
    normalisation is part of the products before it.

    Raises MlccError I101, I102 for unreadable models, Q103 for one that is quantised already, Q104 where the opset
    cannot be converted.
    """
    from mlcc.importers.onnx import load_model

    loaded = load_model(source)
    quantized = [node for node in loaded.graph.node if node.op_type in QUANTIZED]
    if quantized:
        first = quantized[0]
        raise MlccError(
            "Q103",
            f"the model is quantised already: node `{first.name or first.output[0]}` is a {first.op_type}",
            help="quantise the float model that it was made from",
        )
    graph = Graph(_with_opset(loaded, opset))
    lift_constants(graph)
    fold_batch_norms(graph)
    for node in graph.nodes:
        if node.op_type == "Sum" and len(node.input) == 2 and node.domain in ("", "ai.onnx"):
            node.op_type = "Add"  # which more tools compute with integers
    return graph


def _with_opset(model: onnx.ModelProto, opset: int) -> onnx.ModelProto:
    have = opsets_of(model.opset_import).get("", 0)
    if have >= opset:
        return model
    try:
        converted = onnx.version_converter.convert_version(model, opset)
    except Exception as error:  # the converter's C++ raises many kinds
        raise MlccError(
            "Q104",
            f"the model has opset {have}, its quantised form needs {opset}, and it cannot be converted",
            notes=[str(error).strip().splitlines()[0][:200]] if str(error).strip() else [],
            help=f"export the model with opset {opset} or later",
        ) from error
    # The converter's own field wins over what it leaves of the old one.
    converted.ir_version = max(converted.ir_version, model.ir_version, helper.find_min_ir_version_for(
        list(converted.opset_import), ignore_unknown=True
    ))  # fmt: skip
    return converted


def lift_constants(graph: Graph) -> None:
    """Nodes whose operands are all constant become initializers: Constant, the transposed or reshaped weights of
    exporters, weights that are one number by ConstantOfShape. Results with names that must stay are left."""
    opsets = opsets_of(graph.header.opset_import)
    alias: dict[str, str] = {}
    kept = []
    captured = (captured_names(inner) for node in graph.nodes for inner in subgraphs(node))
    by_name = set(graph.outputs).union(*captured)
    for node in graph.nodes:
        for index, name in enumerate(node.input):
            if name in alias:
                node.input[index] = alias[name]
        is_standard = node.domain in ("", "ai.onnx")
        tensor = _constant(node) if is_standard and node.op_type == "Constant" else None
        if tensor is not None:
            tensor.name = node.output[0]
            graph.tensors[tensor.name] = tensor
        elif not set(node.output) & by_name and all(map(graph.is_constant, filter(None, node.input))):
            if is_standard and node.op_type == "Identity":
                alias[node.output[0]] = node.input[0]
            elif not _folded(graph, node, opsets):
                kept.append(node)
        else:
            kept.append(node)
    graph.replace_nodes(kept)


def _folded(graph: Graph, node: onnx.NodeProto, opsets: Mapping[str, int]) -> bool:
    """Whether a node of constants was replaced by its results, which are computed here."""
    if not is_foldable(node) or not node.input:
        return False
    operands = [graph.array(name) if name else None for name in node.input]
    results = fold_node(node, operands, opsets, MOST_REPEATED)
    if results is None or any(array is None for name, array in zip(node.output, results, strict=True) if name):
        return False
    for name, array in zip(node.output, results, strict=True):
        if name:
            graph.tensors[name] = numpy_helper.from_array(np.asarray(array), name)
    return True


def _constant(node: onnx.NodeProto) -> onnx.TensorProto | None:
    """The tensor of a Constant node; None for sparse tensors and strings."""
    attr = node.attribute[0] if len(node.attribute) else None
    if attr is None:
        return None
    if attr.name == "value":
        tensor = onnx.TensorProto()
        tensor.CopyFrom(attr.t)
        return tensor
    kinds = {"value_float": np.float32, "value_floats": np.float32, "value_int": np.int64, "value_ints": np.int64}
    if attr.name not in kinds:
        return None
    return numpy_helper.from_array(np.asarray(helper.get_attribute_value(attr), kinds[attr.name]))


def fold_batch_norms(graph: Graph) -> None:
    """``BatchNormalization(Conv(x, w) + b)`` becomes a Conv with scaled weights, where nothing else reads the Conv."""
    links = graph.links()
    gone: set[str] = set()
    for node in graph.nodes:
        if node.op_type != "BatchNormalization" or node.domain not in ("", "ai.onnx"):
            continue
        product = links.producer(node.input[0])
        single = sum(bool(name) for name in node.output) == 1 and not attribute_of(node, "training_mode", 0)
        if product is None or not single or links.only_reader(product.output[0]) is None:
            continue
        if product.op_type not in ("Conv", "ConvTranspose") or len(product.output) != 1:
            continue
        if all(graph.is_constant(name) for name in (*node.input[1:], *product.input[1:]) if name):
            _fold(graph, product, node)
            product.output[0] = node.output[0]
            gone.add(node.name)
            links = graph.links()
    graph.replace_nodes(node for node in graph.nodes if node.name not in gone)


def _fold(graph: Graph, product: onnx.NodeProto, norm: onnx.NodeProto) -> None:
    gamma, beta, mean, variance = (graph.array(name).astype(np.float64) for name in norm.input[1:5])
    factor = gamma / np.sqrt(variance + float(attribute_of(norm, "epsilon", 1e-5)))
    weight = graph.array(product.input[1])
    bias = graph.array(product.input[2]) if len(product.input) > 2 and product.input[2] else np.zeros(1)
    groups = int(attribute_of(product, "group", 1)) if product.op_type == "ConvTranspose" else 1
    scaled = scaled_outputs(weight, factor, 1 if product.op_type == "ConvTranspose" else 0, groups)
    product.input[1] = graph.add_array(scaled, f"{product.input[1]}_folded")
    shifted = ((bias - mean) * factor + beta).astype(weight.dtype)
    set_bias(graph, product, shifted)


def scaled_outputs(weight: Array, factor: Array, axis: int, groups: int = 1) -> Array:
    """A weight times a factor per output channel; with axis 1 (ConvTranspose), each group has its own channels."""
    if axis == 0 or groups == 1:
        scaled: Array = weight * factor.reshape([-1 if d == axis else 1 for d in range(weight.ndim)])
        return np.asarray(scaled, weight.dtype)
    inner = weight.reshape(groups, weight.shape[0] // groups, *weight.shape[1:])
    factors = factor.reshape(groups, 1, weight.shape[1], *[1] * (weight.ndim - 2))
    return np.asarray((inner * factors).reshape(weight.shape), weight.dtype)


def set_bias(graph: Graph, product: onnx.NodeProto, bias: Array) -> None:
    """Give a product (Conv, ConvTranspose, Gemm) another bias, as its third input."""
    name = graph.add_array(bias, f"{product.name}_bias")
    if len(product.input) > 2:
        product.input[2] = name
    else:
        product.input.append(name)
