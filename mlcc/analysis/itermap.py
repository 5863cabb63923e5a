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

from mlcc.ir import Expr, Var

from .affine import Analyzer, conjuncts
from .iterators import IterMark, IterSplit, IterSum
from .poly import ONE, ZERO, Digit, Mono, Poly


class NotAffine(Exception):
    """Index expressions are no recognised map; the message is the reason, in a few words."""


class IterMap:
    """The recognised form of several index expressions over loops: `sums`, one per expression.

    The ranges of `loops` must be bound in `analyzer`. `predicate` is the guard under which the expressions are
    evaluated. Raises :class:`NotAffine` where the expressions are no such map.
    """

    def __init__(
        self, exprs: Sequence[Expr | Poly], loops: Iterable[Var], analyzer: Analyzer, predicate: Expr | None = None
    ) -> None:
        self.analyzer = analyzer
        self.loops = dict.fromkeys(loops)
        self.marks: dict[Poly, IterMark] = {}
        self.clips = self._clips(predicate)
        polys = [e if isinstance(e, Poly) else analyzer.merge(analyzer.poly(e)) for e in exprs]
        atoms = (atom for poly in polys for mono in poly.terms for atom in mono)
        self.sources = dict.fromkeys(atom.source for atom in atoms if isinstance(atom, Digit))
        self.sums = [self._sum(p) for p in polys]
        self._check_overlaps()

    def _clips(self, predicate: Expr | None) -> dict[Poly, Poly]:
        """The exclusive upper limits that the guard sets to sums of loops."""
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

    def _sum(self, poly: Poly) -> IterSum:
        base: dict[Mono, int] = {}
        splits: list[IterSplit] = []
        for mono, coef in poly.terms.items():
            if not self._moves(mono):
                base[mono] = coef
                continue
            split = self._split(mono, coef)
            if split is not None:
                splits.append(split)
        return self._chain(splits, Poly(base), poly)

    def _split(self, mono: Mono, coef: int) -> IterSplit | None:
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
        extent = self._split_extent(mark, lower, upper)
        if extent == ONE:
            return None
        mark.used.append((lower, upper))
        return IterSplit(mark, lower, upper, scale, extent)

    def _reduced(self, digit: Digit) -> Poly:
        """The source of a digit; of several sources that are equal modulo its `upper`, the one that is reduced already.

        Both digits of one fused loop must refer to one mark. With ``k = i * 64 + j`` and its split ``k % 640``, the
        split ``k % 40`` may be written as ``(i % 10 * 64 + j) % 40`` or as ``(i * 64 + j) % 40``: 640 divides by 40.
        """
        same = (s for s in self.sources if digit.upper is not None and _is_reduction(digit.source, s, digit.upper))
        return next(same, digit.source)

    def _split_extent(self, mark: IterMark, lower: int, upper: int | None) -> Poly:
        size = mark.extent.value()
        if upper is not None and (size is None or upper < size):
            if size is not None and size % upper:
                raise NotAffine("the divisor of a `%` does not divide the extent of its operand")
            return Poly.const(upper // lower)
        return self.analyzer.floordiv(mark.extent.shift(lower - 1), Poly.const(lower))

    def _var_mark(self, var: Var) -> IterMark:
        source = Poly.atom(var)
        cached = self.marks.get(source)
        if cached is None:
            low, high = self.analyzer.range_of(var)
            if low is None or high is None or low.terms:
                raise NotAffine(f"loop `{var.name}` does not start at 0")
            extent = (high - low).shift(1)
            clip = self.clips.get(source)
            cached = self.marks[source] = IterMark(source, self._smaller(extent, clip), None)
        return cached

    def _mark(self, source: Poly) -> IterMark:
        var = source.single_var()
        if var is not None:
            return self._var_mark(var)
        cached = self.marks.get(source)
        if cached is None:
            inner = self._sum(source)
            if inner.base.terms:
                raise NotAffine("a `//` or `%` is applied to a shifted sum")
            cached = self.marks[source] = IterMark(source, inner.extent, inner.splits)
        return cached

    def _smaller(self, extent: Poly, clip: Poly | None) -> Poly:
        if clip is None or self.analyzer.nonneg(clip - extent):
            return extent
        return clip

    def _chain(self, splits: list[IterSplit], base: Poly, poly: Poly) -> IterSum:
        """Check that the scales leave no gaps, clipping partial sums by the guards."""
        ordered = sorted(splits, key=lambda t: t.scale.value() or 1 << 60)  # symbolic scales are the outermost
        extent, partial = ONE, ZERO
        for split in ordered:
            if split.scale != extent:
                raise NotAffine("the loops' strides leave gaps or overlap")
            partial = partial + split.digit(self.analyzer).times(split.scale)
            extent = split.extent.times(extent)
            if self.clips:
                extent = self._smaller(extent, self.clips.get(self.analyzer.merge(partial)))
        return IterSum(ordered[::-1], base, extent, poly)

    def _check_overlaps(self) -> None:
        for mark in self.marks.values():
            ranges = sorted(mark.used, key=lambda r: r[0])
            for (_, end), (start, _) in zip(ranges, ranges[1:], strict=False):
                if end is None or end > start:
                    raise NotAffine("a loop is used twice")

    # -- inversion ---------------------------------------------------------------------------

    def inverse(self, values: Sequence[Poly]) -> dict[Var, Poly]:
        """The loops as functions of the sums' values; loops of extent 1 become their minimum.

        Fused marks are composed from their splits until only loops remain. Raises :class:`NotAffine` where a part of
        a loop does not occur in the sums.
        """
        digits: dict[IterMark, list[tuple[int, int | None, Poly]]] = {}
        for item, value in zip(self.sums, values, strict=True):
            self._decompose(item.splits, value - item.base, digits)
        pending = True
        while pending:
            pending = False
            for mark in [m for m in digits if m.splits is not None]:
                value = self._compose(mark, digits.pop(mark))
                self._decompose(mark.splits or [], value, digits)
                pending = True
        result: dict[Var, Poly] = {}
        for loop in self.loops:
            loop_mark = self.marks.get(Poly.atom(loop))
            if loop_mark is not None and loop_mark in digits:
                result[loop] = self._compose(loop_mark, digits[loop_mark])
                continue
            low, high = self.analyzer.range_of(loop)
            if low is None or low != high:
                raise NotAffine(f"`{loop.name}` does not occur")
            result[loop] = low
        return result

    def _decompose(
        self, splits: list[IterSplit], value: Poly, digits: dict[IterMark, list[tuple[int, int | None, Poly]]]
    ) -> None:
        """Add to `digits`, per mark, the (lower, upper, value) of each split of a sum that has the value `value`."""
        analyzer = self.analyzer
        for position, split in enumerate(splits):
            part = analyzer.floordiv(value, split.scale)
            if position > 0:
                part = analyzer.floormod(part, split.extent)
            digits.setdefault(split.mark, []).append((split.lower, split.upper, part))

    def _compose(self, mark: IterMark, parts: list[tuple[int, int | None, Poly]]) -> Poly:
        """The value of a mark of which all splits are given as (lower, upper, value)."""
        scaled: list[Poly] = []
        reached = 1  # the splits so far determine the mark modulo this
        size = mark.extent.value()
        ended = False
        for lower, upper, part in sorted(parts, key=lambda p: p[0]):
            if lower != reached or ended:
                raise NotAffine("a part of a loop does not occur")
            scaled.append(part.scaled(lower))
            ended = upper is None or (size is not None and upper >= size)
            reached = upper or reached
        if not ended:
            raise NotAffine("a part of a loop does not occur")
        total = ZERO
        for item in reversed(scaled):
            total = total + item
        return self.analyzer.merge(total)


def _is_reduction(source: Poly, other: Poly, modulus: int) -> bool:
    """Whether `other` is `source` with terms ``scale * x`` replaced by ``scale * (x % n)``, and equal modulo `modulus`.

    The latter holds where `modulus` divides ``scale * n``: ``i * 64`` and ``(i % 10) * 64`` are equal modulo 40.
    """
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
