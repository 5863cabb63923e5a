"""Matrix products in another order, where algebra allows it and the sizes say that it pays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mlcc.ir import (
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    VarBinding,
    as_int,
)

from ..calls import call_op
from ..operators import dimensions, operator_name
from ..rewrite import Emitter, flattened, rewrite
from ..users import users_of, values_of
from .pass_ import FunctionPass


def is_product(value: GraphExpr | None) -> bool:
    """Whether a value is a matrix product of operands as they are, neither transposed nor of another result type."""
    plain = isinstance(value, GraphCall) and operator_name(value) == "matmul"
    return plain and not any(value.attrs.get(key) for key in ("transpose_a", "transpose_b", "out_dtype"))  # type: ignore[union-attr]


def _rewritten(
    func: GraphFunction, module: IRModule, change: Callable[[GraphCall, Callable[[GraphExpr], Any]], GraphExpr | None]
) -> GraphFunction:
    """The function after a rule that sees each call, and by `bound(v)` what a variable is bound to."""
    values = dict(values_of(func))

    def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall):
            return None

        def bound(v: GraphExpr) -> GraphExpr | None:
            here = (b.value for b in reversed(out.bindings) if isinstance(b, VarBinding) and b.var is v)
            return next(here, values.get(v)) if isinstance(v, GraphVar) else None

        new = change(value, bound)
        return None if new is None else flattened(out, new)

    return rewrite(func, rule, module)


def _sizes(value: GraphExpr) -> list[int] | None:
    dims = [as_int(d) for d in dimensions(value) or ()]
    return [d for d in dims if d is not None] if len(dims) == 2 and None not in dims else None


@dataclass(frozen=True)
class AdjustMatmulOrder(FunctionPass):
    """Compute a product of three matrices in the cheaper order: ``(A @ B) @ x`` as ``A @ (B @ x)`` where that
    multiplies fewer numbers, and the other way round. Sizes are numbers."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        users = users_of(func)

        def change(call: GraphCall, bound: Callable[[GraphExpr], Any]) -> GraphExpr | None:
            if not is_product(call):
                return None
            left, right = call.args
            for side, other in ((left, right), (right, left)):
                inner = bound(side)
                if not is_product(inner) or len(users.get(side, [])) > 1:  # type: ignore[call-overload]
                    continue
                a, b = inner.args
                sizes = [_sizes(m) for m in ((a, b, other) if side is left else (other, a, b))]
                if None in sizes:
                    continue
                (n, k), (_, m), (_, p) = sizes  # type: ignore[misc]
                from_left, from_right = n * m * (k + p), k * p * (m + n)
                if side is left and from_right < from_left:
                    return call_op("matmul", a, call_op("matmul", b, other))
                if side is right and from_left < from_right:
                    return call_op("matmul", call_op("matmul", other, a), b)
            return None

        return _rewritten(func, module, change)


@dataclass(frozen=True)
class ExpandMatmulOfSum(FunctionPass):
    """Write ``x @ (A + B)`` as ``x @ A + x @ B``: the parts of a low-rank adaptation stay apart, which
    `AdjustMatmulOrder` then makes cheap."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def change(call: GraphCall, bound: Callable[[GraphExpr], Any]) -> GraphExpr | None:
            inner: Any = bound(call.args[1]) if is_product(call) else None
            if operator_name(inner) != "add" or dimensions(inner.args[0]) is None:
                return None
            a, b = inner.args
            if len(dimensions(a) or ()) != 2 or [*map(str, dimensions(a) or ())] != [*map(str, dimensions(b) or ())]:
                return None
            return call_op("add", call_op("matmul", call.args[0], a), call_op("matmul", call.args[0], b))

        return _rewritten(func, module, change)


@dataclass(frozen=True)
class ReorderTakeAfterMatmul(FunctionPass):
    """Write ``x @ take(weights, indices, axis=1)`` as ``take(x @ weights, indices)``: the weights are not copied."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def change(call: GraphCall, bound: Callable[[GraphExpr], Any]) -> GraphExpr | None:
            inner: Any = bound(call.args[1]) if is_product(call) else None
            if operator_name(inner) != "take":
                return None
            weights, indices = inner.args
            rank = len(dimensions(weights) or ())
            if rank != 2 or inner.attrs.get("axis") not in (1, -1) or len(dimensions(indices) or ()) != 1:
                return None
            last = len(dimensions(call.args[0]) or ()) - 1
            product = call_op("matmul", call.args[0], weights)
            return call_op("take", product, indices, **{**inner.attrs, "axis": max(last, 0)})

        return _rewritten(func, module, change)


@dataclass(frozen=True)
class ReorderPermuteDimsAfterConcat(FunctionPass):
    """Write ``concat((transpose(A), transpose(B)))`` as ``transpose(concat((A, B)))``: one movement instead of many."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        def change(call: GraphCall, bound: Callable[[GraphExpr], Any]) -> GraphExpr | None:
            if operator_name(call) != "concatenate" or not isinstance(call.args[0], GraphTuple):
                return None
            parts = [bound(field) for field in call.args[0].fields]
            if len(parts) < 2 or any(operator_name(part) != "transpose" for part in parts):
                return None
            rank = len(dimensions(call) or ())
            orders = {tuple(int(a) % rank for a in part.attrs.get("axes") or range(rank - 1, -1, -1)) for part in parts}
            axis = call.attrs.get("axis", 0)
            if len(orders) != 1 or axis is None:
                return None
            (order,) = orders
            joined = call_op("concatenate", GraphTuple(tuple(p.args[0] for p in parts)), axis=order[int(axis) % rank])
            return call_op("transpose", joined, axes=list(order))

        return _rewritten(func, module, change)
