"""Read a copy of the part of a buffer that one iteration of a loop needs."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..staging import Staging
from ..state import State


@primitive("read_at")
class ReadAt(Primitive):
    """Copy what one iteration of a loop reads of a buffer into another storage scope, and read the copy.

    The copy is a single block `A_shared` with the annotation `auto_copy`, before the first statement below the loop
    that reads the buffer; all statements from there on use the copy.

    Requires: the read buffer exists (S260); a known storage scope (S263); a stage pipeline (S240); something below
    the loop reads the buffer, and nothing there writes it from the first reader on (S258).

    Preserves: the results.

    Before:
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    Step:
        - read_at: {loop: i, block: B, read_buffer_index: 0, storage_scope: shared}

    After:
        A_shared = T.alloc_buffer((16, 8), scope="shared")
        for i in range(16):
            with T.block("A_shared"):
                v0 = T.axis.spatial(16, i)
                T.reads(A[v0, 0:8])
                T.writes(A_shared[v0, 0:8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(1, 8):
                    A_shared[v0 + ax0, ax1] = A[v0 + ax0, ax1]
            for j in range(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vi, vj] = A_shared[vi, vj] * T.float32(2)
    """

    loop: LoopRV = declare(Kind.LOOP)
    block: BlockRV = declare(Kind.BLOCK)
    read_buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)

    def _plan(self, state: State) -> Staging:
        loop, block = state.loop(self.loop), state.block(self.block)
        return Staging(state, loop, block, self.read_buffer_index, self.storage_scope, False)

    def check(self, state: State) -> None:
        self._plan(state).check()

    def apply(self, state: State) -> BlockRV:
        return self._plan(state).apply()
