"""Administrative normal form, with all types inferred."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import GlobalVar, GraphFunction, IRModule, walk

from ..legalize import is_group
from ..rewrite import normalize
from .pass_ import Pass


@dataclass(frozen=True)
class Normalize(Pass):
    """Bind nested calls to variables, replace aliases of operators by their registered names and infer every type: the
    form that all other passes expect."""

    def __call__(self, module: IRModule) -> IRModule:
        for name in _callees_first(module):
            func = module[name]
            assert isinstance(func, GraphFunction)
            module = module.with_function(name, normalize(func, module))
        return module


def _callees_first(module: IRModule) -> list[str]:
    """The graph functions, each after those that it calls: a call's type is that of the callee's result."""
    order: dict[str, None] = {}
    entered: set[str] = set()

    def visit(name: str) -> None:
        func = module.functions.get(name)
        if name in entered or not isinstance(func, GraphFunction) or is_group(func):
            return
        entered.add(name)
        for node in walk(func):
            if isinstance(node, GlobalVar):
                visit(node.name)
        order[name] = None

    for name in module.graph_funcs:
        visit(name)
    return list(order)
