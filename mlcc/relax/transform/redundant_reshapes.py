"""Reshapes that change nothing, and reshapes of reshapes."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, update

from ..analysis import remove_all_unused
from ..operators import operator_name, same_dimensions
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass


@dataclass(frozen=True)
class RemoveRedundantReshape(FunctionPass):
    """Reshape the original in place of a reshaped value, and leave out a reshape to the shape that its operand has."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        source: dict[GraphExpr, GraphExpr] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if operator_name(value) != "reshape" or not isinstance(value, GraphCall):
                return None
            first = source.get(value.args[0], value.args[0])
            if same_dimensions(first, var) and (var.is_dataflow or not getattr(first, "is_dataflow", False)):
                return first
            bound = out.emit(update(value, args=(first, *value.args[1:])), like=var)
            source[bound] = first
            return bound

        return remove_all_unused(rewrite(func, rule, module))
