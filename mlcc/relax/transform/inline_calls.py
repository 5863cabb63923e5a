"""Inlines calls of other graph functions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mlcc.ir import GlobalVar, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, walk

from ..clone import Clone
from ..infer import CALL_FORMS
from ..legalize import is_group
from ..rewrite import Emitter, map_branches, rewrite
from ..tail_calls import calls_of, without_tail_calls
from .pass_ import Pass


@dataclass(frozen=True)
class InlineCalls(Pass):
    """Replace calls of graph functions of the module (``cls.other(x)``) by their bodies; groups of operators stay.

    A function that calls itself at the end of a branch becomes a loop; so do functions that end by calling each
    other. With `only` the functions of these names are inlined, and others stay. Raises T123 for other recursion.
    """

    only: tuple[str, ...] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        inliner = _Inliner(module, self.only)
        new = {k: inliner.function(k) if k in inliner.changed else f for k, f in module.functions.items()}
        return module if all(new[k] is f for k, f in module.functions.items()) else module.with_functions(new)


class _Inliner:
    """Inlines functions on demand, callees first."""

    def __init__(self, module: IRModule, only: Collection[str] | None) -> None:
        self.module = module
        self.changed = {k for k, f in module.graph_funcs.items() if not is_group(f) or _calls_programs(f)}
        self.callable = self.changed if only is None else self.changed & set(only)
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
        clone = Clone(callee.params, value.args, out.in_dataflow)
        for binding in callee.bindings():
            out.bindings.append(clone.binding(binding))
        result = clone.visit(callee.body.body)
        assert isinstance(result, GraphExpr)
        return result


def _calls_programs(func: GraphFunction) -> bool:
    return any(isinstance(n, GraphCall) and isinstance(n.op, Op) and n.op.name in CALL_FORMS for n in walk(func))
