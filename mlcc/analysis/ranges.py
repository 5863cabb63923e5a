"""The ranges of variables, and the numeric bounds of normal forms that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import inf
from typing import Any

from mlcc.ir import Expr, IntImm, Node, Range, Var

from .poly import Atom, Digit, Mono, Opaque, Poly

Number = int | float  # float only for the two infinities
Bounds = tuple[Number, Number]
RangeLike = Range | tuple[Expr | int, Expr | int]

UNBOUNDED: Bounds = (-inf, inf)
#: Digits nested deeper than this get no bounds: computing those of each level from the level below takes cubic time.
_DEEPEST = 16


def _mul(a: Number, b: Number) -> Number:
    return 0 if a == 0 or b == 0 else a * b


def _floor(a: Number, b: int) -> Number:
    return a if a in (inf, -inf) else a // b


class Derived:
    """What follows from the ranges and assumptions of one moment, kept so that it is derived once.

    `forms` and `answers` are by the identity of expressions, which the values keep alive. Dimensions that are computed
    from each other share operands: seen as trees they grow exponentially.
    """

    __slots__ = ("answers", "forms", "proven", "unproven")

    def __init__(self) -> None:
        #: Normal forms.
        self.forms: dict[int, tuple[Expr, Poly]] = {}
        #: Whether sums whose bounds do not show it are proven not to be negative.
        self.proven: dict[Poly, bool] = {}
        #: Of sums met inside proofs, with how many steps they were not proven.
        self.unproven: dict[Poly, int] = {}
        #: Results of rewritings.
        self.answers: dict[tuple[object, int], tuple[Node, Any]] = {}


class Ranges:
    """The ranges of variables: numeric bounds, and symbolic ones for loops with an extent such as `n`."""

    __slots__ = ("_asked", "_bounds", "_derived", "_numeric", "_polys", "_symbolic")

    def __init__(
        self,
        ranges: Mapping[Var, RangeLike] | None = None,
        positive: Iterable[Var] = (),
        sizes: Iterable[Var] = (),
    ) -> None:
        self._numeric: dict[Var, Bounds] = {}
        self._symbolic: dict[Var, tuple[Poly, Poly]] = {}
        self._polys: dict[Var, Poly] = {}
        self._derived = Derived()
        # The bounds of digits and opaque atoms, which follow from those of variables alone.
        self._bounds: dict[Atom, Bounds] = {}
        # Variables without a range that was asked for: what was derived may change once they have one.
        self._asked: set[Var] = set()
        self._numeric |= dict.fromkeys(sizes, (0, inf))
        self._numeric |= dict.fromkeys(positive, (1, inf))
        if ranges:
            for var, item in ranges.items():
                low, extent = (item.min, item.extent) if isinstance(item, Range) else item
                self.bind(var, low, extent)

    def poly(self, expr: Expr | int) -> Poly:
        """The normal form of an integer expression."""
        raise NotImplementedError

    def nonneg(self, poly: Poly) -> bool:
        """Whether ``poly >= 0`` is proven."""
        raise NotImplementedError

    def positive(self, poly: Poly) -> bool:
        """Whether ``poly > 0`` is proven."""
        return self.nonneg(poly.shift(-1))

    # -- knowledge ---------------------------------------------------------------------------

    def bind(self, var: Var, low: Expr | int, extent: Expr | int) -> None:
        """Declare ``low <= var < low + extent``."""
        if isinstance(extent, IntImm):
            extent = extent.value
        if isinstance(low, IntImm):
            low = low.value
        if isinstance(low, int) and isinstance(extent, int):
            self._learn(var, (low, low + extent - 1), None)
            return
        low_poly = Poly.const(low) if isinstance(low, int) else self.poly(low)
        size = Poly.const(extent) if isinstance(extent, int) else self.poly(extent)
        self.bind_polys(var, low_poly, (low_poly + size).shift(-1))

    @contextmanager
    def iterating(self, var: Var, low: Expr | int, extent: Expr | int) -> Iterator[None]:
        """Bind the variable of a loop; for the duration of a `with` statement, the loop has an iteration.

        A size that may be 0 is at least 1 in the body of ``for i in range(n * m * 2)``, for both n and m.
        """
        self.bind(var, low, extent)
        factors = {} if isinstance(extent, (int, IntImm)) else self._empty_factors(extent)
        for size, (_, high) in factors.items():
            self._learn(size, (1, high), self._symbolic.get(size))
        try:
            yield
        finally:
            for size, bounds in factors.items():
                self._learn(size, bounds, self._symbolic.get(size))

    def _empty_factors(self, extent: Expr) -> dict[Var, Bounds]:
        """The bounds of the variables that may be 0 and of which an extent is a multiple."""
        terms = iter(self.poly(extent).terms)
        shared = set(next(terms, ())).intersection(*terms)
        return {atom: self._of(atom) for atom in shared if isinstance(atom, Var) and self._of(atom)[0] == 0}

    def bind_polys(self, var: Var, low: Poly, high: Poly) -> None:
        """Declare ``low <= var <= high``."""
        numeric = self.interval(low)[0], self.interval(high)[1]
        self._learn(var, numeric, (low, high) if low.value() is None or high.value() is None else None)

    def _learn(self, var: Var, numeric: Bounds, symbolic: tuple[Poly, Poly] | None) -> None:
        """Set the range of a variable; what was derived is kept where that cannot change it.

        Loops are bound when a pass enters them: nothing that was derived before uses a variable that is met for the
        first time. A loop that is entered again mostly has the range that it had.
        """
        if self._numeric.get(var) == numeric and self._symbolic.get(var) == symbolic:
            return
        # The first symbolic range of all changes how proofs go.
        if var in self._numeric or var in self._asked or (symbolic is not None and not self._symbolic):
            self._derived = Derived()
            self._bounds = {}
            self._asked = set()
        self._numeric[var] = numeric
        if symbolic is None:
            self._symbolic.pop(var, None)
        else:
            self._symbolic[var] = symbolic

    def knows(self, var: Var) -> bool:
        return var in self._numeric

    def range_of(self, var: Var) -> tuple[Poly | None, Poly | None]:
        """The ends (inclusive) of a variable's range, None where unknown."""
        cached = self._symbolic.get(var)
        if cached is not None:
            return cached
        low, high = self._of(var)
        return (
            None if isinstance(low, float) else Poly.const(low),
            None if isinstance(high, float) else Poly.const(high),
        )

    def _of(self, var: Var) -> Bounds:
        known = self._numeric.get(var)
        if known is None:
            self._asked.add(var)
            return UNBOUNDED
        return known

    # -- bounds ------------------------------------------------------------------------------

    def interval(self, poly: Poly) -> Bounds:
        """Numeric bounds (inclusive); infinities where nothing is known."""
        try:
            return self._sum_bounds(poly)
        except OverflowError:  # infinity times a coefficient beyond the range of floats
            return UNBOUNDED

    def _sum_bounds(self, poly: Poly) -> Bounds:
        low: Number = 0
        high: Number = 0
        for mono, coef in poly.terms.items():
            if not mono:
                low += coef
                high += coef
                continue
            lo, hi = self._mono_bounds(mono)
            if coef > 0:
                low += _mul(lo, coef)
                high += _mul(hi, coef)
            else:
                low += _mul(hi, coef)
                high += _mul(lo, coef)
        return low, high

    def _mono_bounds(self, mono: Mono) -> Bounds:
        if len(mono) == 1:
            return self._atom_bounds(mono[0])
        lo, hi = self._atom_bounds(mono[0])
        for atom in mono[1:]:
            l2, h2 = self._atom_bounds(atom)
            products = (_mul(lo, l2), _mul(lo, h2), _mul(hi, l2), _mul(hi, h2))
            lo, hi = min(products), max(products)
        return lo, hi

    def _atom_bounds(self, atom: Atom) -> Bounds:
        if isinstance(atom, Var):
            return self._of(atom)
        known = self._bounds.get(atom)
        if known is None:
            known = self._digit_bounds(atom) if isinstance(atom, Digit) else self._opaque_bounds(atom)
            self._bounds[atom] = known
        return known

    def _digit_bounds(self, atom: Digit) -> Bounds:
        if atom.upper is not None:
            return 0, (atom.upper - 1) // atom.lower
        if atom.depth > _DEEPEST:
            return UNBOUNDED
        lo, hi = self.interval(atom.source)
        return _floor(lo, atom.lower), _floor(hi, atom.lower)

    def _opaque_bounds(self, atom: Opaque) -> Bounds:
        kind = atom.parts[0]
        if kind in ("min", "max"):
            (l1, h1), (l2, h2) = (self.interval(p) for p in atom.polys())
            pick = min if kind == "min" else max
            return pick(l1, l2), pick(h1, h2)
        if kind == "select":
            _, *sides = atom.polys()
            (l1, h1), (l2, h2) = (self.interval(p) for p in sides)
            return min(l1, l2), max(h1, h2)
        if kind == "floormod":
            _, divisor = atom.polys()
            low, high = self.interval(divisor)
            return (0, high - 1) if low > 0 else UNBOUNDED
        if kind == "floordiv":
            dividend, divisor = atom.polys()
            if (parts := parts_of(atom)) is not None:
                return 0, parts[0] - 1
            low, high = self.interval(dividend)
            if self.interval(divisor)[0] >= 0:  # a division by 0 gives 0
                return min(low, 0), max(high, 0)
        if atom.expr.dtype == "bool":
            return 0, 1
        return UNBOUNDED


def remainder_of(mono: Mono) -> tuple[Poly, Poly] | None:
    """(dividend, divisor) of a term that is a single remainder, else None."""
    atom = mono[0] if len(mono) == 1 else None
    if isinstance(atom, Digit) and atom.lower == 1 and atom.upper is not None:
        return atom.source, Poly.const(atom.upper)
    if isinstance(atom, Opaque) and atom.parts[0] == "floormod":
        dividend, divisor = atom.polys()
        return dividend, divisor
    return None


def parts_of(atom: Atom | None) -> tuple[int, Poly, Poly] | None:
    """(c, x, c * b) where an atom is ``x % (c * b) // b``, as an index of a fused loop is, and so below c."""
    if not isinstance(atom, Opaque) or atom.parts[0] != "floordiv":
        return None
    rest, part = atom.polys()
    inner = rest.single_atom()
    remainder = None if inner is None else remainder_of((inner,))
    mono = next(iter(part.terms), None)
    if remainder is None or mono is None:
        return None
    count = remainder[1].terms.get(mono, 0) // part.terms[mono]
    return (count, *remainder) if count > 0 and part.times(Poly.const(count)) == remainder[1] else None
