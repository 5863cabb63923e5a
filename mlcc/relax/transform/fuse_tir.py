"""Joins the tensor programs that a fused function calls to one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mlcc.analysis.program_kind import NUMBERS
from mlcc.ir import (
    BaseFunc,
    Block,
    Buffer,
    Expr,
    GlobalVar,
    GraphCall,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
    Stmt,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    handle_param,
    map_nodes,
    root_realize,
    seq,
    update,
    walk,
)  # fmt: skip
from mlcc.schedule import renewed

from ..infer import output_infos, tensor_info
from ..legalize import group_to_prim_func, is_group
from ..operators import OP_PATTERN
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
    """Private programs that fused functions called, and nothing calls any more."""
    joined = {n.name for group in groups if isinstance(group, GraphFunction) for n in _called(group)}
    used = {n.name for func in module.graph_funcs.values() for n in _called(func)}
    private = {name for name, func in module.prim_funcs.items() if "global_symbol" not in func.attrs}
    return (joined - used) & private


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
    values = [b.value for b in group.bindings() if isinstance(b, VarBinding)]
    calls = [v for v in values if isinstance(v, GraphCall)]
    if len(values) != len(group.bindings()):
        return None
    if all(isinstance(c.op, Op) and c.op.name != "call_tir" for c in calls):
        return group_to_prim_func(group, name)
    if not all(_callee(call, module) for call in calls):
        return None
    if not all(isinstance(v, GraphCall | GraphVar | GraphTuple | TupleGetItem) for v in values):
        return None
    return _Joined(group, module).program(name)


def _callee(call: GraphCall, module: IRModule) -> PrimFunc | None:
    """The program that a call of ``call_tir`` runs, if it has only buffers as parameters."""
    callee = call.args[0] if isinstance(call.op, Op) and call.op.name == "call_tir" and len(call.args) == 2 else None
    func = module.functions.get(callee.name) if isinstance(callee, GlobalVar) else None
    return func if isinstance(func, PrimFunc) and len(func.buffers) == len(func.params) else None


class _Joined:
    """One program from the calls of a group, in order."""

    def __init__(self, group: GraphFunction, module: IRModule) -> None:
        self.group = group
        self.module = module
        self.env: dict[GraphVar, Any] = {}
        self.allocs: list[Buffer] = []
        self.parts: list[Stmt] = []
        self.blocks: set[str] = set()
        self.attrs: dict[str, Any] = {}
        self.pattern = 0

    def program(self, name: str) -> PrimFunc:
        params: list[Buffer] = []
        for param in self.group.params:
            self.env[param] = _buffers(param.name, tensor_info(param))
            params += self.env[param]
        for binding in self.group.bindings():
            self.env[binding.var] = self.value(binding.var, binding.value)
        results = self.result(self.group.body.body)
        outputs = [b for b in results if b in self.allocs]
        body = seq(*self.parts)
        handles = {handle_param(b): b for b in (*params, *outputs)}
        allocs = tuple(b for b in self.allocs if b not in outputs)
        attrs = {"tir.noalias": True, OP_PATTERN: self.pattern, **self.attrs}
        return PrimFunc(tuple(handles), handles, root_realize(body, allocs), attrs)

    def result(self, value: Any) -> list[Buffer]:
        """The buffers of a value."""
        match value:
            case GraphVar():
                return list(self.env[value])
            case GraphTuple():
                return [buffer for item in value.fields for buffer in self.result(item)]
            case TupleGetItem():
                return [self.result(value.value)[value.index]]
        raise AssertionError("a call is bound to a variable")

    def value(self, var: GraphVar, value: Any) -> list[Buffer]:
        if not isinstance(value, GraphCall):
            return self.result(value)
        func = _callee(value, self.module)
        assert func is not None
        assert var.sinfo is not None
        inputs = self.result(value.args[1])
        outputs = [_buffers(var.name, info)[0] for info in output_infos(var.sinfo)]
        self.allocs += outputs
        self.run(func, [*inputs, *outputs])
        return outputs

    def run(self, func: PrimFunc, buffers: Sequence[Buffer]) -> None:
        """Append the body of a program that works on these buffers."""
        dims: dict[Var, Expr] = {}
        for own, given in zip(func.buffers, buffers, strict=True):
            for dim, value in zip(own.shape, given.shape, strict=True):
                if isinstance(dim, Var):
                    dims.setdefault(dim, value)
        block = renewed(func.root, dims, dict(zip(func.buffers, buffers, strict=True)))
        assert isinstance(block, Block)
        self.allocs += block.allocs
        self.parts.append(self.named(block.body))
        self.pattern = max(self.pattern, int(func.attrs.get(OP_PATTERN, NUMBERS["opaque"])))
        if "op" in func.attrs and (func.attrs.get(OP_PATTERN, 8) >= NUMBERS["reduce"] or "op" not in self.attrs):
            self.attrs["op"] = func.attrs["op"]  # by which schedules of the library find their programs

    def named(self, body: Stmt) -> Stmt:
        """A body whose blocks have names that no block before has."""
        names: dict[int, str] = {}
        for node in walk(body):
            if isinstance(node, Block):
                name, count = node.name, 0
                while name in self.blocks:
                    count += 1
                    name = f"{node.name}_{count}"
                self.blocks.add(name)
                names[id(node)] = name
        if all(names[id(n)] == n.name for n in walk(body) if isinstance(n, Block)):
            return body
        todo = iter([names[id(n)] for n in _bottom_up(body)])
        return map_nodes(body, lambda n: update(n, name=next(todo)) if isinstance(n, Block) else None)


def _bottom_up(body: Stmt) -> list[Block]:
    """The blocks in the order in which a rewrite from the leaves visits them."""
    order: list[Block] = []

    def visit(node: Any) -> None:
        if isinstance(node, Block):
            order.append(node)

    map_nodes(body, visit)
    return order


def _buffers(name: str, info: StructInfo) -> list[Buffer]:
    return [Buffer(name, t.shape or (), t.dtype) for t in output_infos(info) if isinstance(t, TensorStructInfo)]
