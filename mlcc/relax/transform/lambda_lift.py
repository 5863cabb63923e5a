"""Functions that are bound inside of others become functions of the module."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BindingBlock,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    SeqExpr,
    ShapeExpr,
    ShapeStructInfo,
    VarBinding,
    map_children,
    update,
    walk,
)

from ..analysis import free_symbolic_vars
from ..legalize import unique_name
from ..rewrite import graph_vars, rename
from .pass_ import Pass


@dataclass(frozen=True)
class LambdaLift(Pass):
    """Move functions that are bound inside of others to the module, as private ones: what they read from outside
    becomes further parameters, also symbolic sizes that their parameters do not state. Raises T143 for a function that
    is used otherwise than by a call."""

    def __call__(self, module: IRModule) -> IRModule:
        if not any(_is_local(node) for func in module.graph_funcs.values() for node in walk(func.body)):
            return module
        functions, taken = dict(module.functions), set(module.functions)
        for name, func in module.graph_funcs.items():
            functions[name] = update(func, body=_Lifter(name, functions, taken).visit(func.body))
        return module.with_functions(functions)


def _is_local(node: Any) -> bool:
    return isinstance(node, VarBinding) and isinstance(node.value, GraphFunction)


@dataclass
class _Lifter:
    """Lifts the functions inside of one; `local` has the label of each, and the arguments behind those of a call."""

    outer: str
    functions: dict[str, Any]
    taken: set[str]
    local: dict[GraphVar, tuple[str, tuple[GraphExpr, ...]]] = field(default_factory=dict)

    def visit(self, node: Any) -> Any:
        match node:
            case BindingBlock():
                kept = [self.visit(b) for b in node.bindings if not self.is_lifted(b)]
                return update(node, bindings=tuple(kept))
            case SeqExpr():
                new = map_children(node, self.visit)
                return update(new, blocks=tuple(block for block in new.blocks if block.bindings))
            case GraphCall(op=GraphVar() as callee) if callee in self.local:
                label, more = self.local[callee]
                args = tuple(self.visit(arg) for arg in node.args)
                return update(node, op=GlobalVar(label), args=(*args, *more))
            case GraphVar() if node in self.local:
                raise MlccError("T143", f"`{node.name}` is a function, and is used as a value", span=node.span,
                                help="call it; which function is called is known when a module is built")  # fmt: skip
        return map_children(node, self.visit)

    def is_lifted(self, binding: Any) -> bool:
        """Whether a binding only names a function, which is remembered then."""
        if not isinstance(binding, VarBinding):
            return False
        if isinstance(binding.value, GraphVar) and binding.value in self.local:
            self.local[binding.var] = self.local[binding.value]
        elif isinstance(binding.value, GraphFunction):
            self.lift(binding.var, binding.value)
        return binding.var in self.local

    def lift(self, var: GraphVar, func: GraphFunction) -> None:
        label = unique_name(f"{self.outer}_{var.name}", self.taken)
        outside: dict[GraphExpr, None] = {}
        for used in graph_vars(func):
            if used is not var:
                outside.update(dict.fromkeys(self.local[used][1] if used in self.local else (used,)))
        captured = [item for item in outside if isinstance(item, GraphVar)]
        renamed = {item: GraphVar(item.name, item.sinfo) for item in captured}
        inner = update(func, params=(*func.params, *renamed.values()))
        sizes = free_symbolic_vars(inner)
        more = (*captured, *([ShapeExpr(tuple(sizes))] if sizes else ()))
        shape = [GraphVar("sizes", ShapeStructInfo(tuple(sizes)))] if sizes else []
        self.local[var] = label, more
        body = rename(self.visit(func.body), dict(renamed))
        attrs = {key: value for key, value in func.attrs.items() if key != "global_symbol"}
        self.functions[label] = update(inner, params=(*inner.params, *shape), body=body, attrs=attrs)
