"""Walks the nodes of an ONNX graph, converts each, and reports everything unsupported at once."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

import numpy as np
import onnx
from onnx import numpy_helper

from mlcc.diagnostics import Diagnostic, MlccError
from mlcc.ir import Constant, GraphExpr, GraphVar, IRModule, TensorStructInfo, Var, as_int, const as tir_const, dtype as dt
from mlcc.relax import BlockBuilder

from . import registry
from .context import Context
from .folding import fold_node, is_foldable
from .symbolic import evaluate_symbolic

#: The largest result that folding at import time may create from smaller inputs (elements).
_FOLD_LIMIT = 1 << 24


def load_model(source: Any) -> onnx.ModelProto:
    """A ModelProto from a path, bytes, or a ModelProto; external weights are read from beside the file.

    Raises I101 for what is no ONNX model, I102 for missing external data, D codes for unreadable files.
    """
    if isinstance(source, onnx.ModelProto):
        return source
    try:
        if isinstance(source, (bytes, bytearray)):
            model = onnx.load_model_from_string(bytes(source))
        else:
            model = onnx.load(os.fspath(source), load_external_data=False)
            _load_external(model, Path(source).resolve().parent)
    except MlccError:
        raise
    except OSError as error:
        raise MlccError("D101", f"cannot read `{source}`: {error.strerror or error}") from error
    except Exception as error:  # protobuf raises its own DecodeError classes
        raise MlccError("I101", f"not an ONNX model: {_name(source)}", notes=[str(error)[:200]]) from error
    if not model.graph.node and not model.graph.output:
        raise MlccError("I101", f"not an ONNX model: {_name(source)} has no graph")
    return model


def _name(source: Any) -> str:
    return "<bytes>" if isinstance(source, (bytes, bytearray)) else f"`{source}`"


def _load_external(model: onnx.ModelProto, folder: Path) -> None:
    from onnx.external_data_helper import load_external_data_for_model, uses_external_data

    external = [t for t in model.graph.initializer if uses_external_data(t)]
    for tensor in external:
        location = next((e.value for e in tensor.external_data if e.key == "location"), "")
        if not (folder / location).is_file():
            raise MlccError(
                "I102", f"the weight file `{location}` of tensor `{tensor.name}` is missing",
                help=f"put it into `{folder}`, beside the model",
            )  # fmt: skip
    if external:
        try:
            load_external_data_for_model(model, str(folder))
        except Exception as error:
            raise MlccError("I102", f"the external weights cannot be read: {error}") from error


def from_onnx(
    source: Any, shapes: Mapping[str, Sequence[int]] | None = None, func_name: str = "main"
) -> IRModule:
    """Import a model. `shapes` makes inputs' shapes concrete, by input name.

    Raises I1xx errors; unsupported operators are reported together, each with node name, operator, dtype and opset.
    """
    model = load_model(source)
    return Importer(model, dict(shapes or {}), func_name).run()


class Importer:
    """One import: names to values, node by node."""

    def __init__(self, model: onnx.ModelProto, shapes: dict[str, Sequence[int]], func_name: str) -> None:
        self.model = model
        self.shapes = shapes
        self.func_name = func_name
        self.opsets = {("" if o.domain == "ai.onnx" else o.domain): o.version for o in model.opset_import}
        self.builder = BlockBuilder()
        self.ctx = Context(self.builder, self.opsets.get("", 1), importer=self)
        self.values: dict[str, GraphExpr] = {}
        self.functions = {(f.domain, f.name): f for f in model.functions}

    def run(self) -> IRModule:
        graph = self.model.graph
        self.check_supported(graph)
        params = self.make_inputs(graph)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.add_initializers(graph)
            with self.builder.function(self.func_name, params, attrs=self.function_attrs(graph)):
                with self.builder.dataflow():
                    self.convert_nodes(graph.node)
                    outputs = [self.output(o.name) for o in graph.output]
                self.builder.emit_func_output(outputs[0] if len(outputs) == 1 else outputs)
        return self.builder.get()

    def function_attrs(self, graph: onnx.GraphProto) -> dict[str, Any]:
        initial = {t.name for t in graph.initializer} | {t.values.name for t in graph.sparse_initializer}
        return {
            "global_symbol": self.func_name,
            "input_names": [i.name for i in graph.input if i.name not in initial],
            "output_names": [o.name for o in graph.output],
        }

    # ------------------------------------------------------------ before conversion
    def check_supported(self, graph: onnx.GraphProto) -> None:
        """Report every node without a converter at once (I120)."""
        problems: list[Diagnostic] = []
        for index, node in enumerate(all_nodes(graph)):
            domain = "" if node.domain == "ai.onnx" else node.domain
            if (domain, node.op_type) in self.functions:
                continue
            opset = self.opsets.get(domain)
            if opset is None:
                problems.append(self.unsupported(node, index, "the model imports no opset for its domain"))
            elif registry.find(node.op_type, domain, opset) is None and not function_body(node, opset):
                problems.append(self.unsupported(node, index, f"opset {opset}"))
        if problems:
            raise MlccError.many(problems)

    def unsupported(self, node: onnx.NodeProto, index: int, why: str) -> Diagnostic:
        name = f"{node.domain}.{node.op_type}" if node.domain else node.op_type
        types = self.input_types(node)
        detail = f" on {', '.join(types)}" if types else ""
        return MlccError(
            "I120", f"operator `{name}` of node `{node.name or f'#{index}'}`{detail} is not supported ({why})",
            help="`mlcc list ops` shows the operators of ONNX that can be imported",
        ).diagnostics[0]  # fmt: skip

    def input_types(self, node: onnx.NodeProto) -> list[str]:
        known = {v.name: v.type.tensor_type.elem_type for v in (*self.model.graph.input, *self.model.graph.value_info)}
        known.update({t.name: t.data_type for t in self.model.graph.initializer})
        return [onnx.TensorProto.DataType.Name(known[n]).lower() for n in node.input if known.get(n)]

    def make_inputs(self, graph: onnx.GraphProto) -> list[GraphVar]:
        initial = {t.name for t in graph.initializer} | {t.values.name for t in graph.sparse_initializer}
        inputs = [i for i in graph.input if i.name not in initial]
        unknown = set(self.shapes) - {i.name for i in inputs}
        if unknown:
            raise MlccError(
                "I103", f"the model has no input `{sorted(unknown)[0]}`",
                help=f"its inputs are {', '.join(f'`{i.name}`' for i in inputs)}",
            )  # fmt: skip
        params = []
        for item in inputs:
            if item.type.WhichOneof("value") != "tensor_type":
                raise MlccError("I104", f"input `{item.name}` is not a tensor")
            dtype = onnx_dtype(item.type.tensor_type.elem_type, f"input `{item.name}`")
            var = GraphVar(item.name, TensorStructInfo(self.input_shape(item), dtype))
            params.append(var)
            self.values[item.name] = var
        return params

    def input_shape(self, item: onnx.ValueInfoProto) -> tuple[Any, ...]:
        declared = item.type.tensor_type
        given = self.shapes.get(item.name)
        if not declared.HasField("shape"):
            if given is None:
                raise MlccError("I105", f"input `{item.name}` has no shape", help=f"give one with `--shape {item.name}=1x3x224x224`")
            return tuple(tir_const(int(d), "int64") for d in given)
        dims = declared.shape.dim
        if given is not None and len(given) != len(dims):
            raise MlccError("I106", f"input `{item.name}` has rank {len(dims)}, the shape given has {len(given)}")
        result = []
        for i, dim in enumerate(dims):
            fixed = dim.dim_value if dim.HasField("dim_value") and dim.dim_value >= 0 else None
            if given is not None:
                if fixed is not None and fixed > 0 and fixed != given[i]:
                    raise MlccError(
                        "I106", f"dimension {i} of input `{item.name}` is {fixed} in the model, the shape given says {given[i]}"
                    )
                if dim.dim_param:
                    self.fix_dim(dim.dim_param, int(given[i]), item.name)
                result.append(tir_const(int(given[i]), "int64"))
            elif fixed is not None:
                result.append(tir_const(fixed, "int64"))
            else:
                result.append(self.symbol(dim.dim_param or f"{item.name}_{i}"))
        return tuple(result)

    def symbol(self, name: str) -> Any:
        clean = clean_name(name)
        return self.ctx.dims.setdefault(clean, Var(clean, "int64"))

    def fix_dim(self, name: str, value: int, where: str) -> None:
        """A named dimension takes one value everywhere. Raises I106 where two shapes disagree."""
        known = self.ctx.dims.setdefault(clean_name(name), tir_const(value, "int64"))
        if as_int(known) not in (None, value):
            raise MlccError("I106", f"dimension `{name}` is {as_int(known)} elsewhere, the shape of `{where}` says {value}")

    def add_initializers(self, graph: onnx.GraphProto) -> None:
        for tensor in graph.initializer:
            self.values[tensor.name] = Constant(to_array(tensor))
        for sparse in graph.sparse_initializer:
            self.values[sparse.values.name] = Constant(dense_array(sparse))

    # ------------------------------------------------------------ nodes
    def convert_nodes(self, nodes: Iterable[onnx.NodeProto]) -> None:
        for index, node in enumerate(nodes):
            self.convert(node, index)

    def convert(self, node: onnx.NodeProto, index: int) -> None:
        ctx = self.ctx
        domain = "" if node.domain == "ai.onnx" else node.domain
        ctx.where = f"node `{node.name or f'#{index}'}` ({node.op_type})"
        ctx.op_type, ctx.output_count, ctx.node = node.op_type, len(node.output), node
        inputs = [self.values[name] if name else None for name in node.input]
        local = self.functions.get((domain, node.op_type))
        if local is not None:
            self.expand(node, local, inputs)
            return
        results = self.fold(node, inputs)
        if results is None:
            results = self.call_converter(node, domain, inputs)
        for name, value in zip(node.output, results):
            if name and value is not None:
                self.values[name] = value

    def fold(self, node: onnx.NodeProto, inputs: list[GraphExpr | None]) -> list[GraphExpr | None] | None:
        """Known inputs give a known output: numbers by the ONNX reference, shapes symbolically."""
        symbolic = evaluate_symbolic(self.ctx, node, inputs)
        if symbolic is not None:
            return [symbolic]
        if not is_foldable(node) or not all(i is None or isinstance(i, Constant) for i in inputs):
            return None
        arrays = [i.data if isinstance(i, Constant) else None for i in inputs]
        results = fold_node(node, arrays, self.opsets, _FOLD_LIMIT)
        return None if results is None else [None if r is None else Constant(r) for r in results]

    def call_converter(self, node: onnx.NodeProto, domain: str, inputs: list[GraphExpr | None]) -> list[Any]:
        opset = self.opsets.get(domain, 1)
        entry = registry.find(node.op_type, domain, opset)
        if entry is None:
            body = function_body(node, opset)
            assert body is not None
            self.expand(node, body, inputs)
            return []
        self.ctx.opset = opset
        attrs = {a.name: attribute(a) for a in node.attribute}
        if entry.attributes is not None:
            extra = set(attrs) - entry.attributes
            if extra:
                raise self.ctx.error("I121", f"attribute `{sorted(extra)[0]}` is not supported")
        try:
            result = entry.convert(self.ctx, *inputs, **attrs)
        except MlccError as error:
            raise error.extended(notes=[f"in {self.ctx.where}"]) from None
        return list(result) if isinstance(result, (list, tuple)) else [result]

    def expand(self, node: onnx.NodeProto, body: onnx.FunctionProto, inputs: list[GraphExpr | None]) -> None:
        """Convert a function's body in place of the node."""
        attrs = {a.name: a for a in body.attribute_proto}
        attrs.update({a.name: a for a in node.attribute})
        outer, outer_opsets = self.values, self.opsets
        self.values = {name: value for name, value in zip(body.input, inputs) if value is not None}
        self.values[""] = None  # type: ignore[assignment]
        if body.opset_import:
            self.opsets = {**outer_opsets, **{("" if o.domain == "ai.onnx" else o.domain): o.version for o in body.opset_import}}
        try:
            for index, inner in enumerate(body.node):
                copy = onnx.NodeProto()
                copy.CopyFrom(inner)
                resolve_references(copy, attrs)
                copy.input[:] = [n if n in self.values else "" for n in copy.input]
                self.convert(copy, index)
            results = [self.values.get(name) for name in body.output]
        finally:
            self.values, self.opsets = outer, outer_opsets
        for name, value in zip(node.output, results):
            if name and value is not None:
                self.values[name] = value

    def output(self, name: str) -> GraphExpr:
        if name not in self.values:
            raise MlccError("I107", f"output `{name}` is produced by no node")
        return self.builder.emit_output(self.values[name])


