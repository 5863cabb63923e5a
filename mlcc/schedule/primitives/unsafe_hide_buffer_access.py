"""Remove regions from those that a block declares."""

from __future__ import annotations

from mlcc.analysis import regions_of_block
from mlcc.ir import BufferRegion, update

from ..conditions import check_access_kind
from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV
from ..state import State


@primitive("unsafe_hide_buffer_access")
class UnsafeHideBufferAccess(Primitive):
    """Remove some regions from those that a block declares to read or write: later steps do not see them.

    `tensorize` compares declared regions with those of an intrinsic; buffers that the
    intrinsic does not have, such as index buffers, can be hidden. Other steps then miss the dependences through them.

    Requires: `buf_type` is `read` or `write` (S104); positions of regions that the block declares (S260); a buffer that
    the block stores to stays among its writes (S299).

    Preserves: the results of the program as it is; later steps may take blocks for independent that are not.

    Before:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                C[vi] = B[vi] + A[vi]

    Step:
        - unsafe_hide_buffer_access: {block: C, buf_type: read, buf_index_array: [1]}

    After:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i in range(128):
            with T.block("C"):
                vi = T.axis.spatial(128, i)
                T.reads(B[vi])
                T.writes(C[vi])
                C[vi] = B[vi] + A[vi]
    """

    block: BlockRV = declare(Kind.BLOCK)
    buf_type: str = declare(Kind.STRING)
    buf_index_array: tuple[int, ...] = declare(Kind.INTS)

    def check(self, state: State) -> None:
        site = state.block(self.block)
        check_access_kind(state, site, self.buf_type)
        count = len(site.block.reads if self.buf_type == "read" else site.block.writes)
        bad = next((n for n in self.buf_index_array if not 0 <= n < count), None)
        if bad is not None:
            raise state.refuse(
                "S260",
                f"block `{site.block.name}` {self.buf_type}s {count} regions; there is no number {bad}",
                site,
                field="buf_index_array",
            )

        if self.buf_type == "write":
            kept = {r.buffer for r in self._kept(site.block.writes)}
            lost = next((r.buffer for r in regions_of_block(site.block)[1] if r.buffer not in kept), None)
            if lost is not None:
                raise state.refuse(
                    "S299",
                    f"cannot hide the write of `{lost.name}`: block `{site.block.name}` stores to it",
                    site,
                    help="hide reads, or writes of buffers that the block passes to library functions",
                    field="buf_index_array",
                )

    def _kept(self, regions: tuple[BufferRegion, ...]) -> tuple[BufferRegion, ...]:
        return tuple(r for n, r in enumerate(regions) if n not in self.buf_index_array)

    def apply(self, state: State) -> None:
        site = state.block(self.block)
        block = site.block
        field = "reads" if self.buf_type == "read" else "writes"
        new = update(block, **{field: self._kept(getattr(block, field))})
        state.commit({site: update(site.realize, block=new)}, moves={block: new})
