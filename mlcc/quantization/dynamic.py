"""Activations whose grids are computed at run time: DynamicQuantizeLinear before each product.

As integer operators: ``cast(MatMulInteger(q(x), W, zero)) * (scale_x * scale_w) + b``; as QDQ: the float product of the
dequantised operands.
"""

from __future__ import annotations

from typing import Any

import onnx

from .graph import Graph, NodeWriter, attribute_of, copy_node
from .options import QuantizeOptions
from .plan import weight_axis
from .weights import QuantizedWeight, per_channel

#: Attributes of Conv that ConvInteger has too.
_CONV_ATTRIBUTES = ("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides")


class DynamicLayers(NodeWriter):
    """Emits products of dynamically quantised activations; one conversion of a value serves all of its readers."""

    def __init__(self, graph: Graph, options: QuantizeOptions) -> None:
        super().__init__(graph)
        self.options = options
        self._converted: dict[str, tuple[str, str, str]] = {}

    def twin(self, node: onnx.NodeProto, output: str) -> None:
        """Emit a product of integers, its result in float."""
        axis = None if self.options.per_tensor else weight_axis(self.graph, node)
        method, limit = self.options.weight_method or "minmax", self.options.weight_limit
        weight = per_channel(self.graph.array(node.input[1]), axis, method=method, limit=limit)
        if self.options.written_form == "qdq":
            self._float_product(node, weight, output)
        else:
            self._integer_product(node, weight, output)

    def _float_product(self, node: onnx.NodeProto, weight: QuantizedWeight, output: str) -> None:
        stem = str(node.input[1])
        inputs = [self.graph.add_array(weight.data, f"{stem}_quantized")]
        inputs.append(self.graph.add_array(weight.scale, f"{stem}_scale"))
        attrs: dict[str, Any] = {} if weight.axis is None else {"axis": weight.axis}
        copy = copy_node(node)
        copy.name, copy.output[0] = self.graph.fresh(f"{node.name}_integer"), output
        copy.input[0] = self.emit("DequantizeLinear", list(self._quantized(str(node.input[0]))))
        copy.input[1] = self.emit("DequantizeLinear", inputs, stem=stem, **attrs)
        self.nodes.append(copy)

    def _integer_product(self, node: onnx.NodeProto, weight: QuantizedWeight, output: str) -> None:
        x, scale, zero = self._quantized(str(node.input[0]))
        stem, data = str(node.input[1]), weight.data
        if node.op_type == "Gemm" and attribute_of(node, "transB", 0):
            data = data.T
        integers = self.graph.add_array(data, f"{stem}_quantized")
        attrs, shape = {}, [-1]
        if node.op_type == "Conv":
            attrs = {a.name: attribute_of(node, a.name, None) for a in node.attribute if a.name in _CONV_ATTRIBUTES}
            shape = [-1, *[1] * (data.ndim - 2)]
        op = "ConvInteger" if node.op_type == "Conv" else "MatMulInteger"
        total = self.emit(op, [x, integers, zero], stem=node.name, **attrs)
        factor = weight.scale.reshape(shape) if weight.scale.ndim else weight.scale
        factors = self.emit("Mul", [scale, self.graph.add_array(factor, f"{stem}_scale")])
        total = self.emit("Cast", [total], to=onnx.TensorProto.FLOAT)
        has_bias = len(node.input) > 2 and bool(node.input[2])
        result = self.emit("Mul", [total, factors], None if has_bias else output)
        if has_bias:
            bias = self.graph.array(node.input[2])
            shaped = bias.reshape(shape) if node.op_type == "Conv" else bias
            self.emit("Add", [result, self.graph.add_array(shaped, f"{node.name}_bias")], output)

    def _quantized(self, value: str) -> tuple[str, str, str]:
        if value not in self._converted:
            names = [self.graph.fresh(f"{value}_{suffix}") for suffix in ("quantized", "scale", "zero_point")]
            name = self.graph.fresh(f"{value}_DynamicQuantizeLinear")
            self.nodes.append(onnx.helper.make_node("DynamicQuantizeLinear", [value], names, name))
            self._converted[value] = (names[0], names[1], names[2])
        return self._converted[value]
