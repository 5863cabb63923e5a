"""The importer of ONNX models: converts the nodes of a graph, and reports all unsupported ones at once."""

from __future__ import annotations

import os
import warnings
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType

import numpy as np
import onnx

from mlcc.diagnostics import Diagnostic, InternalError, MlccError, NodePath, note_location
from mlcc.ir import Constant, GraphExpr, GraphFunction, GraphVar, IRModule, update
from mlcc.relax import BlockBuilder

from ..safetensors import fitting
from . import registry
from .branches import choose
from .channel_blocks import channel_block
from .context import Context
from .facts import UnknownValue
from .folding import fold_node, is_foldable
from .functions import body_opsets, node_fault, standard_body
from .gradients import operand_gradients
from .inputs import Inputs, Shape, named_sizes
from .loading import Source, check_model, load_model, open_model
from .loop_states import without_unread_states
from .newer_operators import opset_of
from .node_checks import attribute_fault, narrow_fault
from .one_type import of_one_type
from .protos import (
    attributes,
    dense_array,
    node_path,
    node_title,
    normal_domain,
    resolve_references,
    to_array,
)
from .raw_data import RawData, array_of
from .repeated import repeat_results
from .strings import as_bytes, from_bytes, is_string, string_constant
from .structure import check_names, in_order, initial_names, initial_types, path_between
from .support import complete_opsets, unsupported_nodes
from .symbolic import evaluate_symbolic
from .values import Array, RowSequence, Subgraph, Value

#: The largest result (in elements) that constant folding may create from smaller inputs.
_FOLD_LIMIT = 1 << 24
#: Attributes that are not values, and the operators that have them.
_MESSAGES = (onnx.SparseTensorProto, onnx.TypeProto)
_TAKE_MESSAGES = ("Constant", "Optional")
#: The most conditionals, one in the branches of another, for which the nodes after them are converted twice.
_MOST_FORKS = 4
#: The most elements of a value that is evaluated at import time because a shape may depend on it.
_ASSUMED_LIMIT = 4096


def from_onnx(
    source: Source,
    shapes: Mapping[str, Shape] | None = None,
    func_name: str = "main",
    known: Mapping[str, object] | None = None,
    assumed: Mapping[str, object] | None = None,
    mapped: bool = False,
    tensors: Mapping[str, Array] | None = None,
    on_warning: Callable[[Diagnostic], None] | None = None,
) -> IRModule:
    """Import a model: a path, bytes or a ModelProto.

    shapes: static shapes of inputs, by name.
    known: values of inputs (such as the target of a reshape), which become constants instead of parameters.
    assumed: values of inputs that stay parameters; shapes are computed for these values, and the caller must pass no
        others at run time.
    mapped: weights are mapped from the file, which must not change while the module is in use.
    tensors: other contents of initializers, by name (I141, I142 for those that do not fit).
    on_warning: called with what does not stop the import (I128, I129, I136).

    Raises I1xx errors; unsupported operators are reported together, each with node name, operator, dtype and opset.
    """
    model, raw = open_model(source, mapped)
    try:
        importer = Importer(model, dict(shapes or {}), func_name, dict(known or {}), dict(assumed or {}))
        if isinstance(source, str | os.PathLike):
            importer.file = os.fspath(source)
        importer.raw = raw
        if tensors:
            importer.tensors = fitting(tensors, {name: kind[::-1] for name, kind in initial_types(model).items()}, ())
        module = importer.run()
        if on_warning is not None:
            for warning in importer.ctx.warnings.values():
                on_warning(warning)
        return module
    except MlccError:
        raise
    except Exception:
        check_model(source)  # an invalid model is reported as such, not as an internal error
        raise


