"""The integer forms of layers with static grids: what the written model and the error measurement have in common."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx

from .graph import Graph, Links, NodeWriter, attribute_of, copy_node
from .grids import Array, Grid
from .operators import OPERATORS
from .options import QuantizeOptions
from .plan import Plan, is_product, weight_axis
from .weights import QuantizedWeight, per_channel

#: Means of channels, by value and axis of the channels.
Means = Mapping[tuple[str, int], Array]
#: Biases stay below this many steps of their int32 grid, so that sums have room.
_BIAS_STEPS = 2.0**30


class IntegerLayers(NodeWriter):
    """Adds the constants of quantised layers to a graph, and emits their conversions.

    `grids` are keyed by observed values; `means` are those of channels, by value and axis, to correct biases with.
    `corrections` receives what is to be added to the constant behind a MatMul, which has no bias of its own.
    """

    def __init__(
        self,
        graph: Graph,
        plan: Plan,
        grids: Mapping[str, Grid],
        options: QuantizeOptions,
        means: Means | None = None,
    ) -> None:
        super().__init__(graph)
        self.plan, self.grids, self.options = plan, grids, options
        self.means = (means or {}) if options.bias_correction else {}
        self._links = graph.links()
        self.corrections: dict[str, Array] = {}
        self._rounded: dict[str, str] = {}
        self._parameters: dict[str, tuple[str, str]] = {}
        self._weights: dict[tuple[str, int | None], tuple[QuantizedWeight, str]] = {}

    def twin(self, node: onnx.NodeProto, output: str) -> None:
        """Emit the integer form of a layer, with float operands and a float result of its own."""
        twin = copy_node(node)
        if is_product(self.graph, node):
            self.quantize_product(twin)
        for index, name in enumerate(node.input):
            if name in self.plan.values:
                if name not in self._rounded:
                    self._rounded[name] = self.rounded(name)
                twin.input[index] = self._rounded[name]
        correction = self.corrections.get(node.name)
        twin.name = self.graph.fresh(f"{node.name}_integer")
        twin.output[0] = output if correction is None else self.graph.fresh(f"{output}_uncorrected")
        self.nodes.append(twin)
        if correction is not None:
            shift = self.graph.add_array(correction.astype(np.float32), f"{node.name}_correction")
            self.emit("Add", [twin.output[0], shift], output)

    # ------------------------------------------------------------ activations
    def grid(self, value: str) -> Grid:
        """The grid of a quantised value."""
        return self.grids[self.plan.values[value]]

    def rounded(self, value: str, result: str | None = None) -> str:
        """Emit QuantizeLinear and DequantizeLinear of a value; the name of the result."""
        scale, zero = self._grid_constants(self.plan.values[value])
        integers = self.graph.fresh(f"{value}_quantized")
        self.emit("QuantizeLinear", [value, scale, zero], integers)
        result = result or self.graph.fresh(f"{value}_dequantized")
        return self.emit("DequantizeLinear", [integers, scale, zero], result, stem=value)

    def _grid_constants(self, root: str) -> tuple[str, str]:
        if root not in self._parameters:
            grid = self.grids[root]
            self._parameters[root] = (
                self.graph.add_array(np.array(grid.scale, np.float32), f"{root}_scale"),
                self.graph.add_array(np.array(grid.zero, grid.dtype), f"{root}_zero_point"),
            )
        return self._parameters[root]

    # ------------------------------------------------------------ products
    def quantize_product(self, node: onnx.NodeProto) -> None:
        """Replace the weight and the bias of a product, a copy, by dequantised integers. Its first operand must still
        be the float value."""
        axis = None if self.options.per_tensor else weight_axis(self.graph, node)
        step = np.float64(self.grid(node.input[0]).scale)
        name = str(node.input[1])
        has_bias = node.op_type != "MatMul" and len(node.input) > 2 and bool(node.input[2])
        bias = self.graph.array(node.input[2]).astype(np.float64).reshape(-1) if has_bias else None
        weight, result = self._weight(name, axis, _least_scale(bias, step, axis is not None))
        correction = self._correction(node, weight)
        node.input[1] = result
        if node.op_type == "MatMul":
            if correction is not None and added_constant(self.graph, self._links, node, correction.shape) is not None:
                self.corrections[node.name] = correction
        elif bias is not None or correction is not None:
            parts = [part for part in (bias, correction) if part is not None]
            total = np.broadcast_to(np.sum(np.broadcast_arrays(*parts), axis=0), (_channels(node, weight),))
            self._set_bias(node, total, step * weight.scale.astype(np.float64))

    def _weight(self, name: str, axis: int | None, least: Array | float) -> tuple[QuantizedWeight, str]:
        """A weight as integers, and its dequantised value. Layers share both unless their biases differ in need."""
        if (name, axis) in self._weights:
            weight, result = self._weights[name, axis]
            if not np.any(weight.scale < least):
                return weight, result
        method = self.options.weight_method or "minmax"
        weight = per_channel(self.graph.array(name), axis, method=method, limit=self.options.weight_limit, least=least)
        result = self._dequantized(weight.data, weight.scale, axis, name)
        self._weights[name, axis] = (weight, result)
        return weight, result

    def _dequantized(self, data: Array, scale: Array, axis: int | None, stem: str) -> str:
        inputs = [
            self.graph.add_array(data, f"{stem}_quantized"),
            self.graph.add_array(scale, f"{stem}_scale"),
            self.graph.add_array(np.zeros(scale.shape, data.dtype), f"{stem}_zero_point"),
        ]
        attrs = {} if axis is None or not scale.ndim else {"axis": axis}
        result = self.graph.fresh(f"{stem}_dequantized")
        return self.emit("DequantizeLinear", inputs, result, stem=stem, **attrs)

    def _set_bias(self, node: onnx.NodeProto, bias: Array, scale: Array) -> None:
        single = scale.astype(np.float32)
        integers = np.clip(np.rint(bias / single.astype(np.float64)), -(2.0**31), 2.0**31 - 1).astype(np.int32)
        result = self._dequantized(integers, single, 0, f"{node.name}_bias")
        if len(node.input) > 2:
            node.input[2] = result
        else:
            node.input.append(result)

    def _correction(self, node: onnx.NodeProto, weight: QuantizedWeight) -> Array | None:
        """The mean error that the rounding of a weight causes in each output channel: ``sum((W - Wq) * mean(x))``.

        After Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias Correction" (ICCV 2019), with
        means from calibration. At the border of a padded convolution the mean is an approximation.
        """
        means = self.means.get((node.input[0], OPERATORS[node.op_type].channels))
        if means is None or node.op_type == "ConvTranspose":
            return None
        lost = self.graph.array(node.input[1]).astype(np.float64) - weight.value()
        if node.op_type in ("MatMul", "Gemm"):
            matrix = lost.T if node.op_type == "Gemm" and attribute_of(node, "transB", 0) else lost
            result: Array = means @ matrix
            return result
        groups = int(attribute_of(node, "group", 1))
        per_tap = lost.reshape(groups, lost.shape[0] // groups, lost.shape[1], -1).sum(-1)
        corrections: Array = np.einsum("goc,gc->go", per_tap, means.reshape(groups, -1))
        return corrections.reshape(-1)


def added_constant(
    graph: Graph, links: Links, product: onnx.NodeProto, shape: tuple[int, ...]
) -> tuple[onnx.NodeProto, int] | None:
    """The Add that alone reads a product, and the index of its constant operand, if that is a vector of this shape."""
    reader = links.only_reader(product.output[0])
    if reader is None or reader.op_type != "Add":
        return None
    for index, name in enumerate(reader.input):
        if graph.is_constant(name) and graph.shape(name) == shape:
            return reader, index
    return None


def _least_scale(bias: Array | None, step: np.float64, per_channel_scales: bool) -> Array | float:
    """The smallest weight scales with which a bias, in steps of both scales, fits int32."""
    if bias is None:
        return 0.0
    least = np.abs(bias) / (step * _BIAS_STEPS)
    return least if per_channel_scales and len(least) > 1 else float(least.max(initial=0))


def _channels(node: onnx.NodeProto, weight: QuantizedWeight) -> int:
    """The number of output channels."""
    shape = weight.data.shape
    if node.op_type == "ConvTranspose":
        return int(shape[1]) * int(attribute_of(node, "group", 1))
    if node.op_type == "Gemm":
        return int(shape[0 if attribute_of(node, "transB", 0) else 1])
    return int(shape[0])
