"""Removes calls that return an operand unchanged: exporters leave full slices, casts to the same type, inverse reshapes
and selections by constant conditions."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, as_int

from ..operators import VIEWS, operator_name, same_dimensions, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: Operators that are the identity if the result has the operand's shape and dtype.
_BY_TYPE = VIEWS | {"broadcast_to", "cast", "identity", "grad.no_grad", "tile", "repeat"}


@dataclass(frozen=True)
class RemoveIdentities(FunctionPass):
    """Replace a call that returns an operand unchanged by the operand, and a chain of views that restores the original
    shape by the original."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        viewed: dict[GraphExpr, GraphExpr] = {}  # the viewed value of each view

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
    """Whether a call is the identity if its result has the operand's type."""
    if name == "strided_slice":
        return all(as_int(step) == 1 for step in call.attrs.get("strides") or ())
    if name == "transpose":
        axes = call.attrs.get("axes")
        return axes is not None and list(axes) == sorted(axes)
    return name in _BY_TYPE or name == "where" and _chosen(call) is not call.args[0]


def _chosen(call: GraphCall) -> GraphExpr:
    """The operand that a `where` with a constant condition always selects; the condition itself if it selects both."""
    condition, yes, no = call.args
    if not isinstance(condition, Constant) or not condition.data.size:
        return condition
    return yes if condition.data.all() else condition if condition.data.any() else no


def _same_type(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors have the same shape and dtype."""
    return same_dimensions(a, b) and tensor_dtype(a) == tensor_dtype(b)


def _is_local(value: GraphExpr) -> bool:
    return isinstance(value, GraphVar) and value.is_dataflow
