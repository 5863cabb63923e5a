"""Lets the recurrence of an LSTM in tile registers multiply its inputs as well, in every step.

``lstm_recurrence(x W + b, R)`` becomes ``lstm_recurrence(b, [W R], x)``: a step multiplies (x, h) by W and R, one below
the other. The gates of all inputs, 3.3 MB for 50 steps of 16 sequences of 256 units, are then not written and read
again; W, 0.5 MB for as many inputs, is read from L2 in every step instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, update
from mlcc.target import Costs, costs_of

from ..operators import NULL, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from ..users import values_of
from .pass_ import FunctionPass
from .recurrent_weights import pack_recurrent
from .tile_products import TILE_DEPTH, lengthened_sums, multiplies_inputs

#: The operands of ``nn.lstm_recurrence`` before `x`.
_BEFORE = 8


@dataclass(frozen=True)
class MergeInputs(FunctionPass):
    """Make the product with the inputs a part of ``nn.lstm_recurrence`` where that saves time."""

    costs: Costs = costs_of()

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        return rewrite(func, partial(_rule, values_of(func), self.costs), module)


def _rule(
    values: Mapping[GraphVar, GraphExpr], costs: Costs, out: Emitter, var: GraphVar, value: GraphExpr
) -> GraphExpr | None:
    if not isinstance(value, GraphCall) or operator_name(value) != "nn.lstm_recurrence":
        return None
    gates, weight, *rest = value.args
    found = _product(values, gates)
    if found is None:
        return None
    product, bias = found
    x, matrix = product.args
    if not isinstance(weight, Constant) or not isinstance(matrix, Constant):
        return None
    if not multiplies_inputs(value, x, matrix, costs):
        return None
    from mlcc.topi import RECURRENT_CELLS

    count, inputs = weight.data.shape[0], matrix.data.shape[0]
    rows = np.ascontiguousarray(matrix.data.T).reshape(count, -1, inputs)
    both = np.concatenate([lengthened_sums(pack_recurrent(rows, *RECURRENT_CELLS["lstm"]), TILE_DEPTH), weight.data], 2)
    total = np.zeros(rows.shape[:2], "float32") if bias is None else bias.data.reshape(rows.shape[:2])
    operands = [*rest, *[NULL] * (_BEFORE - 2 - len(rest))]
    return update(value, args=(Constant(total[None, None]), Constant(both), *operands, x), sinfo=None)


def _product(values: Mapping[GraphVar, GraphExpr], gates: GraphExpr) -> tuple[GraphCall, Constant | None] | None:
    """The product of two bfloat16 that gates are, and the constant that is added to it."""

    def step(value: GraphExpr, name: str) -> GraphCall | None:
        bound = values.get(value) if isinstance(value, GraphVar) else None
        return bound if isinstance(bound, GraphCall) and operator_name(bound) == name else None

    shaped = step(gates, "reshape")
    if shaped is None:
        return None
    added = step(shaped.args[0], "add")
    product = step(shaped.args[0] if added is None else added.args[0], "matmul")
    bias = None if added is None else added.args[1]
    if product is None or {tensor_dtype(a) for a in product.args} != {"bfloat16"}:
        return None
    return (product, bias) if bias is None or isinstance(bias, Constant) else None
