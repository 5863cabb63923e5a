"""Programs that only reshape become reshapes, which take no time."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.analysis import has_reshape_pattern
from mlcc.ir import (
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    PrimFunc,
    TensorStructInfo,
)

from ..operators import operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


@dataclass(frozen=True)
class RewriteDataflowReshape(FunctionPass):
    """In dataflow blocks, replace ``R.call_tir`` of a program that copies its operand in the order of memory by
    ``R.reshape``, which is a view in the library."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        known: dict[str, bool] = {}

        def reshapes(name: str) -> bool:
            if name not in known:
                callee = module.functions.get(name)
                known[name] = isinstance(callee, PrimFunc) and has_reshape_pattern(callee)
            return known[name]

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if operator_name(value) != "call_tir" or not isinstance(value, GraphCall) or not out.in_dataflow:
                return None
            callee, operands = value.args[:2]
            info = value.sinfo
            if not isinstance(callee, GlobalVar) or not isinstance(operands, GraphTuple) or len(operands.fields) != 1:
                return None
            if not isinstance(info, TensorStructInfo) or info.shape is None or not reshapes(callee.name):
                return None
            return reshape_to(operands.fields[0], info.shape)

        return rewrite(func, rule, module)
