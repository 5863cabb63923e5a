"""Work on a copy of what a block changes in place."""

from __future__ import annotations

from mlcc.analysis.regions import Box, RegionUnion
from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, update

from ..caching import check_scope, copy_nest, pick_region
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, copy_name, replace_buffer
from ..state import State, position_of


@primitive("cache_inplace")
class CacheInplace(Primitive):
    """Make a block that reads and writes a buffer use a copy: read before it, and written back after it.

    Returns both copy blocks, the reading one first; both are called `A_<scope>`.

    Requires: the buffer exists (S260); a known storage scope (S263); the block reads and writes it, without an
    initialisation (S261), the same elements where a loop over it is not serial (S230).

    Preserves: the results.

    Before:
        for i in range(128):
            with T.block("A"):
                vi = T.axis.spatial(128, i)
                T.reads(A[vi])
                T.writes(A[vi])
                A[vi] = A[vi] + T.float32(1)

    Step:
        - cache_inplace: {block: A, read_buffer_index: 0, storage_scope: local}

    After:
        A_local = T.alloc_buffer((128,), scope="local")
        for i in range(128):
            for ax0 in range(1):
                with T.block("A_local"):
                    v0 = T.axis.spatial(128, i + ax0)
                    A_local[v0] = A[v0]
            with T.block("A"):
                vi = T.axis.spatial(128, i)
                T.reads(A_local[vi])
                T.writes(A_local[vi])
                A_local[vi] = A_local[vi] + T.float32(1)
            for ax0 in range(1):
                with T.block("A_local"):
                    v0 = T.axis.spatial(128, i + ax0)
                    A[v0] = A_local[v0]
    """

    block: BlockRV = declare(Kind.BLOCK)
    read_buffer_index: int | str | Buffer = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        state.scope(site)
        check_scope(state, self.storage_scope)
        buffer = pick_region(state, site, self.read_buffer_index, writes=False).buffer
        if site.block.init is not None or all(r.buffer is not buffer for r in site.block.writes):
            raise state.refuse(
                "S261", f"block `{site.block.name}` does not change `{buffer.name}` in place", site,
                help="use `cache_read` or `cache_write`", field="buffer"
            )  # fmt: skip

        boxes = self._boxes(state, site, buffer)
        loop = next((s for s in site.loops() if s.loop.kind not in ("serial", "unroll")), None)
        if loop is not None and any(box != boxes[0] for box in boxes):
            raise state.refuse(
                "S230",
                f"cannot copy `{buffer.name}` below loop `{loop.loop.var.name}`, which is {loop.loop.kind}: block "
                f"`{site.block.name}` reads other elements than it writes, which other iterations may own",
                loop,
                help="cache the buffer before the loop gets its kind",
                field="buffer",
            )

    def _boxes(self, state: State, site: Site, buffer: Buffer) -> list[Box]:
        """The parts of the buffer that the block reads and writes."""
        regions = [r for r in (*site.block.reads, *site.block.writes) if r.buffer is buffer]
        return [state.cache.region_box(site, region, {})[0] for region in regions]

    def apply(self, state: State) -> list[BlockRV]:
        site = state.block(self.block)
        buffer = pick_region(state, site, self.read_buffer_index, writes=False).buffer
        cache = update(
            buffer, name=copy_name(buffer, self.storage_scope), scope=self.storage_scope, strides=(), elem_offset=None
        )
        union = RegionUnion(state.analyzer)
        for box in self._boxes(state, site, buffer):
            union.add(buffer, box)
        name = f"{buffer.name}_{self.storage_scope}"
        before, first = copy_nest(state.analyzer, name, buffer, cache, union.boxes[buffer])
        after, last = copy_nest(state.analyzer, name, cache, buffer, union.boxes[buffer])
        moves: Moves = {}
        changed = update(site.realize, block=replace_buffer(site.block, buffer, cache, moves))
        parent = next(s for s in site.ancestors() if s.is_loop or s.is_block)
        at = position_of(parent, site)
        owner = _scope_block(state, site)
        state.commit(
            {site: changed},
            moves=moves,
            fields={owner.block: {"allocs": (*owner.block.allocs, cache)}},
            inserts=[(parent, at + 1, after), (parent, at, before)],
        )
        return [state.block_ref_of(first), state.block_ref_of(last)]


def _scope_block(state: State, site: Site) -> Site:
    return state.scope(site).site
