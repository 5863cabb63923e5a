"""Simplification of expressions and conditions of any type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mlcc.ir import (
    COMPARE,
    Binary,
    BufferLoad,
    Call,
    Cast,
    Expr,
    FloatImm,
    IntImm,
    Node,
    Not,
    Select,
    Var,
    binary,
    children,
    const,
    logical_not,
    map_children,
    select,
    walk_once,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .affine import Prover, conjunction, conjuncts
from .poly import to_expr
from .ranges import RangeLike

Rewriting = Callable[[Any, "Analyzer"], Any]


class Analyzer(Prover):
    """Normal forms, bounds, proofs and simpler forms of expressions, under ranges of variables and assumptions.

    `ranges` gives (min, extent) per variable; `positive` lists those that are at least 1, `sizes` those at least 0.
    """

    __slots__ = ()

    def once(self, rewriting: Rewriting, node: Node) -> Any:
        """``rewriting(node, self)``, computed once per object for as long as nothing more is known about variables.

        Operands that several expressions share are so rewritten to operands that the results share.
        """
        key, answers = (rewriting, id(node)), self._derived.answers
        known = answers.get(key)
        if known is None:
            # The node is kept, so that its id stays its own.
            known = answers[key] = node, rewriting(node, self)
        return known[1]

    def copy(self) -> Analyzer:
        """A copy whose ranges and assumptions can be extended without changing this one."""
        new = Analyzer()
        new._numeric.update(self._numeric)
        new._symbolic.update(self._symbolic)
        new.assumptions = list(self.assumptions)
        return new

    def simplify(self, expr: Expr) -> Expr:
        """An equal, simpler expression; the same object when nothing changed."""
        return _simplify(self, expr)

    def normal(self, expr: Expr) -> Expr:
        """The normal form of an integer expression, as an expression."""
        if isinstance(expr, (Var, IntImm)):
            return expr
        return to_expr(self.merge(self.poly(expr)), expr.dtype)


def simplify(
    expr: Expr | int,
    ranges: Mapping[Var, RangeLike] | None = None,
    positive: Iterable[Var] = (),
) -> Expr:
    """An equal expression in normal form, using the variables' ranges (min, extent)."""
    if isinstance(expr, int):
        return const(expr)
    return Analyzer(ranges, positive).simplify(expr)


def can_prove(
    condition: Expr,
    ranges: Mapping[Var, RangeLike] | None = None,
    positive: Iterable[Var] = (),
) -> bool:
    """Whether `condition` holds for all values in the ranges."""
    return Analyzer(ranges, positive).can_prove(condition)


def bounds(
    expr: Expr | int,
    ranges: Mapping[Var, RangeLike] | None = None,
    positive: Iterable[Var] = (),
) -> tuple[int | None, int | None]:
    """Proven inclusive bounds of an expression; None where there are none."""
    analyzer = Analyzer(ranges, positive)
    low, high = analyzer.interval(analyzer.poly(expr))
    return (
        None if isinstance(low, float) else low,
        None if isinstance(high, float) else high,
    )


def _simplify(analyzer: Analyzer, expr: Expr) -> Expr:
    if isinstance(expr, (Var, IntImm, FloatImm)):
        return expr
    return analyzer.once(_simplify_compound, expr)  # type: ignore[no-any-return]


def _simplify_compound(expr: Any, analyzer: Analyzer) -> Expr:
    if dt.is_int(expr.dtype) and dt.lanes(expr.dtype) == 1:
        inner = _simplify_atoms(expr, analyzer)
        new = to_expr(analyzer.merge(analyzer.poly(inner)), expr.dtype)
        if new.dtype != expr.dtype:
            new = Cast(expr.dtype, new)
        return expr if same(new, expr) else new
    if expr.dtype == "bool":
        return _simplify_bool(analyzer, expr)
    return _simplify_other(analyzer, expr)


