"""Floats of two types in one node, where the standard asks for one."""

from __future__ import annotations

from functools import cache
from typing import Any

import onnx

from mlcc.ir import Constant, GraphExpr

from .context import Context
from .functions import schema_of
from .values import Value

_HELP = "the standard asks for one type, and other engines refuse the model: convert the weights before the export"


@cache
def _operands_of_one_type(op_type: str, domain: str, since: int) -> tuple[int, ...]:
    """The inputs, one at most each, that share the type of the first."""
    schema: Any = onnx.defs.get_schema(op_type, since, domain)
    single = [item.option != onnx.defs.OpSchema.FormalParameterOption.Variadic for item in schema.inputs]
    return tuple(n for n, item in enumerate(schema.inputs) if single[n] and item.type_str == schema.inputs[0].type_str)


def of_one_type(ctx: Context, node: onnx.NodeProto, inputs: list[Value], opset: int) -> list[Value]:
    """The inputs, with constants in the type of the data where they are floats of another one (I129).

    PyTorch's exporter folds the normalisations of a bfloat16 model in float32, and leaves such weights. Integers are
    not looked at: lengths and axes of either type are taken. Raises I117 where the data itself has two types.
    """
    schema = schema_of(node, opset)
    if schema is None or len(schema.inputs) < 2:
        return inputs
    floats: dict[int, str] = {}
    for number in _operands_of_one_type(node.op_type, node.domain, schema.since_version):
        value = inputs[number] if number < len(inputs) else None
        if isinstance(value, GraphExpr) and "float" in (kind := ctx.dtype(value)):
            floats[number] = kind
    if len(set(floats.values())) < 2:
        return inputs
    data = {kind for number, kind in floats.items() if not isinstance(inputs[number], Constant)}
    if len(data) != 1:
        first, one = next(iter(floats.items()))
        second, other = next((number, kind) for number, kind in floats.items() if kind != one)
        fault = f"input {first} is {one} and input {second} is {other}, where `{node.op_type}` takes one type"
        raise ctx.error("I117", f"the node is malformed: {fault}")
    result, (wanted,) = [*inputs], data
    for number, kind in floats.items():
        value = inputs[number]
        if kind != wanted and isinstance(value, Constant):
            result[number] = _converted(ctx, value, wanted)
            if all(warning.code != "I129" for warning in ctx.warnings.values()):  # one for all nodes
                ctx.warn("I129", f"input {number} is {kind}, and is taken in the type of the data, {wanted}", _HELP)
    return result


def _converted(ctx: Context, value: Constant, dtype: str) -> GraphExpr:
    """A constant in another type; the same one for all nodes that read it."""
    key = value, dtype
    if key not in ctx.converted:
        ctx.converted[key] = ctx.cast(value, dtype)
    return ctx.converted[key]
