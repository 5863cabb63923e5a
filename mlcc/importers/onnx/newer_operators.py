"""Operators that came with a later opset than the one a model imports."""

from __future__ import annotations

from functools import cache

import onnx

from .context import Context

_HELP = "other engines refuse the model: state the opset of the operator when exporting"


@cache
def version_of(op_type: str, domain: str, opset: int) -> int:
    """The opset in whose meaning a node is taken: that of the model, or the first that has the operator, where that is
    a later one. There is no other meaning that the node could have."""
    try:
        onnx.defs.get_schema(op_type, opset, domain)
        return opset
    except (onnx.defs.SchemaError, TypeError):  # TypeError: a version beyond what an int32 holds
        if not onnx.defs.has(op_type, domain):
            return opset
    schemas = onnx.defs.get_all_schemas_with_history()
    return max(opset, min(one.since_version for one in schemas if (one.name, one.domain) == (op_type, domain)))


def opset_of(ctx: Context, op_type: str, domain: str, imported: int) -> int:
    """:func:`version_of` an operator in a model that imports this opset; says so (I136) where it is a later one."""
    version = version_of(op_type, domain, imported)
    text = f"`{op_type}` came with opset {version}, and the model imports {imported}"
    if version != imported and not any(text in one.message for one in ctx.warnings.values()):  # one for all its nodes
        ctx.warn("I136", text, _HELP)
    return version