def _simplify_atoms(expr: Any, analyzer: Analyzer) -> Any:
    """Simplify the operands of the atoms that the normal form of an integer expression treats as opaque."""
    if isinstance(expr, (Var, IntImm)):
        return expr
    if isinstance(expr, Binary) and dt.is_int(expr.dtype):
        return map_children(expr, lambda c: c if isinstance(c, (Var, IntImm)) else analyzer.once(_simplify_atoms, c))
    if isinstance(expr, (BufferLoad, Call, Cast, Select)):
        return _simplify_other(analyzer, expr)
    return _simplify(analyzer, expr) if isinstance(expr, Expr) else expr


def _simplify_bool(analyzer: Analyzer, expr: Expr) -> Expr:
    match expr:
        case Binary(op="and") | Binary(op="or"):
            a, b = _simplify(analyzer, expr.a), _simplify(analyzer, expr.b)
            return expr if a is expr.a and b is expr.b else binary(expr.op, a, b)
        case Not():
            inner = _simplify(analyzer, expr.a)
            return expr if inner is expr.a else logical_not(inner)
        case Binary() if expr.op in COMPARE and dt.is_int(expr.a.dtype) and dt.lanes(expr.a.dtype) == 1:
            if analyzer.can_prove(expr):
                return const(True)
            if analyzer.can_disprove(expr):
                return const(False)
            expr = analyzer.tightened(expr)
            assert isinstance(expr, Binary)
            a, b = _simplify(analyzer, expr.a), _simplify(analyzer, expr.b)
            return expr if a is expr.a and b is expr.b else binary(expr.op, a, b)
    return _simplify_other(analyzer, expr)


def _simplify_other(analyzer: Analyzer, expr: Expr) -> Expr:
    def visit(item: Any) -> Any:
        return _simplify(analyzer, item) if isinstance(item, Expr) else item

    new = map_children(expr, visit)
    match new:
        case Call(op="if_then_else") if isinstance(new.args[0], IntImm):
            return new.args[1] if new.args[0].value else new.args[2]
        case Select() if isinstance(new.condition, IntImm):
            return select(new.condition, new.true_value, new.false_value)
        case Binary():
            folded = binary(new.op, new.a, new.b)
            return new if isinstance(folded, Binary) and folded.op == new.op else folded
    return new


def simplify_condition(analyzer: Analyzer, condition: Expr) -> Expr:
    """A conjunction without the conjuncts that are proven; the others stay as they are."""
    parts = conjuncts(condition)
    kept = [p for p in parts if not analyzer.can_prove(p)]
    return condition if len(kept) == len(parts) else conjunction(kept)


def same(a: Node, b: Node) -> bool:
    """Whether two expressions have the same structure, with identical variables and buffers."""
    return _same(a, b, set())


def _same(a: Node, b: Node, proven: set[tuple[int, int]]) -> bool:
    if a is b:
        return True
    if type(a) is not type(b) or isinstance(a, Var):
        return False
    if isinstance(a, Expr) and a.dtype != b.dtype:  # type: ignore[attr-defined]
        return False
    for name in ("op", "value") if isinstance(a, (Binary, Call, IntImm, FloatImm)) else ():
        if getattr(a, name, None) != getattr(b, name, None):
            return False
    if isinstance(a, FloatImm) and repr(a.value) != repr(b.value):  # type: ignore[attr-defined]
        return False  # 0.0 equals -0.0, but is another number
    if isinstance(a, BufferLoad) and a.buffer is not b.buffer:  # type: ignore[attr-defined]
        return False
    if not a.CHILDREN:
        return isinstance(a, (IntImm, FloatImm))
    # Operands that both sides share within themselves are compared once.
    pair = (id(a), id(b))
    if pair in proven:
        return True
    mine, theirs = list(children(a)), list(children(b))
    if len(mine) != len(theirs) or not all(_same(x, y, proven) for x, y in zip(mine, theirs, strict=True)):
        return False
    proven.add(pair)
    return True


def uses_any(item: Node, names: object) -> bool:
    """Whether any variable of the container `names` is used in an expression."""
    return any(isinstance(n, Var) and n in names for n in walk_once(item))  # type: ignore[operator]
