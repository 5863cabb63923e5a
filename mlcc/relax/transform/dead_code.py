"""Removes unused bindings and unreachable functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlcc.ir import (
    Binding,
    BindingBlock,
    GraphCall,
    GraphFunction,
    GraphVar,
    IRModule,
    MatchCast,
    VarBinding,
    update,
    walk,
)  # fmt: skip

from ..call_graph import named_functions, reached
from ..operators import has_effects
from .pass_ import FunctionPass, Pass


def _is_pure(binding: Binding) -> bool:
    if isinstance(binding, MatchCast):
        return False
    assert isinstance(binding, VarBinding)
    value = binding.value
    return not (isinstance(value, GraphCall) and has_effects(value))


@dataclass(frozen=True)
class DeadCodeElimination(FunctionPass):
    """Remove bindings that do not reach the function's result; with `entry_functions` also the functions of the module
    that these do not reach."""

    entry_functions: Sequence[str] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        module = super().__call__(module)
        return module if self.entry_functions is None else _reached_only(module, list(self.entry_functions))

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        live = {v for v in walk(func.body.body) if isinstance(v, GraphVar)}
        blocks: list[BindingBlock] = []
        for block in reversed(func.body.blocks):
            kept: list[Binding] = []
            for binding in reversed(block.bindings):
                if binding.var in live or not _is_pure(binding):
                    kept.append(binding)
                    live.update(v for v in walk(binding) if isinstance(v, GraphVar))
            if kept:
                blocks.append(
                    block if len(kept) == len(block.bindings) else update(block, bindings=tuple(reversed(kept)))
                )
        return update(func, body=update(func.body, blocks=tuple(reversed(blocks))))


@dataclass(frozen=True)
class RemoveUnusedFunctions(Pass):
    """Remove private functions that no entry function (`main`, and those with a global_symbol) reaches."""

    needs_normal_form: ClassVar[bool] = False

    def __call__(self, module: IRModule) -> IRModule:
        if "main" not in module:
            return module
        return _reached_only(
            module, ["main", *(n for n, f in module.graph_funcs.items() if "global_symbol" in f.attrs)]
        )


def _reached_only(module: IRModule, starts: list[str]) -> IRModule:
    """The module without the functions that these names do not reach."""
    kept = {*starts, *reached(named_functions(module), starts)}
    return module.without(*[name for name in module if name not in kept])
