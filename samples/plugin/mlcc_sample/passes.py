"""A graph pass, which runs before the phase that it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule
from mlcc.relax.operators import operator_name
from mlcc.relax.rewrite import Emitter, rewrite
from mlcc.relax.transform import FunctionPass


@dataclass(frozen=True)
class RemoveDoubleNegation(FunctionPass):
    """The negative of a negative value is the value."""

    before: ClassVar[str] = "FoldConstant"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        negated: dict[GraphExpr, GraphExpr] = {}  # what each negative value is the negative of

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or operator_name(value) != "negative":
                return None
            if value.args[0] in negated:
                return negated[value.args[0]]
            bound = out.emit(value, like=var)
            negated[bound] = value.args[0]
            return bound

        return rewrite(func, rule, module)
