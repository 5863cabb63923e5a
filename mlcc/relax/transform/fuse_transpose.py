"""Products read their right operand transposed, in place of a copy of it."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, update

from ..analysis import remove_all_unused
from ..operators import operator_name
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass
from .read_transposed import exchanges_rows


@dataclass(frozen=True)
class FuseTransposeMatmul(FunctionPass):
    """Replace ``matmul(x, transpose(w))``, of a matrix or of the last two dimensions, by a product that reads `w` as it
    is. Constants stay, which are transposed when the library is built. A build itself decides by the number of rows
    (`ReadTransposed`)."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        made: dict[GraphExpr, GraphCall] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            name = operator_name(value)
            if name == "transpose" and isinstance(value, GraphCall) and exchanges_rows(value):
                bound = out.emit(value, like=var)
                made[bound] = value
                return bound
            if name != "matmul" or not isinstance(value, GraphCall) or len(value.args) != 2:
                return None
            source = made.get(value.args[1])
            if source is None or isinstance(source.args[0], Constant) or value.attrs.get("transpose_b"):
                return None
            return update(value, args=(value.args[0], source.args[0]), attrs={**value.attrs, "transpose_b": True})

        return remove_all_unused(rewrite(func, rule, module))
