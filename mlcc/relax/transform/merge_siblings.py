"""Merges products of one operand with several constant matrices into one product, which is sliced afterwards.

``x W1, x W2, x W3`` with matrices (768, 32) becomes ``x [W1 W2 W3]`` with one of (768, 96) and three slices of 32
columns. Narrow matrices, such as the heads of a detector or the projections of a small attention, do not fill a panel
of registers each; together they do. The slices are along the last dimension, so products are merged only where a slice
is free: slices of a single row are views; if every use moves the elements anyway, as heads are transposed before
attention, the slice is part of that movement. Wide matrices, whose panels are full, are merged where all columns become
heads: rows are read once for all, there is one parallel region, and the slices are stacked (see `StackColumns`).
Elsewhere, fusing an activation into each product gains more than merging the products.
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
    and, all or none, a constant bias: weights of fewer than `costs.merge_columns` columns, or whose columns become
    heads of a multiple of that many."""

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
    """A product and its bias, if it has one: `result` is the value that others use."""

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
    """`family` maps each product and each sum with a bias to its siblings; `slices` maps them to their replacements."""

    narrow: int
    family: dict[GraphVar, list[_Sibling]] = field(default_factory=dict)
    slices: dict[GraphVar, GraphVar] = field(default_factory=dict)

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
        if var not in self.slices:
            assert isinstance(value, GraphCall)
            self.merge(out, value, siblings)
        return self.slices[var]

    def merge(self, out: Emitter, call: GraphCall, siblings: Sequence[_Sibling]) -> None:
        """Emit one product for all siblings, the sum with all biases, and the slices."""
        axis = 0 if _transposed(call) else 1
        weight = Constant(np.concatenate([s.weight for s in siblings], axis))
        total: GraphVar = out.emit(GraphCall(call.op, (call.args[0], weight), call.attrs))
        biases = [s.bias for s in siblings if s.bias is not None]
        if biases:
            total = out.emit(GraphCall(Op("add"), (total, Constant(np.concatenate(biases)))))
        assert isinstance(total.sinfo, TensorStructInfo)
        for sibling, end in zip(siblings, accumulate(s.units for s in siblings), strict=True):
            attrs = {"axes": [total.sinfo.ndim - 1], "begin": [end - sibling.units], "end": [end], "strides": [1]}
            columns = out.emit(GraphCall(Op("strided_slice"), (total,), attrs))
            self.slices[sibling.product] = self.slices[sibling.result] = columns


def _transposed(call: GraphCall) -> bool:
    """Whether the weights are (N, K)."""
    return operator_name(call) == "nn.dense" or bool(call.attrs.get("transpose_b"))


def _sibling(binding: VarBinding, users: Users) -> _Sibling | None:
    """The product that a binding computes, with the bias if adding one is its only use; else None."""
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
        # Merged products get one bias, concatenated: it must have one element per column.
        other = [a for a in joined.args if a is not binding.var]
        bias = other[0].data if len(other) == 1 and isinstance(other[0], Constant) else None
        if bias is not None and bias.ndim and bias.size == bias.shape[-1] == sibling.units and bias.ndim <= info.ndim:
            sibling.result, sibling.bias = only.var, bias.reshape(-1)
    return sibling


def _slice_is_free(var: GraphVar, users: Users) -> bool:
    """Whether replacing `var` by a slice causes no additional copy in any of its users."""
    shape = static_shape(var)
    one_row = shape is not None and math.prod(shape[:-1]) == 1
    return all(user is not None and _takes_slice(user, users, one_row) for user in users[var])


def _makes_heads(var: GraphVar, users: Users, step: int) -> bool:
    """Whether all uses of `var`, or of views of it, are transposes that move runs of a multiple of `step`."""
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
