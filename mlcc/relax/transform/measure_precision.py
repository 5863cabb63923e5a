"""Turns a model into one that computes the error of each product if its operands were rounded.

The data on which a build chooses the layers that stay float32: one run gives the errors of all layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from mlcc.ir import (
    BindingBlock,
    Constant,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    Op,
    TupleGetItem,
    VarBinding,
    as_int,
    update,
)

from ..operators import dimensions, operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .blocked_convs import CONVS
from .blocked_transposed import TRANSPOSED
from .lower_precision import is_layer, is_recurrence, layer_name, lowered_product
from .pass_ import FunctionPass

#: The least norm that an error is divided by: the smallest normal float32.
_LEAST = np.float32(2.0**-126)


def layers_of(func: GraphFunction) -> tuple[str, ...]:
    """The names of the products of a graph function that may be lowered, in order; those in branches are left out."""
    bindings = [b for b in func.bindings() if isinstance(b, VarBinding)]
    return tuple(layer_name(b.var, b.value) for b in bindings if is_layer(b.value))


def work_of(func: GraphFunction) -> dict[str, int]:
    """The multiplications of each layer by its name, with 1 for each dimension that is not known."""
    result: dict[str, int] = {}
    for binding in func.bindings():
        if isinstance(binding, VarBinding) and is_layer(binding.value):
            assert isinstance(binding.value, GraphCall)
            name = layer_name(binding.var, binding.value)
            result[name] = result.get(name, 0) + _work(binding.var, binding.value)
    return result


def _work(result: GraphVar, call: GraphCall) -> int:
    """Every element of a result is a sum over the rows of `data`, of a convolution over a filter; a transposed one
    multiplies every element of its data with a filter, and every gate of a recurrence is a sum over the state."""
    data, weight = call.args[:2]
    name = operator_name(call)
    if is_recurrence(call):
        return prod(_sizes(data)) * int(call.attrs["hidden_size"])
    if name in CONVS:
        return prod(_sizes(result)) * prod(_sizes(weight)[1:])
    if name in TRANSPOSED:
        return prod(_sizes(data)) * prod(_sizes(weight)[1:])
    return prod(_sizes(result)) * prod(_sizes(data)[-2 if call.attrs.get("transpose_a") else -1 :][:1])


def _sizes(value: GraphExpr) -> list[int]:
    return [as_int(d) or 1 for d in dimensions(value) or ()]


@dataclass(frozen=True)
class MeasurePrecision(FunctionPass):
    """Replace the results of a function by a vector of one error per layer, in the order of :func:`layers_of`.

    The error of a layer is ``‖y - y'‖ / ‖y‖`` (Euclidean norms; of a recurrence, of its states), where y' is the
    product of the same operands rounded to the 16-bit type `precision`: every layer is measured on the float32 values
    of the others.
    """

    precision: str = "bfloat16"

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        errors: list[GraphVar] = []

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not is_layer(value):
                return None
            bound = out.emit(value, like=var)
            rounded = out.emit(lowered_product(value, self.precision, lambda v: out.emit(_cast(v, self.precision))))
            exact, other = (out.emit(TupleGetItem(v, 0)) if is_recurrence(value) else v for v in (bound, rounded))
            error = _norm(out, out.emit(_call("subtract", exact, other)))
            least = out.emit(_call("maximum", _norm(out, exact), Constant(np.asarray(_LEAST))))
            ratio = out.emit(_call("divide", error, least))
            errors.append(out.emit(reshape_to(ratio, (1,)), like=GraphVar(out.fresh_name("error"), None, False)))
            return bound

        measured = rewrite(func, rule, module)
        if not errors:
            return func
        last = Emitter(module, [b.var.name for b in measured.bindings()])
        result = last.emit(
            GraphCall(Op("concatenate"), (GraphTuple(tuple(errors)),), {"axis": 0}),
            like=GraphVar(last.fresh_name("errors"), None, False),
        )
        blocks = (*measured.body.blocks, BindingBlock(tuple(last.bindings), False))
        body = update(measured.body, blocks=blocks, body=result, sinfo=result.sinfo)
        return update(measured, body=body, ret_sinfo=result.sinfo)


def _norm(out: Emitter, value: GraphVar) -> GraphVar:
    return out.emit(_call("sqrt", out.emit(_call("sum", out.emit(_call("multiply", value, value))))))


def _call(name: str, *args: GraphExpr) -> GraphCall:
    return GraphCall(Op(name), args)


def _cast(value: GraphExpr, dtype: str) -> GraphCall:
    return GraphCall(Op("cast"), (value,), {"dtype": dtype})
