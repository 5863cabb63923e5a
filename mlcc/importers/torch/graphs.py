"""ATen graphs without a signature, as TorchDynamo hands them to a backend, to modules."""

from __future__ import annotations

from collections.abc import Mapping

import torch

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphExpr, IRModule

from .complex_numbers import Pair
from .walk import Walk, calls_for


def from_graph(
    graph: torch.fx.GraphModule, constants: Mapping[int, torch.Tensor]
) -> tuple[IRModule, list[int], list[int | None]]:
    """The module of a graph, whose inputs in `constants` (by position) are these tensors; the positions of the other
    inputs that are tensors; and for each output of the graph its number among the module's results, or None for None.

    Raises MlccError as `from_exported_program`.
    """
    (output,) = (node for node in graph.graph.nodes if node.op == "output")
    calls = calls_for(graph.graph, output.args[0])
    walk = Walk(graph)
    walk.t.repeats_draws = False  # the results stand for PyTorch's own
    kept = []
    for position, node in enumerate(n for n in graph.graph.nodes if n.op == "placeholder"):
        fake = node.meta["val"]
        if position in constants:
            walk.values[node] = walk.held(constants[position])
        elif isinstance(fake, torch.Tensor):
            walk.values[node] = walk.t.parameter(node.name, fake)
            kept.append(position)
        else:
            walk.values[node] = walk.size_of(fake)
    returned: list[int | None] = []
    builder = walk.t.builder
    with builder.function("main", walk.t.inputs.params):
        with builder.dataflow():
            walk.convert_nodes(calls)
            results: list[GraphExpr] = []
            for node in output.args[0]:
                value = walk.argument(node)
                if value is not None and not isinstance(value, (GraphExpr, Pair)):
                    raise MlccError("I132", "a graph that returns a size stays in PyTorch")
                returned.append(None if value is None else len(results))
                if value is not None:
                    results.append(builder.emit_output(walk.as_tensor(value)))
        builder.emit_func_output(results[0] if len(results) == 1 else results)
    return builder.get(), kept, returned
