"""Outlines the calls that a predicate takes, for code generators outside of mlcc."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mlcc.diagnostics import MlccError
from mlcc.ir import (
    BaseFunc,
    Binding,
    BindingBlock,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    VarBinding,
    update,
    walk,
)

from ..legalize import is_group, unique_name
from ..rewrite import map_branches
from ..users import Users, users_of
from .fuse_by_pattern import CODEGEN, COMPOSITE
from .group_functions import make_group
from .pass_ import Pass


@dataclass(frozen=True)
class OutlineParts(Pass):
    """Move the calls that `takes` takes into private functions with the attribute ``Codegen``, for `generator`.

    `takes(call)` is True for calls that are taken with the neighbours that are taken too, as far as no value between
    them is used elsewhere; or a name, and all calls of that name in a dataflow block are one part. Raises T131 where
    such a part would give more than one value, or another call stands between its calls.
    """

    generator: str
    takes: Callable[[GraphCall], bool | str]

    def __call__(self, module: IRModule) -> IRModule:
        state = _Outliner(self, dict(module.functions), set(module.functions))
        for name, func in module.graph_funcs.items():
            if not is_group(func) and COMPOSITE not in func.attrs and CODEGEN not in func.attrs:
                state.functions[name] = state.function(func)
        return module.with_functions(state.functions)


@dataclass
class _Outliner:
    settings: OutlineParts
    functions: dict[str, BaseFunc]
    taken: set[str] = field(default_factory=set)

    def function(self, func: GraphFunction) -> GraphFunction:
        users = users_of(func)
        blocks = [self.block(block, users) if block.is_dataflow else block for block in func.body.blocks]
        return map_branches(update(func, body=update(func.body, blocks=tuple(blocks))), self.function)

    def block(self, block: BindingBlock, users: Users) -> BindingBlock:
        part_of = _parts(block.bindings, users, self.settings.takes)
        members: dict[str, list[VarBinding]] = {}
        for binding in block.bindings:
            if binding.var in part_of and isinstance(binding, VarBinding):
                members.setdefault(part_of[binding.var], []).append(binding)
        result = {key: _result(key, part, users, block.bindings) for key, part in members.items()}
        bindings: list[Binding] = []
        for binding in block.bindings:
            key = part_of.get(binding.var)
            if key is None:
                bindings.append(binding)
            elif binding.var is result[key] and isinstance(binding, VarBinding):
                own = members[key]
                bindings.append(self.outlined(own[: own.index(binding) + 1], binding.var))
        return update(block, bindings=tuple(bindings))

    def outlined(self, part: Sequence[VarBinding], result: GraphVar) -> VarBinding:
        """The call of a function with these bindings, in the place of the one that gives the result."""
        generator = self.settings.generator
        func, args = make_group(part, result, generator)
        label = unique_name(re.sub(r"\W", "_", f"{generator}_part"), self.taken)  # C functions are called so
        self.functions[label] = update(func, attrs={CODEGEN: generator, "global_symbol": label})
        return VarBinding(result, GraphCall(GlobalVar(label), args, sinfo=result.sinfo), span=part[-1].span)


def _parts(bindings: Sequence[Binding], users: Users, takes: Callable[[GraphCall], bool | str]) -> dict[GraphVar, str]:
    """By variable of a call that is taken: the name of its part. Numbers are the names of parts of neighbours."""
    part_of: dict[GraphVar, str] = {}
    for number, binding in enumerate(bindings):
        value = binding.value
        if not isinstance(binding, VarBinding) or not isinstance(value, GraphCall):
            continue
        choice = takes(value)
        if not choice:
            continue
        if isinstance(choice, str):
            part_of[binding.var] = choice
            continue
        own = f"#{number}"
        for source in _variables(value):
            joined = part_of.get(source, "")
            if joined.startswith("#") and all(u is not None and u.var is binding.var for u in users[source]):
                part_of.update({var: own for var, part in part_of.items() if part == joined})
        part_of[binding.var] = own
    return part_of


def _variables(value: GraphExpr) -> list[GraphVar]:
    return list(dict.fromkeys(n for n in walk(value) if isinstance(n, GraphVar)))


def _result(key: str, part: Sequence[VarBinding], users: Users, bindings: Sequence[Binding]) -> GraphVar:
    """The one value of a part that others use. Raises T131."""
    own = {b.var for b in part}
    between = _between(own, bindings)
    if between is not None:
        before, after = between
        raise MlccError(
            "T131", f"the part `{key}` would break the dataflow: `{after.var.name}`, which is not in it, needs "
            f"`{before.name}` of it, and another value of it needs `{after.var.name}`",
            help="take that call too, or give the calls before and after it two names", span=after.span,
        )  # fmt: skip
    leaving = [b.var for b in part if any(user is None or user.var not in own for user in users[b.var])]
    if len(leaving) > 1:
        raise MlccError(
            "T131", f"the part `{key}` gives {len(leaving)} values: {_named(leaving)}",
            help="a part gives one value: name fewer calls, or give them several names", span=part[-1].span,
        )  # fmt: skip
    return leaving[0] if leaving else part[-1].var


def _named(variables: Sequence[GraphVar]) -> str:
    return ", ".join(f"`{v.name}`" for v in variables)


def _between(own: set[GraphVar], bindings: Sequence[Binding]) -> tuple[GraphVar, Binding] | None:
    """A value of a part and a binding outside of the part that uses it, on whose value the part depends."""
    tainted: dict[GraphVar, tuple[GraphVar, Binding]] = {}
    for binding in bindings:
        sources = _variables(binding.value)
        if binding.var in own:
            found = next((tainted[v] for v in sources if v in tainted), None)
            if found is not None:
                return found
            continue
        for source in sources:
            if source in own:
                tainted.setdefault(binding.var, (source, binding))
            elif source in tainted:
                tainted.setdefault(binding.var, tainted[source])
    return None
