"""Which values a block's axes must take so that it touches a required part of a buffer.

Required parts are boxes (inclusive normal forms per dimension); accesses are inverted one dimension at a
time: `v`, `v * c + d`, `v // c`, `v % c`, and compact sums such as `v0 * 4 + v1`.
"""

from __future__ import annotations

from collections.abc import Container

from mlcc.analysis import Analyzer, Digit, Poly, to_expr, uses_any
from mlcc.analysis.itermap import NotAffine, find_iter_map
from mlcc.analysis.regions import Box
from mlcc.analysis.relax import relax
from mlcc.analysis.tree import Site
from mlcc.ir import Block, BufferRegion, IntImm, Range, Var, is_const

Limits = tuple[Poly, Poly]


def values_of_loop(analyzer: Analyzer, site: Site) -> Range:
    """The values of a loop's variable over all iterations of the loops around it: the domain of an axis it drives."""
    loop = site.loop
    around = {s.loop.var for s in site.visible_loops()}
    if not uses_any(loop.min, around) and not uses_any(loop.extent, around):
        return Range(loop.min, loop.extent)
    found = relax(analyzer, analyzer.poly(loop.var), {*around, loop.var})
    if found is None:
        return Range(loop.min, loop.extent)
    ends = (found.low, (found.high - found.low).shift(1))
    return Range(*(to_expr(end, loop.var.dtype) for end in ends))


class Unsolvable(Exception):
    """Why an access cannot be inverted, in a few words."""


def invert_region(analyzer: Analyzer, block: Block, region: BufferRegion, box: Box, exact: bool) -> dict[Var, Limits]:
    """The axes' values for which `region` meets `box`.

    With `exact` (a consumer that moves to its producer) an axis must not reach outside of the box; without
    (a producer that moves to its consumer) more may be computed than is needed.
    """
    axes = {axis.var for axis in block.iters}
    points = _points(analyzer, block, region, box)
    if points is not None:
        return points
    found: dict[Var, Limits] = {}
    for item, want, size in zip(region.region, box, region.buffer.shape, strict=True):
        index = analyzer.merge(analyzer.poly(item.min))
        names = {v for v in index.variables() if v in axes}
        extent = item.extent.value if isinstance(item.extent, IntImm) else None
        last = analyzer.poly(size).shift(-1)
        if not names:
            if exact and not _whole(analyzer, want, last, index, extent):
                raise Unsolvable("it reads a fixed part that is not all there yet")
            continue
        if want is None:
            continue
        if exact and extent != 1:
            raise Unsolvable("it reads several elements at once along a dimension that is cut")
        widen = 0 if extent is None else extent - 1
        limits = (want[0].shift(-widen), want[1])
        for var, bounds in _invert_index(analyzer, index, names, limits, exact).items():
            if var not in found:
                found[var] = bounds
            elif exact and found[var] != bounds:
                raise Unsolvable(f"axis `{var.name}` indexes two dimensions")
    return found


def _points(analyzer: Analyzer, block: Block, region: BufferRegion, box: Box) -> dict[Var, Limits] | None:
    """The only instance that touches a box of one element, when the access can be inverted as a whole."""
    if any(dim is None or dim[0] != dim[1] for dim in box) or any(not is_const(r.extent, 1) for r in region.region):
        return None
    axes = [axis.var for axis in block.iters]
    indices = [analyzer.merge(analyzer.poly(r.min)) for r in region.region]
    if all(i.single_var() is not None or i.value() is not None for i in indices):
        return None  # dimension by dimension is just as good
    used = [a for a in axes if any(v is a for i in indices for v in i.variables())]
    found = find_iter_map(indices, used, analyzer)
    if found is None:
        return None
    try:
        values = found.inverse([dim[0] for dim in box if dim is not None])
    except NotAffine:
        return None
    return {var: (value, value) for var, value in values.items()}


def _whole(analyzer: Analyzer, want: Limits | None, last: Poly, index: Poly, extent: int | None) -> bool:
    """Whether a part at a fixed place (`index`, `extent`) lies within the produced box."""
    if want is None:
        return True
    end = last if extent is None else index.shift(extent - 1)
    low_ok = analyzer.nonneg(index - want[0]) or analyzer.nonneg(Poly.const(0) - want[0])
    return low_ok and (analyzer.nonneg(want[1] - end) or analyzer.nonneg(want[1] - last))


def _invert_index(
    analyzer: Analyzer, index: Poly, names: Container[Var], limits: Limits, exact: bool
) -> dict[Var, Limits]:
    terms = [(m, c) for m, c in index.terms.items() if any(v in names for v in Poly({m: 1}).variables())]
    rest = Poly({m: c for m, c in index.terms.items() if (m, c) not in terms})
    low, high = limits[0] - rest, limits[1] - rest
    if len(terms) == 1:
        (mono, coef) = terms[0]
        if len(mono) != 1 or coef <= 0:
            raise Unsolvable("an index is not a plain axis")
        scale = Poly.const(coef)
        if coef > 1:
            low = analyzer.floordiv(low.shift(coef - 1), scale)
            high = analyzer.floordiv(high, scale)
        atom = mono[0]
        if isinstance(atom, Var):
            return {atom: (low, high)}
        if isinstance(atom, Digit) and atom.source.single_var() is not None:
            return _invert_digit(analyzer, atom, low, high, exact)
        raise Unsolvable("an index is not a plain axis")
    return _invert_sum(analyzer, [(m, c) for m, c in terms], low, high, exact)


def _invert_digit(analyzer: Analyzer, atom: Digit, low: Poly, high: Poly, exact: bool) -> dict[Var, Limits]:
    var = atom.source.single_var()
    assert var is not None
    if atom.upper is None:
        return {var: (low.scaled(atom.lower), high.scaled(atom.lower).shift(atom.lower - 1))}
    full = analyzer.nonneg(Poly.const(0) - low) and analyzer.nonneg(high.shift(1 - atom.upper // atom.lower))
    if exact and not full:
        raise Unsolvable("an index with `%` meets only a part of its values")
    return {}


def _invert_sum(
    analyzer: Analyzer, terms: list[tuple[tuple[object, ...], int]], low: Poly, high: Poly, exact: bool
) -> dict[Var, Limits]:
    """``v0 * c + v1`` with 0 <= v1 < c: whole rows of `v1`."""
    terms = sorted(terms, key=lambda t: -t[1])
    (mono, coef), inner = terms[0], terms[1:]
    if len(mono) != 1 or not isinstance(mono[0], Var) or coef <= 1:
        raise Unsolvable("an index adds several axes")
    covered: float = 1
    for below, scale in reversed(inner):
        if len(below) != 1 or not isinstance(below[0], Var) or scale != covered:
            raise Unsolvable("an index adds several axes that overlap")
        lo, hi = analyzer.interval(Poly.atom(below[0]))
        if lo != 0:
            raise Unsolvable("an index adds several axes")
        covered *= hi + 1
    if covered != coef:
        raise Unsolvable("an index adds several axes that overlap")
    row = Poly.const(coef)
    aligned = not analyzer.floormod(low, row).terms and not analyzer.floormod(high.shift(1), row).terms
    if exact and not aligned:
        raise Unsolvable("an index adds several axes, and a part of a row is needed")
    return {mono[0]: (analyzer.floordiv(low, row), analyzer.floordiv(high, row))}
