"""Simplifies the bindings of block axes after `split` and `fuse`, by reading them as iterator sums of the loops.

`split` makes a sum of a loop variable, `fuse` a quotient and a remainder. They are read as iterator sums (`iterators`)
and written as TVM's `IterMapSimplify` spells them, so that programs are comparable; where that fails they stay. A
normal form alone would not do: it has ``(a * 8 + b) // 8`` as `a`, and no parentheses around sums that a guard bounds.

An example: the axis `vi` of extent 128 is bound to `i`. After ``split(i, [4, 32])`` and ``fuse(i_0, i_1)``, with
``f = i_0_i_1_fused < 128``, substitution alone gives ``f // 32 * 32 + f % 32``:

    f // 32 * 32  split of the mark f: lower 32, extent 4, scale 32
    f % 32        split of the mark f: lower 1, extent 32, scale 1

`Reader._combined` joins them, as the first begins where the second ends (1 * 32), to one with extent 128: `vi` is `f`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mlcc.ir import Binary, Expr, Var, as_int, binary, const, walk

from .affine import conjuncts
from .iterators import IterMark, IterSplit, IterSum, splits_by_mark
from .poly import ONE, ZERO, Poly, to_expr
from .simplify import Analyzer, uses_any

Bounds = Mapping[Var, tuple[Expr, Expr]]
#: Comparisons that a guard may have: reading takes time with their square.
_MOST_COMPARISONS = 16


class Unreadable(Exception):
    """An expression is not an iterator sum over the loops."""


def simplify_bindings(
    values: Sequence[Expr], loops: Bounds, predicate: Expr, analyzer: Analyzer, keep_units: bool = True
) -> list[Expr]:
    """The values of a block's axes, simplified; unchanged where they are no iterator sums over the loops.

    `loops` are (minimum, extent) of the loops above the block, `predicate` is the block's guard. Without `keep_units`
    loops of extent 1 are replaced by their minimum.
    """
    # Marks have extents that are the same in all iterations: not those of a loop whose range depends on another one.
    if any(uses_any(e, loops) for pair in loops.values() for e in pair):
        return list(values)
    # A loop that is an axis by itself and occurs nowhere else shares nothing with the others: most are.
    used = Counter(v for e in (*values, predicate) for v in {n for n in walk(e) if isinstance(n, Var)})
    plain = {
        v
        for v in values
        if isinstance(v, Var) and v in loops and used[v] == 1 and (keep_units or as_int(loops[v][1]) != 1)
    }
    rest = [value for value in values if value not in plain]
    needed = {var: limits for var, limits in loops.items() if used[var] and var not in plain}
    new = iter(_rewritten(rest, needed, predicate, analyzer, keep_units))
    return [value if value in plain else next(new) for value in values]


def _rewritten(
    values: Sequence[Expr], loops: Bounds, predicate: Expr, analyzer: Analyzer, keep_units: bool
) -> Sequence[Expr]:
    # A guard that cannot be read is ignored at the second attempt: fewer bindings are simplified then.
    guards = [predicate, const(True)][as_int(predicate) == 1 or len(conjuncts(predicate)) > _MOST_COMPARISONS :]
    for guard in guards if values else []:
        try:
            reader = Reader(analyzer, loops, guard, keep_units)
            totals = [reader.read(value) for value in values]
            reader.check_independent(totals)
        except Unreadable:
            continue
        return [reader.written(total, value.dtype) for total, value in zip(totals, values, strict=True)]
    return values


@dataclass(slots=True)
class _Fused:
    """A sum that has become a mark, of which 0 is the sum's value `start`. `flat` are its splits, least scale last."""

    mark: IterMark
    flat: tuple[IterSplit, ...]
    start: Poly
    bounded: bool = False


