"""Visiting and rewriting tensor programs, with TVM's names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import Expr, Node, PrimFunc, Var, children, const_like, map_children
from mlcc.ir import substitute as replace_vars


def post_order_visit(stmt: Node, fvisit: Callable[[Node], object]) -> None:
    """Call `fvisit` on each statement and expression below, children first, once on each that is shared."""
    seen: set[int] = set()

    def visit(node: Node) -> None:
        if id(node) not in seen:
            seen.add(id(node))
            for child in children(node):
                visit(child)
            fvisit(node)

    visit(_root(stmt))


def pre_order_visit(stmt: Node, fvisit: Callable[[Node], bool]) -> None:
    """Call `fvisit` on each statement and expression, parents first; below one for which it returns False nothing."""
    node = _root(stmt)
    if fvisit(node) is not False:
        for child in children(node):
            pre_order_visit(child, fvisit)


def ir_transform(
    stmt: Any,
    preorder: Callable[[Any], Any] | None,
    postorder: Callable[[Any], Any] | None,
    only_enable: Sequence[str] | None = None,
) -> Any:
    """A statement rewritten: `preorder` may give another node, which is not entered; `postorder` may replace one whose
    children were rewritten. None keeps the node.

    `only_enable` names the classes that are shown to the functions: "tir.For", "tir.BufferStore" or their bare names.
    Raises T127 for a name of no class.
    """
    enabled = None if only_enable is None else tuple(map(_class, only_enable))

    def visit(node: Any) -> Any:
        is_shown = enabled is None or any(isinstance(node, kind) for kind in enabled)
        if is_shown and preorder is not None and (new := preorder(node)) is not None:
            return new
        node = map_children(node, visit)
        if is_shown and postorder is not None and (new := postorder(node)) is not None:
            return new
        return node

    if isinstance(stmt, PrimFunc):
        return map_children(stmt, visit)
    return visit(stmt)


def _class(name: str) -> Any:
    from mlcc import tir

    kind = getattr(tir, name.rsplit(".", 1)[-1], None)
    if not isinstance(kind, type):
        raise MlccError("T127", f"`only_enable` names `{name}`, which is no class of statements or expressions")
    return kind


def substitute(node: Any, vmap: Mapping[Var, Expr | int]) -> Any:
    """A statement or an expression with variables replaced."""
    return replace_vars(node, {var: const_like(value, var.dtype) for var, value in vmap.items()})


def _root(stmt: Node) -> Node:
    return stmt.body if isinstance(stmt, PrimFunc) else stmt


__all__ = ["ir_transform", "post_order_visit", "pre_order_visit", "substitute"]
