"""Products of one operand with several constant matrices become one product, cut up afterwards.

Narrow matrices, such as the heads of a detector or the projections of a small attention, do not fill a panel of
registers each; together they do. The pieces are slices of the last dimension, so this is done only where a slice
costs nothing: where the product is one row, slices are views; where every use moves the elements anyway, as heads are
moved before attention, slices are part of that movement. Wide matrices, whose panels are full, are merged where heads
are made of all columns: the rows are read once for all, threads share the work once, and the pieces are stacked, see
`StackColumns`. Elsewhere an activation in the register tile of each product is worth more than one product instead of
two.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import numpy as np

from mlcc.ir import (
    BindingBlock,
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphVar,
    IRModule,
    Op,
    TensorStructInfo,
    VarBinding,
)  # fmt: skip
from mlcc.target import Costs, costs_of

from ..operators import VIEWS, fusion_kind, operator_name, static_shape
from ..rewrite import Emitter, rewrite
from ..users import Users, users_of
from .pass_ import FunctionPass

Array = np.ndarray[Any, Any]
#: Operators that move every element: a slice before one is a step of the same movement.
_MOVEMENTS = frozenset({"transpose", "swap_axes"})


@dataclass(frozen=True)
class MergeSiblings(FunctionPass):
    """Merge the `matmul` and ``nn.dense`` calls of a dataflow block that have the same left operand, constant weights
    and, all or none, a constant bias: weights of fewer than `costs.merge_columns` columns, or that make heads of a
    multiple of so many."""

    costs: Costs = costs_of()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        merger = _Merger(int(self.costs.merge_columns))
        users = users_of(func)
        for block in func.body.blocks:
            if block.is_dataflow:
                merger.add_families(block, users)
        return rewrite(func, merger.rule, module) if merger.family else func


@dataclass
class _Sibling:
    """A product and, where it has one, its bias: `result` is what all others use."""

    call: GraphCall
    product: GraphVar
    result: GraphVar
    bias: Array | None = None

    @property
    def weight(self) -> Array:
        weight = self.call.args[1]
        assert isinstance(weight, Constant)
        return weight.data

    @property
    def units(self) -> int:
        return int(self.weight.shape[0 if _transposed(self.call) else 1])


@dataclass
class _Merger:
    """`family` has the siblings of each product and each sum with a bias; `pieces` what stands for them once merged."""

    narrow: int
    family: dict[GraphVar, list[_Sibling]] = field(default_factory=dict)
    pieces: dict[GraphVar, GraphVar] = field(default_factory=dict)

    def add_families(self, block: BindingBlock, users: Users) -> None:
        """Find the siblings among the calls of one block."""
        by_key: dict[Hashable, list[_Sibling]] = defaultdict(list)
        for binding in block.bindings:
            sibling = _sibling(binding, users) if isinstance(binding, VarBinding) else None
            if sibling is not None and self.is_merged(sibling, users):
                call, bias = sibling.call, sibling.bias
                weights = sibling.weight.dtype, _transposed(call)
                by_key[call.args[0], operator_name(call), weights, bias is None].append(sibling)
        for siblings in by_key.values():
            if len(siblings) > 1:
                self.family.update({v: siblings for s in siblings for v in (s.product, s.result)})

    def is_merged(self, sibling: _Sibling, users: Users) -> bool:
        if sibling.units >= self.narrow and not _makes_heads(sibling.result, users, self.narrow):
            return False
        return _slice_is_free(sibling.result, users)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        siblings = self.family.get(var)
        if siblings is None:
            return None
        if var not in self.pieces:
            assert isinstance(value, GraphCall)
            self.merge(out, value, siblings)
        return self.pieces[var]

    def merge(self, out: Emitter, call: GraphCall, siblings: Sequence[_Sibling]) -> None:
        """Emit the product of the first of the siblings for all, its bias, and the pieces."""
        axis = 0 if _transposed(call) else 1
        weight = Constant(np.concatenate([s.weight for s in siblings], axis))
        total: GraphVar = out.emit(GraphCall(call.op, (call.args[0], weight), call.attrs))
        biases = [s.bias for s in siblings if s.bias is not None]
        if biases:
            total = out.emit(GraphCall(Op("add"), (total, Constant(np.concatenate(biases)))))
        assert isinstance(total.sinfo, TensorStructInfo)
        for sibling, end in zip(siblings, accumulate(s.units for s in siblings), strict=True):
            cut = {"axes": [total.sinfo.ndim - 1], "begin": [end - sibling.units], "end": [end], "strides": [1]}
            piece = out.emit(GraphCall(Op("strided_slice"), (total,), cut))
            self.pieces[sibling.product] = self.pieces[sibling.result] = piece


def _transposed(call: GraphCall) -> bool:
    """Whether the weights are (N, K)."""
    return operator_name(call) == "nn.dense" or bool(call.attrs.get("transpose_b"))


def _sibling(binding: VarBinding, users: Users) -> _Sibling | None:
    """The product that a binding is, with the bias that is added to it and nothing else."""
    call = binding.value
    if not isinstance(call, GraphCall) or operator_name(call) not in ("matmul", "nn.dense") or len(call.args) != 2:
        return None
    x, weight = call.args
    if not isinstance(x, GraphVar) or not isinstance(weight, Constant) or weight.data.ndim != 2:
        return None
    info = x.sinfo
    if call.attrs.get("transpose_a") or call.attrs.get("out_dtype") or not isinstance(info, TensorStructInfo):
        return None
    if info.ndim < 2 or not binding.var.is_dataflow:
        return None
    sibling = _Sibling(call, binding.var, binding.var)
    only = users[binding.var][0] if len(users[binding.var]) == 1 else None
    joined = only.value if only is not None and only.var.is_dataflow else None
    if only is not None and isinstance(joined, GraphCall) and operator_name(joined) == "add":
        other = [a for a in joined.args if a is not binding.var]
        bias = other[0].data if len(other) == 1 and isinstance(other[0], Constant) else None
        if bias is not None and bias.ndim and bias.size == bias.shape[-1] == sibling.units and bias.ndim <= info.ndim:
            sibling.result, sibling.bias = only.var, bias.reshape(-1)
    return sibling


def _slice_is_free(var: GraphVar, users: Users) -> bool:
    """Whether a slice in the place of `var` moves nothing that would not move or be copied anyway."""
    shape = static_shape(var)
    one_row = shape is not None and math.prod(shape[:-1]) == 1
    return all(user is not None and _takes_slice(user, users, one_row) for user in users[var])


def _makes_heads(var: GraphVar, users: Users, step: int) -> bool:
    """Whether all uses of `var`, or of views of it, move runs of a multiple of `step` elements as they are."""
    for user in users[var]:
        call = user.value if user is not None else None
        if user is None or not isinstance(call, GraphCall):
            return False
        if operator_name(call) in VIEWS:
            if not _makes_heads(user.var, users, step):
                return False
            continue
        shape, axes = static_shape(call.args[0]), call.attrs.get("axes")
        if operator_name(call) != "transpose" or shape is None or not axes:
            return False
        if axes[-1] % len(shape) != len(shape) - 1 or shape[-1] % step:
            return False
    return True


def _takes_slice(user: VarBinding, users: Users, one_row: bool) -> bool:
    call = user.value
    if not isinstance(call, GraphCall):
        return False
    if operator_name(call) in _MOVEMENTS:
        return True
    if operator_name(call) in VIEWS:
        return one_row or _slice_is_free(user.var, users)
    return one_row and fusion_kind(call) not in ("elemwise", "broadcast")
