"""Questions about graph functions, with TVM's names."""

from __future__ import annotations

from collections.abc import Callable

from mlcc.ir import (
    BindingBlock,
    GlobalVar,
    GraphExpr,
    GraphFunction,
    GraphLoop,
    GraphVar,
    IRModule,
    VarBinding,
    children,
    problems,
    walk,
)

from .rewrite import graph_vars
from .transform import DeadCodeElimination
from .users import values_of


def remove_all_unused(func: GraphFunction) -> GraphFunction:
    """The function without bindings that do not reach its result; calls with effects stay."""
    kept: GraphFunction = DeadCodeElimination().run(func, IRModule({}))
    return kept


def post_order_visit(expr: GraphExpr, fvisit: Callable[[GraphExpr], object]) -> None:
    """Call `fvisit` on each expression below `expr`, children first, and once on each that is shared."""
    seen: set[int] = set()

    def visit(node: GraphExpr) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        for child in children(node):
            visit(child)  # type: ignore[arg-type]
        if isinstance(node, GraphExpr):
            fvisit(node)

    visit(expr)


def all_vars(expr: GraphExpr) -> list[GraphVar]:
    """The variables of an expression, parameters included, in order of appearance."""
    found = dict.fromkeys(expr.params) if isinstance(expr, GraphFunction) else {}
    for node in walk(expr):
        if isinstance(node, GraphVar):
            found[node] = None
        elif isinstance(node, VarBinding):
            found[node.var] = None
    return list(found)


def bound_vars(expr: GraphExpr) -> list[GraphVar]:
    """The parameters and the variables that bindings define."""
    found = list(expr.params) if isinstance(expr, GraphFunction) else []
    for node in walk(expr):
        if isinstance(node, GraphLoop):
            found += node.params
        elif hasattr(node, "var") and isinstance(node.var, GraphVar):
            found.append(node.var)
    return found


def free_vars(expr: GraphExpr) -> list[GraphVar]:
    """The variables that are used and not bound inside."""
    params = set(expr.params) if isinstance(expr, GraphFunction) else set()
    return [var for var in graph_vars(expr) if var not in params]


def all_global_vars(expr: GraphExpr) -> list[GlobalVar]:
    """The functions of the module that an expression names, each once."""
    return list({node.name: node for node in walk(expr) if isinstance(node, GlobalVar)}.values())


def get_var2val(func: GraphFunction) -> dict[GraphVar, GraphExpr]:
    """What each variable of a function is bound to."""
    return values_of(func)


def udchain(block: BindingBlock) -> dict[GraphVar, list[GraphVar]]:
    """For each variable that a block uses or defines, the variables of the block that are computed from it."""
    users: dict[GraphVar, list[GraphVar]] = {}
    for binding in block.bindings:
        users.setdefault(binding.var, [])
        for node in walk(binding.value):
            if isinstance(node, GraphVar) and binding.var not in users.setdefault(node, []):
                users[node].append(binding.var)
    return users


def well_formed(item: IRModule | GraphFunction) -> bool:
    """Whether a module or a function is valid; `mlcc.ir.problems` says what is wrong."""
    return not problems(item)


__all__ = [
    "all_global_vars",
    "all_vars",
    "bound_vars",
    "free_vars",
    "get_var2val",
    "post_order_visit",
    "remove_all_unused",
    "udchain",
    "well_formed",
]
