"""Patterns of graph values.

    x, w = relax.dpl.wildcard(), relax.dpl.is_const()
    pattern = relax.dpl.is_op("relax.nn.relu")(relax.dpl.is_op("relax.matmul")(x, w))
    pattern.match(value, relax.analysis.get_var2val(func))

A pattern that stands at two positions of another must match the same value at both. Variables are looked through by
the table of what they are bound to.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from mlcc.ir import (
    Constant,
    DataflowVar,
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
    StructInfo,
    TensorStructInfo,
    TupleGetItem,
    const_like,
    structural_equal,
)

from ..base_check import BaseCheckResult, type_base_check
from ..operators import are_same, canonical
from ..users import values_of
from .edges import Edge, PatternSeq, current, needed

Bound = Mapping[GraphVar, GraphExpr]
Matched = dict["DFPattern", GraphExpr]


class DFPattern:
    """A set of graph values. `p | q` is either, `p & q` both, `~p` the others; `p(a, b)` a call, `p[i]` a field. In a
    pattern context `p ^ q` says that p is an operand of q, and `p >> q` that it has no other user."""

    def __call__(self, *args: DFPattern, varg_default_wildcard: bool = False, add_constraint: bool = True) -> Any:
        call = CallPattern(self, args, varg_default_wildcard)
        context = current()
        if context is not None and add_constraint:
            context.edges += [Edge(arg, call, index) for index, arg in enumerate(args)]
        return call

    def __or__(self, other: DFPattern) -> DFPattern:
        return OrPattern(self, other)

    def __and__(self, other: DFPattern) -> DFPattern:
        return AndPattern(self, other)

    def __invert__(self) -> DFPattern:
        return NotPattern(self)

    def __getitem__(self, index: int) -> DFPattern:
        return TupleGetItemPattern(self, index)

    def __xor__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.used_by(other)

    def __rshift__(self, other: DFPattern | PatternSeq) -> PatternSeq:
        return self.only_used_by(other)

    def used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """In a pattern context: the value is operand `index` of the other one, or any. Raises T142 outside."""
        return PatternSeq([self]).used_by(other, index)

    def only_used_by(self, other: DFPattern | PatternSeq, index: int = -1) -> PatternSeq:
        """As `used_by`, and the value has no other user. Raises T142 outside of pattern contexts."""
        return PatternSeq([self]).only_used_by(other, index)

    def fork_to(self, *args: DFPattern | PatternSeq) -> None:
        """In a pattern context: the value is an operand of each of these. Raises T142 outside."""
        for user in args:
            self.used_by(user)

    def same_shape_as(self, *args: DFPattern) -> SameShapeConstraint:
        """In a pattern context: all these values provably have one shape. Raises T142 outside."""
        return SameShapeConstraint(self, *args)

    def dup(self) -> DFPattern:
        """Another pattern of the same values: it may match another value than this one."""
        return copy.copy(self)

    def has_attr(self, attrs: Mapping[str, Any]) -> DFPattern:
        """Only calls (or functions) that have these attributes."""
        return AttrPattern(self, attrs)

    def has_ty(self, ty: StructInfo) -> DFPattern:
        """Only values of which the type is known to be this one, or a narrower one."""
        return TypePattern(self, ty)

    has_struct_info = has_ty

    def has_dtype(self, dtype: str) -> DFPattern:
        """Only tensors of this type."""
        return DataTypePattern(self, dtype)

    def has_shape(self, shape: Sequence[Expr | int]) -> DFPattern:
        """Only tensors of this shape."""
        return ShapePattern(self, shape)

    def has_ndim(self, ndim: int) -> DFPattern:
        """Only tensors of this rank."""
        return ConditionPattern(self, lambda expr: isinstance(i := expr.sinfo, TensorStructInfo) and i.ndim == ndim)

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

    def matches(self, expr: GraphExpr, matcher: Matcher) -> bool:
        """Whether the pattern matches a value, or what a variable is bound to."""
        before = dict(matcher.found)
        for candidate in dict.fromkeys((expr, matcher.value(expr))):
            if self.accepts(candidate, matcher):
                return True
            matcher.found = dict(before)
        return False

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        """Whether the pattern matches a value itself; `matches` looks through variables."""
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
        if not pattern.matches(expr, self):
            return False
        self.found[pattern] = expr
        return True

    def value(self, expr: GraphExpr) -> GraphExpr:
        """What a variable stands for in the end."""
        while isinstance(expr, GraphVar) and expr in self.bound:
            expr = self.bound[expr]
        return expr


class SameShapeConstraint:
    """In a pattern context: the values of all these patterns provably have one shape. Raises T142 outside."""

    def __init__(self, *args: DFPattern) -> None:
        self.patterns = args
        needed("same_shape_as").equal_shapes.append(args)


class OrPattern(DFPattern):
    """Values of either pattern."""

    def __init__(self, left: DFPattern, right: DFPattern) -> None:
        self.left, self.right = left, right

    def matches(self, expr: GraphExpr, matcher: Matcher) -> bool:
        before = dict(matcher.found)
        if matcher.match(self.left, expr):
            return True
        matcher.found = before
        return matcher.match(self.right, expr)


class AndPattern(OrPattern):
    """Values of both patterns."""

    def matches(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return matcher.match(self.left, expr) and matcher.match(self.right, expr)


class NotPattern(DFPattern):
    """Values that the pattern does not match."""

    def __init__(self, reject: DFPattern) -> None:
        self.reject = reject

    def matches(self, expr: GraphExpr, matcher: Matcher) -> bool:
        return not Matcher(matcher.bound).match(self.reject, expr)


class ConditionPattern(DFPattern):
    """A pattern under a condition on the value."""

    def __init__(self, inner: DFPattern, holds: Any) -> None:
        self.inner, self.holds = inner, holds

    def matches(self, expr: GraphExpr, matcher: Matcher) -> bool:
        holds = self.holds(expr) or self.holds(matcher.value(expr))
        return bool(holds) and matcher.match(self.inner, expr)


class AttrPattern(ConditionPattern):
    """Calls or functions with attributes."""

    def __init__(self, pattern: DFPattern, attrs: Mapping[str, Any]) -> None:
        super().__init__(pattern, lambda expr: _has_attributes(expr, attrs))


class TypePattern(ConditionPattern):
    """Values of a type."""

    def __init__(self, pattern: DFPattern, ty: StructInfo) -> None:
        passes = BaseCheckResult.PASS
        super().__init__(pattern, lambda e: e.sinfo is not None and type_base_check(ty, e.sinfo) == passes)


class DataTypePattern(ConditionPattern):
    """Tensors of an element type."""

    def __init__(self, pattern: DFPattern, dtype: str) -> None:
        super().__init__(pattern, lambda e: isinstance(i := e.sinfo, TensorStructInfo) and i.dtype == dtype)


class ShapePattern(ConditionPattern):
    """Tensors of a shape."""

    def __init__(self, pattern: DFPattern, shape: Sequence[Expr | int]) -> None:
        super().__init__(pattern, lambda expr: _has_shape(expr, shape))


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


class ConstantPattern(_Kind):
    """A tensor literal."""

    def __init__(self) -> None:
        super().__init__(Constant)


class _Named(_Kind):
    """A value of a class with a name; the empty name: any."""

    kind: type = GraphExpr

    def __init__(self, name: str = "") -> None:
        super().__init__(type(self).kind, lambda item: name in ("", item.name))


class VarPattern(_Named):
    """A variable."""

    kind = GraphVar


class DataflowVarPattern(_Named):
    """A variable that is visible in its dataflow block only."""

    kind = DataflowVar


class GlobalVarPattern(_Named):
    """A function of the module."""

    kind = GlobalVar


class ExternFuncPattern(_Named):
    """A library function."""

    kind = ExternFunc


class ExprPattern(_Kind):
    """Values that are structurally equal to an expression; operators by any of their names."""

    def __init__(self, expr: GraphExpr) -> None:
        if isinstance(expr, Op):
            wanted = canonical(expr.name)
            super().__init__(Op, lambda op: canonical(op.name) == wanted)
        else:
            super().__init__(GraphExpr, lambda other: structural_equal(other, expr))


class PrimArrPattern(_Kind):
    """A shape value."""

    def __init__(self, shape: Sequence[Expr | int]) -> None:
        self.dims = [const_like(d, "int64") for d in shape]
        super().__init__(ShapeExpr, lambda e: are_same(e.values, self.dims))

    def __getitem__(self, index: int) -> Any:
        return self.dims[index]

    def __len__(self) -> int:
        return len(self.dims)


class FunctionPattern(DFPattern):
    """A graph function by its parameters and its result."""

    def __init__(self, params: Sequence[DFPattern], body: DFPattern) -> None:
        self.params, self.body = tuple(params), body

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        if not isinstance(expr, GraphFunction) or len(expr.params) != len(self.params):
            return False
        inside = Matcher({**matcher.bound, **values_of(expr)})
        ok = all(map(inside.match, self.params, expr.params)) and inside.match(self.body, expr.body.body)
        matcher.found.update(inside.found if ok else {})
        return ok


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


class UnorderedTuplePattern(TuplePattern):
    """A tuple with these fields in any order."""

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        fields = self.fields or ()
        return isinstance(expr, GraphTuple) and len(fields) == len(expr.fields) and _any_order(fields, expr, matcher)

    def __len__(self) -> int:
        return len(self.fields or ())


def _any_order(
    fields: Sequence[DFPattern], value: GraphTuple, matcher: Matcher, taken: frozenset[int] = frozenset()
) -> bool:
    if not fields:
        return True
    before = dict(matcher.found)
    for index, field in enumerate(value.fields):
        free = index not in taken and matcher.match(fields[0], field)
        if free and _any_order(fields[1:], value, matcher, taken | {index}):
            return True
        matcher.found = dict(before)
    return False


class TupleGetItemPattern(DFPattern):
    """A field of a tuple; None: any."""

    def __init__(self, tuple_pattern: DFPattern, index: int | None = None) -> None:
        self.tuple, self.index = tuple_pattern, index

    def accepts(self, expr: GraphExpr, matcher: Matcher) -> bool:
        if not isinstance(expr, TupleGetItem) or self.index not in (None, expr.index):
            return False
        return matcher.match(self.tuple, expr.value)


def _has_attributes(expr: GraphExpr, attrs: Mapping[str, Any]) -> bool:
    missing = object()
    return isinstance(expr, GraphCall | GraphFunction) and all(
        expr.attrs.get(key, missing) == (list(value) if isinstance(expr.attrs.get(key), list) else value)
        for key, value in attrs.items()
    )


def _has_shape(expr: GraphExpr, shape: Sequence[Expr | int]) -> bool:
    have = expr.sinfo.shape if isinstance(expr.sinfo, TensorStructInfo) else None
    return have is not None and are_same(have, [const_like(d, "int64") for d in shape])
