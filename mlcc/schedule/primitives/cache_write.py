"""Let a block write to a new buffer, which is copied afterwards."""

from __future__ import annotations

from mlcc.analysis.dependence import Scope, common_ancestor
from mlcc.analysis.regions import Box
from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, Stmt, update

from ..caching import check_scope, copy_nest, pick_region, without_units
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, copy_name, replace_buffer
from ..state import State, position_of, statements_of


@primitive("cache_write")
class CacheWrite(Primitive):
    """Let a block write a new buffer in another storage scope; a copy block `C_local` follows.

    The copy stands at the end of the scope, or right before the first reader. The blocks listed in
    `consumer_blocks` read the new buffer.

    Requires: the written buffer exists (S260); a known storage scope (S263); no other block writes the buffer
    (S261); the block does not go on from what the buffer holds, as half of a decomposed or blockized reduction
    does (S261).

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
            )
        if region.buffer in state.cache.of(site).reads:
            raise state.refuse(
                "S261",
                f"cannot cache what block `{site.block.name}` writes: it adds to what `{region.buffer.name}` holds",
                site,
                help="cache before the initialisation is taken apart, by `decompose_reduction` or `blockize`",
            )
        for ref in self.consumer_blocks:
            state.block(ref)

    def apply(self, state: State) -> BlockRV:
        site = state.block(self.block)
        scope = state.scope(site)
        buffer = pick_region(state, site, self.write_buffer_index, writes=True).buffer
        listed = [state.block(ref) for ref in self.consumer_blocks]
        cache = update(
            buffer, name=copy_name(buffer, self.storage_scope), scope=self.storage_scope, strides=(), elem_offset=None
        )
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {}
        for reader in [site, *listed]:
            edits[reader] = update(reader.realize, block=replace_buffer(reader.block, buffer, cache, moves))
        parent, position = self._place(scope, site, buffer, listed)
        box = self._box(state, site, parent, buffer)
        nest, copy = copy_nest(state.analyzer, f"{buffer.name}_{self.storage_scope}", cache, buffer, box)
        block = scope.site.block
        state.commit(
            edits,
            moves=moves,
            fields={block: {"allocs": (*block.allocs, cache)}},
            inserts=[(parent, position, nest)],
        )
        return state.block_ref_of(copy)

    def _place(self, scope: Scope, site: Site, buffer: Buffer, listed: list[Site]) -> tuple[Site, int]:
        here = scope.position[id(site)]
        readers = [
            r for r in scope.readers.get(buffer, ()) if scope.position[id(r)] > here and all(r is not o for o in listed)
        ]
        if not readers:
            return scope.site, len(statements_of(scope.site))
        parent = common_ancestor(site, readers[0])
        return parent, position_of(parent, readers[0])

    def _box(self, state: State, site: Site, parent: Site, buffer: Buffer) -> Box | None:
        """What was written when the copy runs; everything at the root."""
        if parent.is_block and parent.scope() is None:
            return None
        region = next(r for r in site.block.writes if r.buffer is buffer)
        box = state.cache.region_box(site, region, state.cache.loops_between(parent, site))[0]
        return without_units(state.analyzer, parent, box)
