"""The ranges of a block's axes for which it touches a required part of a buffer.

A required part is a box: per dimension the first and last index (inclusive, in normal form), or None for all.
Accesses are inverted one dimension at a time. For a required range [16 * i, 16 * i + 15]:

    index              range of the axes
    v                  v in [16 * i, 16 * i + 15]
    v - 2              v in [16 * i + 2, 16 * i + 17]
    v * 4              v in [4 * i, 4 * i + 3]
    v // 8             v in [128 * i, 128 * i + 127]
    v % 8              all of v; with `exact`, only if the range is known to hold every residue
    v0 * 4 + v1        v0 in [4 * i, 4 * i + 3], all of v1 (0 <= v1 < 4)
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
    """The range of a loop's variable over all iterations of the loops around it: the domain of an axis it drives."""
    loop = site.loop
    around = {s.loop.var for s in site.visible_loops()}
    if not uses_any(loop.min, around) and not uses_any(loop.extent, around):
        return Range(loop.min, loop.extent)
    bounds = relax(analyzer, analyzer.poly(loop.var), {*around, loop.var})
    if bounds is None:
        return Range(loop.min, loop.extent)
    ends = (bounds.low, (bounds.high - bounds.low).shift(1))
    return Range(*(to_expr(end, loop.var.dtype) for end in ends))


class Unsolvable(Exception):
    """An access cannot be inverted; the message says why in a few words."""


def invert_region(analyzer: Analyzer, block: Block, region: BufferRegion, box: Box, exact: bool) -> dict[Var, Limits]:
    """Per axis the first and last value for which `region` intersects `box`; axes without an entry keep their domain.

    With `exact` (a consumer moved to its producer) no instance may access anything outside of the box; without (a
    producer moved to its consumer) more may be computed than is needed. Raises Unsolvable.
    """
    axes = {axis.var for axis in block.iters}
    points = _points(analyzer, block, region, box)
    if points is not None:
        return points
    result: dict[Var, Limits] = {}
    for item, want, size in zip(region.region, box, region.buffer.shape, strict=True):
        index = analyzer.merge(analyzer.poly(item.min))
        moving = {v for v in index.variables() if v in axes}
        extent = item.extent.value if isinstance(item.extent, IntImm) else None
        last = analyzer.poly(size).shift(-1)
        if not moving:
            if exact and not _whole(analyzer, want, last, index, extent):
                raise Unsolvable("it reads a fixed part that is not all there yet")
            continue
        if want is None:
            continue
        if exact and extent != 1:
            raise Unsolvable("it reads several elements at once along a dimension that is clipped")
        widen = 0 if extent is None else extent - 1
        limits = (want[0].shift(-widen), want[1])
        for var, bounds in _invert_index(analyzer, index, moving, limits, exact).items():
            if var not in result:
                result[var] = bounds
            elif exact and result[var] != bounds:
                raise Unsolvable(f"axis `{var.name}` indexes two dimensions")
    return result


def _points(analyzer: Analyzer, block: Block, region: BufferRegion, box: Box) -> dict[Var, Limits] | None:
    """The single instance that touches a box of one element, where all indices together are a bijection of the axes.

    It solves accesses that no dimension determines alone, such as A[(v0 * 4 + v1) // 2, (v0 * 4 + v1) % 2].
    """
    if any(dim is None or dim[0] != dim[1] for dim in box) or any(not is_const(r.extent, 1) for r in region.region):
        return None
    axes = [axis.var for axis in block.iters]
    indices = [analyzer.merge(analyzer.poly(r.min)) for r in region.region]
    if all(i.single_var() is not None or i.value() is not None for i in indices):
        return None  # `_invert_index` inverts these without an iterator map
    used = [a for a in axes if any(v is a for i in indices for v in i.variables())]
    iter_map = find_iter_map(indices, used, analyzer)
    if iter_map is None:
        return None
    try:
        values = iter_map.inverse([dim[0] for dim in box if dim is not None])
    except NotAffine:
        return None
    return {var: (value, value) for var, value in values.items()}


def _whole(analyzer: Analyzer, want: Limits | None, last: Poly, index: Poly, extent: int | None) -> bool:
    """Whether a region that no axis moves (`index`, `extent`) lies within the produced box."""
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
    """Invert ``v0 * c + v1`` with 0 <= v1 < c: a range of `v0`, with every value of `v1`."""
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
