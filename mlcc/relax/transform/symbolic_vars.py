"""What parameters of graph functions are: their symbolic sizes, and their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mlcc.diagnostics import MlccError, choices_help
from mlcc.ir import (
    Expr,
    GraphCall,
    GraphFunction,
    GraphVar,
    IRModule,
    Node,
    StructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    const_like,
    map_children,
    update,
)

from ..analysis import defined_symbolic_vars
from ..dimensions import with_dimensions
from ..rewrite import rename
from .pass_ import Pass, graph_function, normalized


@dataclass(frozen=True)
class BindSymbolicVars(Pass):
    """Replace symbolic sizes, given as variables or by name, by numbers or expressions: in the function `func_name`, or
    in all graph functions. Raises T122 for a function and T120 for a size that is not there."""

    needs_normal_form: ClassVar[bool] = False
    binding_map: Mapping[Any, Any] = field(default_factory=dict)
    func_name: str | None = None

    def __call__(self, module: IRModule) -> IRModule:
        chosen = module.graph_funcs
        if self.func_name is not None:
            chosen = {self.func_name: graph_function(module, self.func_name)}
        found: set[Any] = set()
        for name, func in chosen.items():
            values = self._values(func, found)
            module = module.with_function(name, with_dimensions(func, values)) if values else module
        for key in self.binding_map:
            if key not in found:
                label = getattr(key, "name", key)
                names = sorted({v.name for func in chosen.values() for v in defined_symbolic_vars(func)})
                raise MlccError("T120", f"no function has the symbolic size `{label}`",
                                help=choices_help(str(label), names, "symbolic sizes"))  # fmt: skip
        return normalized(module)

    def _values(self, func: GraphFunction, found: set[Any]) -> dict[Var, Expr]:
        values: dict[Var, Expr] = {}
        for var in defined_symbolic_vars(func):
            for key, value in self.binding_map.items():
                if key is var or key == var.name:
                    values[var] = const_like(value, var.dtype)
                    found.add(key)
        return values


@dataclass(frozen=True)
class UpdateParamType(Pass):
    """Give parameters the types that `sinfo_func(param)` returns; where it returns None they stay. What is computed of
    them gets its types anew."""

    needs_normal_form: ClassVar[bool] = False
    sinfo_func: Callable[[GraphVar], StructInfo | None]

    def __call__(self, module: IRModule) -> IRModule:
        changed = {name: self._changed(func) for name, func in module.graph_funcs.items()}
        return normalized(module.with_functions({**module.functions, **changed}))

    def _changed(self, func: GraphFunction) -> GraphFunction:
        types = {p: self.sinfo_func(p) for p in func.params}
        env = {p: GraphVar(p.name, info, span=p.span) for p, info in types.items() if info is not None}
        if not env:
            return func
        params = tuple(env.get(p, p) for p in func.params)
        return _without_types(update(func, params=params, body=rename(func.body, env), ret_sinfo=None))


def _without_types(func: GraphFunction) -> GraphFunction:
    """The function with the types of what its bindings compute left to infer."""
    fresh: dict[GraphVar, GraphVar] = {}

    def visit(node: Node) -> Node:
        if isinstance(node, GraphVar):
            return fresh.get(node, node)
        if isinstance(node, VarBinding):
            value = visit(node.value)
            fresh[node.var] = GraphVar(node.var.name, None, node.var.is_dataflow, span=node.var.span)
            return update(node, var=fresh[node.var], value=value)
        new = map_children(node, visit)
        keeps = isinstance(new, GraphCall) and new.sinfo_args
        return update(new, sinfo=None) if isinstance(new, (GraphCall, TupleGetItem)) and not keeps else new

    body = visit(func.body)
    return update(func, body=body)
