"""Removes calls that return an operand unchanged: exporters leave full slices, casts to the same type, inverse reshapes
and selections by constant conditions.

A condition is constant, too, where it is one constant repeated, of whatever size: a mask of a symbolic length that
masks nothing is ``broadcast_to(True, (batch, heads, length, length))``, and a model slices and joins such masks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphTuple, GraphVar, IRModule, as_int

from ..operators import VIEWS, operator_name, same_dimensions, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: Operators whose result has elements of their operands, and no others.
_MOVES = VIEWS | {"broadcast_to", "tile", "repeat", "strided_slice", "transpose", "flip", "concatenate", "identity"}
#: Arithmetic that leaves its first operand (of `_EITHER`, also its second one) where the other one is this number. That
#: 0 added to -0 is 0 is left out, as onnxruntime does: the two are equal.
_NEUTRAL = {"add": 0, "subtract": 0, "multiply": 1, "divide": 1}
_EITHER = ("add", "multiply")
#: Operators that are the identity if the result has the operand's shape and dtype.
_BY_TYPE = VIEWS | {"broadcast_to", "cast", "identity", "grad.no_grad", "tile", "repeat"}


@dataclass(frozen=True)
class RemoveIdentities(FunctionPass):
    """Replace a call that returns an operand unchanged by the operand, and a chain of views that restores the original
    shape by the original."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        viewed: dict[GraphExpr, GraphExpr] = {}  # the viewed value of each view
        truth: dict[GraphExpr, bool] = {}  # what all elements of a condition are

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            name = operator_name(value)
            if not isinstance(value, GraphCall) or not name:
                return None
            if tensor_dtype(var) == "bool" and (same := _truth(name, value, truth)) is not None:
                bound = out.emit(value, like=var)
                truth[bound] = same
                return bound
            if not value.args or not _may_keep(name, value, truth):
                return None
            source = _chosen(value, truth) if name == "where" else _unchanged(name, value)
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


def _truth(name: str, call: GraphCall, known: Mapping[GraphExpr, bool]) -> bool | None:
    """What all elements of a call's result are, of Booleans: those of its operand in other places, or constants."""
    if name == "full":
        value = call.attrs.get("fill_value")
        return bool(value) if isinstance(value, bool | int | float) else None
    if not call.args or name not in _MOVES:
        return None
    parts = call.args[0].fields if isinstance(call.args[0], GraphTuple) else call.args[:1]
    values = {_all_are(part, known) for part in parts}
    return values.pop() if len(values) == 1 else None


def _all_are(value: GraphExpr, known: Mapping[GraphExpr, bool]) -> bool | None:
    """What all elements of a condition are; None where they differ, or a call decides."""
    if not isinstance(value, Constant):
        return known.get(value)
    if not value.data.size or value.data.any() != value.data.all():
        return None
    return bool(value.data.any())


def _may_keep(name: str, call: GraphCall, truth: Mapping[GraphExpr, bool]) -> bool:
    """Whether a call is the identity if its result has the operand's type."""
    if name == "strided_slice":
        return all(as_int(step) == 1 for step in call.attrs.get("strides") or ())
    if name == "transpose":
        axes = call.attrs.get("axes")
        return axes is not None and list(axes) == sorted(axes)
    if name in _NEUTRAL and len(call.args) == 2:
        return any(_is_neutral(name, arg) for arg in (call.args if name in _EITHER else call.args[1:]))
    return name in _BY_TYPE or name == "where" and _chosen(call, truth) is not call.args[0]


def _unchanged(name: str, call: GraphCall) -> GraphExpr:
    """The operand that a call returns if it is the identity."""
    return call.args[1] if name in _EITHER and not _is_neutral(name, call.args[1]) else call.args[0]


def _is_neutral(name: str, operand: GraphExpr) -> bool:
    """Whether an operand of arithmetic is the number that changes nothing."""
    data = operand.data if isinstance(operand, Constant) else None
    return data is not None and data.dtype.kind in "iuf" and data.size > 0 and bool((data == _NEUTRAL[name]).all())


def _chosen(call: GraphCall, truth: Mapping[GraphExpr, bool]) -> GraphExpr:
    """The operand that a `where` with a constant condition always selects; the condition itself if it selects both."""
    condition, yes, no = call.args
    same = _all_are(condition, truth)
    return condition if same is None else yes if same else no


def _same_type(a: GraphExpr, b: GraphExpr) -> bool:
    """Whether two tensors have the same shape and dtype."""
    return same_dimensions(a, b) and tensor_dtype(a) == tensor_dtype(b)


def _is_local(value: GraphExpr) -> bool:
    return isinstance(value, GraphVar) and value.is_dataflow
