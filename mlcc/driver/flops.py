"""Counts the floating-point operations of a call, for the rates of `mlcc bench`.

Each float addition, multiplication, division, minimum, maximum and math function counts one, in the programs
before scheduling.
"""

from __future__ import annotations

from collections.abc import Mapping

from mlcc.ir import (
    Binary,
    Block,
    BufferStore,
    Call,
    Expr,
    For,
    GlobalVar,
    GraphCall,
    GraphFunction,
    IRModule,
    Node,
    PrimFunc,
    as_int,
    children,
    const,
    free_vars,
    walk,
)

_COUNTED = frozenset({"add", "sub", "mul", "div", "min", "max"})


def count_flops(module: IRModule, name: str) -> int | None:
    """The operations of one call of a function of a legalised module; None if a size is symbolic."""
    func = module[name]
    if isinstance(func, PrimFunc):
        return _static(func)
    if not isinstance(func, GraphFunction):
        return None
    counts: dict[str, int | None] = {}
    total = 0
    for node in walk(func):
        if isinstance(node, GraphCall) and node.args and isinstance(node.args[0], GlobalVar):
            count = _of_callee(module, node.args[0].name, counts)
            if count is None:
                return None
            total += count
    return total


def program_flops(module: IRModule, name: str) -> Expr | None:
    """The operations of one tensor program of a module, over its symbolic dimensions.

    None for other functions, and where a loop's extent depends on more than those dimensions.
    """
    func = module.functions.get(name)
    if not isinstance(func, PrimFunc):
        return None
    count = _of_node(func.body)
    if isinstance(count, int):
        return const(count, "int64")
    available = {*func.params, *func.symbolic_vars()}
    return count if available.issuperset(free_vars(count)) else None


def works_in_double(module: IRModule, name: str) -> bool:
    """Whether a tensor program stores float64 elements: vectors then hold half as many."""
    func = module.functions.get(name)
    return func is not None and any(
        isinstance(node, BufferStore) and node.value.dtype.startswith("float64") for node in walk(func)
    )


def _of_callee(module: IRModule, name: str, counts: dict[str, int | None]) -> int | None:
    if name not in counts:
        func = module.functions.get(name)
        counts[name] = _static(func) if isinstance(func, PrimFunc) else None
    return counts[name]


def _static(func: PrimFunc) -> int | None:
    count = _of_node(func.body)
    return count if isinstance(count, int) else None


def _of_node(node: Node) -> int | Expr:
    if isinstance(node, BufferStore):
        return _of_expr(node.value)
    if isinstance(node, Block):
        # The initialisation of a reduction is not counted.
        return _of_node(node.body)
    total: int | Expr = 0
    for child in children(node):
        if not isinstance(child, Expr):
            total = _sum(total, _of_node(child))
    if not isinstance(node, For) or total == 0:
        return total
    extent = as_int(node.extent)
    if isinstance(total, int) and extent is not None:
        return total * extent
    return _expr(total) * node.extent.astype("int64")


def _sum(a: int | Expr, b: int | Expr) -> int | Expr:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    return b if a == 0 else a if b == 0 else _expr(a) + _expr(b)


def _expr(count: int | Expr) -> Expr:
    return const(count, "int64") if isinstance(count, int) else count


def _of_expr(expr: Expr) -> int:
    return sum(map(_weight, walk(expr)))


def _weight(node: Node) -> int:
    if isinstance(node, Binary):
        return int(node.op in _COUNTED and _is_float(node))
    if isinstance(node, Call):
        return _CALLS.get(node.op, 1) if _is_float(node) else 0
    return 0


#: The operations of calls that are not one operation.
_CALLS: Mapping[str, int] = {"fma": 2, "if_then_else": 0, "likely": 0, "reinterpret": 0}


def _is_float(expr: Expr) -> bool:
    return expr.dtype.startswith(("float", "bfloat"))
