"""Moves reshapes of leading dimensions out of chains of matrix products."""

from __future__ import annotations

from dataclasses import dataclass

from mlcc.ir import Constant, Expr, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, as_int

from ..operators import are_same, dimensions, operator_name, reshape_to, scalar
from ..rewrite import Emitter, rewrite
from .move_ops import Uses
from .pass_ import FunctionPass

Dims = tuple[Expr, ...]


@dataclass(frozen=True)
class SplitBatches(FunctionPass):
    """Move reshapes of leading dimensions away from between two products of matrices.

    Exporters merge batch and heads for a product and split them again for what follows: ``reshape(matmul(a, b))``
    becomes ``matmul(reshape(a), reshape(b))``, and ``matmul(reshape(a), b)`` becomes
    ``reshape(matmul(a, reshape(b)))``; a softmax over the last dimension or a scale in between comes before the
    reshape. Reshapes move no elements. Products with constants, whose rows are flattened later, stay.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        uses = Uses(func)

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            moved = _split_result(out, uses, value) or _merged_later(out, uses, value) or value
            if operator_name(moved) == "reshape":
                source = uses.calls.get(moved.args[0])
                first = source.args[0] if source is not None and operator_name(source) == "reshape" else None
                if isinstance(first, GraphVar) and first.is_dataflow and are_same(dimensions(first), dimensions(var)):
                    uses.count[first] += uses.count[var] - 1
                    return first
            return uses.define(out, moved, like=var)

        return rewrite(func, rule, module)


def _split_result(out: Emitter, uses: Uses, call: GraphCall) -> GraphCall | None:
    """``reshape(matmul(a, b))``, possibly scaled, that splits leading dimensions, as a product of reshapes."""
    product = uses.only(call.args[0]) if operator_name(call) == "reshape" else None
    if product is None or not _splits(dimensions(call.args[0]), dimensions(call)):
        return None
    lead = (dimensions(call) or ())[:-2]
    if _is_scaled(product):
        inner = uses.only(product.args[0], "matmul")
        result = inner and _split_operands(out, uses, inner, lead)
        return result and GraphCall(product.op, (uses.define(out, result), *product.args[1:]), product.attrs)
    return _split_operands(out, uses, product, lead) if operator_name(product) == "matmul" else None


def _split_operands(out: Emitter, uses: Uses, product: GraphCall, lead: Dims) -> GraphCall | None:
    shapes, first = _batched(product), uses.calls.get(product.args[0])
    if shapes is None or first is not None and operator_name(first) in ("nn.softmax", "where"):
        return None  # attention weights: a reshape would separate them from the product
    operands = [uses.define(out, reshape_to(a, (*lead, *s[-2:]))) for a, s in zip(product.args, shapes, strict=True)]
    return GraphCall(product.op, tuple(operands), product.attrs)


def _merged_later(out: Emitter, uses: Uses, call: GraphCall) -> GraphCall | None:
    """A product, softmax or scaling of ``reshape(x)`` that merges leading dimensions, as the reshape of one of `x`."""
    name = operator_name(call)
    shape = dimensions(call)
    merge = uses.only(call.args[0], "reshape") if name in ("matmul", "nn.softmax") or _is_scaled(call) else None
    if merge is None or shape is None or not _splits(dimensions(merge), dimensions(merge.args[0])):
        return None
    if name == "nn.softmax" and not _is_last(call, len(shape)):
        return None
    source, others = merge.args[0], call.args[1:]
    if name == "matmul":
        shapes, lead = _batched(call), (dimensions(source) or ())[:-2]
        if shapes is None or not lead:
            return None
        others = (uses.define(out, reshape_to(call.args[1], (*lead, *shapes[1][-2:]))),)
    attrs = {**call.attrs, "axis": -1} if name == "nn.softmax" else call.attrs
    return reshape_to(uses.define(out, GraphCall(call.op, (source, *others), attrs)), shape)


def _batched(product: GraphCall) -> tuple[Dims, Dims] | None:
    """The shapes of two operands with the same leading dimensions, none of them a constant."""
    a, b = (dimensions(v) for v in product.args)
    if a is None or b is None or any(isinstance(v, Constant) for v in product.args):
        return None
    return (a, b) if len(a) > 2 and are_same(a[:-2], b[:-2]) else None


def _splits(before: Dims | None, after: Dims | None) -> bool:
    """Whether `after` has more leading dimensions than `before`, with the same rows and columns."""
    if before is None or after is None or not 2 < len(before) < len(after):
        return False
    return are_same(before[-2:], after[-2:]) and all(as_int(d) != 0 for d in after)


def _is_scaled(call: GraphCall) -> bool:
    """Whether a call is ``x * c`` or ``x / c``."""
    if operator_name(call) not in ("multiply", "divide"):
        return False
    return scalar(call.args[1]) is not None and are_same(dimensions(call.args[0]), dimensions(call))


def _is_last(softmax: GraphCall, rank: int) -> bool:
    axis = softmax.attrs.get("axis", -1)
    listed = axis if isinstance(axis, (list, tuple)) else [axis]
    return [int(a) % rank for a in listed] == [rank - 1]
