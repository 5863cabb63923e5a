"""Simplifies the bindings of block axes after `split` and `fuse`, by reading them as iterator sums of the loops.

`split` makes a sum of a loop variable, `fuse` a quotient and a remainder. They are read as iterator sums (`iterators`)
and written as TVM's `IterMapSimplify` spells them, so that programs are comparable; where that fails they stay.

An example: the axis `vi` of extent 128 is bound to `i`. After ``split(i, [4, 32])`` and ``fuse(i_0, i_1)``, with
``f = i_0_i_1_fused < 128``, substitution alone gives ``f // 32 * 32 + f % 32``:

    f // 32 * 32  split of the mark f: lower 32, extent 4, scale 32
    f % 32        split of the mark f: lower 1, extent 32, scale 1

`Reader._combined` joins them, as the first begins where the second ends (1 * 32), to one with extent 128: `vi` is `f`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from mlcc.ir import Binary, Expr, Var, as_int, binary, const, walk

from .affine import Analyzer, conjuncts
from .iterators import IterMarkExpr, IterSplitExpr, IterSumExpr
from .simplify import uses_any

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
    if any(uses_any(e, loops) for pair in loops.values() for e in pair):
        return list(values)
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
        return [reader.written(total) for total in totals]
    return values


class Reader:
    """Reads expressions over loops, under a guard, as iterator sums.

    A sum that is divided, or that the guard bounds, becomes a mark of its own, kept in `fused` under the key of its
    splits, so that equal sums share one mark. `bounded` lists the sums that the guard bounds: with ``j_0 * 3 + j_1 <
    10`` the sum ``j_0 * 3 + j_1`` is one number with the extent 10, and is written as a unit (in parentheses).
    Raises :class:`Unreadable` where an expression or the guard is no such sum.
    """

    def __init__(self, analyzer: Analyzer, loops: Bounds, guard: Expr, keep_units: bool) -> None:
        self.analyzer = analyzer
        self.loops: dict[Var, IterSumExpr] = {}
        self.fused: dict[tuple[object, ...], tuple[IterMarkExpr, Expr]] = {}
        self._flat: dict[tuple[object, ...], tuple[IterSplitExpr, ...]] = {}
        self.bounded: list[tuple[tuple[IterSplitExpr, ...], tuple[object, ...]]] = []
        ranges = {var: (low, binary("add", low, extent)) for var, (low, extent) in loops.items()}
        limits = self._limits(guard, ranges)
        for var, (low, end) in ranges.items():
            extent = binary("sub", end, low)
            if as_int(extent) == 1 and not keep_units:
                self.loops[var] = IterSumExpr((), low)
            elif as_int(low) == 0:
                self.loops[var] = self._alone(IterMarkExpr(var, extent))
            else:
                raise Unreadable
        # Short sums first: a longer one may contain them.
        for expr, low_limit, high_limit in sorted(limits, key=lambda item: sum(1 for _ in walk(item[0]))):
            self._bound(self._total(expr), low_limit, high_limit)
        self._check_bounded()

    # -- guards ------------------------------------------------------------------------------

    def _limits(self, guard: Expr, ranges: dict[Var, tuple[Expr, Expr]]) -> list[tuple[Expr, Expr | None, Expr | None]]:
        """(sum, least value, end) for each comparison of the guard; those of a single loop narrow `ranges` instead."""
        result: list[tuple[Expr, Expr | None, Expr | None]] = []
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
                expr, high = a, b if op == "lt" else binary("add", b, 1)
            else:
                expr, low = b, a if op == "le" else binary("add", a, 1)
            if isinstance(expr, Var) and expr in ranges:
                start, end = ranges[expr]
                ranges[expr] = (
                    start if low is None else binary("max", start, low),
                    end if high is None else binary("min", end, high),
                )
            else:
                result.append((expr, low, high))
        return result

    def _bound(self, total: IterSumExpr, low: Expr | None, high: Expr | None) -> None:
        """Record that the guard keeps a sum in [low, high): it becomes a mark with that range."""
        base = total.base
        fused = self._fuse(replace(total, base=_zero(base)), early=False)
        split = fused.splits[0]
        if as_int(split.scale) != 1:
            raise Unreadable
        key = split.mark.key
        mark, start = self.fused[key]
        end = binary("add", start, mark.extent)
        source = mark.source
        if low is not None:
            least = binary("max", binary("sub", low, base), start)
            shift = self.analyzer.simplify(binary("sub", least, start))
            start = self.analyzer.simplify(least)
            if as_int(shift) != 0 and isinstance(source, IterSumExpr):
                source = replace(source, base=binary("sub", source.base, shift))
        if high is not None:
            limit = binary("sub", high, base)
            proven = self.analyzer.can_prove(Binary("le", limit, end))
            end = limit if proven else binary("min", limit, end)
        self.fused[key] = (IterMarkExpr(source, self.analyzer.simplify(binary("sub", end, start)), key), start)
        self.bounded.append((self._flat[key], key))

    def _check_bounded(self) -> None:
        """Raise unless any two bounded sums are nested or disjoint: else they cannot both be written as a unit."""
        for k, (first, _) in enumerate(self.bounded):
            for second, _ in self.bounded[k + 1 :]:
                inside = [any(self._same(a, b) for b in second) for a in first]
                if any(inside) and not all(inside):
                    raise Unreadable

    # -- reading -----------------------------------------------------------------------------

    def read(self, expr: Expr) -> IterSumExpr:
        """An expression as one split, plus a base."""
        total = self._total(expr)
        return self._fuse(total, early=True) if total.splits else total

    def _total(self, expr: Expr) -> IterSumExpr:
        if isinstance(expr, Var) and expr in self.loops:
            return self.loops[expr]
        if not uses_any(expr, self.loops):
            return IterSumExpr((), expr)
        if not isinstance(expr, Binary):
            raise Unreadable
        a, b = self._total(expr.a), self._total(expr.b)
        match expr.op:
            case "add" | "sub":
                return self._sum(a, b, expr.op)
            case "mul" if not (a.splits and b.splits):
                return _times(b, a.base) if b.splits else _times(a, b.base)
            case "floordiv" if not b.splits:
                return self._quotient(a, b.base)
            case "floormod" if not b.splits:
                return self._remainder(a, b.base)
        raise Unreadable

    def _sum(self, a: IterSumExpr, b: IterSumExpr, op: str) -> IterSumExpr:
        splits = list(a.splits)
        for split in b.splits:
            for k, other in enumerate(splits):
                if self._same(other, split, scale=False):
                    splits[k] = replace(split, scale=binary(op, other.scale, split.scale))
                    break
            else:
                minus = binary("sub", _zero(split.scale), split.scale) if op == "sub" else split.scale
                splits.append(replace(split, scale=minus))
        return IterSumExpr(tuple(splits), binary(op, a.base, b.base))

    def _dividend(self, total: IterSumExpr, divisor: Expr) -> tuple[IterSplitExpr, Expr, Expr]:
        """(split, base, divisor), divided by the split's scale; as given where the divisor divides the scale.

        ``(x * 4 + 8) // 12`` is ``(x + 2) // 3``; ``(x * 12) // 4`` keeps its scale, and is ``x * 3``.
        """
        if not total.splits:
            raise Unreadable
        if len(total.splits) > 1:
            total = self._fuse(total, early=True)
        split, base = total.splits[0], total.base
        if as_int(split.scale) == 1:
            return split, base, divisor
        if self._divides(split.scale, divisor) and self._divides(base, divisor):
            return split, base, divisor
        if self._divides(divisor, split.scale) and self._divides(base, split.scale):
            return split, self._over(base, split.scale), self._over(divisor, split.scale)
        raise Unreadable

    def _quotient(self, total: IterSumExpr, divisor: Expr) -> IterSumExpr:
        if as_int(divisor) == 1:
            return total
        split, base, reduced = self._dividend(total, divisor)
        if as_int(split.scale) != 1 and self._divides(split.scale, divisor) and self._divides(base, divisor):
            return IterSumExpr((replace(split, scale=self._over(split.scale, divisor)),), self._over(base, divisor))
        self._check_aligned(split, base, reduced)
        one = const(1, reduced.dtype)
        lower, extent = binary("mul", split.lower, reduced), self._over(split.extent, reduced)
        return IterSumExpr((IterSplitExpr(split.mark, lower, extent, one),), self._over(base, reduced))

    def _remainder(self, total: IterSumExpr, divisor: Expr) -> IterSumExpr:
        if as_int(divisor) == 1:
            return IterSumExpr((), _zero(divisor))
        split, base, reduced = self._dividend(total, divisor)
        if as_int(split.scale) != 1 and self._divides(split.scale, divisor) and self._divides(base, divisor):
            return IterSumExpr((), _zero(divisor))
        self._check_aligned(split, base, reduced)
        return IterSumExpr((replace(split, extent=reduced),), _zero(divisor))

    def _check_aligned(self, split: IterSplitExpr, base: Expr, divisor: Expr) -> None:
        """Raise where the divisor does not divide the extent and the base: such a split would need padding."""
        if not self._divides(base, divisor) or not self._divides(split.extent, divisor):
            raise Unreadable

    # -- fusing ------------------------------------------------------------------------------

    def _combined(self, total: IterSumExpr) -> IterSumExpr:
        """The sum with adjacent splits of one mark joined: ``x // 4 * 4 + x % 4`` is ``x``."""
        splits = list(total.splits)
        k = len(splits) - 1
        while k >= 0:
            upper = self._next_split(splits, k)
            if upper is None:
                k -= 1
                continue
            splits[k] = replace(splits[k], extent=binary("mul", splits[upper].extent, splits[k].extent))
            del splits[upper]
            k = len(splits) - 1
        return replace(total, splits=tuple(splits))

    def _next_split(self, splits: list[IterSplitExpr], k: int) -> int | None:
        low = splits[k]
        for n, high in enumerate(splits):
            if (
                n != k
                and high.mark is low.mark
                and self._equal(high.scale, binary("mul", low.extent, low.scale))
                and self._equal(high.lower, binary("mul", low.lower, low.extent))
            ):
                return n
        return None

    def _fuse(self, total: IterSumExpr, early: bool) -> IterSumExpr:
        """The sum as one split of a mark, new or existing.

        Splits are taken from the least scale upwards; each next scale must be the product of the extents so far
        (`expected`). A bounded sum counts as one split with the extent that its bound gives. With `early`, a sum that
        `_combined` has reduced to one split is returned as it is.
        """
        joined = self._combined(total)
        if early and len(joined.splits) < len(total.splits) and len(joined.splits) <= 1:
            return joined
        splits = list(joined.splits)
        if not splits:
            raise Unreadable
        unit = self._lowest(splits)
        base_scale = splits[unit].scale
        flat: list[IterSplitExpr] = []
        grouped: list[IterSplitExpr] = []
        extra, tail = _zero(base_scale), _zero(base_scale)
        expected = base_scale
        while splits:
            at, scale = (unit, expected) if not flat else self._at_scale(splits, expected, base_scale)
            if scale is not expected:
                tail = binary("add", tail, binary("sub", expected, scale))
            block = self._bounded_from(splits[at])
            if block is None:
                split = splits.pop(at)
                split = replace(split, scale=self._over(split.scale, base_scale))
                flat.append(split)
                grouped.append(split)
                expected = binary("mul", split.extent, scale)
                continue
            members, key = block
            flat += self._take(splits, members, scale)
            mark, offset = self.fused[key]
            one = const(1, scale.dtype)
            grouped.append(IterSplitExpr(mark, one, mark.extent, self._over(scale, base_scale)))
            extra = binary("add", extra, binary("mul", offset, scale))
            expected = binary("mul", mark.extent, scale)
        extent = binary("add", self._over(expected, base_scale), tail)
        return self._as_number(joined, flat, grouped, base_scale, extra, extent)

    def _as_number(
        self,
        total: IterSumExpr,
        flat: list[IterSplitExpr],
        grouped: list[IterSplitExpr],
        scale: Expr,
        extra: Expr,
        extent: Expr,
    ) -> IterSumExpr:
        key = tuple(self._key(d) for d in reversed(flat))
        entry = self.fused.get(key)
        if entry is None:
            number = IterSumExpr(tuple(reversed(grouped)), _zero(scale))
            entry = self.fused[key] = (IterMarkExpr(number, extent, key), extra)
            self._flat[key] = tuple(reversed(flat))
        elif not self._equal(extra, binary("mul", entry[1], scale)):
            raise Unreadable
        mark = entry[0]
        split = IterSplitExpr(mark, const(1, scale.dtype), mark.extent, scale)
        return IterSumExpr((split,), binary("add", total.base, extra))

    def _lowest(self, splits: list[IterSplitExpr]) -> int:
        """The index of the split with the least scale; of equal ones the last, but one of extent 1 before others."""
        best = -1
        least = 0
        for k in range(len(splits) - 1, -1, -1):
            value = as_int(splits[k].scale)
            if value is None:
                continue
            if best < 0 or value < least:
                best, least = k, value
            elif value == least and as_int(splits[k].extent) == 1 != as_int(splits[best].extent):
                best = k
        if best >= 0:
            return best
        sizes = [sum(1 for _ in walk(d.scale)) for d in splits]
        return max(k for k, size in enumerate(sizes) if size == min(sizes))

    def _at_scale(self, splits: list[IterSplitExpr], expected: Expr, base_scale: Expr) -> tuple[int, Expr]:
        """(index, scale) of the split with the expected scale, else of the one with the greatest scale below it."""
        matches = [k for k, d in enumerate(splits) if self._equal(d.scale, expected)]
        units = [k for k in matches if as_int(splits[k].extent) == 1]
        if matches:
            return (units or matches)[-1], expected
        best: int | None = None
        if as_int(base_scale) == 1:
            for k in range(len(splits) - 1, -1, -1):
                scale = splits[k].scale
                if not self._proves("le", scale, expected) or not self._proves("ge", scale, _zero(scale)):
                    continue
                if best is None or self._proves("lt", splits[best].scale, scale):
                    best = k
        if best is None:
            raise Unreadable
        return best, splits[best].scale

    def _bounded_from(self, split: IterSplitExpr) -> tuple[tuple[IterSplitExpr, ...], tuple[object, ...]] | None:
        """The longest bounded sum whose lowest split this is, with its key."""
        candidates = [item for item in self.bounded if self._same(split, item[0][-1], scale=False)]
        return max(candidates, key=lambda item: len(item[0])) if candidates else None

    def _take(
        self, splits: list[IterSplitExpr], members: tuple[IterSplitExpr, ...], scale: Expr
    ) -> list[IterSplitExpr]:
        """Remove the members of a bounded sum, times `scale`, from `splits`; the result is what was removed."""
        taken: list[IterSplitExpr] = []
        for member in reversed(members):
            member_scale = binary("mul", member.scale, scale)
            for k, split in enumerate(splits):
                if self._same(split, member, scale=False) and self._equal(member_scale, split.scale):
                    taken.append(splits.pop(k))
                    break
            else:
                raise Unreadable
        return taken

    # -- checking and writing ----------------------------------------------------------------

    def check_independent(self, totals: Sequence[IterSumExpr]) -> None:
        """Raise unless the splits of each mark are disjoint and divide it evenly."""
        used: dict[IterMarkExpr, list[IterSplitExpr]] = {}

        def collect(total: IterSumExpr) -> None:
            for split in total.splits:
                if split.mark not in used:
                    used[split.mark] = []
                    if isinstance(split.mark.source, IterSumExpr):
                        collect(split.mark.source)
                used[split.mark].append(split)

        for total in totals:
            collect(total)
        for mark, splits in used.items():
            self._check_splits(mark, list(splits))

    def _check_splits(self, mark: IterMarkExpr, splits: list[IterSplitExpr]) -> None:
        reached: Expr = const(1, mark.extent.dtype)
        while splits:
            at = next((k for k, d in enumerate(splits) if self._equal(d.lower, reached)), None)
            if at is None:
                if not all(self._divides(d.lower, reached) for d in splits):
                    raise Unreadable
                at = 0
                for k, split in enumerate(splits):
                    if self._divides(splits[at].lower, split.lower):
                        at = k
            split = splits.pop(at)
            reached = binary("mul", split.lower, split.extent)
        if not self._divides(mark.extent, reached):
            raise Unreadable

    def written(self, total: IterSumExpr) -> Expr:
        """A sum as an expression."""
        result = _zero(total.base)
        for split in total.splits:
            result = binary("add", result, self._written_split(split))
        return binary("add", result, total.base)

    def _written_split(self, split: IterSplitExpr) -> Expr:
        mark = split.mark
        source = mark.source if isinstance(mark.source, Var) else self.written(mark.source)
        upper = binary("mul", split.lower, split.extent)
        if as_int(split.lower) == 1 and self._equal(split.extent, mark.extent):
            return binary("mul", source, split.scale)
        if self._equal(mark.extent, upper):
            if as_int(split.extent) == 1 and as_int(mark.extent) != 1:
                return _zero(source)
        else:
            source = binary("floormod", source, upper)
        return binary("mul", binary("floordiv", source, split.lower), split.scale)

    def _alone(self, mark: IterMarkExpr) -> IterSumExpr:
        one = const(1, mark.extent.dtype)
        return IterSumExpr((IterSplitExpr(mark, one, mark.extent, one),), _zero(mark.extent))

    def _same(self, a: IterSplitExpr, b: IterSplitExpr, scale: bool = True) -> bool:
        return (
            a.mark is b.mark
            and self._equal(a.lower, b.lower)
            and self._equal(a.extent, b.extent)
            and (not scale or self._equal(a.scale, b.scale))
        )

    def _key(self, split: IterSplitExpr) -> object:
        parts = (split.lower, split.extent, split.scale)
        return id(split.mark), *(self.analyzer.poly(p) for p in parts)

    def _equal(self, a: Expr, b: Expr) -> bool:
        return _constants(lambda x, y: x == y, a, b, lambda: self.analyzer.equal(a, b))

    def _proves(self, op: str, a: Expr, b: Expr) -> bool:
        return self.analyzer.can_prove(Binary(op, a, b))

    def _divides(self, value: Expr, divisor: Expr) -> bool:
        """Whether `divisor` divides `value`."""
        if as_int(divisor) == 0:
            return False
        return _constants(
            lambda x, y: x % y == 0,
            value,
            divisor,
            lambda: self.analyzer.equal(value, divisor) or self.analyzer.equal(binary("floormod", value, divisor), 0),
        )

    def _over(self, value: Expr, divisor: Expr) -> Expr:
        return self.analyzer.simplify(binary("floordiv", value, divisor))


def _times(total: IterSumExpr, factor: Expr) -> IterSumExpr:
    splits = tuple(replace(d, scale=binary("mul", d.scale, factor)) for d in total.splits)
    return IterSumExpr(splits, binary("mul", total.base, factor))


def _zero(like: Expr) -> Expr:
    return const(0, like.dtype)


def _constants(test: Callable[[int, int], bool], a: Expr, b: Expr, general: Callable[[], bool]) -> bool:
    """`test` of two constants; `general` where one of them is not."""
    x, y = as_int(a), as_int(b)
    if x is not None and y is not None:
        return test(x, y)
    return general()
