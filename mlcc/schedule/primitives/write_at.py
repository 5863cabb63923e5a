"""Write a copy of the part of a buffer that one iteration of a loop makes."""

from __future__ import annotations

from ..fields import Kind, declare
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV
from ..staging import Staging
from ..state import State


@primitive("write_at")
class WriteAt(Primitive):
    """Let what one iteration of a loop writes of a buffer go to another storage scope, and copy it back afterwards.

    The copy is a single block `C_local` with the annotation `auto_copy`, after the last statement below the loop
    that writes the buffer; all statements up to there use the other buffer.

    Requires: the written buffer exists (S260); a known storage scope (S263); a stage pipeline (S240); something below
    the loop writes the buffer, and nothing there reads it after the last writer (S258); the writer is complete or a
    reduction, writes a whole box there, not shared by threads, and other readers read parts of it (S262).

    Preserves: the results.

    Before:
        for i, j in T.grid(16, 8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)

    Step:
        - write_at: {loop: i, block: B, write_buffer_index: 0, storage_scope: local}

    After:
        B_local = T.alloc_buffer((16, 8), scope="local")
        for i in range(16):
            for j in range(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B_local[vi, vj] = A[vi, vj] * T.float32(2)
            with T.block("B_local"):
                v0 = T.axis.spatial(16, i)
                T.reads(B_local[v0, 0:8])
                T.writes(B[v0, 0:8])
                T.block_attr({"auto_copy": True})
                for ax0, ax1 in T.grid(1, 8):
                    B[v0 + ax0, ax1] = B_local[v0 + ax0, ax1]
    """

    loop: LoopRV = declare(Kind.LOOP)
    block: BlockRV = declare(Kind.BLOCK)
    write_buffer_index: int | str = declare(Kind.BUFFER)
    storage_scope: str = declare(Kind.STRING)

    def _plan(self, state: State) -> Staging:
        loop, block = state.loop(self.loop), state.block(self.block)
        return Staging(state, loop, block, self.write_buffer_index, self.storage_scope, True)

    def check(self, state: State) -> None:
        self._plan(state).check()

    def apply(self, state: State) -> BlockRV:
        return self._plan(state).apply()
