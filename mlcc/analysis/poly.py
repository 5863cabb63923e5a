"""The normal form of integer expressions: polynomials whose atoms are variables, digits and opaque terms.

A :class:`Poly` maps products of atoms to integer coefficients, in order of first appearance, so that `i_0 * 4 + i_1`
is printed as it was written. An atom is a variable, a :class:`Digit` (``source % upper // lower``, the form of every
`//` and `%` by a literal), or an :class:`Opaque` term. Two normal forms are equal where their dictionaries are.

``(i * 4 + j) // 3 + 2 * n * k - 1`` is ``{(Digit(i * 4 + j, 3, None),): 1, (k, n): 2, (): -1}``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlcc.ir import Expr, IntImm, Var, binary, const, free_vars


class Digit:
    """The atom ``source % upper // lower``; `upper` None means no modulus. `lower` divides `upper`.

    It takes ``upper // lower`` values: ``x // 4 % 8`` is ``Digit(x, 4, 32)``. `depth` is the nesting depth of digits.
    """

    __slots__ = ("_hash", "depth", "lower", "source", "upper")

    def __init__(self, source: Poly, lower: int, upper: int | None) -> None:
        self.source = source
        self.lower = lower
        self.upper = upper
        # Proofs that open digits recurse over the nesting, and bound it by this.
        self.depth: int = 1 + max((a.depth for mono in source.terms for a in mono if isinstance(a, Digit)), default=0)
        self._hash = hash((source, lower, upper))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Digit)
            and self._hash == other._hash
            and self.lower == other.lower
            and self.upper == other.upper
            and self.source == other.source
        )


class Opaque:
    """An atom that no arithmetic rule applies to, such as `min(a, b)` or a load.

    `parts` identify it: the kind, then the normal forms and identities of its operands. `expr` is the expression that
    it is printed as.
    """

    __slots__ = ("_hash", "_variables", "expr", "parts")

    def __init__(self, parts: tuple[object, ...], expr: Expr) -> None:
        self.parts = parts
        self.expr = expr
        self._variables: tuple[Var, ...] | None = None
        self._hash = hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Opaque) and self._hash == other._hash and self.parts == other.parts)

    @property
    def variables(self) -> tuple[Var, ...]:
        """The variables of the expression."""
        if self._variables is None:
            self._variables = tuple(free_vars(self.expr))
        return self._variables

    def polys(self) -> Iterator[Poly]:
        """The normal forms inside."""
        for part in self.parts:
            if isinstance(part, Poly):
                yield part


Atom = Var | Digit | Opaque
Mono = tuple[Atom, ...]


def _order(atom: Atom) -> tuple[int, str, int]:
    """The sort key of atoms inside a product: by name; the address decides between variables of one name only."""
    if isinstance(atom, Var):
        return (0, atom.name, id(atom))
    if isinstance(atom, Digit):
        first = next(atom.source.variables(), None)
        return (1, first.name if first is not None else "", atom.lower)
    return (2, str(atom.parts[0]), 0)


class Poly:
    """An immutable sum of products with integer coefficients; no coefficient is 0."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: dict[Mono, int]) -> None:
        self.terms = terms
        # Computed on demand: most sums are intermediate results and never become keys.
        self._hash: int | None = None

    @staticmethod
    def const(value: int) -> Poly:
        return Poly({(): value}) if value else ZERO

    @staticmethod
    def atom(atom: Atom, scale: int = 1) -> Poly:
        return Poly({(atom,): scale}) if scale else ZERO

    def __hash__(self) -> int:
        if self._hash is None:
            # The order of terms is for printing only: i + j and j + i are equal.
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Poly) and self.terms == other.terms)

    def __repr__(self) -> str:
        return " + ".join(
            f"{c}*" + "*".join(getattr(a, "name", type(a).__name__) for a in m) for m, c in self.terms.items()
        )

    def plus(self, other: Poly, scale: int = 1) -> Poly:
        """``self + scale * other``."""
        if not other.terms or not scale:
            return self
        if not self.terms and scale == 1:
            return other
        terms = dict(self.terms)
        for mono, coef in other.terms.items():
            total = terms.get(mono, 0) + coef * scale
            if total:
                terms[mono] = total
            else:
                # Only a term that was there can cancel, since no coefficient is 0.
                del terms[mono]
        return Poly(terms)

    def __add__(self, other: Poly) -> Poly:
        return self.plus(other)

    def __sub__(self, other: Poly) -> Poly:
        return self.plus(other, -1)

    def shift(self, value: int) -> Poly:
        """``self + value``."""
        if not value:
            return self
        # The constant moves to the end, where it is printed.
        terms = dict(self.terms)
        total = terms.pop((), 0) + value
        if total:
            terms[()] = total
        return Poly(terms)

    def scaled(self, factor: int) -> Poly:
        if factor == 1:
            return self
        return Poly({m: c * factor for m, c in self.terms.items()}) if factor else ZERO

    def times(self, other: Poly) -> Poly:
        """The product; products of atoms are kept sorted."""
        left, right = self.value(), other.value()
        if right is not None:
            return self.scaled(right)
        if left is not None:
            return other.scaled(left)
        # Each term by each: the product of i + 2 and n - 1 has the terms i * n, -i, 2 * n and -2.
        terms: dict[Mono, int] = {}
        for m1, c1 in self.terms.items():
            for m2, c2 in other.terms.items():
                # Sorted, so that n * k and k * n are one key.
                mono = tuple(sorted(m1 + m2, key=_order)) if m1 and m2 else m1 or m2
                total = terms.get(mono, 0) + c1 * c2
                if total:
                    terms[mono] = total
                else:
                    del terms[mono]
        return Poly(terms)

    def value(self) -> int | None:
        """The value of a constant, else None."""
        terms = self.terms
        if not terms:
            return 0
        if len(terms) == 1:
            return terms.get(())
        return None

    @property
    def constant(self) -> int:
        """The constant term."""
        return self.terms.get((), 0)

    def single_atom(self) -> Atom | None:
        """The atom of a polynomial that is exactly one atom, else None."""
        if len(self.terms) == 1:
            ((mono, coef),) = self.terms.items()
            if coef == 1 and len(mono) == 1:
                return mono[0]
        return None

    def single_var(self) -> Var | None:
        """The variable of a polynomial that is exactly one variable, else None."""
        atom = self.single_atom()
        return atom if isinstance(atom, Var) else None

    def variables(self) -> Iterator[Var]:
        """Every variable, with repeats, also inside digits and opaque atoms."""
        for mono in self.terms:
            for atom in mono:
                if isinstance(atom, Var):
                    yield atom
                elif isinstance(atom, Digit):
                    yield from atom.source.variables()
                else:
                    yield from atom.variables

    def uses(self, names: object) -> bool:
        """True when any variable of the container `names` occurs."""
        return any(v in names for v in self.variables())  # type: ignore[operator]


