"""Caches indexed by a function of the block's axes: shared by reindex_cache_read and reindex_cache_write.

For a block with the axes i, j, k that reads B[k, j], `reindex_cache_read` with `i, j, k -> j // 16, k, j % 16` gives

    for j, k: B_local[j // 16, k, j % 16] = B[k, j]      (the copy: its axes are those of the access, j and k)
    for i, j, k: … B_local[j // 16, k, j % 16] …          (the block)
"""

from __future__ import annotations

from mlcc.analysis import conjunction, uses_any
from mlcc.analysis.control import guards_of, reads_memory
from mlcc.analysis.indexmap import IndexMap
from mlcc.analysis.itermap import NotAffine
from mlcc.ir import (
    Block,
    BlockRealize,
    BufferLoad,
    BufferStore,
    Expr,
    Stmt,
    Var,
    free_vars,
    script,
    substitute,
    update,
)  # fmt: skip

from .layouts import IndexFunction, index_map_of
from .loops import new_loop
from .movement import removal_root
from .refs import BlockRV
from .reindexing import Access, check_access, use_at
from .rewriting import Moves, copy_name, with_regions
from .state import State, position_of


def _map(access: Access, fn: IndexFunction) -> tuple[IndexMap, list[Expr]]:
    """The index map with the block's own axes as its parameters, and the extents of the axes."""
    extents = [a.dom.extent for a in access.site.block.iters]
    mapping = index_map_of(fn, extents)
    axes = tuple(a.var for a in access.site.block.iters)
    renamed: dict[Var, Expr] = dict(zip(mapping.params, axes, strict=True))
    return IndexMap(axes, tuple(substitute(e, renamed) for e in mapping.exprs)), extents


def check_relayout(state: State, access: Access, fn: IndexFunction) -> None:
    """S268 if the map does not use exactly the access's axes, S269 if it is not one-to-one, S283 for unfit guards."""
    check_access(state, access, "cache")
    site = access.site
    what = f"cannot cache `{access.buffer.name}` of block `{site.block.name}`"
    mapping, extents = _map(access, fn)
    mapped_axes = {v for e in mapping.exprs for v in free_vars(e)}
    used = {a.var for a in access.used}
    if mapped_axes != used:
        names = ", ".join(f"`{a.var.name}`" for a in access.used)
        raise state.refuse(
            "S268", f"{what}: the map must be a function of the axes that say where: {names}", site, field="index_map"
        )
    own = [(a.var, e) for a, e in zip(site.block.iters, extents, strict=True) if a.var in used]
    part = IndexMap(tuple(v for v, _ in own), mapping.exprs)
    sizes = [e for _, e in own]
    symbols = state.func.symbolic_vars()
    try:
        recognised = part.recognised(sizes, symbols)
        recognised.check_injective()
    except NotAffine as reason:
        raise state.refuse(
            "S269", f"{what}: the map is not one-to-one", site, notes=[str(reason)], field="index_map"
        ) from None
    if part.map_shape(sizes, symbols) is None:
        raise state.refuse("S269", f"{what}: the new shape cannot be computed from the map", site, field="index_map")
    loops = _loops(access)
    others = {s.loop.var for s in site.loops()} - set(loops)
    for condition in guards_of(site):
        if uses_any(condition, others):
            raise state.refuse("S283", f"{what}: its guard depends on other loops, too", site, field="buffer")
        if reads_memory(condition):
            raise state.refuse("S283", f"{what}: its guard reads memory, `{script(condition)}`", site, field="buffer")


def _loops(access: Access) -> dict[Var, Var]:
    """The loops that drive the axes of the access, each with the variable that replaces it in the copy's nest."""
    site = access.site
    bound = [v for a, v in zip(site.block.iters, site.realize.values, strict=True) if a in access.used]
    own = [s.loop.var for s in site.loops() if any(uses_any(v, (s.loop.var,)) for v in bound)]
    return {v: Var(v.name, v.dtype) for v in own}


def cache_relaid(state: State, access: Access, fn: IndexFunction, scope: str) -> BlockRV:
    """Allocate the cache, make the block use it, and insert the copy before (for a write: after) the block's nest."""
    site, buffer = access.site, access.buffer
    mapping, extents = _map(access, fn)
    shape = mapping.map_shape(extents, state.func.symbolic_vars())
    assert shape is not None
    name = copy_name(buffer, scope)
    cache = update(buffer, name=name, shape=shape, scope=scope, strides=(), elem_offset=None)
    moves: Moves = {}
    changed = use_at(site.block, buffer, cache, mapping.exprs, moves)
    used = access.used
    axes: dict[Var, Expr] = {a.var: Var(a.var.name, a.var.dtype) for a in used}
    outside, inside = (tuple(substitute(e, axes) for e in part) for part in (access.indices, mapping.exprs))
    target, source = ((buffer, outside), (cache, inside)) if access.writes else ((cache, inside), (buffer, outside))
    body = BufferStore(target[0], BufferLoad(*source), target[1])
    iters = tuple(update(a, var=axes[a.var], kind="spatial") for a in used)
    copy = with_regions(Block(f"{buffer.name}_{scope}", iters, (), (), body))
    loops = _loops(access)
    bound = [v for a, v in zip(site.block.iters, site.realize.values, strict=True) if a in used]
    guard = conjunction([substitute(p, loops) for p in guards_of(site)])
    nest: Stmt = BlockRealize(tuple(substitute(v, loops) for v in bound), guard, copy)
    for item in reversed(site.loops()):
        if item.loop.var in loops:
            nest = new_loop(loops[item.loop.var], substitute(item.loop.extent, loops), nest)
    scope_site = state.scope(site)
    root = removal_root(site)
    parent = next(s for s in root.ancestors() if s.is_loop or s.is_block)
    position = position_of(parent, root) + int(access.writes)
    if buffer not in scope_site.writers:  # an input of the scope is copied at its start
        parent, position = scope_site.site, 0
    owner = scope_site.site.block
    state.commit(
        {site: update(site.realize, block=changed)},
        moves=moves,
        fields={owner: {"allocs": (*owner.allocs, cache)}},
        inserts=[(parent, position, nest)],
    )
    return state.block_ref_of(copy)
