"""Outlines what patterns match, for code generators outside of mlcc or for programs of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.ir import (
    BindingBlock,
    Constant,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    VarBinding,
    map_nodes,
    update,
    walk,
)

from ..dpl import DFPattern
from ..legalize import is_group, unique_name
from ..rewrite import map_branches
from ..users import Users, users_of, values_of
from .group_functions import make_group
from .pass_ import Pass

COMPOSITE, CODEGEN = "Composite", "Codegen"


@dataclass(frozen=True)
class PatternCheckContext:
    """What a check is given: the values that the parts of the pattern matched, by name, and the bindings."""

    annotated_expr: Mapping[str, GraphExpr]
    matched_expr: GraphExpr
    matched_bindings: Mapping[GraphVar, GraphExpr]
    var_usages: Users
    value_to_bound_var: Mapping[GraphExpr, GraphVar]


@dataclass(frozen=True)
class FusionPattern:
    """A rule of `FuseOpsByPattern`: what is matched, under which name, the parts of the pattern by name, and a check.
    `attrs_getter(values)` is given the values of the parts by name, and gives the function more attributes."""

    name: str
    pattern: DFPattern
    annotation_patterns: Mapping[str, DFPattern] | None = None
    check: Callable[[PatternCheckContext], bool] | None = None
    attrs_getter: Callable[[Mapping[str, GraphExpr]], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class FuseOpsByPattern(Pass):
    """Move what a pattern matches into a private function with the attribute ``Composite``, and call it.

    `patterns` are rules (:class:`FusionPattern`), or tuples (name, pattern), and optionally the parts of the pattern by
    name and a check that is given a `PatternCheckContext`; earlier ones take precedence, and in a function later
    bindings. Values inside may not be used outside. With `bind_constants` constants become part of the function, else
    they are passed. With `annotate_codegen`
    the function is marked for the code generator of which the name begins (``blas`` of ``blas.matmul``).
    """

    patterns: Sequence[FusionPattern | tuple[Any, ...]] = ()
    bind_constants: bool = True
    annotate_codegen: bool = False

    def __call__(self, module: IRModule) -> IRModule:
        state = _Outlined(self, dict(module.functions), set(module.functions))
        for name, func in module.graph_funcs.items():
            if not is_group(func) and COMPOSITE not in func.attrs and CODEGEN not in func.attrs:
                state.functions[name] = state.function(func)
        return module.with_functions(state.functions)


@dataclass
class _Outlined:
    settings: FuseOpsByPattern
    functions: dict[str, Any]
    taken: set[str]
    count: int = field(default=0)

    def function(self, func: GraphFunction) -> GraphFunction:
        for item in self.settings.patterns:
            func = self.one_pattern(func, item if isinstance(item, FusionPattern) else FusionPattern(*item))
        return map_branches(func, self.function)

    def one_pattern(self, func: GraphFunction, rule: FusionPattern) -> GraphFunction:
        values, users = values_of(func), users_of(func)
        bound = {value: var for var, value in values.items()}
        blocks = []
        for block in func.body.blocks:
            if not block.is_dataflow:
                blocks.append(block)
                continue
            bindings: list[Any] = list(block.bindings)
            local = {b.var: n for n, b in enumerate(bindings)}
            gone: set[GraphVar] = set()
            for binding in reversed(block.bindings):
                found = None
                if isinstance(binding, VarBinding) and binding.var not in gone and isinstance(binding.value, GraphCall):
                    found = rule.pattern.extract_matched_expr(binding.value, values)
                if found is None or not isinstance(binding, VarBinding):
                    continue
                inside = _matched(binding, found, local, values)
                ok = not any(b.var in gone for b in inside) and _is_closed(inside, binding.var, users)
                ok = ok and not any(self.is_outlined(b.value) for b in inside)
                match = PatternCheckContext(
                    {k: found[p] for k, p in (rule.annotation_patterns or {}).items() if p in found},
                    binding.value,
                    {b.var: b.value for b in inside},
                    users,
                    bound,
                )
                if not ok or (rule.check is not None and not rule.check(match)):
                    continue
                more = rule.attrs_getter(match.annotated_expr) if rule.attrs_getter is not None else {}
                call = self.call(rule.name, inside, binding.var, more)
                bindings[local[binding.var]] = VarBinding(binding.var, call, span=binding.span)
                gone |= {b.var for b in inside}
            bindings = [b for b in bindings if b.var not in gone or self.is_outlined(b.value)]
            blocks.append(update(block, bindings=tuple(bindings)))
        return update(func, body=update(func.body, blocks=tuple(blocks)))

    def is_outlined(self, value: GraphExpr) -> bool:
        called = value.op if isinstance(value, GraphCall) else None
        callee = self.functions.get(called.name) if isinstance(called, GlobalVar) else None
        return isinstance(callee, GraphFunction) and (COMPOSITE in callee.attrs or CODEGEN in callee.attrs)

    def call(self, name: str, inside: Sequence[VarBinding], result: GraphVar, more: Mapping[str, Any]) -> GraphCall:
        func, args = make_group(inside, result, name)
        if self.settings.bind_constants:
            func, args = _with_constants(func, args)
        label = unique_name(re.sub(r"\W", "_", f"fused_{name}"), self.taken)
        attrs: dict[str, Any] = {COMPOSITE: name}
        if self.settings.annotate_codegen:
            attrs = {COMPOSITE: name, CODEGEN: name.split(".")[0], "global_symbol": label}
        self.functions[label] = update(func, attrs={**attrs, **more})
        return GraphCall(GlobalVar(label), args, sinfo=result.sinfo)


def _matched(
    root: VarBinding, found: Mapping[DFPattern, GraphExpr], local: Mapping[GraphVar, int], values: Mapping[Any, Any]
) -> list[VarBinding]:
    """The bindings of the block whose calls the pattern states, in order."""
    from ..dpl import CallPattern

    inside = {root.var}
    for pattern, expr in found.items():
        if isinstance(pattern, CallPattern):
            while isinstance(expr, GraphVar) and expr in local:
                inside.add(expr)
                expr = values[expr]
    return [VarBinding(var, values[var]) for var in sorted(inside, key=lambda v: local[v])]


def _is_closed(inside: Sequence[VarBinding], result: GraphVar, users: Users) -> bool:
    """Whether only the result is used outside."""
    own = {b.var for b in inside}
    return all(user is not None and user.var in own for var in own - {result} for user in users[var])


def _with_constants(func: GraphFunction, args: Sequence[GraphExpr]) -> tuple[GraphFunction, tuple[GraphExpr, ...]]:
    """The function with the constants among its arguments inside."""
    inner = {p: a for p, a in zip(func.params, args, strict=True) if isinstance(a, Constant)}
    if not inner:
        return func, tuple(args)
    body = map_nodes(func.body, lambda n: inner.get(n) if isinstance(n, GraphVar) else None)
    kept = [(p, a) for p, a in zip(func.params, args, strict=True) if p not in inner]
    return update(func, params=tuple(p for p, _ in kept), body=body), tuple(a for _, a in kept)


@dataclass(frozen=True)
class MergeCompositeFunctions(Pass):
    """Join calls of ``Composite`` functions of one code generator (that of which their names begin) that follow each
    other: one function with the attribute ``Codegen`` calls them. A value between them may not be used elsewhere."""

    def __call__(self, module: IRModule) -> IRModule:
        functions, taken = dict(module.functions), set(module.functions)
        for name, func in module.graph_funcs.items():
            if COMPOSITE not in func.attrs and CODEGEN not in func.attrs:
                functions[name] = _merged(func, functions, taken)
        return module.with_functions(functions)


def _generator_of(value: GraphExpr, functions: Mapping[str, Any]) -> str:
    callee = functions.get(value.op.name) if isinstance(value, GraphCall) and isinstance(value.op, GlobalVar) else None
    composite = callee.attrs.get(COMPOSITE, "") if isinstance(callee, GraphFunction) else ""
    return "" if isinstance(callee, GraphFunction) and CODEGEN in callee.attrs else str(composite).split(".")[0]


def _merged(func: GraphFunction, functions: dict[str, Any], taken: set[str]) -> GraphFunction:
    users = users_of(func)
    blocks: list[BindingBlock] = []
    for block in func.body.blocks:
        group: dict[GraphVar, list[VarBinding]] = {}
        order: list[Any] = []
        for binding in block.bindings:
            generator = _generator_of(binding.value, functions) if block.is_dataflow else ""
            if not generator or not isinstance(binding, VarBinding):
                order.append(binding)
                continue
            chain = [binding]
            for source in dict.fromkeys(n for n in walk(binding.value) if isinstance(n, GraphVar)):
                before = group.get(source)
                alone = [user is not None and user.var is binding.var for user in users[source]] == [True]
                if before and alone and _generator_of(before[-1].value, functions) == generator:
                    chain = [*before, *chain]
                    order = [item for item in order if item is not before]
                    del group[source]
            group[binding.var] = chain
            order.append(chain)
        bindings = [_outline(item, functions, taken) if isinstance(item, list) else item for item in order]
        blocks.append(update(block, bindings=tuple(bindings)))
    return update(func, body=update(func.body, blocks=tuple(blocks)))


def _outline(chain: Sequence[VarBinding], functions: dict[str, Any], taken: set[str]) -> VarBinding:
    last, generator = chain[-1], _generator_of(chain[-1].value, functions)
    merged, args = make_group(chain, last.var, generator)
    label = unique_name(f"{generator}_part", taken)
    functions[label] = update(merged, attrs={CODEGEN: generator, "global_symbol": label})
    return VarBinding(last.var, GraphCall(GlobalVar(label), args, sinfo=last.var.sinfo), span=last.span)
