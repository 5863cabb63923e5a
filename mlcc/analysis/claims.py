"""Checks the claims of a program against its accesses: that axes are spatial, and that loops are parallel.

Only claims that are certainly false are reported: values are tried until two instances touch one element. A claim that
the accesses neither prove nor disprove (an index that is loaded) passes; schedule primitives that need it refuse it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from mlcc.ir import Binary, Expr, For, PrimFunc, Var, as_int, is_const

from .accesses import Access
from .affine import conjuncts
from .conflicts import EARLIER, LATER
from .dependence import FactCache, Scope
from .instances import Group, Pair
from .order import Order
from .poly import Digit, Poly
from .program_sizes import program_analyzer
from .simplify import Analyzer
from .tree import Site, Tree

#: How many instances of an access are tried at most.
_TRIED = 4096


@dataclass(frozen=True, slots=True)
class Untrue:
    """A claim that does not hold: `where` is the loop or block, `var` the loop or axis; two accesses are the proof."""

    where: Site
    var: Var
    first: Access
    second: Access


def untrue_claims(func: PrimFunc) -> Iterator[Untrue]:
    """Parallel, vectorized and thread-bound loops with a race, and spatial axes that are not parallel."""
    tree = Tree(func.body)
    analyzer = program_analyzer(func)
    for site in tree.root.walk():
        if site.is_loop:
            analyzer.bind(site.loop.var, site.loop.min, site.loop.extent)
        elif site.is_block:
            for axis in site.block.iters:
                analyzer.bind(axis.var, axis.dom.min, axis.dom.extent)
    cache = FactCache(analyzer)
    for site in tree.root.walk():
        if site.is_loop and site.loop.kind not in ("serial", "unroll") and not site.init:
            yield from _races(cache, site)
        elif site.is_block:
            yield from _order_of_axes(cache, site)


def _races(cache: FactCache, site: Site) -> Iterator[Untrue]:
    loop: For = site.loop
    scope = site.scope()
    if scope is None or as_int(loop.extent) == 1 or (loop.thread or "").startswith("threadIdx"):
        return  # the threads of a block may cooperate on a reduction
    order = Order(cache, Scope(scope, cache))
    for group in cache.instances.groups(loop.body, [loop.var], False):
        pair = _shown(cache.analyzer, group, [loop.var])
        if pair is not None and not order.renewed(group.buffer, site, {loop.var}):
            yield Untrue(site, loop.var, pair.first, pair.second)


def _order_of_axes(cache: FactCache, site: Site) -> Iterator[Untrue]:
    if not is_const(site.realize.predicate, 1):
        return
    axes = [a.var for a in site.block.iters if a.kind == "spatial" and as_int(a.dom.extent) != 1]
    if axes and not any(child.is_block for child in site.walk() if child is not site):
        for group in cache.instances.of_block(site.block):
            for axis in axes:
                pair = _shown(cache.analyzer, group, [axis])
                if pair is not None:
                    yield Untrue(site, axis, pair.first, pair.second)
                    return


def _shown(analyzer: Analyzer, group: Group, loops: Sequence[Var]) -> Pair | None:
    """A pair of accesses with two instances that differ in a loop and touch one element, found by trial."""
    for pair in group.pairs(everything=True):
        if not (_certain(pair.first) and _certain(pair.second)):
            continue
        for var in loops:
            if var in pair.differing([var]) and pair.tied([{var: EARLIER}, {var: LATER}]):
                if _witness(analyzer, group, pair, var):
                    return pair
    return None


def _certain(access: Access) -> bool:
    """Whether all conditions on an access are integer comparisons, which its `zero` and `positive` express."""
    parts = [] if access.block is None else conjuncts(access.block.predicate)
    return not access.conditional and all(_is_comparison(part) for part in parts)


def _is_comparison(part: Expr) -> bool:
    """Whether a conjunct of a guard is an integer comparison, so that it is among the conditions of an access."""
    return isinstance(part, Binary) and part.op in ("lt", "le", "gt", "ge", "eq") and part.a.dtype in ("int32", "int64")


def _witness(analyzer: Analyzer, group: Group, pair: Pair, var: Var) -> bool:
    """Whether two instances with different values of `var` touch one element."""
    seen: dict[tuple[object, ...], set[int]] = {}
    for values, element in _elements(analyzer, group, pair.first, var):
        seen.setdefault(element, set()).add(values[var])
    return any(
        seen.get(element, {values[var]}) != {values[var]}
        for values, element in _elements(analyzer, group, pair.second, var)
    )


def _elements(
    analyzer: Analyzer, group: Group, access: Access, var: Var
) -> Iterator[tuple[dict[Var, int], tuple[object, ...]]]:
    """The elements that an access touches for some values of its variables; fixed variables have their minimum."""
    conditions = (*access.zero, *access.positive)
    polys = [*(i for i in access.index if i is not None), *conditions]
    used = dict.fromkeys([var, *(v for poly in polys for v in poly.variables())])
    ranges: list[range] = []
    for item in used:
        low, high = analyzer.interval(analyzer.poly(item))
        if isinstance(low, float):
            return
        # A counterexample with small values is enough, and it is what a message can show: at most 8 values of each
        # variable that moves, from its minimum.
        moves = item in group.moving
        last = low if not moves else low + 7 if isinstance(high, float) else min(high, low + 7)
        ranges.append(range(low, last + 1))
    for numbers in islice(product(*ranges), _TRIED):
        values = dict(zip(used, numbers, strict=True))
        element = [None if i is None else _value(i, values) for i in access.index]
        if any(v is None for v in element):
            return
        if all(_value(p, values) == 0 for p in access.zero) and all(
            (_value(p, values) or 0) >= 0 for p in access.positive
        ):
            yield values, tuple(element)


def _value(poly: Poly, values: dict[Var, int]) -> int | None:
    """The value of a normal form; None where it contains anything but the variables of `values`."""
    total = 0
    for mono, factor in poly.terms.items():
        term = factor
        for atom in mono:
            if isinstance(atom, Var):
                term *= values[atom]
            elif isinstance(atom, Digit):
                source = _value(atom.source, values)
                if source is None:
                    return None
                term *= (source if atom.upper is None else source % atom.upper) // atom.lower
            else:
                return None
        total += term
    return total
