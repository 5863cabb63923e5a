"""Patterns over graph functions, with TVM's names.

    x, w = relax.dpl.wildcard(), relax.dpl.is_const()
    pattern = relax.dpl.is_op("relax.nn.relu")(relax.dpl.is_op("relax.matmul")(x, w))
    pattern.match(value, relax.analysis.get_var2val(func))

A pattern that stands at two positions of another must match the same value at both. Variables are looked through by
the table of what they are bound to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mlcc.analysis import same
from mlcc.ir import (
    Constant,
    Expr,
    ExternFunc,
    GlobalVar,
    GraphCall,
    GraphExpr,
    GraphFunction,
    GraphTuple,
    GraphVar,
    Op,
    ShapeExpr,
    TensorStructInfo,
    TupleGetItem,
    VarBinding,
    const_like,
    structural_equal,
)

from .operators import canonical
from .rewrite import Emitter, flattened, map_branches, normalize, rewrite

Bound = Mapping[GraphVar, GraphExpr]
Matched = dict["DFPattern", GraphExpr]


class DFPattern:
    """A set of graph values. `p | q` is either, `p & q` both, `~p` the others; `p(a, b)` a call, `p[i]` a field."""

    def __call__(self, *args: DFPattern, varg_default_wildcard: bool = False) -> CallPattern:
        return CallPattern(self, args, varg_default_wildcard)

    def __or__(self, other: DFPattern) -> DFPattern:
        return _Or(self, other)

    def __and__(self, other: DFPattern) -> DFPattern:
        return _And(self, other)

    def __invert__(self) -> DFPattern:
        return _Not(self)

    def __getitem__(self, index: int) -> DFPattern:
        return is_tuple_get_item(self, index)

    def has_attr(self, attrs: Mapping[str, Any]) -> DFPattern:
        """Only calls that have these attributes."""
        return _Where(self, lambda expr: _has_attributes(expr, attrs))

    def has_dtype(self, dtype: str) -> DFPattern:
        """Only tensors of this type."""
        return _Where(self, lambda expr: isinstance(i := expr.sinfo, TensorStructInfo) and i.dtype == dtype)

    def has_shape(self, shape: Sequence[Expr | int]) -> DFPattern:
        """Only tensors of this shape."""
        return _Where(self, lambda expr: _has_shape(expr, shape))

    def has_ndim(self, ndim: int) -> DFPattern:
        """Only tensors of this rank."""
        return _Where(self, lambda expr: isinstance(i := expr.sinfo, TensorStructInfo) and i.ndim == ndim)

    def optional(self, around: Any) -> DFPattern:
        """Itself, or what `around` makes of it: ``p.optional(is_op("relax.nn.relu"))``."""
        either: DFPattern = self | around(self)
        return either

    def match(self, expr: GraphExpr, var2val: Bound | None = None) -> bool:
        """Whether a value matches."""
        return self.extract_matched_expr(expr, var2val) is not None

    def extract_matched_expr(self, expr: GraphExpr, var2val: Bound | None = None) -> Matched | None:
        """What each part of the pattern matched, or None if the value does not match."""
        matcher = Matcher(var2val or {})
        return matcher.found if matcher.match(self, expr) else None

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        """Whether the pattern matches a value itself; :class:`Matcher` looks through variables."""
        raise NotImplementedError


class Matcher:
    """The state of one match: what variables are bound to, and what the parts of the pattern matched so far."""

    def __init__(self, bound: Bound) -> None:
        self.bound = bound
        self.found: Matched = {}

    def match(self, pattern: DFPattern, expr: GraphExpr) -> bool:
        """Match a value, or what a variable is bound to."""
        known = self.found.get(pattern)
        if known is not None:
            return known is expr or self.value(known) is self.value(expr)
        before = dict(self.found)
        for candidate in (expr, self.value(expr)):
            if pattern.accepts(candidate, self):
                self.found[pattern] = expr
                return True
            self.found = dict(before)
            if candidate is self.value(expr):
                break
        return False

    def value(self, expr: GraphExpr) -> GraphExpr:
        """What a variable stands for in the end."""
        while isinstance(expr, GraphVar) and expr in self.bound:
            expr = self.bound[expr]
        return expr


class _Or(DFPattern):
    def __init__(self, left: DFPattern, right: DFPattern) -> None:
        self.sides = left, right

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return any(matcher.match(side, expr) for side in self.sides)


class _And(_Or):
    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return all(matcher.match(side, expr) for side in self.sides)


class _Not(DFPattern):
    def __init__(self, inner: DFPattern) -> None:
        self.inner = inner

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return not Matcher(matcher.bound).match(self.inner, expr)


class _Where(DFPattern):
    """A pattern under a condition on the value."""

    def __init__(self, inner: DFPattern, holds: Any) -> None:
        self.inner, self.holds = inner, holds

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return bool(self.holds(expr)) and matcher.match(self.inner, expr)


class WildcardPattern(DFPattern):
    """Any value."""

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return True


class _Kind(DFPattern):
    """A value of a class, under a condition."""

    def __init__(self, kind: type, holds: Any = lambda expr: True) -> None:
        self.kind, self.holds = kind, holds

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return isinstance(expr, self.kind) and bool(self.holds(expr))


class CallPattern(DFPattern):
    """A call of what `op` matches with operands that `args` match; with `rest`, further operands are free."""

    def __init__(self, op: DFPattern, args: Sequence[DFPattern], rest: bool = False) -> None:
        self.op, self.args, self.rest = op, tuple(args), rest

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        if not isinstance(expr, GraphCall) or not matcher.match(self.op, expr.op):
            return False
        enough = len(expr.args) >= len(self.args) if self.rest else len(expr.args) == len(self.args)
        return enough and all(map(matcher.match, self.args, expr.args))


class TuplePattern(DFPattern):
    """A tuple of fields; None: of any."""

    def __init__(self, fields: Sequence[DFPattern] | None) -> None:
        self.fields = None if fields is None else tuple(fields)

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        if not isinstance(expr, GraphTuple):
            return False
        fields = self.fields
        return fields is None or (len(fields) == len(expr.fields) and all(map(matcher.match, fields, expr.fields)))


class _Field(DFPattern):
    def __init__(self, inner: DFPattern, index: int | None) -> None:
        self.inner, self.index = inner, index

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        if not isinstance(expr, TupleGetItem) or self.index not in (None, expr.index):
            return False
        return matcher.match(self.inner, expr.value)


def _has_attributes(expr: GraphExpr, attrs: Mapping[str, Any]) -> bool:
    missing = object()
    return isinstance(expr, GraphCall) and all(
        expr.attrs.get(key, missing) == (list(value) if isinstance(expr.attrs.get(key), list) else value)
        for key, value in attrs.items()
    )


def _has_shape(expr: GraphExpr, shape: Sequence[Expr | int]) -> bool:
    have = expr.sinfo.shape if isinstance(expr.sinfo, TensorStructInfo) else None
    return (
        have is not None and len(have) == len(shape) and all(map(same, have, (const_like(d, "int64") for d in shape)))
    )


def wildcard() -> DFPattern:
    """Any value."""
    return WildcardPattern()


def is_op(op_name: str) -> DFPattern:
    """The operator of a name, with or without TVM's prefix ``relax.``: to be called, ``is_op("relax.add")(a, b)``."""
    wanted = canonical(Op.get(op_name).name)
    return _Kind(Op, lambda op: canonical(op.name) == wanted)


