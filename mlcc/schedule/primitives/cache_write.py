"""Make a block write to a new buffer, which is copied afterwards."""

from __future__ import annotations

from mlcc.analysis import Poly, conjunction
from mlcc.analysis.control import guards_of
from mlcc.analysis.dependence import Scope, common_ancestor
from mlcc.analysis.regions import Box
from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, BufferRegion, Stmt, script, update

from ..caching import check_scope, copy_nest, pick_region, without_units
from ..conditions import check_not_in_bounds
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, copy_name, is_opaquely_used, replace_buffer, touches
from ..state import State, position_of, statements_of


@primitive("cache_write")
class CacheWrite(Primitive):
    """Make a block write to a new buffer in another storage scope; a copy block `C_local` follows.

    The copy is inserted at the end of the scope, or right before the first reader. The blocks listed in
    `consumer_blocks` read the new buffer.

    Requires: the written buffer exists (S260); a known storage scope (S263); no other block writes the buffer
    (S261); the block does not go on from what the buffer holds, as half of a decomposed or blockized reduction
    does (S261); what is copied has been written by then, all of it, and what the `consumer_blocks` read (S262); no view
    of the buffer in the block (S265), no bounds of loops that read it (S253).

    Preserves: the results.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - cache_write: {block: B, write_buffer_index: 0, storage_scope: local}

    After:
        B_local = T.alloc_buffer((128,), scope="local")
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B_local[vi] = A[vi] * T.float32(2)
        for ax0 in range(128):
            with T.block("B_local"):
                v0 = T.axis.spatial(128, ax0)
                B[v0] = B_local[v0]
    """

    block: BlockRV = declare(Kind.BLOCK)
    write_buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)
    consumer_blocks: tuple[BlockRV, ...] = declare(Kind.BLOCKS, ())

    def check(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        check_scope(state, self.storage_scope)
        region = pick_region(state, site, self.write_buffer_index, writes=True)
        others = [w for w in scope.writers[region.buffer] if w is not site]
        if others:
            raise state.refuse(
                "S261",
                f"cannot cache what block `{site.block.name}` writes: `{region.buffer.name}` has another writer",
                site,
                labels=[(others[0], "this block writes it too")],
                help="use `cache_write` before `decompose_reduction`",
                field="buffer",
            )
        if region.buffer in state.cache.of(site).reads:
            raise state.refuse(
                "S261",
                f"cannot cache what block `{site.block.name}` writes: it adds to what `{region.buffer.name}` holds",
                site,
                help="cache before the initialisation is separated, by `decompose_reduction` or `blockize`",
                field="buffer",
            )
        what = f"cannot cache `{region.buffer.name}`"
        listed = self._listed(state, scope, site, region.buffer)
        check_not_in_bounds(state, scope, region.buffer, what)
        for reader in listed:
            self._check_reader(state, site, reader, region.buffer)
        if is_opaquely_used(site.block, region.buffer):
            raise state.refuse(
                "S265", f"{what}: block `{site.block.name}` uses a view of it, or a pointer to it", site,
                help="cache before the view is taken, or write the view's elements themselves", field="buffer"
            )  # fmt: skip
        parent, position = self._place(scope, site, region.buffer, listed)
        if position == position_of(parent, site):
            raise state.refuse(
                "S262",
                f"{what}: block `{site.block.name}` and what reads it are under one condition, before which there is "
                "nothing to copy",
                site, help="move the condition into the blocks", field="buffer",
            )  # fmt: skip
        why = _why_more_is_copied(state, scope, site, parent, region)
        if why is not None:
            raise state.refuse(
                "S262",
                f"{what}: block `{site.block.name}` writes a part of it only, and the copy would overwrite the rest",
                site,
                notes=[why],
                help="use `reindex: {block: …, buffer: [write, 0]}`, which copies the elements that are written, "
                "or give the block a buffer of its own",
                field="buffer",
            )

    def _listed(self, state: State, scope: Scope, site: Site, buffer: Buffer) -> list[Site]:
        """The blocks of the scope that are, or hold, the `consumer_blocks`. S260 for one that reads another buffer."""
        sites: list[Site] = []
        for ref in self.consumer_blocks:
            listed = state.block(ref)
            top = next((s for s in scope.blocks if s is listed or s.is_above(listed)), None)
            if top is None or top is site or not touches(top.realize, buffer):
                raise state.refuse(
                    "S260",
                    f"cannot cache `{buffer.name}`: `{ref.name}` of `consumer_blocks` does not read it",
                    listed,
                    field="consumer_blocks",
                )
            if all(s is not top for s in sites):
                sites.append(top)
        return sites

    def _check_reader(self, state: State, site: Site, reader: Site, buffer: Buffer) -> None:
        """S262 unless all that a listed block reads has been written to the cache."""
        scope = state.scope(site)
        late = scope.position[id(reader)] < scope.position[id(site)]
        regions = [r for r in state.cache.reads(reader) if r.buffer is buffer]
        if (
            late
            or not state.cache.guards_are_harmless(site)
            or not state.cache.stores_always(site, buffer)
            or not all(state.cache.covers(site, reader, r) for r in regions)
        ):
            raise state.refuse(
                "S262",
                f"cannot cache `{buffer.name}`: block `{reader.block.name}` may read parts not yet written",
                reader,
                labels=[(site, "what this block writes is not all")],
                field="buffer",
            )

    def apply(self, state: State) -> BlockRV:
        site = state.block(self.block)
        scope = state.scope(site)
        region = pick_region(state, site, self.write_buffer_index, writes=True)
        buffer = region.buffer
        listed = self._listed(state, scope, site, buffer)
        cache = update(
            buffer, name=copy_name(buffer, self.storage_scope), scope=self.storage_scope, strides=(), elem_offset=None
        )
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {}
        for reader in [site, *listed]:
            edits[reader] = replace_buffer(reader.realize, buffer, cache, moves)
        parent, position = self._place(scope, site, buffer, listed)
        box, limits = _boxes(state, scope, site, parent, region)
        nest, copy = copy_nest(state.analyzer, f"{buffer.name}_{self.storage_scope}", cache, buffer, box, limits)
        block = scope.site.block
        state.commit(
            edits,
            moves=moves,
            fields={block: {"allocs": (*block.allocs, cache)}},
            inserts=[(parent, position, nest)],
        )
        return state.block_ref_of(copy)

    def _place(self, scope: Scope, site: Site, buffer: Buffer, listed: list[Site]) -> tuple[Site, int]:
        """The position of the copy: before the first block that reads the buffer, in this iteration or in the next."""
        here = scope.position[id(site)]
        readers = [r for r in scope.readers.get(buffer, ()) if r is not site and all(r is not o for o in listed)]
        later = [r for r in readers if scope.position[id(r)] > here]
        parent = common_ancestor(site, later[0]) if later else scope.site
        for reader in readers:
            above = common_ancestor(site, reader)
            if scope.position[id(reader)] < here and parent.is_above(above):
                parent = above
        after = next((r for r in later if parent.is_above(r)), None)
        return parent, len(statements_of(parent)) if after is None else position_of(parent, after)


def _boxes(state: State, scope: Scope, site: Site, parent: Site, region: BufferRegion) -> tuple[Box | None, Box | None]:
    """The box that is copied (written below `parent`), and its limits (the domains of the axes).

    None is everything: of the buffer, for a buffer of the scope that is copied once.
    """
    full = state.cache.full_box(site.block, region)
    size: Box = [(Poly.const(0), state.analyzer.poly(d).shift(-1)) for d in region.buffer.shape]
    if parent is scope.site and (full == size or region.buffer in scope.site.block.allocs):
        if parent.scope() is None:
            return None, None
    box = state.cache.region_box(site, region, state.cache.loops_between(parent, site))[0]
    return without_units(state.analyzer, parent, box), full


def _why_more_is_copied(state: State, scope: Scope, site: Site, parent: Site, region: BufferRegion) -> str | None:
    """The reason why the copied box may be larger than what the block has written, or None."""
    if parent is scope.site and region.buffer in scope.site.block.allocs:
        return None  # nothing else writes it, and nothing has it before
    if not state.cache.guards_are_harmless(site):
        return f"it runs under a guard, `{script(conjunction(guards_of(site)))}`"
    if not state.cache.stores_always(site, region.buffer):
        return "it stores under a condition inside"
    filled = state.cache.fills_box(site, region, state.cache.loops_between(parent, site))
    if not filled or (guards_of(site) and state.cache.full_box(site.block, region) is None):
        return f"it writes `{script(region)}`, which leaves gaps"
    return None
