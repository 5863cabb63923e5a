"""What the names of an ONNX graph stand for while it is imported, and the graphs in attributes of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import onnx

from mlcc.ir import Expr, GraphExpr

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
#: A dimension: an integer where it is known, else an expression.
Dim: TypeAlias = int | Expr


@dataclass(frozen=True, eq=False)
class RowSequence:
    """As many values of one type as `stack` has rows: a sequence that a loop counted at run time made."""

    stack: GraphExpr


@dataclass(eq=False)
class OpenSequence:
    """A sequence inside such a loop: `items` were there before, and nothing can be done but to append."""

    items: list[GraphExpr]
    appended: list[GraphExpr] = field(default_factory=list)


#: A tensor, a sequence of a known number of them, one of a length known at run time, or nothing (an optional value
#: left out).
Value: TypeAlias = GraphExpr | list[GraphExpr] | RowSequence | OpenSequence | None

#: What an operator may be applied to: numbers and arrays become constants, sequences of tensors a tuple, None nothing.
Operand: TypeAlias = GraphExpr | Sequence[GraphExpr | None] | Array | np.generic | float | None


@dataclass(frozen=True, eq=False)
class Subgraph:
    """A graph in an attribute of a node, converted each time that it is called, in place of the node."""

    graph: onnx.GraphProto
    convert: Callable[[onnx.GraphProto, Iterable[Value]], list[Value]]

    def __call__(self, *inputs: Value) -> list[Value]:
        """The graph's outputs for these inputs; it sees the names around the node."""
        return self.convert(self.graph, inputs)

    @property
    def outputs(self) -> Sequence[onnx.ValueInfoProto]:
        """The declarations of the outputs."""
        return list(self.graph.output)

    @property
    def node_count(self) -> int:
        """The number of nodes, those of inner graphs included."""
        return _node_count(self.graph)


def _node_count(graph: onnx.GraphProto) -> int:
    inner = (a.g for n in graph.node for a in n.attribute if a.HasField("g"))
    return len(graph.node) + sum(map(_node_count, inner))
