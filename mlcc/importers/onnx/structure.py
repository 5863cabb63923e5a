"""Checks of a graph before its nodes are converted: one definition per name, and a topological order."""

from __future__ import annotations

from collections.abc import Sequence

import onnx

from mlcc.diagnostics import MlccError

from .protos import captured_names, node_title, subgraphs


def initial_names(graph: onnx.GraphProto) -> set[str]:
    """Names of initializers, dense and sparse."""
    return {t.name for t in graph.initializer} | {t.values.name for t in graph.sparse_initializer}


def initial_types(model: onnx.ModelProto) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The element types, as NumPy calls them, and the shapes of a model's dense initializers by name."""
    return {
        tensor.name: (onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type).name, tuple(tensor.dims))
        for tensor in model.graph.initializer
    }


def check_names(graph: onnx.GraphProto) -> None:
    """Every name is defined once. Raises I114 listing each second definition."""
    problems: list[MlccError] = []
    defined: dict[str, str] = {}

    def define(name: str, where: str) -> None:
        if name in defined:
            problems.append(
                MlccError(
                    "I114",
                    f"the name `{name}` is defined twice: by {defined[name]} and by {where}",
                    help="names of inputs and of node outputs must be unique in a graph",
                )
            )
        defined[name] = where

    for item in graph.input:
        define(item.name, "an input")
    seen: set[str] = set()
    for tensor in graph.initializer:
        if tensor.name in seen:
            problems.append(MlccError("I114", f"the name `{tensor.name}` is given to two initializers"))
        seen.add(tensor.name)
        defined.setdefault(tensor.name, "an initializer")  # an input of that name has a default, which is allowed
    for index, node in enumerate(graph.node):
        for name in node.output:
            if name:
                define(name, node_title(node, index))
    if problems:
        raise MlccError.many(problems)


def in_order(graph: onnx.GraphProto, outer: set[str]) -> list[onnx.NodeProto]:
    """The nodes with every input defined before its use (the file's order where that is one).

    `outer` are the names defined outside. Raises I115 for a name that nothing defines, I116 for a cycle.
    """
    names = outer | {i.name for i in graph.input} | initial_names(graph)
    produced = {n for node in graph.node for n in node.output if n}
    needs = [node_needs(node) for node in graph.node]
    undefined = [
        MlccError(
            "I115",
            f"{node_title(node, index)} reads `{name}`, which no node, input or initializer defines",
        )
        for index, node in enumerate(graph.node)
        for name in sorted(needs[index] - names - produced)
    ]
    if undefined:
        raise MlccError.many(undefined)
    done: set[str] = set(names)
    result: list[onnx.NodeProto] = []
    waiting = list(range(len(graph.node)))
    while waiting:
        later: list[int] = []
        for index in waiting:
            if needs[index] <= done:
                result.append(graph.node[index])
                done.update(graph.node[index].output)
            else:
                later.append(index)
        if len(later) == len(waiting):
            raise _cycle_error(graph, later, needs, done)
        waiting = later
    return result


def node_needs(node: onnx.NodeProto) -> set[str]:
    """The names that a node reads, its subgraphs included."""
    names = {n for n in node.input if n}
    for inner in subgraphs(node):
        names |= captured_names(inner)
    return names


def _cycle_error(graph: onnx.GraphProto, stuck: list[int], needs: list[set[str]], done: set[str]) -> MlccError:
    """Follow unmet needs from node to node until one repeats."""
    producer = {n: index for index in stuck for n in graph.node[index].output if n}
    path: list[int] = []
    current = stuck[0]
    while current not in path:
        path.append(current)
        current = producer[next(n for n in sorted(needs[current] - done) if n in producer)]
    loop = path[path.index(current) :]
    titles = " <- ".join(node_title(graph.node[i], i) for i in [*loop, current])
    return MlccError("I116", "the graph has a cycle", notes=[titles], help="a node may not depend on its own output")


def path_between(nodes: Sequence[onnx.NodeProto], known: set[str], target: str) -> list[onnx.NodeProto]:
    """The nodes, of some in topological order, that compute `target` from the `known` tensors."""
    depends = set(known)
    reached = []
    for node in nodes:
        if depends & set(node.input) and not known & set(node.output):
            depends |= set(node.output)
            reached.append(node)
    needed, path = {target}, []
    for node in reversed(reached):
        if needed & set(node.output):
            needed |= set(node.input)
            path.append(node)
    return path[::-1]
