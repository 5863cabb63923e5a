"""Products of few rows with a transposed matrix read it untransposed: as dot products of contiguous rows.

A query (1, 64) times the transpose of cached keys (1000, 64) is 1000 dot products of 64 adjacent elements; transposing
the keys first would copy 64000 elements to use each once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, as_int
from mlcc.ir import dtype as dt
from mlcc.target import Costs, costs_of

from ..operators import dimensions, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .match_attention import scale_of
from .move_ops import Uses
from .pass_ import FunctionPass, Pass

if TYPE_CHECKING:
    from mlcc.target import Target

#: Types whose products are summed in them.
_SUMMED = ("float32", "float64")


@dataclass(frozen=True)
class ReadTransposed(FunctionPass):
    """Replace ``matmul(a, transpose(b))`` by a product that reads `b` untransposed, if `a` has few rows, like a query
    with a cache of keys; a scalar that scales `b` scales `a` instead, which is smaller. With more rows than
    `costs.dot_rows`, a transposed copy is amortised. `b` may be of 16-bit floats.

    The transpose exchanges the last two dimensions of a value computed at run time; the number of rows and the
    reduction extent are static.
    """

    vector_bits: int = 512
    costs: Costs = costs_of()

    @classmethod
    def for_target(cls, target: Target) -> Pass:
        return cls(target.vector_bits, target.costs)

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        uses = Uses(func)

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            return uses.define(out, self.product(out, uses, value) or value, like=var)

        return rewrite(func, rule, module)

    def product(self, out: Emitter, uses: Uses, call: GraphCall) -> GraphCall | None:
        if (
            operator_name(call) != "matmul"
            or any(attr for name, attr in call.attrs.items() if name != "out_dtype")
            or tensor_dtype(call) not in _SUMMED
        ):
            return None
        first, matrix = call.args[0], _factor(uses, _Factor(call.args[1]))
        shape = dimensions(first) or ()
        rows, depth = (as_int(d) for d in shape[-2:]) if len(shape) > 1 else (None, None)
        if rows is None or rows > self.costs.dot_rows or depth is None or not matrix.transposed:
            return None
        if 8 * depth * dt.nbytes(tensor_dtype(call)) <= self.vector_bits:
            return None  # dot products shorter than a vector
        if matrix.factor != 1.0:
            number = Constant(np.asarray(matrix.factor, dt.numpy_dtype(tensor_dtype(first))))
            first = uses.define(out, GraphCall(Op("multiply"), (first, number)))
        attrs: dict[str, Any] = {**call.attrs, "transpose_b": True}
        return GraphCall(call.op, (first, matrix.value), attrs)


@dataclass(frozen=True)
class _Factor:
    """`value`, transposed or not, times `factor`."""

    value: GraphExpr
    transposed: bool = False
    factor: float = 1.0


def _factor(uses: Uses, factor: _Factor) -> _Factor:
    """Strip transposes of the last two dimensions and scales without other uses from a matrix."""
    call = uses.only(factor.value)
    if call is None:
        return factor
    scale = scale_of(call)
    if scale is not None and tensor_dtype(call) in _SUMMED:  # numbers of 16 bits that were scaled are rounded
        return _factor(uses, replace(factor, value=scale[0], factor=factor.factor * scale[1]))
    if operator_name(call) == "transpose" and exchanges_rows(call) and not isinstance(call.args[0], Constant):
        return _factor(uses, replace(factor, value=call.args[0], transposed=not factor.transposed))
    return factor


def exchanges_rows(transpose: GraphCall) -> bool:
    """Whether a transpose exchanges the last two dimensions, and no others."""
    dims: tuple[Expr, ...] = dimensions(transpose.args[0]) or ()
    axes = [int(a) % len(dims) for a in transpose.attrs.get("axes") or reversed(range(len(dims)))]
    return len(dims) > 1 and axes == [*range(len(dims) - 2), len(dims) - 1, len(dims) - 2]
