"""Put a buffer into another storage scope."""

from __future__ import annotations

from mlcc.analysis.tree import Site
from mlcc.ir import Buffer, update

from ..caching import check_scope, pick_region
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..rewriting import Moves, copy_name, replace_buffer
from ..state import State


@primitive("set_scope", keeps_iterations=True)
class SetScope(Primitive):
    """Put a buffer that is allocated in a block into another storage scope; it is renamed `B_<scope>`.

    Requires: the written buffer exists (S260); a known storage scope (S263); the buffer is no parameter (S264)
    and no view (S265).

    Preserves: the results.

    Before:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = B[vi]

    Step:
        - set_scope: {block: B, buffer_index: 0, storage_scope: local}

    After:
        B_local = T.alloc_buffer((128,), scope="local")
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B_local[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = B_local[vi]
    """

    block: BlockRV = declare(Kind.BLOCK)
    buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        check_scope(state, self.storage_scope)
        buffer = pick_region(state, site, self.buffer_index, writes=True).buffer
        if buffer.scope != self.storage_scope:
            owner_of(state, site, buffer, "change the storage scope of")

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        buffer = pick_region(state, site, self.buffer_index, writes=True).buffer
        if buffer.scope == self.storage_scope:
            return
        owner = owner_of(state, site, buffer, "change the storage scope of")
        new = update(buffer, name=copy_name(buffer, self.storage_scope), scope=self.storage_scope)
        moves: Moves = {}
        state.commit({owner: replace_buffer(owner.realize, buffer, new, moves)}, moves=moves)


def owner_of(state: State, site: Site, buffer: Buffer, verb: str) -> Site:
    """The block that allocates a buffer. S264 for a parameter, S265 for a view."""
    for above in (site, *site.ancestors()):
        if above.is_block:
            if buffer in above.block.allocs:
                return above
            if any(m.buffer is buffer for m in above.block.match_buffers):
                raise state.refuse(
                    "S265", f"cannot {verb} `{buffer.name}`: it is a view of another buffer", site, field="buffer"
                )
    raise state.refuse(
        "S264", f"cannot {verb} `{buffer.name}`: it is a parameter of the function", site,
        help="cache it first, with `cache_read` or `cache_write`", field="buffer"
    )  # fmt: skip
