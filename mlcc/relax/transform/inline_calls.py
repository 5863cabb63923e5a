"""Inlines calls of other graph functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.ir import (
    Binding,
    Expr,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphLoop,
    GraphVar,
    IRModule,
    MatchCast,
    Op,
    Var,
    VarBinding,
    map_children,
    substitute,
    update,
    walk,
)  # fmt: skip

from ..infer import CALL_FORMS, argument_dims
from ..legalize import is_group
from ..rewrite import Emitter, map_branches, rewrite
from ..tail_calls import calls_of, without_tail_calls
from .pass_ import Pass


@dataclass(frozen=True)
class InlineCalls(Pass):
    """Replace calls of graph functions of the module (``cls.other(x)``) by their bodies; groups of operators stay.

    A function that calls itself at the end of a branch becomes a loop; so do functions that end by calling each
    other. Raises T123 for other recursion.
    """

    def __call__(self, module: IRModule) -> IRModule:
        inliner = _Inliner(module)
        new = {k: inliner.function(k) if k in inliner.callable else f for k, f in module.functions.items()}
        return module if all(new[k] is f for k, f in module.functions.items()) else module.with_functions(new)


class _Inliner:
    """Inlines functions on demand, callees first."""

    def __init__(self, module: IRModule) -> None:
        self.module = module
        self.callable = {k for k, f in module.graph_funcs.items() if not is_group(f) or _calls_programs(f)}
        self.done: dict[str, GraphFunction] = {}
        self.active: list[str] = []

    def function(self, name: str) -> GraphFunction:
        """A function with its calls inlined, except those of functions that are being inlined."""
        if name in self.done:
            return self.done[name]
        self.active.append(name)
        func = self.module[name]
        assert isinstance(func, GraphFunction)
        func = self.inline(func)
        if any(calls_of(func, name)):
            func = without_tail_calls(name, func)
        self.active.pop()
        # Calls of functions that are being inlined are left to these: then the result is not that for other callers.
        if not any(any(calls_of(func, caller)) for caller in self.active):
            self.done[name] = func
        return func

    def inline(self, func: GraphFunction) -> GraphFunction:
        if not any(isinstance(n, GraphCall) and self.is_inlined(n) for n in walk(func)):
            return func
        return map_branches(rewrite(func, self.rule, self.module), self.inline)

    def is_inlined(self, call: GraphCall) -> bool:
        return isinstance(call.op, GlobalVar) and call.op.name in self.callable

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not self.is_inlined(value):
            return None
        assert isinstance(value.op, GlobalVar)
        if value.op.name in self.active:
            return None
        callee = self.function(value.op.name)
        clone = _Clone(callee.params, value.args, out.in_dataflow)
        for binding in callee.bindings():
            out.bindings.append(clone.binding(binding))
        result = clone.visit(callee.body.body)
        assert isinstance(result, GraphExpr)
        return result


def _calls_programs(func: GraphFunction) -> bool:
    return any(isinstance(n, GraphCall) and isinstance(n.op, Op) and n.op.name in CALL_FORMS for n in walk(func))


@dataclass
class _Clone:
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