class Reader:
    """Reads expressions over loops, under a guard, as iterator sums.

    A sum that is divided, or that the guard bounds, becomes a mark of its own, kept in `fused` under the key of its
    splits, so that equal sums share one mark. Some are bounded by the guard: with ``j_0 * 3 + j_1 < 10`` the sum
    ``j_0 * 3 + j_1`` is one number with the extent 10, and is written as a unit (in parentheses).
    Raises :class:`Unreadable` where an expression or the guard is no such sum.
    """

    def __init__(self, analyzer: Analyzer, loops: Bounds, guard: Expr, keep_units: bool) -> None:
        self.analyzer = analyzer
        self.loops: dict[Var, IterSum] = {}
        self.fused: dict[tuple[object, ...], _Fused] = {}
        ranges: dict[Var, tuple[Poly, Poly]] = {}
        for var, (least, size) in loops.items():
            low = analyzer.poly(least)
            ranges[var] = low, low + analyzer.poly(size)
        limits = self._limits(guard, ranges)
        for var, (low, end) in ranges.items():
            extent = end - low
            if extent == ONE and not keep_units:
                self.loops[var] = IterSum((), low)
            elif low == ZERO:
                mark = IterMark(var, extent)
                self.loops[var] = IterSum((IterSplit(mark, ONE, extent, ONE),))
            else:
                raise Unreadable
        # Short sums first: a longer one may contain them.
        for expr, low_limit, high_limit in sorted(limits, key=lambda item: sum(1 for _ in walk(item[0]))):
            self._bound(expr, low_limit, high_limit)
        self._check_bounded()

    # -- guards ------------------------------------------------------------------------------

    def _limits(self, guard: Expr, ranges: dict[Var, tuple[Poly, Poly]]) -> list[tuple[Expr, Poly | None, Poly | None]]:
        """(sum, least value, end) for each comparison of the guard; those of a single loop narrow `ranges` instead."""
        result: list[tuple[Expr, Poly | None, Poly | None]] = []
        poly, minmax = self.analyzer.poly, self.analyzer.minmax
        for part in conjuncts(guard):
            if not isinstance(part, Binary) or part.op not in ("lt", "le", "gt", "ge"):
                raise Unreadable
            a, b, op = part.a, part.b, part.op
            if op in ("gt", "ge"):
                a, b, op = b, a, {"gt": "lt", "ge": "le"}[op]
            left, right = uses_any(a, ranges), uses_any(b, ranges)
            if left and right:
                raise Unreadable
            if not left and not right:
                continue
            low = high = None
            if left:
                expr, high = a, poly(b).shift(op == "le")
            else:
                expr, low = b, poly(a).shift(op == "lt")
            if isinstance(expr, Var) and expr in ranges:
                start, end = ranges[expr]
                ranges[expr] = (
                    start if low is None else minmax("max", start, low, expr.dtype),
                    end if high is None else minmax("min", end, high, expr.dtype),
                )
            else:
                result.append((expr, low, high))
        return result

    def _bound(self, expr: Expr, low: Poly | None, high: Poly | None) -> None:
        """Record that the guard keeps a sum in [low, high): it becomes a mark with that range."""
        total = self._total(expr)
        fused, scale, _ = self._number(_combined(total))
        if scale != ONE:
            raise Unreadable
        # The guard 2 <= s makes the mark count from 2: its value 0 is s = 2, and `start` is added where it is used.
        start, end, source = fused.start, fused.start + fused.mark.extent, fused.mark.source
        if low is not None:
            least = self.analyzer.minmax("max", low - total.base, start, expr.dtype)
            if least != start and isinstance(source, IterSum):
                source = replace(source, base=source.base - (least - start))
            start = least
        if high is not None:
            end = self.analyzer.minmax("min", high - total.base, end, expr.dtype)
        fused.mark, fused.start, fused.bounded = IterMark(source, end - start), start, True

    def _check_bounded(self) -> None:
        """Raise unless any two bounded sums are nested or disjoint: else they cannot both be written as a unit."""
        bounded = self._bounded()
        for k, first in enumerate(bounded):
            for second in bounded[k + 1 :]:
                inside = [any(_same(a, b) and a.scale == b.scale for b in second.flat) for a in first.flat]
                if any(inside) and not all(inside):
                    raise Unreadable

    def _bounded(self) -> list[_Fused]:
        return [item for item in self.fused.values() if item.bounded]

    # -- reading -----------------------------------------------------------------------------

    def read(self, expr: Expr) -> IterSum:
        """An expression as one split, plus a base."""
        total = self._total(expr)
        return self._fuse(total) if total.splits else total

    def _total(self, expr: Expr) -> IterSum:
        if isinstance(expr, Var) and expr in self.loops:
            return self.loops[expr]
        if not uses_any(expr, self.loops):
            return IterSum((), self.analyzer.poly(expr))
        if not isinstance(expr, Binary):
            raise Unreadable
        a, b = self._total(expr.a), self._total(expr.b)
        match expr.op:
            case "add":
                return _plus(a, b)
            case "sub":
                return _plus(a, _times(b, Poly.const(-1)))
            case "mul" if not (a.splits and b.splits):
                return _times(b, a.base) if b.splits else _times(a, b.base)
            case "floordiv" if not b.splits:
                return self._quotient(a, b.base)
            case "floormod" if not b.splits:
                return self._remainder(a, b.base)
        raise Unreadable

    def _dividend(self, total: IterSum, divisor: Poly) -> tuple[IterSplit, Poly, Poly]:
        """(split, base, divisor), divided by the split's scale; as given where the divisor divides the scale.

        ``(x * 4 + 8) // 12`` is ``(x + 2) // 3``; ``(x * 12) // 4`` keeps its scale, and is ``x * 3``.
        """
        if not total.splits:
            raise Unreadable
        if len(total.splits) > 1:
            total = self._fuse(total)
        split, base = total.splits[0], total.base
        # (x * 4 + 8) // 12: the scale 4 divides both, and x + 2 by 3 is asked. (x * 12 + 4) // 4: 4 divides all.
        if split.scale == ONE or self._divides_all(divisor, split.scale, base):
            return split, base, divisor
        if self._divides_all(split.scale, divisor, base):
            return split, self._over(base, split.scale), self._over(divisor, split.scale)
        raise Unreadable

    def _quotient(self, total: IterSum, divisor: Poly) -> IterSum:
        if divisor == ONE:
            return total
        split, base, reduced = self._dividend(total, divisor)
        if split.scale != ONE and self._divides_all(divisor, split.scale, base):
            return IterSum((replace(split, scale=self._over(split.scale, divisor)),), self._over(base, divisor))
        self._check_aligned(split, base, reduced)
        lower, extent = split.lower.times(reduced), self._over(split.extent, reduced)
        return IterSum((IterSplit(split.mark, lower, extent, ONE),), self._over(base, reduced))

    def _remainder(self, total: IterSum, divisor: Poly) -> IterSum:
        if divisor == ONE:
            return IterSum(())
        split, base, reduced = self._dividend(total, divisor)
        if split.scale != ONE and self._divides_all(divisor, split.scale, base):
            return IterSum(())
        self._check_aligned(split, base, reduced)
        return IterSum((replace(split, extent=reduced),))

    def _check_aligned(self, split: IterSplit, base: Poly, divisor: Poly) -> None:
        """Raise where the divisor does not divide the extent and the base: such a split would need padding."""
        if not self._divides_all(divisor, base, split.extent):
            raise Unreadable

    # -- fusing ------------------------------------------------------------------------------

    def _fuse(self, total: IterSum) -> IterSum:
        """The sum as one split, plus a base: of adjacent splits joined, or of a mark, new or existing."""
        joined = _combined(total)
        if len(joined.splits) < len(total.splits) and len(joined.splits) <= 1:
            return joined
        fused, scale, extra = self._number(joined)
        return IterSum((IterSplit(fused.mark, ONE, fused.mark.extent, scale),), total.base + extra)

    def _number(self, total: IterSum) -> tuple[_Fused, Poly, Poly]:
        """(fused, scale, extra) of a combined sum, which is ``fused * scale + extra`` and its base.

        Splits are taken from the least scale upwards; each next scale must be the product of the extents so far
        (`expected`). A bounded sum counts as one split with the extent that its bound gives.
        """
        splits = list(total.splits)
        if not splits:
            raise Unreadable
        unit = _lowest(splits)
        base_scale = splits[unit].scale
        flat: list[IterSplit] = []
        grouped: list[IterSplit] = []
        extra, tail, expected = ZERO, ZERO, base_scale
        while splits:
            at, scale = (unit, expected) if not flat else self._at_scale(splits, expected, base_scale)
            # Overlapping windows: in `h * 2 + r` with r below 3 the next scale is 2, where 3 is expected. The
            # tail is 1, and the extent of the sum 2 * H + 1.
            tail = tail + (expected - scale)
            block = self._bounded_from(splits[at])
            if block is None:
                split = splits.pop(at)
                split = replace(split, scale=self._over(split.scale, base_scale))
                flat.append(split)
                grouped.append(split)
                expected = split.extent.times(scale)
                continue
            flat += _take(splits, block.flat, scale)
            grouped.append(IterSplit(block.mark, ONE, block.mark.extent, self._over(scale, base_scale)))
            extra = extra + block.start.times(scale)
            expected = block.mark.extent.times(scale)
        flat.reverse()
        grouped.reverse()
        key = tuple((id(s.mark), s.lower, s.extent, s.scale) for s in flat)
        if key not in self.fused:
            mark = IterMark(IterSum(tuple(grouped)), self._over(expected, base_scale) + tail)
            self.fused[key] = _Fused(mark, tuple(flat), extra)
        elif extra != self.fused[key].start.times(base_scale):
            raise Unreadable
        return self.fused[key], base_scale, extra

    def _at_scale(self, splits: list[IterSplit], expected: Poly, base_scale: Poly) -> tuple[int, Poly]:
        """(index, scale) of the split with the expected scale, else of the one with the greatest scale below it."""
        matches = [k for k, s in enumerate(splits) if s.scale == expected]
        if matches:
            units = [k for k in matches if splits[k].extent == ONE]
            return (units or matches)[-1], expected
        best: int | None = None
        if base_scale == ONE:
            for k in range(len(splits) - 1, -1, -1):
                scale = splits[k].scale
                if not self.analyzer.nonneg(expected - scale) or not self.analyzer.nonneg(scale):
                    continue
                if best is None or self.analyzer.positive(scale - splits[best].scale):
                    best = k
        if best is None:
            raise Unreadable
        return best, splits[best].scale

    def _bounded_from(self, split: IterSplit) -> _Fused | None:
        """The longest bounded sum whose lowest split this is."""
        candidates = [item for item in self._bounded() if _same(split, item.flat[-1])]
        return max(candidates, key=lambda item: len(item.flat), default=None)

    # -- checking and writing ----------------------------------------------------------------

    def check_independent(self, totals: Sequence[IterSum]) -> None:
        """Raise unless the splits of each mark are disjoint and divide it evenly."""
        for mark, splits in splits_by_mark(totals).items():
            # From the lowest digit upwards, each has to begin where the one below it ended: k % 40 goes from 1 to 40,
            # k // 40 from 40 to 640. Where none does, the lowest of the others is next, if they all begin at multiples
            # of the end.
            reached = ONE
            while splits:
                at = next((k for k, s in enumerate(splits) if s.lower == reached), None)
                if at is None:
                    if not all(self._divides(reached, s.lower) for s in splits):
                        raise Unreadable
                    at = 0
                    for k, split in enumerate(splits):
                        if self._divides(split.lower, splits[at].lower):
                            at = k
                reached = splits.pop(at).upper
            if not self._divides(reached, mark.extent):
                raise Unreadable

    def written(self, total: IterSum, dtype: str) -> Expr:
        """A sum as an expression."""
        result: Expr = const(0, dtype)
        for split in total.splits:
            value = binary("mul", self._written_split(split, dtype), to_expr(split.scale, dtype))
            result = binary("add", result, value)
        return binary("add", result, to_expr(total.base, dtype))

    def _written_split(self, split: IterSplit, dtype: str) -> Expr:
        mark = split.mark
        # The modulus is written for all but the uppermost digit: k % 40, and k // 40.
        if split.upper != mark.extent:
            upper = to_expr(split.upper, dtype)
            return binary("floordiv", binary("floormod", self._source(mark, dtype), upper), to_expr(split.lower, dtype))
        if split.extent == ONE != mark.extent:
            return const(0, dtype)
        return binary("floordiv", self._source(mark, dtype), to_expr(split.lower, dtype))

    def _source(self, mark: IterMark, dtype: str) -> Expr:
        return mark.source if isinstance(mark.source, Var) else self.written(mark.source, dtype)

    def _divides(self, divisor: Poly, value: Poly) -> bool:
        """Whether `divisor` divides `value`."""
        if divisor == ZERO:
            return False
        return divisor in (value, ONE) or self.analyzer.floormod(value, divisor) == ZERO

    def _divides_all(self, divisor: Poly, *values: Poly) -> bool:
        return all(self._divides(divisor, value) for value in values)

    def _over(self, value: Poly, divisor: Poly) -> Poly:
        return self.analyzer.floordiv(value, divisor)


