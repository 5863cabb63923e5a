"""Recognises index maps that consist of split and fused loops, proves them surjective, and inverts them.

`split`, `fuse` and `reorder` produce such maps. The idea is that of TVM's iterator maps; the method here works on
normal forms. Each index is an iterator sum of splits (see `iterators`, with an example), and a map is accepted if

- the splits of one mark do not overlap: ``(i // 4, i % 4)`` passes, ``(i // 4, i % 8)`` uses bit 2 of `i` twice;
- the scales of one sum leave no gaps: sorted, the least is 1 and each one is the product of the extents below it.
  ``i * 4 + j`` passes for j < 4, not for j < 3 (a gap) or j < 5 (an overlap).

Guards clip extents: with ``j_0 < 4``, ``j_1 < 3`` and the guard ``j_0 * 3 + j_1 < 10``, the ragged tiles of a loop of
10, the sum ``j_0 * 3 + j_1`` has the extent 10 instead of 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from mlcc.ir import Expr, Var

from .affine import conjuncts
from .iterators import IterMark, IterSplit, IterSum, splits_by_mark
from .poly import ONE, ZERO, Digit, Mono, Poly
from .simplify import Analyzer

#: The splits of each mark with their values.
_Parts = dict[IterMark, list[tuple[IterSplit, Poly]]]


class NotAffine(Exception):
    """Index expressions are no recognised map; the message is the reason, in a few words."""


class IterMap:
    """The recognised form of several index expressions over loops.

    `polys` are their normal forms, `sums` the iterator sums recognised in them, with splits sorted by scale, greatest
    first; each takes as many consecutive values from its base on as `extents` says. The ranges of `loops` must be bound
    in `analyzer`. `predicate` is the guard under which the expressions are evaluated. Raises :class:`NotAffine` where
    the expressions are no such map.
    """

    def __init__(
        self, exprs: Sequence[Expr | Poly], loops: Iterable[Var], analyzer: Analyzer, predicate: Expr | None = None
    ) -> None:
        self.analyzer = analyzer
        self.loops = dict.fromkeys(loops)
        self._marks: dict[Poly, IterMark] = {}
        self._clips = self._limits(predicate)
        self.polys = [e if isinstance(e, Poly) else analyzer.merge(analyzer.poly(e)) for e in exprs]
        atoms = (atom for poly in self.polys for mono in poly.terms for atom in mono)
        self._sources = dict.fromkeys(atom.source for atom in atoms if isinstance(atom, Digit))
        recognised = [self._sum(p) for p in self.polys]
        self.sums = [total for total, _ in recognised]
        self.extents = [extent for _, extent in recognised]
        self._check_overlaps()

    def _limits(self, predicate: Expr | None) -> dict[Poly, Poly]:
        """The exclusive upper limits that the guard sets to sums of loops."""
        result: dict[Poly, Poly] = {}
        if predicate is None:
            return result
        for part in conjuncts(predicate):
            for sign in self.analyzer.comparison_polys(part):
                # sign >= 0 means  sum <= rest  with the loops' terms negative in `sign`: j_0 * 3 + j_1 < 10 is
                # 9 - j_0 * 3 - j_1 >= 0, with the sum j_0 * 3 + j_1 and the exclusive limit 9 + 1.
                moving = {m: -c for m, c in sign.terms.items() if self._moves(m)}
                if moving and all(c > 0 for c in moving.values()):
                    rest = Poly({m: c for m, c in sign.terms.items() if m not in moving})
                    result[self.analyzer.merge(Poly(moving))] = rest.shift(1)
        return result

    def _moves(self, mono: Mono) -> bool:
        return any(v in self.loops for v in Poly({mono: 1}).variables())

    # -- building ----------------------------------------------------------------------------

    def _sum(self, poly: Poly) -> tuple[IterSum, Poly]:
        """The sum that a normal form is, and its extent.

        The scales must leave no gaps; the guards clip the extents of partial sums. ``a * 10 + b * 4 + c`` for a < 4,
        b < 8 and c < 4, with the guard ``b * 4 + c < 10``, is added up from the least scale on:

            c            scale 1    extent 4 of the sum so far
            b * 4        scale 4    extent 8 * 4 = 32, which the guard clips to 10
            a * 10       scale 10   extent 4 * 10 = 40

        Without the guard 32 values lie below the scale 10, and the sums overlap.
        """
        base: dict[Mono, int] = {}
        terms: list[tuple[IterSplit, Poly]] = []
        for mono, coef in poly.terms.items():
            if not self._moves(mono):
                base[mono] = coef
                continue
            # An extent of 1 adds nothing, and its scale may be any.
            split = self._split(mono, coef)
            if split.extent != ONE:
                terms.append((split, Poly({mono: coef})))
        terms.sort(key=lambda item: item[0].scale.value() or 1 << 60)  # symbolic scales are the outermost
        extent, partial = ONE, ZERO
        for split, term in terms:
            if split.scale != extent:
                raise NotAffine("the loops' strides leave gaps or overlap")
            # A guard bounds the sum of the lowest terms, `partial`, as a loop that was split by a factor that does not
            # divide has it.
            partial = partial + term
            extent = split.extent.times(extent)
            if self._clips:
                extent = self._smaller(extent, self._clips.get(self.analyzer.merge(partial)))
        return IterSum(tuple(split for split, _ in reversed(terms)), Poly(base)), extent

    def _split(self, mono: Mono, coef: int) -> IterSplit:
        """A term of a sum as a split: ``i % 16 // 4 * n * 8`` is one of the loop `i`, with the scale ``n * 8``."""
        moving = [a for a in mono if any(v in self.loops for v in Poly({(a,): 1}).variables())]
        if len(moving) != 1:
            raise NotAffine("loops are multiplied with each other")
        scale = Poly({tuple(a for a in mono if a is not moving[0]): coef})
        atom = moving[0]
        if isinstance(atom, Var):
            mark = self._var_mark(atom)
            return IterSplit(mark, ONE, mark.extent, scale)
        if isinstance(atom, Digit):
            mark = self._mark(self._reduced(atom))
            return IterSplit(mark, Poly.const(atom.lower), self._split_extent(mark, atom), scale)
        raise NotAffine("an index is not a sum of loops")

    def _reduced(self, digit: Digit) -> Poly:
        """The source of a digit; of several sources that are equal modulo its `upper`, the one that others refer to.

        Both digits of one fused loop must refer to one mark. With ``k = i * 64 + j`` and its split ``k % 640``, the
        split ``k % 40`` may be written as ``(i % 10 * 64 + j) % 40`` or as ``(i * 64 + j) % 40``: 640 divides by 40.
        And ``k % 16`` is ``j % 16``, of which ``k // 112`` and ``k % 112 // 16`` say that it is a digit of `k`.
        """
        if digit.upper is None:
            return digit.source
        for source in self._sources:  # but for the digit itself, as in ``x % 12 % 5``
            if source.single_atom() != digit and _is_reduction(digit.source, source, digit.upper):
                return source
        longer = [source for source in self._sources if _is_part(digit.source, source, digit.upper)]
        return max(longer, key=lambda source: len(source.terms), default=digit.source)

    def _split_extent(self, mark: IterMark, digit: Digit) -> Poly:
        """The number of values of a digit of a mark.

        Of a mark with the extent 12: ``mark % 4 // 2`` takes 2 values and ``mark // 5`` takes (12 + 4) // 5 = 3, the
        last of them for two values of the mark only. ``mark % 5`` is refused: with ``mark // 5`` in another index, the
        pairs (2, 2), (2, 3) and (2, 4) do not occur. So is ``mark % 4`` for n values, unless 4 is proven to divide n.
        """
        size = mark.extent.value()
        if digit.upper is not None and (size is None or digit.upper < size):
            if self.analyzer.floormod(mark.extent, Poly.const(digit.upper)).terms:
                raise NotAffine("the divisor of a `%` does not divide the extent of its operand")
            return Poly.const(digit.upper // digit.lower)
        return self.analyzer.floordiv(mark.extent.shift(digit.lower - 1), Poly.const(digit.lower))

    def _var_mark(self, var: Var) -> IterMark:
        source = Poly.atom(var)
        cached = self._marks.get(source)
        if cached is None:
            low, high = self.analyzer.range_of(var)
            # A mark counts from 0: primitives leave loops so, and others are refused.
            if low is None or high is None or low.terms:
                raise NotAffine(f"loop `{var.name}` does not start at 0")
            extent = self._smaller((high - low).shift(1), self._clips.get(source))
            cached = self._marks[source] = IterMark(var, extent)
        return cached

    def _mark(self, source: Poly) -> IterMark:
        var = source.single_var()
        if var is not None:
            return self._var_mark(var)
        cached = self._marks.get(source)
        if cached is None:
            # A fused loop inside a `//` or `%`: its source must itself be a sum without gaps, or the digits of it that
            # occur would not be all numbers below its extent.
            inner, extent = self._sum(source)
            if inner.base.terms:
                raise NotAffine("a `//` or `%` is applied to a shifted sum")
            cached = self._marks[source] = IterMark(inner, extent)
        return cached

    def _smaller(self, extent: Poly, clip: Poly | None) -> Poly:
        return extent if clip is None or self._at_most(extent, clip) else clip

    def _at_most(self, a: Poly, b: Poly) -> bool:
        return a == b or self.analyzer.nonneg(b - a)

    def _check_overlaps(self) -> None:
        for splits in splits_by_mark(self.sums).values():
            # Of i // 2 and i % 4, the second ends at 4 and the first begins at 2: bit 1 of `i` is used twice.
            splits.sort(key=lambda s: s.lower.value() or 0)
            if not all(self._at_most(a.upper, b.lower) for a, b in pairwise(splits)):
                raise NotAffine("a loop is used twice")

    # -- inversion ---------------------------------------------------------------------------

    def check_injective(self) -> None:
        """Raise :class:`NotAffine` unless different values of the loops have different indices."""
        self.inverse(self.polys)

    def inverse(self, values: Sequence[Poly]) -> dict[Var, Poly]:
        """The loops as functions of the sums' values; loops of extent 1 become their minimum.

        Fused marks are composed from their splits until only loops remain. Raises :class:`NotAffine` where a part of
        a loop does not occur in the sums.

        Of ``k // 40 == a`` and ``k % 40 == b`` for ``k = i * 64 + j`` (see `iterators`) the parts are first those of
        the mark `k`: a with the digits from 40 on, b with those below. Together `k` is ``a * 40 + b``, which is then
        taken apart into the parts of `i` and `j`: ``i = (a * 40 + b) // 64`` and ``j = (a * 40 + b) % 64``.
        """
        parts: _Parts = {}
        for item, value in zip(self.sums, values, strict=True):
            self._decompose(item.splits, value - item.base, parts)
        while outer := max(parts, key=_levels, default=None):
            if not isinstance(outer.source, IterSum):
                break
            # The mark with the most levels: all marks that are fused from it are gone, and `parts` has its splits.
            self._decompose(outer.source.splits, self._compose(outer, parts.pop(outer)), parts)
        taken = {mark.source: mark for mark in parts}
        result: dict[Var, Poly] = {}
        for loop in self.loops:
            if loop in taken:
                result[loop] = self._compose(taken[loop], parts[taken[loop]])
                continue
            low, high = self.analyzer.range_of(loop)
            if low is None or low != high:
                raise NotAffine(f"`{loop.name}` does not occur")
            result[loop] = low
        return result

    def _decompose(self, splits: Sequence[IterSplit], value: Poly, parts: _Parts) -> None:
        """Add to `parts`, per mark, each split of a sum that has the value `value`, with the split's value.

        ``v = i * 64 + j`` for j < 64 has the parts ``i = v // 64`` and ``j = v % 64``.
        """
        analyzer = self.analyzer
        for position, split in enumerate(splits):
            # Only the outermost needs no remainder: nothing is above it, and its extent bounds `value` already.
            part = analyzer.floordiv(value, split.scale)
            if position > 0:
                part = analyzer.floormod(part, split.extent)
            parts.setdefault(split.mark, []).append((split, part))

    def _compose(self, mark: IterMark, parts: list[tuple[IterSplit, Poly]]) -> Poly:
        """The value of a mark of which the splits are given with their values.

        ``k % 40 == b`` and ``k // 40 == a`` with k < 640: b determines k modulo 40, and ``a * 40 + b`` modulo 640,
        which is all. ``k // 40`` alone is refused: the digits of `k` below 40 are unknown.
        """
        reached, total = ONE, ZERO  # the splits so far determine the mark modulo `reached`
        for split, part in sorted(parts, key=lambda item: item[0].lower.value() or 0):
            if split.lower != reached:
                raise NotAffine("a part of a loop does not occur")
            total = part.times(split.lower) + total
            reached = split.upper
        if not self._at_most(mark.extent, reached):
            raise NotAffine("a part of a loop does not occur")
        return self.analyzer.merge(total)


def _levels(mark: IterMark) -> int:
    """How often iterators were fused to a mark: 0 for a loop, 2 for ``(i * 6 + j) % 8 * 6 + k``."""
    return 1 + max(_levels(s.mark) for s in mark.source.splits) if isinstance(mark.source, IterSum) else 0


def _is_reduction(source: Poly, other: Poly, modulus: int) -> bool:
    """Whether `other` is `source` with terms ``scale * x`` replaced by ``scale * (x % n)``, and equal modulo `modulus`.

    The latter holds where `modulus` divides ``scale * n``: ``i * 64`` and ``(i % 10) * 64`` are equal modulo 40.
    """
    # i * 64 + j and i % 10 * 64 + j differ by 64 * i - 64 * (i % 10): each negative term must be a remainder, and the
    # positive ones its dividend with the same scale.
    differ = (source - other).terms
    less = [(mono, -coef) for mono, coef in differ.items() if coef < 0]
    for mono, scale in less:
        atom = mono[0] if len(mono) == 1 else None
        if not isinstance(atom, Digit) or atom.lower != 1 or atom.upper is None or scale * atom.upper % modulus:
            return False
        if any(differ.get(whole) != scale * coef for whole, coef in atom.source.terms.items()):
            return False
    return 0 < len(less) == len(differ) - len(less)  # and no other terms are left


def _is_part(source: Poly, other: Poly, modulus: int) -> bool:
    """Whether `other` is `source` and further terms, all of which `modulus` divides: ``j`` of ``i * 64 + j`` for 16."""
    more = (other - source).terms
    return bool(more) and not any(c % modulus for c in more.values()) and not more.keys() & source.terms.keys()


def find_iter_map(
    exprs: Sequence[Expr | Poly], loops: Iterable[Var], analyzer: Analyzer, predicate: Expr | None = None
) -> IterMap | None:
    """The recognised form of index expressions, or None when they are not quasi-affine in the loops."""
    try:
        return IterMap(exprs, loops, analyzer, predicate)
    except NotAffine:
        return None
