"""Common subexpression elimination: equal pure calls are computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.ir import (
    Constant,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    ShapeExpr,
    TupleGetItem,
    ValueNumbers,
)

from ..operators import has_effects
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


def _key(expr: Any, numbers: ValueNumbers) -> Any:
    """A hashable key, equal for calls with the same operator, arguments and attributes."""
    match expr:
        case GraphVar():
            return id(expr)
        case Constant():
            return (
                id(expr.data) if expr.data.size > 16 else (str(expr.data.dtype), expr.data.shape, expr.data.tobytes())
            )
        case GraphTuple():
            return ("tuple", *(_key(item, numbers) for item in expr.fields))
        case TupleGetItem():
            return ("get", _key(expr.value, numbers), expr.index)
        case ShapeExpr():
            return ("shape", *map(numbers.of, expr.values))
        case GraphCall(op=Op(name=name)) if not expr.sinfo_args:
            attrs = tuple((k, _attribute_key(v, numbers)) for k, v in sorted(expr.attrs.items()))
            return (name, tuple(_key(item, numbers) for item in expr.args), attrs)
    return id(expr)


def _attribute_key(value: Any, numbers: ValueNumbers) -> Any:
    """A hashable key, equal for equal attributes."""
    if isinstance(value, list | tuple):
        return (type(value).__name__, *(_attribute_key(item, numbers) for item in value))
    return numbers.of(value) if isinstance(value, Expr) else repr(value)


@dataclass(frozen=True)
class EliminateCommonSubexpr(FunctionPass):
    """Replace a call by an earlier equal one (in dataflow blocks of one function). With `call_only` fields that are
    taken of tuples stay apart."""

    call_only: bool = False

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        seen: dict[Any, GraphVar] = {}
        numbers = ValueNumbers()

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall if self.call_only else (GraphCall, TupleGetItem)):
                return None
            if isinstance(value, GraphCall) and (not isinstance(value.op, Op) or has_effects(value)):
                return None
            key = _key(value, numbers)
            if key in seen and (seen[key].is_dataflow is var.is_dataflow or not seen[key].is_dataflow):
                return seen[key]
            seen[key] = out.emit(value, like=var)
            return seen[key]

        return rewrite(func, rule, module)
