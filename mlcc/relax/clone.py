"""Copies of graph functions' bindings under new variables: calls are inlined, functions copied by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.ir import (
    Binding,
    Expr,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphLoop,
    GraphVar,
    MatchCast,
    Var,
    VarBinding,
    map_children,
    substitute,
    update,
)  # fmt: skip

from .infer import argument_dims


def copy_with_new_vars(func: GraphFunction) -> GraphFunction:
    """The function with variables of its own: none of its parameters and bindings is that of `func`."""
    params = tuple(GraphVar(p.name, p.sinfo, p.is_dataflow, span=p.span) for p in func.params)
    clone = Clone(func.params, params, in_dataflow=False)
    blocks = tuple(
        update(block, bindings=tuple(clone.binding(b, inside=True) for b in block.bindings))
        for block in func.body.blocks
    )
    return update(func, params=params, body=update(func.body, blocks=blocks, body=clone.visit(func.body.body)))


@dataclass
class Clone:
    """Copies bindings with fresh variables, with arguments and their dimensions substituted for the parameters'."""

    params: Sequence[GraphVar]
    args: Sequence[GraphExpr]
    in_dataflow: bool
    env: dict[GraphVar, GraphExpr] = field(default_factory=dict)
    dims: dict[Var, Expr] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for param, arg in zip(self.params, self.args, strict=True):
            self.env[param] = arg
        self.dims = argument_dims(self.params, self.args)

    def binding(self, item: Binding, inside: bool = False) -> Binding:
        """Copy a binding. `inside` a branch, the new variable stays a dataflow variable if the old one was."""
        new = self.visit_fields(item)
        info = self.visit(item.var.sinfo) if item.var.sinfo is not None else None
        flag = item.var.is_dataflow if inside else self.in_dataflow
        var = GraphVar(item.var.name, info, flag, span=item.var.span)
        self.env[item.var] = var
        assert isinstance(new, VarBinding | MatchCast)
        return update(new, var=var)

    def visit(self, item: Any) -> Any:
        match item:
            case GraphVar():
                return self.env.get(item, item)
            case VarBinding() | MatchCast():
                return self.binding(item, inside=True)
            case GraphLoop():
                for param in item.params:
                    self.env[param] = GraphVar(param.name, self.visit(param.sinfo), param.is_dataflow, span=param.span)
                return update(self.visit_fields(item), params=tuple(self.env[p] for p in item.params))
            case Expr():
                return substitute(item, self.dims)
        return self.visit_fields(item)

    def visit_fields(self, item: Any) -> Any:
        new = map_children(item, self.visit)
        changes: dict[str, Any] = {}
        if isinstance(new, GraphExpr) and new.sinfo is not None:
            changes["sinfo"] = self.visit(new.sinfo)
        if isinstance(new, GraphCall) and self.dims:
            changes["attrs"] = _substituted(new.attrs, self.dims)
        return update(new, **changes) if changes else new


def _substituted(value: Any, dims: Mapping[Var, Expr]) -> Any:
    """Attributes with dimensions substituted, in nested lists and mappings too."""
    match value:
        case Expr():
            return substitute(value, dims)
        case list() | tuple():
            return type(value)(_substituted(v, dims) for v in value)
        case Mapping():
            return {k: _substituted(v, dims) for k, v in value.items()}
    return value