def _same(a: IterSplit, b: IterSplit) -> bool:
    """Whether two splits are equal but for their scales."""
    return a.mark is b.mark and a.lower == b.lower and a.extent == b.extent


def _times(total: IterSum, factor: Poly) -> IterSum:
    splits = tuple(replace(split, scale=split.scale.times(factor)) for split in total.splits)
    return IterSum(splits, total.base.times(factor))


def _plus(a: IterSum, b: IterSum) -> IterSum:
    # i * 4 + i is i * 5: one split, or the same digit would count as used twice.
    splits = list(a.splits)
    for split in b.splits:
        for k, other in enumerate(splits):
            if _same(other, split):
                splits[k] = replace(split, scale=other.scale + split.scale)
                break
        else:
            splits.append(split)
    return IterSum(tuple(splits), a.base + b.base)


def _combined(total: IterSum) -> IterSum:
    """The sum with adjacent splits of one mark joined: ``x // 4 * 4 + x % 4`` is ``x``."""
    splits = list(total.splits)
    # After joining two, the result may continue with a third: x // 16 * 16 + x % 16 // 4 * 4 + x % 4 takes two rounds.
    k = len(splits) - 1
    while k >= 0:
        upper = _next_split(splits, k)
        if upper is None:
            k -= 1
            continue
        splits[k] = replace(splits[k], extent=splits[upper].extent.times(splits[k].extent))
        del splits[upper]
        k = len(splits) - 1
    return replace(total, splits=tuple(splits))


