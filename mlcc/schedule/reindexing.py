"""A new layout for a buffer that a block accesses at one index tuple: shared by reindex and the reindex_cache steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlcc.analysis import same, uses_any
from mlcc.analysis.tree import Site
from mlcc.ir import (
    Block,
    Buffer,
    BufferLoad,
    BufferRegion,
    BufferStore,
    Expr,
    For,
    IterVar,
    Let,
    LetStmt,
    as_int,
    free_vars,
    loads_and_stores,
    script,
    update,
    walk,
)  # fmt: skip

from .caching import pick_region
from .conditions import check_axes_say_all, check_not_in_bounds
from .movement import removal_root
from .rewriting import Moves, is_opaquely_used, rewrite, touches, with_regions
from .state import State, position_of, statements_of


@dataclass(frozen=True)
class Access:
    """The only access of a block to a buffer; `indices` are its indices."""

    site: Site
    buffer: Buffer
    writes: bool
    indices: tuple[Expr, ...]

    @property
    def used(self) -> list[IterVar]:
        """The axes that the indices depend on."""
        return [a for a in self.site.block.iters if any(a.var in free_vars(i) for i in self.indices)]


def access_of(state: State, site: Site, which: int | str, writes: bool, verb: str) -> Access:
    """The access of a block to a buffer. S260 and S283 if there is none, or several."""
    buffer = pick_region(state, site, which, writes).buffer
    block = site.block
    what = f"cannot {verb} `{buffer.name}` of block `{block.name}`"
    if site.blocks_below():
        raise state.refuse("S283", f"{what}: the block has blocks inside", site, field="buffer")
    if is_opaquely_used(block, buffer):
        raise state.refuse("S283", f"{what}: it accesses the buffer through a view or a pointer", site, field="buffer")
    check_axes_say_all(state, site, what)
    loads, stores = loads_and_stores(block)
    accesses = [x.indices for x in loads if x.buffer is buffer] + [x.indices for x in stores if x.buffer is buffer]
    if not accesses:
        raise state.refuse("S283", f"{what}: it only declares that it accesses the buffer", site, field="buffer")
    if any(not all(map(same, p, accesses[0])) for p in accesses[1:]):
        raise state.refuse("S283", f"{what}: it accesses the buffer at several indices", site, field="buffer")
    inside = {n.var for n in walk(block) if isinstance(n, (For, Let, LetStmt))}
    if any(uses_any(index, inside) for index in accesses[0]):
        raise state.refuse(
            "S283", f"{what}: loops inside the block say which elements it accesses", site, field="buffer"
        )
    analyzer = state.analyzer
    for index, size in zip(accesses[0], buffer.shape, strict=True):
        at = analyzer.poly(index)
        if not analyzer.nonneg(at) or not analyzer.nonneg((analyzer.poly(size) - at).shift(-1)):
            raise state.refuse("S283", f"{what}: some instances do not access it", site, field="buffer")
    return Access(site, buffer, writes, accesses[0])


def check_access(state: State, access: Access, verb: str) -> None:
    """S253, S261, S262, S283 unless a copy before (or after) the block's nest preserves the results."""
    site, buffer, writes = access.site, access.buffer, access.writes
    scope = state.scope(site)
    what = f"cannot {verb} `{buffer.name}` of block `{site.block.name}`"
    if any(s.is_loop for s in removal_root(site).ancestors() if s.scope() is scope.site):
        raise state.refuse("S283", f"{what}: the block is not alone in its nest", site, field="buffer")
    if buffer in state.cache.of(site).reads and buffer in state.cache.of(site).writes:
        raise state.refuse("S261", f"{what}: the block reads and writes it", site, field="buffer")
    _check_place(state, site, buffer, what)
    if not writes and scope.uncovered(site) is buffer:
        raise state.refuse("S262", f"{what}: parts of it may not be written yet", site, field="buffer")
    if any(r.buffer is buffer for r in state.cache.control_over(site)):
        check_not_in_bounds(state, scope, buffer, what)
    if writes and not state.cache.guards_are_harmless(site):
        raise state.refuse(
            "S283", f"{what}: the copy would write where its guard does not hold", site,
            notes=[f"the guard is `{script(site.realize.predicate)}`"], field="buffer"
        )  # fmt: skip
    if writes and not state.cache.stores_always(site, buffer):
        raise state.refuse("S283", f"{what}: it stores under a condition inside", site, field="buffer")
    if any(as_int(a.dom.min) != 0 for a in access.used):
        raise state.refuse("S283", f"{what}: an axis does not start at 0", site, field="buffer")
    kinds = {a.kind for a in access.used}
    if writes and (kinds - {"spatial"} or len(scope.writers[buffer]) > 1):
        why = "a reduce axis is used" if kinds - {"spatial"} else "another block writes it"
        raise state.refuse("S261", f"{what}: {why}", site, field="buffer")


def _check_place(state: State, site: Site, buffer: Buffer, what: str) -> None:
    """S283 if the copy, which stands beside the conditions over a block, would be apart from other uses below them."""
    parent = state.scope(site).site
    for other in statements_of(parent)[position_of(parent, site)].blocks_below():
        if other is not site and touches(other.realize, buffer):
            raise state.refuse(
                "S283",
                f"{what}: block `{other.block.name}`, under the same condition, uses it, too",
                site,
                labels=[(other, "the copy would be outside of the condition over this block")],
                field="buffer",
            )


def use_at(block: Block, old: Buffer, new: Buffer, at: tuple[Expr, ...], moves: Moves) -> Block:
    """The block with accesses of `old` replaced by accesses of `new` at `at`."""

    def fn(item: Any) -> Any:
        match item:
            case BufferLoad() if item.buffer is old:
                return BufferLoad(new, at, span=item.span)
            case BufferStore() if item.buffer is old:
                return BufferStore(new, item.value, at, span=item.span)
            case BufferRegion() if item.buffer is old:
                return update(item, buffer=new)
            case Block():
                return with_regions(item)
        return None

    return rewrite(block, fn, moves)
