"""The error of each layer, and of any set of layers, from one compiled model.

Beside each float layer stands its integer form, and a boolean input of the model selects which result is used:

    y = Where(switch, layer_int8(x), layer_float(x))

With all switches off, the difference of the two results is the layer's own error. With some on, the outputs have the
error of a model in which these layers are quantised, so that a search over sets of layers compiles nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np
import onnx

from mlcc.driver.samples import Sample

from .calibrate import Runner
from .errors import OutputErrors, relative_of
from .graph import Graph, NodeWriter, copy_node
from .grids import Array


class Twins(Protocol):
    """Emits integer forms of layers into `nodes`."""

    graph: Graph
    nodes: list[onnx.NodeProto]

    def twin(self, node: onnx.NodeProto, output: str) -> None:
        """Emit the integer form of a layer, with float operands and a float result."""
        ...


class ErrorModel:
    """A model with a switch per layer of `layers`. `twins` writes into the graph that becomes the model."""

    def __init__(self, layers: Collection[str], twins: Twins, target: str | None = None) -> None:
        graph = twins.graph
        self.layers, self.outputs = list(layers), graph.outputs
        self._switches = {name: graph.fresh(f"switch_{index}") for index, name in enumerate(self.layers)}
        self._sums: dict[str, tuple[str, str]] = {}
        for node in graph.nodes:
            if node.name not in self._switches:
                twins.nodes.append(node)
                continue
            plain = copy_node(node)
            integer, plain.output[0] = graph.fresh(f"{node.name}_integers"), graph.fresh(f"{node.name}_floats")
            twins.nodes.append(plain)
            twins.twin(node, integer)
            writer = NodeWriter(graph)
            self._select(writer, node.name, [integer, str(plain.output[0])], str(node.output[0]))
            twins.nodes += writer.nodes
        graph.replace_nodes(twins.nodes)
        for switch in self._switches.values():
            graph.add_input(switch, "bool", ())
        sums = [name for pair in self._sums.values() for name in pair]
        self._runner = Runner(graph.model(), [*self.outputs, *sums], target)

    def _select(self, writer: NodeWriter, layer: str, results: list[str], output: str) -> None:
        writer.emit("Where", [self._switches[layer], *results], output)
        difference = writer.emit("Sub", results)
        error, signal = (writer.emit("ReduceSumSquare", [v], keepdims=0) for v in (difference, results[1]))
        self._sums[layer] = (error, signal)

    def run(self, sample: Sample, quantised: Collection[str]) -> dict[str, Array]:
        """The outputs and sums of squares with these layers quantised."""
        switches = {switch: np.array(name in quantised) for name, switch in self._switches.items()}
        return self._runner({**sample, **switches})

    def layer_errors(self, samples: Sequence[Sample]) -> dict[str, float]:
        """The relative error of each layer's result, its operands being those of the float model: the largest over the
        samples."""
        errors = dict.fromkeys(self.layers, 0.0)
        for sample in samples:
            values = self.run(sample, ())
            for name, (error, signal) in self._sums.items():
                errors[name] = max(errors[name], relative_of(float(values[error]), float(values[signal])))
        return errors

    def output_error(self, samples: Sequence[Sample], quantised: Collection[str], wanted: Sequence[Sample]) -> float:
        """The error of the model with these layers quantised, against the float outputs `wanted` of the samples."""
        errors = OutputErrors()
        for sample, want in zip(samples, wanted, strict=True):
            errors.add(self.run(sample, quantised), want)
        return errors.worst

    def float_outputs(self, samples: Sequence[Sample]) -> list[Sample]:
        """The outputs with no layer quantised."""
        return [{name: values[name] for name in self.outputs} for values in (self.run(s, ()) for s in samples)]


def most_sensitive(model: ErrorModel, samples: Sequence[Sample], bound: float) -> tuple[dict[str, float], list[str]]:
    """The error of the outputs that each layer causes alone, and the layers to keep in float, worst first, so that the
    others together stay within `bound`.

    The number of layers to keep is found by bisection: the error is assumed not to grow with each layer kept.
    """
    wanted = model.float_outputs(samples)
    alone = {name: model.output_error(samples, (name,), wanted) for name in model.layers}
    order = sorted(model.layers, key=lambda name: -alone[name])
    least, most = 0, len(order)
    while least < most:
        middle = (least + most) // 2
        if model.output_error(samples, order[middle:], wanted) <= bound:
            most = middle
        else:
            least = middle + 1
    return alone, order[:least]