class Importer:
    """One import: converts the nodes in order, and maps names to values."""

    def __init__(
        self,
        model: onnx.ModelProto,
        shapes: dict[str, Shape],
        func_name: str,
        known: dict[str, object],
        assumed: dict[str, object],
    ) -> None:
        self.model = model
        self.func_name = func_name
        self.file = model.graph.name or "model"  # in source locations
        self.raw: RawData = {}  # contents of initializers that the protobuf does not hold
        self.tensors: Mapping[str, Array] = {}  # those that stand for a model's own
        self.opsets = complete_opsets(model)
        self.builder = BlockBuilder()
        self.inputs = Inputs(shapes, known)
        self.ctx = Context(
            builder=self.builder, opset=self.opsets.get("", 1), inputs=self.inputs, narrow=self.inputs.narrow
        )
        self.assumed = assumed
        self.values: MutableMapping[str, Value] = {}
        self.functions = {(normal_domain(f.domain), f.name): f for f in model.functions}
        self.formats: list[str | None] = []  # per result its narrow type, or None
        self.forks = 0  # the conditionals for whose branches the nodes after them are being converted
        self.active: list[str] = []  # the functions being expanded, to detect recursion

    def run(self) -> IRModule:
        """The module. Its function's attributes name the model's inputs and outputs."""
        graph = self.model.graph
        check_names(graph)
        self.check_supported(graph)
        self.ctx.channel_block = channel_block(self.model)
        initial = initial_names(graph)
        inputs = [i for i in graph.input if i.name not in initial]
        self.inputs.check_names(inputs)
        named_sizes(inputs, self.inputs.shapes, self.inputs.dims)
        for item in inputs:
            if item.name in self.inputs.known and item.type.tensor_type.elem_type == onnx.TensorProto.STRING:
                continue
            self.values[item.name] = value = self.inputs.value(item)
            if item.name in self.assumed and isinstance(value, GraphVar):
                self.ctx.assumed[value] = np.asarray(self.assumed[item.name])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.builder.function(self.func_name, self.inputs.params):
                with self.builder.dataflow():
                    self.add_initializers(graph, self.tensors)
                    self.add_strings(inputs)
                    self.convert_nodes(graph, set())
                    outputs, layout = self.results(graph)
                self.builder.emit_func_output(outputs[0] if len(outputs) == 1 else outputs)
        return self.finished(inputs, layout)

    def finished(self, inputs: Sequence[onnx.ValueInfoProto], layout: list[int | None]) -> IRModule:
        """The module; the function's attributes hold the model's own names."""
        module = self.builder.get()
        func = module[self.func_name]
        assert isinstance(func, GraphFunction)
        if self.ctx.has_effects:  # these may not be in a dataflow block
            blocks = tuple(update(b, is_dataflow=False) for b in func.body.blocks)
            func = update(func, body=update(func.body, blocks=blocks))
        names = {
            "input_names": [i.name for i in inputs if i.name not in self.inputs.known],
            "output_names": [o.name for o in self.model.graph.output],
        }
        extra: dict[str, object] = {"output_lengths": layout} if any(n is not None for n in layout) else {}
        formats = [self.ctx.narrow.get(v) for v in self.inputs.params], self.formats
        for key, value in zip(("input_formats", "output_formats"), formats, strict=False):
            if any(value):
                extra[key] = [f or "" for f in value]
        return module.with_function(self.func_name, func.with_attr({**names, **extra}))

    def check_supported(self, graph: onnx.GraphProto) -> None:
        """Report every node without a converter at once (I120)."""
        problems: list[Diagnostic] = unsupported_nodes(self.model, self.opsets)
        if problems:
            raise MlccError.many(problems)

    def add_initializers(self, graph: onnx.GraphProto, tensors: Mapping[str, Array] = MappingProxyType({})) -> None:
        """Weights become constants; `tensors` has other contents for them."""
        for tensor in graph.initializer:
            raw, given = self.raw.get(tensor.name), tensors.get(tensor.name)
            if given is None:
                given = to_array(tensor) if raw is None else array_of(tensor, raw)
            self.values[tensor.name] = self.ctx.literal(given)
        for sparse in graph.sparse_initializer:
            self.values[sparse.values.name] = Constant(dense_array(sparse))

    def as_strings(self, value: Value) -> Value:
        """An input: of strings where its parameters are bytes of such."""
        if isinstance(value, list):
            return [self.ctx.tensor(self.as_strings(part)) for part in value]
        if not isinstance(value, GraphExpr) or not is_string(self.ctx, value):
            return value
        return from_bytes(self.ctx, value, self.ctx.shape(value)[:-1])

    def add_strings(self, inputs: Sequence[onnx.ValueInfoProto]) -> None:
        """Inputs of strings: parameters are their bytes."""
        for item in inputs:
            if item.name in self.values:
                self.values[item.name] = self.as_strings(self.values[item.name])
            else:
                self.values[item.name] = string_constant(self.ctx, np.asarray(self.inputs.known[item.name], object))

    def results(self, graph: onnx.GraphProto) -> tuple[list[GraphExpr], list[int | None]]:
        """The function's results, sequences flattened; and for each output of the model the length of its sequence,
        None for a tensor, -1 for an empty optional."""
        results: list[GraphExpr] = []
        layout: list[int | None] = []
        for item in graph.output:
            value = self.lookup(item.name)
            layout.append(len(value) if isinstance(value, list) else -1 if value is None else None)
            for part in value if isinstance(value, list) else [] if value is None else [value]:
                if not isinstance(part, GraphExpr):
                    raise UnknownValue(
                        "I110",
                        f"output `{item.name}` is a sequence whose length is known at run time only",
                        help="join its values to a tensor with `ConcatFromSequence`",
                        inputs=self.ctx.sources(part.stack) if isinstance(part, RowSequence) else (),
                    )
                self.formats.append(self.ctx.narrow.get(part))
                bytes_or_part = as_bytes(self.ctx, part) if is_string(self.ctx, part) else part
                results.append(self.builder.emit_output(self.ctx.materialized(bytes_or_part)))
        if not results:
            raise MlccError("I107", "the model has no output with a value to compute")
        return results, layout

    def lookup(self, name: str) -> Value:
        """The value of an output. Raises I107 if no node produces it."""
        if name not in self.values:
            raise MlccError(
                "I107",
                f"output `{name}` is produced by no node",
                help="the outputs of a graph name results of its nodes",
            )
        return self.values[name]

    # ------------------------------------------------------------ nodes
    def convert_nodes(self, graph: onnx.GraphProto, outer: set[str]) -> None:
        """Convert the nodes of a graph in topological order."""
        outputs = [o.name for o in graph.output]
        nodes = without_unread_states(in_order(graph, outer), outputs)
        saved, self.ctx.differentiate = self.ctx.differentiate, partial(self.differentiate, nodes)
        try:
            self.convert_from(0, nodes, outputs)
        finally:
            self.ctx.differentiate = saved

    def convert_from(self, start: int, nodes: Sequence[onnx.NodeProto], outputs: Sequence[str]) -> None:
        """Convert the nodes from number `start` on.

        Where the branches of an `If` differ in rank, the nodes after it are converted once for each: they and their
        results are part of the branches. Other conditionals there with the same condition are decided.
        """
        for index, node in enumerate(nodes[start:], start):
            try:
                self.convert(self.given(node), index)
            except UnknownValue as error:
                condition = self.values.get(node.input[0]) if node.op_type == "If" else None
                if condition is None or error.condition is not condition or self.forks == _MOST_FORKS:
                    raise

                def rest(taken: bool, index: int = index, name: str = node.input[0]) -> list[Value]:
                    inner: ChainMap[str, Value] = ChainMap({name: self.ctx.constant(taken)}, self.values)
                    with self.scope(inner):
                        self.convert_from(index, nodes, outputs)
                        return [self.lookup(output) for output in outputs]

                self.forks, before, self.ctx.where = self.forks + 1, self.ctx.where, node_title(node, index)
                try:
                    chosen = choose(self.ctx, self.ctx.tensor(condition), partial(rest, True), partial(rest, False))
                finally:
                    self.forks, self.ctx.where = self.forks - 1, before
                self.values.update(zip(outputs, chosen, strict=True))
                return

    def differentiate(
        self, nodes: Sequence[onnx.NodeProto], inputs: Mapping[str, GraphExpr], xs: Sequence[str], y: str
    ) -> list[GraphExpr]:
        """The gradients of the sum of `y` with respect to the tensors `xs`, where `inputs` are the values of tensors
        by name and `nodes` compute the others."""
        path = path_between(nodes, set(inputs), y)
        inner: ChainMap[str, Value] = ChainMap(dict(inputs), self.values)
        gradients: dict[str, GraphExpr] = {}
        with self.scope(inner):
            for index, node in enumerate(path):
                self.convert(node, index)
            result = self.ctx.tensor(self.value_of(y))
            gradients[y] = self.ctx.emit("full_like", result, fill_value=1.0)
            outer, self.ctx.opset = self.ctx.opset, self.opsets.get("", 1)
            for node in reversed(path):
                if node.output[0] not in gradients:
                    continue
                operands = [self.ctx.tensor(self.value_of(name)) if name else None for name in node.input]
                value = self.ctx.tensor(inner[node.output[0]])
                parts = operand_gradients(self.ctx, node, operands, value, gradients[node.output[0]])
                for name, part in zip(node.input, parts, strict=False):
                    if part is not None:
                        known = gradients.get(name)
                        gradients[name] = part if known is None else self.ctx.emit("add", known, part)
            self.ctx.opset = outer
            nothing = {x: self.ctx.emit("full_like", self.ctx.tensor(inner[x]), fill_value=0.0) for x in xs}
            return [{**nothing, **gradients}[x] for x in xs]

    def convert(self, node: onnx.NodeProto, index: int) -> None:
        """Convert one node, and bind its results to their names."""
        ctx, domain = self.ctx, normal_domain(node.domain)
        saved = ctx.where, ctx.location, ctx.node, ctx.output_count, ctx.op_type, ctx.opset
        ctx.where, ctx.node = node_title(node, index), node
        ctx.location = self.location_of(node, index)
        ctx.output_count, ctx.op_type = len(node.output), node.op_type
        ctx.opset = self.opsets.get(domain, 1)
        if (domain, node.op_type) not in self.functions:
            ctx.opset = opset_of(ctx, node.op_type, domain, ctx.opset)
        try:
            inputs = [self.value_of(name) if name else None for name in node.input]
            for name, value in zip(node.output, self.evaluate(node, domain, inputs), strict=False):
                if name:
                    self.values[name] = value
        except MlccError as error:
            if ctx.where not in error.message and not error.diagnostic.notes:
                error.extended(notes=[f"while importing {ctx.where}"])
            raise
        except Exception as error:
            note_location(error, f"at {ctx.where}")
            raise
        finally:
            ctx.where, ctx.location, ctx.node, ctx.output_count, ctx.op_type, ctx.opset = saved

    def given(self, node: onnx.NodeProto) -> onnx.NodeProto:
        """A node that does not name inputs that are left out where it stands, as arguments of a function may be."""
        if all(self.values.get(name, node) is not None for name in node.input):
            return node
        result = onnx.NodeProto()
        result.CopyFrom(node)
        result.input[:] = [name if self.values.get(name, node) is not None else "" for name in node.input]
        return result

    def value_of(self, name: str) -> Value:
        """The value of a name. Raises I117 for an output that its node's operator does not have."""
        if name not in self.values:
            raise self.ctx.error("I117", f"the node is malformed: nothing computes its input `{name}`")
        return self.values[name]

    def location_of(self, node: onnx.NodeProto, index: int) -> NodePath | None:
        """The path of a node; inside a function, the path of the calling node and the node's own name."""
        outer = self.ctx.location
        if outer is None:
            return NodePath(self.file, node_path(node, index))
        return NodePath(self.file, f"{outer.path}/{node_path(node, index)}") if node.name else outer

    def evaluate(self, node: onnx.NodeProto, domain: str, inputs: list[Value]) -> Sequence[Value]:
        """The node's results: from a model's function, constant folding, a converter, or the standard's definition."""
        local = self.functions.get((domain, node.op_type))
        if local is not None:
            return self.expand(node, local, inputs)
        folded = self.fold(node, inputs)
        if folded is not None:
            return folded
        results = self.apply(node, domain, inputs)
        if domain == "" and all(isinstance(value, GraphExpr) for value in results):
            results = repeat_results(self.ctx, node, inputs, results, self.opsets, _FOLD_LIMIT)
        self.assume_results(node, inputs, results)
        return results

    def apply(self, node: onnx.NodeProto, domain: str, inputs: list[Value]) -> Sequence[Value]:
        """Emit a node's operators. Raises I117 for attributes and inputs of types that the operator does not take."""
        texts = any(is_string(self.ctx, v) for value in inputs for v in (value if isinstance(value, list) else [value]))
        entry = registry.find(node.op_type, domain, self.ctx.opset, texts)
        opset = self.ctx.opset
        fault = attribute_fault(node, opset, unknown=entry is None)
        if fault is None and self.ctx.narrow:
            fault = narrow_fault(node, inputs, self.ctx.narrow, opset)
        if fault is not None:
            raise self.ctx.error("I117", f"the node is malformed: {fault}")
        inputs = of_one_type(self.ctx, node, inputs, opset)
        if entry is not None:
            return self.call_converter(entry, node, inputs)
        body = standard_body(node, self.ctx.opset, inputs, self.ctx.narrow)
        if body is None:
            raise self.ctx.error("I120", f"operator `{node.op_type}` is not supported (opset {self.ctx.opset})")
        return self.expand(node, body, inputs)

    def fold(self, node: onnx.NodeProto, inputs: list[Value]) -> list[Value] | None:
        """The results, if they can be computed at import time: constants by the ONNX reference, shapes symbolically."""
        tensors = [i for i in inputs if i is None or isinstance(i, GraphExpr)]
        if len(tensors) < len(inputs):
            return None
        if node.op_type == "Identity" and (isinstance(tensors[0], Constant) or tensors[0] in self.ctx.texts):
            return [tensors[0]]  # shared weights stay shared
        symbolic = evaluate_symbolic(self.ctx, node, tensors)
        if symbolic is not None:
            return [symbolic]
        texts = self.ctx.texts
        if not is_foldable(node) or not all(i is None or isinstance(i, Constant) or i in texts for i in tensors):
            return None
        arrays = [self.ctx.native(i) if isinstance(i, Constant) else None if i is None else texts[i] for i in tensors]
        results = fold_node(node, arrays, self.opsets, _FOLD_LIMIT)
        return None if results is None else [None if r is None else self.ctx.literal(r) for r in results]

    def assume_results(self, node: onnx.NodeProto, inputs: list[Value], results: Sequence[Value]) -> None:
        """Results that depend on assumed values alone get assumed values, too."""
        ctx = self.ctx
        if not is_foldable(node) or not any(isinstance(i, GraphExpr) and i in ctx.assumed for i in inputs):
            return
        arrays = [None if i is None else ctx.known(i) for i in inputs]
        if any(i is not None and (k is None or k.dtype == object) for i, k in zip(inputs, arrays, strict=False)):
            return
        for value, array in zip(results, fold_node(node, arrays, self.opsets, _ASSUMED_LIMIT) or (), strict=False):
            if isinstance(value, GraphVar) and array is not None and array.size <= _ASSUMED_LIMIT:
                ctx.assumed[value] = array

    def call_converter(self, entry: registry.Entry, node: onnx.NodeProto, inputs: list[Value]) -> Sequence[Value]:
        """Call a converter. Raises I121 for an attribute that it does not support, I117 for a malformed node."""
        attrs = attributes(node)
        attrs = {n: Subgraph(v, self.run_subgraph) if isinstance(v, onnx.GraphProto) else v for n, v in attrs.items()}
        if entry.attributes is not None:
            extra = set(attrs) - entry.attributes
            if extra:
                raise self.ctx.error("I121", f"attribute `{sorted(extra)[0]}` is not supported")
        odd = next((name for name, value in attrs.items() if isinstance(value, _MESSAGES)), None)
        if odd is not None and node.op_type not in _TAKE_MESSAGES:
            raise self.ctx.error("I117", f"the node is malformed: attribute `{odd}` has a wrong type")
        missing = [n for n in range(entry.required) if n >= len(inputs) or inputs[n] is None]
        if missing:
            raise self.ctx.error("I117", f"the node is malformed: input {missing[0]} is missing")
        try:
            result = entry.convert(self.ctx, *inputs, **attrs)
        except (TypeError, ValueError, LookupError, AttributeError, AssertionError, ArithmeticError) as error:
            raise self.malformed(node, inputs, error) from error
        except MemoryError:
            raise self.ctx.error("I117", "the node is malformed: its sizes are beyond all memory") from None
        return [result] if isinstance(result, GraphExpr) or result is None else list(result)

    def malformed(self, node: onnx.NodeProto, inputs: list[Value], error: Exception) -> Exception:
        """I117 if ONNX's own checks reject the node, else an internal error."""
        fault = node_fault(node, inputs, self.ctx.narrow, self.opsets, self.model.ir_version or 10)
        if fault is None and isinstance(error, ArithmeticError):
            fault = f"a size or an attribute makes no sense ({error})"
        if fault is not None:
            return self.ctx.error("I117", f"the node is malformed: {fault}")
        return InternalError(f"{self.ctx.where}: {type(error).__name__}: {error}")

    # ------------------------------------------------------------ bodies
    @contextmanager
    def scope(self, values: MutableMapping[str, Value], opsets: dict[str, int] | None = None) -> Iterator[None]:
        """Replaces the visible names (and opsets) inside a function or a subgraph."""
        saved = self.values, self.opsets
        self.values, self.opsets = values, opsets or self.opsets
        try:
            yield
        finally:
            self.values, self.opsets = saved

    def expand(self, node: onnx.NodeProto, body: onnx.FunctionProto, inputs: list[Value]) -> list[Value]:
        """Convert a function's body in place of the node."""
        title = f"{node.domain}.{node.op_type}"
        if title in self.active:
            raise self.ctx.error("I118", f"the function `{node.op_type}` calls itself")
        attrs = {a.name: a for a in body.attribute_proto}
        attrs.update({a.name: a for a in node.attribute})
        # What the node leaves out is None, and so are results that an operator inside does not give.
        values: dict[str, Value] = dict.fromkeys([*body.input, *(name for n in body.node for name in n.output)])
        values.update(zip(body.input, inputs, strict=False))
        nodes = []
        for inner in body.node:
            nodes.append(copy := onnx.NodeProto())
            copy.CopyFrom(inner)
            resolve_references(copy, attrs)
        self.active.append(title)
        try:
            with self.scope(values, body_opsets(body, self.opsets)):
                self.convert_from(0, nodes, body.output)
            return [values.get(name) for name in body.output]
        finally:
            self.active.pop()

    def run_subgraph(self, graph: onnx.GraphProto, inputs: Iterable[Value]) -> list[Value]:
        """The outputs of a subgraph for its inputs; it sees the enclosing scope's names."""
        inner: ChainMap[str, Value] = ChainMap({}, self.values)
        with self.scope(inner):
            self.add_initializers(graph)
            for item, value in zip(graph.input, inputs, strict=False):
                inner[item.name] = value
            self.convert_nodes(graph, set(inner))
            return [self.lookup(o.name) for o in graph.output]


__all__ = ["Importer", "Value", "from_onnx", "load_model"]
