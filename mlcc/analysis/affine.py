"""Integer arithmetic with known ranges: normal forms, bounds, and proofs.

:class:`Analyzer` knows the ranges of loop variables (which may be symbolic, ``0 <= i < n``), and that
symbolic dimensions are positive. It brings expressions into normal form, drops `//` and `%` where the
ranges allow, bounds values, and proves comparisons. It answers "not proven" rather than guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd, inf

from mlcc.ir import (
    COMPARE,
    Binary,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    Not,
    Range,
    Select,
    Var,
    binary,
    const,
    logical_not,
    substitute,
)  # fmt: skip
from mlcc.ir import dtype as dt

from .poly import ZERO, Atom, Digit, Mono, Opaque, Poly, to_expr

Number = int | float  # float only for the two infinities
Bounds = tuple[Number, Number]
RangeLike = Range | tuple[Expr | int, Expr | int]

UNBOUNDED: Bounds = (-inf, inf)
_DEPTH = 12
_NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}


def _mul(a: Number, b: Number) -> Number:
    return 0 if a == 0 or b == 0 else a * b


def _floor(a: Number, b: int) -> Number:
    return a if a in (inf, -inf) else a // b


class Analyzer:
    """Normal forms, bounds and proofs under known variable ranges.

    `ranges` gives (min, extent) per variable; `positive` lists symbolic dimensions (>= 1).
    """

    __slots__ = ("_numeric", "_polys", "_symbolic", "assumptions")

    def __init__(self, ranges: Mapping[Var, RangeLike] | None = None, positive: Iterable[Var] = ()) -> None:
        self._numeric: dict[Var, Bounds] = {}
        self._symbolic: dict[Var, tuple[Poly, Poly]] = {}
        self._polys: dict[Var, Poly] = {}
        self.assumptions: list[Poly] = []
        for var in positive:
            self._numeric[var] = (1, inf)
        if ranges:
            for var, item in ranges.items():
                low, extent = (item.min, item.extent) if isinstance(item, Range) else item
                self.bind(var, low, extent)

    # -- knowledge ---------------------------------------------------------------------------

    def bind(self, var: Var, low: Expr | int, extent: Expr | int) -> None:
        """Declare ``low <= var < low + extent``."""
        if isinstance(extent, IntImm):
            extent = extent.value
        if isinstance(low, IntImm):
            low = low.value
        if isinstance(low, int) and isinstance(extent, int):
            self._numeric[var] = (low, low + extent - 1)
            self._symbolic.pop(var, None)
            return
        low_poly = Poly.const(low) if isinstance(low, int) else self.poly(low)
        size = Poly.const(extent) if isinstance(extent, int) else self.poly(extent)
        self.bind_polys(var, low_poly, (low_poly + size).shift(-1))

    def bind_polys(self, var: Var, low: Poly, high: Poly) -> None:
        """Declare ``low <= var <= high``."""
        self._numeric[var] = (self.interval(low)[0], self.interval(high)[1])
        if low.value() is None or high.value() is None:
            self._symbolic[var] = (low, high)

    def copy(self) -> Analyzer:
        """A copy that may learn more without changing this one."""
        new = Analyzer()
        new._numeric.update(self._numeric)
        new._symbolic.update(self._symbolic)
        new.assumptions = list(self.assumptions)
        return new

    def knows(self, var: Var) -> bool:
        return var in self._numeric

    def range_of(self, var: Var) -> tuple[Poly | None, Poly | None]:
        """The ends (inclusive) of a variable's range, None where unknown."""
        found = self._symbolic.get(var)
        if found is not None:
            return found
        low, high = self._numeric.get(var, UNBOUNDED)
        return (
            None if isinstance(low, float) else Poly.const(low),
            None if isinstance(high, float) else Poly.const(high),
        )

    def assume(self, condition: Expr) -> None:
        """Take a condition for granted; conjunctions of comparisons are used, the rest ignored."""
        for part in conjuncts(condition):
            for sign in self.comparison_polys(part):
                self.assumptions.append(sign)

    def comparison_polys(self, part: Expr) -> list[Poly]:
        """What a comparison says, as normal forms that are >= 0."""
        if isinstance(part, Not) and isinstance(part.a, Binary) and part.a.op in _NEGATED:
            part = Binary(_NEGATED[part.a.op], part.a.a, part.a.b)
        if not isinstance(part, Binary) or not dt.is_int(part.a.dtype):
            return []
        a, b = self.poly(part.a), self.poly(part.b)
        match part.op:
            case "lt":
                return [(b - a).shift(-1)]
            case "le":
                return [b - a]
            case "gt":
                return [(a - b).shift(-1)]
            case "ge":
                return [a - b]
            case "eq":
                return [a - b, b - a]
        return []

    # -- normal forms ------------------------------------------------------------------------

    def poly(self, expr: Expr | int) -> Poly:
        """The normal form of an integer expression."""
        if isinstance(expr, int):
            return Poly.const(expr)
        if isinstance(expr, IntImm):
            return Poly.const(expr.value)
        if isinstance(expr, Var):
            found = self._polys.get(expr)
            if found is None:
                found = self._polys[expr] = Poly({(expr,): 1})
            return found
        if isinstance(expr, Binary):
            return self._binary_poly(expr)
        if isinstance(expr, Cast) and _widens(expr):
            return self.poly(expr.value)
        return Poly.atom(self._opaque(expr))

    def _binary_poly(self, expr: Binary) -> Poly:
        op = expr.op
        if not dt.is_int(expr.a.dtype) or op in COMPARE:
            return Poly.atom(self._opaque(expr))
        a, b = self.poly(expr.a), self.poly(expr.b)
        match op:
            case "add":
                return a + b
            case "sub":
                return a - b
            case "mul":
                return self.merge(a.times(b))
            case "floordiv":
                return self.floordiv(a, b)
            case "floormod":
                return self.floormod(a, b)
            case "truncdiv" | "truncmod" if self.nonneg(a) and self.positive(b):
                return self.floordiv(a, b) if op == "truncdiv" else self.floormod(a, b)
            case "min" | "max":
                return self.minmax(op, a, b, expr.dtype)
        return Poly.atom(Opaque((op, a, b), Binary(op, self._expr(a, expr), self._expr(b, expr))))

    def _expr(self, poly: Poly, like: Expr) -> Expr:
        return to_expr(poly, like.dtype)

    def replace(self, poly: Poly, values: Mapping[Var, Poly]) -> Poly:
        """`poly` with variables replaced."""
        total = ZERO
        plain: dict[Mono, int] = {}
        for mono, coef in poly.terms.items():
            if not any(v in values for v in Poly({mono: 1}).variables()):
                plain[mono] = coef
                continue
            if plain:
                total, plain = total + Poly(plain), {}
            product = Poly.const(coef)
            for atom in mono:
                product = product.times(self._replace_atom(atom, values))
            total = total + product
        return self.merge(total + Poly(plain) if plain else total)

    def _replace_atom(self, atom: Atom, values: Mapping[Var, Poly]) -> Poly:
        if isinstance(atom, Var):
            return values[atom] if atom in values else self.poly(atom)
        if isinstance(atom, Digit):
            source = self.replace(atom.source, values)
            if atom.upper is not None:
                source = self.floormod(source, Poly.const(atom.upper))
            return self.floordiv(source, Poly.const(atom.lower))
        bound = {v: to_expr(p, v.dtype) for v, p in values.items()}
        return self.poly(substitute(atom.expr, bound))

    def minmax(self, op: str, a: Poly, b: Poly, dtype: str = "int32") -> Poly:
        """``min(a, b)`` or ``max(a, b)``; the winner when it is known."""
        if a == b or self.nonneg(b - a):
            return a if op == "min" else b
        if self.nonneg(a - b):
            return b if op == "min" else a
        return Poly.atom(Opaque((op, a, b), binary(op, to_expr(a, dtype), to_expr(b, dtype))))

    def _opaque(self, expr: Expr) -> Opaque:
        return Opaque(self._opaque_parts(expr), expr)

    def _opaque_parts(self, expr: Expr) -> tuple[object, ...]:
        match expr:
            case BufferLoad():
                return ("load", expr.buffer, *(self._key(i) for i in expr.indices))
            case Call():
                return ("call", expr.op, expr.dtype, *(self._key(a) for a in expr.args))
            case Cast():
                return ("cast", expr.dtype, self._key(expr.value))
            case Binary():
                return (expr.op, self._key(expr.a), self._key(expr.b))
            case Not():
                return ("not", self._key(expr.a))
            case Select():
                parts = (expr.condition, expr.true_value, expr.false_value)
                return ("select", *(self._key(p) for p in parts))
        value = getattr(expr, "value", None)
        if isinstance(value, (int, float, str)):
            return ("literal", expr.dtype, str(value))
        return ("node", id(expr), _Keep(expr))

    def _key(self, expr: Expr) -> object:
        return self.poly(expr) if dt.is_int(expr.dtype) else Poly.atom(self._opaque_or_var(expr))

    def _opaque_or_var(self, expr: Expr) -> Atom:
        return expr if isinstance(expr, Var) else self._opaque(expr)

    # -- division ----------------------------------------------------------------------------

    def floordiv(self, a: Poly, b: Poly) -> Poly:
        """``a // b`` in normal form."""
        divisor = b.value()
        if divisor is None:
            return self._symbolic_division(a, b, "floordiv")
        if divisor <= 0:
            return _plain_division("floordiv", a, b)
        quotient, rest = _split_multiples(a, divisor)
        return self._merged(quotient, self._div_rest(rest, divisor))

    def floormod(self, a: Poly, b: Poly) -> Poly:
        """``a % b`` in normal form."""
        divisor = b.value()
        if divisor is None:
            return self._symbolic_division(a, b, "floormod")
        if divisor <= 0:
            return _plain_division("floormod", a, b)
        _, rest = _split_multiples(a, divisor)
        return self._mod_rest(rest, divisor)

    def _div_rest(self, rest: Poly, divisor: int) -> Poly:
        if divisor == 1:
            return rest
        low, high = self.interval(rest)
        if low != -inf and high != inf and low // divisor == high // divisor:
            return Poly.const(int(low) // divisor)
        factored = self._factor(rest, divisor)
        if factored is not None:
            factor, inner, _ = factored
            return self.floordiv(inner, Poly.const(divisor // factor))
        atom = rest.single_atom()
        if isinstance(atom, Digit) and (atom.upper is None or atom.upper % (atom.lower * divisor) == 0):
            return self._digit(atom.source, atom.lower * divisor, atom.upper)
        return self._digit(rest, divisor, None)

    def _mod_rest(self, rest: Poly, divisor: int) -> Poly:
        if divisor == 1:
            return ZERO
        low, high = self.interval(rest)
        if low != -inf and high != inf and low // divisor == high // divisor:
            return rest.shift(-(int(low) // divisor) * divisor)
        factored = self._factor(rest, divisor)
        if factored is not None:
            factor, inner, low_part = factored
            upper = self.floormod(inner, Poly.const(divisor // factor))
            return self._merged(upper.scaled(factor), low_part)
        atom = rest.single_atom()
        if isinstance(atom, Digit):
            upper_limit = atom.lower * divisor
            if atom.upper is None or atom.upper % upper_limit == 0:
                return self._digit(atom.source, atom.lower, upper_limit)
        return self._digit(rest, 1, divisor)

    def _digit(self, source: Poly, lower: int, upper: int | None) -> Poly:
        """``source % upper // lower`` with what the range of `source` makes needless removed."""
        if upper is not None:
            low, high = self.interval(source)
            if low >= 0 and high < upper:
                upper = None
            elif upper == lower:
                return ZERO
        if upper is None and lower == 1:
            return source
        return Poly.atom(Digit(source, lower, upper))

    def _factor(self, rest: Poly, divisor: int) -> tuple[int, Poly, Poly] | None:
        """``rest = factor * inner + low`` with `factor` > 1 dividing `divisor`, 0 <= low < factor."""
        terms = rest.terms
        candidates = {gcd(c, divisor) for m, c in terms.items() if m}
        candidates |= {gcd(x, y) for x in candidates for y in candidates}
        for factor in sorted(candidates, reverse=True):
            if factor <= 1 or factor >= divisor and len(terms) == 1:
                continue
            inner = {m: c // factor for m, c in terms.items() if m and c % factor == 0}
            low = {m: c for m, c in terms.items() if m and c % factor}
            constant = terms.get((), 0)
            if constant // factor:
                inner[()] = constant // factor
            if constant % factor:
                low[()] = constant % factor
            low_poly = Poly(low)
            lo, hi = self.interval(low_poly)
            if inner and lo >= 0 and hi < factor:
                return factor, Poly(inner), low_poly
        return None

    def _symbolic_division(self, a: Poly, b: Poly, op: str) -> Poly:
        """Division by a symbolic amount: exact multiples and provably small rests only."""
        quotient, rest = _split_symbolic(a, b)
        if rest == a:
            quotient = ZERO
        if self.nonneg(rest) and self.nonneg((b - rest).shift(-1)):
            return quotient if op == "floordiv" else rest
        if op == "floordiv":
            return quotient + _plain_division(op, rest, b)
        return _plain_division(op, rest, b)

    def _merged(self, a: Poly, b: Poly) -> Poly:
        return self.merge(a + b) if a.terms and b.terms else a + b

    def merge(self, poly: Poly) -> Poly:
        """Put digits together again: ``x // c * c + x % c`` is ``x``."""
        while (better := self._merge_once(poly)) is not None:
            poly = better
        return poly

    def _merge_once(self, poly: Poly) -> Poly | None:
        digits = [(m[0], c, m) for m, c in poly.terms.items() if len(m) == 1 and isinstance(m[0], Digit)]
        if not digits:
            return None
        for low, scale, low_mono in digits:
            for high, high_scale, high_mono in digits:
                if (
                    isinstance(low, Digit)
                    and isinstance(high, Digit)
                    and low.upper is not None
                    and low.upper == high.lower
                    and low.source == high.source
                    and high_scale == scale * (low.upper // low.lower)
                ):
                    whole = self._digit(low.source, low.lower, high.upper).scaled(scale)
                    return _replaced(poly, {low_mono, high_mono}, whole)
        return None

    # -- bounds ------------------------------------------------------------------------------

    def interval(self, poly: Poly) -> Bounds:
        """Numeric bounds (inclusive); infinities where nothing is known."""
        low: Number = 0
        high: Number = 0
        for mono, coef in poly.terms.items():
            if not mono:
                low += coef
                high += coef
                continue
            lo, hi = self._mono_bounds(mono)
            if coef > 0:
                low += _mul(lo, coef)
                high += _mul(hi, coef)
            else:
                low += _mul(hi, coef)
                high += _mul(lo, coef)
        return low, high

    def _mono_bounds(self, mono: Mono) -> Bounds:
        if len(mono) == 1:
            return self._atom_bounds(mono[0])
        lo, hi = self._atom_bounds(mono[0])
        for atom in mono[1:]:
            l2, h2 = self._atom_bounds(atom)
            products = (_mul(lo, l2), _mul(lo, h2), _mul(hi, l2), _mul(hi, h2))
            lo, hi = min(products), max(products)
        return lo, hi

    def _atom_bounds(self, atom: Atom) -> Bounds:
        if isinstance(atom, Var):
            return self._numeric.get(atom, UNBOUNDED)
        if isinstance(atom, Digit):
            if atom.upper is not None:
                return 0, (atom.upper - 1) // atom.lower
            lo, hi = self.interval(atom.source)
            return _floor(lo, atom.lower), _floor(hi, atom.lower)
        return self._opaque_bounds(atom)

    def _opaque_bounds(self, atom: Opaque) -> Bounds:
        kind = atom.parts[0]
        if kind in ("min", "max"):
            (l1, h1), (l2, h2) = (self.interval(p) for p in atom.polys())
            pick = min if kind == "min" else max
            return pick(l1, l2), pick(h1, h2)
        if kind == "floormod":
            _, divisor = atom.polys()
            low, high = self.interval(divisor)
            return (0, high - 1) if low > 0 else UNBOUNDED
        if kind == "floordiv":
            dividend, divisor = atom.polys()
            low, high = self.interval(dividend)
            if self.interval(divisor)[0] >= 1:
                return min(low, 0), max(high, 0)
        if atom.expr.dtype == "bool":
            return 0, 1
        return UNBOUNDED

    # -- proofs ------------------------------------------------------------------------------

    def positive(self, poly: Poly) -> bool:
        """Whether ``poly > 0`` is proven."""
        return self.nonneg(poly.shift(-1))

    def nonneg(self, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proven."""
        low, high = self.interval(poly)
        if low >= 0:
            return True
        if high < 0:
            return False
        if self._symbolic and self._prove(poly, _DEPTH):
            return True
        if not self._symbolic and self._prove_digits(poly, 3):
            return True
        for known in self.assumptions:
            rest = poly - known
            if self.interval(rest)[0] >= 0 or (self._symbolic and self._prove(rest, _DEPTH)):
                return True
        return False

    def _prove(self, poly: Poly, depth: int) -> bool:
        """``poly >= 0`` by replacing variables and divisions with their worst values."""
        if self.interval(poly)[0] >= 0:
            return True
        if depth == 0:
            return False
        for var in self._elimination_order(poly):
            worst = self._worst(poly, var)
            if worst is not None:
                return self._prove(self.merge(worst), depth - 1)
        return self._prove_digits(poly, depth)

    def _elimination_order(self, poly: Poly) -> list[Var]:
        """Variables with symbolic bounds, those bound last (innermost) first."""
        used = {a for m in poly.terms for a in m if isinstance(a, Var)}
        return [v for v in reversed(self._symbolic) if v in used]

    def _worst(self, poly: Poly, var: Var) -> Poly | None:
        """`poly` with `var` at the end of its range that makes it smallest, when the sign is known."""
        rest: dict[Mono, int] = {}
        factor: dict[Mono, int] = {}
        for mono, coef in poly.terms.items():
            if var in mono:
                index = mono.index(var)
                other = mono[:index] + mono[index + 1 :]
                if var in other:
                    return None
                factor[other] = coef
            elif any(not isinstance(a, Var) and var in _atom_vars(a) for a in mono):
                return None
            else:
                rest[mono] = coef
        coefficient = Poly(factor)
        low, high = self._symbolic[var]
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
            worst = digit.source if coef < 0 else digit.source.shift(1 - digit.lower)
            changed = self.merge(rest.plus(worst, coef))
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
            case Binary(op="or"):
                return self.can_prove(condition.a) or self.can_prove(condition.b)
            case Not():
                return self.can_disprove(condition.a)
            case Call(op="likely"):
                return self.can_prove(condition.args[0])
            case Binary() if condition.op in COMPARE and dt.is_int(condition.a.dtype):
                if condition.op == "ne":
                    difference = self.poly(condition.a) - self.poly(condition.b)
                    return self.positive(difference) or self.positive(ZERO - difference)
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

    def equal(self, a: Expr | int, b: Expr | int) -> bool:
        """Whether two integer expressions have the same normal form."""
        return a is b or not (self.poly(a) - self.poly(b)).terms

    # -- simplification ----------------------------------------------------------------------

    def simplify(self, expr: Expr) -> Expr:
        """An equal, simpler expression; the same object when nothing is gained."""
        from .simplify import simplify_with

        return simplify_with(self, expr)

    def normal(self, expr: Expr) -> Expr:
        """The normal form of an integer expression, as an expression."""
        if isinstance(expr, (Var, IntImm)):
            return expr
        return to_expr(self.merge(self.poly(expr)), expr.dtype)


class _Keep:
    """Holds an expression inside a key, so that its identity is not reused; compares as nothing."""

    __slots__ = ("expr",)

    def __init__(self, expr: Expr) -> None:
        self.expr = expr

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keep)


def _widens(cast: Cast) -> bool:
    """Integer conversions that keep every value."""
    source = cast.value.dtype
    return (
        dt.is_int(source)
        and dt.is_int(cast.dtype)
        and dt.lanes(source) == 1
        and dt.bits(cast.dtype) >= dt.bits(source)
        and dt.is_signed(cast.dtype)
        and (dt.is_signed(source) or dt.bits(cast.dtype) > dt.bits(source))
    )


def _atom_vars(atom: Atom) -> set[Var]:
    if isinstance(atom, Var):
        return {atom}
    if isinstance(atom, Digit):
        return set(atom.source.variables())
    return set(Poly.atom(atom).variables())


def _split_multiples(a: Poly, divisor: int) -> tuple[Poly, Poly]:
    """``a = divisor * quotient + rest`` with the terms that divide in `quotient`."""
    quotient: dict[Mono, int] = {}
    rest: dict[Mono, int] = {}
    for mono, coef in a.terms.items():
        if not mono:
            if coef // divisor:
                quotient[mono] = coef // divisor
            if coef % divisor:
                rest[mono] = coef % divisor
        elif coef % divisor == 0:
            quotient[mono] = coef // divisor
        else:
            rest[mono] = coef
    return Poly(quotient), Poly(rest)


def _split_symbolic(a: Poly, b: Poly) -> tuple[Poly, Poly]:
    """``a = b * quotient + rest`` where `b` is one product; `rest` is `a` when nothing divides."""
    if len(b.terms) != 1:
        return ZERO, a
    ((unit, scale),) = b.terms.items()
    quotient: dict[Mono, int] = {}
    rest: dict[Mono, int] = {}
    for mono, coef in a.terms.items():
        left = list(mono)
        divides = coef % scale == 0
        for atom in unit:
            if atom in left:
                left.remove(atom)
            else:
                divides = False
        if divides:
            quotient[tuple(left)] = coef // scale
        else:
            rest[mono] = coef
    return Poly(quotient), Poly(rest)


def _plain_division(op: str, a: Poly, b: Poly) -> Poly:
    if not a.terms:
        return ZERO
    return Poly.atom(Opaque((op, a, b), binary(op, to_expr(a), to_expr(b))))


def _replaced(poly: Poly, gone: set[Mono], new: Poly) -> Poly:
    """`poly` without the terms `gone`, with `new` in the place of the first of them."""
    terms: dict[Mono, int] = {}
    placed = False
    for mono, coef in poly.terms.items():
        if mono not in gone:
            terms[mono] = terms.get(mono, 0) + coef
        elif not placed:
            placed = True
            for m, c in new.terms.items():
                terms[m] = terms.get(m, 0) + c
    return Poly({m: c for m, c in terms.items() if c})


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
    """The opposite condition, with comparisons turned around."""
    if isinstance(condition, Binary) and condition.op in _NEGATED:
        return Binary(_NEGATED[condition.op], condition.a, condition.b)
    return logical_not(condition)
