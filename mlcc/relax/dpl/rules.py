"""Rules that rewrite functions and modules, alone and after each other."""

from __future__ import annotations

from typing import Any

from mlcc.diagnostics import MlccError
from mlcc.ir import GraphFunction, IRModule

from .from_module import ModuleRule
from .pattern import DFPattern
from .rewrite import CallRewriter, rewrite_call


class PatternMatchingRewriter:
    """A rule that rewrites functions, expressions and modules: ``rule(module)``. ``a | b`` applies a, then b where a
    did nothing."""

    @staticmethod
    def from_pattern(pattern: DFPattern, func: CallRewriter) -> ExprPatternRewriter:
        """As :class:`ExprPatternRewriter`."""
        return ExprPatternRewriter(pattern, func)

    @staticmethod
    def from_module(mod: IRModule) -> PatternMatchingRewriter:
        """The rule that what looks as the function `pattern` of a module becomes what its function `replacement`
        computes of the same parameters. Raises T142 unless the module has both, with equal parameters."""
        return _OfModule(ModuleRule(mod))

    def function(self, func: GraphFunction) -> GraphFunction:
        """A function rewritten."""
        raise NotImplementedError

    def __call__(self, obj: Any) -> Any:
        if isinstance(obj, GraphFunction):
            return self.function(obj)
        if isinstance(obj, IRModule):
            return obj.map_graph_funcs(self.function)
        raise MlccError("T142", f"a rule rewrites modules and functions, not a {type(obj).__name__}")

    def __or__(self, other: PatternMatchingRewriter) -> OrRewriter:
        return OrRewriter(self, other)


class ExprPatternRewriter(PatternMatchingRewriter):
    """The rule that a value that `pattern` matches becomes ``func(value, matched)``, as in :func:`rewrite_call`."""

    def __init__(self, pattern: DFPattern, func: CallRewriter) -> None:
        self.pattern, self.func = pattern, func

    def function(self, func: GraphFunction) -> GraphFunction:
        return rewrite_call(self.pattern, self.func, func)


class OrRewriter(PatternMatchingRewriter):
    """Two rules, the second for what the first leaves."""

    def __init__(self, lhs: PatternMatchingRewriter, rhs: PatternMatchingRewriter) -> None:
        self.lhs, self.rhs = lhs, rhs

    def function(self, func: GraphFunction) -> GraphFunction:
        return self.rhs.function(self.lhs.function(func))


class _OfModule(PatternMatchingRewriter):
    def __init__(self, rule: ModuleRule) -> None:
        self.rule = rule

    def function(self, func: GraphFunction) -> GraphFunction:
        return self.rule.function(func)
