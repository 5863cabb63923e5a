"""Groups pure bindings into maximal dataflow blocks."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import (
    Binding,
    BindingBlock,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    TupleGetItem,
    VarBinding,
    update,
    walk,
)  # fmt: skip

from ..operators import has_effects
from ..rewrite import rename, with_vars
from .pass_ import FunctionPass


@dataclass(frozen=True)
class ConvertToDataflow(FunctionPass):
    """Split a function at conditionals, casts and calls with side effects; the bindings between become dataflow blocks,
    in which later passes may fuse and reorder."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        blocks = func.body.blocks
        if len(blocks) == 1 and blocks[0].is_dataflow and all(map(_is_pure, blocks[0].bindings)):
            return func
        runs = _runs(func.bindings())
        env: dict[GraphVar, GraphVar] = {}
        new: list[BindingBlock] = []
        needed = {v for v in walk(func.body.body) if isinstance(v, GraphVar)}  # variables used after the run
        after: list[set[GraphVar]] = []
        for run in reversed(runs):
            after.append(set(needed))
            needed.update(v for b in run for v in walk(b) if isinstance(v, GraphVar))
        for run, outside in zip(runs, reversed(after), strict=True):
            pure = _is_pure(run[0])
            bindings = []
            for binding in run:
                var = binding.var
                wanted = pure and var not in outside
                if var.is_dataflow is not wanted:
                    env[var] = GraphVar(var.name, var.sinfo, wanted, span=var.span)
                bindings.append(with_vars(binding, env))
            new.append(BindingBlock(tuple(bindings), pure))
        body = rename(func.body.body, env)
        return update(func, body=update(func.body, blocks=tuple(new), body=body))


def _runs(bindings: tuple[Binding, ...]) -> list[list[Binding]]:
    """Bindings in order, split into maximal runs of pure and of other ones."""
    runs: list[list[Binding]] = []
    for binding in bindings:
        if runs and _is_pure(runs[-1][0]) == _is_pure(binding):
            runs[-1].append(binding)
        else:
            runs.append([binding])
    return runs


def _is_pure(binding: Binding) -> bool:
    if not isinstance(binding, VarBinding):
        return False
    value = binding.value
    if isinstance(value, GraphCall):
        return isinstance(value.op, Op) and not has_effects(value)
    return isinstance(value, GraphVar | GraphTuple | TupleGetItem)
