"""A rule written as a module: what its function `pattern` computes becomes what its `replacement` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlcc.analysis import same
from mlcc.diagnostics import MlccError
from mlcc.ir import (
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    IRModule,
    ShapeExpr,
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
    as_int,
)

from ..clone import Clone
from ..rewrite import graph_vars, normalize, rename
from ..users import values_of
from .context import Matching, PatternContext
from .edges import Edge
from .pattern import (
    AttrPattern,
    CallPattern,
    ConditionPattern,
    DFPattern,
    ExprPattern,
    ExternFuncPattern,
    GlobalVarPattern,
    TupleGetItemPattern,
    TuplePattern,
    WildcardPattern,
)
from .rewrite import rewrite_bindings


class ModuleRule:
    """The rule that a module states. Raises T142 for a module that is no rule."""

    def __init__(self, mod: IRModule) -> None:
        before, after = (mod.graph_funcs.get(name) for name in ("pattern", "replacement"))
        if before is None or after is None or len(before.params) != len(after.params):
            raise MlccError("T142", "a rule is a module with the graph functions `pattern` and `replacement`, "
                            "which have the same parameters")  # fmt: skip
        self.after = normalize(after)
        self.before = _Patterns(normalize(before))
        if len(_results(self.after)) != len(self.before.results):
            raise MlccError("T142", "`pattern` and `replacement` do not have as many results")

    def function(self, func: GraphFunction) -> GraphFunction:
        """A function rewritten."""
        return rewrite_bindings(self.before.context, self.new_values, func)

    def new_values(self, matching: Matching, bound: dict[GraphVar, GraphExpr]) -> dict[GraphVar, GraphExpr]:
        """The results of `replacement` for the values that are those of `pattern`."""
        params = self.before.params
        clone = Clone(self.after.params, [matching[p] for p in params], in_dataflow=True)
        copies = [clone.binding(binding) for binding in self.after.bindings()]
        values = {copy.var: copy.value for copy in copies}
        results = [_written_out(clone.visit(value), values) for value in _results(self.after)]
        return {matching[p]: result for p, result in zip(self.before.results, results, strict=True)}


def _results(func: GraphFunction) -> list[GraphExpr]:
    """The values that a function returns: its result, or the fields of the tuple."""
    bound = values_of(func)
    body: GraphExpr = func.body.body
    while isinstance(body, GraphVar) and isinstance(bound.get(body), GraphVar | GraphTuple):
        body = bound[body]
    return list(body.fields) if isinstance(body, GraphTuple) else [body]


def _written_out(value: GraphExpr, values: Mapping[GraphVar, GraphExpr]) -> GraphExpr:
    """A value with the values of local variables in the place of these."""
    while any(var in values for var in graph_vars(value)):
        value = rename(value, {var: values[var] for var in graph_vars(value) if var in values})
    return value


def _has_form(value: GraphExpr, want: StructInfo | None) -> bool:
    """Whether a value is of the type of a parameter, whose symbolic sizes stand for any."""
    if not isinstance(want, TensorStructInfo):
        return True
    have = value.sinfo
    if not isinstance(have, TensorStructInfo) or want.dtype not in ("", have.dtype):
        return False
    if want.ndim >= 0 and want.ndim != have.ndim:
        return False
    return want.shape is None or (
        have.shape is not None
        and all(as_int(w) is None or same(w, h) for w, h in zip(want.shape, have.shape, strict=True))
    )


class _Patterns:
    """The patterns of a function's values in one context; parameters stand for any values of their types."""

    def __init__(self, func: GraphFunction) -> None:
        self.context = PatternContext()
        self.params = [ConditionPattern(WildcardPattern(), self.condition(p.sinfo)) for p in func.params]
        self.made: dict[GraphVar, DFPattern] = dict(zip(func.params, self.params, strict=True))
        for binding in func.bindings():
            if not isinstance(binding, VarBinding):
                raise MlccError("T142", "a cast is no part of a rule", span=binding.span)
            self.made[binding.var] = self.pattern(binding.value)
        self.results = [self.pattern(value) for value in _results(func)]
        named = self.context.constraints.patterns()
        if not all(result in named for result in self.results) or any(p not in named for p in self.params):
            raise MlccError("T142", "`pattern` returns what operators compute of all of its parameters")

    @staticmethod
    def condition(info: StructInfo | None) -> Any:
        return lambda value: _has_form(value, info)

    def pattern(self, value: GraphExpr) -> DFPattern:
        match value:
            case GraphVar():
                return self.made[value]
            case GraphTuple():
                return TuplePattern([self.pattern(field) for field in value.fields])
            case TupleGetItem():
                return TupleGetItemPattern(self.pattern(value.value), value.index)
            case GlobalVar():
                return GlobalVarPattern(value.name)
            case ExternFunc():
                return ExternFuncPattern(value.name)
            case ShapeExpr() if any(as_int(d) is None for d in value.values):
                return WildcardPattern()
            case GraphCall():
                return self.call(value)
        return ExprPattern(value)

    def call(self, call: GraphCall) -> DFPattern:
        args = [self.pattern(arg) for arg in call.args]
        made: DFPattern = CallPattern(self.pattern(call.op), args, rest=bool(call.sinfo_args))
        made = AttrPattern(made, call.attrs) if call.attrs else made
        for index, (pattern, arg) in enumerate(zip(args, call.args, strict=True)):
            parts = pattern.fields or () if isinstance(pattern, TuplePattern) else (pattern,)
            direct = index if not isinstance(arg, GraphTuple) else -1
            self.context.constraints.edges += [Edge(part, made, direct) for part in parts]
        return made
