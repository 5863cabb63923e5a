"""Joins the tensor programs that a fused function calls to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mlcc.ir import (
    BaseFunc,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
    VarBinding,
    walk,
)  # fmt: skip

from ..join_programs import calls_programs, joined_program
from ..legalize import group_to_prim_func, is_group
from ..rewrite import Emitter, map_branches, rewrite
from .pass_ import Pass


@dataclass(frozen=True)
class FuseTIR(Pass):
    """Replace each ``Primitive`` function by one tensor program that does what the programs it calls do, and its calls
    by ``R.call_tir`` of that. Values between the programs become temporaries of the program; a schedule, such as those
    of the library, then computes them in one loop nest. Functions of operators are lowered as by LegalizeOps; those
    that hold other calls stay.
    """

    def __call__(self, module: IRModule) -> IRModule:
        programs: dict[str, PrimFunc] = {}
        for name, func in module.graph_funcs.items():
            if is_group(func):
                fused = _fused(name, func, module)
                if fused is not None:
                    programs[name] = fused
        if not programs:
            return module
        calls = _Calls(module, programs)
        new = {k: calls.function(f) if k not in programs else f for k, f in module.graph_funcs.items()}
        result = module.with_functions({k: programs.get(k, new.get(k, f)) for k, f in module.functions.items()})
        return result.without(*_orphans(result, [module[name] for name in programs]))


def _orphans(module: IRModule, groups: Iterable[BaseFunc]) -> set[str]:
    """Programs that fused functions called, and nothing calls any more: they were parts of their callers only."""
    joined = {n.name for group in groups if isinstance(group, GraphFunction) for n in _called(group)}
    used = {n.name for func in module.graph_funcs.values() for n in _called(func)}
    return (joined - used) & set(module.prim_funcs)


def _called(func: GraphFunction) -> Iterator[GlobalVar]:
    return (node for node in walk(func) if isinstance(node, GlobalVar))


@dataclass(frozen=True)
class _Calls:
    """Rewrites calls of fused functions."""

    module: IRModule
    programs: Mapping[str, PrimFunc]

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: Any) -> GraphCall | None:
        if not (isinstance(value, GraphCall) and isinstance(value.op, GlobalVar) and value.op.name in self.programs):
            return None
        assert var.sinfo is not None
        inputs = GraphTuple(value.args)
        return GraphCall(Op("call_tir"), (value.op, inputs), {}, (var.sinfo,), var.sinfo)


def _fused(name: str, group: GraphFunction, module: IRModule) -> PrimFunc | None:
    """The program of a group, or None if it has calls that cannot be part of one."""
    if calls_programs(group):
        return joined_program(name, group, module)
    calls = [b.value for b in group.bindings() if isinstance(b, VarBinding) and isinstance(b.value, GraphCall)]
    return group_to_prim_func(group, name) if all(isinstance(c.op, Op) for c in calls) else None
