"""Calls that give an operand back go: exporters leave full slices, casts to the same type, paired reshapes and choices
by conditions that are constant."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, as_int

from ..operators import VIEWS, operator_name, same_dimensions, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: Operators that give their operand back wherever the result has its shape and its type.
_BY_TYPE = VIEWS | {"broadcast_to", "cast", "identity", "tile", "repeat"}


@dataclass(frozen=True)
class RemoveIdentities(FunctionPass):
    """Replace a call by the operand that it gives back, and the last of several views where they lead back."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        viewed: dict[GraphExpr, GraphExpr] = {}  # what a view shows, by the view

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            name = operator_name(value)
            if not isinstance(value, GraphCall) or not name or not value.args or not _may_keep(name, value):
                return None
            source = _chosen(value) if name == "where" else value.args[0]
            if name in VIEWS:
                source = viewed.get(source, source)
            if _same_type(source, var) and (var.is_dataflow or not _is_local(source)):
                return source
            if name in VIEWS:
                bound = out.emit(value, like=var)
                viewed[bound] = source
                return bound
            return None

        return rewrite(func, rule, module)


def _may_keep(name: str, call: GraphCall) -> bool:
    """Whether a call gives its operand back if it has the operand's type."""
    if name == "strided_slice":
        return all(as_int(step) == 1 for step in call.attrs.get("strides") or ())
    if name == "transpose":
        axes = call.attrs.get("axes")
        return axes is not None and list(axes) == sorted(axes)
    return name in _BY_TYPE or name == "where" and _chosen(call) is not call.args[0]


def _chosen(call: GraphCall) -> GraphExpr:
    """The operand that a choice by a constant always takes; the condition itself where it takes both."""
    condition, yes, no = call.args
    if not isinstance(condition, Constant) or not condition.data.size:
        return condition
    return yes if condition.data.all() else condition if condition.data.any() else no


def _same_type(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors have one shape and one element type."""
    return same_dimensions(a, b) and tensor_dtype(a) == tensor_dtype(b)


def _is_local(value: GraphExpr) -> bool:
    return isinstance(value, GraphVar) and value.is_dataflow