ZERO = Poly({})
ONE = Poly({(): 1})


def quotient_by(poly: Poly, divisor: Poly) -> tuple[Poly, Poly]:
    """Some `q` and `r` with ``poly = q * divisor + r``: `q` holds the terms that are multiples of the longest product.

    >>> # i*n + i + j by n + 1 gives i and j
    """
    # The longest product: in a row-major size such as n * m + n it is the term that decides how often it fits.
    # i * n + i + j by n + 1: i * n holds n, so that i is a quotient; i * (n + 1) taken away leaves j.
    lead, factor = max(divisor.terms.items(), key=lambda term: len(term[0]))
    quotient = ZERO
    for mono, coef in poly.terms.items():
        others = list(mono)
        # A product is a multiset: each atom of the divisor takes one occurrence away.
        for atom in lead:
            if atom not in others:
                break
            others.remove(atom)
        else:
            if coef % factor == 0:
                quotient = quotient + Poly({tuple(others): coef // factor})
    return quotient, poly - quotient.times(divisor)


def split_symbolic(a: Poly, b: Poly) -> tuple[Poly, Poly]:
    """(quotient, remaining) with ``a = b * quotient + remaining``, for a `b` that is one product of atoms.

    ``n * i + k`` divided by ``n`` gives ``i`` and ``k``. `remaining` is `a` where `b` divides no term.
    """
    if len(b.terms) != 1:
        return ZERO, a
    ((unit, scale),) = b.terms.items()
    quotient: dict[Mono, int] = {}
    remaining: dict[Mono, int] = {}
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
            remaining[mono] = coef
    return Poly(quotient), Poly(remaining)


def _atom_expr(atom: Atom, dtype: str) -> Expr:
    if isinstance(atom, Var):
        return atom
    if isinstance(atom, Opaque):
        return atom.expr
    expr = to_expr(atom.source, dtype)
    # First the modulus, then the division: Digit(x, 4, 32) is x % 32 // 4.
    if atom.upper is not None:
        expr = binary("floormod", expr, IntImm(atom.upper, dtype))
    if atom.lower != 1:
        expr = binary("floordiv", expr, IntImm(atom.lower, dtype))
    return expr


def to_expr(poly: Poly, dtype: str = "int32") -> Expr:
    """The expression of a normal form: terms in order, the constant last, `a - b` for negatives.

    >>> # 4*j_0 + j_1 - 1 becomes  j_0 * 4 + j_1 - 1
    """
    result: Expr | None = None
    pending: list[tuple[Expr, int]] = []
    for mono, coef in poly.terms.items():
        if not mono:
            continue
        expr = _atom_expr(mono[0], dtype)
        for atom in mono[1:]:
            expr = binary("mul", expr, _atom_expr(atom, dtype))
        # A negative term cannot come first: `n - i` rather than `-1 * i + n`.
        if coef < 0 and result is None:
            pending.append((expr, coef))
            continue
        result = _accumulate(result, expr, coef, dtype)
    constant = poly.constant
    if result is None:
        result = const(constant, dtype)
        constant = 0
    for expr, coef in pending:
        result = _accumulate(result, expr, coef, dtype)
    if constant:
        op = "add" if constant > 0 else "sub"
        result = binary(op, result, IntImm(abs(constant), dtype))
    return result


def _accumulate(total: Expr | None, expr: Expr, coef: int, dtype: str) -> Expr:
    term = binary("mul", expr, IntImm(abs(coef), dtype)) if abs(coef) != 1 else expr
    if total is None:
        return term
    return binary("add" if coef > 0 else "sub", total, term)
