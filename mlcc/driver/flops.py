"""How many floating-point operations a call does: what `mlcc bench` divides by the time."""

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
    walk,
)

_COUNTED = frozenset({"add", "sub", "mul", "div", "min", "max"})


def count_flops(module: IRModule, name: str) -> int | None:
    """The operations of one call of a function of a legalised module; None if a size is symbolic.

    Each float addition, multiplication, division, minimum, maximum and math function counts one, in the
    programs as they are before scheduling.
    """
    func = module[name]
    if isinstance(func, PrimFunc):
        return _of_program(func)
    if not isinstance(func, GraphFunction):
        return None
    known: dict[str, int | None] = {}
    total = 0
    for node in walk(func):
        if isinstance(node, GraphCall) and node.args and isinstance(node.args[0], GlobalVar):
            count = _of_callee(module, node.args[0].name, known)
            if count is None:
                return None
            total += count
    return total


def program_flops(module: IRModule, name: str) -> int | None:
    """The operations of one tensor program of a module; None for other functions, or if a size is symbolic."""
    func = module.functions.get(name)
    return _of_program(func) if isinstance(func, PrimFunc) else None


def _of_callee(module: IRModule, name: str, known: dict[str, int | None]) -> int | None:
    if name not in known:
        known[name] = program_flops(module, name)
    return known[name]


def _of_program(func: PrimFunc) -> int | None:
    return _of_node(func.body)


def _of_node(node: Node) -> int | None:
    if isinstance(node, BufferStore):
        return _of_expr(node.value)
    if isinstance(node, Block):
        # What initialises a sum is no arithmetic.
        return _of_node(node.body)
    total = 0
    for child in children(node):
        if isinstance(child, Expr):
            continue
        count = _of_node(child)
        if count is None:
            return None
        total += count
    if isinstance(node, For) and total:
        extent = as_int(node.extent)
        return None if extent is None else total * extent
    return total


def _of_expr(expr: Expr) -> int:
    return sum(map(_weight, walk(expr)))


def _weight(node: Node) -> int:
    if isinstance(node, Binary):
        return int(node.op in _COUNTED and _is_float(node))
    if isinstance(node, Call):
        return _CALLS.get(node.op, 1) if _is_float(node) else 0
    return 0


#: Calls that are not one operation.
_CALLS: Mapping[str, int] = {"fma": 2, "if_then_else": 0, "likely": 0, "reinterpret": 0}


def _is_float(expr: Expr) -> bool:
    return expr.dtype.startswith(("float", "bfloat"))
