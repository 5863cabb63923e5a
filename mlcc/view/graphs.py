"""Graph functions as nodes and edges with positions, for a picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mlcc.diagnostics import NodePath
from mlcc.ir import (
    Constant,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    SeqExpr,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
)

from .layers import place

#: The width of a character of a label, and what a box adds, in pixels.
_CHARACTER, _MARGIN = 6.6, 16
#: Operators whose first operand is what they call.
_CALLS = ("call_tir", "call_tir_inplace", "call_dps_packed")


@dataclass(slots=True)
class GraphNode:
    """A box: `kind` is ``input``, ``op``, ``kernel`` or ``output``; `nodes` are those of the model that it computes."""

    label: str
    kind: str
    nodes: tuple[str, ...] = ()
    info: str = ""
    inputs: tuple[int, ...] = ()
    constants: tuple[str, ...] = ()


def graph_nodes(func: GraphFunction) -> list[GraphNode]:
    """The nodes of a graph function in order: its parameters, its operators or calls, and its results."""
    walker = _Walker()
    for param in func.params:
        walker.add(param, GraphNode(param.name, "input", info=_info(param)))
    results = walker.sequence(func.body)
    names = func.attrs.get("output_names", ())
    for number, source in enumerate(results):
        label = str(names[number]) if number < len(names) else "result"
        walker.nodes.append(GraphNode(label, "output", inputs=(source,)))
    return walker.nodes


class _Walker:
    """Collects nodes; `values` are the numbers of the nodes that a variable's value comes from."""

    def __init__(self) -> None:
        self.nodes: list[GraphNode] = []
        self.values: dict[GraphVar, tuple[int, ...]] = {}

    def add(self, var: GraphVar, node: GraphNode) -> None:
        self.nodes.append(node)
        self.values[var] = (len(self.nodes) - 1,)

    def sequence(self, body: SeqExpr) -> tuple[int, ...]:
        for block in body.blocks:
            for binding in block.bindings:
                value = binding.value
                if isinstance(binding, VarBinding) and isinstance(value, GraphCall):
                    self.add(binding.var, self._call(value))
                elif isinstance(value, GraphIf):
                    condition = self.sources(value.condition)
                    arms = (*self.sequence(value.true_branch), *self.sequence(value.false_branch))
                    self.add(binding.var, GraphNode("if", "op", inputs=tuple(dict.fromkeys((*condition, *arms)))))
                elif isinstance(value, GraphLoop):
                    begin = self.sources(value.initial)
                    for param in value.params:
                        self.values[param] = begin
                    end = self.sequence(value.body)
                    self.add(binding.var, GraphNode("loop", "op", inputs=tuple(dict.fromkeys((*begin, *end)))))
                else:  # a tuple, an element of one, another name
                    self.values[binding.var] = self.sources(value)
        return self.sources(body.body)

    def sources(self, expr: GraphExpr) -> tuple[int, ...]:
        """The nodes that an expression's values come from, each once."""
        match expr:
            case GraphVar():
                return self.values.get(expr, ())
            case GraphTuple():
                return tuple(dict.fromkeys(n for item in expr.fields for n in self.sources(item)))
            case TupleGetItem():
                return self.sources(expr.value)
        return ()

    def _call(self, call: GraphCall) -> GraphNode:
        kernel = kernel_of(call)
        args = [item for arg in _operands(call) for item in (arg.fields if isinstance(arg, GraphTuple) else (arg,))]
        sources = tuple(dict.fromkeys(n for arg in args for n in self.sources(arg)))
        constants = tuple(_info(arg) for arg in args if isinstance(arg, Constant))
        label = kernel or (call.op.name if isinstance(call.op, Op) else type(call.op).__name__)
        kind = "op" if kernel is None else "kernel"
        return GraphNode(label.removeprefix("relax."), kind, nodes_of(call), _info(call), sources, constants)


def _operands(call: GraphCall) -> Iterator[GraphExpr]:
    """What a call computes with: a called program is not."""
    yield from (arg for arg in call.args if not isinstance(arg, GlobalVar))


def kernel_of(call: GraphCall) -> str | None:
    """The program or function that a call is of; None for an operator."""
    if isinstance(call.op, GlobalVar):
        return call.op.name
    named = isinstance(call.op, Op) and call.op.name.removeprefix("relax.") in _CALLS
    first = call.args[0] if call.args else None
    return first.name if named and isinstance(first, GlobalVar) else None


def nodes_of(call: GraphCall) -> tuple[str, ...]:
    """The nodes of the model that a call computes."""
    return call.span.paths if isinstance(call.span, NodePath) else ()


def _info(expr: GraphExpr) -> str:
    info = expr.sinfo
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        return ""
    return f"{info.dtype} [{', '.join(dim.script() for dim in info.shape)}]"


def kernel_nodes(module: IRModule) -> dict[str, tuple[str, ...]]:
    """The nodes of the model that each program of a legalised module computes, at all its calls."""
    result: dict[str, dict[str, None]] = {}
    for func in module.graph_funcs.values():
        for node in graph_nodes(func):
            if node.kind == "kernel":
                result.setdefault(node.label, {}).update(dict.fromkeys(node.nodes))
    return {name: tuple(nodes) for name, nodes in result.items()}


def picture(func: GraphFunction) -> dict[str, Any]:
    """A graph function as data: boxes with centres and widths, edges with their corners, in pixels."""
    nodes = graph_nodes(func)
    widths = [_MARGIN + _CHARACTER * len(_shown(node)) for node in nodes]
    placed = place([node.inputs for node in nodes], widths)
    boxes = [
        {"label": _shown(node), "name": node.label, "kind": node.kind, "nodes": list(node.nodes), "info": node.info,
         "constants": list(node.constants), "x": round(x), "y": round(y), "w": round(width)}
        for node, (x, y), width in zip(nodes, placed.centres, widths, strict=True)
    ]  # fmt: skip
    edges = [[a, b, [round(c) for corner in corners for c in corner]] for a, b, corners in placed.edges]
    return {"boxes": boxes, "edges": edges, "width": round(placed.width), "height": round(placed.height)}


def _shown(node: GraphNode, width: int = 34) -> str:
    return node.label if len(node.label) <= width else node.label[: width - 1] + "…"
