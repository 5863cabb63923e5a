"""Wrap the loops at and below a loop, with their block, in one outer block."""

from __future__ import annotations

from mlcc.analysis import Poly, conjunction, conjuncts, to_expr, uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    BlockRealize,
    BufferLoad,
    Expr,
    For,
    IterVar,
    Range,
    Stmt,
    Var,
    as_int,
    binary,
    const,
    free_vars,
    substitute,
    update,
    walk,
)  # fmt: skip

from ..fields import Kind, declare
from ..loops import chain_below
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..rewriting import with_axes, with_regions
from ..state import State


@primitive("blockize")
class Blockize(Primitive):
    """Isolate the loops at and below a loop, with their block, as an outer block `X_o`.

    Every axis is split into an outer part `v_o` and an inner part `v_i`, by the loops that drive it; loops of extent 1
    belong to neither, unless `preserve_unit_iters` is set. A reduction with outer reduce axes is initialised in the
    outer block.

    Requires: one block below the loop, alone (S216); axes that split into an outer and an inner part (S280);
    no guard over the inner loops, and none of their bounds over the outer ones (S280); results of a reduction that is
    initialised in the outer block that share no element (S280).

    Preserves: the results.

    Before:
        for i_0, i_1 in T.grid(16, 8):
            with T.block("B"):
                vi = T.axis.spatial(128, i_0 * 8 + i_1)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - blockize: {block: B, loop: i_1}

    After:
        for i_0 in range(16):
            with T.block("B_o"):
                vi_o = T.axis.spatial(16, i_0)
                T.reads(A[vi_o * 8:vi_o * 8 + 8])
                T.writes(B[vi_o * 8:vi_o * 8 + 8])
                for i_1 in range(8):
                    with T.block("B"):
                        vi_i = T.axis.spatial(8, i_1)
                        B[vi_o * 8 + vi_i] = A[vi_o * 8 + vi_i] * T.float32(2)
    """

    target: LoopRV | BlockRV | tuple[BlockRV, ...] = declare(Kind.LOOP_OR_BLOCKS)
    preserve_unit_iters: bool = declare(Kind.BOOL, True)

    def check(self, state: State) -> None:
        if not isinstance(self.target, LoopRV):
            first = self.target[0] if isinstance(self.target, tuple) else self.target
            raise state.refuse("S216", "`blockize` needs a loop, not blocks", state.site(first))
        loop = state.loop(self.target)
        state.scope(loop)
        site = self._block(state, loop)
        inner = {s.loop.var for s in _inner(loop, site)}
        outer = {s.loop.var for s in site.visible_loops()} - inner
        values = list(zip(site.block.iters, site.realize.values, strict=True))
        outside = any(a.kind == "reduce" and uses_any(v, outer) for a, v in values)
        reducing = {v for a, e in values if a.kind == "reduce" for v in free_vars(e)}
        for part in conjuncts(site.realize.predicate):
            if uses_any(part, inner) and (uses_any(part, outer) or (outside and uses_any(part, reducing))):
                raise state.refuse(
                    "S280", f"cannot blockize loop `{self.target.name}`: a guard depends on the loops inside", site,
                    help="split by a factor that divides the extent",
                )  # fmt: skip
        for item in _inner(loop, site):
            if uses_any(item.loop.min, outer) or uses_any(item.loop.extent, outer):
                raise state.refuse(
                    "S280",
                    f"cannot blockize loop `{self.target.name}`: how far `{item.loop.var.name}` runs depends on a loop "
                    "outside",
                    item,
                    help="blockize the outer loop, or make the bounds of the inner one constant with a guard",
                )
        parts = _Parts(state, site, inner, self.preserve_unit_iters)
        spatial = {v for a, e in values if a.kind == "spatial" for v in free_vars(e)} & inner
        if site.block.init is not None and parts.outer_reduces:
            if not state.cache.instances.apart(site.block):
                raise state.refuse(
                    "S280",
                    f"cannot blockize loop `{self.target.name}`: instances of `{site.block.name}` share elements, "
                    "which would all be initialised before",
                    site,
                    help="make the axes that the results do not depend on reduce axes",
                )
            for part in conjuncts(site.realize.predicate):
                if _reads_own(site, part):
                    raise state.refuse(
                        "S280",
                        f"cannot blockize loop `{self.target.name}`: its guard reads what `{site.block.name}` writes",
                        site,
                    )
                if uses_any(part, spatial) and uses_any(part, (inner - spatial) | (spatial & reducing)):
                    raise state.refuse(
                        "S280", f"cannot blockize loop `{self.target.name}`: one guard is over results and sums", site
                    )

    def _block(self, state: State, loop: Site) -> Site:
        below = loop.blocks_below()
        alone = len(below) == 1 and all(s.is_loop for s in (chain_below(loop, below[0]) or [])[:-1])
        if not alone:
            raise state.refuse(
                "S216", f"cannot blockize loop `{loop.loop.var.name}`: it has not exactly one block below", loop
            )
        return below[0]

    def apply(self, state: State) -> BlockRV:
        assert isinstance(self.target, LoopRV)
        loop = state.loop(self.target)
        site = self._block(state, loop)
        inner_loops = _inner(loop, site)
        parts = _Parts(state, site, {s.loop.var for s in inner_loops}, self.preserve_unit_iters)
        inner, outer_init = parts.inner_block()
        guards = conjuncts(site.realize.predicate)
        inside = [g for g in guards if uses_any(g, {s.loop.var for s in inner_loops}) or _reads_own(site, g)]
        realize = BlockRealize(tuple(parts.inner_values), conjunction(inside), inner)
        body: Stmt = realize
        for item in reversed(inner_loops):
            body = update(item.loop, body=body)
        init = parts.init_nest(inner_loops, outer_init, inside) if outer_init is not None else None
        outer_block = with_regions(
            Block(f"{site.block.name}_o", tuple(parts.outer), (), (), body, init, span=site.block.span)
        )
        outer = BlockRealize(
            tuple(parts.outer_values), conjunction([g for g in guards if g not in inside]), outer_block
        )
        state.commit({loop: outer}, moves={site.block: inner})
        return state.block_ref_of(outer_block)


