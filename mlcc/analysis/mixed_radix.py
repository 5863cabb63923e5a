"""Block bindings as mixed-radix numbers of the loops, and their printed form.

split and fuse put sums and quotients in place of loop variables. The result is read as numbers whose digits
are loops, or digits of such numbers, and written down again from that reading: `fused // 32` of a fused pair is
the pair, partial sums that a guard bounds stay in brackets. Where the reading fails, bindings stay as they were
written. The method, and so the spelling of the result, is that of TVM's iterator maps (`IterMapSimplify`), which
makes scheduled programs comparable between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from mlcc.ir import Binary, Expr, Var, as_int, binary, const, walk

from .affine import Analyzer, conjuncts
from .simplify import uses_any

Bounds = Mapping[Var, tuple[Expr, Expr]]


class Unreadable(Exception):
    """An expression is not a mixed-radix number of the loops."""


@dataclass(eq=False, slots=True)
class Mark:
    """What digits are taken of: a loop, or a sum with the values 0 .. extent - 1."""

    source: Var | Total
    extent: Expr
    key: tuple[object, ...] = ()  # of the digits that the sum was made of


@dataclass(eq=False, slots=True, frozen=True)
class Digit:
    """``mark // lower % extent * scale``."""

    mark: Mark
    lower: Expr
    extent: Expr
    scale: Expr


@dataclass(eq=False, slots=True, frozen=True)
class Total:
    """The sum of some digits and of what does not depend on the loops."""

    digits: tuple[Digit, ...]
    base: Expr


