"""Copies of statements with fresh loops, axes and buffers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.ir import (
    Allocate,
    Block,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    For,
    IterVar,
    Let,
    LetStmt,
    MatchBuffer,
    Stmt,
    Var,
    map_children,
    substitute,
    update,
    walk,
)  # fmt: skip


def renewed(stmt: Stmt, values: Mapping[Var, Expr], buffers: Mapping[Buffer, Buffer]) -> Stmt:
    """A copy with `values` for variables, `buffers` for buffers, and fresh variables for everything that it binds."""
    fresh: dict[Var, Var] = {}
    copies: dict[Buffer, Buffer] = {}
    for item in walk(stmt):
        match item:
            case For() | IterVar() | Let() | LetStmt():
                fresh[item.var] = Var(item.var.name, item.var.dtype)
            case MatchBuffer():
                copies[item.buffer] = renewed_view(item.buffer, fresh)
            case Block():
                copies.update((b, update(b)) for b in item.allocs)
            case Allocate():
                copies[item.buffer] = update(item.buffer)
    used = {**buffers, **copies}

    def rebind(node: Any) -> Any:
        node = map_children(node, rebind)
        match node:
            case For() | IterVar() | Let() | LetStmt():
                return update(node, var=fresh[node.var])
            case BufferLoad() | BufferStore() | BufferRegion() | MatchBuffer() | Allocate() if node.buffer in used:
                return update(node, buffer=used[node.buffer])
            case Block():
                return update(node, allocs=tuple(used[b] for b in node.allocs))
        return node

    return rebind(substitute(stmt, {**values, **fresh}))  # type: ignore[no-any-return]


def renewed_view(view: Buffer, fresh: dict[Var, Var]) -> Buffer:
    """A copy of a buffer with strides of its own; its variables are put into `fresh`."""
    for item in view.strides:
        if isinstance(item, Var) and item not in fresh:
            fresh[item] = Var(item.name, item.dtype)
    return update(view, strides=tuple(substitute(item, fresh) for item in view.strides))