def _reads_own(site: Site, guard: Expr) -> bool:
    """Whether a guard reads what its block writes, so that it may change from one instance to the next."""
    written = {region.buffer for region in site.block.writes}
    return any(isinstance(node, BufferLoad) and node.buffer in written for node in walk(guard))


def _inner(loop: Site, site: Site) -> list[Site]:
    return [s for s in site.loops() if s is loop or loop.is_above(s)]


def _divide(
    state: State, site: Site, axis: IterVar, value: Expr, inner: set[Var], keep_units: bool
) -> tuple[Poly, Poly, Expr, Expr]:
    """The outer value, the inner value, the inner extent and the outer extent of an axis. S280 if it cannot be split.

    For an axis of extent 128 bound to `i_0 * 8 + i_1`, with the inner loop i_1: (i_0, i_1, 8, 16). An axis that no
    inner loop drives is all outer: (value, 0, 1, extent); one that only inner loops drive is all inner:
    (0, value, extent, 1).
    """
    analyzer = state.analyzer
    poly = analyzer.poly(value)
    if not keep_units:
        units = {s.loop.var: analyzer.poly(s.loop.min) for s in site.loops() if as_int(s.loop.extent) == 1}
        poly = analyzer.replace(poly, units)
    low_terms = {m: c for m, c in poly.terms.items() if Poly({m: c}).uses(inner)}
    low = Poly(low_terms)
    high = Poly({m: c for m, c in poly.terms.items() if m not in low_terms})
    bottom, top = analyzer.interval(low)
    extent, one = axis.dom.extent, const(1, axis.var.dtype)
    if not low.terms and as_int(axis.dom.min) == 0:
        return high, low, one, extent
    what = f"axis `{axis.var.name}` of block `{site.block.name}` does not divide into an outer and an inner part"
    outer = {s.loop.var for s in site.visible_loops()} - inner
    # all inner: the inner loops cover the full domain, which may be symbolic
    if not high.terms and bottom == 0 and as_int(axis.dom.min) == 0 and not low.uses(outer):
        loop = low.single_var()
        last = analyzer.range_of(loop)[1] if loop is not None else None
        if not isinstance(top, float) or (last is not None and analyzer.equal(to_expr(last.shift(1)), extent)):
            if isinstance(top, float) or top + 1 >= (as_int(extent) or 0) > 0:
                return high, low, extent, one
    if bottom != 0 or isinstance(top, float) or low.uses(outer):
        raise state.refuse("S280", what, axis, site)
    # `i_0 * 8 + i_1` with i_1 < 8: all outer coefficients, and the domain, must be multiples of the inner extent
    size = int(top) + 1
    domain = analyzer.poly(extent)
    if high.terms and not all(c % size == 0 for c in high.terms.values()):
        raise state.refuse("S280", what, axis, site, notes=[f"its inner loops take {size} values"])
    if any(c % size for c in domain.terms.values()) or as_int(axis.dom.min) != 0:
        raise state.refuse("S280", what, axis, site, notes=[f"its domain is not a multiple of {size}"])
    outside, count = (Poly({m: c // size for m, c in p.terms.items()}) for p in (high, domain))
    return outside, low, const(size, one.dtype), to_expr(count, one.dtype)


class _Parts:
    """The axes of a block, split into those of the outer and those of the inner block."""

    def __init__(self, state: State, site: Site, inner: set[Var], keep_units: bool) -> None:
        self.analyzer = state.analyzer
        self.block = site.block
        self.outer: list[IterVar] = []
        self.outer_values: list[Expr] = []
        self.inner: list[IterVar] = []
        self.inner_values: list[Expr] = []
        self.whole: dict[Var, Expr] = {}
        self.outer_reduces = False
        for axis, value in zip(site.block.iters, site.realize.values, strict=True):
            high, low, size, count = _divide(state, site, axis, value, inner, keep_units)
            self._add(axis, (to_expr(high, axis.var.dtype), count), (to_expr(low, axis.var.dtype), size))

    def _add(self, axis: IterVar, outside: tuple[Expr, Expr], inside: tuple[Expr, Expr]) -> None:
        """Add one axis; `outside` and `inside` are (value, extent) of its outer and of its inner part."""
        dtype = axis.var.dtype
        (high, count), (low, size) = outside, inside
        has_outer, has_inner = as_int(count) != 1, as_int(size) != 1
        outer = Var(f"{axis.var.name}_o", dtype)
        inner = Var(f"{axis.var.name}_i", dtype)
        total: Expr = const(0, dtype)
        self.outer.append(_axis(outer, count, axis.kind))
        self.outer_values.append(high)
        self.outer_reduces = self.outer_reduces or axis.kind == "reduce"
        if has_outer or not has_inner:
            total = binary("mul", outer, size)
        if has_inner:
            self.inner.append(_axis(inner, size, axis.kind))
            self.inner_values.append(low)
            total = binary("add", total, inner)
        self.whole[axis.var] = total

    def inner_block(self) -> tuple[Block, Stmt | None]:
        """The inner block, and the initialisation that moves to the outer block (None if it stays inside)."""
        block = self.block
        new = with_axes(block, tuple(self.inner), self.whole)
        outer_init = new.init if self.outer_reduces else None
        if outer_init is not None:
            new = update(new, init=None)
        return with_regions(new), outer_init

    def init_nest(self, loops: list[Site], init: Stmt, guards: list[Expr]) -> Stmt:
        """The outer block's initialisation over the inner spatial loops, under the guard at the reduction's start."""
        axes: list[IterVar] = []
        values: list[Expr] = []
        renamed: dict[Var, Expr] = {}
        for axis, value in zip(self.inner, self.inner_values, strict=True):
            if axis.kind == "spatial":
                var = Var(f"{axis.var.name}_init", axis.var.dtype)
                renamed[axis.var] = var
                axes.append(IterVar(var, axis.dom, "spatial"))
                values.append(value)
        used = [s.loop for s in loops if any(uses_any(v, (s.loop.var,)) for v in values)]
        starts: dict[Var, Expr] = {s.loop.var: s.loop.min for s in loops if s.loop not in used}
        at_start = (substitute(g, starts) for g in guards)
        guard = conjunction([g for g in at_start if not self.analyzer.can_prove(g)])
        copies: dict[Var, Expr] = {f.var: Var(f.var.name, f.var.dtype) for f in used}
        init_block = with_regions(
            Block(f"{self.block.name}_init", tuple(axes), (), (), substitute(init, renamed), span=self.block.span)
        )
        nest: Stmt = BlockRealize(tuple(substitute(v, copies) for v in values), substitute(guard, copies), init_block)
        for header in reversed(used):
            nest = _renamed(header, copies, nest)
        return nest


def _renamed(header: For, copies: dict[Var, Expr], body: Stmt) -> For:
    var = copies[header.var]
    assert isinstance(var, Var)
    return update(header, var=var, body=body)


def _axis(var: Var, extent: Expr, kind: str) -> IterVar:
    return IterVar(var, Range(const(0, var.dtype), extent), kind)
