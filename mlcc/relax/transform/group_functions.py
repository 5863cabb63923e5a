"""Groups of calls as private functions, of which equal ones are one."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.ir import (
    BindingBlock,
    Constant,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    SeqExpr,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    update,
)

from ..legalize import free_inputs, group_key, is_inline_constant, kernel_name, unique_name


class Groups:
    """The group functions created so far, by structural key."""

    def __init__(self, module: IRModule) -> None:
        self.module = module
        self.functions: dict[str, GraphFunction] = {}
        self.taken = set(module.functions)
        self.by_key: dict[tuple[str, tuple[Var, ...]], str] = {}

    def add(self, group: GraphFunction, name: str = "") -> GlobalVar:
        """The function equal to `group`, called `name` (by default after its operators) if it is new. Calls do not
        pass symbols that are not dimensions of an operand, so these must be identical in equal functions."""
        text, symbols = group_key(group)
        dims = {d for p in group.params if isinstance(p.sinfo, TensorStructInfo) for d in p.sinfo.shape or ()}
        key = text, tuple(v for v in symbols if v not in dims)
        if key not in self.by_key:
            name = self.by_key[key] = unique_name(name or kernel_name(group), self.taken)
            self.functions[name] = group
        return GlobalVar(self.by_key[key])


def make_group(
    bindings: Sequence[VarBinding], result: GraphVar, anchor: str
) -> tuple[GraphFunction, tuple[GraphExpr, ...]]:
    """A private function that computes `result` by `bindings`, and the arguments of its call."""
    inputs = free_inputs(bindings)
    params: list[GraphVar] = []
    env: dict[GraphExpr, GraphVar] = {}
    for n, item in enumerate(inputs):
        name = item.name if isinstance(item, GraphVar) else f"w{n}"
        env[item] = GraphVar(name, item.sinfo)
        params.append(env[item])

    def rename(expr: GraphExpr) -> GraphExpr:
        match expr:
            case GraphVar():
                return env.get(expr, expr)
            case Constant():
                return expr if is_inline_constant(expr) else env[expr]
            case GraphTuple():
                return update(expr, fields=tuple(rename(f) for f in expr.fields))
            case TupleGetItem():
                return update(expr, value=rename(expr.value))
            case GraphCall():
                return update(expr, args=tuple(rename(a) for a in expr.args))
        return expr

    inner = []
    for b in bindings:
        value = rename(b.value)
        env[b.var] = GraphVar(b.var.name, b.var.sinfo, b.var is not result)
        inner.append(VarBinding(env[b.var], value))
    body = SeqExpr((BindingBlock(tuple(inner), True),), env[result], result.sinfo)
    return GraphFunction(tuple(params), body, result.sinfo, {"Primitive": 1, "anchor": anchor}), tuple(inputs)
