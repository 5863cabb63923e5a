"""Products of one matrix with several others become one product with all of them beside each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlcc.ir import (
    BindingBlock,
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    TupleGetItem,
    VarBinding,
    as_int,
)

from ..calls import call_op
from ..operators import are_same, dimensions, tensor_dtype
from ..rewrite import Emitter, rewrite
from ..users import values_of
from .pass_ import FunctionPass
from .product_order import is_product


@dataclass
class _Group:
    """Products of a dataflow block that may be one."""

    left: GraphVar
    members: list[VarBinding] = field(default_factory=list)
    parts: GraphVar | None = None

    def matrices(self) -> list[GraphExpr]:
        return [b.value.args[1] for b in self.members if isinstance(b.value, GraphCall)]


@dataclass(frozen=True)
class CombineParallelMatmul(FunctionPass):
    """Write ``x @ A``, ``x @ B`` and ``x @ C`` as one product with the matrices beside each other, and take the results
    apart: the queries, keys and values of an attention are one product. The matrices have static columns.

    `check(x, matrices, biases, bindings)` may refuse a group; `biases` is empty here: what is added stays apart.
    """

    check: Callable[[GraphVar, Sequence[GraphExpr], Sequence[GraphExpr], dict[GraphVar, GraphExpr]], bool] | None = None

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        values = dict(values_of(func))
        groups: dict[GraphVar, tuple[_Group, int]] = {}
        for block in func.body.blocks:
            for group in _groups(block) if block.is_dataflow else ():
                if self.check is None or self.check(group.left, group.matrices(), [], values):
                    groups.update({b.var: (group, n) for n, b in enumerate(group.members)})

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if var not in groups:
                return None
            group, index = groups[var]
            if group.parts is None:
                group.parts = _combined(out, group)
            return TupleGetItem(group.parts, index)

        return rewrite(func, rule, module) if groups else func


def _groups(block: BindingBlock) -> list[_Group]:
    """Products with one left operand whose right ones are there before the first of them."""
    made: dict[GraphVar, int] = {b.var: n for n, b in enumerate(block.bindings)}
    found: dict[Any, _Group] = {}
    first: dict[Any, int] = {}
    for number, binding in enumerate(block.bindings):
        value = binding.value
        if not isinstance(binding, VarBinding) or not isinstance(value, GraphCall) or not is_product(value):
            continue
        left, right = value.args
        dims = dimensions(right) or ()
        known = isinstance(right, Constant) or (isinstance(right, GraphVar) and made.get(right, -1) < number)
        if not isinstance(left, GraphVar) or len(dims) != 2 or as_int(dims[1]) is None or not known:
            continue
        key = left, tensor_dtype(right), len(dimensions(left) or ()) > 1
        start = first.setdefault(key, number)
        early = not isinstance(right, GraphVar) or made.get(right, -1) < start
        group = found.setdefault(key, _Group(left))
        same_rows = not group.members or are_same(dims[:1], (dimensions(group.matrices()[0]) or ())[:1])
        if early and same_rows and key[2]:
            group.members.append(binding)
    return [group for group in found.values() if len(group.members) > 1]


def _combined(out: Emitter, group: _Group) -> GraphVar:
    """One product, and its results apart."""
    matrices = [out.resolve(m) for m in group.matrices()]
    widths = [as_int((dimensions(m) or ())[1]) or 0 for m in matrices]
    ends = [sum(widths[: n + 1]) for n in range(len(widths) - 1)]
    joined = out.emit(call_op("concatenate", GraphTuple(tuple(matrices)), axis=1))
    product = out.emit(call_op("matmul", out.resolve(group.left), joined))
    rank = len(dimensions(product) or ())
    return out.emit(call_op("split", product, indices_or_sections=ends, axis=rank - 1))
