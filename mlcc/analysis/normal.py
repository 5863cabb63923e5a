"""Brings integer expressions into normal form, with divisions by literals as digits.

A digit is ``source % upper // lower`` (see `poly.Digit`). Examples, with ``0 <= i < 10`` and ``0 <= j < 64``:

    (i * 64 + j) // 64        the terms that 64 divides leave the division: ``i + j // 64``, and ``j // 64`` is 0: ``i``
    (i * 64 + j) % 16         64 is a multiple of 16: ``j % 16``, the digit (source j, lower 1, upper 16)
    j % 16 // 4               a division of a digit moves its lower end: the digit (source j, lower 4, upper 16)
    (i * 8 + j // 8) // 24    factor 8: ``(i * 8 + low) // 24`` with 0 <= low < 8 is ``i // 3``
    j // 16 * 16 + j % 16     digits of one source that meet (16 = 16) are merged: ``j``

Each rule holds for negative values too, because `//` and `%` round towards minus infinity. A division by an expression
is an :class:`Opaque` atom, unless the dividend contains the divisor as a factor: ``(n * i + k) // n`` is ``i`` where
``0 <= k < n`` is proven.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, inf

from mlcc.ir import COMPARE, Binary, BufferLoad, Call, Cast, Expr, IntImm, Not, Select, Var, binary, substitute
from mlcc.ir import dtype as dt

from .poly import ZERO, Atom, Digit, Mono, Opaque, Poly, quotient_by, split_symbolic, to_expr
from .ranges import Ranges, parts_of, remainder_of


class NormalForms(Ranges):
    """Computes normal forms of expressions under the ranges of their variables."""

    __slots__ = ()

    # -- normal forms ------------------------------------------------------------------------

    def poly(self, expr: Expr | int) -> Poly:
        """The normal form of an integer expression."""
        if isinstance(expr, int):
            return Poly.const(expr)
        if isinstance(expr, IntImm):
            return Poly.const(expr.value)
        if isinstance(expr, Var):
            cached = self._polys.get(expr)
            if cached is None:
                cached = self._polys[expr] = Poly({(expr,): 1})
            return cached
        forms = self._derived.forms
        known = forms.get(id(expr))
        if known is not None:
            return known[1]
        result = self._compound_poly(expr)
        forms[id(expr)] = expr, result
        return result

    def _compound_poly(self, expr: Expr) -> Poly:
        if isinstance(expr, Binary):
            return self._binary_poly(expr)
        if isinstance(expr, Cast) and _is_of_indices(expr):
            value = self.poly(expr.value)
            if self._keeps(value, expr):
                return value
        return Poly.atom(self._opaque(expr))

    def _keeps(self, value: Poly, conversion: Cast) -> bool:
        """Whether a conversion keeps its operand: by its type, or because there is room for the values that it has."""
        bits = dt.bits(conversion.dtype)
        if bits >= dt.bits(conversion.value.dtype):
            return True
        room = 2 ** (bits - 1)
        parts = parts_of(value.single_atom())
        fits = parts is not None and parts[0] <= room or self.nonneg(Poly.const(room - 1) - value)
        return fits and self.nonneg(value)

    def _binary_poly(self, expr: Binary) -> Poly:
        op = expr.op
        # The laws of integers do not hold where arithmetic wraps around; comparisons have no integer value.
        if expr.a.dtype not in _EXACT or op in COMPARE:
            return Poly.atom(self._opaque(expr))
        a, b = self.poly(expr.a), self.poly(expr.b)
        match op:
            case "add":
                return self._merged(a, b)
            case "sub":
                return a - b
            case "mul":
                return self.merge(a.times(b))
            case "floordiv":
                return self.floordiv(a, b)
            case "floormod":
                return self.floormod(a, b)
            # Rounding towards zero is rounding down for operands that are not negative.
            case "truncdiv" | "truncmod" if self.nonneg(a) and self.positive(b):
                return self.floordiv(a, b) if op == "truncdiv" else self.floormod(a, b)
            case "min" | "max":
                return self.minmax(op, a, b, expr.dtype)
        return Poly.atom(Opaque((op, a, b), Binary(op, self._expr(a, expr), self._expr(b, expr))))

    def _expr(self, poly: Poly, like: Expr) -> Expr:
        expr = to_expr(poly, like.dtype)
        return expr if expr.dtype == like.dtype else Cast(like.dtype, expr)

    def replace(self, poly: Poly, values: Mapping[Var, Poly]) -> Poly:
        """`poly` with variables replaced by normal forms."""
        # The products are added in the order of the terms, so that the result is printed as the original was.
        total = ZERO
        plain: dict[Mono, int] = {}
        for mono, coef in poly.terms.items():
            # Terms without replaced variables are copied together: they are normal already.
            if not any(atom in values if isinstance(atom, Var) else _atom_uses(atom, values) for atom in mono):
                plain[mono] = coef
                continue
            if plain:
                total, plain = total + Poly(plain), {}
            product = self._replace_atom(mono[0], values)
            for atom in mono[1:]:
                product = product.times(self._replace_atom(atom, values))
            total = total.plus(product, coef)
        return self.merge(total + Poly(plain) if plain else total)

    def _replace_atom(self, atom: Atom, values: Mapping[Var, Poly]) -> Poly:
        if isinstance(atom, Var):
            return values[atom] if atom in values else self.poly(atom)
        if isinstance(atom, Digit):
            # A new source may make the modulus redundant, or a multiple of it leave: divide again.
            source = self.replace(atom.source, values)
            if atom.upper is not None:
                source = self.floormod(source, Poly.const(atom.upper))
            return self.floordiv(source, Poly.const(atom.lower))
        # Of an opaque atom the expression is rewritten and read again: min(i, n) with i = 0 is 0 for a positive n.
        bound = {v: to_expr(p, v.dtype) for v, p in values.items()}
        return self.poly(substitute(atom.expr, bound))

    def minmax(self, op: str, a: Poly, b: Poly, dtype: str = "int32") -> Poly:
        """``min(a, b)`` or ``max(a, b)``, as the operand that is proven to be the result where there is one.

        Examples, with 0 <= i < 8 and 0 <= j < 4:

            min(i, i + 1)               i              the difference is constant
            max(i * 4 + j, i * 4 + 3)   i * 4 + 3      the difference 3 - j is >= 0
            min(i, min(i, n))           min(i, n)      `i` is among the operands already
            max(min(i, n), i)           i              no minimum exceeds its operands
            min(i, 4)                   min(i, 4)      undecided: an atom
        """
        if a == b or _among(op, a, b):
            return b
        # Where `b` is an operand of `a`, `a` is the result already. Otherwise b >= a, and `op` decides.
        if _among(op, b, a) or self.nonneg(b - a):
            return a if op == "min" or _among(op, b, a) else b
        if self.nonneg(a - b):
            return b if op == "min" else a
        other = "max" if op == "min" else "min"
        if _among(other, a, b) or _among(other, b, a):  # min(a, max(a, c)) is a
            return a if _among(other, a, b) else b
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
        # Of an unknown kind: equal to itself only. An id is valid as long as its object lives.
        return ("node", id(expr), _Keep(expr))

    def _key(self, expr: Expr) -> object:
        if isinstance(expr, IntImm) and expr.dtype == "bool":
            return Poly.atom(self._opaque(expr))
        return self.poly(expr)

    # -- division ----------------------------------------------------------------------------

    def floordiv(self, a: Poly, b: Poly) -> Poly:
        """``a // b`` in normal form."""
        divisor = b.value()
        if divisor is None:
            return self._symbolic_division(a, b, "floordiv")
        if divisor <= 0:
            return _plain_division("floordiv", a, b)
        quotient, remaining = _split_multiples(a, divisor)
        return self._merged(quotient, self._divide(remaining, divisor))

    def floormod(self, a: Poly, b: Poly) -> Poly:
        """``a % b`` in normal form."""
        divisor = b.value()
        if divisor is None:
            return self._symbolic_division(a, b, "floormod")
        if divisor <= 0:
            return _plain_division("floormod", a, b)
        _, remaining = _split_multiples(a, divisor)
        return self._modulo(remaining, divisor)

    def _divide(self, poly: Poly, divisor: int) -> Poly:
        """``poly // divisor`` for a sum without terms that `divisor` divides."""
        if divisor == 1:
            return poly
        low, high = self.interval(poly)
        if low != -inf and high != inf and low // divisor == high // divisor:
            return Poly.const(int(low) // divisor)  # all values lie in one period of the divisor
        # (i * 8 + low) // 24 with 0 <= low < 8 is i // 3: a smaller divisor, for which the rules are tried again
        factored = self._factor(poly, divisor)
        if factored is not None:
            factor, inner, _ = factored
            return self.floordiv(inner, Poly.const(divisor // factor))
        atom = poly.single_atom()
        # x % 16 // 2 // 4 is x % 16 // 8. But x % 24 // 2 // 5 is no digit of x, since 10 does not divide 24: it is one
        # of the digit x % 24 // 2.
        # x % upper // lower // divisor is x % upper // (lower * divisor), a digit if the latter divides upper
        if isinstance(atom, Digit) and (atom.upper is None or atom.upper % (atom.lower * divisor) == 0):
            return self._digit(atom.source, atom.lower * divisor, atom.upper)
        return self._digit(poly, divisor, None)

    def _modulo(self, poly: Poly, divisor: int) -> Poly:
        """``poly % divisor`` for a sum without terms that `divisor` divides."""
        if divisor == 1:
            return ZERO
        low, high = self.interval(poly)
        if low != -inf and high != inf and low // divisor == high // divisor:
            return poly.shift(-(int(low) // divisor) * divisor)  # all values lie in one period of the divisor
        factored = self._factor(poly, divisor)
        if factored is not None:
            # (i * 8 + low) % 24 is i % 3 * 8 + low: low is below 8, so it never carries into the upper digit
            factor, inner, low_part = factored
            upper = self.floormod(inner, Poly.const(divisor // factor))
            return self._merged(upper.scaled(factor), low_part)
        atom = poly.single_atom()
        if isinstance(atom, Digit):
            # `x // lower % divisor` is the digit of x between lower and lower * divisor
            upper_limit = atom.lower * divisor
            if atom.upper is None or atom.upper % upper_limit == 0:
                return self._digit(atom.source, atom.lower, upper_limit)
        of = remainder_of((atom,)) if isinstance(atom, Opaque) else None
        if of is not None and _is_multiple(of[1], Poly.const(divisor)):
            return self.floormod(of[0], Poly.const(divisor))  # x % (4 * n) % 2 is x % 2
        return self._digit(poly, 1, divisor)

    def _digit(self, source: Poly, lower: int, upper: int | None) -> Poly:
        """``source % upper // lower``, without a modulus that the range of `source` makes redundant."""
        if upper is not None:
            low, high = self.interval(source)
            if low >= 0 and high < upper:
                upper = None
            elif upper == lower:
                return ZERO  # a remainder below `upper`, divided by `upper`
        if upper is None and lower == 1:
            return source
        return Poly.atom(Digit(source, lower, upper))

    def _factor(self, poly: Poly, divisor: int) -> tuple[int, Poly, Poly] | None:
        """(factor, inner, low): ``poly = factor * inner + low``, `factor` > 1 divides `divisor`, 0 <= low < factor.

        Then ``poly // divisor`` is ``inner // (divisor // factor)``. None where there is no such factor.
        """
        terms = poly.terms
        # Strides are what splits and fusions multiply by, so a useful factor divides some coefficient; two levels of
        # splits need what two coefficients share: (i * 12 + j * 18 + k) // 36 has the factor 6.
        candidates = {gcd(c, divisor) for m, c in terms.items() if m}
        candidates |= {gcd(x, y) for x in candidates for y in candidates}
        # The largest factor first: it leaves the smallest divisor.
        for factor in sorted(candidates, reverse=True):
            if factor <= 1 or factor >= divisor and len(terms) == 1:
                continue
            inner = {m: c // factor for m, c in terms.items() if m and c % factor == 0}
            low = {m: c for m, c in terms.items() if m and c % factor}
            # The constant is divided with rounding down, so that its part in `low` is not negative.
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
        """``a // b`` or ``a % b``; resolved where ``a = b * quotient + remainder``, 0 <= remainder < b is proven.

        Examples, with 0 <= i < n, 0 <= k < n and 0 <= j < 8:

            (n * i + k) // n       i                   and the remainder is k
            (n * i + j) // n       i + j // n          n may be less than 8; the remainder is j % n
            (n * i + k + 1) // n   i + (k + 1) // n    k + 1 may be n
            (16 * i + j) // (64 * n)   i // (4 * n)    and the remainder is i % (4 * n) * 16 + j
        """
        # A multiple of the divisor leaves a quotient even where the rest is not proven to be a remainder.
        quotient, remainder = split_symbolic(a, b)
        if remainder == a:
            quotient = ZERO
        if self.nonneg(remainder) and self.nonneg((b - remainder).shift(-1)):
            return quotient if op == "floordiv" else remainder
        shared = gcd(*b.terms.values())
        factored = self._factor(remainder, shared) if shared > 1 and self.positive(b) else None
        factor, inner, low = factored or (1, remainder, ZERO)
        divided = _plain_division(op, inner, _split_multiples(b, factor)[0])
        return quotient + divided if op == "floordiv" else divided.scaled(factor) + low

    def _merged(self, a: Poly, b: Poly) -> Poly:
        return self.merge(a + b) if a.terms and b.terms else a + b

    def merge(self, poly: Poly) -> Poly:
        """Join digits of one source that meet: ``x // c * c + x % c`` is ``x``."""
        if all(type(atom) is Var for mono in poly.terms for atom in mono):
            return poly  # the usual case
        while (better := self._merge_once(poly)) is not None:
            poly = better
        return poly

    def _merge_once(self, poly: Poly) -> Poly | None:
        digits = [(m[0], c, m) for m, c in poly.terms.items() if len(m) == 1 and isinstance(m[0], Digit)]
        if not digits:
            return self._merge_symbolic(poly)
        # Two digits meet if the upper end of one is the lower end of the other: x % 16 // 4 and x // 16. With the
        # scales 1 and 4 they are adjacent digits of one number: x % 16 // 4 + x // 16 * 4 is x // 4.
        for low, scale, low_mono in digits:
            for high, high_scale, high_mono in digits:
                if (
                    isinstance(low, Digit)
                    and isinstance(high, Digit)
                    and low.upper is not None
                    and low.upper == high.lower
                    and _congruent(low.source, high.source, Poly.const(low.upper))
                    and high_scale == scale * (low.upper // low.lower)
                ):
                    joined = self._digit(high.source, low.lower, high.upper).scaled(scale)
                    return _replaced(poly, {low_mono, high_mono}, joined)
        return self._merge_symbolic(poly)

    def _merge_symbolic(self, poly: Poly) -> Poly | None:
        """Join a quotient and a remainder by an expression: ``x // n * n + x % n`` is ``x``.

        So is ``x % (m * n) // n * n + x % n``, as the inner dimensions of a fused loop have it, ``x % (m * n)``.
        """
        atoms = dict.fromkeys(atom for mono in poly.terms for atom in mono if isinstance(atom, Opaque))
        quotients = [(atom, tuple(atom.polys())) for atom in atoms if atom.parts[0] == "floordiv"]
        if len(quotients) > 1 and (joined := self._merge_parts(poly, quotients)) is not None:
            return joined
        for mono, coef in poly.terms.items() if quotients else ():
            divided = remainder_of(mono)
            if divided is None:
                continue
            for atom, (dividend, divisor) in quotients:
                if divisor != divided[1] or not _congruent(dividend, divided[0], divisor):
                    continue
                quotient = divisor.times(Poly.atom(atom)).scaled(coef)
                if quotient.terms and all(poly.terms.get(m) == c for m, c in quotient.terms.items()):
                    return poly - quotient - Poly({mono: coef}) + dividend.scaled(coef)
        return None

    def _merge_parts(self, poly: Poly, quotients: Sequence[tuple[Opaque, tuple[Poly, ...]]]) -> Poly | None:
        """Join a quotient and one of a remainder: ``x // (2 * n) * 2 + x % (2 * n) // n`` is ``x // n``."""
        for part, (_, unit) in quotients:
            known = parts_of(part)
            if known is None:
                continue
            count, source, whole = known
            for atom, (dividend, divisor) in quotients:
                if divisor != whole or not _congruent(dividend, source, whole):
                    continue
                for mono, coef in poly.terms.items():
                    if part not in mono:
                        continue
                    at = mono.index(part)
                    others = Poly({mono[:at] + mono[at + 1 :]: coef})
                    upper = others.times(Poly.atom(atom)).scaled(count)
                    if all(poly.terms.get(m) == c for m, c in upper.terms.items()):
                        joined = others.times(self.floordiv(dividend, unit))
                        return poly - upper - Poly({mono: coef}) + joined
        return None


def _atom_uses(atom: Atom, names: Mapping[Var, Poly]) -> bool:
    return Poly.atom(atom).uses(names)


def _congruent(a: Poly, b: Poly, modulus: Poly) -> bool:
    """Whether two sums are always equal modulo `modulus`; False where that is not seen.

    A remainder by a multiple of `modulus` is replaced by its dividend first: ``x % 12`` and ``x`` are equal modulo 4,
    but not modulo 8, for x = 12. ``x + 16 * y`` and ``x`` are equal modulo 16, not modulo 32. ``x % (m * n)`` and ``x``
    are equal modulo ``n``.
    """
    if a == b:
        return True
    # The sources need to agree in the lower digit only: (x + 16 * y) % 16 is x % 16, which joins x // 16.
    difference = a - b
    # coef * (f % d) and coef * f are congruent where coef * d is a multiple of the modulus: as 2 * (f % 6) and 2 * f
    # modulo 4.
    for mono, coef in tuple(difference.terms.items()):
        divided = remainder_of(mono)
        if divided is not None and _is_multiple(divided[1].scaled(coef), modulus):
            difference = difference - Poly({mono: coef}) + divided[0].scaled(coef)
    return _is_multiple(difference, modulus)


def _is_multiple(poly: Poly, modulus: Poly) -> bool:
    number = modulus.value()
    if number is not None:
        return all(coef % number == 0 for coef in poly.terms.values())
    return not quotient_by(poly, modulus)[1].terms


def never_zero(poly: Poly) -> bool:
    """Whether a sum is not a multiple of some modulus, and so not 0: ``n // 2 * 2 - 1`` is odd."""
    # All terms but the constant are multiples of m, and the constant is not: the sum is not, and 0 is one.
    moving, constant = poly.shift(-poly.constant), poly.constant
    # Other moduli than coefficients and those of digits cannot divide all terms.
    moduli = {abs(coef) for coef in moving.terms.values()}
    moduli.update(atom.upper for mono in moving.terms for atom in mono if isinstance(atom, Digit) and atom.upper)
    return any(constant % m and _congruent(moving, ZERO, Poly.const(m)) for m in moduli)


class _Keep:
    """Keeps an expression alive inside a key that holds its `id`; all instances compare equal."""

    __slots__ = ("expr",)

    def __init__(self, expr: Expr) -> None:
        self.expr = expr

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keep)


#: The dtypes of indices, whose arithmetic is assumed not to overflow. Values of other integer types may wrap around.
_EXACT = ("int32", "int64")


def _is_of_indices(cast: Cast) -> bool:
    """Whether a cast converts between the types of indices."""
    return cast.value.dtype in _EXACT and cast.dtype in _EXACT


def _among(op: str, item: Poly, nested: Poly) -> bool:
    """Whether `item` is one of the operands of a nested minimum or maximum."""
    atom = nested.single_atom()
    if not isinstance(atom, Opaque) or atom.parts[0] != op:
        return False
    return any(p == item or _among(op, item, p) for p in atom.polys())


def _split_multiples(a: Poly, divisor: int) -> tuple[Poly, Poly]:
    """(quotient, remaining) with ``a = divisor * quotient + remaining``; `divisor` divides no term of the latter."""
    quotient: dict[Mono, int] = {}
    remaining: dict[Mono, int] = {}
    for mono, coef in a.terms.items():
        if not mono:
            if coef // divisor:
                quotient[mono] = coef // divisor
            if coef % divisor:
                remaining[mono] = coef % divisor
        elif coef % divisor == 0:
            quotient[mono] = coef // divisor
        else:
            remaining[mono] = coef
    return Poly(quotient), Poly(remaining)


def _plain_division(op: str, a: Poly, b: Poly) -> Poly:
    if not a.terms:
        return ZERO
    return Poly.atom(Opaque((op, a, b), binary(op, to_expr(a), to_expr(b))))


def _replaced(poly: Poly, gone: set[Mono], new: Poly) -> Poly:
    """`poly` without the terms `gone`, with `new` at the position of the first of them."""
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
