"""The optimised graph as an ONNX model, for viewers such as Netron: what runs, in which order, on which layouts.

A call of a kernel is a node of the domain :data:`DOMAIN` with the kernel's name; what remains of operators (views) has
the operator's name. Facts of a kernel are the node's `metadata_props`: the nodes of the model that it computes, the
schedule file and its parameters, the shapes in memory, and in a build with a profile the time and rates. The model is
to be looked at, not to be run: no other tool knows its operators.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import onnx
from onnx import helper, numpy_helper

from mlcc import __version__
from mlcc.diagnostics import MlccError, NodePath
from mlcc.ir import (
    Constant,
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphIf,
    GraphLoop,
    GraphTuple,
    GraphVar,
    IntImm,
    Op,
    SeqExpr,
    ShapeExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    TupleStructInfo,
    VarBinding,
    readable,
    walk_once,
)

from .measure import human_time

if TYPE_CHECKING:
    from .artefact import Artefact
    from .profile import Profile, Site

#: The domain of all operators of such a model.
DOMAIN = "mlcc"
#: Version 10 has metadata of nodes.
_IR_VERSION = 10
#: A serialised model has at most so many bytes: a limit of protobuf.
_LARGEST = (1 << 31) - (1 << 20)


def onnx_graph(artefact: Artefact, profile: Profile | None = None) -> bytes:
    """The graph of an artefact's main function, with the times of a profile of it.

    Raises MlccError D174 where the module has only programs.
    """
    compilation = artefact.compilation
    graphs = compilation.legal.graph_funcs
    if not graphs:
        raise MlccError("D174", "the module has no graph function to write as .onnx", help="write .tir instead")
    func = graphs.get("main") or next(iter(graphs.values()))
    facts = _KernelFacts(artefact, profile)
    constants = sum(item.data.nbytes for item in _constants(func)) <= _LARGEST
    graph = _Writer(facts, constants=constants).function(func, artefact.options.name)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid(DOMAIN, 1)], ir_version=_IR_VERSION, producer_name="mlcc",
        producer_version=__version__,
    )  # fmt: skip
    helper.set_model_props(model, {"target": str(artefact.options.target), **facts.totals})
    data: bytes = model.SerializeToString()
    return data


class _KernelFacts:
    """What is known of kernels and their calls, as text."""

    def __init__(self, artefact: Artefact, profile: Profile | None) -> None:
        self._module = artefact.compilation.legal
        self._applied = artefact.compilation.scheduled.applied
        self._seconds = profile.seconds if profile is not None else 0.0
        self.totals = {} if profile is None else {"time": human_time(profile.seconds), "threads": str(profile.threads)}
        self._sites: dict[str, list[Site]] = {}
        for site in profile.sites if profile is not None else ():
            self._sites.setdefault(site.kernel, []).append(site)

    def of(self, kernel: str, call: GraphCall) -> dict[str, str]:
        """The facts of the next call of a kernel."""
        func = self._module.functions.get(kernel)
        applied = self._applied.get(kernel)
        facts = {"kernel": kernel, "nodes": ", ".join(call.span.paths) if isinstance(call.span, NodePath) else ""}
        facts["operator"] = str(getattr(func, "attrs", {}).get("op", ""))
        facts["layout"] = _layout(call)
        if applied is not None:
            facts["schedule"] = PurePath(applied.origin).name
            facts["parameters"] = ", ".join(f"{name}={value}" for name, value in applied.searched)
        sites = self._sites.get(kernel)
        return {name: text for name, text in (facts | (self._times(sites.pop(0)) if sites else {})).items() if text}

    def _times(self, site: Site) -> dict[str, str]:
        if not site.seconds:
            return {}
        facts = {"time": human_time(site.seconds), "share": f"{100 * site.seconds / self._seconds:.1f} %"}
        if site.flops:
            facts["GFLOP/s"] = f"{site.flops / site.seconds * 1e-9:.1f}"
        if site.nbytes:
            facts["GB/s"] = f"{site.nbytes / site.seconds * 1e-9:.1f}"
        if site.limit is not None:
            facts["% limit"] = f"{100 * min(site.limit / site.seconds, 1.0):.0f}"
        return facts


def _layout(call: GraphCall) -> str:
    """The shapes of operands and result as they are in memory: blocks of channels are a dimension of their own."""
    operands = ", ".join(_shape_text(arg.sinfo) for arg in _operands(call))
    return f"{operands} -> {', '.join(map(_shape_text, _infos(call.sinfo)))}"


def _shape_text(info: StructInfo | None) -> str:
    if not isinstance(info, TensorStructInfo) or info.shape is None:
        return "?"
    return f"{info.dtype}[{', '.join(map(readable, info.shape))}]"


class _Writer:
    """Writes sequences of bindings as nodes. `values` are the names of the tensors that a variable stands for."""

    def __init__(self, facts: _KernelFacts, *, constants: bool) -> None:
        self.facts = facts
        self.constants = constants
        self.values: dict[GraphVar, tuple[str, ...]] = {}
        self.names: set[str] = set()
        #: Names for an element (of a tensor: 0) of a variable.
        self.wanted: dict[tuple[GraphExpr, int], str] = {}
        self.initializers: dict[int, onnx.TensorProto] = {}
        self.shown: list[onnx.ValueInfoProto] = []

    def function(self, func: GraphFunction, name: str) -> onnx.GraphProto:
        params = [(param, 0) for param in func.params]
        self.wanted = dict(zip(_results(func.body), map(str, func.attrs.get("output_names", ())), strict=False))
        self.wanted.update(zip(params, map(str, func.attrs.get("input_names", ())), strict=False))
        inputs = [_value(self.define(param)[0], param.sinfo) for param in func.params]
        nodes, results = self.sequence(func.body)
        outputs = [_value(text, info) for text, info in zip(results, _infos_of(func.body.body), strict=True)]
        tensors = list(self.initializers.values())
        return helper.make_graph(nodes, name, inputs, outputs, tensors, value_info=self.shown)

    def define(self, var: GraphVar) -> tuple[str, ...]:
        """Names for the tensors of a variable that is defined here."""
        infos = _infos(var.sinfo)
        names = [var.name] if len(infos) == 1 else [f"{var.name}.{number}" for number in range(len(infos))]
        wanted = (self.wanted.get((var, number), name) for number, name in enumerate(names))
        self.values[var] = tuple(self.unique(name) for name in wanted)
        return self.values[var]

    def unique(self, name: str) -> str:
        free = name
        count = 0
        while free in self.names:
            count += 1
            free = f"{name}_{count}"
        self.names.add(free)
        return free

    def sequence(self, body: SeqExpr) -> tuple[list[onnx.NodeProto], tuple[str, ...]]:
        """The nodes of a sequence, and the names of its results."""
        nodes = []
        for block in body.blocks:
            for binding in block.bindings:
                value = binding.value
                if isinstance(binding, VarBinding) and isinstance(value, GraphCall | GraphIf | GraphLoop):
                    outputs = self.define(binding.var)
                    nodes.append(self.node(value, outputs))
                    self.shown += [_value(*pair) for pair in zip(outputs, _infos(binding.var.sinfo), strict=True)]
                else:  # a tuple, an element of one, another name
                    self.values[binding.var] = self.operand(value)
        return nodes, self.results(body.body, nodes)

    def results(self, body: GraphExpr, nodes: list[onnx.NodeProto]) -> tuple[str, ...]:
        """The names of results, each once and made by a node, as the outputs of a graph must be."""
        made = {name for node in nodes for name in node.output}
        names = []
        for name in self.operand(body):
            if name not in made or name in names:
                nodes.append(helper.make_node("copy", [name], [self.unique(f"{name}.result")], domain=DOMAIN))
                name = nodes[-1].output[0]
            names.append(name)
        return tuple(names)

    def node(self, value: GraphCall | GraphIf | GraphLoop, outputs: tuple[str, ...]) -> onnx.NodeProto:
        if isinstance(value, GraphIf):
            arms = {"then_branch": value.true_branch, "else_branch": value.false_branch}
            graphs = {name: self.body(arm, ()) for name, arm in arms.items()}
            return helper.make_node("if", self.operand(value.condition), outputs, domain=DOMAIN, **graphs)
        if isinstance(value, GraphLoop):
            inputs = [name for item in (value.limit, value.condition, value.initial) for name in self.operand(item)]
            return helper.make_node("loop", inputs, outputs, domain=DOMAIN, body=self.body(value.body, value.params))
        return self.call(value, outputs)

    def body(self, body: SeqExpr, params: tuple[GraphVar, ...]) -> onnx.GraphProto:
        inputs = [_value(name, info) for var in params for name, info in zip(self.define(var), _infos(var.sinfo),
                  strict=True)]  # fmt: skip
        nodes, results = self.sequence(body)
        outputs = [_value(*pair) for pair in zip(results, _infos_of(body.body), strict=True)]
        return helper.make_graph(nodes, "body", inputs, outputs)

    def call(self, call: GraphCall, outputs: tuple[str, ...]) -> onnx.NodeProto:
        kernel = _kernel(call)
        inputs = [name for arg in _operands(call) for name in self.operand(arg)]
        label = kernel or (call.op.name if isinstance(call.op, Op) else type(call.op).__name__)
        node = helper.make_node(label.removeprefix("relax."), inputs, outputs, name=outputs[0], domain=DOMAIN)
        if kernel is not None:
            facts = self.facts.of(kernel, call)
            node.metadata_props.extend(onnx.StringStringEntryProto(key=k, value=v) for k, v in facts.items())
        elif isinstance(call.op, Op):
            shapes = [("shape", arg) for arg in call.args if isinstance(arg, ShapeExpr)]
            node.attribute.extend(helper.make_attribute(k, _attribute(v)) for k, v in [*call.attrs.items(), *shapes])
        return node

    def operand(self, expr: GraphExpr) -> tuple[str, ...]:
        """The names of the tensors of an expression."""
        match expr:
            case GraphVar():
                return self.values.get(expr, ())
            case GraphTuple():
                return tuple(name for item in expr.fields for name in self.operand(item))
            case TupleGetItem():
                names, at = self.operand(expr.value), 0
                fields = getattr(expr.value.sinfo, "fields", ())
                at = sum(len(_infos(item)) for item in fields[: expr.index])
                return names[at : at + len(_infos(expr.sinfo))]
            case Constant() if self.constants:
                return (self.constant(expr),)
        return ()

    def constant(self, item: Constant) -> str:
        if id(item) not in self.initializers:
            name = self.unique(f"constant{len(self.initializers)}")
            self.initializers[id(item)] = numpy_helper.from_array(item.data, name)
        return self.initializers[id(item)].name


def _results(body: SeqExpr) -> Iterator[tuple[GraphExpr, int]]:
    """The variables that a sequence returns, where they were computed, each with the number of its element."""
    bound = {item.var: item.value for block in body.blocks for item in block.bindings}
    for item in body.body.fields if isinstance(body.body, GraphTuple) else (body.body,):
        value, index = item, 0
        while isinstance(value, GraphVar) and isinstance(source := bound.get(value), GraphVar | TupleGetItem):
            value, index = (source.value, source.index) if isinstance(source, TupleGetItem) else (source, index)
        yield value, index


def _kernel(call: GraphCall) -> str | None:
    """The program or library function that a call is of; None for an operator."""
    if isinstance(call.op, GlobalVar):
        return call.op.name
    first = call.args[0] if call.args else None
    named = isinstance(call.op, Op) and call.op.name.removeprefix("relax.").startswith("call_")
    return str(getattr(first, "name", getattr(first, "value", ""))) or None if named else None


def _operands(call: GraphCall) -> Iterator[GraphExpr]:
    """The tensors that a call computes with."""
    for arg in call.args:
        if not isinstance(arg, GlobalVar):
            yield from arg.fields if isinstance(arg, GraphTuple) else (arg,)


def _infos(info: StructInfo | None) -> tuple[StructInfo | None, ...]:
    """The types of the tensors of a value: of a tuple those of its elements."""
    if isinstance(info, TupleStructInfo):
        return tuple(item for part in info.fields for item in _infos(part))
    return (info,)


def _infos_of(expr: GraphExpr) -> tuple[StructInfo | None, ...]:
    """The types of the tensors of an expression."""
    return tuple(i for f in expr.fields for i in _infos_of(f)) if isinstance(expr, GraphTuple) else _infos(expr.sinfo)


def _constants(func: GraphFunction) -> Iterator[Constant]:
    yield from {id(item): item for item in walk_once(func) if isinstance(item, Constant)}.values()


def _value(name: str, info: StructInfo | None) -> onnx.ValueInfoProto:
    from mlcc.importers.onnx.protos import elem_type_of

    if not isinstance(info, TensorStructInfo):
        return onnx.ValueInfoProto(name=name)
    shape = None if info.shape is None else [d.value if isinstance(d, IntImm) else readable(d) for d in info.shape]
    return helper.make_tensor_value_info(name, elem_type_of(info.dtype), shape)


def _attribute(value: Any) -> Any:
    """An attribute of an operator as ONNX can hold it."""
    match value:
        case bool():
            return int(value)
        case int() | float() | str():
            return value
        case IntImm():
            return value.value
        case ShapeExpr():
            return _attribute(value.values)
        case Expr():
            return readable(value)
        case tuple() | list() if value:
            items = [_attribute(item) for item in value]
            return items if len({type(item) for item in items}) == 1 else [str(item) for item in items]
        case Mapping():
            return str(dict(value))
    return str(value)
