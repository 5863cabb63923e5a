"""Graph functions that only the module itself calls: inlined, or with the parameters and results that are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from mlcc.ir import (
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Node,
    StructInfo,
    TupleGetItem,
    TupleStructInfo,
    Var,
    VarBinding,
    map_children,
    update,
    walk,
)  # fmt: skip

from ..call_graph import named_functions, reached
from ..legalize import is_group
from ..rewrite import graph_vars, rename
from .inline_calls import InlineCalls
from .pass_ import Pass, normalized


def private_functions(module: IRModule) -> dict[str, GraphFunction]:
    """The graph functions that have no public name, and are no groups of operators."""
    return {
        name: func
        for name, func in module.graph_funcs.items()
        if "global_symbol" not in func.attrs and name != "main" and not is_group(func) and "Codegen" not in func.attrs
    }


@dataclass(frozen=True)
class InlinePrivateFunctions(Pass):
    """Write the bodies of private graph functions where they are called, and remove them. Those that call themselves
    stay."""

    def __call__(self, module: IRModule) -> IRModule:
        private = private_functions(module)
        calls = named_functions(module)
        opened = [name for name in private if name not in reached(calls, [name])]
        if not opened:
            return module
        hidden = {name for name in module.graph_funcs if name not in opened}
        inlined = InlineCalls(only=tuple(opened))(module)
        calls = named_functions(inlined)
        used = {other for name in hidden for other in calls[name]}
        return inlined.without(*[name for name in opened if name not in used])


def _only_called(module: IRModule) -> dict[str, GraphFunction]:
    """The private functions that are named only as what is called: their signatures may change."""
    private = private_functions(module)
    for func in module.graph_funcs.values():
        heads = {id(n.op) for n in walk(func) if isinstance(n, GraphCall)}
        for node in walk(func):
            if isinstance(node, GlobalVar) and id(node) not in heads:
                private.pop(node.name, None)
    return private


#: How the arguments of a call of a changed function are made from the old ones.
Arguments = Callable[[Sequence[GraphExpr]], list[GraphExpr]]


def _with_calls(module: IRModule, functions: dict[str, GraphFunction], arguments: dict[str, Arguments]) -> IRModule:
    """The module with changed functions, and with the arguments of their calls changed accordingly."""

    def visit(item: Node) -> Node:
        item = map_children(item, visit)
        if isinstance(item, GraphCall) and isinstance(item.op, GlobalVar) and item.op.name in arguments:
            return update(item, args=tuple(arguments[item.op.name](item.args)))
        return item

    made = {**module.functions, **functions}
    return normalized(
        module.with_functions({k: visit(f) if isinstance(f, GraphFunction) else f for k, f in made.items()})  # type: ignore[misc]
    )


@dataclass(frozen=True)
class ExpandTupleArguments(Pass):
    """Pass the fields of tuples to private functions one by one."""

    def __call__(self, module: IRModule) -> IRModule:
        functions: dict[str, GraphFunction] = {}
        arguments: dict[str, Arguments] = {}
        for name, func in _only_called(module).items():
            if not any(isinstance(p.sinfo, TupleStructInfo) for p in func.params):
                continue
            params: list[GraphVar] = []
            env: dict[GraphVar, GraphExpr] = {}
            for param in func.params:
                value = _expanded(param.name, param.sinfo, params, param)
                if value is not param:
                    env[param] = value
            functions[name] = update(rename(func, env), params=tuple(params))
            arguments[name] = partial(_expanded_arguments, [p.sinfo for p in func.params])
        return _with_calls(module, functions, arguments) if functions else module


def _expanded(name: str, info: StructInfo | None, params: list[GraphVar], like: GraphVar) -> GraphExpr:
    if not isinstance(info, TupleStructInfo):
        params.append(like if name == like.name and info is like.sinfo else GraphVar(name, info, span=like.span))
        return params[-1]
    fields = tuple(_expanded(f"{name}_{n}", field, params, like) for n, field in enumerate(info.fields))
    return GraphTuple(fields, info)


def _expanded_arguments(infos: Sequence[StructInfo | None], args: Sequence[GraphExpr]) -> list[GraphExpr]:
    return [field for arg, info in zip(args, infos, strict=True) for field in _fields(arg, info)]


def _fields(value: GraphExpr, info: StructInfo | None) -> list[GraphExpr]:
    if not isinstance(info, TupleStructInfo):
        return [value]
    parts = value.fields if isinstance(value, GraphTuple) else [
        TupleGetItem(value, n, field) for n, field in enumerate(info.fields)
    ]  # fmt: skip
    return [f for part, field in zip(parts, info.fields, strict=True) for f in _fields(part, field)]


@dataclass(frozen=True)
class RemoveUnusedParameters(Pass):
    """Remove the parameters of private functions that these do not use, unless they alone say a symbolic dimension."""

    def __call__(self, module: IRModule) -> IRModule:
        functions: dict[str, GraphFunction] = {}
        arguments: dict[str, Arguments] = {}
        for name, func in _only_called(module).items():
            used = set(graph_vars(func.body))
            kept = [n for n, p in enumerate(func.params) if p in used or _says_size(func, n, used)]
            if len(kept) < len(func.params):
                functions[name] = update(func, params=tuple(func.params[n] for n in kept))
                arguments[name] = partial(_chosen, kept)
        return _with_calls(module, functions, arguments) if functions else module


def _chosen(kept: Sequence[int], args: Sequence[GraphExpr]) -> list[GraphExpr]:
    return [args[n] for n in kept]


def _says_size(func: GraphFunction, index: int, used: set[GraphVar]) -> bool:
    """Whether a parameter has a dimension in its type that no used parameter has."""

    def dims(info: StructInfo | None) -> set[Var]:
        return {v for v in walk(info) if isinstance(v, Var)} if info is not None else set()

    others = {v for n, p in enumerate(func.params) if n != index and (p in used or n < index) for v in dims(p.sinfo)}
    return bool(dims(func.params[index].sinfo) - others)


@dataclass(frozen=True)
class RemoveUnusedOutputs(Pass):
    """Remove the results of private functions that return tuples of which no caller takes all fields."""

    def __call__(self, module: IRModule) -> IRModule:
        private = {name: func for name, func in _only_called(module).items() if isinstance(func.body.body, GraphTuple)}
        taken = _taken_fields(module, set(private))
        functions, places = dict(module.functions), {}
        for name, func in private.items():
            result = func.body.body
            assert isinstance(result, GraphTuple)
            kept = sorted(taken.get(name, set()))
            if name in taken and 0 < len(kept) < len(result.fields):
                fields = tuple(result.fields[n] for n in kept)
                body: GraphExpr = fields[0] if len(fields) == 1 else GraphTuple(fields)
                functions[name] = update(func, body=update(func.body, body=body, sinfo=None), ret_sinfo=None)
                places[name] = {old: new for new, old in enumerate(kept)}
        if not places:
            return module
        made = {k: _retaken(f, places) if isinstance(f, GraphFunction) else f for k, f in functions.items()}
        return normalized(module.with_functions(made))


def _callee(value: GraphExpr, names: object) -> str:
    is_call = isinstance(value, GraphCall) and isinstance(value.op, GlobalVar)
    return value.op.name if is_call and value.op.name in names else ""  # type: ignore[attr-defined, operator]


def _taken_fields(module: IRModule, names: set[str]) -> dict[str, set[int]]:
    """By function, the fields of its result that callers take; without those of which a caller uses the whole."""
    taken: dict[str, set[int]] = {name: set() for name in names}
    for func in module.graph_funcs.values():
        results = {b.var: _callee(b.value, names) for b in func.bindings() if isinstance(b, VarBinding)}
        for node in walk(func):
            if isinstance(node, TupleGetItem) and isinstance(node.value, GraphVar):
                if (name := results.get(node.value)) and name in taken:
                    taken[name].add(node.index)
        whole = _uses_outside_of_fields(func)
        for var, name in results.items():
            if name and var in whole:
                taken.pop(name, None)
    return taken


def _uses_outside_of_fields(func: GraphFunction) -> set[GraphVar]:
    found: set[GraphVar] = set()

    def visit(node: Node) -> Node:
        if isinstance(node, TupleGetItem) and isinstance(node.value, GraphVar):
            return node
        if isinstance(node, GraphVar):
            found.add(node)
        return map_children(node, visit)

    visit(func.body)
    return found


def _retaken(func: GraphFunction, places: dict[str, dict[int, int]]) -> GraphFunction:
    """The function with the fields of changed results taken at their new places."""
    results = {b.var: _callee(b.value, places) for b in func.bindings() if isinstance(b, VarBinding)}
    fresh = {v: GraphVar(v.name, None, v.is_dataflow, span=v.span) for v, name in results.items() if name}

    def visit(node: Node) -> Node:
        if isinstance(node, TupleGetItem) and isinstance(node.value, GraphVar) and node.value in fresh:
            where = places[results[node.value]]
            if len(where) == 1:
                return fresh[node.value]
            return TupleGetItem(fresh[node.value], where[node.index], span=node.span)
        if isinstance(node, VarBinding) and node.var in fresh:
            assert isinstance(node.value, GraphCall)
            return update(node, var=fresh[node.var], value=update(node.value, sinfo=None))
        return map_children(node, visit)

    made = visit(func)
    assert isinstance(made, GraphFunction)
    return made
