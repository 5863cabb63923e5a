"""Recognising index maps: sums of loops, and digits (`//`, `%`) of such sums, each digit used once.

Such a map is what split, fuse and reorder make. Recognised maps are surjective onto their box and can be
inverted. The idea is that of TVM's iterator maps; the method here works on normal forms: a term of a sum
is a digit of a *mark* (a loop, or a sum that was fused into one number), and

- digits of one mark do not overlap,
- within one sum, sorted by scale, each scale is the extent of all that is below it, the lowest is 1.

Guards of the form ``sum < c`` clip the extent of a partial sum (ragged tiles).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mlcc.ir import Expr, Var

from .affine import Analyzer, conjuncts
from .poly import ONE, ZERO, Digit, Mono, Poly


@dataclass(eq=False, slots=True)
class Mark:
    """A number that is cut into digits: a loop variable, or the value of a fused sum."""

    source: Poly
    extent: Poly
    parts: list[Term] | None  # of a fused sum
    used: list[tuple[int, int | None]] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Term:
    """``scale * (mark % upper // lower)``; `extent` is the number of values of the digit."""

    mark: Mark
    lower: int
    upper: int | None
    scale: Poly
    extent: Poly

    def digit(self, analyzer: Analyzer) -> Poly:
        """The normal form of the digit."""
        value = self.mark.source
        if self.upper is not None:
            value = analyzer.floormod(value, Poly.const(self.upper))
        return analyzer.floordiv(value, Poly.const(self.lower))


@dataclass(eq=False, slots=True)
class Sum:
    """``base + terms``, the terms sorted by scale, greatest first; `extent` values from `base` on."""

    terms: list[Term]
    base: Poly
    extent: Poly
    poly: Poly


class NotAffine(Exception):
    """Why a map is not recognised, in a few words."""


class IterMap:
    """The recognised form of several index expressions over loops.

    `loops` must be bound in `analyzer`. Raises :class:`NotAffine`.
    """

    def __init__(
        self, exprs: Sequence[Expr | Poly], loops: Iterable[Var], analyzer: Analyzer, predicate: Expr | None = None
    ) -> None:
        self.analyzer = analyzer
        self.loops = dict.fromkeys(loops)
        self.marks: dict[Poly, Mark] = {}
        self.clips = self._clips(predicate)
        polys = [e if isinstance(e, Poly) else analyzer.merge(analyzer.poly(e)) for e in exprs]
        atoms = (atom for poly in polys for mono in poly.terms for atom in mono)
        self.sources = dict.fromkeys(atom.source for atom in atoms if isinstance(atom, Digit))
        self.sums = [self._sum(p) for p in polys]
        self._check_marks()

    def _clips(self, predicate: Expr | None) -> dict[Poly, Poly]:
        """Upper limits (exclusive) of sums, from the guard."""
        result: dict[Poly, Poly] = {}
        if predicate is None:
            return result
        for part in conjuncts(predicate):
            for sign in self.analyzer.comparison_polys(part):
                # sign >= 0 means  sum <= rest  with the loops' terms negative in `sign`
                moving = {m: -c for m, c in sign.terms.items() if self._moves(m)}
                if moving and all(c > 0 for c in moving.values()):
                    rest = Poly({m: c for m, c in sign.terms.items() if m not in moving})
                    result[self.analyzer.merge(Poly(moving))] = rest.shift(1)
        return result

    def _moves(self, mono: Mono) -> bool:
        return any(v in self.loops for v in Poly({mono: 1}).variables())

    # -- building ----------------------------------------------------------------------------

    def _sum(self, poly: Poly) -> Sum:
        base: dict[Mono, int] = {}
        terms: list[Term] = []
        for mono, coef in poly.terms.items():
            if not self._moves(mono):
                base[mono] = coef
                continue
            term = self._term(mono, coef)
            if term is not None:
                terms.append(term)
        return self._chain(terms, Poly(base), poly)

    def _term(self, mono: Mono, coef: int) -> Term | None:
        moving = [a for a in mono if any(v in self.loops for v in Poly({(a,): 1}).variables())]
        if len(moving) != 1:
            raise NotAffine("loops are multiplied with each other")
        scale = Poly({tuple(a for a in mono if a is not moving[0]): coef})
        atom = moving[0]
        if isinstance(atom, Var):
            mark, lower, upper = self._var_mark(atom), 1, None
        elif isinstance(atom, Digit):
            mark, lower, upper = self._mark(self._reduced(atom)), atom.lower, atom.upper
        else:
            raise NotAffine("an index is not a sum of loops")
        extent = self._digit_extent(mark, lower, upper)
        if extent == ONE:
            return None
        mark.used.append((lower, upper))
        return Term(mark, lower, upper, scale, extent)

    def _reduced(self, digit: Digit) -> Poly:
        """What a digit is cut from; of several sums that are the same below its modulus, the one that is cut already.

        After ``k = i * 64 + j``, cut at 640, ``k % 40`` may be written as ``(i % 10 * 64 + j) % 40`` or with ``i``.
        """
        same = (s for s in self.sources if digit.upper is not None and _cut(digit.source, s, digit.upper))
        return next(same, digit.source)

    def _digit_extent(self, mark: Mark, lower: int, upper: int | None) -> Poly:
        size = mark.extent.value()
        if upper is not None and (size is None or upper < size):
            if size is not None and size % upper:
                raise NotAffine("a `%` does not divide what it cuts")
            return Poly.const(upper // lower)
        return self.analyzer.floordiv(mark.extent.shift(lower - 1), Poly.const(lower))

    def _var_mark(self, var: Var) -> Mark:
        source = Poly.atom(var)
        cached = self.marks.get(source)
        if cached is None:
            low, high = self.analyzer.range_of(var)
            if low is None or high is None or low.terms:
                raise NotAffine(f"loop `{var.name}` does not start at 0")
            extent = (high - low).shift(1)
            clip = self.clips.get(source)
            cached = self.marks[source] = Mark(source, self._smaller(extent, clip), None)
        return cached

    def _mark(self, source: Poly) -> Mark:
        var = source.single_var()
        if var is not None:
            return self._var_mark(var)
        cached = self.marks.get(source)
        if cached is None:
            inner = self._sum(source)
            if inner.base.terms:
                raise NotAffine("a `//` or `%` is applied to a shifted sum")
            cached = self.marks[source] = Mark(source, inner.extent, inner.terms)
        return cached

    def _smaller(self, extent: Poly, clip: Poly | None) -> Poly:
        if clip is None or self.analyzer.nonneg(clip - extent):
            return extent
        return clip

    def _chain(self, terms: list[Term], base: Poly, poly: Poly) -> Sum:
        """Check that the scales form a mixed-radix number, clipping partial sums by the guards."""
        ordered = sorted(terms, key=lambda t: t.scale.value() or 1 << 60)
        extent, partial = ONE, ZERO
        for term in ordered:
            if term.scale != extent:
                raise NotAffine("the loops' strides leave gaps or overlap")
            partial = partial + term.digit(self.analyzer).times(term.scale)
            extent = term.extent.times(extent)
            if self.clips:
                extent = self._smaller(extent, self.clips.get(self.analyzer.merge(partial)))
        return Sum(ordered[::-1], base, extent, poly)

    def _check_marks(self) -> None:
        for mark in self.marks.values():
            ranges = sorted(mark.used, key=lambda r: r[0])
            for (_, end), (start, _) in zip(ranges, ranges[1:], strict=False):
                if end is None or end > start:
                    raise NotAffine("a loop is used twice")

    # -- inversion ---------------------------------------------------------------------------

    def inverse(self, values: Sequence[Poly]) -> dict[Var, Poly]:
        """The loops in terms of the sums' values; loops of extent 1 become their minimum.

        Raises :class:`NotAffine` where a part of a loop does not occur in the sums.
        """
        digits: dict[Mark, list[tuple[int, int | None, Poly]]] = {}
        for item, value in zip(self.sums, values, strict=True):
            self._take_apart(item.terms, value - item.base, digits)
        pending = True
        while pending:
            pending = False
            for mark in [m for m in digits if m.parts is not None]:
                whole = self._assemble(mark, digits.pop(mark))
                self._take_apart(mark.parts or [], whole, digits)
                pending = True
        result: dict[Var, Poly] = {}
        for loop in self.loops:
            known = self.marks.get(Poly.atom(loop))
            if known is not None and known in digits:
                result[loop] = self._assemble(known, digits[known])
                continue
            low, high = self.analyzer.range_of(loop)
            if low is None or low != high:
                raise NotAffine(f"`{loop.name}` does not occur")
            result[loop] = low
        return result

    def _take_apart(
        self, terms: list[Term], value: Poly, digits: dict[Mark, list[tuple[int, int | None, Poly]]]
    ) -> None:
        analyzer = self.analyzer
        for position, term in enumerate(terms):
            part = analyzer.floordiv(value, term.scale)
            if position > 0:
                part = analyzer.floormod(part, term.extent)
            digits.setdefault(term.mark, []).append((term.lower, term.upper, part))

    def _assemble(self, mark: Mark, parts: list[tuple[int, int | None, Poly]]) -> Poly:
        pieces: list[Poly] = []
        reached = 1
        size = mark.extent.value()
        ended = False
        for lower, upper, part in sorted(parts, key=lambda p: p[0]):
            if lower != reached or ended:
                raise NotAffine("a part of a loop does not occur")
            pieces.append(part.scaled(lower))
            ended = upper is None or (size is not None and upper >= size)
            reached = upper or reached
        if not ended:
            raise NotAffine("a part of a loop does not occur")
        total = ZERO
        for piece in reversed(pieces):
            total = total + piece
        return self.analyzer.merge(total)


def _cut(source: Poly, other: Poly, modulus: int) -> bool:
    """Whether `other` is `source` with some terms cut (``scale * (x % n)``) so that it is the same below `modulus`."""
    differ = (source - other).terms
    less = [(mono, -coef) for mono, coef in differ.items() if coef < 0]
    for mono, scale in less:
        (atom, *rest) = mono
        if rest or not isinstance(atom, Digit) or atom.lower != 1 or atom.upper is None or scale * atom.upper % modulus:
            return False
        if any(differ.get(whole) != scale * coef for whole, coef in atom.source.terms.items()):
            return False
    return 0 < len(less) == len(differ) - len(less)


def find_iter_map(
    exprs: Sequence[Expr | Poly], loops: Iterable[Var], analyzer: Analyzer, predicate: Expr | None = None
) -> IterMap | None:
    """The recognised form of index expressions, or None when they are not quasi-affine in the loops."""
    try:
        return IterMap(exprs, loops, analyzer, predicate)
    except NotAffine:
        return None
