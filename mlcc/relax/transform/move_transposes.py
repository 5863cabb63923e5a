"""Transposes of channels and batch after what follows a convolution, instead of between them.

An exporter puts together images of which the channels come first, and adds a bias and pools before it transposes the
result. Behind the pool there is little to transpose, and what is next to the convolution is computed by its kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from mlcc.ir import Constant, GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, VarBinding, as_int

from ..operators import VIEWS, are_same, dimensions, fusion_kind, operator_name, reshape_to
from ..rewrite import Emitter, rewrite
from .blocked_convs import CONVS
from .move_ops import Uses
from .pass_ import FunctionPass

_BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum")
_POOLS = ("nn.global_avg_pool", "nn.global_max_pool")


@dataclass(frozen=True)
class MoveTransposes(FunctionPass):
    """Transpose the first two dimensions of a convolution's result after the elementwise operators, the global pool and
    the view without single elements that follow it; two such transposes are none."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        bindings = [b.value for b in func.bindings() if isinstance(b, VarBinding)]
        if not any(map(_swaps, bindings)) or not any(operator_name(value) in CONVS for value in bindings):
            return func
        return rewrite(func, _Moving(Uses(func)).rule, module)


@dataclass
class _Moving:
    """The transposes that are moved, by their variable what they transpose."""

    uses: Uses
    swapped: dict[GraphExpr, GraphVar] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        if not isinstance(value, GraphCall) or not isinstance(value.op, Op):
            return None
        source = next((self.swapped[a] for a in value.args if a in self.swapped and self.uses.count_of(a) == 1), None)
        if source is not None and out.in_dataflow:
            if _swaps(value):
                self.uses.count[source] = self.uses.count_of(var)
                return source
            before = self.before(value, source)
            if before is not None:
                source = self.uses.define(out, before)
                value = GraphCall(Op("transpose"), (source,), {"axes": _swap(len(dimensions(source) or ()))})
        elif _swaps(value) and operator_name(self.uses.only(value.args[0]) or value) in CONVS:
            source = value.args[0] if isinstance(value.args[0], GraphVar) else None
        made = self.uses.define(out, value, like=var)
        if source is not None and _swaps(value):
            self.swapped[made] = source
        return made

    def before(self, call: GraphCall, source: GraphVar) -> GraphCall | None:
        """A call on what its operand is the transpose of; None if their results are no transposes of each other."""
        name, shape, dims = operator_name(call), dimensions(call) or (), dimensions(source) or ()
        if name in VIEWS:
            is_view = len(shape) >= 2 and all(as_int(dim) == 1 for dim in (*shape[2:], *dims[2:]))
            is_kept = is_view and are_same(shape[:2], dims[1::-1])
            return reshape_to(source, (*dims[:2], *shape[2:])) if is_kept else None
        one = len(call.args) == 1 and fusion_kind(call) == "elemwise" and "axis" not in call.attrs
        if one or (name in _POOLS and call.attrs.get("layout") in (None, "NCW", "NCHW", "NCDHW")):
            return GraphCall(call.op, (source,), call.attrs)
        if name not in _BINARY or len(shape) != len(dims):
            return None
        args = tuple(source if self.swapped.get(arg) is source else _swapped(arg, len(dims)) for arg in call.args)
        known = tuple(arg for arg in args if arg is not None)
        return GraphCall(call.op, known, call.attrs) if len(known) == len(args) else None


def _swap(rank: int) -> list[int]:
    return [1, 0, *range(2, rank)]


def _swaps(value: GraphExpr) -> bool:
    """Whether a value is the transpose of the first two dimensions of another."""
    if not isinstance(value, GraphCall) or operator_name(value) != "transpose":
        return False
    rank = len(dimensions(value) or value.attrs.get("axes") or ())
    return list(value.attrs.get("axes") or range(rank)[::-1]) == _swap(rank)


def _swapped(value: GraphExpr, rank: int) -> Constant | None:
    """The transpose of a constant, as one of a number of dimensions."""
    if not isinstance(value, Constant) or value.data.ndim > rank:
        return None
    data = value.data.reshape((1,) * (rank - value.data.ndim) + value.data.shape)
    return Constant(np.ascontiguousarray(data.transpose(_swap(rank))))
