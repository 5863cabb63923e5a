"""Lets a parallel loop of symbolic size decide when it runs whether its work is worth the threads.

A schedule decides for sizes that it knows, and makes a loop of symbolic size parallel when a large one would be. To
start and join threads for a small one would take longer than to compute it: the attribute `threads_pay` over the loop
is the comparison of its work, from the sizes of the call, with the cost of that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mlcc.analysis import Poly, to_expr
from mlcc.analysis.simplify import simplify
from mlcc.analysis.work import work_of
from mlcc.ir import AttrStmt, For, PrimFunc, Stmt, as_int, binary, const, free_vars, map_children, substitute
from mlcc.target import Target

#: The key of the attribute: while its value is false, parallel loops below run in the calling thread.
KEY = "threads_pay"


def weigh_threads(func: PrimFunc, target: Target) -> PrimFunc:
    """Put `threads_pay` over the outermost parallel loops whose work depends on symbolic sizes."""
    least = int(target.costs.parallel_elements)

    def visit(node: Any) -> Any:
        if isinstance(node, For) and node.kind == "parallel":
            work = work_of(node)
            if work is None or _at_least(work) >= least:
                return node
            return AttrStmt(None, KEY, binary("ge", to_expr(work, "int64"), const(least, "int64")), node)
        return map_children(node, visit) if isinstance(node, Stmt) else node

    return replace(func, body=visit(func.body)) if func.symbolic_vars() else func


def _at_least(work: Poly) -> int:
    """The work where all sizes are 1; what depends on more than sizes counts 0."""
    expr = to_expr(work, "int64")
    ones = {var: const(1, var.dtype) for var in free_vars(expr)}
    return as_int(simplify(substitute(expr, ones))) or 0
