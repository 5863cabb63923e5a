"""Cross-layer equalisation: rescales channels between two products so that their weights have equal ranges.

After Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias Correction" (ICCV 2019): with
``y = W2 relu(W1 x + b1)``, dividing row i of W1 and b1 by s and multiplying column i of W2 by s leaves y as it is,
since ``relu(x / s) = relu(x) / s`` for s > 0. With ``s = sqrt(range1 / range2)`` both ranges become their geometric
mean. A Clip between the products forbids it.
"""

from __future__ import annotations

import numpy as np
import onnx

from .graph import Graph, Links, attribute_of
from .grids import Array
from .plan import is_product
from .prepare import set_bias

#: Sweeps over all pairs: layers in the middle of a chain are rescaled from both sides until factors settle.
_SWEEPS = 20
_SETTLED = 1e-3


def equalize(graph: Graph) -> int:
    """Equalise all pairs of a graph in place; the number of pairs."""
    links = graph.links()
    weights: dict[str, Array] = {}
    biases: dict[str, Array] = {}
    pairs = [(node, after) for node in graph.nodes if (after := _partner(graph, links, node)) is not None]
    for node in {node.name: node for pair in pairs for node in pair}.values():
        weights[node.name] = graph.array(node.input[1]).astype(np.float64)
        if len(node.input) > 2 and node.input[2]:
            biases[node.name] = graph.array(node.input[2]).astype(np.float64)
    for _ in range(_SWEEPS):
        largest = 0.0
        for first, second in pairs:
            rows, columns = _outputs(first, weights[first.name]), _inputs(second, weights[second.name])
            factors = _factors(rows, columns)
            rows /= _along_first(factors, rows)
            columns *= _along_first(factors, columns)
            if first.name in biases:
                biases[first.name] = biases[first.name] / factors
            largest = max(largest, float(np.abs(np.log(factors)).max(initial=0)))
        if largest < _SETTLED:
            break
    for node in {node.name: node for pair in pairs for node in pair}.values():
        node.input[1] = graph.add_array(weights[node.name].astype(np.float32), f"{node.input[1]}_equalized")
        if node.name in biases:
            set_bias(graph, node, biases[node.name].astype(np.float32))
    return len(pairs)


def _partner(graph: Graph, links: Links, node: onnx.NodeProto) -> onnx.NodeProto | None:
    """The product that alone reads a product's result, through a ReLU or directly, if channels may be rescaled."""
    if node.op_type not in ("Conv", "Gemm") or not is_product(graph, node) or not _has_own_weight(links, node):
        return None
    value = str(node.output[0])
    after = links.only_reader(value)
    if after is not None and after.op_type in ("Relu", "LeakyRelu"):
        value = str(after.output[0])
        after = links.only_reader(value)
    if after is None or after.op_type != node.op_type or after.input[0] != value or not is_product(graph, after):
        return None
    groups, channels = _groups(after), graph.shape(after.input[1])[0]
    fits = groups == 1 or (groups <= channels and graph.shape(after.input[1])[1] == 1)
    return after if fits and _has_own_weight(links, after) else None


def _has_own_weight(links: Links, node: onnx.NodeProto) -> bool:
    return len(links.readers.get(node.input[1], [])) == 1


def _groups(node: onnx.NodeProto) -> int:
    return int(attribute_of(node, "group", 1))


def _outputs(node: onnx.NodeProto, weight: Array) -> Array:
    """A view of a weight with its output channels first."""
    return weight if node.op_type == "Conv" or attribute_of(node, "transB", 0) else weight.T


def _inputs(node: onnx.NodeProto, weight: Array) -> Array:
    """A view of a weight with its input channels first; those of a depthwise convolution are its groups."""
    if node.op_type == "Conv" and _groups(node) > 1:
        return weight.reshape(_groups(node), -1)
    if node.op_type == "Conv":
        return np.moveaxis(weight, 1, 0)
    return weight.T if attribute_of(node, "transB", 0) else weight


def _factors(rows: Array, columns: Array) -> Array:
    first, second = (np.abs(view).max(axis=tuple(range(1, view.ndim))) for view in (rows, columns))
    both = (first > 0) & (second > 0)
    return np.sqrt(np.where(both, first, 1.0) / np.where(both, second, 1.0))


def _along_first(factors: Array, view: Array) -> Array:
    return factors.reshape(-1, *[1] * (view.ndim - 1))
