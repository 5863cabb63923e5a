"""Weights as integers, activations in floating point: per channel in int8, or in blocks of int8, int4 or uint4."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

from .graph import Graph, NodeWriter, attribute_of, copy_node
from .grids import Array
from .options import QuantizeOptions
from .plan import weight_axis
from .weights import QuantizedWeight, blocked, matmul_nbits, packed_nibbles, per_channel


class WeightLayers(NodeWriter):
    """Emits layers with dequantised weights, or MatMulNBits."""

    def __init__(self, graph: Graph, options: QuantizeOptions) -> None:
        super().__init__(graph)
        self.options = options
        self._results: dict[tuple[str, int | None], str] = {}

    def twin(self, node: onnx.NodeProto, output: str) -> None:
        """Emit a product with an integer weight."""
        if self.options.written_form == "operators":
            self._nbits(node, output)
            return
        copy = copy_node(node)
        copy.name = self.graph.fresh(f"{node.name}_integer")
        copy.output[0] = output
        copy.input[1] = self._dequantized(node)
        self.nodes.append(copy)

    def weight(self, node: onnx.NodeProto) -> QuantizedWeight:
        """The weight of a product as integers."""
        array = self.graph.array(node.input[1])
        if self.options.block:
            return blocked(
                array, depth_axis(node), self.options.block, self.options.weights,
                method=self.options.weight_method or "mse",
            )  # fmt: skip
        axis = None if self.options.per_tensor else weight_axis(self.graph, node)
        return per_channel(array, axis, method=self.options.weight_method or "mse")

    def _dequantized(self, node: onnx.NodeProto) -> str:
        name = str(node.input[1])
        key = (name, depth_axis(node) if self.options.block else weight_axis(self.graph, node))
        if key not in self._results:
            weight = self.weight(node)
            inputs = [
                self.graph.add_tensor(stored(weight.data, weight.dtype), f"{name}_quantized"),
                self.graph.add_array(weight.scale, f"{name}_scale"),
            ]
            if weight.zero is not None:
                inputs.append(self.graph.add_tensor(stored(weight.zero, weight.dtype), f"{name}_zero_point"))
            attrs: dict[str, Any] = {} if weight.axis is None else {"axis": weight.axis}
            attrs |= {"block_size": weight.block} if weight.block else {}
            self._results[key] = self.emit("DequantizeLinear", inputs, stem=name, **attrs)
        return self._results[key]

    def _nbits(self, node: onnx.NodeProto, output: str) -> None:
        """MatMulNBits of onnxruntime; a bias of Gemm is added behind it."""
        name, weight = str(node.input[1]), self.weight(node)
        if depth_axis(node) == 1:
            weight = transposed(weight)
        bits = 8 if weight.dtype.endswith("8") else 4
        packed, scales, zeros = matmul_nbits(weight, bits)
        inputs = [str(node.input[0])] + [
            self.graph.add_array(array, f"{name}_{suffix}")
            for array, suffix in ((packed, "packed"), (scales, "scales"), (zeros, "zero_points"))
            if array is not None
        ]
        k, n = weight.data.shape
        has_bias = len(node.input) > 2 and bool(node.input[2])
        result = self.graph.fresh(f"{output}_product") if has_bias else output
        self.emit(
            "MatMulNBits", inputs, result, stem=name, domain="com.microsoft", K=k, N=n, bits=bits,
            block_size=weight.block, accuracy_level=self.options.accuracy_level,
        )  # fmt: skip
        self.graph.import_domain("com.microsoft", 1)
        if has_bias:
            self.emit("Add", [result, str(node.input[2])], output)


def depth_axis(node: onnx.NodeProto) -> int:
    """The weight's dimension over which a product sums: blocks run along it."""
    is_rows = node.op_type == "Conv" or (node.op_type == "Gemm" and bool(attribute_of(node, "transB", 0)))
    return 1 if is_rows else 0


def transposed(weight: QuantizedWeight) -> QuantizedWeight:
    """A blocked matrix (N, K) as (K, N)."""
    data, scale = np.ascontiguousarray(weight.data.T), np.ascontiguousarray(weight.scale.T)
    zero = None if weight.zero is None else np.ascontiguousarray(weight.zero.T)
    return QuantizedWeight(data, scale, zero, weight.dtype, 0, weight.block)


def stored(data: Array, dtype: str) -> onnx.TensorProto:
    """Integers as a tensor of `dtype`; those of 4 bits two to a byte."""
    if dtype in ("int4", "uint4"):
        kind = onnx.TensorProto.INT4 if dtype == "int4" else onnx.TensorProto.UINT4
        return onnx.TensorProto(data_type=kind, dims=data.shape, raw_data=packed_nibbles(data))
    return numpy_helper.from_array(np.asarray(data.astype(dtype), order="C"))


def write_twins(graph: Graph, layers: dict[str, onnx.NodeProto], writer: NodeWriter) -> None:
    """Replace layers by their integer forms; values keep their names."""
    for node in graph.nodes:
        if node.name in layers:
            writer.twin(node, str(node.output[0]))  # type: ignore[attr-defined]
        else:
            writer.nodes.append(node)
    graph.replace_nodes(writer.nodes)
