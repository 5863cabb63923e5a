"""Operators that are defined by simpler ones: the standard's function bodies, with and without type context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import onnx

from mlcc.ir import GraphExpr, TensorStructInfo, as_int

from .protos import elem_type_of, normal_domain
from .values import Value


def schema_of(node: onnx.NodeProto, opset: int) -> Any | None:
    """The operator's schema in that opset; None for operators the standard does not know."""
    try:
        return onnx.defs.get_schema(node.op_type, opset, node.domain)
    except (onnx.defs.SchemaError, TypeError):  # TypeError: a version beyond what an int32 holds
        return None


def has_body(node: onnx.NodeProto, opset: int) -> bool:
    """True where the standard defines the operator by simpler ones."""
    schema = schema_of(node, opset)
    return schema is not None and bool(schema.has_function or schema.has_context_dependent_function)


def standard_body(
    node: onnx.NodeProto,
    opset: int,
    inputs: Sequence[Value],
    narrow: Mapping[GraphExpr, str],
) -> onnx.FunctionProto | None:
    """The standard's definition of the operator by simpler ones, built for the inputs' types where need be."""
    schema = schema_of(node, opset)
    if schema is None:
        return None
    text = _body_text(schema, node, opset, [type_proto(value, narrow).SerializeToString() for value in inputs])
    if not text:
        return None
    body = onnx.FunctionProto()
    body.ParseFromString(text)
    attribute_names = {a.name for a in body.attribute_proto}
    for name, spec in schema.attributes.items():
        if name not in attribute_names and spec.default_value.type != onnx.AttributeProto.UNDEFINED:
            body.attribute_proto.append(spec.default_value)
    return body if body.node else None


def _body_text(schema: Any, node: onnx.NodeProto, opset: int, types: Sequence[bytes]) -> bytes:
    """The definition, serialized; nothing where there is none.

    onnx gives none for an opset whose operators are not those that the definition was written with: then that of the
    opset for which it was written, which it states.
    """
    if schema.has_function:
        versions, made = schema.function_opset_versions, schema.get_function_with_opset_version
    elif schema.has_context_dependent_function:
        versions = schema.context_dependent_function_opset_versions
        built = schema.get_context_dependent_function_with_opset_version

        def made(version: int) -> bytes:
            return bytes(built(version, node.SerializeToString(), types))
    else:
        return b""
    older = sorted((v for v in versions if v <= opset), reverse=True)
    return next((text for version in (opset, *older) if (text := bytes(made(version)))), b"")


def type_proto(value: Value, narrow: Mapping[GraphExpr, str]) -> onnx.TypeProto:
    """The ONNX type of a value of the import; empty for an input left out."""
    result = onnx.TypeProto()
    if isinstance(value, list):
        result.sequence_type.elem_type.CopyFrom(type_proto(value[0] if value else None, narrow))
        return result
    if not isinstance(value, GraphExpr) or not isinstance(value.sinfo, TensorStructInfo):
        return result
    info, form = value.sinfo, narrow.get(value)
    number = elem_type_of(info.dtype) if form is None else onnx.TensorProto.DataType.Value(form.upper())
    result.tensor_type.elem_type = number
    shape = result.tensor_type.shape
    for dim in info.shape or ():
        entry = shape.dim.add()
        size = as_int(dim)
        if size is not None:
            entry.dim_value = size
    return result


def body_opsets(body: onnx.FunctionProto, outer: dict[str, int]) -> dict[str, int]:
    """The opsets that hold inside a function."""
    return {**outer, **{normal_domain(o.domain): o.version for o in body.opset_import}}


def node_fault(
    node: onnx.NodeProto,
    inputs: Sequence[Value],
    narrow: Mapping[GraphExpr, str],
    opsets: Mapping[str, int],
    ir_version: int,
) -> str | None:
    """What breaks the operator's definition: missing inputs, wrong attributes, shapes that do not fit."""
    context = onnx.checker.C.CheckerContext()
    context.ir_version = ir_version
    context.opset_imports = dict(opsets)
    schema = schema_of(node, opsets.get(normal_domain(node.domain), 1))
    types = {name: type_proto(value, narrow) for name, value in zip(node.input, inputs, strict=False) if name}
    try:
        onnx.checker.check_node(node, context)
        if schema is not None:
            onnx.shape_inference.infer_node_outputs(
                schema, node, types, opset_imports=list(map(onnx.helper.make_opsetid, opsets, opsets.values()))
            )
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as fault:
        return str(fault).strip().splitlines()[0]
    return None
