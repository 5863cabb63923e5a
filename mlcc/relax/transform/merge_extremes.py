"""Reads a tensor once for its least and its largest element.

``min(x)`` and ``max(x)`` over all dimensions, as the grid of a dynamically quantised tensor takes them, become the two
results of ``qnn.value_range(x)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mlcc.ir import GraphCall, GraphExpr, GraphFunction, GraphVar, IRModule, Op, TupleGetItem, VarBinding

from ..operators import VIEWS, dimensions, operator_name, tensor_dtype
from ..rewrite import Emitter, rewrite
from .pass_ import FunctionPass

#: The reductions, in the order of the results.
_EXTREMES = ("min", "max")


@dataclass(frozen=True)
class MergeExtremes(FunctionPass):
    """Replace ``min(x)`` and ``max(x)`` over all dimensions of one float32 tensor, or of views of it, by the results of
    one ``qnn.value_range``."""

    def run(self, func: GraphFunction, module: IRModule) -> GraphFunction:
        views: dict[GraphExpr, GraphExpr] = {}
        found: dict[GraphExpr, set[str]] = {}
        merger = _Merger()
        for binding in func.bindings():
            if not isinstance(binding, VarBinding) or not isinstance(binding.value, GraphCall):
                continue
            call = binding.value
            if operator_name(call) in VIEWS:
                views[binding.var] = views.get(call.args[0], call.args[0])
            elif _is_whole(call):
                source = views.get(call.args[0], call.args[0])
                merger.sources[binding.var] = source
                found.setdefault(source, set()).add(operator_name(call))
        merger.pairs = {source for source, names in found.items() if names == {*_EXTREMES}}
        return rewrite(func, merger.rule, module) if merger.pairs else func


@dataclass
class _Merger:
    """Rewrites one function: `sources` are what whole reductions read, `pairs` those that both read; `ranges` are the
    ranges computed so far."""

    sources: dict[GraphVar, GraphExpr] = field(default_factory=dict)
    pairs: set[GraphExpr] = field(default_factory=set)
    ranges: dict[GraphExpr, GraphVar] = field(default_factory=dict)

    def rule(self, out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
        source = self.sources.get(var)
        if source not in self.pairs or not isinstance(value, GraphCall):
            return None
        if source not in self.ranges:
            self.ranges[source] = out.emit(GraphCall(Op("qnn.value_range"), (value.args[0],)))
        return TupleGetItem(self.ranges[source], _EXTREMES.index(operator_name(value)))


def _is_whole(call: GraphCall) -> bool:
    """Whether a call is a minimum or maximum over all dimensions of a float32 tensor."""
    if operator_name(call) not in _EXTREMES or call.attrs.get("keepdims") or tensor_dtype(call.args[0]) != "float32":
        return False
    dims, axes = dimensions(call.args[0]), call.attrs.get("axis")
    if not dims:
        return False
    axes = [axes] if isinstance(axes, int) else axes
    return axes is None or {a % len(dims) for a in axes} == {*range(len(dims))}
