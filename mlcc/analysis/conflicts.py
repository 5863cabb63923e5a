"""Whether two instances of accesses can touch the same element, and at which distances of the loops.

For two accesses, at the values x and x' of the loops, the equations ``index(x) == index'(x')`` are set up in the values
x and the distances ``d = x - x'``, and solved by :mod:`feasible`. That covers plain and fused loops, tiles, strides,
offsets and guards. A term that is not linear, such as a division or a loaded offset, is an unknown of its own, with two
kinds of facts: its distance is 0 where the distances of all its variables are 0, and the distances of the digits of one
source add up to that of the source. An index with symbolic strides, such as ``i * n + j`` with ``0 <= j < n``, gives an
equation for each stride.

An example: ``A[i * 4 + j]`` is written and ``A[i * 4 + j - 1]`` is read, with 0 <= i < 8 and 0 <= j < 4. They touch one
element where ``4 * i + j == 4 * i' + j' - 1``, that is ``4 * di + dj + 1 == 0`` with -7 <= di <= 7 and -3 <= dj <= 3.
The solutions are (di, dj) = (0, -1) and (-1, 3): the write runs before the read in both, so that the loops carry a
dependence, and `i` and `j` must not be interchanged, which would reverse the order in the second.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import gcd, inf

from mlcc.ir import Buffer, BufferLoad, Var, walk

from .accesses import Access
from .feasible import Equations
from .poly import ZERO as NOTHING
from .poly import Digit, Mono, Opaque, Poly, quotient_by
from .ranges import Bounds
from .simplify import Analyzer

#: Bounds of distances, first instance minus second, by loop.
Limits = Mapping[Var, Bounds]

SAME: Bounds = (0, 0)
EARLIER: Bounds = (-inf, -1)
LATER: Bounds = (1, inf)


class Conflict:
    """The pairs of instances in which two accesses touch one element.

    The loops in `moving` may have different values in the two instances, all other variables have the same. `volatile`
    are buffers that are written in between: a value loaded from them may differ between the instances.
    """

    def __init__(
        self, analyzer: Analyzer, moving: Container[Var], volatile: Container[Buffer], first: Access, second: Access
    ) -> None:
        self.analyzer = analyzer
        self.moving = moving
        self.volatile = volatile
        self.equations = Equations()
        self._digits: dict[Poly, set[Digit]] = {}
        self._split: dict[Poly, list[int]] = {}
        self._moves: dict[Mono, bool] = {}
        self._unlinked: dict[Mono, None] = {}
        self._conditions = first.positive, second.positive
        # An index that is not known (None) may be any: it rules nothing out, as if it had no equation.
        for a, b in zip(first.index, second.index, strict=True):
            if a is not None and b is not None:
                self._equate(a, b)
        for poly in first.zero:
            self._row(poly, NOTHING)
        for poly in second.zero:
            self._row(NOTHING, poly)
        for number, poly in enumerate(first.positive):
            self._row(poly, NOTHING, ("slack", 0, number))
        for number, poly in enumerate(second.positive):
            self._row(NOTHING, poly.scaled(-1), ("slack", 1, number))

    def distances(self, loops: Iterable[Var], limits: Limits | None = None) -> dict[Var, Bounds] | None:
        """Bounds of the loops' distances over all such pairs within `limits`; None: proven that none exists."""
        # All unknowns come first: asking for the distance of a term may add equations about its parts.
        unknowns = {var: self._distance((var,)) for var in loops}
        limited = [(self._distance((var,)), bounds) for var, bounds in (limits or {}).items()]
        self._add_digits()
        self._link_values()
        solution = self.equations.solve(limited)
        return None if solution is None else {var: solution[key] for var, key in unknowns.items()}

    def possible(self, limits: Limits) -> bool:
        """Whether such a pair with distances within `limits` may exist."""
        return self.distances((), limits) is not None

    # -- equations ---------------------------------------------------------------------------

    def _equate(self, f: Poly, g: Poly) -> None:
        """``f(x) = g(x')``, by strides where these are symbolic.

        Of ``n * A + B`` with ``0 <= B < n`` both parts are the same where the sum is: A is its quotient by `n`.
        """
        # Of i * n + j with j < n, compared with i' * n + j': i == i' and j == j'. As one equation, di * n + dj == 0, it
        # would have a product of two unknowns, n and di.
        rows = [(f, g)]
        for stride in self._strides(f, g):
            rows = [part for row in rows for part in self._parts(*row, stride)]
        for row in rows:
            self._row(*row)

    def _strides(self, f: Poly, g: Poly) -> list[Poly]:
        """The symbolic factors of terms that move, each the same in both instances; those of more atoms first."""
        strides: dict[Poly, None] = {}
        for poly in (f, g):
            factors: dict[Mono, Poly] = {}
            for mono, coef in poly.terms.items():
                moving = tuple(atom for atom in mono if self._is_moving((atom,)))
                still = tuple(atom for atom in mono if atom not in moving)
                if moving:
                    factors[moving] = factors.get(moving, NOTHING) + Poly({still: coef})
            strides.update((_upwards(factor), None) for factor in factors.values() if factor.value() is None)
        return sorted(strides, key=lambda stride: -max(map(len, stride.terms)))

    def _parts(self, f: Poly, g: Poly, stride: Poly) -> list[tuple[Poly, Poly]]:
        """What says that two sums are the same: their quotients and remainders by a stride, where these are known."""
        # What both sides add, such as some m that no loop moves, may be anything beside the stride: then without it.
        offset = Poly({m: c for m, c in f.terms.items() if g.terms.get(m) == c and not self._is_moving(m)})
        for start in (NOTHING, offset):
            one = self._divided(f - start, stride, self._conditions[0])
            other = self._divided(g - start, stride, self._conditions[1])
            if one is not None and other is not None:
                return list(zip(one, other, strict=True))
        return [(f, g)]

    def _divided(self, poly: Poly, stride: Poly, conditions: Sequence[Poly]) -> tuple[Poly, Poly] | None:
        """The quotient and the remainder of a division by a symbolic number, given what is >= 0; None where unknown."""
        # The rest may be off by one stride: i * n - 1 leaves -1, and is (i - 1) * n + (n - 1).
        quotient, rest = quotient_by(poly, stride)
        for more in (0, 1, -1):
            left = rest.plus(stride, more)
            if self._is_sure(left, conditions) and self._is_sure((stride - left).shift(-1), conditions):
                return quotient.shift(-more), left
        return None

    def _is_sure(self, poly: Poly, conditions: Sequence[Poly]) -> bool:
        """Whether ``poly >= 0`` where all of the conditions are."""
        return self.analyzer.nonneg(poly) or any(self.analyzer.nonneg(poly - condition) for condition in conditions)

    def _row(self, f: Poly, g: Poly, slack: Hashable = None) -> None:
        """Add the equation ``f(x) - g(x') = 0``, or with `slack` the inequality ``f(x) - g(x') >= 0``.

        A term with the same coefficient c on both sides contributes ``c * distance``, others their two values.
        """
        terms: dict[Hashable, int] = {}
        for mono in {**f.terms, **g.terms}:
            one, other = f.terms.get(mono, 0), g.terms.get(mono, 0)
            if not mono:
                continue
            # The same in both instances: the n of A[i + n] and A[i + 2 * n] is one unknown, with the factor 1 - 2.
            if not self._is_moving(mono):
                terms[self._value("both", mono)] = one - other
            # 4 * i and 4 * i' give 4 * di. 4 * i and 2 * i' have no common factor of a distance: two unknowns.
            elif one == other:
                terms[self._distance(mono)] = one
            else:
                terms[self._value("first", mono)] = one
                terms[self._value("second", mono)] = -other
        # f - g' >= 0 is f - g' - slack = 0 with a slack >= 0.
        if slack is not None:
            self.equations.bounds[slack] = (0, inf)
            terms[slack] = -1
        terms = {key: factor for key, factor in terms.items() if factor}
        self.equations.rows.append((f.constant - g.constant, terms))

    def _value(self, where: str, mono: Mono) -> Hashable:
        """The unknown for the value of a term in the ``first`` or ``second`` instance, or in ``both`` if they agree."""
        key = (where, mono)
        if key not in self.equations.bounds:
            self.equations.bounds[key] = self.analyzer.interval(Poly({mono: 1}))
            self._unlinked[mono] = None
        return key

    def _link_values(self) -> None:
        """Add ``first - second = distance`` for each term of which the values and the distance both occur."""
        for mono in [m for m in self._unlinked if m in self.equations.bounds]:
            row: dict[Hashable, int] = {self._value("first", mono): 1, self._value("second", mono): -1, mono: -1}
            del self._unlinked[mono]
            self.equations.rows.append((0, row))

    def _distance(self, mono: Mono) -> Hashable:
        """The unknown for the difference of a term between the two instances."""
        if mono not in self.equations.bounds:
            low, high = self.analyzer.interval(Poly({mono: 1}))
            # i < 8 may be later by 7 at most, and earlier by 7.
            self.equations.bounds[mono] = (low - high, high - low)
            if len(mono) > 1 or not isinstance(mono[0], Var):
                self._relate(mono)
        return mono

    def _is_moving(self, mono: Mono) -> bool:
        """Whether a term may differ between the instances."""
        cached = self._moves.get(mono)
        if cached is None:
            cached = any(v in self.moving for v in Poly({mono: 1}).variables()) or self._is_volatile(mono)
            self._moves[mono] = cached
        return cached

    def _is_volatile(self, mono: Mono) -> bool:
        return any(b in self.volatile for atom in mono for b in _loaded(atom))

    # -- terms that are functions of others --------------------------------------------------

    def _relate(self, mono: Mono) -> None:
        """Add that a compound term has the distance 0 where all its variables do."""
        # Not so for a loaded value that is written in between: it may change while all loops stay as they are.
        if not self._is_volatile(mono):
            variables = dict.fromkeys(v for v in Poly({mono: 1}).variables() if v in self.moving)
            self.equations.implications.append((tuple(self._distance((v,)) for v in variables), (0, {mono: 1})))
        if len(mono) == 1 and isinstance(mono[0], Digit):
            self._digits.setdefault(mono[0].source, set()).add(mono[0])
        elif len(mono) == 1 and isinstance(mono[0], Opaque):
            self._relate_division(mono[0])

    def _relate_division(self, atom: Opaque) -> None:
        """Add that two values with the same quotient and remainder by a symbolic divisor are equal."""
        if atom.parts[0] not in ("floordiv", "floormod"):
            return
        source, divisor = atom.polys()
        if atom.parts[0] == "floormod":
            self._imply((atom,), self.analyzer.floordiv(source, divisor), source)
            # A remainder by a multiple of c is congruent modulo c: `f % (2 * h) % 2` is `f % 2`.
            factor = gcd(*divisor.terms.values())
            if factor > 1:
                self._identity(_digit(source, 1, factor), [(1, _digit(Poly.atom(atom), 1, factor))])
            return
        inner = source.single_atom()
        if isinstance(inner, Opaque) and inner.parts[0] == "floormod":
            dividend, multiple = inner.polys()
            if _is_multiple(multiple, divisor):  # likewise, `f % (4 * h) % h` is `f % h`
                self._imply((atom,), self.analyzer.floormod(dividend, divisor), source)

    def _imply(self, first: Mono, second: Poly, same: Poly) -> None:
        """Add: where the distances of `first` and of all terms of `second` are 0, the distance of `same` is 0."""
        premises = [first, *(mono for mono in second.terms if mono and self._is_moving(mono))]
        terms = {mono: coef for mono, coef in same.terms.items() if mono and self._is_moving(mono)}
        distances = tuple(self._distance(mono) for mono in premises)
        self.equations.implications.append((distances, (0, {self._distance(m): c for m, c in terms.items()})))

    def _add_digits(self) -> None:
        """Add that the digits of each source, completed by those between them, add up to the source.

        With ``f // 12`` and ``f % 4`` the ends are 1, 4, 12, and ``f == f % 4 + 4 * (f % 12 // 4) + 12 * (f // 12)``.
        """
        while self._digits:
            source, digits = self._digits.popitem()
            ends = sorted({1, *(d.lower for d in digits), *(d.upper for d in digits if d.upper is not None)})
            # Ends that do not divide each other, as of f % 4 and f // 6, are no digits of one number system.
            if any(b % a for a, b in pairwise(ends)) or self._split.get(source) == ends:
                continue
            self._split[source] = ends
            parts = [(a, _digit(source, a, b)) for a, b in zip(ends, [*ends[1:], None], strict=True)]
            self._identity(source, parts)
            for digit in digits:
                inside = [(a // digit.lower, p) for a, p in parts if digit.lower <= a < (digit.upper or inf)]
                self._identity(Poly.atom(digit), inside)

    def _identity(self, total: Poly, parts: Iterable[tuple[int, Poly]]) -> None:
        """Add ``total = sum(factor * part)``, as an equation between the distances of their terms."""
        terms: dict[Hashable, int] = {}
        for factor, poly in [(-1, total), *parts]:
            for mono, coef in poly.terms.items():
                if mono and self._is_moving(mono):
                    key = self._distance(mono)
                    terms[key] = terms.get(key, 0) + factor * coef
        terms = {key: factor for key, factor in terms.items() if factor}
        if terms:
            self.equations.rows.append((0, terms))


def _upwards(stride: Poly) -> Poly:
    """A stride or its opposite, whichever begins with a positive term."""
    return stride.scaled(-1) if next(iter(stride.terms.values())) < 0 else stride


def _is_multiple(poly: Poly, of: Poly) -> bool:
    """Whether a polynomial is another one times an integer other than 0."""
    if not of.terms:
        return False
    mono, coef = next(iter(of.terms.items()))
    factor, remainder = divmod(poly.terms.get(mono, 0), coef)
    return not remainder and bool(factor) and of.scaled(factor) == poly


def _digit(source: Poly, lower: int, upper: int | None) -> Poly:
    return Poly.atom(Digit(source, lower, upper)) if upper is not None or lower != 1 else source


def _loaded(atom: object) -> Iterable[Buffer]:
    """The buffers that an atom of an index loads from."""
    if isinstance(atom, Digit):
        for mono in atom.source.terms:
            for inner in mono:
                yield from _loaded(inner)
    elif isinstance(atom, Opaque):
        for item in walk(atom.expr):
            if isinstance(item, BufferLoad):
                yield item.buffer
