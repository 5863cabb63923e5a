"""A graph as the chain of its nodes: each is judged alone, on the values that mlcc's code gives to it.

What differs between a graph and a judge's results may be a rounding that a later node makes large (a cast to float64,
a threshold of quantisation), or what a judge makes of one operator. So where a whole graph looks wrong, each node is
built alone and compared with the judges, on the same inputs, with the tolerance of one operator, and what the whole
graph computed is compared with what its nodes computed one after another. Branches that are taken and iterations of
loops are part of the chain. A graph all of whose nodes some judge confirms is right; the first that none confirms is
named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

from mlcc.verification.submodels import cut, read_by

from .cases import Array

#: The kind of verdict on a node, its text, and what mlcc computed.
NodeVerdict = tuple[str, str, list[Any] | None]
#: The verdict on a model of one node, with its feeds and the values of all inputs of the node.
JudgeNode = Callable[[onnx.ModelProto, dict[str, Array], list[Array | None]], NodeVerdict]

_CONFIRMED = ("right", "disputed")


class NotConfirmed(Exception):
    """A node that no judge confirms: `kind` says how it was found, ``shared`` where the standard has no result."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind, self.text = kind, text


@dataclass
class Chain:
    """The values of a graph, node by node."""

    model: onnx.ModelProto
    judge: JudgeNode
    values: dict[str, Array] = field(default_factory=dict)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def run(self, feeds: dict[str, Array]) -> list[Array]:
        """The outputs of the graph. Raises NotConfirmed at the first node that no judge confirms."""
        self._constants(self.model.graph)
        self.values |= feeds
        self._nodes(self.model.graph.node)
        return [self.values[o.name] for o in self.model.graph.output]

    def _nodes(self, nodes: Iterable[onnx.NodeProto]) -> None:
        for node in nodes:
            graphs = {a.name: a.g for a in node.attribute if a.HasField("g")}
            if node.op_type == "If":
                self._branches(node, graphs)
            elif node.op_type != "Loop" or not self._loop(node, graphs["body"]):
                self._alone(node)

    def _branches(self, node: onnx.NodeProto, graphs: dict[str, onnx.GraphProto]) -> None:
        """The branch that is taken."""
        taken = graphs["then_branch" if self.values[node.input[0]].item() else "else_branch"]
        self._give(node.output, self._inner(taken, {}))

    def _inner(self, graph: onnx.GraphProto, given: dict[str, Array]) -> list[Array]:
        """The outputs of an inner graph, which sees the values around it."""
        self._constants(graph)
        self.values |= given
        self._nodes(graph.node)
        return [self.values[o.name] for o in graph.output]

    def _loop(self, node: onnx.NodeProto, body: onnx.GraphProto) -> bool:
        """Its iterations one after another; False where there is none, so that nobody knows the shape of no row."""
        most = int(self.values[node.input[0]].item()) if node.input[0] else None
        going = bool(self.values[node.input[1]].item()) if len(node.input) > 1 and node.input[1] else True
        state, rows, count = [self.values[n] for n in node.input[2:]], [], 0
        while going and (most is None or count < most):
            arguments = [np.array(count, np.int64), np.array(going), *state]
            goes_on, *results = self._inner(body, dict(zip((i.name for i in body.input), arguments, strict=True)))
            going, state = bool(goes_on.item()), results[: len(state)]
            rows.append(results[len(state) :])
            count += 1
        for row in zip(*rows, strict=True):
            if len({r.shape for r in row}) > 1:
                text = f"Loop -> {', '.join(node.output)}: rows of different shapes, of which there is no stack"
                raise NotConfirmed("shared", text)
        if rows:
            self._give(node.output, [*state, *(np.stack(row) for row in zip(*rows, strict=True))])
        return bool(rows)

    def _constants(self, graph: onnx.GraphProto) -> None:
        self.constants |= {t.name: t for t in graph.initializer}
        self.values |= {t.name: numpy_helper.to_array(t) for t in graph.initializer}

    def _give(self, names: Iterable[str], arrays: Iterable[Array]) -> None:
        self.values |= {name: array for name, array in zip(names, arrays, strict=True) if name}

    def _alone(self, node: onnx.NodeProto) -> None:
        """One node as a model."""
        model = onnx.ModelProto(ir_version=self.model.ir_version)
        model.opset_import.extend(self.model.opset_import)
        model.graph.node.append(node)
        model.graph.initializer.extend(self.constants[name] for name in read_by(node) if name in self.constants)
        outputs = [name for name in node.output if name]
        inputs = [self.values[name] if name else None for name in node.input]
        kind, text, results = self.judge(*cut(model, [0], outputs, self.values), inputs)
        if kind not in _CONFIRMED or results is None:
            raise NotConfirmed(kind, f"{node.op_type} -> {', '.join(outputs)}: {kind}: {text}")
        self._give(outputs, results)
