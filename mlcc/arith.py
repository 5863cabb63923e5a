"""Integer arithmetic under TVM's name `arith`: bounds, proofs and simplification of index expressions.

ana = arith.Analyzer()
ana.bind(i, tir.Range(0, 4))          # or ana.update(i, arith.ConstIntBound(0, 3))
ana.simplify(i // 4)                  # 0
ana.can_prove(i < 8)                  # True
ana.const_int_bound(i * 3 + 1)        # ConstIntBound(1, 10)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

import mlcc.analysis as _analysis
from mlcc.ir import Expr, IntImm, Range, Var, const, const_like, substitute


@dataclass(frozen=True)
class ConstIntBound:
    """Inclusive constant bounds; `NEG_INF` and `POS_INF` where there are none."""

    NEG_INF: ClassVar[int] = -(2**63)
    POS_INF: ClassVar[int] = 2**63 - 1

    min_value: int
    max_value: int


@dataclass(frozen=True)
class ModularSet:
    """Numbers of the form ``coeff * x + base``; `coeff` 0 is one number."""

    coeff: int
    base: int


class Analyzer:
    """What is known of variables, and questions about expressions of them.

    A negative answer of :meth:`can_prove` means "not proven", not "false".
    """

    def __init__(self) -> None:
        self._analyzer = _analysis.Analyzer()
        self._values: dict[Var, Expr] = {}

    def bind(self, var: Var, expr: Expr | int | Range) -> None:
        """Declare that `var` equals an expression, or lies in a range (its extent excluded)."""
        if isinstance(expr, Range):
            self._analyzer.bind(var, self._known(expr.min), self._known(expr.extent))
        else:
            self._values[var] = self._known(const_like(expr, var.dtype))

    def update(self, var: Var, info: ConstIntBound | Range, override: bool = False) -> None:
        """Declare bounds of `var`. With `override` what was bound before is forgotten."""
        if override:
            self._values.pop(var, None)
        if isinstance(info, Range):
            self.bind(var, info)
        else:
            self._analyzer.bind(var, info.min_value, info.max_value - info.min_value + 1)

    def mark_global_non_negative_value(self, value: Expr) -> None:
        """Declare that a value, such as a symbolic dimension, is at least 0."""
        self._analyzer.assume(self._known(value) >= 0)

    @contextmanager
    def constraint_scope(self, constraint: Expr) -> Iterator[None]:
        """Assume a condition within a ``with`` statement."""
        before = self._analyzer
        self._analyzer = before.copy()
        self._analyzer.assume(self._known(constraint))
        try:
            yield
        finally:
            self._analyzer = before

    def simplify(self, expr: Expr | int, steps: int = 2) -> Expr:
        """An equal, simpler expression. `steps` is accepted for TVM's sake."""
        return self._analyzer.simplify(self._known(_expression(expr)))

    rewrite_simplify = simplify

    def canonical_simplify(self, expr: Expr | int) -> Expr:
        """An integer expression as a sum of products, with equal terms added."""
        return self._analyzer.normal(self.simplify(expr))

    def can_prove(self, expr: Expr | bool, strength: Any = None) -> bool:
        """Whether a condition always holds."""
        if isinstance(expr, bool):
            return expr
        simple = self.simplify(expr)
        return bool(simple.value) if isinstance(simple, IntImm) else self._analyzer.can_prove(simple)

    def can_prove_equal(self, lhs: Expr | int, rhs: Expr | int) -> bool:
        """Whether two expressions are always equal."""
        return self.can_prove(_expression(lhs).equal(rhs))

    def const_int_bound(self, expr: Expr | int) -> ConstIntBound:
        """The smallest and largest value that an integer expression is proven to stay between."""
        low, high = self._analyzer.interval(self._analyzer.poly(self._known(_expression(expr))))
        return ConstIntBound(
            ConstIntBound.NEG_INF if isinstance(low, float) else max(low, ConstIntBound.NEG_INF),
            ConstIntBound.POS_INF if isinstance(high, float) else min(high, ConstIntBound.POS_INF),
        )

    def modular_set(self, expr: Expr | int) -> ModularSet:
        """The common divisor of an integer expression and its remainder: ``i * 8 + 3`` has coeff 8 and base 3."""
        from math import gcd

        poly = self._analyzer.poly(self._known(_expression(expr)))
        coefficients = [coefficient for mono, coefficient in poly.terms.items() if mono]
        base = sum(coefficient for mono, coefficient in poly.terms.items() if not mono)
        step = gcd(*coefficients) if coefficients else 0
        return ModularSet(step, base % step if step else base)

    def _known(self, expr: Any) -> Any:
        """An expression with the variables of known value replaced."""
        return substitute(expr, self._values) if self._values and isinstance(expr, Expr) else expr


def _expression(value: Expr | int) -> Expr:
    return value if isinstance(value, Expr) else const(value)


__all__ = ["Analyzer", "ConstIntBound", "ModularSet"]
