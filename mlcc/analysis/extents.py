"""Bounds that hold for every extent: it is a number of elements, at least 0 and below a limit."""

from __future__ import annotations

from functools import lru_cache

from mlcc.ir import Expr, Var, free_vars, maximum

from .poly import Digit, Opaque, Poly, to_expr
from .simplify import Analyzer, bounds

#: The largest extent: a compiled library rejects larger tensors when it is called.
LARGEST_EXTENT = 1 << 47


@lru_cache(maxsize=4096)
def never_negative(extent: Expr) -> bool:
    """Whether an expression over dimensions is at least 0 for all sizes of the inputs."""
    if isinstance(extent, Var):
        return True
    low, _ = bounds(extent, dict.fromkeys(free_vars(extent), (0, LARGEST_EXTENT)))
    return low is not None and low >= 0


class Sizes(Analyzer):
    """Proofs about sizes: a minimum or maximum is each of its operands where that decides."""

    __slots__ = ()

    def nonneg(self, poly: Poly) -> bool:
        if super().nonneg(poly):
            return True
        for mono, coef in poly.terms.items():
            atom = mono[0] if len(mono) == 1 else None
            if isinstance(atom, Opaque) and atom.parts[0] in ("min", "max"):
                rest = Poly({m: c for m, c in poly.terms.items() if m != mono})
                cases = (self.nonneg(rest.plus(operand, coef)) for operand in atom.polys())
                # What takes away a maximum takes away each operand at most; what adds one adds each at least.
                return all(cases) if (coef < 0) == (atom.parts[0] == "max") else any(cases)
        return False


def simplified_extent(extent: Expr) -> Expr:
    """An equal expression for all sizes of the inputs, in normal form; its variables are dimensions.

    What rolls, pads and crops make of a size is so the size again, not a term that doubles with each layer.
    """
    sizes = Sizes(dict.fromkeys(free_vars(extent), (0, LARGEST_EXTENT)))
    simple = sizes.simplify(extent)
    total = sizes.poly(simple)
    rounded = _rounded(sizes, total)
    return simple if rounded is total else to_expr(rounded, extent.dtype)


def _rounded(sizes: Analyzer, total: Poly) -> Poly:
    """``x + -x % c``, a size padded to whole windows of `c`, as ``(x + c - 1) // c * c``."""
    for mono, coef in total.terms.items():
        part = mono[0] if len(mono) == 1 else None
        if not isinstance(part, Digit) or part.lower != 1 or part.upper is None:
            continue
        count = part.upper
        rest = Poly({m: c for m, c in total.terms.items() if m != mono})
        sources = [part.source, _congruent(part.source, count)]
        for source in (*sources, *(other.scaled(-1) for other in sources if count == 2)):
            left = rest.plus(source, coef)
            if len(left.terms) + 2 <= len(total.terms):
                windows = sizes.floordiv(Poly.const(count - 1) - source, Poly.const(count))
                return left.plus(windows, coef * count)
    return total


def _congruent(source: Poly, count: int) -> Poly:
    """`source` with ``x // b`` for ``x // b % count``: another number with the same remainder by `count`."""
    total = Poly.const(0)
    for mono, coef in source.terms.items():
        atom = mono[0] if len(mono) == 1 else None
        if isinstance(atom, Digit) and atom.upper == atom.lower * count:
            atom = atom.source.single_atom() if atom.lower == 1 else Digit(atom.source, atom.lower, None)
        total = total + Poly({mono if atom is None else (atom,): coef})
    return total


def clamped(extent: Expr) -> Expr:
    """The extent for which memory is planned: 0 where the expression is negative."""
    return extent if never_negative(extent) else maximum(extent, 0)
