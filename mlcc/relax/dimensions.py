"""Substitution of symbolic dimensions throughout a node, and their values where two expressions match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from mlcc.analysis import same, simplify
from mlcc.ir import (
    Binary,
    DerivedDim,
    Expr,
    Node,
    Var,
    binary,
    children,
    free_vars,
    named_dim,
    substitute,
    update,
)

N = TypeVar("N")


def with_dimensions(item: N, values: Mapping[Var, Expr]) -> N:
    """The module, function or other node with variables replaced: in types, shapes, attributes and programs."""
    return _Substitution(values).visit(item)  # type: ignore[no-any-return]


class NodeRewriter:
    """Rewrites every field of every node. Shared nodes stay shared; unchanged nodes are returned as the same object."""

    def __init__(self) -> None:
        self.done: dict[int, tuple[Any, Any]] = {}  # id -> (the node, kept alive; its replacement)

    def visit(self, item: Any) -> Any:
        match item:
            case Node():
                if id(item) not in self.done:
                    self.done[id(item)] = (item, self.node(item))
                return self.done[id(item)][1]
            case tuple() | list():
                new = [self.visit(part) for part in item]
                same = all(a is b for a, b in zip(new, item, strict=True))
                return item if same else type(item)(new)
            case Mapping():
                pairs = {self.visit(key): self.visit(value) for key, value in item.items()}
                same = all(a is b and pairs[a] is item[b] for a, b in zip(pairs, item, strict=True))
                return item if same else pairs
        return item

    def node(self, item: Node) -> Any:
        """One node with its fields rewritten."""
        changes = {}
        for field in fields(item):  # type: ignore[arg-type]
            if field.name != "span":
                old = getattr(item, field.name)
                new = self.visit(old)
                if new is not old:
                    changes[field.name] = new
        return update(item, **changes) if changes else item


class _Substitution(NodeRewriter):
    """Replaces variables; constant arithmetic is folded."""

    def __init__(self, values: Mapping[Var, Expr]) -> None:
        super().__init__()
        self.values = values

    def node(self, item: Node) -> Any:
        if isinstance(item, Var):
            if item in self.values or not isinstance(item, DerivedDim):
                return self.values.get(item, item)
            value = self.visit(item.value)
            return item if value is item.value else named_dim(value)
        if isinstance(item, Binary):
            a, b = self.visit(item.a), self.visit(item.b)
            return item if a is item.a and b is item.b else binary(item.op, a, b)
        return super().node(item)


def match_exprs(wanted: Expr, actual: Expr, values: dict[Var, Expr]) -> None:
    """Bind the variables of `wanted` to the corresponding subexpressions of `actual`, as far as the two match."""
    if isinstance(wanted, Var):
        values.setdefault(wanted, actual)
    elif type(wanted) is type(actual) and getattr(wanted, "op", None) == getattr(actual, "op", None):
        for declared, corresponding in zip(children(wanted), children(actual), strict=False):
            if isinstance(declared, Expr) and isinstance(corresponding, Expr):
                match_exprs(declared, corresponding, values)


def all_same(pairs: Sequence[tuple[Expr, Expr]], values: Mapping[Var, Expr]) -> bool:
    """Whether each dimension whose variables all have `values` equals the actual one, with these substituted."""
    determined = [(dim, actual) for dim, actual in pairs if all(v in values for v in free_vars(dim))]
    return all(same(simplify(substitute(dim, values)), simplify(actual)) for dim, actual in determined)
