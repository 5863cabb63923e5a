"""From operators of the graph to operators on tensors of a model."""

from __future__ import annotations

from typing import Any

from mlcc.ir import GraphExpr, TupleStructInfo

from ... import op as _op
from ...block_builder import BlockBuilder
from ...composed import typed
from ...composed.registry import field
from .tensor import Tensor


def wrap_nested(expr: GraphExpr, name: str) -> Any:
    """A graph value as a tensor, or as a tuple of them; bound to a variable where a function is being built."""
    builder = BlockBuilder.current()
    value = builder.emit(expr, name) if builder is not None else typed(expr)
    info = value.sinfo
    if isinstance(info, TupleStructInfo):
        return tuple(wrap_nested(field(value, n), f"{name}_{n}") for n in range(len(info.fields)))
    return Tensor(_expr=value)


def operand(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._expr
    if isinstance(value, (list, tuple)) and any(isinstance(item, Tensor) for item in value):
        return [operand(item) for item in value]
    return value


def apply(operator: str, hint: str, *args: Any, **attrs: Any) -> Any:
    """An operator of the graph applied to tensors and attributes."""
    fn: Any = _op
    for part in operator.split("."):
        fn = getattr(fn, part)
    return wrap_nested(fn(*map(operand, args), **{k: operand(v) for k, v in attrs.items()}), hint)
