"""Replaces operator calls and fused groups by calls of tensor programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from mlcc.ir import (
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    PrimFunc,
    ShapeExpr,
    StructInfo,
    VarBinding,
    walk,
)  # fmt: skip

from ..block_builder import BlockBuilder
from ..group_dims import with_own_dims
from ..infer import CALL_FORMS
from ..join_programs import calls_programs, joined_program
from ..legalize import (
    group_key,
    group_to_prim_func,
    hidden_symbols,
    is_group,
    kernel_name,
    unique_name,
    with_numbers,
)  # fmt: skip
from ..operators import VIEWS, canonical, is_contiguous_join, operator_name, view_offset
from ..rewrite import Emitter, flattened, map_branches, rewrite
from ..shared_groups import SharedGroups
from .group_functions import make_group
from .pass_ import Pass

#: Operators that stay at graph level: views, and those that the graph lowering implements.
KEPT = (
    VIEWS
    | CALL_FORMS
    | frozenset({"builtin.alloc_tensor", "alloc_tensor", "print", "assert_op", "shape_of", "dynamic_prefix"})
)


def _is_kept(name: str, call: GraphCall) -> bool:
    return name in KEPT or view_offset(call) is not None or is_contiguous_join(call)


@dataclass(frozen=True)
class LegalizeOps(Pass):
    """Replace each operator call and each call of a ``Primitive`` function by ``R.call_tir`` of a tensor program
    composed of the operators' te definitions and of the programs that it calls. Equal programs are shared, also if
    only scalar constants differ; views and contiguous concatenations stay.

    `customize_legalize_map` has functions `(builder, call) -> expression` by operator (``relax.add``), each for a form
    of one's own; the operators of `skip_ops` stay as they are."""

    customize_legalize_map: Mapping[str, Callable[[BlockBuilder, GraphCall], GraphExpr]] | None = None
    skip_ops: Sequence[str] | None = None

    def __call__(self, module: IRModule) -> IRModule:
        if self.customize_legalize_map:
            module = _customized(module, self.customize_legalize_map)
        state = _Kernels(module, frozenset(map(_plain_name, self.skip_ops or ())))
        new: dict[str, GraphFunction] = {}
        for name, func in module.graph_funcs.items():
            if not is_group(func):
                new[name] = state.function(func)
        rest = {k: new.get(k, f) for k, f in module.functions.items() if not is_group(f)}
        return module.with_functions({**state.kernels, **rest})


def _plain_name(name: str) -> str:
    return canonical(name.removeprefix("relax."))


def _customized(module: IRModule, forms: Mapping[str, Callable[[BlockBuilder, GraphCall], GraphExpr]]) -> IRModule:
    """The module with calls of some operators replaced by what these functions make of them."""
    by_name = {_plain_name(name): form for name, form in forms.items()}
    builder = BlockBuilder(module)

    def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        form = by_name.get(operator_name(value))
        if form is None or not isinstance(value, GraphCall):
            return None
        with builder.rebuilding(out), builder.block(out.in_dataflow):
            made = form(builder, value)
        out.module = builder.get()
        return flattened(out, made)

    def changed(func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, rule, builder.get()), changed)

    for name, func in module.graph_funcs.items():
        if not is_group(func):
            builder.update_func(name, changed(func))
    return builder.get()


class _Kernels:
    """The tensor programs created so far, by name and by the key of their group."""

    def __init__(self, module: IRModule, skipped: frozenset[str] = frozenset()) -> None:
        self.module = module
        self.skipped = skipped
        self.kernels: dict[str, PrimFunc] = {}
        self.taken = {name for name, func in module.functions.items() if not is_group(func)}
        #: By group key: the program's name, and the indices of the symbols that are its scalar parameters.
        self.by_key: dict[str, tuple[str, list[int]]] = {}
        self.shared = SharedGroups(with_own_dims(group)[0] for group in self.groups())

    def groups(self) -> Iterator[GraphFunction]:
        """All groups of the module, and a group for each call of a single operator."""
        for func in self.module.graph_funcs.values():
            if is_group(func):
                yield func
                continue
            for node in walk(func):
                if isinstance(node, VarBinding) and self.is_operator(node.value):
                    yield _single(node.var, node.value)[0]

    def is_operator(self, value: object) -> TypeGuard[GraphCall]:
        """Whether a value is a call of an operator that becomes a program."""
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op) or value.op.name in self.skipped:
            return False
        return not _is_kept(value.op.name, value)

    def function(self, func: GraphFunction) -> GraphFunction:
        return map_branches(rewrite(func, self.rule, self.module), self.function)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None
        info = var.sinfo
        assert info is not None
        if isinstance(value.op, GlobalVar):
            callee = self.module.functions.get(value.op.name)
            if isinstance(callee, GraphFunction) and is_group(callee):
                return self.call(callee, value.op.name, value.args, info)
            return None
        if not self.is_operator(value):
            return None
        group, inputs = _single(var, value)
        return self.call(group, kernel_name(group), inputs, info)

    def call(self, group: GraphFunction, hint: str, args: tuple[GraphExpr, ...], info: StructInfo) -> GraphCall:
        """A call of the group's program, which is created unless an equal group has one. Symbols that its operands'
        shapes do not determine, such as the image height that a padding was computed from, are scalar arguments."""
        group, values = with_own_dims(group)
        group, scales = self.shared.lifted(group)
        key, symbols = group_key(group)
        if key not in self.by_key:
            name = unique_name(hint, self.taken)
            func = self.program(group, name)
            hidden = hidden_symbols(func)
            indices = [n for n, symbol in enumerate(symbols) if symbol in hidden]
            self.kernels[name] = with_numbers(func, [symbols[n] for n in indices])
            self.by_key[key] = name, indices
        name, indices = self.by_key[key]
        numbers = (ShapeExpr(tuple(values.get(symbols[n], symbols[n]) for n in indices)),) if indices else ()
        operands = (GlobalVar(name), GraphTuple((*args, *scales)), *numbers)
        return GraphCall(Op("call_tir"), operands, sinfo_args=(info,), sinfo=info)

    def program(self, group: GraphFunction, name: str) -> PrimFunc:
        """The program of a group of operators, of programs, or of both."""
        func = joined_program(name, group, self.module) if calls_programs(group) else group_to_prim_func(group, name)
        assert func is not None, "FuseOps groups only calls that can be joined"
        return func


def _single(var: GraphVar, call: GraphCall) -> tuple[GraphFunction, tuple[GraphExpr, ...]]:
    """The group of one call, and its arguments."""
    assert isinstance(call.op, Op)
    return make_group([VarBinding(var, call)], var, call.op.name)
