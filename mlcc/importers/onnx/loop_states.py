"""States of loops that nobody reads: neither an iteration nor, after the loop, a node or the model's caller.

Exporters that turn variables of a program into states give those that are not defined before the loop a placeholder,
often of another rank than the value that an iteration stores there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import onnx

from .structure import node_needs


def without_unread_states(nodes: Sequence[onnx.NodeProto], outputs: Iterable[str]) -> list[onnx.NodeProto]:
    """The nodes of a graph with these outputs, loops without the states that nobody reads."""
    if not any(node.op_type == "Loop" for node in nodes):
        return list(nodes)
    read = set(outputs).union(*(node_needs(node) for node in nodes))
    return [_trimmed(node, read) if node.op_type == "Loop" else node for node in nodes]


def _trimmed(node: onnx.NodeProto, read: set[str]) -> onnx.NodeProto:
    """A Loop without the states whose final value is not among the names that are read, nor their values before."""
    body = next((a.g for a in node.attribute if a.name == "body"), onnx.GraphProto())
    count = len(node.input) - 2
    if len(body.input) != count + 2 or len(body.output) <= count:
        return node  # malformed, which is refused elsewhere
    inside = {o.name for o in body.output}.union(*(node_needs(n) for n in body.node))
    results = [*node.output, *[""] * count]
    unread = {k for k in range(count) if results[k] not in read and body.input[k + 2].name not in inside}
    if not unread:
        return node
    new = onnx.NodeProto()
    new.CopyFrom(node)
    graph = next(a.g for a in new.attribute if a.name == "body")
    for k in sorted(unread, reverse=True):
        del new.input[k + 2], graph.input[k + 2], graph.output[k + 1]
        if k < len(new.output):
            del new.output[k]
    return new
