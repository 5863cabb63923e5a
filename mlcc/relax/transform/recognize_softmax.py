"""Recognises softmax that exporters decompose into several operators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op

from ..operators import dimensions, operator_name
from ..rewrite import Emitter, rewrite
from .move_ops import Uses
from .pass_ import FunctionPass

Axes = tuple[int, ...]


@dataclass(frozen=True)
class RecognizeSoftmax(FunctionPass):
    """Replace ``e / sum(e)`` with ``e = exp(x - max(x))`` by ``nn.softmax(x)``, and drop the subtraction of the maximum
    before a softmax, which subtracts it itself.

    Maximum, sum and softmax are over the same dimensions and keep them; an exponential with other users stays.
    """

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        uses = Uses(func)

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
                return None
            return uses.define(out, _softmax(uses, value) or value, like=var)

        return rewrite(func, rule, module)


def _softmax(uses: Uses, call: GraphCall) -> GraphCall | None:
    """The softmax that a call completes, or None."""
    if operator_name(call) == "nn.softmax":
        axes = _axes(call, call.args[0])
        source = _shifted(uses, call.args[0], axes)
        return None if source is None else GraphCall(call.op, (source,), call.attrs)
    if operator_name(call) != "divide":
        return None
    total, power = uses.only(call.args[1], "sum"), uses.calls.get(call.args[0])
    if total is None or power is None or total.args[0] is not call.args[0] or operator_name(power) != "exp":
        return None
    axes = _kept(total)
    source = _shifted(uses, power.args[0], axes)
    if source is None or uses.count_of(call.args[0]) != 2:
        return None
    return GraphCall(Op("nn.softmax"), (source,), {"axis": axes[0] if len(axes) == 1 else list(axes)})


def _shifted(uses: Uses, value: GraphExpr, axes: Axes) -> GraphExpr | None:
    """x if `value` is ``x - max(x)`` over `axes`, else None."""
    off = uses.calls.get(value)
    top = uses.calls.get(off.args[1]) if off is not None and operator_name(off) == "subtract" else None
    if off is None or top is None or operator_name(top) != "max" or top.args[0] is not off.args[0]:
        return None
    return off.args[0] if axes and _kept(top) == axes else None


def _kept(call: GraphCall) -> Axes:
    """The axes of a reduction that keeps them; empty if it does not."""
    return _axes(call, call.args[0]) if call.attrs.get("keepdims") else ()


def _axes(call: GraphCall, operand: GraphExpr) -> Axes:
    rank, axes = len(dimensions(operand) or ()), call.attrs.get("axis", -1)
    listed = range(rank) if axes is None else axes if isinstance(axes, Sequence) else [axes]
    return tuple(sorted({int(a) % rank for a in listed})) if rank else ()
