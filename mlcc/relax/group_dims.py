"""Replaces the dimension expressions of a fused group by symbols of the group: a simpler, more reusable kernel.

Example: in a model over an image of height ``h``, the parameter of a group has the shape ``((h + 1) // 2, 64)``. The
group is compiled for ``(size0, 64)``; its kernel serves every call with 64 columns, at ``h // 4`` rows as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from mlcc.ir import Expr, GraphFunction, IntImm, Node, TensorStructInfo, ValueNumbers, Var, VarBinding, free_vars

from .dimensions import NodeRewriter


def with_own_dims(group: GraphFunction) -> GraphFunction:
    """The group with a new symbol for each dimension of its parameters that is an expression, such as ``(h + 1) // 2``.

    An expression is replaced only if its symbols occur nowhere else in the group; all other sizes then follow from the
    parameters. The tensor program becomes smaller, and calls whose sizes are computed by other expressions share it.
    """
    dims = [d for p in group.params if isinstance(p.sinfo, TensorStructInfo) for d in p.sinfo.shape or ()]
    expressions = [d for d in dims if not isinstance(d, Var | IntImm)]
    if not expressions:
        return group
    keys = ValueNumbers()
    distinct = {keys.of(d): d for d in expressions}
    used = [*dims, *_exprs([b.value for b in group.bindings() if isinstance(b, VarBinding)])]
    names = {v.name for d in used for v in free_vars(d)}
    chosen: dict[Hashable, Expr] = {}
    # Small expressions first: a larger one that contains them is then written in the new symbols.
    for key, dim in sorted(distinct.items(), key=lambda item: keys.size(item[1])):
        trial = _Replacement(keys, {**chosen, key: Var("_", dim.dtype)})
        used_elsewhere = {v for d in used for v in free_vars(trial.visit(d))}
        own_symbols = {v for v in free_vars(_Replacement(keys, chosen).visit(dim)) if isinstance(v, Var)}
        if not own_symbols & used_elsewhere:
            name = next(n for n in (f"size{k}" for k in range(len(names) + 1)) if n not in names)
            names.add(name)
            chosen[key] = Var(name, dim.dtype)
    return _Replacement(keys, chosen).visit(group) if chosen else group


def _exprs(item: Any) -> Iterator[Expr]:
    """The expressions among the operands and attributes of calls; result types are not visited."""
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


class _Replacement(NodeRewriter):
    """Replaces expressions, which are identified by their value numbers."""

    def __init__(self, keys: ValueNumbers, values: Mapping[Hashable, Expr]) -> None:
        super().__init__()
        self.keys, self.values = keys, values

    def node(self, item: Node) -> Any:
        if isinstance(item, Var | IntImm):
            return item
        replacement = self.values.get(self.keys.of(item)) if isinstance(item, Expr) else None
        return super().node(item) if replacement is None else replacement
