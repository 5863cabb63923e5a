"""Whether two instances of accesses can touch the same element, and in which order they then run.

For two accesses, at the values x and x' of the loops, the equations ``index(x) == index'(x')`` are set up in the values
x and the distances ``d = x - x'``, and given to :mod:`feasible`. That covers plain and fused loops, tiles, strides,
offsets and guards. A term that is not linear, such as a division or a loaded offset, is an unknown of its own, whose
distance is 0 where those of all its variables are; the digits of a number add up to it.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from itertools import pairwise
from math import gcd, inf

from mlcc.ir import Buffer, BufferLoad, Var, walk

from .accesses import Access
from .affine import Analyzer
from .feasible import Equations
from .poly import ZERO as NOTHING
from .poly import Digit, Mono, Opaque, Poly
from .ranges import Bounds

#: Bounds of distances, first instance minus second, by loop.
Limits = Mapping[Var, Bounds]

SAME: Bounds = (0, 0)
EARLIER: Bounds = (-inf, -1)
LATER: Bounds = (1, inf)


class Conflict:
    """The pairs of instances in which two accesses touch one element, with the loops in `moving` free in both.

    `volatile` are buffers whose contents change meanwhile: what is loaded from them may differ between the instances.
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
        for a, b in zip(first.index, second.index, strict=True):
            if a is not None and b is not None:
                self._row(a, b)
        for poly in first.zero:
            self._row(poly, NOTHING)
        for poly in second.zero:
            self._row(NOTHING, poly)
        for number, poly in enumerate(first.positive):
            self._row(poly, NOTHING, ("slack", 0, number))
        for number, poly in enumerate(second.positive):
            self._row(NOTHING, poly.scaled(-1), ("slack", 1, number))

    def distances(self, loops: Iterable[Var], limits: Limits | None = None) -> dict[Var, Bounds] | None:
        """Bounds of the loops' distances over all such pairs within `limits`; None when there is certainly no pair."""
        wanted = {var: self._distance((var,)) for var in loops}
        given = [(self._distance((var,)), bounds) for var, bounds in (limits or {}).items()]
        self._add_digits()
        self._link_values()
        found = self.equations.solve(given)
        return None if found is None else {var: found[key] for var, key in wanted.items()}

    def possible(self, limits: Limits) -> bool:
        """Whether there may be such a pair with these distances of some loops."""
        return self.distances((), limits) is not None

    # -- equations ---------------------------------------------------------------------------

    def _row(self, f: Poly, g: Poly, slack: Hashable = None) -> None:
        """``f(x) - g(x') = 0``, or with `slack` ``>= 0``."""
        terms: dict[Hashable, int] = {}
        for mono in {**f.terms, **g.terms}:
            one, other = f.terms.get(mono, 0), g.terms.get(mono, 0)
            if not mono:
                continue
            if not self._is_moving(mono):
                terms[self._value("both", mono)] = one - other
            elif one == other:
                terms[self._distance(mono)] = one
            else:
                terms[self._value("first", mono)] = one
                terms[self._value("second", mono)] = -other
        if slack is not None:
            self.equations.bounds[slack] = (0, inf)
            terms[slack] = -1
        terms = {key: factor for key, factor in terms.items() if factor}
        self.equations.rows.append((f.constant - g.constant, terms))

    def _value(self, where: str, mono: Mono) -> Hashable:
        """The unknown for a term in the first instance, the second, or where it is the same in both."""
        key = (where, mono)
        if key not in self.equations.bounds:
            self.equations.bounds[key] = self.analyzer.interval(Poly({mono: 1}))
            self._unlinked[mono] = None
        return key

    def _link_values(self) -> None:
        """Where a term's values and its distance both occur: ``first - second = distance``."""
        for mono in [m for m in self._unlinked if m in self.equations.bounds]:
            row: dict[Hashable, int] = {self._value("first", mono): 1, self._value("second", mono): -1, mono: -1}
            del self._unlinked[mono]
            self.equations.rows.append((0, row))

    def _distance(self, mono: Mono) -> Hashable:
        """The unknown for the difference of a term between the two instances."""
        if mono not in self.equations.bounds:
            low, high = self.analyzer.interval(Poly({mono: 1}))
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
        """A compound term is the same in both instances where its variables are."""
        if not self._is_volatile(mono):
            variables = dict.fromkeys(v for v in Poly({mono: 1}).variables() if v in self.moving)
            self.equations.implications.append((tuple(self._distance((v,)) for v in variables), (0, {mono: 1})))
        if len(mono) == 1 and isinstance(mono[0], Digit):
            self._digits.setdefault(mono[0].source, set()).add(mono[0])
        elif len(mono) == 1 and isinstance(mono[0], Opaque):
            self._relate_division(mono[0])

    def _relate_division(self, atom: Opaque) -> None:
        """Numbers with the same quotient and the same remainder by a symbolic divisor are the same."""
        if atom.parts[0] not in ("floordiv", "floormod"):
            return
        source, divisor = atom.polys()
        if atom.parts[0] == "floormod":
            self._imply((atom,), self.analyzer.floordiv(source, divisor), source)
            # A remainder by a multiple of a number leaves the same remainder by it: `f % (2 * h) % 2` is `f % 2`.
            factor = gcd(*divisor.terms.values())
            if factor > 1:
                self._identity(_digit(source, 1, factor), [(1, _digit(Poly.atom(atom), 1, factor))])
            return
        inner = source.single_atom()
        if isinstance(inner, Opaque) and inner.parts[0] == "floormod":
            whole, multiple = inner.polys()
            if _is_multiple(multiple, divisor):  # likewise, `f % (4 * h) % h` is `f % h`
                self._imply((atom,), self.analyzer.floormod(whole, divisor), source)

    def _imply(self, first: Mono, second: Poly, same: Poly) -> None:
        """Where the distance of a term and all those of a sum are 0, so is that of another sum."""
        premises = [first, *(mono for mono in second.terms if mono and self._is_moving(mono))]
        terms = {mono: coef for mono, coef in same.terms.items() if mono and self._is_moving(mono)}
        known = tuple(self._distance(mono) for mono in premises)
        self.equations.implications.append((known, (0, {self._distance(m): c for m, c in terms.items()})))

    def _add_digits(self) -> None:
        """The digits of one number, with those between them, add up to it."""
        while self._digits:
            source, found = self._digits.popitem()
            ends = sorted({1, *(d.lower for d in found), *(d.upper for d in found if d.upper is not None)})
            if any(b % a for a, b in pairwise(ends)) or self._split.get(source) == ends:
                continue
            self._split[source] = ends
            parts = [(a, _digit(source, a, b)) for a, b in zip(ends, [*ends[1:], None], strict=True)]
            self._identity(source, parts)
            for digit in found:
                inside = [(a // digit.lower, p) for a, p in parts if digit.lower <= a < (digit.upper or inf)]
                self._identity(Poly.atom(digit), inside)

    def _identity(self, whole: Poly, parts: Iterable[tuple[int, Poly]]) -> None:
        """Distances are linear: those of the parts add up to that of the whole."""
        terms: dict[Hashable, int] = {}
        for factor, poly in [(-1, whole), *parts]:
            for mono, coef in poly.terms.items():
                if mono and self._is_moving(mono):
                    key = self._distance(mono)
                    terms[key] = terms.get(key, 0) + factor * coef
        terms = {key: factor for key, factor in terms.items() if factor}
        if terms:
            self.equations.rows.append((0, terms))


def _is_multiple(poly: Poly, of: Poly) -> bool:
    """Whether a sum is another one times a whole number other than 0."""
    if not of.terms:
        return False
    mono, coef = next(iter(of.terms.items()))
    factor, rest = divmod(poly.terms.get(mono, 0), coef)
    return not rest and bool(factor) and of.scaled(factor) == poly


def _digit(source: Poly, lower: int, upper: int | None) -> Poly:
    return Poly.atom(Digit(source, lower, upper)) if upper is not None or lower != 1 else source


def _loaded(atom: object) -> Iterable[Buffer]:
    """The buffers that an atom of an index is loaded from."""
    if isinstance(atom, Digit):
        for mono in atom.source.terms:
            for inner in mono:
                yield from _loaded(inner)
    elif isinstance(atom, Opaque):
        for item in walk(atom.expr):
            if isinstance(item, BufferLoad):
                yield item.buffer