def clean_name(name: str) -> str:
    """A dimension's name as an identifier."""
    clean = "".join(c if c.isalnum() or c == "_" else "_" for c in name)
    return f"d{clean}" if not clean or clean[0].isdigit() else clean


def all_nodes(graph: onnx.GraphProto) -> Iterable[onnx.NodeProto]:
    """The nodes of a graph and of the subgraphs in its attributes."""
    for node in graph.node:
        yield node
        for attr in node.attribute:
            if attr.type == onnx.AttributeProto.GRAPH:
                yield from all_nodes(attr.g)


def function_body(node: onnx.NodeProto, opset: int) -> onnx.FunctionProto | None:
    """The standard's own definition of an operator by simpler ones, where it has one without type context."""
    try:
        schema = onnx.defs.get_schema(node.op_type, opset, node.domain)
    except onnx.defs.SchemaError:
        return None
    if not schema.has_function:
        return None
    body = schema.function_body
    return body if body.node else None


def resolve_references(node: onnx.NodeProto, attrs: Mapping[str, onnx.AttributeProto]) -> None:
    """Replace attributes that refer to the function's attributes by their values."""
    kept = []
    for attr in node.attribute:
        if attr.ref_attr_name:
            if attr.ref_attr_name in attrs:
                copy = onnx.AttributeProto()
                copy.CopyFrom(attrs[attr.ref_attr_name])
                copy.name = attr.name
                kept.append(copy)
        else:
            kept.append(attr)
    del node.attribute[:]
    node.attribute.extend(kept)


