"""Runs the float model on samples, compiled by mlcc, and collects statistics of the values to be quantised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import onnx

from mlcc.diagnostics import MlccError
from mlcc.driver.samples import Sample

from .graph import Graph
from .grids import Array
from .histogram import Statistics
from .operators import OPERATORS
from .options import QuantizeOptions
from .plan import Plan, is_product


class Runner:
    """A model with chosen values as its outputs; compiled for each shape of inputs that occurs."""

    def __init__(self, model: onnx.ModelProto, values: Sequence[str], target: str | None = None) -> None:
        from mlcc.backend import MlccRep

        self.values = list(values)
        have = {value.name for value in model.graph.output}
        kept = [value for value in model.graph.output if value.name in self.values]
        del model.graph.output[:]
        model.graph.output.extend(kept)
        model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in self.values if name not in have)
        self.order = [value.name for value in model.graph.output]
        self.inputs = {value.name for value in model.graph.input}
        self._compiled = MlccRep(model, target)

    def __call__(self, sample: Sample) -> dict[str, Any]:
        """The chosen values for one sample."""
        results = self._compiled.run(sample)
        return dict(zip(self.order, results, strict=True))


def needs_of(graph: Graph, plan: Plan, options: QuantizeOptions) -> dict[str, Statistics]:
    """Empty statistics of the values to observe: ranges by grid, and means of the operands of products."""
    wants_histogram = options.method != "minmax"
    needs = {name: Statistics(wants_histogram) for name in plan.observed}
    if options.bias_correction:
        for node in plan.layers.values():
            if is_product(graph, node) and node.op_type != "ConvTranspose":
                stats = needs.setdefault(node.input[0], Statistics())
                if stats.channel_axis is None:
                    stats.channel_axis = OPERATORS[node.op_type].channels
    return needs


def calibrate(graph: Graph, needs: dict[str, Statistics], samples: Iterable[Sample], target: str | None = None) -> int:
    """Update statistics by all samples; the number of samples. Memory holds the values of one sample at a time.

    Raises MlccError Q111 where the model computes a NaN, and what a build raises.
    """
    inputs = {value.name for value in graph.inputs}
    computed = [name for name in needs if name not in inputs]
    runner = Runner(graph.model(), computed, target) if computed else None
    count = 0
    for sample in samples:
        values: dict[str, Array] = dict(sample)
        if runner is not None:
            values |= runner(sample)
        for name, stats in needs.items():
            array = np.asarray(values[name])
            stats.update(array)
            if np.isnan(stats.low) or np.isnan(stats.high):
                raise MlccError(
                    "Q111",
                    f"the float model computes NaN: value `{name}` of calibration sample {count}",
                    help="a range cannot be taken from it; check the sample and the model",
                )
        count += 1
    return count


def means_of(needs: dict[str, Statistics]) -> dict[tuple[str, int], Array]:
    """The means of channels that were collected, by value and axis."""
    return {
        (name, stats.channel_axis): stats.means
        for name, stats in needs.items()
        if stats.channel_axis is not None and stats.means is not None
    }