def _next_split(splits: list[IterSplit], k: int) -> int | None:
    low = splits[k]
    above = low.scale.times(low.extent)
    for n, high in enumerate(splits):
        if n != k and high.mark is low.mark and high.scale == above and high.lower == low.upper:
            return n
    return None


def _lowest(splits: list[IterSplit]) -> int:
    """The index of the split with the least scale; of equal ones the last, but one of extent 1 before others."""
    constant = [(value, k) for k, split in enumerate(splits) if (value := split.scale.value()) is not None]
    if constant:
        least = [k for value, k in constant if value == min(constant)[0]]
        units = [k for k in least if splits[k].extent == ONE]
        return (units or least)[-1]
    sizes = [sum(1 for _ in walk(to_expr(split.scale))) for split in splits]
    return max(k for k, size in enumerate(sizes) if size == min(sizes))


def _take(splits: list[IterSplit], members: tuple[IterSplit, ...], scale: Poly) -> list[IterSplit]:
    """Remove the members of a bounded sum, times `scale`, from `splits`; the result is what was removed."""
    taken: list[IterSplit] = []
    for member in reversed(members):
        for k, split in enumerate(splits):
            if _same(split, member) and member.scale.times(scale) == split.scale:
                taken.append(splits.pop(k))
                break
        else:
            raise Unreadable
    return taken