def simplify_bindings(
    values: Sequence[Expr], loops: Bounds, predicate: Expr, analyzer: Analyzer, keep_units: bool = True
) -> list[Expr]:
    """The values of a block's axes, rewritten; unchanged when they are no mixed-radix numbers of the loops.

    `loops` are (minimum, extent) of the loops above the block. Without `keep_units` loops of extent 1 vanish.
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
    guards = [predicate] if as_int(predicate) == 1 else [predicate, const(True)]
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
    """Reads expressions over given loops under a guard."""

    def __init__(self, analyzer: Analyzer, loops: Bounds, guard: Expr, keep_units: bool) -> None:
        self.analyzer = analyzer
        self.known: dict[Var, Total] = {}
        self.fused: dict[tuple[object, ...], tuple[Mark, Expr]] = {}
        self._flat: dict[tuple[object, ...], tuple[Digit, ...]] = {}
        self.bounded: list[tuple[tuple[Digit, ...], tuple[object, ...]]] = []
        ranges = {var: (low, binary("add", low, extent)) for var, (low, extent) in loops.items()}
        limits = self._limits(guard, ranges)
        for var, (low, end) in ranges.items():
            extent = binary("sub", end, low)
            if as_int(extent) == 1 and not keep_units:
                self.known[var] = Total((), low)
            elif as_int(low) == 0:
                self.known[var] = self._alone(Mark(var, extent))
            else:
                raise Unreadable
        for expr, low_limit, high_limit in sorted(limits, key=lambda item: sum(1 for _ in walk(item[0]))):
            self._bound(self._total(expr), low_limit, high_limit)
        self._check_bounded()

    # -- guards ------------------------------------------------------------------------------

    def _limits(self, guard: Expr, ranges: dict[Var, tuple[Expr, Expr]]) -> list[tuple[Expr, Expr | None, Expr | None]]:
        """(sum, least value, end) for the parts of the guard; those of a single loop narrow `ranges`."""
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

    def _bound(self, total: Total, low: Expr | None, high: Expr | None) -> None:
        """Remember that a sum stays between limits: it becomes a number of its own."""
        base = total.base
        found = self._fuse(replace(total, base=_zero(base)), early=False)
        digit = found.digits[0]
        if as_int(digit.scale) != 1:
            raise Unreadable
        key = digit.mark.key
        mark, start = self.fused[key]
        end = binary("add", start, mark.extent)
        source = mark.source
        if low is not None:
            least = binary("max", binary("sub", low, base), start)
            shift = self.analyzer.simplify(binary("sub", least, start))
            start = self.analyzer.simplify(least)
            if as_int(shift) != 0 and isinstance(source, Total):
                source = replace(source, base=binary("sub", source.base, shift))
        if high is not None:
            limit = binary("sub", high, base)
            proven = self.analyzer.can_prove(Binary("le", limit, end))
            end = limit if proven else binary("min", limit, end)
        self.fused[key] = (Mark(source, self.analyzer.simplify(binary("sub", end, start)), key), start)
        self.bounded.append((self._flat[key], key))

    def _check_bounded(self) -> None:
        """Two bounded sums contain one another or have nothing in common."""
        for k, (first, _) in enumerate(self.bounded):
            for second, _ in self.bounded[k + 1 :]:
                inside = [any(self._same(a, b) for b in second) for a in first]
                if any(inside) and not all(inside):
                    raise Unreadable

    # -- reading -----------------------------------------------------------------------------

    def read(self, expr: Expr) -> Total:
        """An expression as one number, plus a base."""
        total = self._total(expr)
        return self._fuse(total, early=True) if total.digits else total

    def _total(self, expr: Expr) -> Total:
        if isinstance(expr, Var) and expr in self.known:
            return self.known[expr]
        if not uses_any(expr, self.known):
            return Total((), expr)
        if not isinstance(expr, Binary):
            raise Unreadable
        a, b = self._total(expr.a), self._total(expr.b)
        match expr.op:
            case "add" | "sub":
                return self._sum(a, b, expr.op)
            case "mul" if not (a.digits and b.digits):
                return _times(b, a.base) if b.digits else _times(a, b.base)
            case "floordiv" if not b.digits:
                return self._quotient(a, b.base)
            case "floormod" if not b.digits:
                return self._remainder(a, b.base)
        raise Unreadable

    def _sum(self, a: Total, b: Total, op: str) -> Total:
        digits = list(a.digits)
        for digit in b.digits:
            for k, other in enumerate(digits):
                if self._same(other, digit, scale=False):
                    digits[k] = replace(digit, scale=binary(op, other.scale, digit.scale))
                    break
            else:
                minus = binary("sub", _zero(digit.scale), digit.scale) if op == "sub" else digit.scale
                digits.append(replace(digit, scale=minus))
        return Total(tuple(digits), binary(op, a.base, b.base))

    def _dividend(self, total: Total, divisor: Expr) -> tuple[Digit, Expr, Expr]:
        """(digit, base, divisor), the digit's scale divided out; as they are where the divisor divides all of it."""
        if not total.digits:
            raise Unreadable
        if len(total.digits) > 1:
            total = self._fuse(total, early=True)
        digit, base = total.digits[0], total.base
        if as_int(digit.scale) == 1:
            return digit, base, divisor
        if self._divides(digit.scale, divisor) and self._divides(base, divisor):
            return digit, base, divisor
        if self._divides(divisor, digit.scale) and self._divides(base, digit.scale):
            return digit, self._over(base, digit.scale), self._over(divisor, digit.scale)
        raise Unreadable

    def _quotient(self, total: Total, divisor: Expr) -> Total:
        if as_int(divisor) == 1:
            return total
        digit, base, rest = self._dividend(total, divisor)
        if as_int(digit.scale) != 1 and self._divides(digit.scale, divisor) and self._divides(base, divisor):
            return Total((replace(digit, scale=self._over(digit.scale, divisor)),), self._over(base, divisor))
        self._check_aligned(digit, base, rest)
        one = const(1, rest.dtype)
        lower, extent = binary("mul", digit.lower, rest), self._over(digit.extent, rest)
        return Total((Digit(digit.mark, lower, extent, one),), self._over(base, rest))

    def _remainder(self, total: Total, divisor: Expr) -> Total:
        if as_int(divisor) == 1:
            return Total((), _zero(divisor))
        digit, base, rest = self._dividend(total, divisor)
        if as_int(digit.scale) != 1 and self._divides(digit.scale, divisor) and self._divides(base, divisor):
            return Total((), _zero(divisor))
        self._check_aligned(digit, base, rest)
        return Total((replace(digit, extent=rest),), _zero(divisor))

    def _check_aligned(self, digit: Digit, base: Expr, divisor: Expr) -> None:
        """Digits that would have to be padded to be cut are not read."""
        if not self._divides(base, divisor) or not self._divides(digit.extent, divisor):
            raise Unreadable

    # -- fusing ------------------------------------------------------------------------------

    def _combined(self, total: Total) -> Total:
        """Neighbouring digits of one mark joined: ``x // 4 * 4 + x % 4`` is ``x``."""
        digits = list(total.digits)
        k = len(digits) - 1
        while k >= 0:
            upper = self._next_digit(digits, k)
            if upper is None:
                k -= 1
                continue
            digits[k] = replace(digits[k], extent=self._mul(digits[upper].extent, digits[k].extent))
            del digits[upper]
            k = len(digits) - 1
        return replace(total, digits=tuple(digits))

    def _next_digit(self, digits: list[Digit], k: int) -> int | None:
        low = digits[k]
        for n, high in enumerate(digits):
            if (
                n != k
                and high.mark is low.mark
                and self._equal(high.scale, self._mul(low.extent, low.scale))
                and self._equal(high.lower, self._mul(low.lower, low.extent))
            ):
                return n
        return None

    def _fuse(self, total: Total, early: bool) -> Total:
        """The sum as one digit of a new (or known) mark."""
        joined = self._combined(total)
        if early and len(joined.digits) < len(total.digits) and len(joined.digits) <= 1:
            return joined
        digits = list(joined.digits)
        if not digits:
            raise Unreadable
        unit = self._lowest(digits)
        base_scale = digits[unit].scale
        flat: list[Digit] = []
        grouped: list[Digit] = []
        extra, tail = _zero(base_scale), _zero(base_scale)
        expected = base_scale
        while digits:
            at, scale = (unit, expected) if not flat else self._at_scale(digits, expected, base_scale)
            if scale is not expected:
                tail = binary("add", tail, binary("sub", expected, scale))
            block = self._bounded_from(digits[at])
            if block is None:
                digit = digits.pop(at)
                digit = replace(digit, scale=self._over(digit.scale, base_scale))
                flat.append(digit)
                grouped.append(digit)
                expected = self._mul(digit.extent, scale)
                continue
            members, key = block
            flat += self._take(digits, members, scale)
            mark, offset = self.fused[key]
            one = const(1, scale.dtype)
            grouped.append(Digit(mark, one, mark.extent, self._over(scale, base_scale)))
            extra = binary("add", extra, binary("mul", offset, scale))
            expected = self._mul(mark.extent, scale)
        extent = binary("add", self._over(expected, base_scale), tail)
        return self._as_number(joined, flat, grouped, base_scale, extra, extent)

    def _as_number(
        self, total: Total, flat: list[Digit], grouped: list[Digit], scale: Expr, extra: Expr, extent: Expr
    ) -> Total:
        key = tuple(self._key(d) for d in reversed(flat))
        known = self.fused.get(key)
        if known is None:
            number = Total(tuple(reversed(grouped)), _zero(scale))
            known = self.fused[key] = (Mark(number, extent, key), extra)
            self._flat[key] = tuple(reversed(flat))
        elif not self._equal(extra, binary("mul", known[1], scale)):
            raise Unreadable
        mark = known[0]
        digit = Digit(mark, const(1, scale.dtype), mark.extent, scale)
        return Total((digit,), binary("add", total.base, extra))

    def _lowest(self, digits: list[Digit]) -> int:
        """The digit with the least scale; of equals the last, but one of extent 1 first."""
        best = -1
        least = 0
        for k in range(len(digits) - 1, -1, -1):
            value = as_int(digits[k].scale)
            if value is None:
                continue
            if best < 0 or value < least:
                best, least = k, value
            elif value == least and as_int(digits[k].extent) == 1 != as_int(digits[best].extent):
                best = k
        if best >= 0:
            return best
        sizes = [sum(1 for _ in walk(d.scale)) for d in digits]
        return max(k for k, size in enumerate(sizes) if size == min(sizes))

    def _at_scale(self, digits: list[Digit], expected: Expr, base_scale: Expr) -> tuple[int, Expr]:
        """The digit whose scale is the expected one, else the closest below it."""
        result = [k for k, d in enumerate(digits) if self._equal(d.scale, expected)]
        units = [k for k in result if as_int(digits[k].extent) == 1]
        if result:
            return (units or result)[-1], expected
        best: int | None = None
        if as_int(base_scale) == 1:
            for k in range(len(digits) - 1, -1, -1):
                scale = digits[k].scale
                if not self._proves("le", scale, expected) or not self._proves("ge", scale, _zero(scale)):
                    continue
                if best is None or self._proves("lt", digits[best].scale, scale):
                    best = k
        if best is None:
            raise Unreadable
        return best, digits[best].scale

    def _bounded_from(self, digit: Digit) -> tuple[tuple[Digit, ...], tuple[object, ...]] | None:
        """The longest bounded sum whose lowest digit this is."""
        fitting = [item for item in self.bounded if self._same(digit, item[0][-1], scale=False)]
        return max(fitting, key=lambda item: len(item[0])) if fitting else None

    def _take(self, digits: list[Digit], members: tuple[Digit, ...], scale: Expr) -> list[Digit]:
        taken: list[Digit] = []
        for member in reversed(members):
            wanted = self._mul(member.scale, scale)
            for k, digit in enumerate(digits):
                if self._same(digit, member, scale=False) and self._equal(wanted, digit.scale):
                    taken.append(digits.pop(k))
                    break
            else:
                raise Unreadable
        return taken

    # -- checking and writing ----------------------------------------------------------------

    def check_independent(self, totals: Sequence[Total]) -> None:
        """Digits of one mark must not overlap, and must cut it evenly."""
        used: dict[Mark, list[Digit]] = {}

        def collect(total: Total) -> None:
            for digit in total.digits:
                if digit.mark not in used:
                    used[digit.mark] = []
                    if isinstance(digit.mark.source, Total):
                        collect(digit.mark.source)
                used[digit.mark].append(digit)

        for total in totals:
            collect(total)
        for mark, digits in used.items():
            self._check_digits(mark, list(digits))

    def _check_digits(self, mark: Mark, digits: list[Digit]) -> None:
        reached: Expr = const(1, mark.extent.dtype)
        while digits:
            at = next((k for k, d in enumerate(digits) if self._equal(d.lower, reached)), None)
            if at is None:
                if not all(self._divides(d.lower, reached) for d in digits):
                    raise Unreadable
                at = 0
                for k, digit in enumerate(digits):
                    if self._divides(digits[at].lower, digit.lower):
                        at = k
            digit = digits.pop(at)
            reached = self._mul(digit.lower, digit.extent)
        if not self._divides(mark.extent, reached):
            raise Unreadable

    def written(self, total: Total) -> Expr:
        """The expression that a reading stands for."""
        result = _zero(total.base)
        for digit in total.digits:
            result = binary("add", result, self._written_digit(digit))
        return binary("add", result, total.base)

    def _written_digit(self, digit: Digit) -> Expr:
        mark = digit.mark
        source = mark.source if isinstance(mark.source, Var) else self.written(mark.source)
        whole = binary("mul", digit.lower, digit.extent)
        if as_int(digit.lower) == 1 and self._equal(digit.extent, mark.extent):
            return binary("mul", source, digit.scale)
        if self._equal(mark.extent, whole):
            if as_int(digit.extent) == 1 and as_int(mark.extent) != 1:
                return _zero(source)
        else:
            source = binary("floormod", source, whole)
        return binary("mul", binary("floordiv", source, digit.lower), digit.scale)

    # -- arithmetic --------------------------------------------------------------------------

    def _alone(self, mark: Mark) -> Total:
        one = const(1, mark.extent.dtype)
        return Total((Digit(mark, one, mark.extent, one),), _zero(mark.extent))

    def _same(self, a: Digit, b: Digit, scale: bool = True) -> bool:
        return (
            a.mark is b.mark
            and self._equal(a.lower, b.lower)
            and self._equal(a.extent, b.extent)
            and (not scale or self._equal(a.scale, b.scale))
        )

    def _key(self, digit: Digit) -> object:
        parts = (digit.lower, digit.extent, digit.scale)
        return id(digit.mark), *(self.analyzer.poly(p) for p in parts)

    def _equal(self, a: Expr, b: Expr) -> bool:
        return _constants(lambda x, y: x == y, a, b, lambda: self.analyzer.equal(a, b))

    def _proves(self, op: str, a: Expr, b: Expr) -> bool:
        return self.analyzer.can_prove(Binary(op, a, b))

    def _divides(self, whole: Expr, part: Expr) -> bool:
        """Whether `part` divides `whole`."""
        if as_int(part) == 0:
            return False
        return _constants(
            lambda x, y: x % y == 0,
            whole,
            part,
            lambda: self.analyzer.equal(whole, part) or self.analyzer.equal(binary("floormod", whole, part), 0),
        )

    def _over(self, whole: Expr, part: Expr) -> Expr:
        return self.analyzer.simplify(binary("floordiv", whole, part))

    def _mul(self, a: Expr, b: Expr) -> Expr:
        return binary("mul", a, b)


def _times(total: Total, factor: Expr) -> Total:
    digits = tuple(replace(d, scale=binary("mul", d.scale, factor)) for d in total.digits)
    return Total(digits, binary("mul", total.base, factor))


def _zero(like: Expr) -> Expr:
    return const(0, like.dtype)


def _constants(test: Callable[[int, int], bool], a: Expr, b: Expr, general: Callable[[], bool]) -> bool:
    """`test` of two constants; `general` where one of them is not."""
    x, y = as_int(a), as_int(b)
    if x is not None and y is not None:
        return test(x, y)
    return general()
