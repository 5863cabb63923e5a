"""Replaces the dimension expressions of a fused group by symbols of the group: a simpler, more reusable kernel.

Example: in a model over an image of height ``h``, the parameter of a group has the shape ``((h + 1) // 2, 64)``. The
group is compiled for ``(size0, 64)``; its kernel serves every call with 64 columns, at ``h // 4`` rows as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from mlcc.analysis import Analyzer, Poly
from mlcc.ir import (
    DerivedDim,
    Expr,
    GraphFunction,
    IntImm,
    Node,
    TensorStructInfo,
    ValueNumbers,
    Var,
    VarBinding,
    binary,
    const,
    free_vars,
    substitute,
)

from .dimensions import NodeRewriter, with_dimensions


def with_own_dims(group: GraphFunction) -> tuple[GraphFunction, dict[Var, Expr]]:
    """The group with a new symbol for each dimension that is an expression, such as ``(h + 1) // 2``: dimensions of its
    parameters, and those that its operators are given, as the shape of a broadcast is.

    An expression is replaced only if its symbols occur nowhere else in the group; all other sizes then follow from the
    parameters and results. The tensor program becomes smaller, and calls whose sizes are computed by other expressions
    share it. Dimensions that have names in the caller (`DerivedDim`) are plain symbols of the group.

    With the group, the values that its new symbols have in the caller.
    """
    group, values = _with_plain_dims(group)
    dims = [d for p in group.params if isinstance(p.sinfo, TensorStructInfo) for d in p.sinfo.shape or ()]
    given = _exprs([b.value for b in group.bindings() if isinstance(b, VarBinding)])
    used = [*dims, *(e for e in given if not isinstance(e, IntImm))]
    expressions = [d for d in used if not isinstance(d, Var | IntImm) and d.dtype == "int64"]
    if not expressions:
        return group, values
    keys = ValueNumbers()
    distinct = {keys.of(d): d for d in expressions}
    names = {v.name for d in used for v in free_vars(d)}
    chosen: dict[Hashable, Expr] = {}
    replaced: dict[Var, Expr] = {}
    inverses: dict[Var, Expr] = {}
    # Small expressions first: a larger one that contains them is then written in the new symbols.
    for key, dim in sorted(distinct.items(), key=lambda item: keys.size(item[1])):
        trial = _Replacement(keys, {**chosen, key: Var("_", dim.dtype)})
        used_elsewhere = {v for d in used for v in free_vars(trial.visit(d))}
        own_symbols = {v for v in free_vars(_Replacement(keys, chosen).visit(dim)) if isinstance(v, Var)}
        if not own_symbols & used_elsewhere:
            chosen[key] = own = _symbol(names, dim.dtype)
            replaced[own] = substitute(dim, values)
            inverses.update(_inverse(dim, own))
    if not chosen:
        return group, values
    return with_dimensions(_Replacement(keys, chosen).visit(group), inverses), {**values, **replaced}


def _inverse(dim: Expr, own: Var) -> dict[Var, Expr]:
    """The one symbol of a sum, written in the symbol of the sum: results and what is between have it, too.

    Of images of (h + 2) rows for (size0) rows, a window of three leaves h rows, which are (size0 - 2). Those of 4 * n
    for (size0) are four times (size0 // 4).
    """
    poly, symbols = Analyzer().poly(dim), free_vars(dim)
    if len(symbols) != 1:
        return {}
    (var,) = symbols
    factor, base = poly.terms.get((var,), 0), poly.constant
    if factor < 1 or poly != Poly.atom(var, factor).shift(base):
        return {}
    rest = own - base if base else own
    return {var: rest if factor == 1 else binary("floordiv", rest, const(factor, own.dtype))}


def _symbol(names: set[str], dtype: str) -> Var:
    """A symbol with a name that is not in `names`, where it is added."""
    name = next(n for n in (f"size{k}" for k in range(len(names) + 1)) if n not in names)
    names.add(name)
    return Var(name, dtype)


def _with_plain_dims(group: GraphFunction) -> tuple[GraphFunction, dict[Var, Expr]]:
    """The group with a symbol of its own for each derived dimension, and these by their symbols."""
    infos = [*(p.sinfo for p in group.params), group.ret_sinfo, *(b.var.sinfo for b in group.bindings())]
    used = [*_exprs(infos), *_exprs([b.value for b in group.bindings() if isinstance(b, VarBinding)])]
    symbols = dict.fromkeys(v for d in used for v in free_vars(d))
    names = {v.name for v in symbols if not isinstance(v, DerivedDim)}
    plain: dict[Var, Var] = {v: _symbol(names, v.dtype) for v in symbols if isinstance(v, DerivedDim)}
    return (with_dimensions(group, plain) if plain else group), {own: dim for dim, own in plain.items()}


def _exprs(item: Any) -> Iterator[Expr]:
    """The expressions among the operands and attributes of calls, or in types; those of operands' types are not."""
    match item:
        case Expr():
            yield item
        case Node():
            for name in _operands(type(item)):  # type: ignore[arg-type]
                yield from _exprs(getattr(item, name))
        case tuple() | list():
            for part in item:
                yield from _exprs(part)
        case Mapping():
            yield from _exprs(list(item.values()))


@cache
def _operands(kind: Any) -> tuple[str, ...]:
    """The fields of a class of nodes that hold expressions of its own."""
    return tuple(field.name for field in fields(kind) if field.name not in ("span", "sinfo"))


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
