"""Move a producer under a loop of its consumers."""

from __future__ import annotations

from typing import Any

from ..fields import Kind, declare
from ..movement import Move
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV, PlaceRV
from ..state import State
from .compute_inline import ComputeInline


@primitive("compute_at")
class ComputeAt(Primitive):
    """Move a producer under a loop of its consumers, to compute just the part needed there.

    The block gets new loops `ax0`, `ax1` … over that part; a part that would reach outside of the block's
    domain gets a guard. `index` is the position among the loop's statements: -1 the last possible, -2 the first
    possible. The buffer keeps its full shape; lowering makes it smaller.

    Requires: a stage pipeline (S240); a complete or reduction block (S241); block and loop in one scope, the
    loop not over the block (S242); not a block that writes a result (S243); all its
    consumers, at least one, under the loop (S245); a position after its producers and before its consumers
    (S246); own loops without kinds or annotations (S223); no reader of its partial sums (S248); accesses that can be
    inverted (S247).

    Preserves: the results; values needed by several iterations are computed several times.

    Before:
        B = T.alloc_buffer((128,))
        for i in range(128):
            with T.block("B"):
                vi = T.axis.spatial(128, i)
                B[vi] = A[vi] * T.float32(2)
        for i_0, i_1 in T.grid(16, 8):
            with T.block("C"):
                vi = T.axis.spatial(128, i_0 * 8 + i_1)
                C[vi] = B[vi] + T.float32(1)

    Step:
        - compute_at: {block: B, loop: [C, i_0]}

    After:
        B = T.alloc_buffer((128,))
        for i_0 in range(16):
            for ax0 in range(8):
                with T.block("B"):
                    vi = T.axis.spatial(128, i_0 * 8 + ax0)
                    B[vi] = A[vi] * T.float32(2)
            for i_1 in range(8):
                with T.block("C"):
                    vi = T.axis.spatial(128, i_0 * 8 + i_1)
                    C[vi] = B[vi] + T.float32(1)
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)
    preserve_unit_loops: bool = declare(Kind.BOOL, False)
    index: int = declare(Kind.INT, -1)

    def _plan(self, state: State) -> Move:
        block, loop = state.block(self.block), state.loop(self.loop)
        move = Move(state, block, loop, False, self.preserve_unit_loops, self.index)
        move.check()
        return move

    def check(self, state: State) -> None:
        if isinstance(self.loop, PlaceRV):
            self._at_place(state, self.loop, apply=False)
            return
        state.plan(self, lambda: self._plan(state))

    def apply(self, state: State) -> None:
        if isinstance(self.loop, PlaceRV):
            self._at_place(state, self.loop, apply=True)
            return
        state.plan(self, lambda: self._plan(state)).apply()

    def _at_place(self, state: State, location: PlaceRV, apply: bool) -> None:
        """Stay, or be inlined, as `sample_compute_location` chose."""
        inline: Any = ComputeInline
        step = inline(self.block)
        if location.kind == "inline" and apply:
            step.apply(state)
        elif location.kind == "inline":
            step.check(state)
