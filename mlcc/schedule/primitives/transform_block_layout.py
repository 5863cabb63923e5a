"""Rewrite the iteration space of a block."""

from __future__ import annotations

from collections.abc import Sequence

from mlcc.analysis import conjunction, conjuncts
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.analysis.tree import Site
from mlcc.ir import Binary, Block, BlockRealize, Expr, IterVar, Range, Stmt, Var, const, free_vars, substitute

from ..conditions import check_axes_say_all, tie_labels
from ..fields import Kind, declare
from ..layouts import IndexFunction, index_map_of
from ..loops import check_zero_based, new_loop
from ..movement import removal_root
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import with_axes, with_regions
from ..state import State


@primitive("transform_block_layout")
class TransformBlockLayout(Primitive):
    """Give a block new axes `v0`, `v1` …, computed by an index map from the old ones, with loops `ax0`, `ax1` … .

    Requires: bindings that are plain loops (S221) from 0 (S214), in a nest of their own (S216); as many indices
    as axes (S268); a bijective map (S269) that computes each new axis from old ones of one kind (S220); serial
    loops (S223); instances that touch one element keep their order (S224).

    Preserves: which instances run, under their guard; their order changes.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - transform_block_layout: {block: B, index_map: "i -> i // 16, i % 16"}

    After:
        for ax0, ax1 in T.grid(8, 16):
            with T.block("B"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                B[v0 * 16 + v1] = A[v0 * 16 + v1] * T.float32(2)
    """

    block: BlockRV = declare(Kind.BLOCK)
    index_map: IndexFunction = declare(Kind.INDEX_MAP)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        name = site.block.name
        state.scope(site)
        what = f"cannot transform block `{name}`"
        loops = site.loops()
        if [s.loop.var for s in loops] != list(site.realize.values):
            raise state.refuse("S221", f"{what}: its axes are not bound to the loops, one each, in order", site)
        for loop in loops:
            check_zero_based(state, loop, "transform")
            if loop.loop.kind != "serial":
                raise state.refuse("S223", f"{what}: loop `{loop.loop.var.name}` is {loop.loop.kind}", loop)
        if removal_root(site) is not (loops or [site])[0]:
            raise state.refuse("S216", f"{what}: it is not alone in its nest", site)
        for axis, loop in zip(site.block.iters, loops, strict=True):
            from_zero = state.analyzer.equal(axis.dom.min, 0)
            if not (from_zero and state.analyzer.can_prove(Binary("ge", loop.loop.extent, axis.dom.extent))):
                raise state.refuse(
                    "S221", f"{what}: the loops do not run over all of axis `{axis.var.name}`", axis, field="block"
                )
        check_axes_say_all(state, site, what)
        self._check_map(state, site, what)
        self._check_order(state, site, what)

    def _check_order(self, state: State, site: Site, what: str) -> None:
        """S224 when instances that touch the same element would be exchanged."""
        axes = [a.var for a in site.block.iters]
        mapping = index_map_of(self.index_map, [a.dom.extent for a in site.block.iters])
        own = dict(zip(mapping.params, axes, strict=True))
        order = [own[e] for e in mapping.exprs if isinstance(e, Var) and e in own]
        moved = len(order) == len(mapping.exprs)
        tie = state.cache.instances.shuffled(site.block, order if moved else None)
        if tie is not None:
            raise state.refuse(
                "S224",
                f"{what}: instances that touch the same element of `{tie.first.buffer.name}` would be reordered",
                site,
                labels=tie_labels(tie, "another instance"),
                help="keep the axes "
                + " and ".join(f"`{v.name}`" for v in tie.loops)
                + " in their order; only updates of an accumulator may be exchanged",
                field="index_map",
            )

    def _check_map(self, state: State, site: Site, what: str) -> None:
        iters = site.block.iters
        mapping = index_map_of(self.index_map, [a.dom.extent for a in iters])
        symbols = state.func.symbolic_vars()
        if not mapping.is_bijective([a.dom.extent for a in iters], symbols):
            raise state.refuse("S269", f"{what}: the index map is not bijective", site, field="index_map")
        for expr in mapping.exprs:
            kinds = _kinds(mapping, expr, iters)
            if len(kinds) > 1:
                raise state.refuse(
                    "S220", f"{what}: a new axis would mix {' and '.join(sorted(kinds))} axes", site, field="index_map"
                )

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        iters = site.block.iters
        shape = [a.dom.extent for a in iters]
        mapping = index_map_of(self.index_map, shape)
        symbols = state.func.symbolic_vars()
        sizes = mapping.map_shape(shape, symbols)
        assert sizes is not None
        axes = tuple(Var(f"v{k}", s.dtype) for k, s in enumerate(sizes))
        loops = tuple(Var(f"ax{k}", s.dtype) for k, s in enumerate(sizes))
        for var, size in zip(loops, sizes, strict=True):
            state.analyzer.bind(var, 0, size)
        try:
            old = mapping.inverse(shape, axes, symbols)
        except NotAffine as reason:
            raise state.refuse("S269", str(reason), site, field="index_map") from None
        values: dict[Var, Expr] = {a.var: e for a, e in zip(iters, old, strict=True)}
        new_block = _new_block(site.block, mapping, axes, sizes, values)
        nest: Stmt = BlockRealize(loops, _guard(state, site, dict(zip(axes, loops, strict=True)), old), new_block)
        for loop, size in reversed(list(zip(loops, sizes, strict=True))):
            nest = new_loop(loop, size, nest)
        gone = {s.loop.var: "was replaced" for s in site.loops()}
        state.commit({removal_root(site): nest}, moves={site.block: new_block}, gone=gone)


def _guard(state: State, site: Site, loop_of: dict[Var, Expr], old: Sequence[Expr]) -> Expr:
    """The block's guard over the new loops, without the conjuncts that always hold."""
    values: dict[Var, Expr] = {s.loop.var: substitute(e, loop_of) for s, e in zip(site.loops(), old, strict=True)}
    parts = [substitute(p, values) for p in conjuncts(site.realize.predicate)]
    return conjunction(p for p in parts if not state.analyzer.can_prove(p))


def _kinds(index_map: IndexMap, expr: Expr, iters: tuple[IterVar, ...]) -> set[str]:
    used = set(free_vars(expr))
    return {a.kind for p, a in zip(index_map.params, iters, strict=True) if p in used}


def _new_block(
    block: Block, index_map: IndexMap, axes: tuple[Var, ...], sizes: tuple[Expr, ...], values: dict[Var, Expr]
) -> Block:
    iters: list[IterVar] = []
    for axis, size, expr in zip(axes, sizes, index_map.exprs, strict=True):
        kinds = _kinds(index_map, expr, block.iters)
        iters.append(IterVar(axis, Range(const(0, axis.dtype), size), kinds.pop() if kinds else "spatial"))
    return with_regions(with_axes(block, tuple(iters), values))
