"""Simplifies the expressions of a tensor program, which may have blocks or be flat."""

from __future__ import annotations

from typing import Any

from mlcc.analysis import program_analyzer
from mlcc.ir import BlockRealize, Expr, For, IfThenElse, IntImm, PrimFunc, SeqStmt, map_children


def simplified(func: PrimFunc) -> PrimFunc:
    """The program with its expressions simplified under the ranges of loops, block axes and symbolic dimensions, and
    without branches whose condition is decided."""
    analyzer = program_analyzer(func)

    def visit(node: Any) -> Any:
        match node:
            case Expr():
                return analyzer.simplify(node)
            case For():
                analyzer.bind(node.var, node.min, node.extent)
            case BlockRealize():
                for axis in node.block.iters:
                    analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
            case IfThenElse():
                condition = analyzer.simplify(node.condition)
                if isinstance(condition, IntImm):
                    taken = node.then_body if condition.value else node.else_body
                    return SeqStmt(()) if taken is None else visit(taken)
        return map_children(node, visit)

    return func.with_body(visit(func.body))