def attribute(attr: onnx.AttributeProto) -> Any:
    """An attribute's value: numbers, strings (decoded), lists, arrays for tensors, graphs as they are."""
    value = onnx.helper.get_attribute_value(attr)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, onnx.TensorProto):
        return to_array(value)
    if attr.type == onnx.AttributeProto.STRINGS:
        return [v.decode() for v in value]
    if attr.type in (onnx.AttributeProto.INTS, onnx.AttributeProto.FLOATS):
        return list(value)
    return value


def to_array(tensor: onnx.TensorProto) -> np.ndarray[Any, Any]:
    try:
        return np.ascontiguousarray(array) if (array := numpy_helper.to_array(tensor)).ndim else array
    except Exception as error:
        raise MlccError("I108", f"tensor `{tensor.name}` is damaged: {error}") from error


def dense_array(sparse: onnx.SparseTensorProto) -> np.ndarray[Any, Any]:
    values, indices = to_array(sparse.values), to_array(sparse.indices)
    dense = np.zeros(tuple(sparse.dims), values.dtype)
    if indices.ndim == 1:
        dense.reshape(-1)[indices] = values
    else:
        dense[tuple(indices.T)] = values
    return dense


def onnx_dtype(elem_type: int, what: str) -> str:
    """The mlcc dtype of an ONNX element type. Raises I109 for strings and types mlcc does not have."""
    try:
        return dt.from_numpy(onnx.helper.tensor_dtype_to_np_dtype(elem_type))
    except (KeyError, ValueError, TypeError):
        name = onnx.TensorProto.DataType.Name(elem_type).lower() if elem_type in onnx.TensorProto.DataType.values() else str(elem_type)
        raise MlccError("I109", f"{what} has element type `{name}`, which mlcc does not support") from None
