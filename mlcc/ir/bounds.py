"""Intervals of integer expressions under the loops and conditions around them, and whether their ends are reached.

They serve a verifier that must not report false positives: an interval is *exact* only when both of its ends are
certainly reached, which requires variables that are independent of one another and of every condition in force.
(`mlcc.analysis` asks the opposite question, which ends are certainly not exceeded.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from . import dtype as dt
from .expr import Binary, Call, Cast, Expr, IntImm, Not, Select, Var, logical_not
from .linear import Linear, linear, term_key
from .traverse import free_vars


class Bound(NamedTuple):
    """``lo <= value <= hi`` (None: unknown); `exact`: both ends are reached."""

    lo: int | None
    hi: int | None
    exact: bool = False

    @property
    def empty(self) -> bool:
        return self.lo is not None and self.hi is not None and self.lo > self.hi


UNKNOWN = Bound(None, None)
_FLIPPED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}


class _Constraint(NamedTuple):
    """``lo <= sum(terms) <= hi``; `terms` None: a condition on `variables` that cannot be expressed as bounds."""

    variables: frozenset[Var]
    terms: dict[object, tuple[Expr, int]] | None
    lo: int | None
    hi: int | None


class Bounds:
    """The ranges of the variables in scope, and the conditions in force, at one point of a program."""

    def __init__(self) -> None:
        self.ranges: dict[Var, Bound] = {}
        #: The largest value of a loop variable, as a linear form of symbolic dimensions.
        self.symbolic: dict[Var, Linear] = {}
        self._constraints: list[_Constraint] = []
        #: Above 0 where the conditions in force contradict each other: unreachable code.
        self.dead = 0

    # ------------------------------------------------------------ asking
    def bound(self, expr: Expr) -> Bound:
        """The interval of an integer expression."""
        if isinstance(expr, IntImm):
            return Bound(expr.value, expr.value, True)
        return self.form_bound(linear(expr))

    def form_bound(self, form: Linear) -> Bound:
        """The interval of a linear form."""
        lo: int | None = form.constant
        hi: int | None = form.constant
        exact = True
        used: set[Var] = set()
        for term, factor in form.terms.values():
            part = self._atom(term)
            low, high = (part.lo, part.hi) if factor > 0 else (part.hi, part.lo)
            lo = None if lo is None or low is None else lo + factor * low
            hi = None if hi is None or high is None else hi + factor * high
            variables = [term] if isinstance(term, Var) else free_vars(term)
            exact = exact and part.exact and used.isdisjoint(variables)
            used.update(variables)
        return self._constrained(form, Bound(lo, hi, exact), used)

    def _constrained(self, form: Linear, bound: Bound, used: set[Var]) -> Bound:
        """Intersect with conditions on the same sum; with other conditions on its variables it is no longer exact."""
        lo, hi, exact = bound
        for item in self._constraints:
            if item.variables.isdisjoint(used):
                continue
            sign = _proportion(item.terms, form.terms)
            if sign == 0:
                exact = False
                continue
            low, high = (item.lo, item.hi) if sign > 0 else (_minus(item.hi), _minus(item.lo))
            lo = _tighter(lo, None if low is None else low + form.constant, max)
            hi = _tighter(hi, None if high is None else high + form.constant, min)
            exact = exact and self._contiguous(form)
        return Bound(lo, hi, exact)

    def _contiguous(self, form: Linear) -> bool:
        """True when the sum takes every value between its ends: ``i * 4 + j`` with j in 0..3."""
        reach = 0
        for term, factor in sorted(form.terms.values(), key=lambda t: abs(t[1])):
            part = self._atom(term)
            if part.lo is None or part.hi is None or abs(factor) > reach + 1:
                return False
            reach += abs(factor) * (part.hi - part.lo)
        return True

    def _atom(self, term: Expr) -> Bound:
        match term:
            case Var():
                return self.ranges.get(term, UNKNOWN)
            case Binary(op="floordiv", b=IntImm(value=divisor)) if divisor > 0:
                inner = self.bound(term.a)
                return Bound(_div(inner.lo, divisor), _div(inner.hi, divisor), inner.exact)
            case Binary(op="floormod", b=IntImm(value=divisor)) if divisor > 0:
                return self._mod(term.a, divisor)
            case Binary(op="min" | "max" as op):
                return _extreme(op, self.bound(term.a), self.bound(term.b))
            case Select():
                return _union(self.bound(term.true_value), self.bound(term.false_value))
            case Call(op="if_then_else", args=(_, a, b)):
                return _union(self.bound(a), self.bound(b))
            case Cast() if dt.is_int(term.dtype) and dt.is_int(term.value.dtype):
                return self.bound(term.value)
        if dt.parts(term.dtype).kind == "uint":
            return Bound(0, None)
        return UNKNOWN

    def _mod(self, value: Expr, divisor: int) -> Bound:
        inner = self.bound(value)
        if inner.lo is None or inner.hi is None:
            return Bound(0, divisor - 1)
        if inner.lo // divisor == inner.hi // divisor:
            return Bound(inner.lo % divisor, inner.hi % divisor, inner.exact)
        covers = inner.exact and isinstance(value, Var) and inner.hi - inner.lo >= divisor - 1
        return Bound(0, divisor - 1, covers)

    def above(self, index: Expr, extent: Expr) -> bool:
        """True when `index` certainly reaches `extent`, a symbolic dimension."""
        missing = linear(extent).minus(linear(index))
        for term, factor in list(missing.terms.values()):
            top = self.symbolic.get(term) if isinstance(term, Var) else None
            if top is not None and factor == -1 and not any(term in c.variables for c in self._constraints):
                missing = missing.minus(top).minus(Linear(0, {term_key(term): (term, -1)}))
        return missing.constant <= 0 and not missing.terms

    # ------------------------------------------------------------ conditions
    @contextmanager
    def assuming(self, condition: Expr) -> Iterator[None]:
        """Within the context, `condition` holds."""
        ranges, symbolic, constraints, dead = self.ranges, self.symbolic, self._constraints, self.dead
        self.ranges, self._constraints, self.symbolic = dict(ranges), list(constraints), dict(symbolic)
        self._assume(condition)
        yield
        self.ranges, self.symbolic, self._constraints, self.dead = ranges, symbolic, constraints, dead

    @contextmanager
    def never(self, flag: bool) -> Iterator[None]:
        """Within the context, the code is unreachable if `flag`."""
        self.dead += flag
        yield
        self.dead -= flag

    def _assume(self, condition: Expr) -> None:
        match condition:
            case IntImm(value=value):
                self.dead += value == 0
            case Binary(op="and"):
                self._assume(condition.a)
                self._assume(condition.b)
            case Binary(op="lt" | "le" | "gt" | "ge" | "eq") if dt.is_int(condition.a.dtype):
                self._compare(condition.op, condition.a, condition.b)
            case Not(a=Binary(op=op, a=a, b=b)) if op in _FLIPPED:
                self._assume(Binary(_FLIPPED[op], a, b))
            case Not(a=Binary(op="or", a=a, b=b)):
                self._assume(logical_not(a))
                self._assume(logical_not(b))
            case Call(op="likely", args=(inner,)):
                self._assume(inner)
            case _:
                self._constraints.append(_Constraint(frozenset(free_vars(condition)), None, None, None))

    def _compare(self, op: str, a: Expr, b: Expr) -> None:
        constant, terms = linear(a).minus(linear(b))
        limit = -constant
        hi = {"lt": limit - 1, "le": limit, "eq": limit}.get(op)
        lo = {"gt": limit + 1, "ge": limit, "eq": limit}.get(op)
        if not terms:
            self.dead += (hi is not None and hi < 0) or (lo is not None and lo > 0)
            return
        ((term, factor), *others) = terms.values()
        if not others and isinstance(term, Var) and term in self.ranges:
            low, high = (lo, hi) if factor > 0 else (_minus(hi), _minus(lo))
            size = abs(factor)
            self._narrow(term, None if low is None else -(-low // size), None if high is None else high // size)
            return
        variables = frozenset(v for term, _ in terms.values() for v in free_vars(term))
        self._constraints.append(_Constraint(variables, terms, lo, hi))
        if self.form_bound(Linear(0, terms)).empty:
            self.dead += 1

    def _narrow(self, var: Var, lo: int | None, hi: int | None) -> None:
        old = self.ranges[var]
        new = Bound(_tighter(old.lo, lo, max), _tighter(old.hi, hi, min), old.exact)
        if new.hi != old.hi or hi is not None:
            self.symbolic.pop(var, None)
        self.ranges[var] = new
        self.dead += new.empty


def _proportion(a: dict[object, tuple[Expr, int]] | None, b: dict[object, tuple[Expr, int]]) -> int:
    """1 when the sums are the same, -1 when they are opposite, else 0."""
    if a is None or a.keys() != b.keys():
        return 0
    signs = {1 if a[k][1] == b[k][1] else -1 if a[k][1] == -b[k][1] else 0 for k in a}
    return signs.pop() if len(signs) == 1 else 0


def _minus(value: int | None) -> int | None:
    return None if value is None else -value


def _div(value: int | None, divisor: int) -> int | None:
    return None if value is None else value // divisor


def _tighter(a: int | None, b: int | None, pick: Callable[[int, int], int]) -> int | None:
    if a is None or b is None:
        return b if a is None else a
    return pick(a, b)


def _extreme(op: str, a: Bound, b: Bound) -> Bound:
    pick = min if op == "min" else max
    lo = pick(a.lo, b.lo) if a.lo is not None and b.lo is not None else None
    hi = pick(a.hi, b.hi) if a.hi is not None and b.hi is not None else None
    if op == "min" and hi is None:
        hi = b.hi if a.hi is None else a.hi
    if op == "max" and lo is None:
        lo = b.lo if a.lo is None else a.lo
    return Bound(lo, hi)


def _union(a: Bound, b: Bound) -> Bound:
    lo = min(a.lo, b.lo) if a.lo is not None and b.lo is not None else None
    hi = max(a.hi, b.hi) if a.hi is not None and b.hi is not None else None
    return Bound(lo, hi)
