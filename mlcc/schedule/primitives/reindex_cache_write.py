"""Write a buffer through a copy in a given layout."""

from __future__ import annotations

from ..caching import check_scope
from ..fields import Kind, declare
from ..layouts import IndexFunction
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..reindexing import access_of
from ..relayout import cache_relaid, check_relayout
from ..state import State


@primitive("reindex_cache_write")
class ReindexCacheWrite(Primitive):
    """Make a block write a buffer that is indexed by a function of the block's axes, and copy that afterwards.

    The copy block `B_<scope>` has those axes of the block, and those of its loops, that determine what is written. Its
    loops and axes keep their names.

    Requires: the buffer exists (S260); a known storage scope (S263); what `reindex` requires (S261, S283); a
    function of exactly the axes that determine what is written (S268), one-to-one (S269).

    Preserves: the results.

    Before:
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    Step:
        - reindex_cache_write: {block: B, write_buffer_index: 0, storage_scope: local, index_map: "i, j -> j, i"}

    After:
        B_local = T.alloc_buffer((8, 16), scope="local")
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B_local[vj, vi] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(16, 8):
            with T.block("B_local"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = B_local[vj, vi]
    """

    block: BlockRV = declare(Kind.BLOCK)
    write_buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)
    index_map: IndexFunction = declare(Kind.INDEX_MAP)

    def check(self, state: State) -> None:
        check_scope(state, self.storage_scope)
        access = access_of(state, state.block(self.block), self.write_buffer_index, True, "cache")
        check_relayout(state, access, self.index_map)

    def apply(self, state: State) -> BlockRV:
        access = access_of(state, state.block(self.block), self.write_buffer_index, True, "cache")
        return cache_relaid(state, access, self.index_map, self.storage_scope)
