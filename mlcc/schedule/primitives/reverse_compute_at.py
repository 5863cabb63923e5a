"""Move a consumer under a loop of its producer."""

from __future__ import annotations

from typing import Any

from ..fields import Kind, declare
from ..movement import Move
from ..primitive import Primitive, primitive
from ..refs import BlockRV, LoopRV, PlaceRV
from ..state import State
from .reverse_compute_inline import ReverseComputeInline


@primitive("reverse_compute_at")
class ReverseComputeAt(Primitive):
    """Move a consumer under a loop of its producers, to process each part as soon as it is computed.

    The block gets new loops `ax0`, `ax1` … over the part that is produced under the loop; partial ones get a
    guard. `index` is the position among the loop's statements: -1 the last possible, -2 the first possible.

    Requires: a stage pipeline (S240); a complete or reduction block (S241); block and loop in one scope, the loop
    not over the block (S242); all its producers under the loop (S245); a position after them and before its
    consumers (S246); own loops without kinds or annotations (S223); producers that do not accumulate over the loop
    or a loop above it, and no reader of the block's own partial sums (S248); accesses that can be inverted, so that
    each instance runs after its inputs are computed, and every instance runs (S247).

    Preserves: the results.

    Also known as: fuse epilogue, compute_with.

    Before:
        for i, j_0, k, j_1 in T.grid(128, 32, 128, 4):
            with T.block("Y"):
                vi = T.axis.spatial(128, i)
                vj = T.axis.spatial(128, j_0 * 4 + j_1)
                vk = T.axis.reduce(128, k)
                with T.init():
                    Y[vi, vj] = T.float32(0)
                Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
        for i, j in T.grid(128, 128):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = T.max(Y[vi, vj], T.float32(0))

    Step:
        - reverse_compute_at: {block: C, loop: [Y, j_0]}

    After:
        for i, j_0 in T.grid(128, 32):
            for k, j_1 in T.grid(128, 4):
                with T.block("Y"):
                    vi = T.axis.spatial(128, i)
                    vj = T.axis.spatial(128, j_0 * 4 + j_1)
                    vk = T.axis.reduce(128, k)
                    with T.init():
                        Y[vi, vj] = T.float32(0)
                    Y[vi, vj] = Y[vi, vj] + A[vi, vk] * B[vk, vj]
            for ax0 in range(4):
                with T.block("C"):
                    vi = T.axis.spatial(128, i)
                    vj = T.axis.spatial(128, j_0 * 4 + ax0)
                    C[vi, vj] = T.max(Y[vi, vj], T.float32(0))
    """

    block: BlockRV = declare(Kind.BLOCK)
    loop: LoopRV = declare(Kind.LOOP)
    preserve_unit_loops: bool = declare(Kind.BOOL, False)
    index: int = declare(Kind.INT, -1)

    def _plan(self, state: State) -> Move:
        block, loop = state.block(self.block), state.loop(self.loop)
        move = Move(state, block, loop, True, self.preserve_unit_loops, self.index)
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
        inline: Any = ReverseComputeInline
        step = inline(self.block)
        if location.kind == "inline" and apply:
            step.apply(state)
        elif location.kind == "inline":
            step.check(state)
