"""States of loops that are none: nobody reads them, or each iteration gives them back as it got them.

Exporters that turn variables of a program into states give those that are not defined before the loop a placeholder,
often of another rank than the value that an iteration stores there. It is read by nobody: neither by an iteration nor,
after the loop, by a node or the model's caller.

Others make a state of each value that the body takes from around it. Inside as outside it is the value before the
loop, of which more may be known: that a step of a slice is a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import onnx

from .structure import node_needs
from .values import Value


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


def unchanged_states(body: onnx.GraphProto, count: int, first_input: int, first_output: int) -> list[int]:
    """Which of the `count` states of a loop its body gives back as it got them."""
    copies = [node for node in body.node if node.op_type == "Identity" and len(node.input) == len(node.output) == 1]
    origins = {node.output[0]: node.input[0] for node in copies}
    pairs = zip(body.input[first_input:][:count], body.output[first_output:][:count], strict=False)
    return [k for k, (before, after) in enumerate(pairs) if before.name == _origin(after.name, origins)]


def _origin(name: str, origins: Mapping[str, str]) -> str:
    """The value that a chain of Identity nodes copies; the name itself in a circle, which is refused elsewhere."""
    origin = name
    for _ in origins:
        origin = origins.get(origin, origin)
    return name if origin in origins else origin


def with_states(state: Sequence[Value], same: Mapping[int, Value]) -> list[Value]:
    """All states of a loop by their numbers: the unchanged ones, and between them the others."""
    others = iter(state)
    return [same[k] if k in same else next(others) for k in range(len(state) + len(same))]


def without_states(state: Sequence[Value], same: Mapping[int, Value]) -> list[Value]:
    """All states of a loop but the unchanged ones."""
    return [v for k, v in enumerate(state) if k not in same]
