"""Dimensions of a fused group as symbols of its own: its tensor program knows no more of sizes than it needs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from mlcc.ir import Expr, GraphFunction, IntImm, Node, TensorStructInfo, Var, VarBinding, free_vars

from .dimensions import NodeRewriter


def with_own_dims(group: GraphFunction) -> GraphFunction:
    """The group with a new symbol for each dimension of its parameters that is an expression, such as ``(h + 1) // 2``.

    Only where the group uses the expression's symbols in no other way: all else that it says of sizes follows from the
    parameters. Programs are then smaller, and the same for calls whose sizes are made differently.
    """
    dims = [d for p in group.params if isinstance(p.sinfo, TensorStructInfo) for d in p.sinfo.shape or ()]
    made = [d for d in dims if not isinstance(d, Var | IntImm)]
    if not made:
        return group
    keys = _Keys()
    distinct = {keys.of(d): d for d in made}
    used = [*dims, *_exprs([b.value for b in group.bindings() if isinstance(b, VarBinding)])]
    names = {v.name for d in used for v in free_vars(d)}
    chosen: dict[Hashable, Expr] = {}
    for key, dim in sorted(distinct.items(), key=lambda item: keys.size(item[1])):
        trial = _Replacement(keys, {**chosen, key: Var("_", dim.dtype)})
        rest = {v for d in used for v in free_vars(trial.visit(d))}
        inside = {v for v in free_vars(_Replacement(keys, chosen).visit(dim)) if isinstance(v, Var)}
        if not inside & rest:
            name = next(n for n in (f"size{k}" for k in range(len(names) + 1)) if n not in names)
            names.add(name)
            chosen[key] = Var(name, dim.dtype)
    return _Replacement(keys, chosen).visit(group) if chosen else group


def _exprs(item: Any) -> Iterator[Expr]:
    """The expressions among the operands and attributes of calls; not the types of what they give."""
    match item:
        case Expr():
            yield item
        case Node():
            for field in fields(item):  # type: ignore[arg-type]
                if field.name not in ("span", "sinfo"):
                    yield from _exprs(getattr(item, field.name))
        case tuple() | list():
            for part in item:
                yield from _exprs(part)
        case Mapping():
            yield from _exprs(list(item.values()))


class _Keys:
    """What expressions are made of: equal for equal ones over the same symbols."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.done: dict[int, tuple[Expr, int, int]] = {}  # id -> (the expression, kept alive; its number; its size)

    def of(self, expr: Expr) -> int:
        """A number for the expression and all equal ones."""
        return self._entry(expr)[1]

    def size(self, expr: Expr) -> int:
        """How many parts the expression has."""
        return self._entry(expr)[2]

    def _entry(self, expr: Expr) -> tuple[Expr, int, int]:
        if id(expr) not in self.done:
            parts: list[Hashable] = [id(expr) if isinstance(expr, Var) else type(expr).__name__]
            size = 1
            for field in fields(expr) if not isinstance(expr, Var) else ():  # type: ignore[arg-type]
                value = getattr(expr, field.name)
                if isinstance(value, Expr):
                    parts.append(self.of(value))
                    size += self.size(value)
                elif field.name != "span":
                    parts.append(tuple(map(self.of, value)) if isinstance(value, tuple) else repr(value))
            self.done[id(expr)] = (expr, self.numbers.setdefault(tuple(parts), len(self.numbers)), size)
        return self.done[id(expr)]


class _Replacement(NodeRewriter):
    """Puts expressions in the places of others."""

    def __init__(self, keys: _Keys, values: Mapping[Hashable, Expr]) -> None:
        super().__init__()
        self.keys, self.values = keys, values

    def node(self, item: Node) -> Any:
        if isinstance(item, Var | IntImm):
            return item
        found = self.values.get(self.keys.of(item)) if isinstance(item, Expr) else None
        return super().node(item) if found is None else found
