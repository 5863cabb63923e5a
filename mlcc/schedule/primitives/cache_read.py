"""Copy a buffer into another storage scope for its readers."""

from __future__ import annotations

from mlcc.analysis.dependence import Scope, common_ancestor
from mlcc.analysis.regions import Box, RegionUnion
from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, Stmt, update

from ..caching import check_scope, copy_nest, pick_region, without_units
from ..conditions import check_not_in_bounds
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, copy_name, replace_buffer, touches
from ..state import State, position_of


@primitive("cache_read")
class CacheRead(Primitive):
    """Copy a buffer into another storage scope with a block `A_shared`, and read the copy.

    A buffer that nothing in the scope writes is copied at the start of the scope; another one right before its first
    reader. All readers use the copy, or only the `consumer_blocks` and what is in them.

    Requires: the read buffer exists (S260); a known storage scope (S263); at most one block writes the buffer
    (S261); what is read was written, and is not written again between the copy and a reader (S262); no bounds of
    loops read the buffer (S253).

    Preserves: the results.

    Before:
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)

    Step:
        - cache_read: {block: B, read_buffer_index: 0, storage_scope: local}

    After:
        A_local = T.alloc_buffer((128,), scope="local")
        for ax0 in range(128):
            with T.block("A_local"):
                v0 = T.axis.spatial(128, ax0)
                A_local[v0] = A[v0]
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A_local[vi] * T.float32(2)
    """

    block: BlockRV = declare(Kind.BLOCK)
    read_buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)
    consumer_blocks: tuple[BlockRV, ...] = declare(Kind.BLOCKS, ())

    def check(self, state: State) -> None:
        site = state.block(self.block)
        scope = state.scope(site)
        check_scope(state, self.storage_scope)
        buffer = pick_region(state, site, self.read_buffer_index, writes=False).buffer
        writers = scope.writers.get(buffer, [])
        if len(writers) > 1:
            raise state.refuse(
                "S261",
                f"cannot cache `{buffer.name}`: {len(writers)} blocks write it",
                site,
                labels=[(w, f"`{w.block.name}` writes it") for w in writers],
                field="buffer",
            )
        if writers and writers[0] is site:
            raise state.refuse(
                "S261", f"cannot cache `{buffer.name}`: the block writes it itself", site, field="buffer"
            )
        readers = self._readers(state, scope, buffer)
        if not readers:
            names = ", ".join(f"`{ref.name}`" for ref in self.consumer_blocks)
            raise state.refuse(
                "S260",
                f"cannot cache `{buffer.name}`: {names} of `consumer_blocks` does not read it",
                site,
                field="consumer_blocks",
            )
        for reader in readers:
            if any(r.buffer is buffer for r in state.cache.control_over(reader)):
                check_not_in_bounds(state, scope, buffer, f"cannot cache `{buffer.name}`")
            if buffer in scope.site.block.allocs and scope.uncovered(reader) is buffer:
                raise state.refuse(
                    "S262",
                    f"cannot cache `{buffer.name}`: block `{reader.block.name}` may read parts not yet written",
                    reader,
                    field="buffer",
                )
        parent, position = _place(scope, buffer, readers)
        if not writers or not parent.is_above(writers[0]):
            return
        changed = position_of(parent, writers[0])
        last = max(position_of(parent, reader) for reader in readers)
        if position <= changed <= last:
            writer = writers[0]
            raise state.refuse(
                "S262",
                f"cannot cache `{buffer.name}`: block `{writer.block.name}` writes it between the copy and a reader",
                site,
                labels=[(writer, "written here"), *((r, "read here") for r in readers)],
                help="list the `consumer_blocks` that shall read the copy, those before the writer or those after it",
                field="buffer",
            )

    def _readers(self, state: State, scope: Scope, buffer: Buffer) -> list[Site]:
        listed = [state.block(ref) for ref in self.consumer_blocks]
        if listed:
            tops = [s for s in scope.blocks if any(s is o or s.is_above(o) for o in listed)]
            return [s for s in tops if touches(s.realize, buffer)]
        return scope.readers[buffer]

    def apply(self, state: State) -> BlockRV:
        site = state.block(self.block)
        scope = state.scope(site)
        buffer = pick_region(state, site, self.read_buffer_index, writes=False).buffer
        readers = self._readers(state, scope, buffer)
        cache = update(
            buffer, name=copy_name(buffer, self.storage_scope), scope=self.storage_scope, strides=(), elem_offset=None
        )
        moves: Moves = {}
        edits: dict[Site, Stmt | None] = {r: replace_buffer(r.realize, buffer, cache, moves) for r in readers}
        parent, position = _place(scope, buffer, readers)
        name = f"{buffer.name}_{self.storage_scope}"
        nest, copy = copy_nest(state.analyzer, name, buffer, cache, _box(state, parent, readers, buffer))
        block = scope.site.block
        state.commit(
            edits,
            moves=moves,
            fields={block: {"allocs": (*block.allocs, cache)}},
            inserts=[(parent, position, nest)],
        )
        return state.block_ref_of(copy)


def _place(scope: Scope, buffer: Buffer, readers: list[Site]) -> tuple[Site, int]:
    """The position of the copy: the parent loop or block, and the index among its statements.

    A buffer that nothing in the scope writes is copied once, at the start. Otherwise it is copied in each
    iteration of the loops over the writer and all readers, right before the first reader.
    """
    writers = scope.writers.get(buffer)
    if not writers:
        return scope.site, 0
    parent = common_ancestor(writers[0], readers[0])
    for reader in readers[1:]:
        if not parent.is_above(reader):
            parent = common_ancestor(parent, reader)
    return parent, position_of(parent, readers[0])


def _box(state: State, parent: Site, readers: list[Site], buffer: Buffer) -> Box | None:
    """The box that the readers below `parent` access; None (everything) at the root."""
    if parent.is_block and parent.scope() is None:
        return None
    union = RegionUnion(state.analyzer)
    for reader in readers:
        inner = state.cache.loops_between(parent, reader)
        for region in state.cache.reads(reader):
            if region.buffer is buffer:
                union.add(buffer, state.cache.region_box(reader, region, inner)[0])
    return without_units(state.analyzer, parent, union.boxes[buffer])
