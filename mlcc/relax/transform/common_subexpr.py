"""Common subexpression elimination: equal pure calls are computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.ir import (
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TupleGetItem,
)

from ..operators import has_effects
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


def _key(expr: Any) -> Any:
    """A hashable key, equal for calls with the same operator, arguments and attributes."""
    match expr:
        case GraphVar():
            return id(expr)
        case Constant():
            return (
                id(expr.data) if expr.data.size > 16 else (str(expr.data.dtype), expr.data.shape, expr.data.tobytes())
            )
        case GraphTuple():
            return ("tuple", *map(_key, expr.fields))
        case TupleGetItem():
            return ("get", _key(expr.value), expr.index)
        case ShapeExpr():
            return ("shape", *(d.script() for d in expr.values))
        case GraphCall(op=Op(name=name)) if not expr.sinfo_args:
            return (name, tuple(map(_key, expr.args)), tuple(sorted((k, repr(v)) for k, v in expr.attrs.items())))
    return id(expr)


@dataclass(frozen=True)
class EliminateCommonSubexpr(FunctionPass):
    """Replace a call by an earlier equal one (in dataflow blocks of one function). With `call_only` fields that are
    taken of tuples stay apart."""

    call_only: bool = False

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        seen: dict[Any, GraphVar] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall if self.call_only else (GraphCall, TupleGetItem)):
                return None
            if isinstance(value, GraphCall) and (not isinstance(value.op, Op) or has_effects(value)):
                return None
            key = _key(value)
            if key in seen and (seen[key].is_dataflow is var.is_dataflow or not seen[key].is_dataflow):
                return seen[key]
            seen[key] = out.emit(value, like=var)
            return seen[key]

        return rewrite(func, rule, module)
