"""What a node must have by its operator's definition: attributes that it knows, of its types, and types of inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import onnx

from mlcc.ir import GraphExpr

from .functions import schema_of
from .values import Value

_NAMES = {number: name for name, number in onnx.AttributeProto.AttributeType.items()}
#: Before IR version 2 attributes had no type.
_UNDEFINED = onnx.AttributeProto.UNDEFINED
#: Flags whose other numbers engines take for 0 or for 1: results have other ranks, or other values.
_FLAGS = ("keepdims", "align_corners", "is_causal")
#: Attributes of windows. The standard states no result for a window of nothing, and engines refuse it.
_SIZES = ("kernel_shape", "strides", "dilations")


@cache
def _types(op_type: str, domain: str, since: int) -> dict[str, int]:
    """The types of an operator's attributes."""
    schema: Any = onnx.defs.get_schema(op_type, since, domain)
    return {name: int(item.type) for name, item in schema.attributes.items()}


def attribute_fault(node: onnx.NodeProto, opset: int, unknown: bool) -> str | None:
    """An attribute whose type is not the one that the standard says, a flag that is not 0 or 1, or sizes of windows
    below 1; with `unknown`, also one that the standard does not know.
    """
    if not node.attribute:
        return None
    schema = schema_of(node, opset)
    if schema is None:
        return None
    types = _types(node.op_type, node.domain, schema.since_version)
    for item in node.attribute:
        wanted = types.get(item.name)
        if wanted is None:
            if unknown and not schema.deprecated:
                return f"`{node.op_type}` has no attribute `{item.name}` in this opset"
        elif item.type not in (wanted, _UNDEFINED):
            kind = _NAMES.get(item.type, str(item.type)).lower()
            return f"attribute `{item.name}` is of type {kind}, not {_NAMES[wanted].lower()}"
        elif item.name in _FLAGS and item.i not in (0, 1):
            return f"attribute `{item.name}` is 0 or 1, not {item.i}"
        elif item.name in _SIZES and any(size < 1 for size in item.ints):
            return f"attribute `{item.name}` has sizes of 1 or more, not {min(item.ints)}"
    return None


def narrow_fault(
    node: onnx.NodeProto, inputs: Sequence[Value], narrow: Mapping[GraphExpr, str], opset: int
) -> str | None:
    """An input of a narrow type, which is kept as bytes, where the operator takes no such numbers."""
    for number, value in enumerate(inputs):
        form = narrow.get(value) if isinstance(value, GraphExpr) else None
        if form is None:
            continue
        schema = schema_of(node, opset)
        if schema is None or not schema.inputs:
            return None
        types = schema.inputs[min(number, len(schema.inputs) - 1)].types
        if f"tensor({form})" not in types:
            return f"input {number} has elements of type {form}, which `{node.op_type}` does not take there"
    return None
