"""Joins the tensor programs that a fused function calls, and the operators between them, to one program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlcc.analysis import IN_PLACE, REQUIRES, inputs_in_place
from mlcc.analysis.program_kind import NUMBERS
from mlcc.ir import (
    BindingBlock,
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
    SeqExpr,
    Stmt,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    Var,
    VarBinding,
    all_of,
    handle_param,
    map_nodes,
    root_realize,
    seq,
    substitute,
    update,
    walk,
)  # fmt: skip
from mlcc.schedule import renewed

from .infer import output_infos, tensor_info
from .legalize import free_inputs, group_to_prim_func
from .operators import OP_PATTERN


def calls_programs(group: GraphFunction) -> bool:
    """Whether a group calls tensor programs of the module."""
    return any(isinstance(n, GraphCall) and isinstance(n.op, Op) and n.op.name == "call_tir" for n in walk(group))


def joined_program(name: str, group: GraphFunction, module: IRModule) -> PrimFunc | None:
    """The program of a group that calls programs; values between the calls become its temporaries.

    None where the group has calls that cannot be part of a program.
    """
    bindings = [b for b in group.bindings() if isinstance(b, VarBinding)]
    if len(bindings) != len(group.bindings()):
        return None
    if not all(isinstance(b.value, GraphCall | GraphVar | GraphTuple | TupleGetItem) for b in bindings):
        return None
    if not all(_is_joinable(b.value, module) for b in bindings if isinstance(b.value, GraphCall)):
        return None
    return _Joined(group, module).program(name)


def _is_joinable(call: GraphCall, module: IRModule) -> bool:
    if not isinstance(call.op, Op):
        return False
    return call.op.name != "call_tir" or _callee(call, module) is not None


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
        self.required: list[Expr] = []

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
        if self.required:
            attrs[REQUIRES] = all_of(*self.required)
        func = PrimFunc(tuple(handles), handles, root_realize(body, allocs), attrs)
        reuse = inputs_in_place(func)
        return func.with_attr(IN_PLACE, list(reuse)) if reuse else func

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
        if func is not None:
            inputs = self.result(value.args[1])
        else:
            binding = VarBinding(var, value)
            operands = [v for v in free_inputs([binding]) if isinstance(v, GraphVar)]
            single = GraphFunction(tuple(operands), SeqExpr((BindingBlock((binding,), True),), var, var.sinfo))
            func = group_to_prim_func(single, var.name)
            inputs = [buffer for operand in operands for buffer in self.result(operand)]
        assert var.sinfo is not None
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
        if REQUIRES in func.attrs:
            self.required.append(substitute(func.attrs[REQUIRES], dims))
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
