"""Factors of dimensions: the common refinement of two shapes of as many elements, with symbolic sizes.

A reshape groups the factors of its operand's dimensions anew. (n, 6, h * w, 8) to (n, 6, h, w, 8) splits the third
dimension; with h even, (n, c, h) to (n * c * (h // 2), 2) splits h into h // 2 and 2, then joins three factors.

    (n, c, h)                   n | c | h
    its factors                 n | c | (h + 1) // 2, 2
    (n * c * ((h + 1) // 2), 2)     n,  c, (h + 1) // 2 | 2

That 2 * ((h + 1) // 2) is h follows from the equal numbers of elements: were it more, the other dimensions had to be
less, and none is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mlcc.ir import Expr, const, free_vars, substitute

from .extents import LARGEST_EXTENT, Sizes
from .poly import ONE, ZERO, Atom, Digit, Mono, Poly, to_expr


@dataclass(frozen=True)
class Factors:
    """Of each dimension before a reshape its factors, and of each one after it how many of them, in order, it joins.

    `assumed`: some products equal their dimension only where both shapes have as many elements.
    """

    parts: tuple[tuple[Poly, ...], ...]
    counts: tuple[int, ...]
    assumed: bool = False


@dataclass(frozen=True)
class _Size:
    """What is left to be matched of the dimension at a position."""

    at: int
    size: Poly


@dataclass(frozen=True)
class _Factor:
    """A factor of one dimension before and of one after."""

    size: Poly
    before: int
    after: int


class _Divided(Sizes):
    """Normal forms and proofs of sizes in which repeated divisions are one, so that the sizes compare."""

    __slots__ = ()

    def _divide(self, poly: Poly, divisor: int) -> Poly:
        """``(x // 2 + 1) // 3`` is ``(x + 2) // 6``."""
        digit = next((m[0] for m, c in poly.terms.items() if len(m) == 1 and c == 1), None)
        if divisor > 1 and isinstance(digit, Digit) and digit.upper is None and digit.lower > 1:
            rest = poly - Poly.atom(digit)
            if rest.value() is not None:
                whole = digit.source + rest.scaled(digit.lower)
                return self.floordiv(whole, Poly.const(divisor * digit.lower))
        return super()._divide(poly, divisor)


class ShapeFactors:
    """Answers about the shapes that a tensor of the dimensions `dims` takes by reshapes."""

    def __init__(self, dims: Sequence[Expr]) -> None:
        names = {var for dim in dims for var in free_vars(dim)}
        self._sizes = _Divided(dict.fromkeys(names, (0, LARGEST_EXTENT)))
        # Where it has elements, a symbol that makes a dimension zero where it is zero is not zero.
        empty = {v for v in names if any(self.size(substitute(d, {v: const(0, v.dtype)})) == ZERO for d in dims)}
        self._nonempty = _Divided({var: (int(var in empty), LARGEST_EXTENT) for var in names})

    def size(self, dim: Expr) -> Poly:
        """The normal form of a size. A long one that has a name is a size of its own, of which nothing is known."""
        return self._sizes.poly(dim)

    def factors(self, before: Sequence[Poly], after: Sequence[Poly]) -> Factors | None:
        """The common refinement of a shape and its reshape; None where some index takes a division by a size."""
        left, right = ([_Size(at, p) for at, p in enumerate(sizes) if p != ONE] for sizes in (before, after))
        found = _matched(left, right)
        left.reverse()
        right.reverse()
        last = _matched(left, right)[::-1]
        left.reverse()
        right.reverse()
        between = self._assumed(left, right) if left or right else []
        if between is None:
            return None
        found += between + last
        parts = tuple(tuple(f.size for f in found if f.before == at) for at in range(len(before)))
        counts = tuple(sum(f.after == at for f in found) for at in range(len(after)))
        return Factors(parts, counts, bool(between))

    def _assumed(self, before: Sequence[_Size], after: Sequence[_Size]) -> list[_Factor] | None:
        """The refinement of shapes whose products are equal, by which of their parts that implies to be equal."""
        for flipped, (few, many) in enumerate(((before, after), (after, before))):
            for sign in (1, -1):
                runs = self._runs([s.size for s in few], [s.size for s in many], sign)
                if runs is not None:
                    owners = [one.at for one, run in zip(few, runs, strict=True) for _ in range(run)]
                    pairs = zip(owners, many, strict=True)
                    return [_Factor(s.size, s.at, at) if flipped else _Factor(s.size, at, s.at) for at, s in pairs]
        return None

    def _runs(self, few: Sequence[Poly], many: Sequence[Poly], sign: int) -> tuple[int, ...] | None:
        """The lengths of runs of `many`, one for each of `few`: no product is less than it (more, if `sign` is -1)."""
        if len(few) <= 1:
            return (len(many),) * len(few) if few and many else None
        return self._bounded(few, many, sign)

    def _bounded(self, few: Sequence[Poly], many: Sequence[Poly], sign: int) -> tuple[int, ...] | None:
        lengths = [len(many)] if len(few) == 1 else range(1, len(many) - len(few) + 2)
        for length in lengths:
            if self._is_bound(few[0], many[:length], sign):
                rest = self._bounded(few[1:], many[length:], sign) if len(few) > 1 else ()
                if rest is not None:
                    return length, *rest
        return None

    def _is_bound(self, size: Poly, run: Sequence[Poly], sign: int) -> bool:
        """Whether the product of a run is never less than a size (more, if `sign` is -1)."""
        difference = to_expr((product(run) - size).scaled(sign), "int64")
        return bool(run) and self._nonempty.nonneg(self._nonempty.poly(difference))


def product(sizes: Sequence[Poly]) -> Poly:
    """The product of sizes."""
    total = ONE
    for size in sizes:
        total = total.times(size)
    return total


def exact_quotient(poly: Poly, divisor: Poly) -> Poly | None:
    """`q` with ``poly = q * divisor``, or None: (n * m + n + m + 1) by (n + 1) gives m + 1."""
    if not divisor.terms:
        return None
    # Long division: of all terms the one that is last in an order that products keep decides the next quotient.
    order: dict[Atom, int] = {}
    for mono in (*divisor.terms, *poly.terms):
        for atom in mono:
            order.setdefault(atom, len(order))

    def key(mono: Mono) -> tuple[int, list[int]]:
        return len(mono), sorted((order[atom] for atom in mono), reverse=True)

    lead = max(divisor.terms, key=key)
    quotient, rest = ZERO, poly
    # More terms than the product has only a quotient whose terms cancel; other divisions that fail would take long.
    for _ in poly.terms:
        if not rest.terms:
            break
        mono = max(rest.terms, key=key)
        others, scale = list(mono), rest.terms[mono]
        for atom in lead:
            if atom not in others:
                return None
            others.remove(atom)
        if scale % divisor.terms[lead]:
            return None
        step = Poly({tuple(others): scale // divisor.terms[lead]})
        quotient, rest = quotient + step, rest - step.times(divisor)
    return None if rest.terms else quotient


def _matched(left: list[_Size], right: list[_Size]) -> list[_Factor]:
    """The factors of two shapes from their beginning, as far as one size divides the other; what is left remains."""
    found: list[_Factor] = []
    while left and right:
        size, wanted = left[0].size, right[0].size
        rests = exact_quotient(size, wanted), exact_quotient(wanted, size)
        if rests == (None, None):
            break
        found.append(_Factor(size if rests[0] is None else wanted, left[0].at, right[0].at))
        for sizes, rest in zip((left, right), rests, strict=True):
            if rest is None or rest == ONE:
                sizes.pop(0)
            else:
                sizes[0] = replace(sizes[0], size=rest)
    return found
