"""Integer arithmetic under ranges of variables: normal forms, bounds, and proofs.

:class:`Prover` holds the ranges of loop variables (which may be symbolic, ``0 <= i < n``) and the symbolic dimensions
that are positive. It brings expressions into normal form, removes `//` and `%` where the ranges allow, bounds values,
and proves comparisons. A negative answer means "not proven", not "false".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from mlcc.ir import COMPARE, Binary, Call, Expr, IntImm, Not, Var, binary, const, logical_not
from mlcc.ir import dtype as dt

from .normal import NormalForms, never_zero
from .poly import ZERO, Atom, Digit, Mono, Poly, to_expr
from .ranges import Derived, RangeLike

#: The most variables and divisions that a proof eliminates: index expressions have fewer, and each step may branch.
_DEPTH = 12
_NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}


class Prover(NormalForms):
    """Normal forms, bounds and proofs under known variable ranges; :class:`~mlcc.analysis.Analyzer` simplifies too.

    `ranges` gives (min, extent) per variable; `positive` lists those that are at least 1, `sizes` those at least 0.
    """

    __slots__ = ("assumptions",)

    def __init__(
        self,
        ranges: Mapping[Var, RangeLike] | None = None,
        positive: Iterable[Var] = (),
        sizes: Iterable[Var] = (),
    ) -> None:
        # Before the ranges, whose bounds may be minima that are decided here.
        self.assumptions: list[Poly] = []
        super().__init__(ranges, positive, sizes)

    def assume(self, condition: Expr) -> None:
        """Assume a condition; its conjuncts that are comparisons are used, others are ignored."""
        for part in conjuncts(condition):
            for sign in self.comparison_polys(part):
                self._derived = Derived()
                self.assumptions.append(sign)

    @contextmanager
    def assuming(self, condition: Expr) -> Iterator[None]:
        """Assume a condition for the duration of a `with` statement."""
        before, derived, bounds = len(self.assumptions), self._derived, self._bounds
        self.assume(condition)
        try:
            yield
        finally:
            if len(self.assumptions) > before:
                del self.assumptions[before:]
                # What held before holds again, unless the range of a variable has changed since.
                self._derived = derived if self._bounds is bounds else Derived()

    def comparison_polys(self, part: Expr) -> list[Poly]:
        """A comparison as normal forms that are >= 0 where it holds; empty for other conditions."""
        if isinstance(part, Not) and isinstance(part.a, Binary) and part.a.op in _NEGATED:
            part = Binary(_NEGATED[part.a.op], part.a.a, part.a.b)
        if not isinstance(part, Binary) or not dt.is_int(part.a.dtype):
            return []
        a, b = self.poly(part.a), self.poly(part.b)
        match part.op:
            case "lt":
                return [(b - a).shift(-1)]  # of integers: a < b is a <= b - 1
            case "le":
                return [b - a]
            case "gt":
                return [(a - b).shift(-1)]
            case "ge":
                return [a - b]
            case "eq":
                return [a - b, b - a]
        return []

    def undivided(self, sign: Poly) -> Poly:
        """Another form that is >= 0 exactly when `sign` is: ``x // c + y >= 0`` where ``x + c * y >= 0``.

        The guard ``i < (n + 3) // 4`` is ``(n + 3) // 4 - i - 1 >= 0``, and that is ``n - i * 4 - 1 >= 0``: i * 4 < n.
        """
        # For integers q <= x // c exactly where c * q <= x, here with q = -y. With another factor than 1 before the
        # quotient, or with a modulus, there is no such law.
        for mono, coef in sign.terms.items():
            if coef == 1 and len(mono) == 1 and isinstance(mono[0], Digit) and mono[0].upper is None:
                rest = Poly({m: c * mono[0].lower for m, c in sign.terms.items() if m != mono})
                return self.merge(rest + mono[0].source)
        return sign

    # -- proofs ------------------------------------------------------------------------------

    def nonneg(self, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proven."""
        # From cheap to expensive: constant bounds decide most questions.
        low, high = self.interval(poly)
        if low >= 0:
            return True
        if high < 0:
            return False
        proven = self._derived.proven
        known = proven.get(poly)
        if known is None:
            known = proven[poly] = self._by_proof(poly)
        return known

    def _by_proof(self, poly: Poly) -> bool:
        if self._symbolic and self._prove(poly, _DEPTH):
            return True
        if not self._symbolic and self._prove_digits(poly, 3):
            return True
        # With the assumption n - 8 >= 0, n - 3 is it plus 5.
        # An assumption `a >= 0` helps if the rest is not negative: `poly = c * a + rest`. 8 * n - 20 is 8 times that
        # assumption plus 44.
        for assumed in self.assumptions:
            for times in _multiples(poly, assumed):
                difference = poly.plus(assumed, -times)
                if self.interval(difference)[0] >= 0 or (self._symbolic and self._prove(difference, _DEPTH)):
                    return True
        return False

    def _prove(self, poly: Poly, depth: int) -> bool:
        """``poly >= 0`` by replacing variables and divisions with their worst values."""
        if self.interval(poly)[0] >= 0:
            return True
        # Divisions may be replaced in any order, and most orders come to the same sums.
        unproven = self._derived.unproven
        if depth <= unproven.get(poly, 0):
            return False
        if not self._eliminated(poly, depth):
            unproven[poly] = depth
            return False
        return True

    def _eliminated(self, poly: Poly, depth: int) -> bool:
        # For n - 1 - i with 0 <= i < n: the factor of i is -1, so its worst value is n - 1, and n - 1 - (n - 1) is 0.
        for var in self._elimination_order(poly):
            worst = self._worst(poly, var)
            if worst is not None:
                return self._prove(self.merge(worst), depth - 1)
        return self._prove_digits(poly, depth)

    def _elimination_order(self, poly: Poly) -> list[Var]:
        """Variables with symbolic bounds, those bound last (innermost) first, then factors of sizes."""
        # The bounds of inner loops are in terms of outer ones: eliminated first, they leave these to the end.
        used = {a for m in poly.terms for a in m if isinstance(a, Var)}
        order = [v for v in reversed(self._symbolic) if v in used]
        # Of n * (2 - i) - k - 1 with k < n, i < 2 is left n * (1 - i), which the bounds of the sum leave open.
        scaled = dict.fromkeys(a for m in poly.terms if len(m) > 1 for a in m if isinstance(a, Var))
        return [*order, *(v for v in scaled if v not in self._symbolic and None not in self.range_of(v))]

    def _worst(self, poly: Poly, var: Var) -> Poly | None:
        """`poly` with `var` at the end of its range that makes it smallest, when the sign is known."""
        rest: dict[Mono, int] = {}
        factor: dict[Mono, int] = {}
        for mono, coef in poly.terms.items():
            if var in mono:
                index = mono.index(var)
                other = mono[:index] + mono[index + 1 :]
                if var in other:
                    return None  # a square need not be least at an end of the range
                factor[other] = coef
            elif any(not isinstance(a, Var) and var in _atom_vars(a) for a in mono):
                return None  # inside a digit or an opaque term it has no sign
            else:
                rest[mono] = coef
        coefficient = Poly(factor)
        low, high = self.range_of(var)
        assert low is not None
        assert high is not None
        lo, hi = self.interval(coefficient)
        if lo >= 0:
            return Poly(rest) + coefficient.times(low)
        if hi <= 0:
            return Poly(rest) + coefficient.times(high)
        return None

    def _prove_digits(self, poly: Poly, depth: int) -> bool:
        """Use ``x - (c - 1) <= c * (x // c) <= x`` for the divisions in a sum."""
        if depth == 0:
            return False
        for mono, coef in poly.terms.items():
            if len(mono) != 1 or not isinstance(mono[0], Digit) or mono[0].upper is not None:
                continue
            digit = mono[0]
            # lower * poly: the term becomes coef * lower * (source // lower)
            rest = Poly({m: c * digit.lower for m, c in poly.terms.items() if m != mono})
            # What subtracts a quotient is least where nothing was rounded away, what adds one where most was.
            worst = digit.source if coef < 0 else digit.source.shift(1 - digit.lower)
            # Of integers lower * poly >= 1 - lower is enough: poly > -1. So 6 * ((n + 80) // 96) - n // 16 >= 0 holds,
            # though 96 * ((n + 80) // 96) may be less than n.
            changed = self.merge(rest.plus(worst, coef)).shift(digit.lower - 1)
            if self.interval(changed)[0] >= 0 or self._prove(changed, depth - 1):
                return True
        return False

    def can_prove(self, condition: Expr) -> bool:
        """Whether a condition is proven true."""
        match condition:
            case IntImm():
                return bool(condition.value)
            case Binary(op="and"):
                return self.can_prove(condition.a) and self.can_prove(condition.b)
            case Binary(op="or"):  # sufficient, not necessary: i < 4 or i >= 4 is not proven
                return self.can_prove(condition.a) or self.can_prove(condition.b)
            case Not():
                return self.can_disprove(condition.a)
            case Call(op="likely"):
                return self.can_prove(condition.args[0])
            case Binary() if condition.op in COMPARE and dt.is_int(condition.a.dtype):
                # Different: less, greater, or not congruent, as n // 2 * 2 and 1 are not.
                if condition.op == "ne":
                    difference = self.poly(condition.a) - self.poly(condition.b)
                    return self.positive(difference) or self.positive(ZERO - difference) or never_zero(difference)
                return all(self.nonneg(p) for p in self.comparison_polys(condition))
        return False

    def can_disprove(self, condition: Expr) -> bool:
        """Whether a condition is proven false."""
        match condition:
            case IntImm():
                return not condition.value
            case Binary(op="and"):
                return self.can_disprove(condition.a) or self.can_disprove(condition.b)
            case Binary(op="or"):
                return self.can_disprove(condition.a) and self.can_disprove(condition.b)
            case Not():
                return self.can_prove(condition.a)
            case Call(op="likely"):
                return self.can_disprove(condition.args[0])
            case Binary() if condition.op in _NEGATED and dt.is_int(condition.a.dtype):
                return self.can_prove(Binary(_NEGATED[condition.op], condition.a, condition.b))
        return False

    def tightened_sign(self, sign: Poly) -> Poly:
        """A simpler form that is >= 0 exactly when `sign` is: terms that cannot decide it are left out.

        With ``sign = g * inner + rest`` and ``rest // g`` the same for all values of `rest`, that is
        ``inner + rest // g``. For j < 8:

            i * 8 + j < 48     47 - j - 8 * i     (47 - j) // 8 is 5 for all j     5 - i, so i < 6
            i * 8 + j < 47     46 - j - 8 * i     (46 - j) // 8 is 5 or 4          unchanged: it depends on j for i = 5
            i * 8 + j >= 16    8 * i + j - 16     (j - 16) // 8 is -2 for all j    i - 2, so 2 <= i
        """
        # The largest factor first: it leaves out most terms.
        for factor in sorted({abs(c) for m, c in sign.terms.items() if m}, reverse=True):
            if factor == 1:
                break
            inner = Poly({m: c // factor for m, c in sign.terms.items() if m and c % factor == 0})
            rest = Poly({m: c for m, c in sign.terms.items() if not m or c % factor})
            low, high = self.interval(rest)
            # Without bounds (infinite ones are floats) nothing is known; a constant rest has no terms to leave out.
            if isinstance(low, float) or isinstance(high, float) or rest.value() is not None:
                continue
            # i * 8 + j < 48 is 47 - j - 8 * i >= 0: (47 - j) // 8 is 5 for all j < 8, so it is i <= 5.
            if low // factor == high // factor:
                return inner.shift(low // factor)
        return sign

    def tightened(self, condition: Expr) -> Expr:
        """An equal comparison without the terms that cannot decide it: ``i * 8 + j < 48`` is ``i < 6`` for j < 8."""
        if not isinstance(condition, Binary) or condition.op not in ("lt", "le", "gt", "ge"):
            return condition
        # Written with positive factors: 5 - i >= 0 as i < 6, and i - 2 >= 0 as 2 <= i.
        (sign,) = self.comparison_polys(condition)
        simple = self.tightened_sign(sign)
        if simple is sign:
            return condition
        dtype = condition.a.dtype
        moving = simple.shift(-simple.constant)
        if all(c < 0 for c in moving.terms.values()):
            return binary("lt", to_expr(moving.scaled(-1), dtype), const(simple.constant + 1, dtype))
        return binary("le", const(-simple.constant, dtype), to_expr(moving, dtype))

    def equal(self, a: Expr | int, b: Expr | int) -> bool:
        """Whether two integer expressions have the same normal form."""
        return a is b or not (self.poly(a) - self.poly(b)).terms


def _atom_vars(atom: Atom) -> set[Var]:
    if isinstance(atom, Var):
        return {atom}
    if isinstance(atom, Digit):
        return set(atom.source.variables())
    return set(Poly.atom(atom).variables())


def _multiples(poly: Poly, assumed: Poly) -> list[int]:
    """1, and the positive numbers of times that a term of an assumption is in a sum."""
    shared = ((poly.terms.get(mono, 0), coef) for mono, coef in assumed.terms.items() if mono)
    return list(dict.fromkeys((1, *(own // coef for own, coef in shared if own % coef == 0 and own // coef > 0))))


def conjuncts(condition: Expr) -> list[Expr]:
    """The parts of a conjunction, left to right; nothing for a literal true."""
    if isinstance(condition, Binary) and condition.op == "and":
        return [*conjuncts(condition.a), *conjuncts(condition.b)]
    if isinstance(condition, IntImm) and condition.value:
        return []
    return [condition]


def conjunction(parts: Iterable[Expr]) -> Expr:
    """The parts joined with `and`, left to right; literal true when there are none."""
    result: Expr = const(True)
    for part in parts:
        result = binary("and", result, part)
    return result


def negation(condition: Expr) -> Expr:
    """The opposite condition, with comparisons inverted."""
    if isinstance(condition, Binary) and condition.op in _NEGATED:
        return Binary(_NEGATED[condition.op], condition.a, condition.b)
    return logical_not(condition)