def is_const() -> DFPattern:
    """A tensor literal."""
    return _Kind(Constant)


def is_var(name: str = "") -> DFPattern:
    """A variable, of that name if one is given."""
    return _Kind(GraphVar, lambda var: name in ("", var.name))


def is_gv(name: str = "") -> DFPattern:
    """A function of the module, of that name if one is given."""
    return _Kind(GlobalVar, lambda var: name in ("", var.name))


def is_expr(expr: GraphExpr) -> DFPattern:
    """Values that are structurally equal to `expr`."""
    return _Kind(GraphExpr, lambda other: structural_equal(other, expr))


def is_shape(shape: Sequence[Expr | int]) -> DFPattern:
    """A shape value with these dimensions."""
    dims = [const_like(d, "int64") for d in shape]
    return _Kind(ShapeExpr, lambda e: len(e.values) == len(dims) and all(map(same, e.values, dims)))


def is_tuple(fields: Sequence[DFPattern] | None = None) -> DFPattern:
    """A tuple with these fields; None: any."""
    return TuplePattern(fields)


def is_tuple_get_item(tuple_value: DFPattern, index: int | None = None) -> DFPattern:
    """A field of a tuple; None: any of its fields."""
    return _Field(tuple_value, index)


def is_call_tir(func_name: str, args: Sequence[DFPattern] | None = None) -> DFPattern:
    """A call of a tensor program of the module, by its name."""
    return is_op("call_tir")(is_gv(func_name), TuplePattern(args), varg_default_wildcard=True)


def is_call_dps_packed(func_name: str, args: Sequence[DFPattern] | None = None) -> DFPattern:
    """A call of a library function, by its name."""
    named = _Kind(ExternFunc, lambda func: func.name == func_name)
    return is_op("call_dps_packed")(named, TuplePattern(args), varg_default_wildcard=True)


__all__ = [
    "CallPattern",
    "DFPattern",
    "Matcher",
    "TuplePattern",
    "WildcardPattern",
    "is_call_dps_packed",
    "is_call_tir",
    "is_const",
    "is_expr",
    "is_gv",
    "is_op",
    "is_shape",
    "is_tuple",
    "is_tuple_get_item",
    "is_var",
    "wildcard",
]


def rewrite_call(
    pattern: DFPattern, rewriter: Callable[[GraphExpr, Matched], GraphExpr], func: GraphFunction
) -> GraphFunction:
    """The function with what `rewriter(value, matched)` gives in place of each value that the pattern matches, and
    without what is not used any more. `matched` has the value of each part of the pattern. A rewriter that gives
    `value` back leaves it; what it makes is not matched again."""
    from .analysis import remove_all_unused

    def rewritten(part: GraphFunction) -> GraphFunction:
        bound: dict[GraphVar, GraphExpr] = {}

        def rule(out: Emitter, var: GraphVar, value: GraphExpr) -> GraphExpr | None:
            new = [*out.bindings, *(b for block in out.blocks[-1:] for b in block.bindings)]
            bound.update((b.var, b.value) for b in new if isinstance(b, VarBinding) and b.var not in bound)
            matched = pattern.extract_matched_expr(value, bound)
            result = value if matched is None else rewriter(value, matched)
            return None if result is value else flattened(out, result)

        return map_branches(rewrite(part, rule), rewritten)

    return remove_all_unused(rewritten(normalize(func)))
