"""Checks of opsets, and diagnostics for all nodes that cannot be imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import onnx

from mlcc.diagnostics import Diagnostic, MlccError

from . import registry
from .functions import has_body
from .newer_operators import version_of
from .protos import node_title, normal_domain, opsets_of, subgraphs, type_name


def check_opsets(opsets: Mapping[str, int]) -> None:
    """Raises I119 for a version of the standard that is newer than the one known here, or for none at all."""
    newest = onnx.defs.onnx_opset_version()
    if opsets.get("", 1) > newest:
        raise MlccError(
            "I119",
            f"the model uses opset {opsets['']}, the newest that is known here is {newest}",
            help="convert the model with `onnx.version_converter`, or install a newer `onnx` package",
        )
    if not opsets:
        raise MlccError(
            "I119", "the model imports no opset", help="every ONNX model names the opset it was written for"
        )


def complete_opsets(model: onnx.ModelProto) -> dict[str, int]:
    """Opset version by domain: of other domains than the standard's that nodes use and the model does not import, the
    newest, as in onnxruntime. tf2onnx writes nodes of com.microsoft into models that import ai.onnx alone."""
    opsets = opsets_of(model.opset_import)
    check_opsets(opsets)
    nodes = [*all_nodes(model.graph), *(one for f in model.functions for one in enumerate(f.node))]
    for domain in {normal_domain(node.domain) for _, node in nodes} - {"", *opsets}:
        if (newest := registry.newest_version(domain)) is not None:
            opsets[domain] = newest
    return opsets


def unsupported_nodes(model: onnx.ModelProto, opsets: Mapping[str, int]) -> list[Diagnostic]:
    """One diagnostic (I120) for every node of the model and its functions that has no converter and no definition."""
    elem_types = {v.name: v.type.tensor_type.elem_type for v in (*model.graph.input, *model.graph.value_info)}
    elem_types.update({t.name: t.data_type for t in model.graph.initializer})
    own = {(normal_domain(f.domain), f.name) for f in model.functions}
    problems: list[Diagnostic] = []

    def check(nodes: Iterator[tuple[int, onnx.NodeProto]], versions: Mapping[str, int], inside: str) -> None:
        for index, node in nodes:
            domain = normal_domain(node.domain)
            opset = versions.get(domain)
            if (domain, node.op_type) in own:
                continue
            if opset is None:
                why = f"the model imports no opset for the domain `{domain or 'ai.onnx'}`"
            elif not _is_known(node, domain, version_of(node.op_type, domain, opset)):
                why = f"opset {opset}"
            else:
                continue
            problems.append(_diagnostic(node, index, why, inside, elem_types))

    check(all_nodes(model.graph), opsets, "")
    for function in model.functions:
        versions = {**opsets, **opsets_of(function.opset_import)}
        check(iter(enumerate(function.node)), versions, f" in function `{function.name}`")
    return problems


def _is_known(node: onnx.NodeProto, domain: str, opset: int) -> bool:
    return registry.find(node.op_type, domain, opset) is not None or has_body(node, opset)


def all_nodes(graph: onnx.GraphProto) -> Iterator[tuple[int, onnx.NodeProto]]:
    """The nodes of a graph and of the subgraphs in its attributes, each with its index in its own graph."""
    for index, node in enumerate(graph.node):
        yield index, node
        for inner in subgraphs(node):
            yield from all_nodes(inner)


def _diagnostic(node: onnx.NodeProto, index: int, why: str, inside: str, elem_types: Mapping[str, int]) -> Diagnostic:
    name = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
    types = [type_name(elem_types[n]) if elem_types.get(n) else "?" for n in node.input if n]
    on = f" on {', '.join(types)}" if types else ""
    title = node_title(node, index).split(" (")[0]
    return MlccError(
        "I120",
        f"operator `{name}` of {title}{inside}{on} is not supported ({why})",
        help="`mlcc list onnx` shows the operators that can be imported" if not node.domain else None,
    ).diagnostics[0]
