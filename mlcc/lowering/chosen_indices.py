"""Vectors of loads whose index is a choice that all lanes make alike.

An operand whose dimension is one, or that of the result, only a call tells. Its index is chosen per element, and a
vector of such indices is a gather. The load is chosen instead: one element for all lanes, or a vector of them:

    for l in vectorized(8):                             for l in vectorized(8):
        Y[j + l] = A[select(n == 1, 0, j + l)]              Y[j + l] = if_then_else(n == 1, A[0], A[j + l])
"""

from __future__ import annotations

from typing import Any

from mlcc.ir import (
    BufferLoad,
    Call,
    Expr,
    For,
    PrimFunc,
    Select,
    Stmt,
    Var,
    free_vars,
    if_then_else,
    map_children,
    update,
    walk,
)
from mlcc.target import Target


def chosen_indices(func: PrimFunc, target: Target) -> PrimFunc:
    """Replace loads by chosen indices in vector loops by choices of loads."""

    def visit(node: Any) -> Any:
        new = map_children(node, visit) if isinstance(node, Stmt) else node
        if isinstance(new, For) and new.kind == "vectorized":
            return update(new, body=_chosen(new.body, _inside(new)))
        return new

    return func.with_body(visit(func.body)) if target.vector_bits else func


def _inside(loop: For) -> frozenset[Var]:
    """The variables that may differ by lane: that of the loop, and what is bound in its body."""
    bound = (getattr(node, "var", None) for node in walk(loop.body))
    return frozenset((loop.var, *(var for var in bound if isinstance(var, Var))))


def _chosen(node: Any, lanes: frozenset[Var]) -> Any:
    new = map_children(node, lambda child: _chosen(child, lanes))
    if not isinstance(new, BufferLoad) or len(new.indices) != 1:
        return new
    choice = next((n for n in walk(new.indices[0]) if isinstance(n, Select) and _is_alike(n, lanes)), None)
    if choice is None:
        return new
    yes, no = (_with(new, choice, value) for value in (choice.true_value, choice.false_value))
    return if_then_else(choice.condition, _chosen(yes, lanes), _chosen(no, lanes))


def _is_alike(choice: Select, lanes: frozenset[Var]) -> bool:
    """Whether all lanes choose the same of two indices, not both of which are the same for all lanes."""
    if any(isinstance(n, (BufferLoad, Call)) for n in walk(choice.condition)) or lanes & set(
        free_vars(choice.condition)
    ):
        return False
    return bool(lanes & {*free_vars(choice.true_value), *free_vars(choice.false_value)})


def _with(load: BufferLoad, choice: Select, value: Expr) -> BufferLoad:
    def replaced(node: Any) -> Any:
        return value if node is choice else map_children(node, replaced)

    return update(load, indices=(replaced(load.indices[0]),))
